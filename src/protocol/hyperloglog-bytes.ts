/**
 * Reading the bytes of a HyperLogLog, for the engine and for the panel that shows them.
 *
 *     header  [HYLL 4][encoding 1][not used 3][cardinality 8]
 *
 *     dense   16384 registers of 6 bits, the lowest bits of each byte first
 *     sparse  ZERO    00xxxxxx             a run of 1 to 64 registers that are 0: xxxxxx + 1
 *             XZERO   01xxxxxx yyyyyyyy    1 to 16384 of them: xxxxxxyyyyyyyy + 1
 *             VAL     1vvvvvxx             1 to 4 registers with the value 1 to 32: vvvvv + 1, xx + 1
 */
import type { HyperLogLogRun } from './steps-order.ts';

export const REGISTERS = 16384;
export const REGISTER_BITS = 6;
export const REGISTER_MAX = 63;
export const HLL_HEADER_BYTES = 16;

const XZERO_BIT = 0x40;
const VAL_BIT = 0x80;

export const isValue = (byte: number) => (byte & VAL_BIT) !== 0;
export const isLongZero = (byte: number) => (byte & (VAL_BIT | XZERO_BIT)) === XZERO_BIT;
export const runValue = (byte: number) => ((byte >> 2) & 0x1f) + 1;

/** `start` is where the registers begin. The last one ends with its byte, so what follows is never used. */
export function denseGet(bytes: Uint8Array, start: number, register: number): number {
  const bit = register * REGISTER_BITS;
  const at = start + (bit >> 3);
  const shift = bit & 7;
  return ((bytes[at] >> shift) | (bytes[at + 1] << (8 - shift))) & REGISTER_MAX;
}

/** How many registers the run at `at` has. An XZERO cut off at the end is read with the NUL behind it. */
export function runLength(bytes: Uint8Array, at: number, end: number): number {
  const byte = bytes[at];
  if (isValue(byte)) return (byte & 3) + 1;
  if (!isLongZero(byte)) return (byte & 0x3f) + 1;
  return (((byte & 0x3f) << 8) | (at + 1 < end ? bytes[at + 1] : 0)) + 1;
}

export function runBytes(byte: number): number {
  return isLongZero(byte) ? 2 : 1;
}

export function runAt(bytes: Uint8Array, at: number, end: number): HyperLogLogRun {
  const byte = bytes[at];
  const count = runLength(bytes, at, end);
  if (isValue(byte)) return { opcode: 'VAL', value: runValue(byte), count };
  return { opcode: isLongZero(byte) ? 'XZERO' : 'ZERO', value: 0, count };
}

/**
 * Calls `visit` for every run with a value, given its first register. False when the runs do not add up to all
 * registers: the string is corrupt. No run that reaches beyond the last register is visited.
 */
export function eachRun(
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: (register: number, count: number, value: number) => void,
): boolean {
  let register = 0;
  let at = start;
  while (at < end) {
    const byte = bytes[at];
    const count = runLength(bytes, at, end);
    if (isValue(byte)) {
      if (register + count > REGISTERS) return false;
      visit(register, count, runValue(byte));
    }
    register += count;
    at += runBytes(byte);
  }
  return register === REGISTERS;
}

/** All registers of a whole string, one per byte. */
export function registersIn(bytes: Uint8Array, encoding: 'sparse' | 'dense'): Uint8Array {
  const registers = new Uint8Array(REGISTERS);
  if (encoding === 'sparse') {
    eachRun(bytes, HLL_HEADER_BYTES, bytes.length, (first, count, value) => {
      registers.fill(value, first, first + count);
    });
    return registers;
  }
  for (let register = 0; register < REGISTERS; register++) {
    registers[register] = denseGet(bytes, HLL_HEADER_BYTES, register);
  }
  return registers;
}
