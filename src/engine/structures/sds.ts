/**
 * SDS, the simple dynamic string: every key, and every string value that is not an integer.
 *
 * Mirrors sds.c. A pointer to an sds points at its first character, so that C functions can read it; what
 * Redis needs to know lies before it, in the smallest header that can say the length:
 *
 *     sdshdr5    [flags]                                  1 byte     length < 32, kept in the flags
 *     sdshdr8    [len 1][alloc 1][flags]                  3 bytes    < 256
 *     sdshdr16   [len 2][alloc 2][flags]                  5 bytes    < 65536
 *     sdshdr32   [len 4][alloc 4][flags]                  9 bytes    < 2^32
 *     sdshdr64   [len 8][alloc 8][flags]                 17 bytes
 *                                       [the characters … len][spare … alloc][NUL]
 *
 * Numbers are little endian; the low three bits of the flags say the type (0 to 4). `alloc` is what fits
 * without asking the allocator again: the allocator rounds up, and the header takes the gift. sdshdr5 has no
 * `alloc` and so no spare room; it becomes sdshdr8 as soon as the string grows.
 *
 * Growing is greedy, so that many small appends cost few allocations: twice the new length up to 1 MB,
 * beyond that 1 MB more than the new length.
 *
 * Worked example: "abc" is stored as 18 | 61 62 63 00, five bytes in a slot of 8 (0x18 = 3 << 3 | type 0).
 * Append "x": 8 characters are asked for, 3 + 8 + 1 = 12 bytes, the slot has 16, so alloc is 12:
 * 04 0c 01 | 61 62 63 78 00.
 *
 * Here the characters are `bytes` without the NUL. The array may be shorter than `alloc` until the spare
 * room is first written to: most strings never grow.
 */
import { addressOf, placeOf, sizeClass } from '../base/heap.ts';
import type { Environment } from '../base/probe.ts';

export type SdsHeaderType = 5 | 8 | 16 | 32 | 64;

/** Up to this length growing doubles, beyond it adds this much. */
const MAX_PREALLOCATION_BYTES = 1024 * 1024;
const TERMINATOR_BYTES = 1;
/** Below this a loop copies faster than a call into the runtime. */
const SHORT_COPY_BYTES = 48;

export class Sds {
  /** The characters, from the first; at least `length`, at most `alloc` of them. */
  bytes: Uint8Array;
  length: number;
  /** Capacity without header and terminator. */
  alloc: number;
  headerType: SdsHeaderType;
  /** Where the header begins, in units of the heap. */
  private place: number;

  private constructor(
    bytes: Uint8Array,
    length: number,
    alloc: number,
    headerType: SdsHeaderType,
    place: number,
  ) {
    this.bytes = bytes;
    this.length = length;
    this.alloc = alloc;
    this.headerType = headerType;
    this.place = place;
  }

  /** A copy of source[start, end) on the heap: sdsnewlen. */
  static create(env: Environment, source: Uint8Array, start = 0, end = source.length): Sds {
    return Sds.around(env, copyOf(source, start, end));
  }

  /** So many zero bytes: sdsnewlen without a source. */
  static zeros(env: Environment, length: number): Sds {
    return Sds.around(env, new Uint8Array(length));
  }

  /** The bytes become the string's own. */
  private static around(env: Environment, bytes: Uint8Array): Sds {
    const { length } = bytes;
    const headerType = newType(length);
    const askedBytes = newSdsBytes(length);
    const alloc = headerType === 5 ? length : usableLength(headerType, askedBytes);
    return new Sds(bytes, length, alloc, headerType, env.heap.take(askedBytes));
  }

  /**
   * The sds inside an embstr object: it has no separate allocation and never grows. `address` is that of the first
   * character.
   */
  static embedded(source: Uint8Array, address: number): Sds {
    const length = source.length;
    return new Sds(copyOf(source, 0, length), length, length, 8, placeOf(address - headerBytesOf(8)));
  }

