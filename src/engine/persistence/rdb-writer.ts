/**
 * Writes the pieces that RDB files and DUMP payloads are made of. Mirrors the rdbSave family of rdb.c.
 *
 * The first two bits of a length or a string say how the rest is to be read:
 *
 *     00LLLLLL                        length below 64, then the bytes
 *     01LLLLLL LLLLLLLL               length below 16384
 *     10000000 + 4 bytes              length of 32 bits, big endian
 *     10000001 + 8 bytes              length of 64 bits, big endian
 *     11000000, …01, …10              an integer of 8, 16 or 32 bits follows, little endian
 *     11000011                        LZF: compressed length, original length, compressed bytes
 *
 * Worked example: "12345" is c1 39 30; "hello" is 05 68 65 6c 6c 6f.
 */
import { lzfCompress } from '../base/lzf.ts';
import { type Int64, integerBytes, parseInteger } from '../base/numbers.ts';
import { writeInt64 } from '../structures/little-endian.ts';

const ENCODED = 0xc0;
const LZF = 3;
/** Longer than any 32-bit integer is printed. */
const MAX_INTEGER_DIGITS = 11;
/** Shorter strings are not worth compressing. */
const MIN_COMPRESSED_BYTES = 21;
const FIRST_CAPACITY = 64;

export class RdbWriter {
  /** The parameter rdbcompression. */
  readonly compress: boolean;
  #bytes = new Uint8Array(FIRST_CAPACITY);
  #length = 0;

  constructor(compress: boolean) {
    this.compress = compress;
  }

  /** How much has been written. */
  get length(): number {
    return this.#length;
  }

  /** Everything written so far. A view: copy before writing on. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  byte(value: number): void {
    const at = this.#reserve(1);
    this.#bytes[at] = value;
  }

  /** Bytes as they are. */
  raw(bytes: Uint8Array): void {
    const at = this.#reserve(bytes.length);
    this.#bytes.set(bytes, at);
  }

  /** rdbSaveLen: a count, or any number of 64 bits without a sign. */
  count(value: number | bigint): void {
    if (value < 0x40) {
      this.byte(Number(value));
    } else if (value < 0x4000) {
      const at = this.#reserve(2);
      this.#bytes[at] = 0x40 | (Number(value) >> 8);
      this.#bytes[at + 1] = Number(value);
    } else {
      const isWide = value > 0xffff_ffff;
      const at = this.#reserve(isWide ? 9 : 5);
      this.#bytes[at] = isWide ? 0x81 : 0x80;
      let rest = BigInt(value);
      for (let last = at + (isWide ? 8 : 4); last > at; last--) {
        this.#bytes[last] = Number(rest & 0xffn);
        rest >>= 8n;
      }
    }
  }

  /** rdbSaveRawString: as an integer if the string spells one, compressed if that is wanted and pays. */
  string(bytes: Uint8Array): void {
    const { length } = bytes;
    if (length <= MAX_INTEGER_DIGITS) {
      const value = parseInteger(bytes);
      if (typeof value === 'number' && this.#integer(value)) return;
    }
    if (this.compress && length >= MIN_COMPRESSED_BYTES) {
      const stream = lzfCompress(bytes);
      if (stream !== null) {
        this.compressed(stream, length);
        return;
      }
    }
    this.count(length);
    this.raw(bytes);
  }

  /** A string that is kept as an integer: rdbSaveLongLongAsStringObject. */
  integerString(value: Int64): void {
    if (typeof value === 'number' && this.#integer(value)) return;
    const digits = integerBytes(value);
    this.count(digits.length);
    this.raw(digits);
  }

  /** A string of `originalBytes` that is an LZF stream already: rdbSaveLzfBlob. */
  compressed(stream: Uint8Array, originalBytes: number): void {
    this.byte(ENCODED | LZF);
    this.count(stream.length);
    this.count(originalBytes);
    this.raw(stream);
  }

  /** Eight bytes, little endian: a double as it lies in memory. */
  double(value: number): void {
    const at = this.#reserve(8);
    new DataView(this.#bytes.buffer).setFloat64(at, value, true);
  }

  /** Eight bytes, little endian: a time in milliseconds. */
  int64(value: Int64): void {
    const at = this.#reserve(8);
    writeInt64(this.#bytes, at, value);
  }

  #integer(value: number): boolean {
    for (let kind = 0; kind < 3; kind++) {
      const widthBytes = 1 << kind;
      const limit = 2 ** (widthBytes * 8 - 1);
      if (value < -limit || value >= limit) continue;
      const at = this.#reserve(1 + widthBytes);
      this.#bytes[at] = ENCODED | kind;
      for (let index = 0; index < widthBytes; index++) this.#bytes[at + 1 + index] = value >> (index * 8);
      return true;
    }
    return false;
  }

  #reserve(count: number): number {
    const start = this.#length;
    const end = start + count;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      grown.set(this.view());
      this.#bytes = grown;
    }
    this.#length = end;
    return start;
  }
}
