/**
 * The value of a documented complexity for one run: which figure of the run each of its letters stands for, and the
 * value of the formula. With an unknown figure the formula has no value.
 */
import type { CostRow } from '../../../protocol/views.ts';

/** A figure of the run that a letter may stand for. */
export type Measure =
  /** Elements of the (first) key, bytes of a string. */
  | 'size'
  /** Elements of all keys together, those of the smallest, and those of the other keys. */
  | 'sizes'
  | 'smallest'
  | 'keys'
  | 'keysInDb'
  /** The number of keys, and the elements of those that are no strings, which DEL must free. */
  | 'contents'
  /** Members, fields or values given. */
  | 'given'
  | 'pairs'
  | 'answered'
  | 'answeredPairs'
  | 'changed';

type Letter = 'N' | 'M' | 'K' | 'S';

const size = { N: 'size' } as const;
const keys = { N: 'keys' } as const;
const given = { N: 'given' } as const;
const answered = { N: 'answered' } as const;
const ranged = { N: 'size', M: 'answered' } as const;

/** The meaning of the letters, by command. Commands of O(1) need none. */
const letters: Readonly<Record<string, Partial<Record<Letter, Measure>>>> = {
  mget: keys,
  mset: keys,
  msetnx: keys,
  del: { N: 'contents' },
  exists: keys,
  touch: keys,
  bitcount: size,
  bitpos: size,
  lindex: size,
  lpos: size,
  lset: size,
  linsert: size,
  ltrim: { N: 'changed' },
  lrem: { N: 'size', M: 'changed' },
  lrange: { S: 'size', N: 'answered' },
  lpop: answered,
  rpop: answered,
  hset: { N: 'pairs' },
  hmset: { N: 'pairs' },
  hdel: given,
  hmget: given,
  hgetall: size,
  hkeys: size,
  hvals: size,
  sadd: given,
  srem: given,
  smismember: given,
  smembers: size,
  spop: answered,
  srandmember: answered,
  sunion: { N: 'sizes' },
  sdiff: { N: 'sizes' },
  sinter: { N: 'smallest', M: 'keys' },
  zadd: size,
  zincrby: size,
  zcount: size,
  zlexcount: size,
  zrank: size,
  zrevrank: size,
  geoadd: size,
  geodist: size,
  zmscore: given,
  zrem: { N: 'size', M: 'given' },
  zrange: ranged,
  zrevrange: ranged,
  zrangebyscore: ranged,
  zrevrangebyscore: ranged,
  zrangebylex: ranged,
  zrevrangebylex: ranged,
  zremrangebyrank: { N: 'size', M: 'changed' },
  zremrangebyscore: { N: 'size', M: 'changed' },
  zremrangebylex: { N: 'size', M: 'changed' },
  zpopmin: { N: 'size', M: 'answeredPairs' },
  zpopmax: { N: 'size', M: 'answeredPairs' },
  keys: { N: 'keysInDb' },
  flushdb: { N: 'keysInDb' },
  subscribe: given,
};

export interface Variable {
  readonly letter: Letter;
  readonly measure: Measure;
  readonly value: number;
}

export interface Prediction {
  readonly variables: readonly Variable[];
  /** The value of the formula; null if a letter has no figure, or the words are no formula. */
  readonly value: number | null;
}

export function predict(row: CostRow): Prediction {
  const named = letters[row.name] ?? {};
  const variables = (Object.entries(named) as [Letter, Measure][]).map(([letter, measure]) => ({
    letter,
    measure,
    value: measured(row, measure),
  }));
  const values = Object.fromEntries(variables.map(({ letter, value }) => [letter, value]));
  return { variables, value: valueOfFormula(row.complexity, values) };
}

function measured(row: CostRow, measure: Measure): number {
  const sizes = row.keys.map(({ size }) => size);
  switch (measure) {
    case 'size':
      return sizes[0] ?? 0;
    case 'sizes':
      return sizes.reduce((sum, each) => sum + each, 0);
    case 'smallest':
      return sizes.length === 0 ? 0 : Math.min(...sizes);
    case 'keys':
      return row.keyCount;
    case 'keysInDb':
      return row.keysInDb;
    case 'contents':
      return row.keys.reduce((sum, { type, size }) => (type === 'string' ? sum : sum + size), row.keyCount);
    case 'given':
      return Math.max(0, row.argumentCount - 1 - row.keyCount);
    case 'pairs':
      return Math.max(0, Math.floor((row.argumentCount - 1 - row.keyCount) / 2));
    case 'answered':
      // The reply has scores beside their members.
      return /\bWITHSCORES\b/i.test(row.command) ? row.replyElements / 2 : row.replyElements;
    case 'answeredPairs':
      return Math.floor(row.replyElements / 2);
    case 'changed':
      return row.changes;
  }
}

/** Sums of products of letters, numbers and logarithms to the base of 2, as in `O(log(N)+M)`. */
export function valueOfFormula(complexity: string, values: Readonly<Record<string, number>>): number | null {
  const sums = [...complexity.matchAll(/O\(((?:[^()]|\([^()]*\))*)\)/g)].map(([, inside]) => inside);
  if (
    sums.length === 0 ||
    complexity
      .replace(/O\(((?:[^()]|\([^()]*\))*)\)/g, '')
      .replaceAll('+', '')
      .trim() !== ''
  ) {
    return null;
  }
  let total = 0;
  for (const sum of sums) {
    for (const product of sum.split('+')) {
      let value = 1;
      for (const factor of product.split('*')) {
        const known = valueOfFactor(factor.trim(), values);
        if (known === null) return null;
        value *= known;
      }
      total += value;
    }
  }
  return total;
}

function valueOfFactor(factor: string, values: Readonly<Record<string, number>>): number | null {
  if (/^\d+$/.test(factor)) return Number(factor);
  const logarithm = /^log(?:\(([A-Z])\)| ([A-Z]))$/.exec(factor);
  const letter = logarithm === null ? factor : (logarithm[1] ?? logarithm[2]);
  const value = values[letter];
  if (value === undefined) return null;
  return logarithm === null ? value : Math.log2(Math.max(1, value) + 1);
}
