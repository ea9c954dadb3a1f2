/**
 * Listpack: small hashes, sorted sets, the nodes of a list and the blocks of a stream, each in one piece of
 * memory without a pointer in it. The packed format of generation 7.0.
 *
 * Mirrors listpack.c:
 *
 *     [total bytes 4][number of entries 2][entry][entry] … [ff]
 *
 *     entry   [encoding][data][backlen]      listpack-entry.ts says how each is coded
 *
 * Header numbers are little endian. An entry knows only its own size, once from the left (encoding) and once from the
 * right (backlen): so a change never reaches further than the entry itself, and the cascades of its predecessor, the
 * ziplist, cannot happen. From 65535 entries on the header says 65535, and the entries must be counted.
 *
 * Worked example: "hello" and "1024" give
 *
 *     11 00 00 00 | 02 00 | 85 68 65 6c 6c 6f | 06 | c4 00 | 02 | ff
 *     17 bytes      2       "hello"             6    1024    2    end
 *
 * Deleting "hello" moves the four bytes c4 00 02 ff seven to the left; the rest takes ten bytes and gets a slot of 16
 * where it had 32.
 *
 * listpack-validate.ts checks untrusted bytes, listpack-describe.ts has the spans for the panel, packed-random.ts draws
 * random pairs.
 */
import type { ListpackEncoding } from '../../protocol/packed-bytes.ts';
import type { MovedBytes } from '../../protocol/steps-packed.ts';
import { assert } from '../base/errors.ts';
import { integerBytes, parseInteger } from '../base/numbers.ts';
import type { Environment } from '../base/probe.ts';
import {
  backlenBytes,
  encodedBytes,
  encodedBytesOf,
  encodingBytes,
  entryBytes,
  integerEncoding,
  isString,
  LISTPACK_END,
  readBacklen,
  readInteger,
  stringEncoding,
  writeBacklen,
  writeInteger,
  writeString,
} from './listpack-entry.ts';
import { readUint16, readUint32, writeInt } from './little-endian.ts';
import { PackedBlock } from './packed-block.ts';
import { copyOf, NOWHERE, type PackedList, type PackedValue, printable } from './packed-list.ts';

export const LISTPACK_HEADER_BYTES = 6;
const EMPTY_BYTES = LISTPACK_HEADER_BYTES + 1;
/** In the header: too many to say. */
const LENGTH_UNKNOWN = 0xffff;
const MAX_TOTAL_BYTES = 0xffff_ffff;
/** No command lets a listpack grow beyond this: lpSafeToAdd. */
const MAX_SAFETY_BYTES = 2 ** 30;

export class Listpack extends PackedBlock implements PackedList {
  readonly format = 'listpack';

  /** An empty listpack, with room for `capacityBytes` in its slot. */
  static create(env: Environment, capacityBytes = 0): Listpack {
    const list = new Listpack(env, Math.max(capacityBytes, EMPTY_BYTES));
    list.setTotalBytes(EMPTY_BYTES);
    list.memory[LISTPACK_HEADER_BYTES] = LISTPACK_END;
    return list;
  }

  /** A listpack with a copy of these bytes, which are known to be one. */
  static fromBytes(env: Environment, bytes: Uint8Array): Listpack {
    const list = new Listpack(env, bytes.length);
    list.memory.set(bytes);
    return list;
  }

  /** Whether `addBytes` more still leave it within what the server allows. */
  safeToAdd(addBytes: number): boolean {
    return this.totalBytes + addBytes <= MAX_SAFETY_BYTES;
  }

  get totalBytes(): number {
    return readUint32(this.memory, 0);
  }

  /** The count in the header, 65535 when it is not known. */
  get headerLength(): number {
    return readUint16(this.memory, 4);
  }

  get length(): number {
    const known = this.headerLength;
    if (known !== LENGTH_UNKNOWN) return known;
    let count = 0;
    for (let position = this.first(); position !== NOWHERE; position = this.next(position)) count++;
    if (count < LENGTH_UNKNOWN) this.setLength(count);
    return count;
  }

