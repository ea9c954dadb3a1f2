/**
 * Intset: a set of integers, sorted, in one piece of memory, with as few bytes per number as the largest needs.
 *
 * Mirrors intset.c:
 *
 *     [encoding 4][length 4][integer][integer] …      all little endian
 *
 *     encoding   bytes of each integer: 2, 4 or 8
 *
 * A lookup is a binary search; an insertion moves the greater numbers by one place. An integer that does not fit the
 * width makes the whole set wider: the others are rewritten from the last to the first, and the new one, which is
 * smaller or greater than all of them, goes to the front or to the end. The set never gets narrower again.
 *
 * Worked example: 5, 1 and -3 give
 *
 *     02 00 00 00 | 03 00 00 00 | fd ff | 01 00 | 05 00
 *
 * Adding 65535, which takes four bytes, gives
 *
 *     04 00 00 00 | 04 00 00 00 | fd ff ff ff | 01 00 00 00 | 05 00 00 00 | ff ff 00 00
 *
 * The spans for the panel are in intset-describe.ts.
 */
import type { Step } from '../../protocol/steps.ts';
import { formatInteger, type Int64 } from '../base/numbers.ts';
import type { Environment } from '../base/probe.ts';
import type { RandomStream } from '../base/random.ts';
import { readInt16, readInt32, readInt64, readUint32, writeInt, writeInt64 } from './little-endian.ts';
import { PackedBlock } from './packed-block.ts';

export const INTSET_HEADER_BYTES = 8;

/** Bytes of an integer. */
export type IntsetWidth = 2 | 4 | 8;

/** Integers before `left` still lie where they were, with the old width; behind it all are wide. */
export interface Widening {
  readonly fromWidth: IntsetWidth;
  readonly left: number;
  /** How far the places of the others have moved: by one when the new number goes to the front. */
  readonly shift: number;
}

/** An upgrade emits at most this many steps. */
const MAX_WIDEN_STEPS = 32;

export class Intset extends PackedBlock {
  /** Where the last search found its integer, or where to insert it. */
  private found = 0;
  /** In the middle of a watched upgrade: the part that is not rewritten yet. */
  widening: Widening | null = null;

  static create(env: Environment): Intset {
    const set = new Intset(env, INTSET_HEADER_BYTES);
    writeInt(set.memory, 0, 4, 2);
    return set;
  }

  /** An intset with a copy of these bytes, which are known to be one. */
  static fromBytes(env: Environment, bytes: Uint8Array): Intset {
    const set = new Intset(env, bytes.length);
    set.memory.set(bytes);
    return set;
  }

  get widthBytes(): IntsetWidth {
    return this.memory[0] as IntsetWidth;
  }

  get length(): number {
    return readUint32(this.memory, 4);
  }

  get totalBytes(): number {
    return INTSET_HEADER_BYTES + this.length * this.widthBytes;
  }

  /** The integer at an index, counted from the smallest. */
  get(index: number): Int64 {
    return readWide(this.memory, INTSET_HEADER_BYTES, this.widthBytes, index);
  }

  has(value: Int64): boolean {
    return widthOf(value) <= this.widthBytes && this.search(value);
  }

  /** False if it already exists. */
  add(value: Int64): boolean {
    if (widthOf(value) > this.widthBytes) {
      this.upgradeAndAdd(value);
      return true;
    }
    if (this.search(value)) return false;
    const index = this.found;
    const { length, widthBytes: width } = this;
    const probe = this.env.probe;
    const oldBlock = probe === null ? 0 : this.address;
    const oldBytes = this.memory.length;
    const at = INTSET_HEADER_BYTES + index * width;
    const end = INTSET_HEADER_BYTES + length * width;
    this.resize(end + width);
    if (probe !== null) this.emitMove(oldBlock, oldBytes);
    if (index < length) this.memory.copyWithin(at + width, at, end);
    this.set(index, value);
    writeInt(this.memory, 4, 4, length + 1);
    probe?.emit({
      type: 'intset.insert',
      block: this.address,
      index,
      value: formatInteger(value),
      moved: { from: at, to: at + width, sizeBytes: end - at },
    });
    return true;
  }

  /** False when it was not there. */
  remove(value: Int64): boolean {
    if (!this.has(value)) return false;
    const index = this.found;
    const { length, widthBytes: width } = this;
    const probe = this.env.probe;
    const oldBlock = probe === null ? 0 : this.address;
    const oldBytes = this.memory.length;
    const at = INTSET_HEADER_BYTES + index * width;
    const end = INTSET_HEADER_BYTES + length * width;
    this.memory.copyWithin(at, at + width, end);
    writeInt(this.memory, 4, 4, length - 1);
    probe?.emit({
      type: 'intset.remove',
      block: oldBlock,
      index,
      value: formatInteger(value),
      moved: { from: at + width, to: at, sizeBytes: end - at - width },
    });
    this.resize(end - width);
    if (probe !== null) this.emitMove(oldBlock, oldBytes);
    return true;
  }

  /** One of the integers; there is at least one. */
  random(stream: RandomStream): Int64 {
    return this.get(stream.below(this.length));
  }

