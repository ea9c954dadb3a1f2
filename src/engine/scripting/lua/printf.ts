/** The conversions of C's printf that string.format passes on: %d %i %u %c %x %X %o %e %E %f %g %G and text. */
import { toInt64 } from './numbers.ts';

export interface Specification {
  readonly flags: string;
  readonly width: number;
  /** -1 when there is none. */
  readonly precision: number;
  readonly conversion: string;
}

export function formatInteger(value: number, { flags, width, precision, conversion }: Specification): string {
  const isSigned = conversion === 'd' || conversion === 'i';
  let number = toInt64(value);
  if (!isSigned) number = unsigned(value);
  const magnitude = number < 0n ? -number : number;
  let digits: string;
  let prefix = '';
  if (conversion === 'x' || conversion === 'X') {
    digits = magnitude.toString(16);
    if (flags.includes('#') && magnitude !== 0n) prefix = '0x';
    if (conversion === 'X') {
      digits = digits.toUpperCase();
      prefix = prefix.toUpperCase();
    }
  } else if (conversion === 'o') {
    digits = magnitude.toString(8);
    if (flags.includes('#') && digits[0] !== '0') digits = `0${digits}`;
  } else {
    digits = magnitude.toString();
  }
  if (precision === 0 && magnitude === 0n) digits = conversion === 'o' && flags.includes('#') ? '0' : '';
  if (precision > digits.length) digits = digits.padStart(precision, '0');
  const sign = isSigned ? signOf(number < 0n, flags) : '';
  return padded(sign + prefix, digits, flags, width, precision === -1);
}

/** A double cast to an unsigned number of 64 bits, negative ones by way of the signed. */
function unsigned(value: number): bigint {
  if (value >= 0 && value < 2 ** 64) return BigInt(Math.trunc(value));
  if (value < 0 && value >= -(2 ** 63)) return BigInt.asUintN(64, BigInt(Math.trunc(value)));
  // Beyond either range the processor's conversion goes through its own corner.
  return value >= 2 ** 64 ? 0n : 1n << 63n;
}

function signOf(negative: boolean, flags: string): string {
  if (negative) return '-';
  if (flags.includes('+')) return '+';
  return flags.includes(' ') ? ' ' : '';
}

function padded(prefix: string, digits: string, flags: string, width: number, zeros: boolean): string {
  const length = prefix.length + digits.length;
  if (length >= width) return prefix + digits;
  if (flags.includes('-')) return (prefix + digits).padEnd(width);
  if (zeros && flags.includes('0')) return prefix + digits.padStart(width - prefix.length, '0');
  return (prefix + digits).padStart(width);
}

export function formatFloat(value: number, { flags, width, precision, conversion }: Specification): string {
  const isUpper = conversion < 'a';
  const lower = conversion.toLowerCase();
  const negative = value < 0 || Object.is(value, -0) || Number.isNaN(value);
  const sign = signOf(negative, flags);
  if (!Number.isFinite(value)) {
    const word = Number.isNaN(value) ? 'nan' : 'inf';
    return padded(sign, isUpper ? word.toUpperCase() : word, flags, width, false);
  }
  const size = Math.abs(value);
  const places = precision === -1 ? 6 : precision;
  const keepsPoint = flags.includes('#');
  let text: string;
  if (lower === 'f') text = fixed(size, places, keepsPoint);
  else if (lower === 'e') text = exponential(size, places, keepsPoint);
  else text = general(size, places === 0 ? 1 : places, keepsPoint);
  return padded(sign, isUpper ? text.toUpperCase() : text, flags, width, true);
}

const bits = new DataView(new ArrayBuffer(8));

/** A positive double as an exact fraction: mantissa * 2^exponent. */
function exact(value: number): [mantissa: bigint, exponent: number] {
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const biased = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xf_ffff_ffff_ffffn;
  return biased === 0 ? [fraction, -1074] : [fraction | (1n << 52n), biased - 1075];
}

/** value * 10^scale as a whole number and what is left over: -1 below, 0 at and 1 above the middle. */
function scaledExactly(value: number, scale: number): [whole: bigint, rest: -1 | 0 | 1] {
  const [mantissa, exponent] = exact(value);
  let numerator = mantissa;
  let denominator = 1n;
  if (scale >= 0) numerator *= 10n ** BigInt(scale);
  else denominator *= 10n ** BigInt(-scale);
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  const quotient = numerator / denominator;
  const twice = (numerator - quotient * denominator) * 2n;
  return [quotient, twice > denominator ? 1 : twice === denominator ? 0 : -1];
}

/** value * 10^scale, rounded half to even. */
function scaledToInteger(value: number, scale: number): bigint {
  const [whole, rest] = scaledExactly(value, scale);
  return rest === 1 || (rest === 0 && (whole & 1n) === 1n) ? whole + 1n : whole;
}

function fixed(value: number, places: number, keepsPoint: boolean): string {
  const digits = scaledToInteger(value, places)
    .toString()
    .padStart(places + 1, '0');
  if (places === 0) return keepsPoint ? `${digits}.` : digits;
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The first `count` digits and the exponent of ten of the first. */
function significant(value: number, count: number): [digits: string, exponent: number] {
  if (value === 0) return ['0'.repeat(count), 0];
  // The logarithm may be off by one.
  let exponent = Math.floor(Math.log10(value));
  const [leading] = scaledExactly(value, -exponent);
  if (leading >= 10n) exponent++;
  else if (leading === 0n) exponent--;
  const digits = scaledToInteger(value, count - 1 - exponent).toString();
  // Rounding may carry into a new digit.
  return digits.length > count ? [digits.slice(0, count), exponent + 1] : [digits, exponent];
}

function exponential(value: number, places: number, keepsPoint: boolean): string {
  const [digits, exponent] = significant(value, places + 1);
  const point = places > 0 || keepsPoint ? '.' : '';
  return `${digits[0]}${point}${digits.slice(1)}e${exponentText(exponent)}`;
}

function exponentText(exponent: number): string {
  return `${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

function general(value: number, count: number, keepsZeros: boolean): string {
  const [digits, exponent] = significant(value, count);
  const kept = keepsZeros ? digits : digits.replace(/0+$/, '') || '0';
  if (exponent < -4 || exponent >= count) {
    const point = kept.length > 1 || keepsZeros ? '.' : '';
    return `${kept[0]}${point}${kept.slice(1)}e${exponentText(exponent)}`;
  }
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${kept}`;
  const whole = kept.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const rest = kept.slice(exponent + 1);
  if (rest === '') return keepsZeros ? `${whole}.` : whole;
  return `${whole}.${rest}`;
}
