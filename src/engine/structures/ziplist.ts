/**
 * Ziplist: small hashes, sorted sets and the nodes of a list in one piece of memory. The packed format of
 * generation 6.2; the listpack took its place in 7.0.
 *
 * Mirrors ziplist.c:
 *
 *     [zlbytes 4][zltail 4][zllen 2][entry][entry] … [ff]
 *
 *     zlbytes   bytes of the whole            zltail   where the last entry begins
 *     zllen     number of entries, 65535 for "too many to say"
 *     entry     [prevlen][encoding][data]     ziplist-entry.ts says how each is coded
 *
 * Header numbers are little endian. An entry knows its own size from the left, and for walking backwards it stores the
 * length of its left neighbour. That saves the byte at the end which a listpack pays, and costs the cascade: an entry
 * that grows may make the next one grow, and so on (ziplist-cascade.ts).
 *
 * Worked example: "2" and "5" give
 *
 *     0f 00 00 00 | 0c 00 00 00 | 02 00 | 00 f3 | 02 f6 | ff
 *     15 bytes      tail at 12    2       "2"     "5"     end
 *
 * Each takes two bytes: the prevlen (0 for the first, 2 for the second) and the encoding, in which numbers
 * up to 12 lie directly.
 *
 * ziplist-validate.ts checks untrusted bytes and converts to a listpack, ziplist-describe.ts has the spans for the
 * panel.
 */
import type { ZiplistEncoding } from '../../protocol/packed-bytes.ts';
import { assert } from '../base/errors.ts';
import { type Int64, integerBytes, parseInteger } from '../base/numbers.ts';
import type { Environment } from '../base/probe.ts';
import { readUint16, readUint32, writeInt } from './little-endian.ts';
import { PackedBlock } from './packed-block.ts';
import { copyOf, NOWHERE, type PackedList, type PackedValue, printable } from './packed-list.ts';
import { type Cascade, growEntries, growingEntries, planCascade } from './ziplist-cascade.ts';
import {
  dataBytes,
  encodedBytesOf,
  encodingBytes,
  entryBytes,
  integerEncoding,
  isString,
  prevlenBytes,
  prevlenBytesFor,
  readInteger,
  readPrevlen,
  stringEncoding,
  writeInteger,
  writeLongPrevlen,
  writePrevlen,
  writeString,
  ZIPLIST_END,
} from './ziplist-entry.ts';

export const ZIPLIST_HEADER_BYTES = 10;
const EMPTY_BYTES = ZIPLIST_HEADER_BYTES + 1;
/** In the header: too many to say. */
const LENGTH_UNKNOWN = 0xffff;
const MAX_TOTAL_BYTES = 0xffff_ffff;

export class Ziplist extends PackedBlock implements PackedList {
  readonly format = 'ziplist';

  static create(env: Environment): Ziplist {
    const list = new Ziplist(env, EMPTY_BYTES);
    writeInt(list.memory, 0, 4, EMPTY_BYTES);
    list.setTailOffset(ZIPLIST_HEADER_BYTES);
    list.memory[ZIPLIST_HEADER_BYTES] = ZIPLIST_END;
    return list;
  }

  /** A ziplist with a copy of these bytes, which are known to be one. */
  static fromBytes(env: Environment, bytes: Uint8Array): Ziplist {
    const list = new Ziplist(env, bytes.length);
    list.memory.set(bytes);
    return list;
  }

  get totalBytes(): number {
    return readUint32(this.memory, 0);
  }

  get tailOffset(): number {
    return readUint32(this.memory, 4);
  }

  /** The count in the header, 65535 when it is not known. */
  get headerLength(): number {
    return readUint16(this.memory, 8);
  }

  get length(): number {
    const known = this.headerLength;
    if (known !== LENGTH_UNKNOWN) return known;
    let count = 0;
    for (let position = this.first(); position !== NOWHERE; position = this.next(position)) count++;
    if (count < LENGTH_UNKNOWN) writeInt(this.memory, 8, 2, count);
    return count;
  }

  first(): number {
    return this.memory[ZIPLIST_HEADER_BYTES] === ZIPLIST_END ? NOWHERE : ZIPLIST_HEADER_BYTES;
  }

  last(): number {
    const tail = this.tailOffset;
    return this.memory[tail] === ZIPLIST_END ? NOWHERE : tail;
  }

  next(position: number): number {
    const next = position + entryBytes(this.memory, position);
    return this.memory[next] === ZIPLIST_END ? NOWHERE : next;
  }

  previous(position: number): number {
    return position === ZIPLIST_HEADER_BYTES ? NOWHERE : position - readPrevlen(this.memory, position);
  }

