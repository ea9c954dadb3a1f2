/**
 * Reads what rdb-writer.ts writes, from untrusted bytes. Mirrors the rdbLoad family of rdb.c.
 *
 * Anything missing, malformed or impossibly long throws an RdbRefusal, and nothing is allocated that the given bytes
 * could not fill. As in the server, a value is read from the payload with its footer: a length that is too large
 * reaches into the footer before it is refused.
 */
import { lzfDecompress } from '../base/lzf.ts';
import { type Int64, integerBytes } from '../base/numbers.ts';
import { readInt16, readInt32, readInt64 } from '../structures/little-endian.ts';

/** Bytes that are not a value. Deliberately not an Error: no stack is captured for untrusted bytes. */
export class RdbRefusal {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

export function refuse(reason: string): never {
  throw new RdbRefusal(reason);
}

const ENCODED_INT8 = 0;
const ENCODED_INT16 = 1;
const ENCODED_INT32 = 2;
const ENCODED_LZF = 3;
/** No stream of LZF makes more than this of one byte: three bytes copy 264. */
const MAX_LZF_EXPANSION = 264;

export class RdbReader {
  readonly bytes: Uint8Array;
  position: number;

  constructor(bytes: Uint8Array, position = 0) {
    this.bytes = bytes;
    this.position = position;
  }

  byte(): number {
    return this.bytes[this.#take(1)];
  }

  /** So many bytes as they are. A view of the payload: copy before keeping. */
  raw(length: number): Uint8Array {
    const at = this.#take(length);
    return this.bytes.subarray(at, at + length);
  }

  /** rdbLoadLen. A number that no count of things in these bytes can be is refused. */
  count(): number {
    const value = Number(this.unsigned());
    if (value > Number.MAX_SAFE_INTEGER) refuse('a length beyond all bytes');
    return value;
  }

  /** rdbLoadLen where it is any number of 64 bits without a sign. */
  unsigned(): bigint {
    const first = this.byte();
    switch (first >> 6) {
      case 0:
      // Where a length is expected, the mark of an encoding is not looked at.
      case 3:
        return BigInt(first & 0x3f);
      case 1:
        return BigInt(((first & 0x3f) << 8) | this.byte());
      default: {
        if (first !== 0x80 && first !== 0x81) refuse('unknown kind of length');
        let value = 0n;
        for (const byte of this.raw(first === 0x80 ? 4 : 8)) value = (value << 8n) | BigInt(byte);
        return value;
      }
    }
  }

  /** A string in any of its forms. Perhaps a view of the payload: copy before keeping. */
  string(): Uint8Array {
    const first = this.bytes[this.position];
    if (this.position >= this.bytes.length || first >> 6 !== 3) return this.raw(this.count());
    this.position++;
    switch (first & 0x3f) {
      case ENCODED_INT8:
        return integerBytes((this.byte() << 24) >> 24);
      case ENCODED_INT16:
        return integerBytes(readInt16(this.bytes, this.#take(2)));
      case ENCODED_INT32:
        return integerBytes(readInt32(this.bytes, this.#take(4)));
      case ENCODED_LZF:
        return this.#decompressed();
      default:
        return refuse('unknown encoding of a string');
    }
  }

  /** Eight bytes, little endian: a double as it lies in memory. */
  double(): number {
    const { buffer, byteOffset } = this.bytes;
    return new DataView(buffer, byteOffset + this.#take(8), 8).getFloat64(0, true);
  }

  /** Eight bytes, little endian: a time in milliseconds. */
  int64(): Int64 {
    return readInt64(this.bytes, this.#take(8));
  }

  #decompressed(): Uint8Array {
    const compressedBytes = this.count();
    const originalBytes = this.count();
    const stream = this.raw(compressedBytes);
    // The length 0 means failure, so a string of this length is never read.
    if (originalBytes === 0) return stream.subarray(0, 0);
    if (originalBytes > compressedBytes * MAX_LZF_EXPANSION) refuse('a stream too short for its length');
    return lzfDecompress(stream, originalBytes) ?? refuse('a damaged LZF stream');
  }

  #take(length: number): number {
    const at = this.position;
    if (length > this.bytes.length - at) refuse('the bytes end too early');
    this.position = at + length;
    return at;
  }
}
