/**
 * A sorted file: written once, never changed.
 *
 *     blocks     entries in the order of their keys, cut at about so many bytes
 *     index      last key and place of each block, as entries: value = offset 4 · length 4
 *     filter     Bloom filter over all keys: ten bits and seven hashes for each, one false yes in about 120
 *     footer     index offset 4 · index length 4 · filter offset 4 · filter length 4 · entries 4 · CRC-32 of these 4
 *
 * Index and filter are kept in memory; a block is read from the disk each time.
 */
import { crc32, fnv1a } from '../ring/hash.ts';
import type { Disk } from './disk.ts';
import { type Entry, entriesOf, entryBytes, putText, textAt } from './records.ts';

const FOOTER_BYTES = 24;
const BITS_PER_KEY = 10;
const HASHES = 7;

export interface TableAnswer {
  /** Where the search ended: not in its range of keys, stopped by the filter, or a block was read. */
  readonly step: 'range' | 'filter' | 'block';
  /** Undefined if it is not in the file, null if it is deleted there. */
  readonly value: string | null | undefined;
}

export class Table {
  readonly name: string;
  readonly bytes: number;
  readonly entries: number;
  readonly firstKey: string;
  readonly lastKey: string;
  readonly tombstones: number;
  /** Of index and filter. */
  readonly memoryBytes: number;
  readonly #disk: Disk;
  readonly #blocks: readonly { readonly lastKey: string; readonly offset: number; readonly length: number }[];
  readonly #filter: Uint8Array;

  /** Writes a file and syncs it. The entries are sorted and not empty. */
  static write(disk: Disk, name: string, entries: readonly Entry[], blockBytes: number): Table {
    const index: Uint8Array[] = [];
    let offset = 0;
    let block: Uint8Array[] = [];
    let length = 0;
    const cut = (lastKey: string) => {
      const place = new Uint8Array(8);
      new DataView(place.buffer).setUint32(0, offset);
      new DataView(place.buffer).setUint32(4, length);
      index.push(entryBytes({ key: lastKey, value: textAt(place, 0, 8) }));
      disk.append(name, joined(block));
      offset += length;
      block = [];
      length = 0;
    };
    for (const [at, entry] of entries.entries()) {
      const bytes = entryBytes(entry);
      block.push(bytes);
      length += bytes.length;
      if (length >= blockBytes || at === entries.length - 1) cut(entry.key);
    }
    const indexBytes = joined(index);
    const filter = filterOf(entries.map(({ key }) => key));
    const footer = new Uint8Array(FOOTER_BYTES);
    const view = new DataView(footer.buffer);
    const places = [offset, indexBytes.length, offset + indexBytes.length, filter.length, entries.length];
    for (const [at, value] of places.entries()) view.setUint32(at * 4, value);
    view.setUint32(20, crc32(footer.subarray(0, 20)));
    disk.append(name, indexBytes);
    disk.append(name, filter);
    disk.append(name, footer);
    disk.sync(name);
    return new Table(disk, name);
  }

  constructor(disk: Disk, name: string) {
    this.#disk = disk;
    this.name = name;
    this.bytes = disk.sizeOf(name);
    const footer = disk.read(name, this.bytes - FOOTER_BYTES)!;
    const view = new DataView(footer.buffer, footer.byteOffset);
    if (footer.length < FOOTER_BYTES || crc32(footer.subarray(0, 20)) !== view.getUint32(20)) {
      throw new Error(`${name} is damaged`);
    }
    const [indexAt, indexLength, filterAt, filterLength, count] = [0, 4, 8, 12, 16].map((at) =>
      view.getUint32(at),
    );
    this.#blocks = entriesOf(disk.read(name, indexAt, indexLength)!).map(({ key, value }) => {
      const place = new Uint8Array(8);
      putText(place, 0, value!);
      const at = new DataView(place.buffer);
      return { lastKey: key, offset: at.getUint32(0), length: at.getUint32(4) };
    });
    this.#filter = disk.read(name, filterAt, filterLength)!;
    this.entries = count;
    this.memoryBytes = indexLength + filterLength;
    const all = this.all();
    this.firstKey = all[0].key;
    this.lastKey = all[all.length - 1].key;
    this.tombstones = all.filter(({ value }) => value === null).length;
  }

  get(key: string): TableAnswer {
    if (key < this.firstKey || key > this.lastKey) return { step: 'range', value: undefined };
    if (!bitsOf(key, this.#filter.length * 8).every((bit) => isSet(this.#filter, bit))) {
      return { step: 'filter', value: undefined };
    }
    let low = 0;
    let high = this.#blocks.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#blocks[middle].lastKey < key) low = middle + 1;
      else high = middle;
    }
    const { offset, length } = this.#blocks[low];
    const found = entriesOf(this.#disk.read(this.name, offset, length)!).find((entry) => entry.key === key);
    return { step: 'block', value: found === undefined ? undefined : found.value };
  }

  /** Everything in it, read from the disk. */
  all(): Entry[] {
    return this.#blocks.flatMap(({ offset, length }) =>
      entriesOf(this.#disk.read(this.name, offset, length)!),
    );
  }

  meets(firstKey: string, lastKey: string): boolean {
    return this.firstKey <= lastKey && this.lastKey >= firstKey;
  }
}

function filterOf(keys: readonly string[]): Uint8Array {
  const filter = new Uint8Array(Math.max(8, Math.ceil((keys.length * BITS_PER_KEY) / 8)));
  for (const key of keys)
    for (const bit of bitsOf(key, filter.length * 8)) filter[bit >> 3] |= 1 << (bit & 7);
  return filter;
}

function isSet(filter: Uint8Array, bit: number): boolean {
  return (filter[bit >> 3] & (1 << (bit & 7))) !== 0;
}

/** Two hashes make seven: a, a + b, a + 2b … */
function bitsOf(key: string, bits: number): number[] {
  const bytes = new Uint8Array(key.length);
  putText(bytes, 0, key);
  const a = fnv1a(bytes);
  const b = crc32(bytes) | 1;
  return Array.from({ length: HASHES }, (_, index) => ((a + Math.imul(index, b)) >>> 0) % bits);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
