import type { WatchTarget } from '../../../protocol/views.ts';
import type { Story } from '../story.ts';

const clients: WatchTarget = { kind: 'clients', db: 0, window: { from: 0, count: 40 } };
const channels: WatchTarget = { kind: 'channels', db: 0, window: { from: 0, count: 60 } };
const watched = { target: clients, beside: channels } as const;

const stories: readonly Story[] = [
  {
    id: 'clients-transaction',
    title: { zh: '事务：排队、监视与作废', en: 'A transaction: queued, watched, doomed' },
    given: [
      'CLIENT SETNAME shop',
      'SET stock 3',
      'WATCH stock',
      'MULTI',
      'DECR stock',
      'LPUSH orders "order 17"',
      '3> SUBSCRIBE news.cn',
      '3> PSUBSCRIBE news.*',
      '4> BLPOP jobs urgent 0',
      '5> BLPOP jobs 30',
    ],
    shown: '2> SET stock 0',
    ...watched,
    openAt: 'watch.touched',
  },
  {
    id: 'clients-exec',
    title: { zh: 'EXEC 逐条执行队列', en: 'EXEC runs the queue, one by one' },
    given: ['MULTI', 'SET a 1', 'INCR a', 'GET a', '2> PING'],
    shown: 'EXEC',
    ...watched,
    openAt: 'exec.command',
  },
  {
    id: 'clients-served',
    title: { zh: '先等的先得到', en: 'First to wait, first served' },
    given: ['2> BLPOP jobs 0', '3> BLPOP jobs 0', '4> BLPOP jobs other 5'],
    shown: 'RPUSH jobs a',
    ...watched,
    openAt: 'client.unblocked',
  },
  {
    id: 'clients-message',
    title: { zh: '消息飞向订阅者', en: 'A message reaches its receivers' },
    given: ['2> SUBSCRIBE news', '3> PSUBSCRIBE n*', '4> CLIENT TRACKING on BCAST PREFIX user:'],
    shown: 'PUBLISH news "hello"',
    ...watched,
    openAt: 'pubsub.delivered',
  },
  {
    id: 'clients-channels',
    title: { zh: '频道与最近的消息', en: 'Channels and the latest messages' },
    given: [
      '2> SUBSCRIBE news sport',
      '3> PSUBSCRIBE n*',
      '4> SUBSCRIBE news',
      'PUBLISH news one',
      'PUBLISH sport two',
    ],
    shown: 'PUBLISH news three',
    ...watched,
    openAt: 'pubsub.delivered',
  },
  {
    id: 'clients-many',
    title: { zh: '很多客户端', en: 'Many clients' },
    given: ['60> BLPOP queue 0', ...Array.from({ length: 20 }, (_, nth) => `${nth + 2}> BLPOP queue 0`)],
    ...watched,
  },
  {
    id: 'clients-one',
    title: { zh: '刚刚连上', en: 'Just connected' },
    ...watched,
  },
];
export default stories;
