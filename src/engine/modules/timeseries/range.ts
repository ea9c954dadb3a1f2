/**
 * The reply of a range of a series: samples, or buckets of them.
 *
 * From the samples between two times, those beyond the retention and those that a filter refuses are left out; the
 * rest is gathered in buckets if that is asked for; then it is turned round and cut to the count.
 */
import type { Samples } from '../../structures/series-chunk.ts';
import { Accumulator, type Aggregator, bucketStartOf, emptyResult, type Sample } from './aggregation.ts';
import { refusal } from './options.ts';
import { lowerBound, type TimeSeries } from './series.ts';

export interface Aggregation {
  readonly aggregator: Aggregator;
  readonly bucketMs: number;
  readonly alignment: number;
  /** The timestamp of a bucket in the reply: its beginning, its middle or its end. */
  readonly bucketTime: 'start' | 'middle' | 'end';
  readonly withEmpty: boolean;
}

export interface RangeQuery {
  readonly from: number;
  readonly until: number;
  readonly isReversed: boolean;
  readonly withLatest: boolean;
  /** Only these times, in order; null for all. */
  readonly timestamps: readonly number[] | null;
  readonly values: { readonly min: number; readonly max: number } | null;
  readonly aggregation: Aggregation | null;
  /** At most so many; null for all. */
  readonly count: number | null;
}

export function queryRange(series: TimeSeries, query: RangeQuery): Samples {
  const { aggregation, isReversed, count } = query;
  const raw = rawSamples(series, query);
  const found = aggregation === null ? raw : aggregate(series, raw, query, aggregation);
  return limited(found, isReversed, count);
}

/** Turned round if asked for, then cut. */
export function limited(samples: Samples, isReversed: boolean, count: number | null): Samples {
  const { timestamps, values } = samples;
  if (isReversed) {
    timestamps.reverse();
    values.reverse();
  }
  if (count === null || count >= timestamps.length) return samples;
  return { timestamps: timestamps.slice(0, count), values: values.slice(0, count) };
}

/** The sample that a compaction would have if its open bucket closed now; null when it is none, or has none. */
export function latestOf(series: TimeSeries): Sample | null {
  const rule = series.source?.rules.find(({ destination }) => destination === series);
  return rule?.latest() ?? null;
}

function rawSamples(series: TimeSeries, query: RangeQuery): Samples {
  const { from, until, timestamps: wanted, values: bounds } = query;
  const found = series.between(Math.max(from, series.oldest), until);
  const latest = query.withLatest ? latestOf(series) : null;
  if (latest !== null && latest.timestamp >= from && latest.timestamp <= until) {
    const last = found.timestamps[found.timestamps.length - 1] ?? -1;
    if (latest.timestamp > last) {
      found.timestamps.push(latest.timestamp);
      found.values.push(latest.value);
    }
  }
  if (wanted === null && bounds === null) return found;
  const kept: Samples = { timestamps: [], values: [] };
  for (const [index, timestamp] of found.timestamps.entries()) {
    const value = found.values[index];
    if (bounds !== null && !(value >= bounds.min && value <= bounds.max)) continue;
    if (wanted !== null && wanted[lowerBound(wanted, timestamp)] !== timestamp) continue;
    kept.timestamps.push(timestamp);
    kept.values.push(value);
  }
  return kept;
}

/** The most empty buckets in a reply. */
const MAX_EMPTY_BUCKETS = 1_000_000;

function aggregate(series: TimeSeries, raw: Samples, query: RangeQuery, aggregation: Aggregation): Samples {
  const { aggregator, bucketMs, alignment, withEmpty } = aggregation;
  const out: Samples = { timestamps: [], values: [] };
  const { timestamps, values } = raw;
  const isWeighted = aggregator === 'twa';
  const before = isWeighted ? series.sampleBefore(timestamps[0] ?? query.from) : null;
  const after = isWeighted ? series.sampleAfter(timestamps[timestamps.length - 1] ?? query.until) : null;
  const startOf = (timestamp: number) => bucketStartOf(timestamp, bucketMs, alignment);
  const endOf = (start: number) => {
    const past = (start - (alignment % bucketMs)) % bucketMs;
    return start + bucketMs - (past < 0 ? past + bucketMs : past);
  };
  const add = (start: number, value: number) => {
    out.timestamps.push(bucketTimeOf(aggregation, start));
    out.values.push(value);
  };
  const addEmpty = (from: number, until: number, previous: Sample | null, next: Sample | null) => {
    for (let start = from; start < until; start = endOf(start)) {
      add(start, emptyResult(aggregator, start, endOf(start), previous, next));
    }
  };

  const spanMs = Math.min(query.until, series.lastTimestamp) - Math.max(query.from, series.firstTimestamp);
  if (withEmpty && spanMs / bucketMs > MAX_EMPTY_BUCKETS) {
    throw refusal(`EMPTY would give more than ${MAX_EMPTY_BUCKETS} buckets`);
  }
  let previous = before;
  // Only a weighted average has a value for buckets before the first sample of the range and after its last.
  const fillsEdges = withEmpty && isWeighted && !series.isEmpty;
  const firstEdge = startOf(Math.max(query.from, series.firstTimestamp));
  const lastEdge = Math.min(query.until, series.lastTimestamp);
  if (fillsEdges) {
    const firstFilled = timestamps.length === 0 ? lastEdge + 1 : startOf(timestamps[0]);
    const next = timestamps.length === 0 ? after : { timestamp: timestamps[0], value: values[0] };
    addEmpty(firstEdge, firstFilled, before, next);
  }
  for (let index = 0; index < timestamps.length; ) {
    const start = startOf(timestamps[index]);
    const end = endOf(start);
    const bucket = new Accumulator(start, end, previous);
    for (; index < timestamps.length && timestamps[index] < end; index++) {
      bucket.add(timestamps[index], values[index]);
    }
    const isLast = index === timestamps.length;
    const next = isLast ? after : { timestamp: timestamps[index], value: values[index] };
    add(start, bucket.result(aggregator, next));
    previous = bucket.last;
    if (withEmpty && !isLast) addEmpty(end, startOf(timestamps[index]), previous, next);
    if (fillsEdges && isLast) addEmpty(end, lastEdge + 1, previous, after);
  }
  return out;
}

function bucketTimeOf({ bucketTime, bucketMs }: Aggregation, start: number): number {
  switch (bucketTime) {
    case 'start':
      return start;
    case 'middle':
      return start + Math.floor(bucketMs / 2);
    case 'end':
      return start + bucketMs;
  }
}

/** Several series become one: at each time, what is made of the values that the series have there. */
export function reduced(parts: readonly Samples[], reducer: Aggregator): Samples {
  const byTime = new Map<number, Accumulator>();
  for (const { timestamps, values } of parts) {
    for (const [index, timestamp] of timestamps.entries()) {
      let gathered = byTime.get(timestamp);
      if (gathered === undefined) {
        gathered = new Accumulator();
        byTime.set(timestamp, gathered);
      }
      if (!Number.isNaN(values[index])) gathered.add(timestamp, values[index]);
    }
  }
  const timestamps = [...byTime.keys()].sort((a, b) => a - b);
  return {
    timestamps,
    values: timestamps.map((timestamp) => {
      const gathered = byTime.get(timestamp)!;
      return gathered.count === 0 ? emptyResult(reducer, 0, 0, null, null) : gathered.result(reducer);
    }),
  };
}