  first(): number {
    return this.memory[LISTPACK_HEADER_BYTES] === LISTPACK_END ? NOWHERE : LISTPACK_HEADER_BYTES;
  }

  last(): number {
    return this.previous(this.totalBytes - 1);
  }

  next(position: number): number {
    const next = position + entryBytes(this.memory, position);
    return this.memory[next] === LISTPACK_END ? NOWHERE : next;
  }

  previous(position: number): number {
    if (position === LISTPACK_HEADER_BYTES) return NOWHERE;
    const encoded = readBacklen(this.memory, position - 1);
    return position - encoded - backlenBytes(encoded);
  }

  seek(index: number): number {
    const known = this.headerLength;
    let forward = true;
    let hops = index;
    if (known !== LENGTH_UNKNOWN) {
      if (hops < 0) hops += known;
      if (hops < 0 || hops >= known) return NOWHERE;
      // Beyond the middle the way from the tail is shorter.
      if (hops > known >> 1) {
        forward = false;
        hops -= known;
      }
    } else if (hops < 0) {
      forward = false;
    }
    let position: number;
    if (forward) {
      position = this.first();
      for (; hops > 0 && position !== NOWHERE; hops--) position = this.next(position);
    } else {
      position = this.last();
      for (; hops < -1 && position !== NOWHERE; hops++) position = this.previous(position);
    }
    return position;
  }

  value(position: number): PackedValue {
    const memory = this.memory;
    const byte = memory[position];
    if (!isString(byte)) return readInteger(memory, position);
    const data = position + encodingBytes(byte);
    return memory.subarray(data, position + encodedBytes(memory, position));
  }

  bytesAt(position: number): Uint8Array {
    const memory = this.memory;
    const byte = memory[position];
    if (!isString(byte)) return integerBytes(readInteger(memory, position));
    return copyOf(memory, position + encodingBytes(byte), position + encodedBytes(memory, position));
  }

  equals(position: number, bytes: Uint8Array): boolean {
    if (isString(this.memory[position])) return this.equalsString(position, bytes);
    const integer = parseInteger(bytes);
    return integer !== null && integer === readInteger(this.memory, position);
  }

  find(position: number, bytes: Uint8Array, skip: number): number {
    const memory = this.memory;
    const probe = this.env.probe;
    // The search value is parsed as an integer at most once, and only when the search meets an integer.
    let integer: ReturnType<typeof parseInteger> | undefined;
    let toSkip = 0;
    for (let at = position; at !== NOWHERE; ) {
      if (toSkip === 0) {
        let match: boolean;
        if (isString(memory[at])) {
          match = this.equalsString(at, bytes);
        } else {
          if (integer === undefined) integer = parseInteger(bytes);
          match = integer !== null && integer === readInteger(memory, at);
        }
        if (probe !== null) {
          probe.emit({
            type: 'packed.walk',
            block: this.address,
            offset: at,
            value: printable(this.value(at)),
            match,
          });
        }
        if (match) return at;
        toSkip = skip;
      } else {
        toSkip--;
      }
      at += entryBytes(memory, at);
      if (memory[at] === LISTPACK_END) break;
    }
    return NOWHERE;
  }

  append(value: PackedValue): void {
    this.put(this.totalBytes - 1, 0, value);
  }

  prepend(value: PackedValue): void {
    this.put(LISTPACK_HEADER_BYTES, 0, value);
  }

  insertBefore(position: number, value: PackedValue): void {
    this.put(position, 0, value);
  }

  insertAfter(position: number, value: PackedValue): number {
    const after = position + entryBytes(this.memory, position);
    this.put(after, 0, value);
    return after;
  }

  replace(position: number, value: PackedValue): void {
    this.put(position, entryBytes(this.memory, position), value);
  }

  delete(position: number): number {
    this.cut(position, position + entryBytes(this.memory, position), 1);
    return this.memory[position] === LISTPACK_END ? NOWHERE : position;
  }

  deleteFrom(position: number, count: number): number {
    if (count <= 0) return position;
    const memory = this.memory;
    let end = position;
    let deleted = 0;
    while (deleted < count && memory[end] !== LISTPACK_END) {
      end += entryBytes(memory, end);
      deleted++;
    }
    this.cut(position, end, deleted);
    return this.memory[position] === LISTPACK_END ? NOWHERE : position;
  }