  /** Unlike a listpack, it goes the way the index says, even if the other would be shorter. */
  seek(index: number): number {
    let position: number;
    if (index < 0) {
      position = this.last();
      for (let hops = index; hops < -1 && position !== NOWHERE; hops++) position = this.previous(position);
    } else {
      position = this.first();
      for (let hops = index; hops > 0 && position !== NOWHERE; hops--) position = this.next(position);
    }
    return position;
  }

  value(position: number): PackedValue {
    const memory = this.memory;
    const encoding = position + prevlenBytes(memory, position);
    if (!isString(memory[encoding])) return readInteger(memory, encoding);
    const data = encoding + encodingBytes(memory[encoding]);
    return memory.subarray(data, data + dataBytes(memory, encoding));
  }

  bytesAt(position: number): Uint8Array {
    const memory = this.memory;
    const encoding = position + prevlenBytes(memory, position);
    if (!isString(memory[encoding])) return integerBytes(readInteger(memory, encoding));
    const data = encoding + encodingBytes(memory[encoding]);
    return copyOf(memory, data, data + dataBytes(memory, encoding));
  }

  equals(position: number, bytes: Uint8Array): boolean {
    const encoding = position + prevlenBytes(this.memory, position);
    if (isString(this.memory[encoding])) return this.equalsString(encoding, bytes);
    const integer = parseInteger(bytes);
    return integer !== null && integer === readInteger(this.memory, encoding);
  }

  find(position: number, bytes: Uint8Array, skip: number): number {
    const memory = this.memory;
    const probe = this.env.probe;
    // The search value is parsed as an integer at most once, and only when the search meets an integer.
    let integer: Int64 | null | undefined;
    let toSkip = 0;
    for (let at = position; at !== NOWHERE && memory[at] !== ZIPLIST_END; at += entryBytes(memory, at)) {
      if (toSkip > 0) {
        toSkip--;
        continue;
      }
      const encoding = at + prevlenBytes(memory, at);
      let match: boolean;
      if (isString(memory[encoding])) {
        match = this.equalsString(encoding, bytes);
      } else {
        if (integer === undefined) integer = parseInteger(bytes);
        match = integer !== null && integer === readInteger(memory, encoding);
      }
      if (probe !== null) {
        const value = printable(this.value(at));
        probe.emit({ type: 'packed.walk', block: this.address, offset: at, value, match });
      }
      if (match) return at;
      toSkip = skip;
    }
    return NOWHERE;
  }

  append(value: PackedValue): void {
    this.insert(this.totalBytes - 1, value);
  }

  prepend(value: PackedValue): void {
    this.insert(ZIPLIST_HEADER_BYTES, value);
  }

  insertBefore(position: number, value: PackedValue): void {
    this.insert(position, value);
  }

  insertAfter(position: number, value: PackedValue): number {
    const after = position + entryBytes(this.memory, position);
    this.insert(after, value);
    return after;
  }

  /** Overwrites an element of the same size; otherwise deletes it and inserts the new one. */
  replace(position: number, value: PackedValue): void {
    const integer = typeof value === 'object' ? parseInteger(value) : value;
    const [encoding, encoded] = encode(value, integer);
    const at = position + prevlenBytes(this.memory, position);
    if (encodingBytes(this.memory[at]) + dataBytes(this.memory, at) !== encoded) {
      this.delete(position);
      this.insert(position, value);
      return;
    }
    write(this.memory, at, encoding, value, integer);
    const probe = this.env.probe;
    if (probe !== null) {
      const size = entryBytes(this.memory, position);
      probe.emit({
        type: 'packed.replace',
        format: 'ziplist',
        block: this.address,
        offset: position,
        oldSizeBytes: size,
        sizeBytes: size,
        encoding,
        value: printable(value),
        moved: { from: position + size, to: position + size, sizeBytes: 0 },
      });
    }
  }

  delete(position: number): number {
    return this.deleteFrom(position, 1);
  }

