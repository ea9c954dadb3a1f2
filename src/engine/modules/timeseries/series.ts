/**
 * A time series: samples in the order of time, in chunks one after the other.
 *
 *     series ─▶ [chunk 0 … full][chunk 1 … full][chunk 2 ……]       each one allocation of chunkBytes or a little more
 *
 * A sample later than all others is appended to the last chunk; when that has no room, another is opened, and chunks
 * beyond the retention go. A sample that comes late is put into its chunk, which is written anew; a chunk that grows
 * by more than a fifth is cut in two. A chunk that is compressed cannot be changed in its middle otherwise: every
 * sample is coded relative to the one before it.
 *
 * There is always one chunk, be it empty.
 */
import { addressOf, sizeClass } from '../../base/heap.ts';
import type { Environment } from '../../base/probe.ts';
import type { Dict } from '../../structures/dict.ts';
import { createChunk, type Samples, type SeriesChunk } from '../../structures/series-chunk.ts';
import type { ModuleType, ModuleValue } from '../../types/module-type.ts';
import type { RedisObject } from '../../types/object.ts';
import type { Sample } from './aggregation.ts';
import type { LabelIndex } from './label-index.ts';
import type { CompactionRule } from './rule.ts';

export const POLICIES = ['block', 'first', 'last', 'min', 'max', 'sum'] as const;
/** What to do with a sample at a time that has one already. */
export type DuplicatePolicy = (typeof POLICIES)[number];

export interface Label {
  readonly name: Uint8Array;
  readonly value: Uint8Array;
}

export interface SeriesOptions {
  readonly retentionMs: number;
  readonly chunkBytes: number;
  readonly isCompressed: boolean;
  /** Null: that of the module, which is block. */
  readonly policy: DuplicatePolicy | null;
  readonly labels: readonly Label[];
}

/** Where a series is kept. */
export interface Home {
  readonly keys: Dict<RedisObject>;
  readonly key: Uint8Array;
}

/** A rule as RDB has it: the other series by name, until both are there. */
export interface PendingRule {
  readonly destination: Uint8Array;
  readonly create: (destination: TimeSeries) => CompactionRule;
}

export type AddOutcome = 'added' | 'too old' | 'blocked';

const SERIES_BYTES = 136;
const RULE_BYTES = 56;
const LABEL_BYTES = 16;
/** How much a chunk may grow beyond its size before it is cut in two. */
const SPLIT_FACTOR = 1.2;

export class TimeSeries implements ModuleValue {
  readonly moduleType: ModuleType;
  readonly env: Environment;
  retentionMs: number;
  chunkBytes: number;
  readonly isCompressed: boolean;
  policy: DuplicatePolicy | null;
  readonly chunks: SeriesChunk[];
  readonly rules: CompactionRule[] = [];
  /** The series that this one is a compaction of. */
  source: TimeSeries | null = null;
  home: Home | null = null;
  index: LabelIndex | null = null;
  pendingRules: PendingRule[] = [];
  pendingSource: Uint8Array | null = null;
  #labels: readonly Label[] = [];
  readonly #place: number;
  #labelPlace = 0;

  constructor(moduleType: ModuleType, env: Environment, options: SeriesOptions) {
    this.moduleType = moduleType;
    this.env = env;
    this.retentionMs = options.retentionMs;
    this.chunkBytes = options.chunkBytes;
    this.isCompressed = options.isCompressed;
    this.policy = options.policy;
    this.#place = env.heap.take(SERIES_BYTES);
    this.chunks = [this.newChunk(this.chunkBytes)];
    this.labels = options.labels;
  }

