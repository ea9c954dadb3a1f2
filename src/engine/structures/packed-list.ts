/**
 * The common interface of listpack and ziplist: elements in one block of bytes, walked in both directions. Hashes,
 * sorted sets and quicklist nodes use it and work in both generations.
 *
 * A position is the offset of an entry's first byte, NOWHERE where C has NULL. Every change invalidates positions,
 * unless a method returns the new one. An element that spells an integer the way Redis prints it is stored as that
 * integer; it comes back as a number (or a bigint beyond 2^53).
 */
import { equalBytes, repr } from '../base/bytes.ts';
import { formatInteger, type Int64, integerBytes, parseInteger } from '../base/numbers.ts';

export const NOWHERE = -1;

/** An element: a string, or the integer it was kept as. A string is a view of the live block. */
export type PackedValue = Uint8Array | Int64;

export interface PackedList {
  readonly format: 'listpack' | 'ziplist';
  /** The whole slot; the list takes the first `totalBytes` of it. */
  readonly memory: Uint8Array;
  readonly totalBytes: number;
  readonly address: number;
  readonly allocationBytes: number;
  /** Number of elements. Counted by walking when there are more than the header can say. */
  readonly length: number;

  first(): number;
  last(): number;
  next(position: number): number;
  previous(position: number): number;
  /** The element at an index; negative ones count from the tail. NOWHERE out of range. */
  seek(index: number): number;

  /** The element here. A string is a view: copy it before the list changes. */
  value(position: number): PackedValue;
  /** The element here as a separate string. */
  bytesAt(position: number): Uint8Array;
  /** Whether the element here is this string. */
  equals(position: number, bytes: Uint8Array): boolean;
  /** The first equal element from `position` on, leaving out `skip` elements after each one compared. */
  find(position: number, bytes: Uint8Array, skip: number): number;

  append(value: PackedValue): void;
  prepend(value: PackedValue): void;
  /** The position of the new element is the one given. */
  insertBefore(position: number, value: PackedValue): void;
  /** Gives the position of the new element. */
  insertAfter(position: number, value: PackedValue): number;
  /** The position stays the same. */
  replace(position: number, value: PackedValue): void;
  /** Gives the position of the element after the deleted one. */
  delete(position: number): number;
  /** Deletes up to `count` elements from the position on; gives the position of the next one. */
  deleteFrom(position: number, count: number): number;
  /** Deletes up to `count` elements from the index on, which may be negative. */
  deleteRange(index: number, count: number): void;

  /** A copy of the bytes, as RDB files hold them. */
  bytes(): Uint8Array;
  release(): void;
}

/** Up to this a loop copies faster than a call into the runtime. */
const SHORT_COPY_BYTES = 48;

/** A copy of memory[start, end). */
export function copyOf(memory: Uint8Array, start: number, end: number): Uint8Array {
  const length = end - start;
  if (length > SHORT_COPY_BYTES) return memory.slice(start, end);
  const copy = new Uint8Array(length);
  for (let index = 0; index < length; index++) copy[index] = memory[start + index];
  return copy;
}

/** The element as a separate string. */
export function valueBytes(value: PackedValue): Uint8Array {
  return typeof value === 'object' ? value.slice() : integerBytes(value);
}

/** The element at a position as a separate string. */
export function bytesAt(list: PackedList, position: number): Uint8Array {
  return list.bytesAt(position);
}

/** The integer at a position, even if it is stored as a string; null if it is not an integer. */
export function integerAt(list: PackedList, position: number): Int64 | null {
  const value = list.value(position);
  return typeof value === 'object' ? parseInteger(value) : value;
}

export function sameValue(a: PackedValue, b: PackedValue): boolean {
  if (typeof a === 'object') return typeof b === 'object' && equalBytes(a, b);
  return a === b;
}

/** The element as views and steps print it. */
export function printable(value: PackedValue): string {
  return typeof value === 'object' ? repr(value) : formatInteger(value);
}

/** All elements from first to last, each as a separate string. */
export function* elementsOf(list: PackedList): Generator<Uint8Array, void, void> {
  for (let position = list.first(); position !== NOWHERE; position = list.next(position)) {
    yield list.bytesAt(position);
  }
}
