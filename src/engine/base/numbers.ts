/**
 * Numbers as Redis reads and prints them.
 *
 * Integers are 64-bit and signed. A value within ±(2^53 - 1) is a JavaScript number, any other a bigint;
 * so every value has one form only, and the common case stays fast. `parseInteger` mirrors string2ll of
 * util.c, `parseDouble` its string2d with the grammar of C's strtod, and `printfG` / `printfF` are C's
 * %.<n>g and %.<n>f: JavaScript's own methods round a tie upwards where the C library rounds it to even.
 */
import { bytesOf, latin1 } from './bytes.ts';

/** A signed 64-bit integer: a number when it is a safe integer, otherwise a bigint. */
export type Int64 = number | bigint;

export const INT64_MAX = 9223372036854775807n;
export const INT64_MIN = -9223372036854775808n;

const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/** Digits that always make a safe integer. */
const SAFE_DIGITS = 15;

/**
 * The integer that these bytes spell in the one way Redis itself would print it: no leading zeros, no plus
 * sign, no spaces. Null for anything else, and beyond 64 bits.
 */
export function parseInteger(bytes: Uint8Array): Int64 | null {
  const length = bytes.length;
  if (length === 0 || length > 20) return null;
  const negative = bytes[0] === MINUS;
  let index = negative ? 1 : 0;
  if (index === length) return null;
  if (bytes[index] === ZERO) return length === 1 ? 0 : null;
  const digits = length - index;
  let value = 0;
  for (; index < length; index++) {
    const byte = bytes[index];
    if (byte < ZERO || byte > NINE) return null;
    value = value * 10 + (byte - ZERO);
  }
  if (digits <= SAFE_DIGITS) return negative ? -value : value;
  const wide = BigInt(latin1(bytes));
  return wide > INT64_MAX || wide < INT64_MIN ? null : normalizeInt64(wide);
}

/** The one form of a value that is known to fit 64 bits. */
export function normalizeInt64(value: Int64): Int64 {
  if (typeof value === 'number') {
    // Adding zero turns -0 into 0: integers have no -0.
    return Number.isSafeInteger(value) ? value + 0 : BigInt(value);
  }
  const narrow = Number(value);
  return Number.isSafeInteger(narrow) ? narrow : value;
}

/** The sum, or null where 64 bits would overflow. */
export function addInt64(a: Int64, b: Int64): Int64 | null {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  const sum = BigInt(a) + BigInt(b);
  return sum > INT64_MAX || sum < INT64_MIN ? null : normalizeInt64(sum);
}

export function formatInteger(value: Int64): string {
  return typeof value === 'number' ? String(value) : value.toString();
}

/** The decimal digits as bytes. */
export function integerBytes(value: Int64): Uint8Array {
  return bytesOf(formatInteger(value));
}

/**
 * A number as strtod reads it, taken apart but not yet rounded to any format. Decimal: value =
 * digits × 10^exponent; hexadecimal: value = digits × 2^exponent. The digits are text in that base, without
 * the point, and may be all zeros. `negative` is the sign, of zero and infinity too.
 */
export type FloatText =
  | { readonly kind: 'infinity'; readonly negative: boolean }
  | {
      readonly kind: 'decimal' | 'hexadecimal';
      readonly negative: boolean;
      readonly digits: string;
      readonly exponent: number;
    };

/**
 * Reads the grammar of strtod and strtold over the whole of `bytes`: an optional sign; then `inf` or
 * `infinity` in any case, or a decimal number, or a hexadecimal one (`0x1.8p3`). Null where C would stop
 * early, for leading space and for `nan`, all of which Redis refuses.
 */
export function readFloatText(bytes: Uint8Array): FloatText | null {
  const length = bytes.length;
  let index = 0;
  const negative = bytes[0] === MINUS;
  if (negative || bytes[0] === PLUS) index++;
  if (index === length) return null;

  const letter = bytes[index] | 0x20;
  if (letter === 0x69 /* i */) {
    const word = latin1(bytes, index, Math.min(length, index + 9)).toLowerCase();
    return word === 'inf' || word === 'infinity' ? { kind: 'infinity', negative } : null;
  }

  const hexadecimal = bytes[index] === ZERO && index + 1 < length && (bytes[index + 1] | 0x20) === 0x78;
  if (hexadecimal) index += 2;

  let digits = '';
  let fractionDigits = 0;
  let pointSeen = false;
  for (; index < length; index++) {
    const byte = bytes[index];
    if (byte === POINT && !pointSeen) {
      pointSeen = true;
      continue;
    }
    const lower = byte | 0x20;
    const isDigit = (byte >= ZERO && byte <= NINE) || (hexadecimal && lower >= 0x61 && lower <= 0x66);
    if (!isDigit) break;
    digits += String.fromCharCode(byte);
    if (pointSeen) fractionDigits++;
  }
  if (digits === '') return null;

  let exponent = 0;
  if (index < length) {
    if ((bytes[index] | 0x20) !== (hexadecimal ? 0x70 /* p */ : 0x65) /* e */) return null;
    index++;
    const negativeExponent = bytes[index] === MINUS;
    if (negativeExponent || bytes[index] === PLUS) index++;
    if (index >= length) return null;
    for (; index < length; index++) {
      const byte = bytes[index];
      if (byte < ZERO || byte > NINE) return null;
      // Far beyond every format already; the cap keeps an absurd exponent a number.
      exponent = Math.min(exponent * 10 + (byte - ZERO), 1e9);
    }
    if (negativeExponent) exponent = -exponent;
  }
  exponent -= hexadecimal ? fractionDigits * 4 : fractionDigits;
  return { kind: hexadecimal ? 'hexadecimal' : 'decimal', negative, digits, exponent };
}

