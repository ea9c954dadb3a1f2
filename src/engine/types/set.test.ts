import { describe, expect, test } from 'vitest';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { createEnvironment, type Environment } from '../base/probe.ts';
import { Random } from '../base/random.ts';
import { ENCODING_HT, ENCODING_INTSET, type RedisObject } from './object.ts';
import {
  createSetFor,
  intsetOf,
  isIntset,
  memberBytes,
  randomMember,
  type SetLimits,
  setAdd,
  setHas,
  setRemove,
  setSize,
  setTableOf,
  visitMembers,
} from './set.ts';
import { setKind } from './set-kind.ts';

const LIMITS: SetLimits = { intsetEntries: 512, onConverted: null };
/** Another seed can be tried with PROPERTY_SEED. */
const SEED = Number(process.env.PROPERTY_SEED ?? 20_240_212);

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function setOf(env: Environment, members: readonly string[], limits = LIMITS): RedisObject {
  const object = createSetFor(env, bytesOf(members[0]), 0);
  for (const member of members) setAdd(env, object, bytesOf(member), limits);
  return object;
}

function contents(env: Environment, object: RedisObject): string[] {
  const members: string[] = [];
  visitMembers(object, (member) => members.push(latin1(memberBytes(env.heap, member))) > 0);
  return members;
}

test('the worked example', () => {
  const env = createEnvironment(1);
  const object = setOf(env, ['3', '1', '2']);
  expect(object.encoding).toBe(ENCODING_INTSET);
  expect(hex(intsetOf(object).bytes())).toBe('0200000003000000' + '010002000300');
});

test.each([
  [['1'], ENCODING_INTSET],
  [['-9223372036854775808', '9223372036854775807'], ENCODING_INTSET],
  [['9223372036854775808'], ENCODING_HT],
  [['007'], ENCODING_HT],
  [[''], ENCODING_HT],
  [['1', 'a'], ENCODING_HT],
  [['1', '2', '3', '4'], ENCODING_HT],
  [['1', '2', '3', '3'], ENCODING_INTSET],
])('%j has encoding %d where three integers are allowed', (members, encoding) => {
  const env = createEnvironment(1);
  const object = setOf(env, members, { ...LIMITS, intsetEntries: 3 });
  expect(object.encoding).toBe(encoding);
  expect(contents(env, object).sort()).toEqual([...new Set(members)].sort());
});

test('the callback runs once per conversion, when the table is in place', () => {
  const env = createEnvironment(1);
  const object = setOf(env, ['1']);
  const conversions: number[][] = [];
  const onConverted = (from: number, to: number) => conversions.push([from, to, object.encoding]);
  for (const member of ['2', 'a', 'b', '3']) {
    setAdd(env, object, bytesOf(member), { ...LIMITS, onConverted });
  }
  expect(conversions).toEqual([[ENCODING_INTSET, ENCODING_HT, ENCODING_HT]]);
});

test('a table made of an intset is large enough from the start', () => {
  const env = createEnvironment(1);
  const object = setOf(
    env,
    Array.from({ length: 100 }, (_, index) => String(index)),
  );
  setAdd(env, object, bytesOf('a'), LIMITS);
  expect(setTableOf(object).tables[0].size).toBe(128);
  expect(setTableOf(object).isRehashing).toBe(false);
});

test('a table that has become too empty shrinks', () => {
  const env = createEnvironment(1);
  const names = Array.from({ length: 1000 }, (_, index) => `m${index}`);
  const object = setOf(env, names);
  for (const name of names.slice(5)) setRemove(object, bytesOf(name));
  expect(setTableOf(object).isRehashing).toBe(true);
  // Every operation carries a bucket over.
  for (let lookups = 0; lookups < 200; lookups++) setHas(object, bytesOf('m0'));
  expect(setTableOf(object).slots).toBe(128);
  expect(contents(env, object).sort()).toEqual(names.slice(0, 5));
});

test('a visit ends when the callback says so', () => {
  const env = createEnvironment(1);
  for (const members of [
    ['1', '2', '3'],
    ['a', 'b', 'c'],
  ]) {
    let visited = 0;
    const object = setOf(env, members);
    visitMembers(object, () => ++visited < 2);
    expect(visited).toBe(2);
    if (!isIntset(object)) expect(setTableOf(object).pauseRehash).toBe(0);
  }
});

test('a copy shares nothing, and all memory comes back', () => {
  const env = createEnvironment(1);
  for (const members of [
    ['1', '2', '70000'],
    ['a', 'b', 'c', 'd', 'e', '1'],
  ]) {
    const object = setOf(env, members);
    const copy = setKind.copy(env, object, 7);
    expect(copy.encoding).toBe(object.encoding);
    expect(copy.lru).toBe(7);
    setRemove(object, bytesOf('1'));
    expect(contents(env, copy).sort()).toEqual([...members].sort());
    setKind.free(env, object);
    expect(contents(env, copy).sort()).toEqual([...members].sort());
    setKind.free(env, copy);
  }
  expect(env.heap.usedBytes).toBe(0);
});

test(`agrees with a set of JavaScript's over 10,000 random operations, seed ${SEED}`, () => {
  const env = createEnvironment(1);
  const stream = new Random(SEED).stream('set');
  const limits = { intsetEntries: 20, onConverted: null };
  let object = createSetFor(env, bytesOf('1'), 0);
  let model = new Set<string>();
  const encodings = new Set<number>();
  for (let operation = 0; operation < 10_000; operation++) {
    const where = `operation ${operation}`;
    env.probe = stream.below(2) === 0 ? null : { emit: () => {} };
    const number = stream.below(10) === 0 ? stream.below(2 ** 40) - 2 ** 39 : stream.below(50) - 25;
    const member = stream.below(200) === 0 ? `m${number}` : String(number);
    switch (stream.below(5)) {
      case 0:
      case 1:
        if (setAdd(env, object, bytesOf(member), limits) === model.has(member)) expect.fail(where);
        model.add(member);
        break;
      case 2:
      case 3:
        if (setRemove(object, bytesOf(member)) !== model.delete(member)) expect.fail(where);
        break;
      default:
        if (setHas(object, bytesOf(member)) !== model.has(member)) expect.fail(where);
    }
    if (setSize(object) !== model.size) expect.fail(`${where}: ${setSize(object)} members`);
    encodings.add(object.encoding);
    if (operation % 50 === 0) {
      expect(contents(env, object).sort(), where).toEqual([...model].sort());
      if (model.size > 0) {
        expect(model.has(latin1(memberBytes(env.heap, randomMember(object, stream)))), where).toBe(true);
      }
    }
    if (stream.below(200) === 0) {
      setKind.free(env, object);
      expect(env.heap.usedBytes, where).toBe(0);
      object = createSetFor(env, bytesOf('1'), 0);
      model = new Set();
    }
  }
  expect(encodings.size).toBe(2);
});

describe('what MEMORY USAGE counts', () => {
  test('an intset: the object and the slot the integers lie in', () => {
    const env = createEnvironment(1);
    expect(setKind.bytes(setOf(env, ['1', '2', '3', '4', '5']), 5)).toBe(16 + 32);
  });

  test('a table: tables and entries with their members', () => {
    const env = createEnvironment(1);
    const object = setOf(env, ['a', 'b', 'c'.repeat(40)]);
    expect(setKind.bytes(object, 0)).toBe(16 + 56 + 4 * 8 + 3 * 24 + 8 + 8 + 48);
  });
});
