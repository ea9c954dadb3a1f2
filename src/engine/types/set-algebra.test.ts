import { describe, expect, test } from 'vitest';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { createEnvironment, type Environment } from '../base/probe.ts';
import { Random } from '../base/random.ts';
import type { RedisObject } from './object.ts';
import { ENCODING_HT, ENCODING_INTSET } from './object.ts';
import { releaseObject } from './release.ts';
import { createSetFor, memberBytes, setAdd, setTableOf, visitMembers } from './set.ts';
import {
  difference,
  intersection,
  looksUpRatherThanRemoves,
  type Operands,
  union,
  visitIntersection,
} from './set-algebra.ts';

const LIMITS = { intsetEntries: 512, onConverted: null };
/** Another seed can be tried with PROPERTY_SEED. */
const SEED = Number(process.env.PROPERTY_SEED ?? 20_240_213);

function setOf(env: Environment, members: readonly string[]): RedisObject {
  const object = createSetFor(env, bytesOf(members[0]), 0);
  for (const member of members) setAdd(env, object, bytesOf(member), LIMITS);
  return object;
}

function contents(env: Environment, object: RedisObject): string[] {
  const members: string[] = [];
  visitMembers(object, (member) => members.push(latin1(memberBytes(env.heap, member))) > 0);
  return members.sort();
}

const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => String(from + index));

test('the worked example: which way a difference goes', () => {
  const env = createEnvironment(1);
  const hundred = setOf(env, numbers(0, 100));
  const ten = setOf(env, numbers(0, 10));
  expect(looksUpRatherThanRemoves(hundred, [ten, ten, ten])).toBe(false);
  expect(looksUpRatherThanRemoves(hundred, [ten])).toBe(true);
});

/** Lookups in the tables of the sets, which a rehash under way makes visible. */
function countingLookups(env: Environment, run: () => void): number {
  let lookups = 0;
  env.probe = {
    emit: (step) => {
      if (step.type === 'dict.hash') lookups++;
    },
  };
  run();
  env.probe = null;
  return lookups;
}

describe('the work done', () => {
  test('an intersection walks over the smallest and stops at the first set that lacks a member', () => {
    const env = createEnvironment(1);
    const small = setOf(env, ['a', 'b', 'c']);
    const middle = setOf(env, ['x', 'y', 'z', 'c']);
    const large = setOf(env, [...numbers(0, 50), 'a', 'b', 'c']);
    const lookups = countingLookups(env, () => intersection(env, [large, middle, small], LIMITS, 0));
    // Three in the set of four; only "c" is also looked for in the large one.
    expect(lookups).toBe(4);
  });

  test('a difference that looks up asks the largest first', () => {
    const env = createEnvironment(1);
    const first = setOf(env, ['a', 'b', 'c']);
    const small = setOf(env, ['x']);
    const large = setOf(env, ['a', 'b', 'c', 'd']);
    const lookups = countingLookups(env, () => difference(env, [first, small, large], LIMITS, 0));
    expect(lookups).toBe(3);
  });

  test('a difference that removes does not look into the others, and ends when nothing is left', () => {
    const env = createEnvironment(1);
    const first = setOf(
      env,
      numbers(0, 20).map((number) => `m${number}`),
    );
    const ones = numbers(0, 3).map((number) => setOf(env, [`m${number}`]));
    expect(looksUpRatherThanRemoves(first, ones)).toBe(false);
    expect(countingLookups(env, () => difference(env, [first, ...ones], LIMITS, 0))).toBe(0);
  });

  test('a set among the subtracted that is the first itself ends it at once', () => {
    const env = createEnvironment(1);
    const first = setOf(env, ['a', 'b']);
    const other = setOf(env, ['c']);
    expect(countingLookups(env, () => difference(env, [first, other, first], LIMITS, 0))).toBe(0);
  });

  test('an intersection that is only counted ends at the limit', () => {
    const env = createEnvironment(1);
    const set = setOf(env, numbers(0, 100));
    let taken = 0;
    visitIntersection(env, [set, set], () => ++taken !== 7);
    expect(taken).toBe(7);
  });
});

test('results start as intsets, whatever the sources are', () => {
  const env = createEnvironment(1);
  const table = setOf(env, ['x', '1', '2']);
  const integers = setOf(env, ['1', '2', '3']);
  expect(intersection(env, [table, integers], LIMITS, 0).encoding).toBe(ENCODING_INTSET);
  expect(difference(env, [table, integers], LIMITS, 0).encoding).toBe(ENCODING_HT);
  expect(union(env, [integers, table], LIMITS, 0).encoding).toBe(ENCODING_HT);
  expect(union(env, [integers], { ...LIMITS, intsetEntries: 2 }, 0).encoding).toBe(ENCODING_HT);
  expect(union(env, [null, null], LIMITS, 0).encoding).toBe(ENCODING_INTSET);
});

test(`agrees with plain arrays over 3,000 random operations, seed ${SEED}`, () => {
  const env = createEnvironment(1);
  const stream = new Random(SEED).stream('algebra');
  let removing = 0;
  for (let operation = 0; operation < 3000; operation++) {
    const before = env.heap.usedBytes;
    const sets: (RedisObject | null)[] = [];
    const models: string[][] = [];
    for (let left = 1 + stream.below(4); left > 0; left--) {
      if (sets.length > 0 && stream.below(8) === 0) {
        const same = stream.below(sets.length);
        sets.push(sets[same]);
        models.push(models[same]);
        continue;
      }
      const count = stream.below(stream.below(3) === 0 ? 40 : 8);
      const members = Array.from({ length: count }, () =>
        stream.below(30) === 0 ? `m${stream.below(5)}` : String(stream.below(30)),
      );
      sets.push(members.length === 0 ? null : setOf(env, members));
      models.push([...new Set(members)]);
    }
    const all = [...new Set(models.flat())];
    const inAll = all.filter((member) => models.every((model) => model.includes(member)));
    const left = models[0].filter((member) => !models.slice(1).some((model) => model.includes(member)));
    const check = (what: string, result: RedisObject, expected: string[]) => {
      expect(contents(env, result), `operation ${operation}: ${what}`).toEqual([...expected].sort());
      releaseObject(env, result);
    };
    const operands: Operands = sets;
    check('union', union(env, operands, LIMITS, 0), all);
    check('difference', difference(env, operands, LIMITS, 0), left);
    const [first] = sets;
    const others = sets.slice(1).filter((set) => set !== null);
    if (first !== null && !looksUpRatherThanRemoves(first, others)) removing++;
    const there = sets.filter((set) => set !== null);
    if (there.length === sets.length) check('intersection', intersection(env, there, LIMITS, 0), inAll);
    for (const set of new Set(there)) {
      if (set.encoding === ENCODING_HT) expect(setTableOf(set).pauseRehash).toBe(0);
      releaseObject(env, set);
    }
    expect(env.heap.usedBytes, `operation ${operation}`).toBe(before);
  }
  expect(removing).toBeGreaterThan(50);
});
