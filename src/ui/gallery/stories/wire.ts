import type { WatchTarget } from '../../../protocol/views.ts';
import type { Story } from '../story.ts';

const wire: WatchTarget = { kind: 'wire', db: 0 };

const stories: readonly Story[] = [
  {
    id: 'wire-map',
    title: { zh: '同一个回复：RESP2 与 RESP3', en: 'One reply in RESP2 and RESP3' },
    given: ['HSET user:1 name 小明 age 21'],
    shown: 'HGETALL user:1',
    target: wire,
  },
  {
    id: 'wire-running',
    title: { zh: '命令已读入，还没回复', en: 'Read, no reply yet' },
    given: ['SET greeting hello'],
    shown: 'GET greeting',
    target: wire,
    openAt: 'dict.bucket',
  },
  {
    id: 'wire-push',
    title: { zh: '发给订阅者的消息', en: 'A message for subscribers' },
    given: ['2> HELLO 3', '2> SUBSCRIBE news', '3> SUBSCRIBE news'],
    shown: 'PUBLISH news hi',
    target: wire,
  },
  {
    id: 'wire-error',
    title: { zh: '错误也是一行', en: 'An error is a line too' },
    given: ['SET greeting hello'],
    shown: 'LPUSH greeting x',
    target: wire,
  },
  {
    id: 'wire-large',
    title: { zh: '很长的回复', en: 'A long reply' },
    given: [`RPUSH list ${Array.from({ length: 200 }, (_, nth) => `element-${nth}`).join(' ')}`],
    shown: 'LRANGE list 0 -1',
    target: wire,
  },
  {
    id: 'wire-silent',
    title: { zh: '还没有字节', en: 'No bytes yet' },
    target: wire,
  },
];
export default stories;
