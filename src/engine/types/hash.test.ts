import { describe, expect, test } from 'vitest';
import type { Generation } from '../../protocol/session.ts';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { createEnvironment, type Environment } from '../base/probe.ts';
import { Random } from '../base/random.ts';
import {
  convertToTable,
  createHash,
  type HashLimits,
  hashDelete,
  hashGet,
  hashHas,
  hashLength,
  hashSet,
  isPacked,
  packedOf,
  randomHashPair,
  tableOf,
  visitPairs,
} from './hash.ts';
import { hashKind } from './hash-kind.ts';
import { ENCODING_HT, ENCODING_LISTPACK, ENCODING_ZIPLIST, type RedisObject } from './object.ts';
import { textBytes, textLength } from './text.ts';

const LIMITS: HashLimits = { entries: 512, valueBytes: 64, onConverted: null };
/** Another seed can be tried with PROPERTY_SEED. */
const SEED = Number(process.env.PROPERTY_SEED ?? 20_240_211);

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function contents(env: Environment, object: RedisObject): Map<string, string> {
  const pairs = new Map<string, string>();
  visitPairs(object, (field, value) => {
    pairs.set(latin1(textBytes(env.heap, field)), latin1(textBytes(env.heap, value)));
  });
  return pairs;
}

describe('the worked example', () => {
  test('in 7.0 is a listpack', () => {
    const env = createEnvironment(1);
    const object = createHash(env, '7.0', 0);
    hashSet(env, object, bytesOf('a'), bytesOf('1'), LIMITS);
    expect(object.encoding).toBe(ENCODING_LISTPACK);
    expect(hex(packedOf(object).bytes())).toBe('0c0000000200816102' + '0101' + 'ff');
  });

  test('in 6.2 is a ziplist', () => {
    const env = createEnvironment(1);
    const object = createHash(env, '6.2', 0);
    hashSet(env, object, bytesOf('a'), bytesOf('1'), LIMITS);
    expect(object.encoding).toBe(ENCODING_ZIPLIST);
    expect(hex(packedOf(object).bytes())).toBe('100000000d00000002000001' + '61' + '03f2' + 'ff');
  });
});

