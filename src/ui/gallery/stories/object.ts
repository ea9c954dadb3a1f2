import { encodeUtf8 } from '../../../protocol/utf8.ts';
import type { WatchTarget } from '../../../protocol/views.ts';
import type { Story } from '../story.ts';

const latest: WatchTarget = { kind: 'object', db: 0, key: null };

const stories: readonly Story[] = [
  {
    id: 'object-embstr',
    title: { en: 'A short string in one allocation', zh: '短字符串：一次分配' },
    given: ['SET greeting hello'],
    target: latest,
  },
  {
    id: 'object-append',
    title: { en: 'Appending makes it raw and greedy', zh: 'APPEND：变成 raw，并多要空间' },
    given: ['SET greeting hello'],
    shown: 'APPEND greeting ", Redis world"',
    target: latest,
    openAt: 'sds.room',
  },
  {
    id: 'object-integer',
    title: { en: 'A number in the pointer', zh: '整数直接放在指针里' },
    given: ['SET visits 1234567'],
    target: latest,
  },
  {
    id: 'object-shared',
    title: { en: 'A shared small integer', zh: '共享的小整数' },
    given: ['SET visits 100'],
    target: latest,
  },
  {
    id: 'object-hash',
    title: { en: 'A hash and its limits', zh: '哈希和它的限制' },
    given: ['HSET user:1 name 小明 city 杭州'],
    target: latest,
  },
  {
    id: 'object-long',
    title: { en: 'A string longer than the window', zh: '放不下的长字符串' },
    given: [`SET page ${'0123456789abcdef'.repeat(40)}`, 'APPEND page end'],
    target: { ...latest, key: encodeUtf8('page') } as WatchTarget,
  },
  { id: 'object-empty', title: { en: 'No value yet', zh: '还没有值' }, target: latest },
];

export default stories;