  /** __ziplistDelete. */
  deleteFrom(position: number, count: number): number {
    const memory = this.memory;
    const oldTotal = this.totalBytes;
    let end = position;
    let deleted = 0;
    while (deleted < count && memory[end] !== ZIPLIST_END) {
      end += entryBytes(memory, end);
      deleted++;
    }
    const removed = end - position;
    if (removed === 0) return position;
    const probe = this.env.probe;
    const oldBlock = probe === null ? 0 : this.address;
    const oldBytes = memory.length;

    const prevlen = readPrevlen(memory, position);
    let tail = position - prevlen;
    let growth = 0;
    let moved = { from: end, to: position, sizeBytes: oldTotal - end };
    if (memory[end] !== ZIPLIST_END) {
      // The next entry now follows another one: its prevlen is written into the gap, longer or shorter.
      const oldPrevlenBytes = prevlenBytes(memory, end);
      growth = prevlenBytesFor(prevlen) - oldPrevlenBytes;
      const from = end - growth;
      writePrevlen(memory, from, prevlen);
      tail = this.tailOffset - removed;
      // If it is the last one, it begins where the gap begins, however long its prevlen.
      if (memory[from + entryBytes(memory, from)] !== ZIPLIST_END) tail += growth;
      memory.copyWithin(position, from, oldTotal - 1);
      const kept = end + oldPrevlenBytes;
      moved = { from: kept, to: kept - removed + growth, sizeBytes: oldTotal - kept };
    }
    const newTotal = oldTotal - removed + growth;
    this.setTotalBytes(newTotal);
    this.addToLength(-deleted);
    this.setTailOffset(tail);
    const cascade = growth === 0 ? null : planCascade(this, position);
    probe?.emit({
      type: 'packed.delete',
      format: 'ziplist',
      block: oldBlock,
      offset: position,
      sizeBytes: removed,
      entries: deleted,
      moved,
    });
    this.resize(newTotal);
    if (probe !== null) this.emitMove(oldBlock, oldBytes);
    this.spread(position, growth, cascade);
    return this.memory[position] === ZIPLIST_END ? NOWHERE : position;
  }

  deleteRange(index: number, count: number): void {
    const position = this.seek(index);
    if (position !== NOWHERE) this.deleteFrom(position, count);
  }

  /**
   * One ziplist with the entries of `left` and then those of `right`. The one with more entries grows and is returned,
   * the other is released. Neither may be empty: the tail offset would point nowhere.
   */
  static merge(left: Ziplist, right: Ziplist): Ziplist {
    const leftBytes = left.totalBytes;
    const rightBytes = right.totalBytes;
    const leftTail = left.tailOffset;
    const rightTail = right.tailOffset;
    const length = left.headerLength + right.headerLength;
    const totalBytes = leftBytes + rightBytes - EMPTY_BYTES;
    assert(totalBytes < MAX_TOTAL_BYTES, 'a merged ziplist must stay below 4 GB');
    const [kept, freed] = left.headerLength >= right.headerLength ? [left, right] : [right, left];
    const [oldBlock, oldBytes] = [kept.address, kept.allocationBytes];
    const seam = leftBytes - 1;
    kept.resize(totalBytes);
    if (kept === left) {
      kept.memory.set(right.memory.subarray(ZIPLIST_HEADER_BYTES, rightBytes), seam);
    } else {
      kept.memory.copyWithin(seam, ZIPLIST_HEADER_BYTES, rightBytes);
      kept.memory.set(left.memory.subarray(0, seam), 0);
    }
    writeInt(kept.memory, 0, 4, totalBytes);
    writeInt(kept.memory, 8, 2, Math.min(length, LENGTH_UNKNOWN));
    kept.setTailOffset(seam + rightTail - ZIPLIST_HEADER_BYTES);
    // The first entry of the right one says that nothing is before it.
    const cascade = planCascade(kept, leftTail);
    const freedBlock = freed.address;
    const probe = kept.env.probe;
    if (probe !== null) {
      kept.emitMove(oldBlock, oldBytes);
      const block = kept.address;
      probe.emit({ type: 'packed.merge', format: 'ziplist', block, freed: freedBlock, seam });
    }
    kept.spread(seam, 0, cascade);
    freed.release();
    return kept;
  }

  /** A copy in its own allocation. */
  duplicate(): Ziplist {
    return Ziplist.fromBytes(this.env, this.memory.subarray(0, this.totalBytes));
  }

  bytes(): Uint8Array {
    return this.memory.slice(0, this.totalBytes);
  }

  /** For the cascade, which grows the list it is given. */
  resizeTo(totalBytes: number): void {
    assert(totalBytes < MAX_TOTAL_BYTES, 'a ziplist must stay below 4 GB');
    this.resize(totalBytes);
    this.setTotalBytes(totalBytes);
  }

  /** For the cascade, which moves the last entry. */
  setTailOffset(offset: number): void {
    writeInt(this.memory, 4, 4, offset);
  }

