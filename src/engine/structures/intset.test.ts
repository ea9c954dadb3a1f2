import { describe, expect, it } from 'vitest';
import type { Step } from '../../protocol/steps.ts';
import { latin1 } from '../base/bytes.ts';
import { sizeClass } from '../base/heap.ts';
import { type Int64, normalizeInt64, parseInteger } from '../base/numbers.ts';
import { createEnvironment } from '../base/probe.ts';
import { Random, type RandomStream } from '../base/random.ts';
import { Intset, isValidIntset } from './intset.ts';
import { describeIntset } from './intset-describe.ts';
import { blobOf, recordedSets } from './packed.recorded.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const spaced = (bytes: Uint8Array) => hex(bytes).replace(/(..)(?=.)/g, '$1 ');

function intsetOf(...values: Int64[]): Intset {
  const set = Intset.create(createEnvironment(1));
  for (const value of values) set.add(value);
  return set;
}

function valuesOf(set: Intset): Int64[] {
  return Array.from({ length: set.length }, (_, index) => set.get(index));
}

describe('worked example', () => {
  it('holds 5, 1 and -3 sorted in two bytes each', () => {
    expect(spaced(intsetOf(5, 1, -3).bytes())).toBe('02 00 00 00 03 00 00 00 fd ff 01 00 05 00');
  });

  it('becomes four bytes wide for 65535', () => {
    const set = intsetOf(5, 1, -3, 65535);
    expect(spaced(set.bytes())).toBe(
      '04 00 00 00 04 00 00 00 fd ff ff ff 01 00 00 00 05 00 00 00 ff ff 00 00',
    );
    expect(set.allocationBytes).toBe(32);
  });
});

describe('recorded from the server', () => {
  it.each(['7.0', '6.2'] as const)('in %s', (generation) => {
    for (const { elements, dump } of recordedSets(generation)) {
      const set = intsetOf(...elements.map((bytes) => parseInteger(bytes)!));
      expect(hex(set.bytes())).toBe(hex(blobOf(dump)));
    }
    expect(recordedSets(generation)).toHaveLength(4);
  });
});

describe('upgrade', () => {
  it('happens at the first integer that does not fit, and is not taken back', () => {
    const set = intsetOf(1);
    const widths = [32767, -32768, 32768, -2147483648, 2147483648].map((value) => {
      set.add(value);
      return set.widthBytes;
    });
    expect(widths).toEqual([2, 2, 4, 4, 8]);
    set.remove(2147483648);
    expect(set.widthBytes).toBe(8);
    expect(valuesOf(set)).toEqual([-2147483648, -32768, 1, 32767, 32768]);
  });

  it('puts a negative one in front and any other at the end', () => {
    const steps: Step[] = [];
    const set = intsetOf(1, 2);
    set.env.probe = { emit: (step) => steps.push(step) };
    set.add(-100_000);
    set.add(2n ** 60n);
    expect(valuesOf(set)).toEqual([-100_000, 1, 2, 2n ** 60n]);
    expect(steps.filter(({ type }) => type === 'intset.upgrade')).toMatchObject([
      { fromWidthBytes: 2, toWidthBytes: 4, value: '-100000', index: 0 },
      { fromWidthBytes: 4, toWidthBytes: 8, value: '1152921504606846976', index: 3 },
    ]);
  });

  it('holds both ends of 64 bits', () => {
    const ends = [-(2n ** 63n), -(2n ** 53n), 0, 2 ** 53 - 1, 2n ** 53n, 2n ** 63n - 1n];
    expect(valuesOf(intsetOf(...[...ends].reverse()))).toEqual(ends);
    expect(ends.every((value) => intsetOf(...ends).has(value))).toBe(true);
  });
});

describe('search', () => {
  it('emits every integer it compares', () => {
    const steps: Step[] = [];
    const set = intsetOf(10, 20, 30, 40, 50);
    set.env.probe = { emit: (step) => steps.push(step) };
    expect([set.has(20), set.has(99), set.has(-1), set.has(100_000)]).toEqual([true, false, false, false]);
    expect(
      steps.map((step) =>
        step.type === 'intset.search' ? `${step.low}-${step.high} ${step.value} ${step.order}` : '',
      ),
    ).toEqual(['0-4 30 before', '0-1 10 after', '1-1 20 match', '0-4 50 after', '0-4 10 before']);
  });

  it('draws every integer at random', () => {
    const set = intsetOf(1, 2, 3);
    const stream = new Random(5).stream('draw');
    const drawn = new Set(Array.from({ length: 100 }, () => set.random(stream)));
    expect([...drawn].sort()).toEqual([1, 2, 3]);
  });
});

