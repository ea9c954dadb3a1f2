/**
 * A node of a quicklist: one packed list, or one long element by itself, or either of them compressed.
 *
 *     quicklistNode   40 bytes (7.0), 32 bytes (6.2)      the allocation behind it, one of:
 *     prev, next
 *     entry ──────────────────────────────────────▶       a listpack or ziplist            (packed, raw)
 *     sz          bytes of the entry, uncompressed        the bytes of one long element    (plain, raw)
 *     count       elements                                [size][LZF stream]               (lzf)
 *     encoding, container, recompress
 *
 * `format` is what differs between the generations.
 */
import type { Generation } from '../../protocol/session.ts';
import { assert } from '../base/errors.ts';
import { addressOf } from '../base/heap.ts';
import { lzfDecompress } from '../base/lzf.ts';
import type { Environment } from '../base/probe.ts';
import { Listpack } from './listpack.ts';
import { writeInt } from './little-endian.ts';
import { PackedBlock } from './packed-block.ts';
import type { PackedList } from './packed-list.ts';
import { Ziplist } from './ziplist.ts';

/** The node format of a generation, and its estimate of an element's size. */
export interface QuicklistFormat {
  readonly generation: Generation;
  /** sizeof(quicklistNode). */
  readonly nodeBytes: number;
  /** What stands before the LZF stream: its length. */
  readonly lzfHeaderBytes: number;
  create(env: Environment): PackedList;
  fromBytes(env: Environment, bytes: Uint8Array): PackedList;
  /** Both in one, that of the two which C would keep. */
  merge(left: PackedList, right: PackedList): PackedList;
  /** The bytes an element of this size takes beside its own, at most. */
  overheadBytes(sizeBytes: number): number;
}

const listpackFormat: QuicklistFormat = {
  generation: '7.0',
  nodeBytes: 40,
  lzfHeaderBytes: 8,
  create: (env) => Listpack.create(env),
  fromBytes: (env, bytes) => Listpack.fromBytes(env, bytes),
  merge(left, right) {
    assert(left instanceof Listpack && right instanceof Listpack, 'nodes of 7.0 hold listpacks');
    return Listpack.merge(left, right);
  },
  overheadBytes: () => 8,
};

const ziplistFormat: QuicklistFormat = {
  generation: '6.2',
  nodeBytes: 32,
  lzfHeaderBytes: 4,
  create: (env) => Ziplist.create(env),
  fromBytes: (env, bytes) => Ziplist.fromBytes(env, bytes),
  merge(left, right) {
    assert(left instanceof Ziplist && right instanceof Ziplist, 'nodes of 6.2 hold ziplists');
    return Ziplist.merge(left, right);
  },
  overheadBytes(sizeBytes) {
    const prevlen = sizeBytes < 254 ? 1 : 5;
    return prevlen + (sizeBytes < 64 ? 1 : sizeBytes < 16384 ? 2 : 5);
  },
};

export function quicklistFormat(generation: Generation): QuicklistFormat {
  return generation === '7.0' ? listpackFormat : ziplistFormat;
}

/** The bytes of one long element. */
export class PlainEntry extends PackedBlock {
  readonly sizeBytes: number;

  constructor(env: Environment, bytes: Uint8Array) {
    super(env, bytes.length);
    this.sizeBytes = bytes.length;
    this.memory.set(bytes);
  }

  /** The element. A view: copy before keeping. */
  view(): Uint8Array {
    return this.memory.subarray(0, this.sizeBytes);
  }
}

/** A compressed entry: the length of the stream, then the stream. */
export class CompressedEntry extends PackedBlock {
  readonly compressedBytes: number;
  private readonly headerBytes: number;

  constructor(env: Environment, stream: Uint8Array, headerBytes: number) {
    super(env, headerBytes + stream.length);
    this.compressedBytes = stream.length;
    this.headerBytes = headerBytes;
    writeInt(this.memory, 0, 4, stream.length);
    this.memory.set(stream, headerBytes);
  }

  /** Length and stream. */
  get usedBytes(): number {
    return this.headerBytes + this.compressedBytes;
  }

  /** The LZF stream. A view: copy before keeping. */
  stream(): Uint8Array {
    return this.memory.subarray(this.headerBytes, this.headerBytes + this.compressedBytes);
  }
}

