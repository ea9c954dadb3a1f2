/**
 * Buckets and their aggregates. One accumulator takes all samples of a bucket and can then give any aggregate; a
 * compaction rule keeps one for the bucket that is open.
 *
 * twa, the time-weighted average, is the area under the line through the samples, divided by the time it covers. The
 * line goes on to the bucket's edges where there is a sample beyond them, before or after; otherwise it begins with
 * the first sample and ends with the last.
 */

export const AGGREGATORS = [
  'avg',
  'sum',
  'min',
  'max',
  'range',
  'count',
  'first',
  'last',
  'std.p',
  'std.s',
  'var.p',
  'var.s',
  'twa',
] as const;

export type Aggregator = (typeof AGGREGATORS)[number];

/** The reducers of GROUPBY. */
export const REDUCERS: readonly Aggregator[] = AGGREGATORS.filter(
  (name) => name !== 'first' && name !== 'last' && name !== 'twa',
);

/** The aggregator of this name, in any case; null when there is none. */
export function aggregatorNamed(text: string): Aggregator | null {
  return AGGREGATORS.find((name) => name === text.toLowerCase()) ?? null;
}

/** Where the bucket of a time begins: a multiple of the duration, counted from the alignment. Never before 0. */
export function bucketStartOf(timestamp: number, bucketMs: number, alignment: number): number {
  const past = (timestamp - (alignment % bucketMs)) % bucketMs;
  return Math.max(0, timestamp - (past < 0 ? past + bucketMs : past));
}

export interface Sample {
  readonly timestamp: number;
  readonly value: number;
}

/** The value at a time on the line through two samples. */
export function between(before: Sample, after: Sample, timestamp: number): number {
  const share = (timestamp - before.timestamp) / (after.timestamp - before.timestamp);
  return before.value + (after.value - before.value) * share;
}

export class Accumulator {
  count = 0;
  sum = 0;
  sumOfSquares = 0;
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;
  first = 0;
  last: Sample = { timestamp: 0, value: 0 };
  /** The area under the line, from `coveredFrom` to the last sample. */
  area = 0;
  coveredFrom = 0;
  /** The bucket: its first millisecond and the one after its last. */
  readonly start: number;
  readonly end: number;
  /** The last sample before the bucket. */
  readonly before: Sample | null;

  constructor(start = 0, end = 0, before: Sample | null = null) {
    this.start = start;
    this.end = end;
    this.before = before;
  }

  add(timestamp: number, value: number): void {
    if (this.count === 0) {
      this.first = value;
      this.begin(timestamp, value);
    } else {
      this.area += ((this.last.value + value) / 2) * (timestamp - this.last.timestamp);
    }
    this.count++;
    this.sum += value;
    this.sumOfSquares += value * value;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
    this.last = { timestamp, value };
  }

  private begin(timestamp: number, value: number): void {
    const { before, start } = this;
    this.coveredFrom = timestamp;
    if (before === null || before.timestamp >= timestamp) return;
    const edge = Math.max(start, before.timestamp);
    this.area = ((between(before, { timestamp, value }, edge) + value) / 2) * (timestamp - edge);
    this.coveredFrom = edge;
  }

  /** The figure asked for. `after` is the first sample behind the bucket, for the time-weighted average. */
  result(aggregator: Aggregator, after: Sample | null = null): number {
    switch (aggregator) {
      case 'avg':
        return this.sum / this.count;
      case 'sum':
        return this.sum;
      case 'min':
        return this.min;
      case 'max':
        return this.max;
      case 'range':
        return this.max - this.min;
      case 'count':
        return this.count;
      case 'first':
        return this.first;
      case 'last':
        return this.last.value;
      case 'std.p':
        return Math.sqrt(this.variance(this.count));
      case 'std.s':
        return Math.sqrt(this.variance(this.count - 1));
      case 'var.p':
        return this.variance(this.count);
      case 'var.s':
        return this.variance(this.count - 1);
      case 'twa':
        return this.timeWeightedAverage(after);
    }
  }

  private variance(divisor: number): number {
    if (divisor <= 0) return 0;
    const average = this.sum / this.count;
    const spread = this.sumOfSquares - 2 * this.sum * average + average * average * this.count;
    // Rounding may leave a little less than nothing.
    return Math.max(0, spread) / divisor;
  }

  private timeWeightedAverage(after: Sample | null): number {
    let { area } = this;
    let coveredUntil = this.last.timestamp;
    if (after !== null && after.timestamp > this.last.timestamp) {
      const edge = Math.min(this.end, after.timestamp);
      area += ((this.last.value + between(this.last, after, edge)) / 2) * (edge - this.last.timestamp);
      coveredUntil = edge;
    }
    const coveredMs = coveredUntil - this.coveredFrom;
    return coveredMs > 0 ? area / coveredMs : this.first;
  }
}

/** The value of an empty bucket, for EMPTY. */
export function emptyResult(
  aggregator: Aggregator,
  start: number,
  end: number,
  before: Sample | null,
  after: Sample | null,
): number {
  switch (aggregator) {
    case 'sum':
    case 'count':
      return 0;
    case 'last':
      return before === null ? Number.NaN : before.value;
    case 'twa':
      // The average of a straight line is its middle.
      return before === null || after === null ? Number.NaN : between(before, after, (start + end) / 2);
    default:
      return Number.NaN;
  }
}
