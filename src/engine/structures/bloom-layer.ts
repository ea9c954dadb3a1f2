/**
 * One layer of a Bloom filter: bits, and k positions in them for every item.
 *
 * An item is hashed twice with MurmurHash64A: a with the seed 0xc6a4a7935bd1e995, and b with the seed a. Its bits are
 * (a + i × b) mod m for i below k. Adding the item sets all of them; the item may be in the filter if all are set. A
 * bit does not say which item set it, so nothing can be removed, and an item whose bits were all set by others seems to
 * be present: that is the false positive.
 *
 *     bits per entry   -ln(error) / ln(2)²          1 %: 9.585     0.1 %: 14.378
 *     m                entries × bits per entry, rounded down, then up to whole words of 64 bits
 *     k                ln(2) × bits per entry, rounded up
 *
 * Bit x is bit x mod 8 of byte x / 8, the least significant first.
 *
 * Worked example: 10 entries and an error of 0.05 make 6.235 bits per entry, 64 bits, 5 hashes. "item1" has a mod 64
 * = 11 and b mod 64 = 53, so its bits are 11, 0, 53, 42 and 31:
 *
 *     01 08 00 80 00 04 20 00
 */
import type { Environment } from '../base/probe.ts';
import { murmurHash64A } from './murmur-hash.ts';
import { PackedBlock } from './packed-block.ts';

const SEED_HIGH = 0xc6a4a793;
const SEED_LOW = 0x5bd1e995;
const LN2_SQUARED = 0.480453013918201;
const WORD_BITS = 64;
/** Beyond this a layer is refused: 256 MB, and the sums below stay exact. */
export const MAX_LAYER_BYTES = 2 ** 28;

/** Both hashes of an item, each as two unsigned halves. */
export interface BloomHash {
  readonly aHigh: number;
  readonly aLow: number;
  readonly bHigh: number;
  readonly bLow: number;
}

export function bloomHash(item: Uint8Array): BloomHash {
  const a = murmurHash64A(item, SEED_LOW, SEED_HIGH);
  const b = murmurHash64A(item, a.low, a.high);
  return { aHigh: a.high, aLow: a.low, bHigh: b.high, bLow: b.low };
}

export function bitsPerEntry(error: number): number {
  return Math.abs(Math.log(error) / LN2_SQUARED);
}

/** The plan of a layer. */
export interface BloomPlan {
  /** How many items it is meant for. */
  readonly entries: number;
  /** The rate of false positives it is meant for. */
  readonly error: number;
  readonly bitsPerEntry: number;
  /** Bits of each item. */
  readonly hashes: number;
  readonly bytes: number;
}

/** Null if it would be too large or the numbers make no sense. */
export function planLayer(entries: number, error: number): BloomPlan | null {
  if (!(entries >= 1) || !(error > 0 && error < 1)) return null;
  const each = bitsPerEntry(error);
  const bits = Math.floor(entries * each);
  const bytes = Math.max(1, Math.ceil(bits / WORD_BITS)) * 8;
  if (!(bytes <= MAX_LAYER_BYTES)) return null;
  return { entries, error, bitsPerEntry: each, hashes: Math.ceil(Math.LN2 * each), bytes };
}

export class BloomLayer extends PackedBlock {
  readonly plan: BloomPlan;
  /** How many items were added. */
  items = 0;
  /** How many bits are set. */
  bitsSet = 0;

  constructor(env: Environment, plan: BloomPlan) {
    super(env, plan.bytes);
    this.plan = plan;
  }

  get bits(): number {
    return this.plan.bytes * 8;
  }

  /** The bits themselves, without the rest of the slot. A view. */
  get filter(): Uint8Array {
    return this.memory.subarray(0, this.plan.bytes);
  }

  /** The bits of an item, in the order of its hashes. */
  positions({ aHigh, aLow, bHigh, bLow }: BloomHash): number[] {
    const { bits } = this;
    const positions: number[] = [];
    let high = aHigh;
    let low = aLow;
    for (let i = 0; i < this.plan.hashes; i++) {
      // The remainder of 64 bits, sixteen at a time: each product stays below 2^53.
      let rest = high % bits;
      rest = (rest * 65536 + (low >>> 16)) % bits;
      positions.push((rest * 65536 + (low & 0xffff)) % bits);
      const sum = low + bLow;
      low = sum >>> 0;
      high = (high + bHigh + (sum > 0xffff_ffff ? 1 : 0)) >>> 0;
    }
    return positions;
  }

  isSet(position: number): boolean {
    return (this.memory[Math.floor(position / 8)] & (1 << (position & 7))) !== 0;
  }

  /** Whether every bit of the item is set. */
  has(hash: BloomHash): boolean {
    const positions = this.positions(hash);
    const { probe } = this.env;
    for (const [index, position] of positions.entries()) {
      const isSet = this.isSet(position);
      if (probe !== null) {
        probe.emit({ type: 'bloom.test', layer: this.address, hash: index, bit: position, isSet });
      }
      if (!isSet) return false;
    }
    return true;
  }

  /** Sets the bits of the item and counts it. */
  add(hash: BloomHash): void {
    const { probe } = this.env;
    for (const [index, position] of this.positions(hash).entries()) {
      const wasSet = this.isSet(position);
      if (!wasSet) {
        this.memory[Math.floor(position / 8)] |= 1 << (position & 7);
        this.bitsSet++;
      }
      if (probe !== null) {
        probe.emit({ type: 'bloom.set', layer: this.address, hash: index, bit: position, wasSet });
      }
    }
    this.items++;
  }

  /** Overwrites its bytes from an offset on and counts the bits again. */
  replace(bytes: Uint8Array, at = 0): void {
    this.memory.set(bytes, at);
    let bitsSet = 0;
    for (let byte of this.filter) {
      for (; byte !== 0; byte &= byte - 1) bitsSet++;
    }
    this.bitsSet = bitsSet;
  }
}
