import { describe, expect, it } from 'vitest';
import type { Generation } from '../../protocol/session.ts';
import type { Step } from '../../protocol/steps.ts';
import { bytesOf, compareBytes, latin1 } from '../base/bytes.ts';
import { createEnvironment, type Environment } from '../base/probe.ts';
import { Random } from '../base/random.ts';
import { parseLexRange, parseScoreRange } from '../structures/zset-range.ts';
import { ENCODING_LISTPACK, ENCODING_SKIPLIST, ENCODING_ZIPLIST, type RedisObject } from './object.ts';
import { textBytes } from './text.ts';
import {
  ADD_EXISTING_ONLY,
  ADD_GREATER,
  ADD_INCREMENT,
  ADD_LESS,
  ADD_NEW_ONLY,
  convertToTable,
  createPackedZset,
  createTableZset,
  createZsetFor,
  isPacked,
  packedOf,
  packIfSmall,
  tableOf,
  ZsetAddition,
  type ZsetLimits,
  zsetRank,
  zsetRemove,
  zsetScore,
  zsetSize,
} from './zset.ts';
import { zsetKind } from './zset-kind.ts';
import { nextPair, scoreOf, scoreOfPair } from './zset-packed.ts';
import { countByLex, countByScore, visitByLex, visitByRank, visitByScore } from './zset-walk.ts';

const LRU = 0;

function limitsOf(generation: Generation, entries = 128, valueBytes = 64): ZsetLimits {
  return { entries, valueBytes, generation, onConverted: null };
}

