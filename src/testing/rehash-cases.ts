/**
 * How many buckets a command moves while the main dictionary is rehashed: one for each dictionary operation on it.
 * Counted on redis-server 7.0.15 with DEBUG HTSTATS, whose "different slots" of table 0 are the buckets not yet moved;
 * the live test counts again.
 */
export interface RehashCase {
  readonly name: string;
  /** Buckets per command. */
  readonly buckets: number;
  /** Run before the rehash begins, to make keys. */
  readonly before?: readonly (readonly string[])[];
  /** Run during it, before counting; new keys go to table 1, so that removing them counts nothing. */
  readonly during?: (number: number) => readonly string[];
  readonly command: (number: number) => readonly string[];
}

/** The keys `key:0` to `key:4095` fill the table; one more starts the rehash. */
export const REHASH_KEYS = 4096;
export const REHASH_TRIGGER: readonly string[] = ['SET', 'trigger', '1'];
/** How often each command is run. */
export const REHASH_RUNS = 100;

const fresh = (number: number) => `new:${number}`;
const old = (number: number) => `key:${number}`;
const makeFresh = (number: number) => ['SET', fresh(number), 'v'];
const makeList = (number: number) => ['RPUSH', fresh(number), 'a', 'b'];
const makeHash = (number: number) => ['HSET', fresh(number), 'f', 'v'];
const makeSet = (number: number) => ['SADD', fresh(number), '1'];
const makeSet10 = (number: number) => ['SADD', fresh(number), ...'0123456789'];