  /** Inserts before the entry here, or before the end: __ziplistInsert. */
  private insert(at: number, value: PackedValue): void {
    const oldTotal = this.totalBytes;
    const isAppend = this.memory[at] === ZIPLIST_END;
    let prevlen = 0;
    if (!isAppend) {
      prevlen = readPrevlen(this.memory, at);
    } else {
      const tail = this.last();
      if (tail !== NOWHERE) prevlen = entryBytes(this.memory, tail);
    }
    const integer = typeof value === 'object' ? parseInteger(value) : value;
    const [encoding, encoded] = encode(value, integer);
    const size = prevlenBytesFor(prevlen) + encoded;

    // The next entry must be able to say how long the new one is. A prevlen that could shrink does, unless
    // the new entry is so small that the list as a whole would become shorter.
    let growth = isAppend ? 0 : prevlenBytesFor(size) - prevlenBytes(this.memory, at);
    let keepsLong = false;
    if (growth === -4 && size < 4) {
      growth = 0;
      keepsLong = true;
    }
    const probe = this.env.probe;
    const oldBlock = probe === null ? 0 : this.address;
    const oldBytes = this.memory.length;

    // Emit a step after it has happened: the larger slot before anything moves.
    const newTotal = oldTotal + size + growth;
    assert(newTotal < MAX_TOTAL_BYTES, 'a ziplist must stay below 4 GB');
    this.resize(newTotal);
    if (probe !== null) this.emitMove(oldBlock, oldBytes);
    this.setTotalBytes(newTotal);
    const memory = this.memory;
    let cascade: Cascade | null = null;
    let moved = { from: at, to: at + size, sizeBytes: 1 };
    if (isAppend) {
      this.setTailOffset(at);
    } else {
      const next = at + size;
      const kept = at + prevlenBytes(memory, at);
      moved = { from: kept, to: kept + size + growth, sizeBytes: oldTotal - kept };
      memory.copyWithin(next, at - growth, oldTotal - 1);
      if (keepsLong) writeLongPrevlen(memory, next, size);
      else writePrevlen(memory, next, size);
      const isTail = memory[next + entryBytes(memory, next)] === ZIPLIST_END;
      this.setTailOffset(this.tailOffset + size + (isTail ? 0 : growth));
      if (growth !== 0) cascade = planCascade(this, next);
    }
    write(memory, writePrevlen(memory, at, prevlen), encoding, value, integer);
    this.addToLength(1);
    probe?.emit({
      type: 'packed.insert',
      format: 'ziplist',
      block: this.address,
      offset: at,
      sizeBytes: size,
      encoding,
      value: printable(value),
      moved,
    });
    this.spread(at + size, growth, cascade);
  }

  private equalsString(encoding: number, bytes: Uint8Array): boolean {
    const memory = this.memory;
    const length = bytes.length;
    if (dataBytes(memory, encoding) !== length) return false;
    const data = encoding + encodingBytes(memory[encoding]);
    for (let index = 0; index < length; index++) {
      if (memory[data + index] !== bytes[index]) return false;
    }
    return true;
  }

  private addToLength(difference: number): void {
    const known = this.headerLength;
    if (known !== LENGTH_UNKNOWN) writeInt(this.memory, 8, 2, known + difference);
  }

  private setTotalBytes(totalBytes: number): void {
    writeInt(this.memory, 0, 4, totalBytes);
    this.memory[totalBytes - 1] = ZIPLIST_END;
  }

  /**
   * Performs a cascade and emits its steps: first the neighbour, whose prevlen grew with the change itself, then every
   * entry after it that turns out too short, then their growth.
   */
  private spread(neighbour: number, growth: number, cascade: Cascade | null): void {
    const probe = this.env.probe;
    if (probe === null) {
      if (cascade !== null) growEntries(this, cascade);
      return;
    }
    if (growth > 0) {
      const prevlen = readPrevlen(this.memory, neighbour);
      const sizeBytes = entryBytes(this.memory, neighbour);
      const block = this.address;
      probe.emit({ type: 'packed.cascade', block, offset: neighbour, prevlen, sizeBytes, grown: true });
    }
    if (cascade === null) return;
    const growing = growingEntries(this, cascade);
    for (const entry of growing) {
      probe.emit({ type: 'packed.cascade', block: this.address, ...entry, grown: false });
    }
    const [oldBlock, oldBytes] = [this.address, this.memory.length];
    const addedBytes = growEntries(this, cascade);
    this.emitMove(oldBlock, oldBytes);
    const { offset } = growing[0];
    probe.emit({ type: 'packed.cascaded', block: this.address, offset, entries: cascade.count, addedBytes });
  }
}

/** The encoding of an element and the size of encoding and data. */
function encode(value: PackedValue, integer: Int64 | null): [ZiplistEncoding, number] {
  if (integer !== null) {
    const encoding = integerEncoding(integer);
    return [encoding, encodedBytesOf(encoding, 0)];
  }
  const length = (value as Uint8Array).length;
  const encoding = stringEncoding(length);
  return [encoding, encodedBytesOf(encoding, length)];
}

function write(
  memory: Uint8Array,
  at: number,
  encoding: ZiplistEncoding,
  value: PackedValue,
  integer: Int64 | null,
): void {
  if (integer !== null) writeInteger(memory, at, encoding, integer);
  else writeString(memory, at, encoding, value as Uint8Array);
}