export class QuicklistNode {
  previous: QuicklistNode | null = null;
  next: QuicklistNode | null = null;
  entry: PackedList | PlainEntry | CompressedEntry;
  /** Size of the entry when it is not compressed. */
  sizeBytes: number;
  /** Number of elements. */
  count: number;
  readonly isPlain: boolean;
  /** It was decompressed only for reading and must be compressed again. */
  recompress = false;
  /** While set, it is not compressed. */
  dontCompress = false;
  /** Its position, in units of the heap. */
  private readonly place: number;
  private readonly env: Environment;
  private readonly format: QuicklistFormat;

  private constructor(
    env: Environment,
    format: QuicklistFormat,
    entry: PackedList | PlainEntry | CompressedEntry,
    isPlain: boolean,
    sizeBytes: number,
    count: number,
  ) {
    this.env = env;
    this.format = format;
    this.place = env.heap.take(format.nodeBytes);
    this.entry = entry;
    this.isPlain = isPlain;
    this.sizeBytes = sizeBytes;
    this.count = count;
  }

  /** A node around a packed list, which belongs to it then. */
  static ofPacked(env: Environment, format: QuicklistFormat, packed: PackedList): QuicklistNode {
    return new QuicklistNode(env, format, packed, false, packed.totalBytes, packed.length);
  }

  /** A node around one long element. */
  static ofPlain(env: Environment, format: QuicklistFormat, value: Uint8Array): QuicklistNode {
    return new QuicklistNode(env, format, new PlainEntry(env, value), true, value.length, 1);
  }

  get address(): number {
    return addressOf(this.place);
  }

  get isCompressed(): boolean {
    return this.entry instanceof CompressedEntry;
  }

  /** The packed list of a node that is neither plain nor compressed. */
  get packed(): PackedList {
    const entry = this.entry;
    assert('format' in entry, 'the node holds a packed list as it is');
    return entry;
  }

  /** The element of a plain node that is not compressed. A view: copy before keeping. */
  get plain(): Uint8Array {
    const entry = this.entry;
    assert(entry instanceof PlainEntry, 'the node holds one element as it is');
    return entry.view();
  }

  /** The LZF stream of a compressed node, null for any other. A view: copy before keeping. */
  get stream(): Uint8Array | null {
    return this.entry instanceof CompressedEntry ? this.entry.stream() : null;
  }

  /** The bytes of the entry, uncompressed, without changing anything. Perhaps a view: copy before keeping. */
  rawBytes(): Uint8Array {
    const entry = this.entry;
    if (entry instanceof PlainEntry) return entry.view();
    if ('format' in entry) return entry.memory.subarray(0, this.sizeBytes);
    const bytes = lzfDecompress(entry.stream(), this.sizeBytes);
    assert(bytes !== null, 'a compressed node can be decompressed');
    return bytes;
  }

  /** After the packed list has changed. */
  update(): void {
    const { packed } = this;
    this.sizeBytes = packed.totalBytes;
    this.count = packed.length;
  }

  /** Compressed from now on. */
  compress(stream: Uint8Array): void {
    this.exchange(new CompressedEntry(this.env, stream, this.format.lzfHeaderBytes));
  }

  decompress(): void {
    const bytes = this.rawBytes();
    this.exchange(this.isPlain ? new PlainEntry(this.env, bytes) : this.format.fromBytes(this.env, bytes));
  }

  /** Another element for a plain node that is not compressed. */
  replacePlain(value: Uint8Array): void {
    this.exchange(new PlainEntry(this.env, value));
    this.sizeBytes = value.length;
  }

  /** A copy, linked to nothing; a compressed node gives a compressed one. */
  duplicate(): QuicklistNode {
    const { env, format, entry, isPlain, sizeBytes, count } = this;
    const copy =
      entry instanceof CompressedEntry
        ? new CompressedEntry(env, entry.stream(), format.lzfHeaderBytes)
        : entry instanceof PlainEntry
          ? new PlainEntry(env, entry.view())
          : format.fromBytes(env, this.rawBytes());
    return new QuicklistNode(env, format, copy, isPlain, sizeBytes, count);
  }

  /** Frees the node; its entry has another owner by now. */
  releaseShell(): void {
    this.env.heap.give(this.place, this.format.nodeBytes);
  }

  /** Frees the node with its entry. */
  release(): void {
    this.entry.release();
    this.releaseShell();
  }

  private exchange(entry: PackedList | PlainEntry | CompressedEntry): void {
    this.entry.release();
    this.entry = entry;
  }
}
