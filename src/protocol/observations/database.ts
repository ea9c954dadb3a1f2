/** A database: its two dictionaries and their tables. */
import { observation } from './observation.ts';
import type { DictFacts, EngineReader } from './reader.ts';

const rehashing = 'SET user:{1..5} x';

export const databaseObservations = [
  observation({
    path: 'db<db>.keys',
    value: 'number',
    zh: '键的个数',
    en: 'keys',
    example: { given: rehashing, path: 'db0.keys', reportedBy: ['DBSIZE'] },
    read: (engine, { db }) => used(engine.dict(db, 'keys')),
  }),
  observation({
    path: 'db<db>.keysWith(<prefix>)',
    value: 'number',
    zh: ({ prefix }) => `${prefix} 开头的键`,
    en: ({ prefix }) => `keys that begin with ${prefix}`,
    example: { given: 'SET user:{1..5} x\nSET page:1 x', path: 'db0.keysWith(user:)' },
    read: keysWith,
  }),
  observation({
    path: 'db<db>.volatileKeys',
    value: 'number',
    zh: '带过期时间的键',
    en: 'keys with an expiry',
    example: {
      given: 'SET session:1 ann EX 60\nSET user:1 ann',
      path: 'db0.volatileKeys',
      reportedBy: ['INFO keyspace', 'expires='],
    },
    read: (engine, { db }) => used(engine.dict(db, 'expires')),
  }),
  observation({
    path: 'db<db>.[expires.]rehashIndex',
    value: 'number',
    zh: 'rehashidx',
    en: 'rehashidx',
    sentence: { zh: 'rehashidx 是 {n}', en: 'rehashidx is {n}' },
    sayings: {
      '-1': { zh: '没有在 rehash（rehashidx 是 -1）', en: 'No rehash is under way (rehashidx is -1)' },
      '>=0': {
        zh: '正在 rehash（rehashidx 不再是 -1）',
        en: 'A rehash is under way (rehashidx is no longer -1)',
      },
    },
    note: '-1 if no rehash is running',
    example: { given: rehashing, path: 'db0.rehashIndex' },
    read: (engine, given) => dictOf(engine, given).rehashIndex,
  }),
  observation({
    path: 'db<db>.[expires.]load',
    value: 'number',
    zh: '负载因子',
    en: 'load factor',
    reads: 'value',
    note: 'entries of both tables divided by the buckets of ht[0]; it decides when to grow and shrink',
    example: { given: 'SET user:{1..3} x', path: 'db0.load' },
    read(engine, given) {
      const dict = dictOf(engine, given);
      return dict.tables[0].size === 0 ? 0 : used(dict) / dict.tables[0].size;
    },
  }),
  observation({
    path: 'db<db>.[expires.]ht<table>.size',
    value: 'number',
    zh: ({ table }) => `ht[${table}] 的桶数`,
    en: ({ table }) => `buckets of ht[${table}]`,
    example: { given: rehashing, path: 'db0.ht1.size' },
    read: (engine, given) => dictOf(engine, given).tables[given.table].size,
  }),
  observation({
    path: 'db<db>.[expires.]ht<table>.used',
    value: 'number',
    zh: ({ table }) => `ht[${table}] 的键数`,
    en: ({ table }) => `keys in ht[${table}]`,
    example: { given: rehashing, path: 'db0.ht0.used' },
    read: (engine, given) => dictOf(engine, given).tables[given.table].used,
  }),
  observation({
    path: 'db<db>.[expires.]longestChain',
    value: 'number',
    zh: '最长的链',
    en: 'longest chain',
    sentence: { zh: '最长的链有 {n} 个节点', en: 'The longest chain has {n} entries' },
    note: 'entries in the fullest bucket of both tables',
    example: {
      given: rehashing,
      path: 'db0.longestChain',
      reportedBy: ['DEBUG HTSTATS 0', 'max chain length: '],
    },
    read: longestChain,
  }),
];

/** A view shows at most so many keys. */
const KEYS_SHOWN = 500;

function keysWith(engine: EngineReader, { db, prefix }: { db: number; prefix: string }): number {
  let found = 0;
  let from = 0;
  let keys = 0;
  do {
    const view = engine.view({ kind: 'keyspace', db, window: { from, count: KEYS_SHOWN } });
    found += view?.rows.filter(({ key }) => key.startsWith(prefix)).length ?? 0;
    keys = view?.keys ?? 0;
    from += KEYS_SHOWN;
  } while (from < keys);
  return found;
}

/** A view shows at most so many buckets. */
const BUCKETS_SHOWN = 1024;

function longestChain(engine: EngineReader, { db, expires }: { db: number; expires: boolean }): number {
  let longest = 0;
  let largest = 0;
  let from = 0;
  do {
    const window = { from, count: BUCKETS_SHOWN };
    const which = expires ? 'expires' : 'keys';
    const tables = engine.view({ kind: 'dict', db, which, windows: [window, window] })?.tables ?? [];
    for (const { size, buckets } of tables) {
      largest = Math.max(largest, size);
      for (const chain of buckets) longest = Math.max(longest, chain.length);
    }
    from += BUCKETS_SHOWN;
  } while (from < largest);
  return longest;
}

function dictOf(engine: EngineReader, { db, expires }: { db: number; expires: boolean }): DictFacts {
  return engine.dict(db, expires ? 'expires' : 'keys');
}

function used({ tables }: DictFacts): number {
  return tables[0].used + tables[1].used;
}
