/**
 * A Bloom filter that grows: layers, each a filter of its own (structures/bloom-layer.ts).
 *
 * Items go into the newest layer. When it holds as many as it was made for, another is added: `expansion` times as
 * large, with half the error. The first layer already has half the error that was asked for, so that all layers
 * together stay below it: ½ + ¼ + ⅛ + … A filter that may not grow has one layer with the whole error, and refuses
 * items when it is full.
 *
 * An item is looked for in every layer, the newest first. It is new when no layer has all of its bits.
 *
 *     SBChain   layers, size, nfilters, options, growth   32 bytes
 *     SBLink    hashes, entries, error, bpe, bf, bytes, bits, size   64 bytes for each layer, beside its bits
 *
 * Worked example: BF.ADD to a key that is not there makes one layer for 100 items with an error of 0.005: 1102 bits in
 * 144 bytes, 8 hashes; 32 + 64 + 144 = 240 bytes, as in the reply of BF.INFO.
 */
import { addressOf, sizeClass } from '../../base/heap.ts';
import type { Environment } from '../../base/probe.ts';
import { type BloomHash, BloomLayer, type BloomPlan, planLayer } from '../../structures/bloom-layer.ts';
import type { ModuleType, ModuleValue } from '../../types/module-type.ts';

export const DEFAULT_ERROR = 0.01;
export const DEFAULT_CAPACITY = 100;
export const DEFAULT_EXPANSION = 2;
const TIGHTENING = 0.5;
const CHAIN_BYTES = 32;
const LINK_BYTES = 64;

/** As RedisBloom writes them: no rounding to a power of two, hashes of 64 bits, and no layers but the first. */
export const OPTIONS_SCALING = 0b0101;
export const OPTIONS_FIXED = 0b1101;

/** All of the heap together: beyond this no layer is made, for the page would end before the server does. */
const MAX_HEAP_BYTES = 2 ** 30;

/** Whether there is room for so many bytes more. */
export function hasRoom(env: Environment, sizeBytes: number): boolean {
  return env.heap.usedBytes + sizeBytes <= MAX_HEAP_BYTES;
}

/** Added, there already (or so it looks), no room, or too large to grow. */
export type AddOutcome = 'added' | 'present' | 'full' | 'failed';

export class BloomFilter implements ModuleValue {
  readonly moduleType: ModuleType;
  readonly env: Environment;
  readonly expansion: number;
  readonly isScaling: boolean;
  readonly layers: BloomLayer[] = [];
  readonly #place: number;
  #linkPlace: number;

  constructor(moduleType: ModuleType, env: Environment, expansion: number, isScaling: boolean) {
    this.moduleType = moduleType;
    this.env = env;
    this.expansion = expansion;
    this.isScaling = isScaling;
    this.#place = env.heap.take(CHAIN_BYTES);
    this.#linkPlace = env.heap.take(LINK_BYTES);
  }

  get address(): number {
    return addressOf(this.#place);
  }

  /** The first layer of a filter for so many items; null when it would be too large. */
  static plan(capacity: number, error: number, isScaling: boolean): BloomPlan | null {
    return planLayer(capacity, isScaling ? error * TIGHTENING : error);
  }

  /** Items that were added to all layers. */
  get items(): number {
    return this.layers.reduce((sum, { items }) => sum + items, 0);
  }

  get capacity(): number {
    return this.layers.reduce((sum, { plan }) => sum + plan.entries, 0);
  }

  get newest(): BloomLayer {
    return this.layers[this.layers.length - 1];
  }

  addLayer(plan: BloomPlan): BloomLayer {
    const { heap } = this.env;
    const layer = new BloomLayer(this.env, plan);
    if (this.layers.length > 0) {
      const oldBytes = this.layers.length * LINK_BYTES;
      heap.give(this.#linkPlace, oldBytes);
      this.#linkPlace = heap.take(oldBytes + LINK_BYTES);
    }
    this.layers.push(layer);
    return layer;
  }

  has(hash: BloomHash): boolean {
    for (let at = this.layers.length - 1; at >= 0; at--) if (this.layers[at].has(hash)) return true;
    return false;
  }

  add(hash: BloomHash): AddOutcome {
    if (this.has(hash)) return 'present';
    const { newest } = this;
    if (newest.items >= newest.plan.entries) {
      if (!this.isScaling) return 'full';
      const plan = planLayer(newest.plan.entries * this.expansion, newest.plan.error * TIGHTENING);
      if (plan === null || !hasRoom(this.env, plan.bytes)) return 'failed';
      const layer = this.addLayer(plan);
      const { probe } = this.env;
      if (probe !== null) {
        const { entries, error, hashes } = plan;
        const layers = this.layers.length;
        const { address, bits } = layer;
        probe.emit({
          type: 'bloom.layer',
          filter: this.address,
          layer: address,
          layers,
          entries,
          bits,
          hashes,
          error,
        });
      }
    }
    this.newest.add(hash);
    return 'added';
  }

  /** As in BF.INFO SIZE: the structures and their bits, without the rounding of the allocator. */
  get sizeBytes(): number {
    return this.layers.reduce((sum, { plan }) => sum + LINK_BYTES + plan.bytes, CHAIN_BYTES);
  }

  /** Its bytes on the heap. */
  get allocationBytes(): number {
    const links = sizeClass(Math.max(1, this.layers.length) * LINK_BYTES);
    return this.layers.reduce((sum, layer) => sum + layer.allocationBytes, sizeClass(CHAIN_BYTES) + links);
  }

  release(): void {
    const { heap } = this.env;
    for (const layer of this.layers) layer.release();
    heap.give(this.#linkPlace, Math.max(1, this.layers.length) * LINK_BYTES);
    heap.give(this.#place, CHAIN_BYTES);
  }
}
