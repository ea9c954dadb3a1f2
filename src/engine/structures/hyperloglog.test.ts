import { describe, expect, it, vi } from 'vitest';
import type { Step } from '../../protocol/steps.ts';
import { bytesOf } from '../base/bytes.ts';
import { createEnvironment } from '../base/probe.ts';
import { Random } from '../base/random.ts';
import { countRegisters, HLL_DENSE_BYTES, HyperLogLog, hashElement, isHyperLogLog } from './hyperloglog.ts';
import { denseGet, denseSet, REGISTERS } from './hyperloglog-dense.ts';
import { estimate } from './hyperloglog-estimate.ts';
import { selfTest } from './hyperloglog-selftest.ts';
import { murmurHash64A } from './murmur-hash.ts';
import { Sds } from './sds.ts';

// Thousands of operations, each followed by a look at the whole structure: slow where the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const MAX_BYTES = 3000;

describe('worked examples', () => {
  it('an empty one, and "user1" in it', () => {
    const env = createEnvironment(1);
    const hll = HyperLogLog.create(env);
    expect(hex(hll.sds.view())).toBe('48594c4c0100000000000000000000007fff');
    expect([hll.rememberedCount, hll.count()]).toEqual([0, 0]);

    expect(hashElement(env, bytesOf('user1'))).toEqual({ register: 14593, rank: 1 });
    expect(hll.add(bytesOf('user1'), MAX_BYTES)).toBe(true);
    expect(hex(hll.sds.view())).toBe('48594c4c010000000000000000000080' + '7900' + '80' + '46fd');
    expect([hll.rememberedCount, hll.count()]).toEqual([null, 1]);
    expect(hll.add(bytesOf('user1'), MAX_BYTES)).toBe(false);

    hll.remember(hll.count());
    expect(hll.rememberedCount).toBe(1);
    expect(hex(hll.sds.view().slice(8, 16))).toBe('0100000000000000');
  });

  it('runs of the sparse representation', () => {
    const hll = HyperLogLog.create(createEnvironment(1));
    const runs = () => hex(hll.sds.view().slice(16));
    hll.raise(1000, 3, MAX_BYTES);
    expect([hll.decode(), runs()]).toEqual(['Z:1000 v:3,1 Z:15383', '43e7887c16']);
    hll.raise(1001, 3, MAX_BYTES);
    expect([hll.decode(), runs()]).toEqual(['Z:1000 v:3,2 Z:15382', '43e7897c15']);
  });

  it('a register of the dense representation', () => {
    const bytes = new Uint8Array(12288);
    denseSet(bytes, 0, 1, 63);
    expect(hex(bytes.slice(0, 3))).toBe('c00f00');
    expect([denseGet(bytes, 0, 0), denseGet(bytes, 0, 1), denseGet(bytes, 0, 2)]).toEqual([0, 63, 0]);
  });

  it('the estimate for nothing, and for one register at 1', () => {
    const histogram = new Int32Array(64);
    histogram[0] = REGISTERS;
    expect(estimate(histogram)).toBe(0);
    histogram[0]--;
    histogram[1]++;
    expect(estimate(histogram)).toBe(1);
  });

  it('the hash of the empty string', () => {
    const { high, low } = murmurHash64A(new Uint8Array(0), 0xadc83b19);
    expect(high.toString(16) + low.toString(16)).toBe('d8dfea6585bc9732');
  });
});

it('hashes as the definition says, at every length', () => {
  const m = 0xc6a4a7935bd1e995n;
  const wrap = (value: bigint) => BigInt.asUintN(64, value);
  const defined = (bytes: Uint8Array, seed: bigint) => {
    let hash = wrap(seed ^ (BigInt(bytes.length) * m));
    const word = (from: number, to: number) =>
      bytes.slice(from, to).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    const whole = bytes.length - (bytes.length % 8);
    for (let at = 0; at < whole; at += 8) {
      let k = wrap(word(at, at + 8) * m);
      k = wrap((k ^ (k >> 47n)) * m);
      hash = wrap((hash ^ k) * m);
    }
    if (whole < bytes.length) hash = wrap((hash ^ word(whole, bytes.length)) * m);
    hash = wrap((hash ^ (hash >> 47n)) * m);
    return hash ^ (hash >> 47n);
  };
  const random = new Random(3).stream('murmur');
  for (let round = 0; round < 500; round++) {
    const bytes = random.bytes(round % 40);
    const seed = random.uint32();
    const { high, low } = murmurHash64A(bytes, seed);
    expect((BigInt(high) << 32n) | BigInt(low)).toBe(defined(bytes, BigInt(seed)));
  }
});

describe('validity', () => {
  it('is recognised by header and length', () => {
    const env = createEnvironment(1);
    const sparse = HyperLogLog.create(env).sds.view();
    expect(isHyperLogLog(sparse)).toBe(true);
    expect(isHyperLogLog(sparse.slice(0, 16))).toBe(true);
    expect(isHyperLogLog(sparse.slice(0, 15))).toBe(false);
    for (const [offset, byte] of [
      [0, 0x68],
      [3, 0x4d],
      [4, 0],
      [4, 2],
    ]) {
      const other = sparse.slice();
      other[offset] = byte;
      expect(isHyperLogLog(other), `byte ${offset}`).toBe(false);
    }
    const dense = new Uint8Array(HLL_DENSE_BYTES);
    dense.set(bytesOf('HYLL'));
    expect(isHyperLogLog(dense)).toBe(true);
    expect(isHyperLogLog(dense.slice(1))).toBe(false);
  });

  it('of the runs is checked where they are read', () => {
    const env = createEnvironment(1);
    const corrupt = { text: 'INVALIDOBJ Corrupted HLL object detected' };
    for (const runs of ['', '7ffe', '7fff00', '7fff80', '7f', '00']) {
      const bytes = Buffer.concat([bytesOf('HYLL\x01'), new Uint8Array(11), Buffer.from(runs, 'hex')]);
      const hll = new HyperLogLog(env, Sds.create(env, new Uint8Array(bytes)));
      expect(() => hll.count(), runs).toThrow(expect.objectContaining(corrupt));
      expect(() => hll.registers(), runs).toThrow(expect.objectContaining(corrupt));
      expect(() => hll.toDense(), runs).toThrow(expect.objectContaining(corrupt));
      // Refused, the string is as it was.
      expect(hex(hll.sds.view())).toBe(bytes.toString('hex'));
    }
  });
});