  /** A copy in its own allocation. */
  duplicate(): Intset {
    return Intset.fromBytes(this.env, this.memory.subarray(0, this.totalBytes));
  }

  bytes(): Uint8Array {
    return this.memory.slice(0, this.totalBytes);
  }

  /** Binary search; leaves the index in `found`. */
  private search(value: Int64): boolean {
    const length = this.length;
    this.found = 0;
    if (length === 0) return false;
    // Often a greater one than all, or a smaller, is looked for: both ends are tried first.
    const last = this.get(length - 1);
    if (value > last) {
      this.found = length;
      this.emitSearch(0, length - 1, length - 1, last, 'after');
      return false;
    }
    const first = this.get(0);
    if (value < first) {
      this.emitSearch(0, length - 1, 0, first, 'before');
      return false;
    }
    let low = 0;
    let high = length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const current = this.get(middle);
      if (value > current) {
        this.emitSearch(low, high, middle, current, 'after');
        low = middle + 1;
      } else if (value < current) {
        this.emitSearch(low, high, middle, current, 'before');
        high = middle - 1;
      } else {
        this.emitSearch(low, high, middle, current, 'match');
        this.found = middle;
        return true;
      }
    }
    this.found = low;
    return false;
  }

  private upgradeAndAdd(value: Int64): void {
    const oldWidth = this.widthBytes;
    const width = widthOf(value);
    const length = this.length;
    // It fits where none of the others would: it is smaller than all of them or greater.
    const atFront = value < 0;
    const probe = this.env.probe;
    const oldBlock = probe === null ? 0 : this.address;
    const oldBytes = this.memory.length;
    this.resize(INTSET_HEADER_BYTES + (length + 1) * width);
    if (probe !== null) this.emitMove(oldBlock, oldBytes);
    writeInt(this.memory, 0, 4, width);
    const shift = atFront ? 1 : 0;
    for (let index = length - 1; index >= 0; index--) {
      this.set(index + shift, readWide(this.memory, INTSET_HEADER_BYTES, oldWidth, index));
      if (probe !== null) this.emitWidening(index, length, oldWidth, shift);
    }
    this.widening = null;
    const index = atFront ? 0 : length;
    this.set(index, value);
    writeInt(this.memory, 4, 4, length + 1);
    probe?.emit({
      type: 'intset.upgrade',
      block: this.address,
      fromWidthBytes: oldWidth,
      toWidthBytes: width,
      value: formatInteger(value),
      index,
    });
  }

  private set(index: number, value: Int64): void {
    const width = this.widthBytes;
    const at = INTSET_HEADER_BYTES + index * width;
    if (width === 8) writeInt64(this.memory, at, value);
    else writeInt(this.memory, at, width, Number(value));
  }

  /** After the integer at `left` was rewritten: those before it are still to come. */
  private emitWidening(left: number, length: number, fromWidth: IntsetWidth, shift: number): void {
    const grain = Math.ceil(length / MAX_WIDEN_STEPS);
    const done = length - left;
    if (done % grain !== 0 && left > 0) return;
    this.widening = { fromWidth, left, shift };
    this.env.probe?.emit({
      type: 'intset.widen',
      block: this.address,
      first: left,
      last: left + (done % grain === 0 ? grain : done % grain) - 1,
      left,
      fromWidthBytes: fromWidth,
      toWidthBytes: this.widthBytes,
    });
  }

  private emitSearch(
    low: number,
    high: number,
    index: number,
    value: Int64,
    order: (Step & { type: 'intset.search' })['order'],
  ): void {
    const probe = this.env.probe;
    if (probe === null) return;
    probe.emit({
      type: 'intset.search',
      block: this.address,
      low,
      high,
      index,
      value: formatInteger(value),
      order,
    });
  }
}

function widthOf(value: Int64): IntsetWidth {
  if (value >= -32768 && value <= 32767) return 2;
  return value >= -2147483648 && value <= 2147483647 ? 4 : 8;
}

export function readWide(memory: Uint8Array, base: number, width: IntsetWidth, index: number): Int64 {
  const at = base + index * width;
  if (width === 2) return readInt16(memory, at);
  return width === 4 ? readInt32(memory, at) : readInt64(memory, at);
}

/**
 * Whether foreign bytes are an intset with something in it: intsetValidateIntegrity. The deep check also
 * looks whether the integers ascend.
 */
export function isValidIntset(bytes: Uint8Array, deep: boolean): boolean {
  if (bytes.length < INTSET_HEADER_BYTES) return false;
  const width = readUint32(bytes, 0);
  if (width !== 2 && width !== 4 && width !== 8) return false;
  const length = readUint32(bytes, 4);
  if (INTSET_HEADER_BYTES + length * width !== bytes.length || length === 0) return false;
  if (!deep) return true;
  for (let index = 1; index < length; index++) {
    const previous = readWide(bytes, INTSET_HEADER_BYTES, width, index - 1);
    if (readWide(bytes, INTSET_HEADER_BYTES, width, index) <= previous) return false;
  }
  return true;
}