  /** The sds of a dict's key, whose characters the heap keeps: `bytes` is a copy of them. */
  static ofKey(bytes: Uint8Array, place: number): Sds {
    const length = bytes.length;
    const headerType = newType(length);
    const alloc = headerType === 5 ? length : usableLength(headerType, newSdsBytes(length));
    return new Sds(bytes, length, alloc, headerType, place);
  }

  /** The sds pointer: the address of the first character. */
  get address(): number {
    return addressOf(this.place) + headerBytesOf(this.headerType);
  }

  /** Characters that still fit. */
  get available(): number {
    return this.alloc - this.length;
  }

  /** The real size of the allocation: zmalloc_size. */
  get allocationBytes(): number {
    return sizeClass(this.askedBytes());
  }

  /** The characters. A view of the live string if it has spare room: copy before keeping. */
  view(): Uint8Array {
    return this.bytes.length === this.length ? this.bytes : this.bytes.subarray(0, this.length);
  }

  /** The first characters as they lie in memory, spare room included: at most `limit`, at most `alloc`. */
  memory(limit: number): Uint8Array {
    const memory = new Uint8Array(Math.min(limit, this.alloc));
    memory.set(this.bytes.subarray(0, memory.length));
    return memory;
  }

  /** The header as it lies in memory. */
  headerBytes(): Uint8Array {
    const header = new Uint8Array(headerBytesOf(this.headerType));
    if (this.headerType === 5) {
      header[0] = this.length << 3;
      return header;
    }
    const width = this.headerType / 8;
    writeLittleEndian(header, 0, width, this.length);
    writeLittleEndian(header, width, width, this.alloc);
    header[width * 2] = FLAGS[this.headerType];
    return header;
  }

  /** sdscatlen. */
  append(env: Environment, suffix: Uint8Array): void {
    const length = this.length;
    this.makeRoom(env, suffix.length);
    this.materialize(length + suffix.length);
    this.bytes.set(suffix, length);
    this.length = length + suffix.length;
    this.#emitWritten(env, length, suffix.length);
  }

  /** Makes the string at least `length` long, with zeros: sdsgrowzero. */
  growZero(env: Environment, length: number): void {
    if (length <= this.length) return;
    this.makeRoom(env, length - this.length);
    this.materialize(length);
    const padded = length - this.length;
    this.bytes.fill(0, this.length, length);
    this.length = length;
    this.#emitWritten(env, length - padded, padded);
  }

  /** Overwrites from `offset` on, growing with zeros as needed. */
  setRange(env: Environment, offset: number, source: Uint8Array): void {
    this.growZero(env, offset + source.length);
    this.bytes.set(source, offset);
    this.#emitWritten(env, offset, source.length);
  }

  /** Sees to it that `extra` more characters fit: sdsMakeRoomFor, or its non-greedy sister. */
  makeRoom(env: Environment, extra: number, greedy = true): void {
    if (this.available >= extra) return;
    let target = this.length + extra;
    if (greedy) target += target < MAX_PREALLOCATION_BYTES ? target : MAX_PREALLOCATION_BYTES;
    const required = requiredType(target);
    const headerType = required === 5 ? 8 : required;
    const askedBytes = headerBytesOf(headerType) + target + TERMINATOR_BYTES;
    const before = { address: this.address, headerType: this.headerType, alloc: this.alloc };
    this.move(env, headerType, askedBytes);
    this.alloc = usableLength(headerType, askedBytes);
    this.materialize(this.alloc);
    this.#emitRoom(env, before);
  }

  /** Gives the spare room back: sdsRemoveFreeSpace. A string that will grow again should not get type 5. */
  removeFreeSpace(env: Environment, wouldRegrow = false): void {
    this.resize(env, this.length, wouldRegrow);
  }