it('emits the hash, the runs and the promotion', () => {
  const env = createEnvironment(1);
  const hll = HyperLogLog.create(env);
  const steps: Step[] = [];
  // The string itself emits its growth.
  env.probe = { emit: (step) => void (step.type.startsWith('hyperloglog.') && steps.push(step)) };
  hll.add(bytesOf('user1'), MAX_BYTES);
  expect(steps).toEqual([
    {
      type: 'hyperloglog.hash',
      element: 'user1',
      hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      register: 14593,
      rank: 1,
    },
    {
      type: 'hyperloglog.split',
      sds: hll.sds.address,
      offset: 16,
      from: { opcode: 'XZERO', value: 0, count: 16384 },
      to: [
        { opcode: 'XZERO', value: 0, count: 14593 },
        { opcode: 'VAL', value: 1, count: 1 },
        { opcode: 'XZERO', value: 0, count: 1790 },
      ],
    },
    { type: 'hyperloglog.register', sds: hll.sds.address, register: 14593, from: 0, to: 1 },
  ]);
  steps.length = 0;
  hll.raise(14594, 1, MAX_BYTES);
  expect(steps.map((step) => step.type)).toEqual([
    'hyperloglog.split',
    'hyperloglog.merge',
    'hyperloglog.register',
  ]);
  expect(steps[1]).toMatchObject({ offset: 18, run: { opcode: 'VAL', value: 1, count: 2 } });
  steps.length = 0;
  hll.raise(3, 33, MAX_BYTES);
  expect(steps).toMatchObject([
    { type: 'hyperloglog.promote', why: 'value', denseBytes: 12304 },
    { type: 'hyperloglog.register', register: 3, from: 0, to: 33 },
  ]);
});

it('frees the sparse string when it becomes dense', () => {
  const env = createEnvironment(1);
  const hll = HyperLogLog.create(env);
  for (let index = 0; index < 500; index++) hll.add(bytesOf(`e${index}`), 400);
  expect(hll.encoding).toBe('dense');
  expect(env.heap.usedBytes).toBe(14336);
  hll.sds.release(env);
  expect(env.heap.usedBytes).toBe(0);
});

it.each([20240505, 9])(
  'seed %i: sparse equals dense and a plain array over 5,000 random operations',
  (seed) => {
    const random = new Random(seed).stream('test');
    const env = createEnvironment(seed);
    let sparse = HyperLogLog.create(env);
    let dense = HyperLogLog.create(env);
    dense.toDense();
    let model = new Uint8Array(REGISTERS);
    let maxBytes = MAX_BYTES;
    let promotions = 0;
    for (let operation = 0; operation < 5_000; operation++) {
      const label = `seed ${seed}, operation ${operation}`;
      // Registers near each other, so that runs split and join.
      const register = random.below(4) === 0 ? random.below(REGISTERS) : 8000 + random.below(200);
      const rank =
        random.below(3000) === 0 ? 33 + random.below(18) : 1 + random.below(random.below(4) === 0 ? 32 : 3);
      const wasSparse = sparse.encoding === 'sparse';
      const changed = rank > model[register];
      expect(sparse.raise(register, rank, maxBytes), label).toBe(changed);
      expect(dense.raise(register, rank, maxBytes), label).toBe(changed);
      model[register] = Math.max(model[register], rank);
      if (sparse.encoding === 'sparse') {
        expect(sparse.sds.length, label).toBeLessThanOrEqual(Math.max(18, maxBytes));
      } else if (wasSparse) {
        promotions++;
      }

      expect(Buffer.compare(sparse.registers(), model), label).toBe(0);
      if (operation % 25 === 0) {
        expect(Buffer.compare(dense.registers(), model), label).toBe(0);
        expect(sparse.count(), label).toBe(countRegisters(model));
        expect(dense.count(), label).toBe(countRegisters(model));
      }
      if (operation % 700 === 699) {
        const joined = HyperLogLog.create(env);
        joined.absorb(model, 4000);
        expect(Buffer.compare(joined.registers(), model), label).toBe(0);
        joined.sds.release(env);
        sparse.sds.release(env);
        dense.sds.release(env);
        sparse = HyperLogLog.create(env);
        dense = HyperLogLog.create(env);
        dense.toDense();
        model = new Uint8Array(REGISTERS);
        maxBytes = [MAX_BYTES, 100, 0, 500, 16_000][random.below(5)];
      }
    }
    expect(promotions).toBeGreaterThan(0);
  },
);

it('passes its self test, and leaves the heap as it was', () => {
  const env = createEnvironment(6);
  expect(selfTest(env, env.random.stream('hyperloglog'), 100_000, MAX_BYTES)).toBeNull();
  expect(env.heap.usedBytes).toBe(0);
});
