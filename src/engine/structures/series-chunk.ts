/** A portion of a time series: samples in the order of time, in one allocation. There are two kinds. */
import type { Environment } from '../base/probe.ts';
import { GorillaChunk } from './gorilla-chunk.ts';
import { PlainChunk } from './plain-chunk.ts';

/** Samples as two columns of the same length. */
export interface Samples {
  readonly timestamps: number[];
  readonly values: number[];
}

export interface SeriesChunk {
  readonly address: number;
  /** Its real size, with its header. */
  readonly totalBytes: number;
  /** The requested size: the data of a chunk is never longer. */
  readonly sizeBytes: number;
  readonly count: number;
  readonly usedBits: number;
  readonly firstTimestamp: number;
  readonly lastTimestamp: number;
  readonly lastValue: number;
  /** Adds a sample later than all others; false if there is no room, and then nothing changes. */
  append(timestamp: number, value: number): boolean;
  samples(): Samples;
  /** The bytes in use. A view. */
  data(): Uint8Array;
  release(): void;
}

export function createChunk(env: Environment, isCompressed: boolean, sizeBytes: number): SeriesChunk {
  return isCompressed ? new GorillaChunk(env, sizeBytes) : new PlainChunk(env, sizeBytes);
}