  /** Makes the capacity exactly `size`, cutting the string if it is longer: sdsResize. */
  resize(env: Environment, size: number, wouldRegrow: boolean): void {
    if (this.alloc === size) return;
    let headerType = requiredType(size);
    if (wouldRegrow && headerType === 5) headerType = 8;
    // A header larger than needed is kept where the difference is small: no copying then.
    if (headerType < this.headerType && headerType > 8) headerType = this.headerType;
    const before = { address: this.address, headerType: this.headerType, alloc: this.alloc };
    this.move(env, headerType, headerBytesOf(headerType) + size + TERMINATOR_BYTES);
    this.alloc = size;
    this.length = Math.min(this.length, size);
    if (this.bytes.length > size) this.bytes = this.bytes.slice(0, size);
    this.#emitRoom(env, before);
  }

  /** Frees the allocation. Not for embedded strings, which go with their object. */
  release(env: Environment): void {
    env.heap.give(this.place, this.askedBytes());
  }

  #emitRoom(env: Environment, before: Pick<Sds, 'address' | 'headerType' | 'alloc'>): void {
    env.probe?.emit({
      type: 'sds.room',
      sds: this.address,
      from: before.address,
      fromAlloc: before.alloc,
      alloc: this.alloc,
      fromHeader: before.headerType,
      header: this.headerType,
    });
  }

  /** Characters, and perhaps the length in the header, were changed in place. */
  wrote(env: Environment, offset: number, count: number): void {
    if (env.heap.copies === null) return;
    env.heap.wrote(this.place, 1);
    env.heap.wrote(this.place + Math.floor((headerBytesOf(this.headerType) + offset) / 8), count);
  }

  #emitWritten(env: Environment, offset: number, count: number): void {
    this.wrote(env, offset, count);
    env.probe?.emit({ type: 'sds.write', sds: this.address, offset, count });
  }

  private askedBytes(): number {
    return headerBytesOf(this.headerType) + this.alloc + TERMINATOR_BYTES;
  }

  /** Another allocation of this size and header, in place where the allocator would leave it there. */
  private move(env: Environment, headerType: SdsHeaderType, askedBytes: number): void {
    const sameSlot = headerType === this.headerType && sizeClass(askedBytes) === this.allocationBytes;
    if (!sameSlot) {
      const place = env.heap.take(askedBytes);
      env.heap.give(this.place, this.askedBytes());
      this.place = place;
      this.headerType = headerType;
    }
  }

  /** Makes the array itself long enough to be written up to `length`. */
  private materialize(length: number): void {
    if (this.bytes.length >= length) return;
    const grown = new Uint8Array(this.alloc);
    grown.set(this.bytes);
    this.bytes = grown;
  }
}

const FLAGS = { 5: 0, 8: 1, 16: 2, 32: 3, 64: 4 } as const;

/** The bytes that a new sds of this length requests from the allocator. */
export function newSdsBytes(length: number): number {
  return headerBytesOf(newType(length)) + length + TERMINATOR_BYTES;
}

/** An empty string is usually created to append to it, and type 5 does not suit that. */
function newType(length: number): SdsHeaderType {
  return length === 0 ? 8 : requiredType(length);
}

/** The smallest header that can hold a string of this length. */
function requiredType(length: number): SdsHeaderType {
  if (length < 0x20) return 5;
  if (length < 0x100) return 8;
  if (length < 0x1_0000) return 16;
  return length < 0x1_0000_0000 ? 32 : 64;
}

function headerBytesOf(headerType: SdsHeaderType): number {
  return headerType === 5 ? 1 : (headerType >> 2) + 1;
}

/** What fits into the slot the allocator gives, as far as the header can count. */
function usableLength(headerType: SdsHeaderType, askedBytes: number): number {
  const usable = sizeClass(askedBytes) - headerBytesOf(headerType) - TERMINATOR_BYTES;
  return headerType === 64 ? usable : Math.min(usable, 2 ** headerType - 1);
}

function copyOf(source: Uint8Array, start: number, end: number): Uint8Array {
  const length = end - start;
  if (length > SHORT_COPY_BYTES) return source.slice(start, end);
  const copy = new Uint8Array(length);
  for (let index = 0; index < length; index++) copy[index] = source[start + index];
  return copy;
}

function writeLittleEndian(target: Uint8Array, offset: number, width: number, value: number): void {
  let rest = value;
  for (let index = 0; index < width; index++) {
    target[offset + index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}
