/**
 * The outside of a saved session: ten bytes that name the format, then blocks. Each block can be read by itself, so a
 * file is read block by block, and grows by more blocks at its end.
 *
 *   'rediscope' 02
 *   kind  packing  bytes kept  bytes inside  CRC-32 of all the rest  the bytes kept
 *   u8    u8       u32         u32           u32                     ...
 *
 * Numbers are little-endian. Kinds are letters: H (how the server was started), F (a part of a file on its disk),
 * I (inputs), T (where the reader was). Packing is 0 for bytes as they are and 1 for zlib. A block says how large it
 * is inside, and never more than `BLOCK_BYTES`: inflating it stops there, whatever it holds.
 */
import { RefusedError } from '../protocol/refused.ts';

export type BlockKind = 'H' | 'F' | 'I' | 'T';

export interface Block {
  readonly kind: BlockKind;
  readonly bytes: Uint8Array;
}

/** No block is larger inside. */
export const BLOCK_BYTES = 4 * 1024 * 1024;
export const VERSION = 2;

const NAME = 'rediscope';
const PREFACE_BYTES = NAME.length + 1;
const HEADER_BYTES = 14;
const SUM_AT = 10;
const STORED = 0;
const ZLIB = 1;
/** Compressing less than this gains nothing. */
const MIN_PACKED_BYTES = 96;
/** Zlib makes bytes that cannot be compressed a little larger. */
const MAX_PACKED_BYTES = BLOCK_BYTES + BLOCK_BYTES / 1000 + 64;
const KINDS: readonly BlockKind[] = ['H', 'F', 'I', 'T'];

/** The bytes every file begins with. */
export function preface(): Uint8Array {
  return Uint8Array.from([...NAME].map((letter) => letter.charCodeAt(0)).concat(VERSION));
}

/** The version of a file of blocks; null when it is none. */
export function versionOf(bytes: Uint8Array): number | null {
  if (bytes.length < PREFACE_BYTES) return null;
  for (let at = 0; at < NAME.length; at++) if (bytes[at] !== NAME.charCodeAt(at)) return null;
  return bytes[NAME.length];
}

/** A block ready to be appended to a file. */
export async function packBlock({ kind, bytes }: Block): Promise<Uint8Array> {
  const packing = bytes.length < MIN_PACKED_BYTES ? STORED : ZLIB;
  const kept =
    packing === STORED ? bytes : await pipe(bytes, new CompressionStream('deflate'), MAX_PACKED_BYTES);
  return withHeader(kind, packing, kept, bytes.length);
}

/** A block whose bytes are kept as they are: in a link everything is compressed together. */
export function storeBlock({ kind, bytes }: Block): Uint8Array {
  return withHeader(kind, STORED, bytes, bytes.length);
}

/** A block put together from its parts. */
export function withHeader(kind: BlockKind, packing: number, kept: Uint8Array, length: number): Uint8Array {
  if (length > BLOCK_BYTES) throw new RefusedError('too-large', `a block of ${length} bytes`);
  const whole = new Uint8Array(HEADER_BYTES + kept.length);
  const header = new DataView(whole.buffer);
  header.setUint8(0, kind.charCodeAt(0));
  header.setUint8(1, packing);
  header.setUint32(2, kept.length, true);
  header.setUint32(6, length, true);
  whole.set(kept, HEADER_BYTES);
  header.setUint32(SUM_AT, checksum(whole), true);
  return whole;
}

/** What a single block holds: the reverse of packing it. */
export function unpackBlock(block: Uint8Array): Promise<Uint8Array> {
  return unpack(headerAt(block, 0));
}

/** The blocks of a file in their order, each unpacked when it is its turn. Throws at the first that is damaged. */
export async function* readBlocks(file: Uint8Array): AsyncGenerator<Block> {
  const version = versionOf(file);
  if (version === null) throw new Error('not a Rediscope session');
  if (version > VERSION)
    throw new RefusedError('newer-format', `format ${version}, this page reads ${VERSION}`);
  if (version < VERSION) throw new Error(`there is no file of blocks of format ${version}`);
  for (let at = PREFACE_BYTES; at < file.length; ) {
    const block = headerAt(file, at);
    yield { kind: block.kind, bytes: await unpack(block) };
    at = block.end;
  }
}

interface PackedBlock {
  readonly kind: BlockKind;
  readonly packing: number;
  readonly kept: Uint8Array;
  readonly length: number;
  readonly end: number;
}

function headerAt(file: Uint8Array, at: number): PackedBlock {
  if (at + HEADER_BYTES > file.length) throw new Error(`the file ends inside the header at byte ${at}`);
  const header = new DataView(file.buffer, file.byteOffset + at, HEADER_BYTES);
  const kind = KINDS.find((known) => known.charCodeAt(0) === header.getUint8(0));
  if (kind === undefined) throw new Error(`a block of an unknown kind at byte ${at}`);
  const keptBytes = header.getUint32(2, true);
  const length = header.getUint32(6, true);
  if (length > BLOCK_BYTES || keptBytes > MAX_PACKED_BYTES) throw new Error(`a block of ${length} bytes`);
  const from = at + HEADER_BYTES;
  const end = from + keptBytes;
  if (end > file.length) throw new Error(`the file ends inside the block at byte ${at}`);
  const kept = file.subarray(from, end);
  if (checksum(file.subarray(at, end)) !== header.getUint32(SUM_AT, true))
    throw new Error(`the block at byte ${at} is damaged`);
  return { kind, packing: header.getUint8(1), kept, length, end };
}

async function unpack({ packing, kept, length }: PackedBlock): Promise<Uint8Array> {
  if (packing !== STORED && packing !== ZLIB) throw new Error('a block is packed in an unknown way');
  const bytes = packing === STORED ? kept : await inflate(kept, length);
  if (bytes.length !== length) throw new Error(`a block of ${bytes.length} bytes says it has ${length}`);
  return bytes;
}

async function inflate(kept: Uint8Array, length: number): Promise<Uint8Array> {
  try {
    return await pipe(kept, new DecompressionStream('deflate'), length);
  } catch (problem) {
    if (problem instanceof RefusedError)
      throw new Error(`a block holds more than the ${length} bytes it says`);
    throw problem;
  }
}

/** Runs bytes through a (de)compressor, giving up when more than `limitBytes` come out. */
export async function pipe(
  bytes: Uint8Array,
  through: GenericTransformStream,
  limitBytes: number,
): Promise<Uint8Array> {
  const writer = (through.writable as WritableStream<Uint8Array>).getWriter();
  // A failure shows on the reading side as well, which is the one waited for.
  writer
    .write(bytes)
    .then(() => writer.close())
    .catch(() => {});
  const reader = (through.readable as ReadableStream<Uint8Array>).getReader();
  const portions: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    total += value.length;
    if (total > limitBytes) {
      await reader.cancel();
      throw new RefusedError('too-large', `more than ${limitBytes} bytes`);
    }
    portions.push(value);
  }
  return joined(portions);
}

export function joined(portions: readonly Uint8Array[]): Uint8Array {
  if (portions.length === 1) return portions[0];
  const all = new Uint8Array(portions.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const portion of portions) {
    all.set(portion, at);
    at += portion.length;
  }
  return all;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Of a block with its header, but for the place where the sum itself stands. */
function checksum(block: Uint8Array): number {
  let crc = 0xffffffff;
  for (let at = 0; at < SUM_AT; at++) crc = CRC_TABLE[(crc ^ block[at]) & 255] ^ (crc >>> 8);
  for (let at = HEADER_BYTES; at < block.length; at++) crc = CRC_TABLE[(crc ^ block[at]) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