function add(env: Environment, object: RedisObject, limits: ZsetLimits, score: number, member: string): void {
  new ZsetAddition(env, object, 0, limits).add(bytesOf(member), score);
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('worked examples', () => {
  it('a packed set of one', () => {
    const env = createEnvironment(1);
    const object = createPackedZset(env, '7.0', LRU);
    add(env, object, limitsOf('7.0'), 1, 'a');
    expect(hex(packedOf(object).bytes())).toBe('0c000000020081610201 01ff'.replaceAll(' ', ''));
  });

  it('a table of one: found in the dict, linked into the skiplist, the member stored once', () => {
    const env = createEnvironment(1);
    const object = createTableZset(env, LRU);
    add(env, object, limitsOf('7.0'), 1, 'a');
    const { dict, skiplist } = tableOf(object);
    const entry = dict.find(bytesOf('a'))!;
    expect(entry.value).toBe(skiplist.first);
    expect(entry.keyPlace).toBe(skiplist.memberOf(skiplist.first).place);
    expect(skiplist.scoreOf(entry.value)).toBe(1);
  });
});

describe('scores in packed bytes', () => {
  const kept = (generation: Generation, score: number) => {
    const env = createEnvironment(1);
    const object = createPackedZset(env, generation, LRU);
    add(env, object, limitsOf(generation), score, 'a');
    const list = packedOf(object);
    const value = list.value(list.next(list.first()));
    return typeof value === 'object' ? latin1(value) : value;
  };

  it.each([
    [-0, 0, '-0'],
    [12, 12, 12],
    [1.5, '1.5', '1.5'],
    [0.1, '0.10000000000000001', '0.10000000000000001'],
    [1e16, 10000000000000000n, 10000000000000000n],
    [1e17, 100000000000000000n, '1e+17'],
    [2 ** 62, 4611686018427387904n, '4.6116860184273879e+18'],
    [2 ** 62 + 1024, '4.6116860184273889e+18', '4.6116860184273889e+18'],
    [-(2 ** 62), -4611686018427387904n, '-4.6116860184273879e+18'],
    [Number.POSITIVE_INFINITY, 'inf', 'inf'],
    [Number.NEGATIVE_INFINITY, '-inf', '-inf'],
  ])('%d', (score, inListpack, inZiplist) => {
    expect(kept('7.0', score)).toBe(inListpack);
    expect(kept('6.2', score)).toBe(inZiplist);
  });

  it.each([
    ['1.5', 1.5],
    ['7x', 7],
    ['x7', 0],
    ['', 0],
    ['  -3e2y', -300],
    ['1e999', Number.POSITIVE_INFINITY],
    ['-1e-999', -0],
    ['-infinite', Number.NEGATIVE_INFINITY],
    ['nan', Number.NaN],
    ['-NaN(x)', Number.NaN],
    [`1${'0'.repeat(200)}`, 1e126],
  ])('the foreign text %j is read as strtod does', (text, score) => {
    expect(scoreOf(bytesOf(text))).toBe(score);
  });
});

describe('encodings', () => {
  it('a member too many or too long makes a table, before it is added; the way back is not taken', () => {
    const env = createEnvironment(1);
    const conversions: [number, number][] = [];
    const limits = {
      ...limitsOf('7.0', 2, 3),
      onConverted: (from: number, to: number) => conversions.push([from, to]),
    };
    const object = createZsetFor(env, bytesOf('a'), limits, LRU);
    add(env, object, limits, 1, 'a');
    add(env, object, limits, 2, 'bcd');
    add(env, object, limits, 3, 'a');
    expect(object.encoding).toBe(ENCODING_LISTPACK);
    add(env, object, limits, 4, 'c');
    expect(object.encoding).toBe(ENCODING_SKIPLIST);
    zsetRemove(object, bytesOf('c'));
    zsetRemove(object, bytesOf('bcd'));
    expect(object.encoding).toBe(ENCODING_SKIPLIST);
    expect(conversions).toEqual([[ENCODING_LISTPACK, ENCODING_SKIPLIST]]);

    const long = createPackedZset(env, '7.0', LRU);
    add(env, long, limits, 1, 'bcde');
    expect(long.encoding).toBe(ENCODING_SKIPLIST);
    expect(createZsetFor(env, bytesOf('bcde'), limits, LRU).encoding).toBe(ENCODING_SKIPLIST);
    expect(createZsetFor(env, bytesOf('a'), limitsOf('7.0', 0), LRU).encoding).toBe(ENCODING_SKIPLIST);
    expect(createZsetFor(env, bytesOf('a'), limitsOf('6.2'), LRU).encoding).toBe(ENCODING_ZIPLIST);
  });

  it('what was built as a table is packed only if it is small', () => {
    const env = createEnvironment(1);
    const build = (entries: number, valueBytes: number) => {
      const object = createTableZset(env, LRU);
      for (const member of ['b', 'aa', 'c']) add(env, object, limitsOf('7.0'), 1, member);
      packIfSmall(env, object, 2, 4, limitsOf('6.2', entries, valueBytes));
      return object;
    };
    expect(build(3, 2).encoding).toBe(ENCODING_ZIPLIST);
    expect(build(2, 2).encoding).toBe(ENCODING_SKIPLIST);
    expect(build(3, 1).encoding).toBe(ENCODING_SKIPLIST);
  });

  it('a conversion emits no inner steps, but calls back', () => {
    const env = createEnvironment(1);
    const object = createPackedZset(env, '7.0', LRU);
    add(env, object, limitsOf('7.0'), 1, 'a');
    const steps: Step[] = [];
    env.probe = { emit: (step) => steps.push(step) };
    convertToTable(env, object, limitsOf('7.0'));
    expect(steps).toEqual([]);
    add(env, object, limitsOf('7.0'), 2, 'b');
    expect(steps.map(({ type }) => type)).toContain('skiplist.insert');
    expect(steps.map(({ type }) => type)).toContain('dict.insert');
  });
});

it('the options of an addition', () => {
  const env = createEnvironment(1);
  const object = createPackedZset(env, '7.0', LRU);
  const limits = limitsOf('7.0');
  const tried = (flags: number, score: number, member = 'a') => {
    const addition = new ZsetAddition(env, object, flags, limits);
    const isNumber = addition.add(bytesOf(member), score);
    const { added, updated, processed } = addition;
    return [isNumber, added, updated, processed, addition.score];
  };
  for (const encoding of [ENCODING_LISTPACK, ENCODING_SKIPLIST]) {
    if (encoding === ENCODING_SKIPLIST) convertToTable(env, object, limits);
    expect(object.encoding).toBe(encoding);
    expect(tried(ADD_EXISTING_ONLY, 1)).toEqual([true, 0, 0, 0, 0]);
    expect(tried(0, 1)).toEqual([true, 1, 0, 1, 1]);
    expect(tried(0, 1)).toEqual([true, 0, 0, 1, 1]);
    expect(tried(ADD_NEW_ONLY, 5)).toEqual([true, 0, 0, 0, 0]);
    expect(tried(ADD_GREATER, 1)).toEqual([true, 0, 0, 0, 0]);
    expect(tried(ADD_GREATER, 2)).toEqual([true, 0, 1, 1, 2]);
    expect(tried(ADD_LESS, 2)).toEqual([true, 0, 0, 0, 0]);
    expect(tried(ADD_LESS, 1)).toEqual([true, 0, 1, 1, 1]);
    expect(tried(ADD_INCREMENT, 2)).toEqual([true, 0, 1, 1, 3]);
    expect(tried(ADD_INCREMENT, 0)).toEqual([true, 0, 0, 1, 3]);
    expect(tried(0, Number.POSITIVE_INFINITY)).toEqual([true, 0, 1, 1, Number.POSITIVE_INFINITY]);
    expect(tried(ADD_INCREMENT, Number.NEGATIVE_INFINITY)).toEqual([false, 0, 0, 0, 0]);
    expect(zsetScore(object, bytesOf('a'))).toBe(Number.POSITIVE_INFINITY);
    expect(zsetRemove(object, bytesOf('a'))).toBe(true);
    expect(zsetRemove(object, bytesOf('a'))).toBe(false);
  }
});

/** Everything that must hold whatever was done; gives the members with their scores in order. */
function invariants(env: Environment, object: RedisObject): [string, number][] {
  const pairs: [string, number][] = [];
  if (isPacked(object)) {
    const list = packedOf(object);
    expect(list.length % 2).toBe(0);
    for (let pair = list.first(); pair !== -1; pair = nextPair(list, pair)) {
      pairs.push([latin1(textBytes(env.heap, list.value(pair))), scoreOfPair(list, pair)]);
    }
  } else {
    const { dict, skiplist } = tableOf(object);
    expect(dict.size).toBe(skiplist.length);
    for (let node = skiplist.first; node !== 0; node = skiplist.nextOf(node)) {
      const member = skiplist.memberBytesOf(node);
      expect(dict.find(member)?.value).toBe(node);
      pairs.push([latin1(member), skiplist.scoreOf(node)]);
    }
  }
  expect(pairs.length).toBe(zsetSize(object));
  for (let index = 1; index < pairs.length; index++) {
    const [[before, low], [after, high]] = [pairs[index - 1], pairs[index]];
    expect(low < high || (low === high && compareBytes(bytesOf(before), bytesOf(after)) < 0)).toBe(true);
  }
  return pairs;
}

const seed = Number(process.env.PROPERTY_SEED ?? 20_250_101);

describe.each(['7.0', '6.2'] as const)(`generation %s, seed ${seed}`, (generation) => {
  it('equals a sorted array over 5,000 random operations, and gives everything back', () => {
    const env = createEnvironment(seed);
    const random = new Random(seed).stream('zset');
    const before = env.heap.usedBytes;
    const limits = limitsOf(generation, 40, 12);
    let object = createPackedZset(env, generation, LRU);
    let model: [string, number][] = [];
    const sort = () =>
      model.sort(([a, s], [b, t]) => (s === t ? compareBytes(bytesOf(a), bytesOf(b)) : s < t ? -1 : 1));
    const membersSeen: Record<string, number> = {};

    for (let step = 0; step < 5000; step++) {
      const member = random.below(20) === 0 ? 'x'.repeat(random.below(15)) : `m${random.below(60)}`;
      const score = random.below(3) === 0 ? random.below(100) / 8 : random.below(6);
      const known = model.find(([name]) => name === member);
      switch (random.below(5)) {
        case 0:
        case 1: {
          add(env, object, limits, score, member);
          if (known === undefined) model.push([member, score]);
          else known[1] = score;
          sort();
          break;
        }
        case 2: {
          expect(zsetRemove(object, bytesOf(member))).toBe(known !== undefined);
          model = model.filter((pair) => pair !== known);
          break;
        }
        case 3: {
          expect(zsetScore(object, bytesOf(member))).toBe(known?.[1] ?? null);
          const rank = known === undefined ? -1 : model.indexOf(known);
          expect(zsetRank(object, bytesOf(member), false)).toBe(rank);
          expect(zsetRank(object, bytesOf(member), true)).toBe(rank === -1 ? -1 : model.length - 1 - rank);
          break;
        }
        default: {
          const range = parseScoreRange(bytesOf(`${random.below(2) ? '(' : ''}${score}`), bytesOf('9'))!;
          const within = model.filter(([, s]) => (range.minExclusive ? s > score : s >= score) && s <= 9);
          expect(countByScore(object, range)).toBe(within.length);
          const reverse = random.below(2) === 0;
          if (reverse) within.reverse();
          const found: string[] = [];
          const portion = { offset: random.below(3), limit: random.below(6) - 1 };
          visitByScore(object, range, reverse, portion, (text) =>
            found.push(latin1(textBytes(env.heap, text))),
          );
          const end = portion.limit < 0 ? undefined : portion.offset + portion.limit;
          expect(found).toEqual(within.slice(portion.offset, end).map(([name]) => name));
        }
      }
      if (step % 50 !== 0) continue;
      expect(invariants(env, object)).toEqual(model);
      membersSeen[object.encoding] = (membersSeen[object.encoding] ?? 0) + 1;
      const copy = zsetKind.copy(env, object, LRU);
      expect(copy.encoding).toBe(object.encoding);
      expect(invariants(env, copy)).toEqual(model);
      zsetKind.free(env, copy);
      // Now and then from the beginning, or it would be a table for ever.
      if (step % 500 !== 0) continue;
      zsetKind.free(env, object);
      expect(env.heap.usedBytes).toBe(before);
      object = createPackedZset(env, generation, LRU);
      model = [];
    }
    zsetKind.free(env, object);
    expect(env.heap.usedBytes).toBe(before);
    expect(Object.keys(membersSeen)).toHaveLength(2);
  });

  it('ranks and ranges of members agree in both encodings', () => {
    const env = createEnvironment(seed);
    const random = new Random(seed).stream('lex');
    const packed = createPackedZset(env, generation, LRU);
    const table = createTableZset(env, LRU);
    const limits = limitsOf(generation);
    for (let index = 0; index < 60; index++) {
      const member = random.below(2) === 0 ? String(random.below(1000)) : `m${random.below(100)}`;
      for (const object of [packed, table]) add(env, object, limits, 0, member);
    }
    const names = (object: RedisObject, visit: (take: (member: string) => void) => void) => {
      const found: string[] = [];
      visit((member) => found.push(member));
      return [object.encoding === ENCODING_SKIPLIST, found] as const;
    };
    const bounds = ['-', '+', '[m5', '(m5', '[3', '(77', '[m99', '(1'];
    for (const min of bounds) {
      for (const max of bounds) {
        const range = parseLexRange(bytesOf(min), bytesOf(max))!;
        for (const reverse of [false, true]) {
          const [[, a], [, b]] = [packed, table].map((object) =>
            names(object, (take) =>
              visitByLex(object, range, reverse, { offset: 1, limit: 7 }, (text) =>
                take(latin1(textBytes(env.heap, text))),
              ),
            ),
          );
          expect(a).toEqual(b);
        }
        expect(countByLex(packed, range)).toBe(countByLex(table, range));
      }
    }
    for (const [start, count] of [
      [0, 5],
      [3, 10],
      [zsetSize(packed) - 1, 1],
    ]) {
      for (const reverse of [false, true]) {
        const [[, a], [, b]] = [packed, table].map((object) =>
          names(object, (take) =>
            visitByRank(object, start, count, reverse, true, (text) =>
              take(latin1(textBytes(env.heap, text))),
            ),
          ),
        );
        expect(a).toEqual(b);
        expect(a).toHaveLength(count);
      }
    }
  });
});