describe('describe', () => {
  it('labels every byte', () => {
    expect(describeIntset(intsetOf(7, -1).bytes())).toEqual([
      { role: 'width', offset: 0, sizeBytes: 4, entry: -1, value: '2' },
      { role: 'length', offset: 4, sizeBytes: 4, entry: -1, value: '2' },
      { role: 'data', offset: 8, sizeBytes: 2, entry: 0, value: '-1' },
      { role: 'data', offset: 10, sizeBytes: 2, entry: 1, value: '7' },
    ]);
  });
});

describe('validation', () => {
  it('refuses wrong widths, lengths and orders, and an empty set', () => {
    for (const values of [
      [1, 2, 3],
      [1, 70_000],
      [1, 2 ** 40],
    ]) {
      const bytes = intsetOf(...values).bytes();
      expect(isValidIntset(bytes, true)).toBe(true);
      for (let length = 0; length < bytes.length; length++) {
        expect(isValidIntset(bytes.slice(0, length), false)).toBe(false);
      }
      for (let bit = 0; bit < 64; bit++) {
        const damaged = bytes.slice();
        damaged[bit >> 3] ^= 1 << (bit & 7);
        expect(isValidIntset(damaged, false)).toBe(false);
      }
    }
    expect(isValidIntset(intsetOf().bytes(), false)).toBe(false);
    const unsorted = intsetOf(1, 2, 3).bytes();
    unsorted.set([9, 0], 10);
    expect([isValidIntset(unsorted, false), isValidIntset(unsorted, true)]).toEqual([true, false]);
    const twice = intsetOf(1, 2, 3).bytes();
    twice.set([1, 0], 10);
    expect(isValidIntset(twice, true)).toBe(false);
  });
});

/** Another seed can be tried with PROPERTY_SEED. */
const seed = Number(process.env.PROPERTY_SEED ?? 20_240_117);

function randomInteger(stream: RandomStream, operation: number): Int64 {
  // The set widens as the test goes on.
  const bits = operation < 3000 ? 8 : operation < 6000 ? 15 : operation < 8000 ? 31 : 63;
  const small = stream.below(3) > 0;
  const magnitude = BigInt.asUintN(
    small ? Math.min(bits, 8) : bits,
    BigInt(stream.uint32()) * BigInt(stream.uint32()),
  );
  return normalizeInt64(stream.below(2) === 0 ? magnitude : -magnitude - 1n);
}

it(`agrees with a sorted array over 10000 random operations, seed ${seed}`, () => {
  const env = createEnvironment(1);
  const stream = new Random(seed).stream('intset');
  const set = Intset.create(env);
  let model: Int64[] = [];
  let width = 2;
  for (let operation = 0; operation < 10_000; operation++) {
    env.probe =
      stream.below(2) === 0 ? null : { emit: (step) => expect(step.type).toMatch(/^(intset|packed)\./) };
    const value = randomInteger(stream, operation);
    const wasThere = model.includes(value);
    const choice = stream.below(model.length > 80 ? 8 : 6);
    if (choice < 3) {
      if (set.add(value) === wasThere) expect.fail(`add ${value} at operation ${operation}`);
      if (!wasThere) model.push(value);
      width = Math.max(
        width,
        value >= -(2 ** 15) && value < 2 ** 15 ? 2 : value >= -(2 ** 31) && value < 2 ** 31 ? 4 : 8,
      );
    } else if (choice < 4) {
      if (set.has(value) !== wasThere) expect.fail(`has ${value} at operation ${operation}`);
    } else {
      const gone = model.length > 0 && stream.below(2) === 0 ? model[stream.below(model.length)] : value;
      const isThere = model.includes(gone);
      if (set.remove(gone) !== isThere) expect.fail(`remove ${gone} at operation ${operation}`);
      model = model.filter((each) => each !== gone);
    }
    env.probe = null;
    model.sort((a, b) => (a < b ? -1 : 1));
    const bytes = set.bytes();
    const right =
      set.widthBytes === width &&
      set.length === model.length &&
      model.every((each, index) => set.get(index) === each) &&
      (model.length === 0 || isValidIntset(bytes, true)) &&
      set.allocationBytes === sizeClass(bytes.length) &&
      env.heap.usedBytes === set.allocationBytes;
    if (!right) expect.fail(`after operation ${operation} with ${value}: ${latin1(bytes)}`);
  }
  expect(width).toBe(8);
  set.release();
  expect(env.heap.usedBytes).toBe(0);
}, 60_000);