describe.each<Generation>(['7.0', '6.2'])('%s', (generation) => {
  const set = (env: Environment, object: RedisObject, field: string, value: string, limits = LIMITS) =>
    hashSet(env, object, bytesOf(field), bytesOf(value), limits);

  test('one field too many makes a table, and it stays one', () => {
    const env = createEnvironment(1);
    const object = createHash(env, generation, 0);
    const limits = { ...LIMITS, entries: 3 };
    for (const field of ['a', 'b', 'c', 'a']) set(env, object, field, 'v', limits);
    expect(isPacked(object)).toBe(true);
    set(env, object, 'd', 'v', limits);
    expect(object.encoding).toBe(ENCODING_HT);
    for (const field of ['b', 'c', 'd']) hashDelete(env, object, bytesOf(field));
    expect(object.encoding).toBe(ENCODING_HT);
    expect([...contents(env, object)]).toEqual([['a', 'v']]);
  });

  test.each([
    ['field', 'f'.repeat(65), 'v'],
    ['value', 'f', 'v'.repeat(65)],
  ])('a long %s makes a table', (_what, field, value) => {
    const env = createEnvironment(1);
    const object = createHash(env, generation, 0);
    set(env, object, 'first', '1');
    set(env, object, field, value);
    expect(object.encoding).toBe(ENCODING_HT);
    expect([...contents(env, object)].sort()).toEqual(
      [
        [field, value],
        ['first', '1'],
      ].sort(),
    );
  });

  test('the callback runs once per conversion, when the table is in place', () => {
    const env = createEnvironment(1);
    const object = createHash(env, generation, 0);
    const conversions: number[][] = [];
    const onConverted = (from: number, to: number) => conversions.push([from, to, object.encoding]);
    for (const field of ['a', 'b', 'c']) set(env, object, field, 'v', { ...LIMITS, entries: 1, onConverted });
    const packed = generation === '7.0' ? ENCODING_LISTPACK : ENCODING_ZIPLIST;
    expect(conversions).toEqual([[packed, ENCODING_HT, ENCODING_HT]]);
  });

  test('a table made of a packed hash is large enough from the start, or grows', () => {
    const env = createEnvironment(1);
    const object = createHash(env, generation, 0);
    for (let index = 0; index < 100; index++) set(env, object, `f${index}`, 'v');
    const table = convertToTable(env, object, LIMITS);
    // 6.2 lets it grow on the way, and it is still carrying buckets over.
    const isNew = generation === '7.0';
    expect(table.slots).toBe(isNew ? 128 : 64 + 128);
    expect(table.isRehashing).toBe(!isNew);
  });

  test('a copy shares nothing, and all memory comes back', () => {
    const env = createEnvironment(1);
    for (const entries of [512, 3]) {
      const object = createHash(env, generation, 5);
      const limits = { ...LIMITS, entries };
      for (let index = 0; index < 20; index++) set(env, object, `f${index}`, `v${index}`, limits);
      const copy = hashKind.copy(env, object, 7);
      expect(copy.encoding).toBe(object.encoding);
      expect(copy.lru).toBe(7);
      expect(contents(env, copy)).toEqual(contents(env, object));
      set(env, object, 'f1', 'changed', limits);
      hashDelete(env, object, bytesOf('f2'));
      expect(contents(env, copy).get('f1')).toBe('v1');
      expect(contents(env, copy).size).toBe(20);
      hashKind.free(env, object);
      expect(contents(env, copy).get('f19')).toBe('v19');
      hashKind.free(env, copy);
    }
    expect(env.heap.usedBytes).toBe(0);
  });

  test(`agrees with a map over 10,000 random operations, seed ${SEED}`, () => {
    const env = createEnvironment(1);
    const stream = new Random(SEED).stream(generation);
    const empty = env.heap.usedBytes;
    let object = createHash(env, generation, 0);
    let model = new Map<string, string>();
    const encodings = new Set<number>();
    for (let operation = 0; operation < 10_000; operation++) {
      const where = `operation ${operation}`;
      env.probe = stream.below(2) === 0 ? null : { emit: () => {} };
      const field = stream.below(20) === 0 ? 'x'.repeat(stream.below(70)) : String(stream.below(40) - 10);
      const value = stream.below(60) === 0 ? 'y'.repeat(stream.below(70)) : String(stream.below(100_000));
      const limits = { entries: 20, valueBytes: 60, onConverted: null };
      switch (stream.below(6)) {
        case 0:
        case 1:
        case 2:
          if (hashSet(env, object, bytesOf(field), bytesOf(value), limits) !== model.has(field)) {
            expect.fail(`${where}: HSET ${field}`);
          }
          model.set(field, value);
          break;
        case 3:
        case 4:
          if (hashDelete(env, object, bytesOf(field)) !== model.delete(field)) {
            expect.fail(`${where}: HDEL ${field}`);
          }
          break;
        default: {
          const found = hashGet(object, bytesOf(field));
          const text = found === null ? undefined : latin1(textBytes(env.heap, found));
          if (text !== model.get(field) || hashHas(object, bytesOf(field)) !== model.has(field)) {
            expect.fail(`${where}: HGET ${field}`);
          }
          if (found !== null && textLength(found) !== text!.length) expect.fail(`${where}: HSTRLEN ${field}`);
        }
      }
      if (hashLength(object) !== model.size) expect.fail(`${where}: ${hashLength(object)} fields`);
      encodings.add(object.encoding);
      if (operation % 50 === 0) {
        expect(contents(env, object), where).toEqual(model);
        if (model.size > 0) {
          const { field: drawn } = randomHashPair(object, stream);
          expect(model.has(latin1(textBytes(env.heap, drawn))), where).toBe(true);
        }
      }
      if (stream.below(200) === 0) {
        hashKind.free(env, object);
        expect(env.heap.usedBytes, where).toBe(empty);
        object = createHash(env, generation, 0);
        model = new Map();
      }
    }
    expect(encodings.size).toBe(2);
  });
});

describe('what MEMORY USAGE counts', () => {
  test('packed: the object and the slot the bytes lie in', () => {
    const env = createEnvironment(1);
    const object = createHash(env, '7.0', 0);
    hashSet(env, object, bytesOf('f'), bytesOf('v'), LIMITS);
    expect(hashKind.bytes(object, 5)).toBe(16 + 16);
  });

  test('a table: tables and, from a sample, entries with both strings', () => {
    const env = createEnvironment(1);
    const object = createHash(env, '7.0', 0);
    convertToTable(env, object, LIMITS);
    for (let index = 0; index < 10; index++) {
      hashSet(env, object, bytesOf(`f${index}`), bytesOf('v'.repeat(index < 5 ? 1 : 100)), LIMITS);
    }
    const { slots } = tableOf(object);
    expect(hashKind.bytes(object, 0)).toBe(16 + 56 + slots * 8 + 10 * (24 + 8) + 5 * 8 + 5 * 112);
    const sampled = hashKind.bytes(object, 1);
    expect([24 + 8 + 8, 24 + 8 + 112].map((each) => 16 + 56 + slots * 8 + 10 * each)).toContain(sampled);
  });

  test('an empty table is no division by nothing', () => {
    const env = createEnvironment(1);
    const object = createHash(env, '7.0', 0);
    convertToTable(env, object, LIMITS);
    expect(hashKind.bytes(object, 5)).toBe(16 + 56 + 4 * 8);
  });
});
