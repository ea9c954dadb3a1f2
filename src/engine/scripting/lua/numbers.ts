/** Numbers as the server's Lua prints and reads them: `%.14g` out, strtod in. */
import { latin1 } from '../../base/bytes.ts';
import { printfG } from '../../base/numbers.ts';

/** The result of tostring. Every NaN prints with a sign, as from the processor. */
export function numberText(value: number): string {
  if (Number.isInteger(value) && value < 1e14 && value > -1e14) {
    return value === 0 && 1 / value < 0 ? '-0' : String(value);
  }
  return floatText(value, 14);
}

/** `%.<precision>g`. */
export function floatText(value: number, precision: number): string {
  if (Number.isNaN(value)) return '-nan';
  if (value === Number.POSITIVE_INFINITY) return 'inf';
  if (value === Number.NEGATIVE_INFINITY) return '-inf';
  return printfG(value, precision);
}

const DECIMAL = /^[ \t\n\v\f\r]*([+-]?(?:\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?))/i;
const HEXADECIMAL = /^[ \t\n\v\f\r]*([+-]?)0x([0-9a-f]*)(?:\.([0-9a-f]*))?(?:p([+-]?\d+))?/i;
const HEXADECIMAL_WITHOUT_EXPONENT = /^[ \t\n\v\f\r]*([+-]?)0x([0-9a-f]*)(?:\.([0-9a-f]*))?/i;
const WORD = /^[ \t\n\v\f\r]*([+-]?)(infinity|inf|nan(?:\([0-9a-z_]*\))?)/i;
const SPACES = /^[ \t\n\v\f\r]*$/;
/** No numeral is longer than this; longer texts are looked at only so far that they are refused. */
const MAX_NUMERAL_CHARACTERS = 1200;

/** Reads a whole text as a number, as far as C would read it; null if it is none. */
export function parseNumber(bytes: Uint8Array): number | null {
  const zero = bytes.indexOf(0);
  let end = zero === -1 ? bytes.length : zero;
  if (end > MAX_NUMERAL_CHARACTERS) {
    end = MAX_NUMERAL_CHARACTERS;
  }
  const text = latin1(bytes, 0, end);
  const read = strtod(text);
  if (read === null) return null;
  return SPACES.test(text.slice(read.length)) ? read.value : null;
}

/** The number a text begins with, and how many characters it takes. */
export function strtod(text: string): { value: number; length: number } | null {
  const hexadecimal = readHexadecimal(text);
  if (hexadecimal !== null) return hexadecimal;
  const decimal = DECIMAL.exec(text);
  if (decimal !== null) return { value: Number(decimal[1]), length: decimal[0].length };
  const word = WORD.exec(text);
  if (word === null) return null;
  const isNan = word[2][0] === 'n' || word[2][0] === 'N';
  const value = isNan ? Number.NaN : Number.POSITIVE_INFINITY;
  return { value: word[1] === '-' ? -value : value, length: word[0].length };
}

function readHexadecimal(text: string): { value: number; length: number } | null {
  const match = HEXADECIMAL.exec(text) ?? HEXADECIMAL_WITHOUT_EXPONENT.exec(text);
  if (match === null) return null;
  const fraction = match[3] ?? '';
  const digits = match[2] + fraction;
  // "0x" alone is a zero with something behind it.
  if (digits === '') return null;
  const exponent = (match[4] === undefined ? 0 : Number(match[4])) - 4 * fraction.length;
  const whole = Number(BigInt(`0x${digits}`));
  const value = scaled(whole, exponent);
  return { value: match[1] === '-' ? -value : value, length: match[0].length };
}

/** value * 2^exponent without going out of range on the way. */
export function scaled(value: number, exponent: number): number {
  let result = value;
  let rest = exponent;
  while (rest > 1000 && Number.isFinite(result) && result !== 0) {
    result *= 2 ** 1000;
    rest -= 1000;
  }
  while (rest < -1000 && result !== 0) {
    result *= 2 ** -1000;
    rest += 1000;
  }
  return result * 2 ** rest;
}

/** C's cast of a double to a 64-bit integer, as on the processors of the server. */
export function toInt64(value: number): bigint {
  if (!(value >= -(2 ** 63) && value < 2 ** 63)) return -9223372036854775808n;
  return BigInt(Math.trunc(value));
}
