/**
 * An uncompressed chunk of a time series: 16 bytes for each sample, little endian.
 *
 *     [timestamp 8][value 8] [timestamp 8][value 8] …
 */
import type { Environment } from '../base/probe.ts';
import { SeriesBlock } from './series-block.ts';
import type { Samples, SeriesChunk } from './series-chunk.ts';

export const PLAIN_SAMPLE_BYTES = 16;

export class PlainChunk extends SeriesBlock implements SeriesChunk {
  count = 0;
  lastTimestamp = 0;
  lastValue = 0;
  readonly #view: DataView;

  constructor(env: Environment, sizeBytes: number) {
    super(env, sizeBytes);
    this.#view = new DataView(this.memory.buffer);
  }

  get usedBits(): number {
    return this.count * PLAIN_SAMPLE_BYTES * 8;
  }

  get firstTimestamp(): number {
    return this.count === 0 ? 0 : this.#timestampAt(0);
  }

  append(timestamp: number, value: number): boolean {
    const at = this.count * PLAIN_SAMPLE_BYTES;
    if (at + PLAIN_SAMPLE_BYTES > this.sizeBytes) return false;
    this.#view.setUint32(at, timestamp >>> 0, true);
    this.#view.setUint32(at + 4, Math.floor(timestamp / 2 ** 32), true);
    this.#view.setFloat64(at + 8, value, true);
    this.count++;
    this.lastTimestamp = timestamp;
    this.lastValue = value;
    return true;
  }

  samples(): Samples {
    const timestamps: number[] = [];
    const values: number[] = [];
    for (let index = 0; index < this.count; index++) {
      timestamps.push(this.#timestampAt(index));
      values.push(this.#view.getFloat64(index * PLAIN_SAMPLE_BYTES + 8, true));
    }
    return { timestamps, values };
  }

  data(): Uint8Array {
    return this.memory.subarray(0, this.count * PLAIN_SAMPLE_BYTES);
  }

  #timestampAt(index: number): number {
    const at = index * PLAIN_SAMPLE_BYTES;
    return this.#view.getUint32(at + 4, true) * 2 ** 32 + this.#view.getUint32(at, true);
  }
}

/** The samples in such bytes, or null when they are none. */
export function readPlain(bytes: Uint8Array, count: number): Samples | null {
  if (bytes.length !== count * PLAIN_SAMPLE_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const timestamps: number[] = [];
  const values: number[] = [];
  for (let at = 0; at < bytes.length; at += PLAIN_SAMPLE_BYTES) {
    timestamps.push(view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true));
    values.push(view.getFloat64(at + 8, true));
  }
  return { timestamps, values };
}
