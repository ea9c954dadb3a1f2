/** A key that clients take as a lock, with what has become of it since the server started. */
import { observation } from './observation.ts';

/** Client 1 takes the lock for a second, client 2 is refused; it expires, client 2 takes it, client 1 removes it. */
const stolen = [
  'SET lock:order 1 NX PX 1000',
  '2> SET lock:order 2 NX PX 30000',
  '@ 1500 ms',
  '2> SET lock:order 2 NX PX 30000',
].join('\n');
const wronglyReleased = `${stolen}\nDEL lock:order`;
const spared = `${stolen}\nEVAL "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) end return 0" 1 lock:order 1`;

export const lockObservations = [
  observation({
    path: 'db<db>.lock(<key>).holders',
    value: 'number',
    zh: '自认为持有锁的客户端',
    en: 'clients that act as holders',
    note: 'the true one, and those that have not noticed that they lost it',
    example: { given: stolen, path: 'db0.lock(lock:order).holders' },
    read: (engine, { db, key }) => engine.lock(db, key)?.holders ?? null,
  }),
  observation({
    path: 'db<db>.lock(<key>).holder',
    value: 'text',
    zh: '锁现在归谁',
    en: 'lock owner',
    sentence: { zh: '锁现在归客户端 {n}', en: 'The lock belongs to client {n}' },
    sayings: {
      nobody: { zh: '锁现在不归任何客户端', en: 'The lock belongs to nobody' },
    },
    note: 'the number of a client, or nobody',
    example: { given: stolen, path: 'db0.lock(lock:order).holder' },
    read: (engine, { db, key }) => engine.lock(db, key)?.holder ?? null,
  }),
  observation({
    path: 'db<db>.lock(<key>).state',
    value: 'text',
    zh: '锁的状态',
    en: 'the lock is',
    sentence: { zh: '锁的状态是 {n}', en: 'The lock is {n}' },
    sayings: {
      free: { zh: '锁空着，没有人持有', en: 'The lock is free' },
      held: { zh: '锁由一个在线的客户端持有', en: 'A connected client holds the lock' },
      orphaned: {
        zh: '锁还在，但加锁的客户端已经断开',
        en: 'The lock is still there, but the client that took it is gone',
      },
    },
    note: 'free, held or orphaned',
    example: { given: stolen, path: 'db0.lock(lock:order).state' },
    read: (engine, { db, key }) => engine.lock(db, key)?.state ?? null,
  }),
  observation({
    path: 'db<db>.lock(<key>).acquired',
    value: 'number',
    zh: '加锁成功的次数',
    en: 'times taken',
    sentence: { zh: '加锁成功了 {n} 次', en: 'The lock was taken {n} times' },
    example: { given: stolen, path: 'db0.lock(lock:order).acquired' },
    read: (engine, { db, key }) => engine.lock(db, key)?.acquired ?? null,
  }),
  observation({
    path: 'db<db>.lock(<key>).refused',
    value: 'number',
    zh: '加锁失败的次数',
    en: 'refusals',
    sentence: { zh: '加锁被拒绝了 {n} 次', en: 'Taking the lock was refused {n} times' },
    sayings: {
      0: { zh: '没有一次加锁被拒绝', en: 'Taking the lock was never refused' },
    },
    example: { given: stolen, path: 'db0.lock(lock:order).refused' },
    read: (engine, { db, key }) => engine.lock(db, key)?.refused ?? null,
  }),
  observation({
    path: 'db<db>.lock(<key>).wrongReleases',
    value: 'number',
    zh: '误删别人的锁',
    en: 'wrong releases',
    sentence: {
      zh: '别人的锁被误删了 {n} 次',
      en: 'A lock was removed by a client that did not hold it {n} times',
    },
    sayings: {
      0: { zh: '没有人误删别人的锁', en: 'No client removed a lock that it did not hold' },
    },
    note: 'removed by another client',
    example: { given: wronglyReleased, path: 'db0.lock(lock:order).wrongReleases' },
    read: (engine, { db, key }) => engine.lock(db, key)?.wrongReleases ?? null,
  }),
  observation({
    path: 'db<db>.lock(<key>).spared',
    value: 'number',
    zh: '脚本没动别人的锁',
    en: 'releases refused by the token check',
    sentence: {
      zh: '脚本有 {n} 次没动别人的锁',
      en: 'A script left the lock of another client alone {n} times',
    },
    note: 'left alone by a script',
    example: { given: spared, path: 'db0.lock(lock:order).spared' },
    read: (engine, { db, key }) => engine.lock(db, key)?.spared ?? null,
  }),
  observation({
    path: 'db<db>.lock(<key>).expired',
    value: 'number',
    zh: '锁过期的次数',
    en: 'times expired',
    sentence: { zh: '锁过期了 {n} 次', en: 'The lock expired {n} times' },
    example: { given: stolen, path: 'db0.lock(lock:order).expired' },
    read: (engine, { db, key }) => engine.lock(db, key)?.expired ?? null,
  }),
  observation({
    path: 'db<db>.lock(<key>).conflicts',
    value: 'number',
    zh: '两个客户端同时持有',
    en: 'times two clients held it',
    sentence: {
      zh: '两个客户端同时持有锁发生了 {n} 次',
      en: 'Two clients held the lock at the same time {n} times',
    },
    sayings: {
      0: { zh: '没有两个客户端同时持有锁', en: 'Two clients never held the lock at the same time' },
    },
    example: { given: stolen, path: 'db0.lock(lock:order).conflicts' },
    read: (engine, { db, key }) => engine.lock(db, key)?.conflicts ?? null,
  }),
];