  deleteRange(index: number, count: number): void {
    if (count <= 0) return;
    const position = this.seek(index);
    if (position === NOWHERE) return;
    const known = this.headerLength;
    if (known !== LENGTH_UNKNOWN) {
      const from = index < 0 ? known + index : index;
      // To the end: no need to walk there.
      if (known - from <= count) {
        this.cut(position, this.totalBytes - 1, known - from);
        return;
      }
    }
    this.deleteFrom(position, count);
  }

  /** Deletes the elements at these positions, which ascend, moving every byte at most once: lpBatchDelete. */
  deleteMany(positions: readonly number[]): void {
    if (positions.length === 0) return;
    const probe = this.env.probe;
    const [oldBlock, oldBytes] = [this.address, this.allocationBytes];
    const memory = this.memory;
    const oldTotal = this.totalBytes;
    const cuts: { offset: number; sizeBytes: number; moved: MovedBytes }[] = [];
    let to = positions[0];
    for (let index = 0; index < positions.length; index++) {
      const from = positions[index] + entryBytes(memory, positions[index]);
      const until = index + 1 < positions.length ? positions[index + 1] : oldTotal;
      if (probe !== null) {
        const moved = { from, to, sizeBytes: until - from };
        cuts.push({ offset: to, sizeBytes: from - positions[index], moved });
      }
      memory.copyWithin(to, from, until);
      to += until - from;
    }
    this.setTotalBytes(to);
    this.addToLength(-positions.length);
    for (const cut of cuts) {
      probe?.emit({ type: 'packed.delete', format: 'listpack', block: oldBlock, entries: 1, ...cut });
    }
    this.resize(to);
    if (probe !== null) this.emitMove(oldBlock, oldBytes);
  }

  /**
   * One listpack with the entries of `left` and then those of `right`. The larger of the two grows and is returned, the
   * other is released.
   */
  static merge(left: Listpack, right: Listpack): Listpack {
    const leftBytes = left.totalBytes;
    const rightBytes = right.totalBytes;
    const length = left.length + right.length;
    const totalBytes = leftBytes + rightBytes - EMPTY_BYTES;
    assert(totalBytes < MAX_TOTAL_BYTES, 'a merged listpack must stay below 4 GB');
    const [kept, freed] = leftBytes >= rightBytes ? [left, right] : [right, left];
    const [oldBlock, oldBytes] = [kept.address, kept.allocationBytes];
    kept.resize(totalBytes);
    const seam = leftBytes - 1;
    if (kept === left) {
      kept.memory.set(right.memory.subarray(LISTPACK_HEADER_BYTES, rightBytes), seam);
    } else {
      kept.memory.copyWithin(seam, LISTPACK_HEADER_BYTES, rightBytes);
      kept.memory.set(left.memory.subarray(0, seam), 0);
    }
    kept.setLength(Math.min(length, LENGTH_UNKNOWN));
    kept.setTotalBytes(totalBytes);
    const freedBlock = freed.address;
    freed.release();
    const probe = kept.env.probe;
    if (probe !== null) {
      kept.emitMove(oldBlock, oldBytes);
      const block = kept.address;
      probe.emit({ type: 'packed.merge', format: 'listpack', block, freed: freedBlock, seam });
    }
    return kept;
  }

  /** Gives spare room back, as after loading into a generous slot. */
  shrinkToFit(): void {
    const [oldBlock, oldBytes] = [this.address, this.allocationBytes];
    this.resize(this.totalBytes);
    if (this.env.probe !== null) this.emitMove(oldBlock, oldBytes);
  }

  /** A copy in its own allocation. */
  duplicate(): Listpack {
    return Listpack.fromBytes(this.env, this.memory.subarray(0, this.totalBytes));
  }

  bytes(): Uint8Array {
    return this.memory.slice(0, this.totalBytes);
  }

