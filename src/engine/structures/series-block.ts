/** The two allocations of a chunk of a time series: a header with its figures, and the data. */
import { sizeClass } from '../base/heap.ts';
import type { Environment } from '../base/probe.ts';
import { PackedBlock } from './packed-block.ts';

const HEADER_BYTES = 80;

export class SeriesBlock extends PackedBlock {
  /** The requested size: the data is never longer. */
  readonly sizeBytes: number;
  readonly #headerPlace: number;

  constructor(env: Environment, sizeBytes: number) {
    super(env, sizeBytes);
    this.sizeBytes = sizeBytes;
    this.#headerPlace = env.heap.take(HEADER_BYTES);
  }

  /** What both really take. */
  get totalBytes(): number {
    return this.allocationBytes + sizeClass(HEADER_BYTES);
  }

  override release(): void {
    this.env.heap.give(this.#headerPlace, HEADER_BYTES);
    super.release();
  }
}
