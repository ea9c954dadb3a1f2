/**
 * How many buckets a command moves while the table of a hash or a set is rehashed: one for each dictionary operation on
 * it. Counted on redis-server 7.0.15 with DEBUG HTSTATS-KEY, whose "different slots" of table 0 are the buckets not yet
 * moved; the live test counts again.
 */
export interface ValueRehashCase {
  readonly name: string;
  /** Buckets per command. */
  readonly buckets: number;
  readonly key: 'h' | 's';
  /** Run during the rehash, before counting: additions then go to table 1. */
  readonly during?: (number: number) => readonly string[];
  readonly command: (number: number) => readonly string[];
}

/** This many fill the table; one more starts the rehash. */
const ELEMENTS = 1024;
/** How often each command is run. */
export const VALUE_REHASH_RUNS = 10;

const old = (number: number) => `old:${number}`;
const fresh = (number: number) => `new:${number}`;

/** Fills the hash `h` and the set `s` and starts a rehash of both. */
export function valueRehashFilling(): (readonly string[])[] {
  const names = Array.from({ length: ELEMENTS }, (_, number) => old(number));
  return [
    ['HSET', 'h', ...names.flatMap((name) => [name, 'v'])],
    ['HSET', 'h', 'trigger', 'v'],
    ['SADD', 's', ...names],
    ['SADD', 's', 'trigger'],
    ['SADD', 'small', old(0), old(1), 'none'],
  ];
}

const addField = (number: number) => ['HSET', 'h', fresh(number), 'v'];
const addMember = (number: number) => ['SADD', 's', fresh(number)];

export const valueRehashCases: readonly ValueRehashCase[] = [
  { key: 'h', name: 'HSET of a new field', buckets: 2, command: addField },
  { key: 'h', name: 'HSET of a field', buckets: 1, command: (n) => ['HSET', 'h', old(n), 'w'] },
  { key: 'h', name: 'HSETNX of a new field', buckets: 3, command: (n) => ['HSETNX', 'h', fresh(n), 'v'] },
  { key: 'h', name: 'HSETNX of a field', buckets: 1, command: (n) => ['HSETNX', 'h', old(n), 'v'] },
  { key: 'h', name: 'HINCRBY of a new field', buckets: 3, command: (n) => ['HINCRBY', 'h', fresh(n), '1'] },
  {
    key: 'h',
    name: 'HINCRBYFLOAT of a new field',
    buckets: 3,
    command: (n) => ['HINCRBYFLOAT', 'h', fresh(n), '1'],
  },
  { key: 'h', name: 'HGET', buckets: 1, command: (n) => ['HGET', 'h', old(n)] },
  { key: 'h', name: 'HGET of a missing field', buckets: 1, command: (n) => ['HGET', 'h', fresh(n)] },
  { key: 'h', name: 'HMGET of three', buckets: 3, command: (n) => ['HMGET', 'h', old(n), 'a', 'b'] },
  { key: 'h', name: 'HSTRLEN', buckets: 1, command: (n) => ['HSTRLEN', 'h', old(n)] },
  { key: 'h', name: 'HEXISTS', buckets: 1, command: (n) => ['HEXISTS', 'h', old(n)] },
  { key: 'h', name: 'HDEL', buckets: 1, during: addField, command: (n) => ['HDEL', 'h', fresh(n)] },
  { key: 'h', name: 'HDEL of a missing field', buckets: 1, command: (n) => ['HDEL', 'h', fresh(n)] },
  { key: 'h', name: 'HLEN', buckets: 0, command: () => ['HLEN', 'h'] },
  { key: 'h', name: 'HKEYS', buckets: 0, command: () => ['HKEYS', 'h'] },
  { key: 'h', name: 'HSCAN', buckets: 0, command: () => ['HSCAN', 'h', '0'] },
  { key: 'h', name: 'HRANDFIELD', buckets: 15, command: () => ['HRANDFIELD', 'h'] },
  { key: 'h', name: 'HRANDFIELD of three', buckets: 45, command: () => ['HRANDFIELD', 'h', '3'] },
  { key: 'h', name: 'HRANDFIELD of three repeated', buckets: 45, command: () => ['HRANDFIELD', 'h', '-3'] },
  { key: 'h', name: 'HRANDFIELD of most', buckets: 0, command: () => ['HRANDFIELD', 'h', '700'] },
  { key: 's', name: 'SADD of a new member', buckets: 1, command: addMember },
  { key: 's', name: 'SADD of a member', buckets: 1, command: (n) => ['SADD', 's', old(n)] },
  { key: 's', name: 'SREM', buckets: 1, during: addMember, command: (n) => ['SREM', 's', fresh(n)] },
  { key: 's', name: 'SREM of no member', buckets: 1, command: (n) => ['SREM', 's', fresh(n)] },
  { key: 's', name: 'SISMEMBER', buckets: 1, command: (n) => ['SISMEMBER', 's', old(n)] },
  { key: 's', name: 'SMISMEMBER of two', buckets: 2, command: (n) => ['SMISMEMBER', 's', old(n), 'a'] },
  { key: 's', name: 'SCARD', buckets: 0, command: () => ['SCARD', 's'] },
  { key: 's', name: 'SMEMBERS', buckets: 0, command: () => ['SMEMBERS', 's'] },
  { key: 's', name: 'SSCAN', buckets: 0, command: () => ['SSCAN', 's', '0'] },
  {
    key: 's',
    name: 'SMOVE out',
    buckets: 1,
    during: addMember,
    command: (n) => ['SMOVE', 's', 'small', fresh(n)],
  },
  { key: 's', name: 'SINTER with a small one', buckets: 3, command: () => ['SINTER', 's', 'small'] },
  { key: 's', name: 'SINTERCARD up to one', buckets: 3, command: () => ['SINTERCARD', '2', 's', 'small'] },
  { key: 's', name: 'SUNION', buckets: 0, command: () => ['SUNION', 's', 'small'] },
  { key: 's', name: 'SDIFF minus it', buckets: 3, command: () => ['SDIFF', 'small', 's'] },
  { key: 's', name: 'SDIFF minus itself', buckets: 0, command: () => ['SDIFF', 's', 'small', 's'] },
  { key: 's', name: 'SRANDMEMBER', buckets: 15, command: () => ['SRANDMEMBER', 's'] },
  { key: 's', name: 'SRANDMEMBER of most', buckets: 0, command: () => ['SRANDMEMBER', 's', '700'] },
];
