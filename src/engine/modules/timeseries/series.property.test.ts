/** Series, ranges and rules against what they should be, said as plainly as possible. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzSeed } from '../../../testing/fuzz-seed.ts';
import { createEnvironment } from '../../base/probe.ts';
import { AGGREGATORS, type Aggregator } from './aggregation.ts';
import { type Aggregation, queryRange, type RangeQuery } from './range.ts';
import { CompactionRule } from './rule.ts';
import { type DuplicatePolicy, POLICIES, TimeSeries } from './series.ts';
import { timeSeriesType } from './type.ts';

type Pair = readonly [time: number, value: number];

function seriesWith(chunkBytes = 48, isCompressed = true, retentionMs = 0): TimeSeries {
  const options = { retentionMs, chunkBytes, isCompressed, policy: null, labels: [] };
  return new TimeSeries(timeSeriesType, createEnvironment(1), options);
}

/** A series as a sorted list. */
class Model {
  pairs: Pair[] = [];

  add(time: number, value: number, policy: DuplicatePolicy): boolean {
    const at = this.pairs.findIndex(([each]) => each === time);
    if (at === -1) {
      this.pairs = [...this.pairs, [time, value] as const].sort((a, b) => a[0] - b[0]);
      return true;
    }
    const old = this.pairs[at][1];
    if (policy === 'block') return false;
    const values = {
      first: old,
      last: value,
      min: Math.min(old, value),
      max: Math.max(old, value),
      sum: old + value,
    };
    this.pairs[at] = [time, values[policy]];
    return true;
  }

  remove(from: number, until: number): number {
    const before = this.pairs.length;
    this.pairs = this.pairs.filter(([time]) => time < from || time > until);
    return before - this.pairs.length;
  }

  between(from: number, until: number): Pair[] {
    return this.pairs.filter(([time]) => time >= from && time <= until);
  }
}

function pairsOf({ timestamps, values }: { timestamps: number[]; values: number[] }): Pair[] {
  return timestamps.map((time, index) => [time, values[index]] as const);
}

const time = fc.integer({ min: 0, max: 400 });
const value = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }));
const change = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('add' as const),
      time,
      value,
      policy: fc.constantFrom(...POLICIES),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('remove' as const), time, length: fc.nat(60) }) },
);
const changes = fc.array(change, { minLength: 1, maxLength: 120 });

function play(
  series: TimeSeries,
  model: Model,
  list: readonly (typeof change extends fc.Arbitrary<infer T> ? T : never)[],
): void {
  for (const each of list) {
    if (each.type === 'remove') {
      expect(series.remove(each.time, each.time + each.length)).toBe(
        model.remove(each.time, each.time + each.length),
      );
    } else {
      const isTaken = model.add(each.time, each.value, each.policy);
      expect(series.add(each.time, each.value, each.policy)).toBe(isTaken ? 'added' : 'blocked');
    }
  }
}

describe('a series', () => {
  test.each([true, false])('holds what a sorted list would hold (compressed: %s)', (isCompressed) => {
    fc.assert(
      fc.property(changes, fc.constantFrom(48, 64, 256), (list, chunkBytes) => {
        const series = seriesWith(chunkBytes, isCompressed);
        const model = new Model();
        play(series, model, list);
        expect(pairsOf(series.between(0, 1000))).toEqual(model.pairs);
        expect(series.totalSamples).toBe(model.pairs.length);
        expect(series.lastSample()?.timestamp).toBe(model.pairs.at(-1)?.[0]);
        for (const probe of [0, 57, 123, 250, 399]) {
          expect(series.sampleBefore(probe)?.timestamp).toBe(model.between(0, probe - 1).at(-1)?.[0]);
          expect(series.sampleAfter(probe)?.timestamp).toBe(model.between(probe + 1, 1000)[0]?.[0]);
          expect(pairsOf(series.between(probe, probe + 80))).toEqual(model.between(probe, probe + 80));
        }
        const { chunks } = series;
        expect(chunks.every(({ count }) => count > 0) || chunks.length === 1).toBe(true);
        for (let at = 1; at < chunks.length; at++) {
          expect(chunks[at].firstTimestamp).toBeGreaterThan(chunks[at - 1].lastTimestamp);
        }
        for (const { usedBits, sizeBytes } of chunks) expect(usedBits).toBeLessThanOrEqual(sizeBytes * 8);
        expect(chunks.every(({ sizeBytes }) => sizeBytes <= Math.ceil((chunkBytes * 1.2) / 8) * 8)).toBe(
          true,
        );
        series.release();
        expect(series.env.heap.usedBytes).toBe(0);
      }),
      { seed: fuzzSeed, numRuns: 150 },
    );
  });
});