  get address(): number {
    return addressOf(this.#place);
  }

  get labels(): readonly Label[] {
    return this.#labels;
  }

  /** The index follows. */
  set labels(labels: readonly Label[]) {
    const { index } = this;
    index?.remove(this);
    this.freeLabels();
    this.#labels = labels;
    if (labels.length > 0) this.#labelPlace = this.env.heap.take(labelBytes(labels));
    index?.add(this);
  }

  labelValue(name: Uint8Array): Uint8Array | null {
    for (const label of this.#labels) {
      if (label.name.length === name.length && label.name.every((byte, at) => byte === name[at]))
        return label.value;
    }
    return null;
  }

  get totalSamples(): number {
    return this.chunks.reduce((sum, { count }) => sum + count, 0);
  }

  get lastTimestamp(): number {
    return this.lastChunk.lastTimestamp;
  }

  get lastChunk(): SeriesChunk {
    return this.chunks[this.chunks.length - 1];
  }

  get isEmpty(): boolean {
    return this.chunks.length === 1 && this.lastChunk.count === 0;
  }

  lastSample(): Sample | null {
    const { count, lastTimestamp: timestamp, lastValue: value } = this.lastChunk;
    return count === 0 ? null : { timestamp, value };
  }

  /** The first time that the retention has left. */
  get firstTimestamp(): number {
    const { chunks, oldest } = this;
    if (this.isEmpty) return 0;
    if (chunks[0].firstTimestamp >= oldest) return chunks[0].firstTimestamp;
    return this.between(oldest, Number.MAX_SAFE_INTEGER).timestamps[0] ?? 0;
  }

  /** Replies leave out samples before this time. */
  get oldest(): number {
    return this.retentionMs === 0 ? 0 : Math.max(0, this.lastTimestamp - this.retentionMs);
  }

  /** A new sample, or another value for one that is there. */
  add(timestamp: number, value: number, policy: DuplicatePolicy = this.policy ?? 'block'): AddOutcome {
    if (!this.isEmpty && timestamp < this.oldest) return 'too old';
    if (!this.isEmpty && timestamp <= this.lastTimestamp) return this.upsert(timestamp, value, policy);
    this.append(timestamp, value);
    for (const rule of this.rules) rule.take(this, timestamp, value);
    return 'added';
  }

  private append(timestamp: number, value: number): void {
    let chunk = this.lastChunk;
    let fromBit = chunk.usedBits;
    if (!chunk.append(timestamp, value)) {
      const full = chunk;
      this.trim(timestamp);
      chunk = this.newChunk(this.chunkBytes);
      this.chunks.push(chunk);
      chunk.append(timestamp, value);
      fromBit = 0;
      this.emitChunkStep(chunk, full, 'opened');
    }
    this.emitSampleStep(chunk, timestamp, value, chunk.count - 1, 'appended', fromBit);
  }

  /** Chunks that lie wholly beyond the retention go; the last one stays. */
  private trim(timestamp: number): void {
    if (this.retentionMs === 0) return;
    const oldest = timestamp - this.retentionMs;
    while (this.chunks.length > 1 && this.chunks[0].lastTimestamp < oldest) this.dropChunk(0);
  }

  private upsert(timestamp: number, value: number, policy: DuplicatePolicy): AddOutcome {
    const at = this.chunkAt(timestamp);
    const chunk = this.chunks[at];
    const { timestamps, values } = chunk.samples();
    let index = lowerBound(timestamps, timestamp);
    const isThere = timestamps[index] === timestamp;
    if (isThere) {
      if (policy === 'block') return 'blocked';
      values[index] = combined(policy, values[index], value);
    } else {
      timestamps.splice(index, 0, timestamp);
      values.splice(index, 0, value);
    }
    const fresh = this.rewrite(at, { timestamps, values });
    const home = fresh.find(({ lastTimestamp }) => timestamp <= lastTimestamp)!;
    for (const before of fresh) {
      if (before === home) break;
      index -= before.count;
    }
    this.emitSampleStep(
      home,
      timestamp,
      home.samples().values[index],
      index,
      isThere ? 'changed' : 'inserted',
      0,
    );
    for (const rule of this.rules) rule.retake(this, timestamp);
    return 'added';
  }

  /** Removes the samples from one time to another, both included; how many there were. */
  remove(from: number, until: number): number {
    let removed = 0;
    for (let at = this.chunks.length - 1; at >= 0; at--) {
      const chunk = this.chunks[at];
      if (chunk.count === 0 || chunk.lastTimestamp < from || chunk.firstTimestamp > until) continue;
      const { timestamps, values } = chunk.samples();
      const first = lowerBound(timestamps, from);
      const count = lowerBound(timestamps, until + 1) - first;
      if (count === 0) continue;
      removed += count;
      timestamps.splice(first, count);
      values.splice(first, count);
      if (timestamps.length > 0 || this.chunks.length === 1) this.rewrite(at, { timestamps, values });
      else this.dropChunk(at);
    }
    if (removed > 0) for (const rule of this.rules) rule.forget(this, from, until);
    return removed;
  }

  /** The samples from one time to another, both included; older than the retention only where asked for. */
  between(from: number, until: number): Samples {
    const found: Samples = { timestamps: [], values: [] };
    for (let at = this.chunkAt(from); at < this.chunks.length; at++) {
      const chunk = this.chunks[at];
      if (chunk.count === 0 || chunk.lastTimestamp < from) continue;
      if (chunk.firstTimestamp > until) break;
      const { timestamps, values } = chunk.samples();
      const end = chunk.lastTimestamp <= until ? timestamps.length : lowerBound(timestamps, until + 1);
      for (let index = lowerBound(timestamps, from); index < end; index++) {
        found.timestamps.push(timestamps[index]);
        found.values.push(values[index]);
      }
    }
    return found;
  }

  sampleBefore(timestamp: number): Sample | null {
    for (let at = this.chunkAt(timestamp); at >= 0; at--) {
      const { timestamps, values } = this.chunks[at].samples();
      const index = lowerBound(timestamps, timestamp) - 1;
      if (index >= 0) return { timestamp: timestamps[index], value: values[index] };
    }
    return null;
  }

  sampleAfter(timestamp: number): Sample | null {
    for (let at = this.chunkAt(timestamp); at < this.chunks.length; at++) {
      const { timestamps, values } = this.chunks[at].samples();
      const index = lowerBound(timestamps, timestamp + 1);
      if (index < timestamps.length) return { timestamp: timestamps[index], value: values[index] };
    }
    return null;
  }

  /** As TS.INFO and MEMORY USAGE report it: everything it has on the heap. */
  get memoryBytes(): number {
    const chunkBytes = this.chunks.reduce((sum, chunk) => sum + chunk.totalBytes, 0);
    return (
      sizeClass(SERIES_BYTES) +
      chunkBytes +
      this.rules.length * sizeClass(RULE_BYTES) +
      (this.#labels.length === 0 ? 0 : sizeClass(labelBytes(this.#labels)))
    );
  }

  addRule(rule: CompactionRule): void {
    rule.place = this.env.heap.take(RULE_BYTES);
    this.rules.push(rule);
    rule.destination.source = this;
  }

  /** Ends the rule to a series; false when there is none. */
  removeRule(destination: TimeSeries): boolean {
    const at = this.rules.findIndex((rule) => rule.destination === destination);
    if (at === -1) return false;
    const [rule] = this.rules.splice(at, 1);
    this.env.heap.give(rule.place, RULE_BYTES);
    destination.source = null;
    return true;
  }

  release(): void {
    const { heap } = this.env;
    this.index?.remove(this);
    this.index = null;
    this.home = null;
    for (const { destination } of [...this.rules]) this.removeRule(destination);
    this.source?.removeRule(this);
    for (const chunk of this.chunks) chunk.release();
    this.freeLabels();
    heap.give(this.#place, SERIES_BYTES);
  }

  /** The chunk that a time belongs to: the last that begins no later. */
  private chunkAt(timestamp: number): number {
    let low = 0;
    let high = this.chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.chunks[middle].firstTimestamp <= timestamp) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Writes a chunk anew with these samples, in two if it has grown too much. Gives what stands in its place. */
  private rewrite(at: number, samples: Samples): SeriesChunk[] {
    const old = this.chunks[at];
    const limitBytes = Math.ceil((this.chunkBytes * SPLIT_FACTOR) / 8) * 8;
    for (let sizeBytes = Math.max(old.sizeBytes, this.chunkBytes); ; sizeBytes = limitBytes) {
      const fresh = this.filled(sizeBytes, samples, 0, samples.timestamps.length);
      if (fresh !== null) {
        this.chunks[at] = fresh;
        old.release();
        return [fresh];
      }
      if (sizeBytes >= limitBytes) break;
    }
    const halves = this.halved(samples, 0, samples.timestamps.length);
    this.chunks.splice(at, 1, ...halves);
    old.release();
    this.emitChunkStep(halves[1], halves[0], 'split');
    return halves;
  }

  private halved(samples: Samples, from: number, until: number): SeriesChunk[] {
    const middle = from + Math.ceil((until - from) / 2);
    const parts: [number, number][] = [
      [from, middle],
      [middle, until],
    ];
    return parts.flatMap(([first, end]) => {
      const chunk = this.filled(this.chunkBytes, samples, first, end);
      return chunk === null ? this.halved(samples, first, end) : [chunk];
    });
  }

  private filled(
    sizeBytes: number,
    { timestamps, values }: Samples,
    from: number,
    until: number,
  ): SeriesChunk | null {
    const chunk = this.newChunk(sizeBytes);
    for (let index = from; index < until; index++) {
      if (chunk.append(timestamps[index], values[index])) continue;
      chunk.release();
      return null;
    }
    return chunk;
  }

  private newChunk(sizeBytes: number): SeriesChunk {
    return createChunk(this.env, this.isCompressed, sizeBytes);
  }

  private freeLabels(): void {
    if (this.#labels.length > 0) this.env.heap.give(this.#labelPlace, labelBytes(this.#labels));
  }

  private dropChunk(at: number): void {
    const [chunk] = this.chunks.splice(at, 1);
    const { probe } = this.env;
    if (probe !== null) {
      probe.emit({ type: 'series.trim', series: this.address, chunk: chunk.address, samples: chunk.count });
    }
    chunk.release();
  }

  /** Puts a chunk that was read from elsewhere behind the others. */
  adopt(sizeBytes: number, samples: Samples): boolean {
    const chunk = this.filled(sizeBytes, samples, 0, samples.timestamps.length);
    if (chunk === null) return false;
    if (this.isEmpty) this.chunks.pop()!.release();
    this.chunks.push(chunk);
    return true;
  }

  private emitSampleStep(
    chunk: SeriesChunk,
    timestamp: number,
    value: number,
    index: number,
    how: 'appended' | 'inserted' | 'changed',
    fromBit: number,
  ): void {
    const { probe } = this.env;
    if (probe === null) return;
    probe.emit({
      type: 'series.sample',
      series: this.address,
      chunk: chunk.address,
      timestamp,
      value,
      index,
      how,
      fromBit,
      untilBit: chunk.usedBits,
    });
  }

  private emitChunkStep(chunk: SeriesChunk, from: SeriesChunk, how: 'opened' | 'split'): void {
    const { probe } = this.env;
    if (probe === null) return;
    const chunks = this.chunks.length;
    probe.emit({
      type: 'series.chunk',
      series: this.address,
      chunk: chunk.address,
      from: from.address,
      how,
      chunks,
    });
  }
}

function labelBytes(labels: readonly Label[]): number {
  return labels.reduce((sum, { name, value }) => sum + LABEL_BYTES + name.length + value.length + 2, 0);
}

function combined(policy: DuplicatePolicy, old: number, value: number): number {
  switch (policy) {
    case 'last':
      return value;
    case 'min':
      return Math.min(old, value);
    case 'max':
      return Math.max(old, value);
    case 'sum':
      return old + value;
    default:
      return old;
  }
}

/** The first index whose time is not before this one. */
export function lowerBound(timestamps: readonly number[], timestamp: number): number {
  let low = 0;
  let high = timestamps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timestamps[middle] < timestamp) low = middle + 1;
    else high = middle;
  }
  return low;
}
