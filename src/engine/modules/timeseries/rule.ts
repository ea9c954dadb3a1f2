/**
 * A compaction rule: samples of one series, gathered in buckets, become samples of another.
 *
 * A bucket is open while samples fall into it, and its value is written when the first sample of a later one arrives.
 * A sample that comes late changes its bucket afterwards, as long as the samples of that bucket are still there.
 */
import { Accumulator, type Aggregator, bucketStartOf, type Sample } from './aggregation.ts';
import type { TimeSeries } from './series.ts';

export class CompactionRule {
  readonly destination: TimeSeries;
  readonly aggregator: Aggregator;
  readonly bucketMs: number;
  readonly alignment: number;
  /** The open bucket; null before the first sample. */
  open: Accumulator | null = null;
  /** Where it lies on the heap. */
  place = 0;
  /** Whether it has changed the other series since this was last read. */
  hasWritten = false;

  constructor(destination: TimeSeries, aggregator: Aggregator, bucketMs: number, alignment: number) {
    this.destination = destination;
    this.aggregator = aggregator;
    this.bucketMs = bucketMs;
    this.alignment = alignment;
  }

  startOf(timestamp: number): number {
    return bucketStartOf(timestamp, this.bucketMs, this.alignment);
  }

  /** Where the bucket that begins there ends: it may have been cut short by the beginning of time. */
  endOf(start: number): number {
    const past = (start - (this.alignment % this.bucketMs)) % this.bucketMs;
    return start + this.bucketMs - (past < 0 ? past + this.bucketMs : past);
  }

  /** A sample later than all others. */
  take(source: TimeSeries, timestamp: number, value: number): void {
    const start = this.startOf(timestamp);
    const { open } = this;
    if (open !== null && start > open.start) {
      this.emit(source, open.start, open.result(this.aggregator, { timestamp, value }));
    }
    if (open === null || start > open.start) {
      this.open = new Accumulator(start, this.endOf(start), open === null ? null : open.last);
    }
    this.open!.add(timestamp, value);
  }

  /** A sample that was put in between, or changed: its bucket is counted anew. */
  retake(source: TimeSeries, timestamp: number): void {
    const start = this.startOf(timestamp);
    if (this.open === null || start > this.open.start) return;
    this.recount(source, start);
  }

  /** Samples from one time to another are gone: their buckets are counted anew or go as well. */
  forget(source: TimeSeries, from: number, until: number): void {
    if (this.open === null) return;
    const { timestamps } = this.destination.between(this.startOf(from), until);
    for (const start of timestamps) if (start < this.open.start) this.recount(source, start);
    if (this.open.start > until || this.open.end <= from) return;
    this.open = null;
    const last = source.lastSample();
    if (last === null) return;
    // The bucket of what is now the last sample is open again.
    const start = this.startOf(last.timestamp);
    this.erase(start);
    this.open = this.gathered(source, start);
  }

  /** The value of the open bucket, so far: the reply of LATEST. */
  latest(): Sample | null {
    const { open } = this;
    return open === null ? null : { timestamp: open.start, value: open.result(this.aggregator) };
  }

  private recount(source: TimeSeries, start: number): void {
    const bucket = this.gathered(source, start);
    if (this.open !== null && start === this.open.start) {
      this.open = bucket;
    } else if (bucket.count === 0) {
      this.erase(start);
    } else {
      this.emit(source, start, bucket.result(this.aggregator, source.sampleAfter(bucket.end - 1)));
    }
  }

  private gathered(source: TimeSeries, start: number): Accumulator {
    const end = this.endOf(start);
    const bucket = new Accumulator(start, end, source.sampleBefore(start));
    const { timestamps, values } = source.between(start, end - 1);
    for (const [index, timestamp] of timestamps.entries()) bucket.add(timestamp, values[index]);
    return bucket;
  }

  private erase(bucketStart: number): void {
    if (this.destination.remove(bucketStart, bucketStart) > 0) this.hasWritten = true;
  }

  private emit(source: TimeSeries, bucketStart: number, value: number): void {
    const { destination, aggregator, bucketMs } = this;
    destination.add(bucketStart, value, 'last');
    this.hasWritten = true;
    const { probe } = source.env;
    if (probe !== null) {
      probe.emit({
        type: 'series.compaction',
        source: source.address,
        destination: destination.address,
        aggregator,
        bucketStart,
        bucketMs,
        value,
      });
    }
  }
}