/** An aggregate by its definition. */
function naive(aggregator: Aggregator, bucket: readonly Pair[]): number {
  const values = bucket.map(([, each]) => each);
  const sum = values.reduce((total, each) => total + each, 0);
  const mean = sum / values.length;
  const squares = values.reduce((total, each) => total + (each - mean) ** 2, 0);
  switch (aggregator) {
    case 'avg':
      return mean;
    case 'sum':
      return sum;
    case 'min':
      return Math.min(...values);
    case 'max':
      return Math.max(...values);
    case 'range':
      return Math.max(...values) - Math.min(...values);
    case 'count':
      return values.length;
    case 'first':
      return values[0];
    case 'last':
      return values[values.length - 1];
    case 'std.p':
      return Math.sqrt(squares / values.length);
    case 'std.s':
      return values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
    case 'var.p':
      return squares / values.length;
    case 'var.s':
      return values.length < 2 ? 0 : squares / (values.length - 1);
    case 'twa':
      throw new Error('the area is computed by naiveArea');
  }
}

/** The mean of the line through all samples over the part of the bucket that it covers, millisecond by millisecond. */
function naiveArea(all: readonly Pair[], start: number, end: number): number {
  const inside = all.filter(([at]) => at >= start && at < end);
  const before = all.filter(([at]) => at < start).at(-1);
  const after = all.find(([at]) => at >= end);
  const from = before === undefined ? inside[0][0] : start;
  const until = after === undefined ? inside[inside.length - 1][0] : end;
  if (from === until) return inside[0][1];
  const at = (moment: number): number => {
    const left = all.filter(([each]) => each <= moment).at(-1)!;
    const right = all.find(([each]) => each >= moment)!;
    if (left[0] === right[0]) return left[1];
    return left[1] + ((right[1] - left[1]) * (moment - left[0])) / (right[0] - left[0]);
  };
  let area = 0;
  for (let moment = from; moment < until; moment++) area += (at(moment) + at(moment + 1)) / 2;
  return area / (until - from);
}

function naiveBuckets(pairs: readonly Pair[], bucketMs: number, alignment: number): Map<number, Pair[]> {
  const buckets = new Map<number, Pair[]>();
  for (const pair of pairs) {
    const shift = (((pair[0] - alignment) % bucketMs) + bucketMs) % bucketMs;
    const start = Math.max(0, pair[0] - shift);
    buckets.set(start, [...(buckets.get(start) ?? []), pair]);
  }
  return buckets;
}

function expectClose(found: readonly Pair[], expected: readonly Pair[]): void {
  expect(found.map(([at]) => at)).toEqual(expected.map(([at]) => at));
  for (const [index, [, each]] of found.entries()) {
    const wanted = expected[index][1];
    // What remains when large squares are subtracted from each other.
    expect(Math.abs(each - wanted)).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(wanted)) + 1e-3);
  }
}

const samples = fc
  .uniqueArray(fc.tuple(time, fc.integer({ min: -1000, max: 1000 })), {
    selector: ([at]) => at,
    minLength: 1,
    maxLength: 60,
  })
  .map((list) => list.sort((a, b) => a[0] - b[0]));

function filled(pairs: readonly Pair[]): TimeSeries {
  const series = seriesWith();
  for (const [at, each] of pairs) series.add(at, each);
  return series;
}

const whole: RangeQuery = {
  from: 0,
  until: 1000,
  isReversed: false,
  withLatest: false,
  timestamps: null,
  values: null,
  aggregation: null,
  count: null,
};