  private equalsString(position: number, bytes: Uint8Array): boolean {
    const memory = this.memory;
    const header = encodingBytes(memory[position]);
    const length = bytes.length;
    if (encodedBytes(memory, position) - header !== length) return false;
    const data = position + header;
    for (let index = 0; index < length; index++) {
      if (memory[data + index] !== bytes[index]) return false;
    }
    return true;
  }

  /** Puts an element where `oldSize` bytes are to go, none for an insertion: lpInsert. */
  private put(at: number, oldSize: number, value: PackedValue): void {
    const integer = typeof value === 'object' ? parseInteger(value) : value;
    let encoding: ListpackEncoding;
    let encoded: number;
    if (integer !== null) {
      encoding = integerEncoding(integer);
      encoded = encodedBytesOf(encoding, 0);
    } else {
      const length = (value as Uint8Array).length;
      encoding = stringEncoding(length);
      encoded = encodedBytesOf(encoding, length);
    }
    const newSize = encoded + backlenBytes(encoded);
    const oldTotal = this.totalBytes;
    const newTotal = oldTotal + newSize - oldSize;
    assert(newTotal <= MAX_TOTAL_BYTES, 'a listpack must stay below 4 GB');
    const probe = this.env.probe;
    const oldBlock = probe === null ? 0 : this.address;
    const oldBytes = this.memory.length;

    // Emit a step after it has happened: a larger slot before anything moves, a smaller one at the end.
    if (newTotal > oldBytes) {
      this.resize(newTotal);
      if (probe !== null) this.emitMove(oldBlock, oldBytes);
    }
    if (newSize !== oldSize) this.memory.copyWithin(at + newSize, at + oldSize, oldTotal);
    if (integer !== null) writeInteger(this.memory, at, encoding, integer);
    else writeString(this.memory, at, encoding, value as Uint8Array);
    writeBacklen(this.memory, at + encoded, encoded);
    if (oldSize === 0) this.addToLength(1);
    this.setTotalBytes(newTotal);
    if (probe !== null) this.emitPut(at, oldSize, newSize, encoding, value, oldTotal);
    if (newTotal < oldTotal) {
      this.resize(newTotal);
      if (probe !== null) this.emitMove(oldBlock, oldBytes);
    }
  }

  private emitPut(
    at: number,
    oldSize: number,
    newSize: number,
    encoding: ListpackEncoding,
    value: PackedValue,
    oldTotal: number,
  ): void {
    const probe = this.env.probe;
    if (probe === null) return;
    const entry = {
      format: 'listpack' as const,
      block: this.address,
      offset: at,
      sizeBytes: newSize,
      encoding,
      value: printable(value),
      moved: {
        from: at + oldSize,
        to: at + newSize,
        sizeBytes: newSize === oldSize ? 0 : oldTotal - at - oldSize,
      },
    };
    if (oldSize === 0) probe.emit({ type: 'packed.insert', ...entry });
    else probe.emit({ type: 'packed.replace', oldSizeBytes: oldSize, ...entry });
  }

  /** Cuts whole entries out. */
  private cut(from: number, to: number, entries: number): void {
    const probe = this.env.probe;
    const oldBlock = probe === null ? 0 : this.address;
    const oldBytes = this.memory.length;
    const oldTotal = this.totalBytes;
    this.memory.copyWithin(from, to, oldTotal);
    const newTotal = oldTotal - (to - from);
    this.setTotalBytes(newTotal);
    this.addToLength(-entries);
    probe?.emit({
      type: 'packed.delete',
      format: 'listpack',
      block: oldBlock,
      offset: from,
      sizeBytes: to - from,
      entries,
      moved: { from: to, to: from, sizeBytes: oldTotal - to },
    });
    this.resize(newTotal);
    if (probe !== null) this.emitMove(oldBlock, oldBytes);
  }

  private setTotalBytes(totalBytes: number): void {
    writeInt(this.memory, 0, 4, totalBytes);
  }

  private setLength(length: number): void {
    writeInt(this.memory, 4, 2, length);
  }

  private addToLength(difference: number): void {
    const known = this.headerLength;
    if (known !== LENGTH_UNKNOWN) this.setLength(known + difference);
  }
}
