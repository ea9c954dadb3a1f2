/**
 * One allocation with its bytes: the memory of a listpack, a ziplist or an intset.
 *
 * The allocator gives slots of fixed sizes, and `memory` is the whole slot: the structure at its beginning,
 * then the rest that happens to be free. Growing within the slot costs nothing; beyond it the bytes are
 * copied to another slot, and the address changes. So does shrinking into a smaller one.
 *
 *     address 0x7f0080000000                                      slot of 16 bytes
 *     [0b 00 00 00 02 00 | 01 01 02 01 | ff | .. .. .. .. ..]     an 11-byte listpack and 5 spare bytes
 */
import { addressOf, sizeClass } from '../base/heap.ts';
import type { Environment } from '../base/probe.ts';

/** A part of a block: from one offset up to another, which is not in it. */
export interface ByteWindow {
  readonly from: number;
  readonly until: number;
}

export const EVERYTHING: ByteWindow = { from: 0, until: Number.POSITIVE_INFINITY };

export class PackedBlock {
  readonly env: Environment;
  /** The whole slot. */
  memory: Uint8Array;
  /** Where the slot lies, in units of the heap. */
  private place: number;

  constructor(env: Environment, sizeBytes: number) {
    this.env = env;
    this.memory = new Uint8Array(sizeClass(sizeBytes));
    this.place = env.heap.take(sizeBytes);
  }

  get address(): number {
    return addressOf(this.place);
  }

  /** The real size of the allocation: malloc_usable_size. */
  get allocationBytes(): number {
    return this.memory.length;
  }

  /** Frees the allocation. Nothing may be asked of the structure afterwards. */
  release(): void {
    this.env.heap.give(this.place, this.memory.length);
  }

  /** realloc: another slot where the size falls into another class. The bytes are kept as far as they fit. */
  protected resize(sizeBytes: number): void {
    const slotBytes = sizeClass(sizeBytes);
    const old = this.memory;
    if (slotBytes === old.length) {
      this.env.heap.wrote(this.place, sizeBytes);
      return;
    }
    const place = this.env.heap.take(sizeBytes);
    this.env.heap.give(this.place, old.length);
    this.place = place;
    this.memory = new Uint8Array(slotBytes);
    this.memory.set(slotBytes < old.length ? old.subarray(0, slotBytes) : old);
  }

  /** Emits a reallocation since the block was at `oldBlock` with `oldBytes`, if there was one. */
  protected emitMove(oldBlock: number, oldBytes: number): void {
    const probe = this.env.probe;
    if (probe === null || (oldBlock === this.address && oldBytes === this.memory.length)) return;
    probe.emit({
      type: 'packed.realloc',
      block: this.address,
      oldBlock,
      fromBytes: oldBytes,
      toBytes: this.memory.length,
    });
  }
}