describe('a range', () => {
  test('filters, direction and count', () => {
    fc.assert(
      fc.property(
        samples,
        time,
        fc.nat(300),
        fc.boolean(),
        fc.option(fc.nat(10)),
        fc.option(fc.tuple(fc.integer({ min: -500, max: 500 }), fc.nat(800))),
        fc.option(fc.array(time, { minLength: 1, maxLength: 30 })),
        (pairs, from, length, isReversed, count, bounds, wanted) => {
          const query: RangeQuery = {
            ...whole,
            from,
            until: from + length,
            isReversed,
            count,
            values: bounds === null ? null : { min: bounds[0], max: bounds[0] + bounds[1] },
            timestamps: wanted === null ? null : [...wanted].sort((a, b) => a - b),
          };
          let expected = pairs.filter(
            ([at, each]) =>
              at >= from &&
              at <= from + length &&
              (bounds === null || (each >= bounds[0] && each <= bounds[0] + bounds[1])) &&
              (wanted === null || wanted.includes(at)),
          );
          if (isReversed) expected = expected.reverse();
          if (count !== null) expected = expected.slice(0, count);
          expect(pairsOf(queryRange(filled(pairs), query))).toEqual(expected);
        },
      ),
      { seed: fuzzSeed, numRuns: 300 },
    );
  });

  test.each(AGGREGATORS)('%s over buckets', (aggregator) => {
    fc.assert(
      fc.property(samples, fc.integer({ min: 1, max: 90 }), fc.nat(100), (pairs, bucketMs, alignment) => {
        const aggregation: Aggregation = {
          aggregator,
          bucketMs,
          alignment,
          bucketTime: 'start',
          withEmpty: false,
        };
        const found = pairsOf(queryRange(filled(pairs), { ...whole, aggregation }));
        const buckets = naiveBuckets(pairs, bucketMs, alignment);
        const expected = [...buckets].map(([start, bucket]): Pair => {
          if (aggregator !== 'twa') return [start, naive(aggregator, bucket)];
          const shift = (((bucket[0][0] - alignment) % bucketMs) + bucketMs) % bucketMs;
          return [start, naiveArea(pairs, start, bucket[0][0] - shift + bucketMs)];
        });
        expectClose(found, expected);
      }),
      { seed: fuzzSeed, numRuns: 100 },
    );
  });

  test('empty buckets fill the gaps and nothing else', () => {
    fc.assert(
      fc.property(
        samples,
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom(...AGGREGATORS),
        (pairs, bucketMs, aggregator) => {
          const aggregation: Aggregation = {
            aggregator,
            bucketMs,
            alignment: 0,
            bucketTime: 'start',
            withEmpty: true,
          };
          const series = filled(pairs);
          const dense = pairsOf(queryRange(series, { ...whole, aggregation }));
          const sparse = pairsOf(
            queryRange(series, { ...whole, aggregation: { ...aggregation, withEmpty: false } }),
          );
          for (let at = 1; at < dense.length; at++) expect(dense[at][0]).toBe(dense[at - 1][0] + bucketMs);
          expect(dense.filter(([at]) => sparse.some(([each]) => each === at))).toEqual(sparse);
          expect([dense[0][0], dense.at(-1)![0]]).toEqual([sparse[0][0], sparse.at(-1)![0]]);
        },
      ),
      { seed: fuzzSeed, numRuns: 200 },
    );
  });
});

test.each(AGGREGATORS)('a rule by %s keeps up with whatever happens to its source', (aggregator) => {
  fc.assert(
    fc.property(changes, fc.integer({ min: 2, max: 60 }), fc.nat(30), (list, bucketMs, alignment) => {
      const source = seriesWith(64);
      const destination = seriesWith(64);
      const rule = new CompactionRule(destination, aggregator, bucketMs, alignment);
      source.addRule(rule);
      const model = new Model();
      play(source, model, list);
      const aggregation: Aggregation = {
        aggregator,
        bucketMs,
        alignment,
        bucketTime: 'start',
        withEmpty: false,
      };
      const expected = pairsOf(queryRange(source, { ...whole, aggregation }));
      const found = pairsOf(queryRange(destination, { ...whole, withLatest: true }));
      // The neighbours of a bucket may change after it has closed: its weighted average is that of its closing.
      if (aggregator === 'twa') expect(found.map(([at]) => at)).toEqual(expected.map(([at]) => at));
      else expectClose(found, expected);
    }),
    { seed: fuzzSeed, numRuns: 100 },
  );
});
