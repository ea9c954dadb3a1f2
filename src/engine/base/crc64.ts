/**
 * CRC-64 as Redis ends an RDB file and a DUMP payload with it.
 *
 * Mirrors crc64.c: the polynomial of Jones, 0xad93d23594c935a9, bits reflected on the way in and out,
 * starting from 0, nothing added at the end. The check value of "123456789" is e9c6d914c4b8d9ca. The 64 bits
 * are two 32-bit halves, one table lookup per byte.
 */

/** The polynomial, reflected. */
const POLYNOMIAL_LOW = 0xac4bc9b5;
const POLYNOMIAL_HIGH = 0x95ac9329;

const TABLE_LOW = new Int32Array(256);
const TABLE_HIGH = new Int32Array(256);
for (let byte = 0; byte < 256; byte++) {
  let low = byte;
  let high = 0;
  for (let bit = 0; bit < 8; bit++) {
    const carry = low & 1;
    low = (low >>> 1) | (high << 31);
    high >>>= 1;
    if (carry === 1) {
      low ^= POLYNOMIAL_LOW;
      high ^= POLYNOMIAL_HIGH;
    }
  }
  TABLE_LOW[byte] = low;
  TABLE_HIGH[byte] = high;
}

/** A running checksum of the bytes written. */
export class Crc64 {
  private low = 0;
  private high = 0;

  update(bytes: Uint8Array, start = 0, end = bytes.length): this {
    let low = this.low;
    let high = this.high;
    for (let index = start; index < end; index++) {
      const entry = (low ^ bytes[index]) & 0xff;
      low = ((low >>> 8) | (high << 24)) ^ TABLE_LOW[entry];
      high = (high >>> 8) ^ TABLE_HIGH[entry];
    }
    this.low = low;
    this.high = high;
    return this;
  }

  /** The eight bytes as a file holds them, little endian. */
  bytes(): Uint8Array {
    const bytes = new Uint8Array(8);
    for (let index = 0; index < 4; index++) {
      bytes[index] = this.low >>> (index * 8);
      bytes[index + 4] = this.high >>> (index * 8);
    }
    return bytes;
  }

  hex(): string {
    const half = (value: number) => (value >>> 0).toString(16).padStart(8, '0');
    return half(this.high) + half(this.low);
  }
}

/** The checksum of these bytes as the eight bytes that follow them in a file. */
export function crc64(bytes: Uint8Array, start = 0, end = bytes.length): Uint8Array {
  return new Crc64().update(bytes, start, end).bytes();
}
