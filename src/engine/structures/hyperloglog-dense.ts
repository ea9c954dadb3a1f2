/**
 * The dense representation of a HyperLogLog: 16384 registers of 6 bits, 12288 bytes.
 *
 *     byte 0     byte 1     byte 2
 *     11000000   22221111   33333322        the digit says which register a bit belongs to, the least
 *                                           significant bit of each byte to the right
 *
 * Worked example: register 1 set to 63 puts 11000000 00001111, that is c0 0f, into bytes 0 and 1.
 */

import { REGISTER_BITS, REGISTER_MAX, REGISTERS } from '../../protocol/hyperloglog-bytes.ts';

export { denseGet, REGISTER_MAX, REGISTERS } from '../../protocol/hyperloglog-bytes.ts';

export const DENSE_REGISTERS_BYTES = (REGISTERS * REGISTER_BITS) / 8;

/** `start` is where the registers begin. */
export function denseSet(bytes: Uint8Array, start: number, register: number, value: number): void {
  const bit = register * REGISTER_BITS;
  const at = start + (bit >> 3);
  const shift = bit & 7;
  bytes[at] = (bytes[at] & ~(REGISTER_MAX << shift)) | (value << shift);
  if (shift > 8 - REGISTER_BITS) {
    const back = 8 - shift;
    bytes[at + 1] = (bytes[at + 1] & ~(REGISTER_MAX >> back)) | (value >> back);
  }
}
