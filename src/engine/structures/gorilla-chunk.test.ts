import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzSeed } from '../../testing/fuzz-seed.ts';
import { createEnvironment } from '../base/probe.ts';
import { readBits, writeBits } from './bit-stream.ts';
import { GorillaChunk, readGorilla } from './gorilla-chunk.ts';
import { PlainChunk, readPlain } from './plain-chunk.ts';

const MAX_TIME = Number.MAX_SAFE_INTEGER;

/** Steps of every size class, and values that differ in any bits. */
const steps = fc.oneof(
  fc.constant(10),
  fc.integer({ min: 1, max: 200 }),
  fc.integer({ min: 1, max: 5000 }),
  fc.integer({ min: 1, max: 2 ** 31 }),
  fc.integer({ min: 1, max: 2 ** 45 }),
);
const values = fc.oneof(
  fc.constantFrom(0, -0, 1, 30, 0.1, 1e308, 5e-324, Number.POSITIVE_INFINITY, Number.NaN),
  fc.integer({ min: -100, max: 100 }),
  fc.double(),
);
const series = fc.tuple(
  fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2 ** 50 })),
  fc.array(fc.tuple(steps, values), { minLength: 1, maxLength: 80 }),
);

function timesOf([start, parts]: [number, [number, number][]]): [number, number][] {
  let timestamp = start;
  return parts
    .map(([step, value], index): [number, number] => {
      timestamp += index === 0 ? 0 : step;
      return [timestamp, value];
    })
    .filter(([time]) => time <= MAX_TIME);
}

function bitsOf(bytes: Uint8Array, from: number, until: number): string {
  let text = '';
  for (let at = from; at < until; at++) text += readBits(bytes, at, 1);
  return text;
}

describe('bits in a row', () => {
  test('what was written is read, whatever lies beside it', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(0xffff_ffff), fc.integer({ min: 1, max: 32 }))), (parts) => {
        const bytes = new Uint8Array(parts.length * 4 + 1);
        let at = 0;
        for (const [value, width] of parts) {
          writeBits(bytes, at, value, width);
          at += width;
        }
        at = 0;
        for (const [value, width] of parts) {
          expect(readBits(bytes, at, width)).toBe(width === 32 ? value : value % 2 ** width);
          at += width;
        }
      }),
      { seed: fuzzSeed },
    );
  });
});

describe('a compressed chunk', () => {
  test('the worked example', () => {
    const chunk = new GorillaChunk(createEnvironment(1), 48);
    for (const [time, value] of [
      [1000, 30],
      [1010, 30],
      [1020, 31],
    ]) {
      expect(chunk.append(time, value)).toBe(true);
    }
    expect(chunk.usedBits).toBe(153);
    expect(bitsOf(chunk.data(), 128, 153)).toBe('100001010' + '0' + '0' + '11' + '01111' + '000001' + '1');
    expect(
      [...chunk.spans()].map(({ stepCode, deltaOfDelta, valueCode }) => [stepCode, deltaOfDelta, valueCode]),
    ).toEqual([
      ['whole', 0, 'whole'],
      ['10', 10, '0'],
      ['0', 0, '11'],
    ]);
  });

  test('equal steps and equal values take two bits each', () => {
    const chunk = new GorillaChunk(createEnvironment(1), 4096);
    let count = 0;
    while (chunk.append(1_700_000_000_000 + count * 1000, 21.5)) count++;
    expect(count).toBe(1 + 1 + Math.floor((4096 * 8 - 128 - 17) / 2));
  });

  test('every series is read as it was written, and every refusal changes nothing', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 6, max: 60 }), (given, words) => {
        const chunk = new GorillaChunk(createEnvironment(1), words * 8);
        const kept: [number, number][] = [];
        for (const [time, value] of timesOf(given)) {
          const before = [chunk.usedBits, chunk.count, chunk.lastTimestamp, [...chunk.memory]];
          if (chunk.append(time, value)) kept.push([time, value]);
          else {
            expect([chunk.usedBits, chunk.count, chunk.lastTimestamp, [...chunk.memory]]).toEqual(before);
            break;
          }
        }
        const read = chunk.samples();
        expect(read.timestamps).toEqual(kept.map(([time]) => time));
        expect(read.values).toEqual(kept.map(([, value]) => value));
        expect(chunk.usedBits).toBeLessThanOrEqual(words * 64);
        const spans = [...chunk.spans()];
        for (let at = 1; at < spans.length; at++) expect(spans[at].stepFromBit).toBe(spans[at - 1].untilBit);
        expect(spans.at(-1)?.untilBit ?? 0).toBe(chunk.usedBits);
        expect(readGorilla(chunk.data(), chunk.count)).toEqual(read);
      }),
      { seed: fuzzSeed, numRuns: 300 },
    );
  });

  test('damaged bytes give samples in order, or none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 120 }), fc.nat(200), (bytes, count) => {
        const read = readGorilla(bytes, count);
        if (read === null) return;
        expect(read.timestamps).toHaveLength(count);
        for (let at = 1; at < count; at++)
          expect(read.timestamps[at]).toBeGreaterThan(read.timestamps[at - 1]);
      }),
      { seed: fuzzSeed, numRuns: 300 },
    );
  });
});

test('an uncompressed chunk: 16 bytes a sample', () => {
  fc.assert(
    fc.property(series, (given) => {
      const chunk = new PlainChunk(createEnvironment(1), 48 * 8);
      const kept: [number, number][] = [];
      for (const [time, value] of timesOf(given)) if (chunk.append(time, value)) kept.push([time, value]);
      expect(kept.length).toBe(Math.min(24, timesOf(given).length));
      expect(chunk.samples()).toEqual({ timestamps: kept.map(([t]) => t), values: kept.map(([, v]) => v) });
      expect(readPlain(chunk.data(), chunk.count)).toEqual(chunk.samples());
      expect(readPlain(chunk.data(), chunk.count + 1)).toBeNull();
    }),
    { seed: fuzzSeed, numRuns: 100 },
  );
});
