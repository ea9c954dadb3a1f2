/**
 * A string that is stored once and never changed: the value of a field in a table, a member of a set.
 *
 * In C it is an sds like any other. Here its characters lie on the heap beside the keys of the dicts, and only its
 * position and length are stored: an array object for each of a million values would take more memory than the rest of
 * the hash.
 *
 * Worked example: "v" takes 3 bytes as an sds (header, character, NUL) and gets a slot of 8.
 */
import { type Heap, sizeClass } from '../base/heap.ts';
import type { Environment } from '../base/probe.ts';
import { newSdsBytes, Sds } from './sds.ts';

export class StoredString {
  /** Its position, in units of the heap. */
  readonly place: number;
  readonly length: number;

  constructor(place: number, length: number) {
    this.place = place;
    this.length = length;
  }

  /** A copy of these bytes on the heap. */
  static create(env: Environment, bytes: Uint8Array): StoredString {
    const { length } = bytes;
    return new StoredString(env.heap.takeWith(bytes, newSdsBytes(length)), length);
  }

  /** The real size of the allocation. */
  get allocationBytes(): number {
    return sizeClass(newSdsBytes(this.length));
  }

  /** A copy of the characters. */
  bytes(heap: Heap): Uint8Array {
    return heap.read(this.place, this.length);
  }

  /** It as an sds, for those who show header and address. */
  sds(heap: Heap): Sds {
    return Sds.ofKey(this.bytes(heap), this.place);
  }

  release(env: Environment): void {
    env.heap.give(this.place, newSdsBytes(this.length));
  }
}