/** Whether every digit is a zero. */
export function isZeroText(digits: string): boolean {
  return /^0*$/.test(digits);
}

/**
 * The double that these bytes spell, as string2d reads it. Null for what strtod would not read to its end,
 * for `nan`, and where the value is so large or so small that it would become infinite or zero.
 */
export function parseDouble(bytes: Uint8Array): number | null {
  const text = readFloatText(bytes);
  if (text === null) return null;
  let magnitude: number;
  if (text.kind === 'infinity') {
    magnitude = Number.POSITIVE_INFINITY;
  } else {
    magnitude =
      text.kind === 'decimal'
        ? Number(`${text.digits}e${text.exponent}`)
        : doubleOfHexadecimal(text.digits, text.exponent);
    if (magnitude === Number.POSITIVE_INFINITY) return null;
    if (magnitude === 0 && !isZeroText(text.digits)) return null;
  }
  return text.negative ? -magnitude : magnitude;
}

/** digits × 2^exponent, rounded once, half to even. */
function doubleOfHexadecimal(digits: string, exponent: number): number {
  const mantissa = BigInt(`0x${digits}`);
  if (mantissa === 0n) return 0;
  const bits = mantissa.toString(2).length;
  const topExponent = exponent + bits - 1;
  if (topExponent > 1023) return Number.POSITIVE_INFINITY;
  if (topExponent < -1075) return 0;
  // The lowest bit kept: 53 bits below the top, or the subnormal floor.
  const lowExponent = Math.max(topExponent - 52, -1074);
  const rounded = roundHalfEven(mantissa, lowExponent - exponent);
  // Two exact factors, for 2^-1074 times a large number is not reached by one power in range.
  const half = Math.trunc(lowExponent / 2);
  return Number(rounded) * 2 ** half * 2 ** (lowExponent - half);
}

/** value / 2^shift to the nearest integer, ties to even; a negative shift multiplies. */
export function roundHalfEven(value: bigint, shift: number): bigint {
  if (shift <= 0) return value << BigInt(-shift);
  const width = BigInt(shift);
  const floor = value >> width;
  const rest = value - (floor << width);
  const half = 1n << (width - 1n);
  return rest > half || (rest === half && (floor & 1n) === 1n) ? floor + 1n : floor;
}

/** A score as RESP2 prints it in Redis 7.0: %.17g, with `inf` and `-inf`. */
export function formatDouble(value: number): string {
  if (Number.isSafeInteger(value) && value !== 0) return String(value);
  return printfG(value, 17);
}

/** printf("%.<precision>g"). */
export function printfG(value: number, precision: number): string {
  if (!Number.isFinite(value)) return nonFinite(value);
  const digitCount = Math.max(precision, 1);
  const negative = value < 0 || Object.is(value, -0);
  if (value === 0) return negative ? '-0' : '0';

  const [digits, exponent] = roundedDigits(Math.abs(value), digitCount);
  const significant = digits.replace(/0+$/, '');
  let text: string;
  if (exponent < -4 || exponent >= digitCount) {
    const mantissa = significant.length > 1 ? `${significant[0]}.${significant.slice(1)}` : significant;
    const size = String(Math.abs(exponent)).padStart(2, '0');
    text = `${mantissa}e${exponent < 0 ? '-' : '+'}${size}`;
  } else if (exponent < 0) {
    text = `0.${'0'.repeat(-exponent - 1)}${significant}`;
  } else if (significant.length <= exponent + 1) {
    text = significant.padEnd(exponent + 1, '0');
  } else {
    text = `${significant.slice(0, exponent + 1)}.${significant.slice(exponent + 1)}`;
  }
  return negative ? `-${text}` : text;
}

/** printf("%.<decimals>f"), for values below 10^21. */
export function printfF(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return nonFinite(value);
  if (Object.is(value, -0)) return `-${(0).toFixed(decimals)}`;
  const upward = value.toFixed(decimals);
  if (decimals >= 100 || !isTie(value.toFixed(Math.min(100, decimals + 40)), decimals)) return upward;
  // An exact tie: truncate, and keep that when it ends in an even digit.
  const exact = value.toFixed(decimals + 1);
  const down = exact.slice(0, decimals === 0 ? -2 : -1);
  return Number(down.at(-1)) % 2 === 0 ? down : upward;
}

/** Whether the decimals after the first `decimals` are exactly 5 followed by zeros. */
function isTie(fixed: string, decimals: number): boolean {
  const point = fixed.indexOf('.');
  return /^50*$/.test(fixed.slice(point + 1 + decimals));
}

/** The first `count` decimal digits of a positive number, rounded half to even, and its exponent of ten. */
function roundedDigits(value: number, count: number): [digits: string, exponent: number] {
  const upward = splitExponential(value.toExponential(count - 1));
  // A tie has count + 1 digits, the last a five. 40 digits are enough to distinguish a tie from every other double.
  const longer = splitExponential(value.toExponential(Math.min(100, count + 60)));
  if (!/^50*$/.test(longer[0].slice(count))) return upward;
  const down = longer[0].slice(0, count);
  return Number(down.at(-1)) % 2 === 0 ? [down, longer[1]] : upward;
}

function splitExponential(text: string): [digits: string, exponent: number] {
  const [mantissa, exponent] = text.split('e');
  return [mantissa.replace('.', ''), Number(exponent)];
}

function nonFinite(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  return value > 0 ? 'inf' : '-inf';
}
