import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzSeed } from '../../testing/fuzz-seed.ts';
import { bytesOf } from '../base/bytes.ts';
import { createEnvironment } from '../base/probe.ts';
import { type BloomHash, BloomLayer, bloomHash, planLayer } from './bloom-layer.ts';

function layerFor(entries: number, error: number): BloomLayer {
  return new BloomLayer(createEnvironment(1), planLayer(entries, error)!);
}

/** The definition, in numbers of any size. */
function naivePositions({ aHigh, aLow, bHigh, bLow }: BloomHash, hashes: number, bits: number): number[] {
  const a = (BigInt(aHigh) << 32n) | BigInt(aLow);
  const b = (BigInt(bHigh) << 32n) | BigInt(bLow);
  return Array.from({ length: hashes }, (_, i) =>
    Number(BigInt.asUintN(64, a + BigInt(i) * b) % BigInt(bits)),
  );
}

describe('a layer of a Bloom filter', () => {
  test('the worked example: the bytes that RedisBloom documents for item1', () => {
    const layer = layerFor(10, 0.05);
    expect(layer.plan).toMatchObject({ hashes: 5, bytes: 8 });
    expect(layer.plan.bitsPerEntry).toBeCloseTo(6.235, 3);
    const hash = bloomHash(bytesOf('item1'));
    expect(layer.positions(hash)).toEqual([11, 0, 53, 42, 31]);
    layer.add(hash);
    expect([...layer.filter]).toEqual([0x01, 0x08, 0x00, 0x80, 0x00, 0x04, 0x20, 0x00]);
    expect(layer.bitsSet).toBe(5);
  });

  test('its size and its hashes follow from capacity and error', () => {
    expect(planLayer(100, 0.005)).toMatchObject({ hashes: 8, bytes: 144 });
    expect(planLayer(100, 0.01)).toMatchObject({ hashes: 7, bytes: 120 });
    expect(planLayer(100, 0.0005)).toMatchObject({ hashes: 11 });
    expect(planLayer(3, 0.99)).toMatchObject({ hashes: 1, bytes: 8 });
    expect(planLayer(0, 0.01)).toBeNull();
    expect(planLayer(10, 1)).toBeNull();
    expect(planLayer(1e12, 0.01)).toBeNull();
    expect(planLayer(Number.POSITIVE_INFINITY, 0.01)).toBeNull();
  });

  test('the bits of an item are (a + i × b) mod m, for layers of any size', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 40 }),
        fc.integer({ min: 1, max: 3_000_000 }),
        (item, entries) => {
          const layer = layerFor(entries, 0.003);
          const hash = bloomHash(item);
          expect(layer.positions(hash)).toEqual(naivePositions(hash, layer.plan.hashes, layer.bits));
          layer.release();
        },
      ),
      { seed: fuzzSeed, numRuns: 60 },
    );
  });

  test('what was added is found again, and what was freed is free', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 12 }), { maxLength: 300 }),
        fc.double({ min: 0.0001, max: 0.4, noNaN: true }),
        (items, error) => {
          const env = createEnvironment(1);
          const layer = new BloomLayer(env, planLayer(100, error)!);
          for (const item of items) layer.add(bloomHash(item));
          for (const item of items) expect(layer.has(bloomHash(item))).toBe(true);
          const { bitsSet } = layer;
          layer.replace(layer.filter.slice());
          expect(layer.bitsSet).toBe(bitsSet);
          layer.release();
          expect(env.heap.usedBytes).toBe(0);
        },
      ),
      { seed: fuzzSeed, numRuns: 100 },
    );
  });
});