export const rehashCases: readonly RehashCase[] = [
  { name: 'SET of a new key', buckets: 3, command: (n) => ['SET', fresh(n), 'v'] },
  { name: 'SET of an existing key', buckets: 3, command: (n) => ['SET', old(n), 'v'] },
  { name: 'SET EX of a new key', buckets: 4, command: (n) => ['SET', fresh(n), 'v', 'EX', '1000'] },
  { name: 'SET EX of an existing key', buckets: 4, command: (n) => ['SET', old(n), 'v', 'EX', '1000'] },
  { name: 'SET KEEPTTL of an existing key', buckets: 2, command: (n) => ['SET', old(n), 'v', 'KEEPTTL'] },
  { name: 'SET GET of an existing key', buckets: 4, command: (n) => ['SET', old(n), 'v', 'GET'] },
  { name: 'SET NX of an existing key', buckets: 1, command: (n) => ['SET', old(n), 'v', 'NX'] },
  { name: 'SETNX of a new key', buckets: 3, command: (n) => ['SETNX', fresh(n), 'v'] },
  { name: 'SETEX of a new key', buckets: 4, command: (n) => ['SETEX', fresh(n), '1000', 'v'] },
  { name: 'GET of an existing key', buckets: 1, command: (n) => ['GET', old(n)] },
  { name: 'GET of a missing key', buckets: 1, command: (n) => ['GET', fresh(n)] },
  { name: 'MGET of three', buckets: 3, command: (n) => ['MGET', old(n), fresh(n), old(n + 1)] },
  { name: 'MSET of a new key', buckets: 3, command: (n) => ['MSET', fresh(n), 'v'] },
  { name: 'MSET of an existing key', buckets: 3, command: (n) => ['MSET', old(n), 'v'] },
  { name: 'MSETNX of a new key', buckets: 4, command: (n) => ['MSETNX', fresh(n), 'v'] },
  { name: 'GETSET of an existing key', buckets: 4, command: (n) => ['GETSET', old(n), 'v'] },
  { name: 'GETDEL', buckets: 2, during: makeFresh, command: (n) => ['GETDEL', fresh(n)] },
  { name: 'GETEX with a new expiry', buckets: 2, command: (n) => ['GETEX', old(n), 'EX', '1000'] },
  { name: 'GETEX PERSIST', buckets: 2, command: (n) => ['GETEX', old(n), 'PERSIST'] },
  { name: 'GETEX alone', buckets: 1, command: (n) => ['GETEX', old(n)] },
  { name: 'APPEND to a new key', buckets: 2, command: (n) => ['APPEND', fresh(n), 'v'] },
  { name: 'APPEND to an embstr', buckets: 2, command: (n) => ['APPEND', old(n), 'v'] },
  {
    name: 'APPEND to a raw',
    buckets: 1,
    before: [
      ['DEL', old(4095)],
      ['SETRANGE', 'raw', '1', 'v'],
    ],
    command: () => ['APPEND', 'raw', 'v'],
  },
  { name: 'SETRANGE of a new key', buckets: 2, command: (n) => ['SETRANGE', fresh(n), '3', 'v'] },
  { name: 'STRLEN', buckets: 1, command: (n) => ['STRLEN', old(n)] },
  { name: 'GETRANGE', buckets: 1, command: (n) => ['GETRANGE', old(n), '0', '1'] },
  { name: 'INCR of a new key', buckets: 2, command: (n) => ['INCR', fresh(n)] },
  { name: 'INCR of a shared integer', buckets: 2, command: () => ['INCR', 'trigger'] },
  {
    name: 'INCR in place',
    buckets: 1,
    before: [
      ['DEL', old(4095)],
      ['SET', 'large', '100000'],
    ],
    command: () => ['INCR', 'large'],
  },
  { name: 'INCRBYFLOAT', buckets: 2, command: () => ['INCRBYFLOAT', 'trigger', '1.5'] },
  { name: 'LCS', buckets: 2, command: (n) => ['LCS', old(n), old(n + 1)] },
  { name: 'DEL of an existing key', buckets: 1, during: makeFresh, command: (n) => ['DEL', fresh(n)] },
  { name: 'DEL of a missing key', buckets: 1, command: (n) => ['DEL', fresh(n)] },
  { name: 'UNLINK of an existing key', buckets: 1, during: makeFresh, command: (n) => ['UNLINK', fresh(n)] },
  { name: 'EXISTS', buckets: 1, command: (n) => ['EXISTS', old(n)] },
  { name: 'TOUCH', buckets: 1, command: (n) => ['TOUCH', old(n)] },
  { name: 'TYPE', buckets: 1, command: (n) => ['TYPE', old(n)] },
  { name: 'EXPIRE', buckets: 2, command: (n) => ['EXPIRE', old(n), '1000'] },
  { name: 'EXPIRE with a condition', buckets: 2, command: (n) => ['EXPIRE', old(n), '1000', 'NX'] },
  { name: 'EXPIRE in the past', buckets: 2, during: makeFresh, command: (n) => ['EXPIRE', fresh(n), '-1'] },
  { name: 'EXPIRE of a missing key', buckets: 1, command: (n) => ['EXPIRE', fresh(n), '1000'] },
  { name: 'PERSIST', buckets: 2, command: (n) => ['PERSIST', old(n)] },
  { name: 'TTL', buckets: 1, command: (n) => ['TTL', old(n)] },
  {
    name: 'RENAME to a new name',
    buckets: 4,
    during: makeFresh,
    command: (n) => ['RENAME', fresh(n), `other:${n}`],
  },
  {
    name: 'RENAME over another',
    buckets: 5,
    during: makeFresh,
    command: (n) => ['RENAME', fresh(n), fresh(n + 1)],
  },
  { name: 'COPY to a new key', buckets: 3, command: (n) => ['COPY', old(n), fresh(n)] },
  {
    name: 'COPY over another',
    buckets: 4,
    during: makeFresh,
    command: (n) => ['COPY', old(n), fresh(n), 'REPLACE'],
  },
  { name: 'MOVE', buckets: 2, during: makeFresh, command: (n) => ['MOVE', fresh(n), '1'] },
  { name: 'OBJECT ENCODING', buckets: 1, command: (n) => ['OBJECT', 'ENCODING', old(n)] },
  { name: 'SCAN', buckets: 0, command: () => ['SCAN', '0', 'COUNT', '1'] },
  { name: 'KEYS', buckets: 0, command: () => ['KEYS', 'nothing'] },
  { name: 'HSET of a new key', buckets: 2, command: (n) => ['HSET', fresh(n), 'f', 'v'] },
  { name: 'HSET of a hash', buckets: 1, during: makeHash, command: (n) => ['HSET', fresh(n), 'f', 'w'] },
  { name: 'HINCRBY of a new key', buckets: 2, command: (n) => ['HINCRBY', fresh(n), 'f', '1'] },
  { name: 'HGET', buckets: 1, during: makeHash, command: (n) => ['HGET', fresh(n), 'f'] },
  { name: 'HDEL of the last field', buckets: 2, during: makeHash, command: (n) => ['HDEL', fresh(n), 'f'] },
  { name: 'SADD to a new key', buckets: 2, command: (n) => ['SADD', fresh(n), '1'] },
  { name: 'SREM of the last member', buckets: 2, during: makeSet, command: (n) => ['SREM', fresh(n), '1'] },
  {
    name: 'SMOVE to a new key',
    buckets: 4,
    during: makeSet,
    command: (n) => ['SMOVE', fresh(n), `other:${n}`, '1'],
  },
  { name: 'SINTER of two', buckets: 2, during: makeSet, command: (n) => ['SINTER', fresh(n), fresh(n + 1)] },
  {
    name: 'SUNIONSTORE to a new key',
    buckets: 4,
    during: makeSet,
    command: (n) => ['SUNIONSTORE', `other:${n}`, fresh(n)],
  },
  {
    name: 'SDIFFSTORE of nothing',
    buckets: 3,
    during: makeSet,
    command: (n) => ['SDIFFSTORE', `other:${n}`, fresh(n), fresh(n)],
  },
  { name: 'SPOP of all', buckets: 3, during: makeSet, command: (n) => ['SPOP', fresh(n), '9'] },
  { name: 'SPOP of most', buckets: 2, during: makeSet10, command: (n) => ['SPOP', fresh(n), '9'] },
  { name: 'RPUSH to a new key', buckets: 2, command: (n) => ['RPUSH', fresh(n), 'a', 'b'] },
  { name: 'LPUSH to a list', buckets: 1, during: makeList, command: (n) => ['LPUSH', fresh(n), 'c'] },
  { name: 'LPUSHX to nothing', buckets: 1, command: (n) => ['LPUSHX', fresh(n), 'c'] },
  { name: 'LPOP', buckets: 1, during: makeList, command: (n) => ['LPOP', fresh(n)] },
  { name: 'RPOP of all', buckets: 2, during: makeList, command: (n) => ['RPOP', fresh(n), '2'] },
  { name: 'LRANGE', buckets: 1, during: makeList, command: (n) => ['LRANGE', fresh(n), '0', '-1'] },
  { name: 'LINSERT', buckets: 1, during: makeList, command: (n) => ['LINSERT', fresh(n), 'AFTER', 'a', 'c'] },
  { name: 'LREM of one', buckets: 1, during: makeList, command: (n) => ['LREM', fresh(n), '0', 'a'] },
  { name: 'LTRIM of all', buckets: 2, during: makeList, command: (n) => ['LTRIM', fresh(n), '5', '9'] },
  {
    name: 'LMOVE to a new key',
    buckets: 3,
    during: makeList,
    command: (n) => ['LMOVE', fresh(n), `other:${n}`, 'LEFT', 'LEFT'],
  },
  {
    name: 'LMPOP of all in the second',
    buckets: 3,
    during: makeList,
    command: (n) => ['LMPOP', '2', `other:${n}`, fresh(n), 'LEFT', 'COUNT', '2'],
  },
  { name: 'DUMP', buckets: 1, command: (n) => ['DUMP', old(n)] },
  { name: 'SORT', buckets: 1, during: makeList, command: (n) => ['SORT', fresh(n), 'ALPHA'] },
  {
    name: 'SORT by other keys',
    buckets: 5,
    during: makeList,
    command: (n) => ['SORT', fresh(n), 'BY', 'weight_*', 'GET', 'name_*'],
  },
  {
    name: 'SORT to a new key',
    buckets: 4,
    during: makeList,
    command: (n) => ['SORT', fresh(n), 'ALPHA', 'STORE', `other:${n}`],
  },
];
