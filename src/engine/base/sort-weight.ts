/**
 * The number that SORT reads from a string: strtod over the text up to its first NUL. Unlike other numbers in Redis it
 * may begin with white space, and an empty text is zero. It is not a number if strtod does not read it to its end, for
 * `nan`, or if strtod reports it as out of range: too large, or so small that digits were lost.
 */
import { parseDouble, readFloatText } from './numbers.ts';

const SMALLEST_NORMAL = 2 ** -1022;
/** The lowest bit a double can have. */
const LOWEST_EXPONENT = -1074;

export function parseSortWeight(bytes: Uint8Array): number | null {
  const nul = bytes.indexOf(0);
  const text = nul < 0 ? bytes : bytes.subarray(0, nul);
  if (text.length === 0) return 0;
  let start = 0;
  while (start < text.length && isSpace(text[start])) start++;
  const number = text.subarray(start);
  const value = parseDouble(number);
  if (value === null || value === 0 || Math.abs(value) >= SMALLEST_NORMAL) return value;
  return isExactSubnormal(number) ? value : null;
}

/** No decimal text of reasonable length is exactly a number this small; a hexadecimal one may be. */
function isExactSubnormal(bytes: Uint8Array): boolean {
  const text = readFloatText(bytes);
  if (text === null || text.kind !== 'hexadecimal') return false;
  const bits = BigInt(`0x${text.digits}`).toString(2);
  const trailingZeros = bits.length - 1 - bits.lastIndexOf('1');
  return text.exponent + trailingZeros >= LOWEST_EXPONENT;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
