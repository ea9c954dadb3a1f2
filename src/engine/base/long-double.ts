/**
 * The 80-bit long double of x86, as far as INCRBYFLOAT, HINCRBYFLOAT and timeouts in seconds need it.
 *
 * These two commands add in `long double`, so their last digits differ from what 64-bit doubles would give.
 * A finite value here is
 *
 *     (-1)^negative × mantissa × 2^exponent        mantissa: at most 64 bits, a bigint
 *
 * rounded half to even as the x87 unit does, with its range: the lowest bit is 2^-16445, the top bit at
 * most 2^16383. `parse` mirrors string2ld of util.c, `format` its ld2string in the "human" mode, which is
 * printf("%.17Lf") without trailing zeros.
 *
 * Worked example: 0.1 is 0xCCCCCCCCCCCCCCCD × 2^-67. Adding 0.2 gives 0x9999999999999999 (and a half, even
 * wins) × 2^-65, which prints as 0.3, where doubles would print 0.30000000000000004.
 */
import { type Int64, isZeroText, readFloatText, roundHalfEven } from './numbers.ts';

const MANTISSA_BITS = 64;
const LOWEST_EXPONENT = -16445;
const HIGHEST_TOP_BIT = 16383;
/** Decimal exponents beyond these are out of range whatever the digits, so they are not computed. */
const DECIMAL_OVERFLOW = 4940;
const DECIMAL_UNDERFLOW = -4960;
/** string2ld copies into a buffer of this size and refuses what does not fit. */
const BUFFER_BYTES = 5 * 1024;
/** Digits after the point in %.17Lf. */
const DECIMALS = 17;

export class LongDouble {
  readonly negative: boolean;
  /** Null in the infinities and in NAN. */
  private readonly mantissa: bigint | null;
  private readonly exponent: number;

  private constructor(negative: boolean, mantissa: bigint | null, exponent: number) {
    this.negative = negative;
    this.mantissa = mantissa;
    this.exponent = exponent;
  }

  static readonly ZERO = new LongDouble(false, 0n, 0);
  /** What adding two opposite infinities gives; there is this one object only. */
  private static readonly NAN = new LongDouble(false, null, 0);

  /** Null for what Redis answers with "value is not a valid float". */
  static parse(bytes: Uint8Array): LongDouble | null {
    if (bytes.length >= BUFFER_BYTES) return null;
    const text = readFloatText(bytes);
    if (text === null) return null;
    if (text.kind === 'infinity') return new LongDouble(text.negative, null, 0);
    if (isZeroText(text.digits)) return new LongDouble(text.negative, 0n, 0);

    const value =
      text.kind === 'hexadecimal'
        ? LongDouble.rounded(text.negative, BigInt(`0x${text.digits}`), text.exponent, false)
        : LongDouble.ofDecimal(text.negative, text.digits, text.exponent);
    // Out of range at either end: strtold reports it, and Redis refuses.
    return value.mantissa === null || value.mantissa === 0n ? null : value;
  }

  static fromInteger(value: Int64): LongDouble {
    const wide = BigInt(value);
    return wide < 0n ? new LongDouble(true, -wide, 0) : new LongDouble(false, wide, 0);
  }

  private static ofDecimal(negative: boolean, digits: string, exponent: number): LongDouble {
    const significant = digits.replace(/^0+/, '');
    const topDigit = exponent + significant.length;
    if (topDigit > DECIMAL_OVERFLOW) return new LongDouble(negative, null, 0);
    if (topDigit < DECIMAL_UNDERFLOW) return new LongDouble(negative, 0n, 0);
    const integer = BigInt(significant);
    if (exponent >= 0) return LongDouble.rounded(negative, integer * 10n ** BigInt(exponent), 0, false);
    // Divide with enough bits that only the sticky one decides about what lies below.
    const divisor = 10n ** BigInt(-exponent);
    const shift = Math.max(0, bitLength(divisor) - bitLength(integer) + MANTISSA_BITS + 2);
    const dividend = integer << BigInt(shift);
    const quotient = dividend / divisor;
    return LongDouble.rounded(negative, quotient, -shift, quotient * divisor !== dividend);
  }

  /** Rounds mantissa × 2^exponent into the format; `sticky` says that a little more lies below. */
  private static rounded(negative: boolean, mantissa: bigint, exponent: number, sticky: boolean): LongDouble {
    if (mantissa === 0n) return new LongDouble(negative, 0n, 0);
    // Two more bits give the sticky one a place that is never half.
    let value = sticky ? (mantissa << 2n) | 1n : mantissa;
    let lowest = sticky ? exponent - 2 : exponent;
    const target = Math.max(lowest + bitLength(value) - MANTISSA_BITS, LOWEST_EXPONENT);
    if (target > lowest) {
      value = roundHalfEven(value, target - lowest);
      lowest = target;
    }
    if (lowest + bitLength(value) - 1 > HIGHEST_TOP_BIT) return new LongDouble(negative, null, 0);
    return new LongDouble(negative, value, lowest);
  }

  /** False for infinities and for the not-a-number that adding two opposite ones gives. */
  get isFinite(): boolean {
    return this.mantissa !== null;
  }

  get isNaN(): boolean {
    return this === LongDouble.NAN;
  }

  add(other: LongDouble): LongDouble {
    if (this.mantissa === null || other.mantissa === null) {
      if (this.isNaN || other.isNaN) return LongDouble.NAN;
      if (this.mantissa !== null) return other;
      if (other.mantissa !== null) return this;
      return this.negative === other.negative ? this : LongDouble.NAN;
    }
    if (this.mantissa === 0n && other.mantissa === 0n) {
      return new LongDouble(this.negative && other.negative, 0n, 0);
    }
    const lowest = Math.min(this.exponent, other.exponent);
    const sum = this.signedAt(lowest) + other.signedAt(lowest);
    return LongDouble.rounded(sum < 0n, sum < 0n ? -sum : sum, lowest, false);
  }

  times(factor: bigint): LongDouble {
    if (this.mantissa === null) return this;
    return LongDouble.rounded(this.negative, this.mantissa * factor, this.exponent, false);
  }

  /** The lowest integer that is not below it; null if there is none. */
  ceiling(): bigint | null {
    if (this.mantissa === null) return null;
    if (this.exponent >= 0) return this.signedAt(0);
    const width = BigInt(-this.exponent);
    const floor = this.mantissa >> width;
    if (this.negative) return -floor;
    return floor << width === this.mantissa ? floor : floor + 1n;
  }

  private signedAt(exponent: number): bigint {
    const value = this.mantissa! << BigInt(this.exponent - exponent);
    return this.negative ? -value : value;
  }

  /** As Redis prints it: no exponent, at most 17 decimals, no trailing zeros, no "-0". */
  format(): string {
    if (this.mantissa === null) {
      if (this.isNaN) return 'nan';
      return this.negative ? '-inf' : 'inf';
    }
    const scaled = roundHalfEven(this.mantissa * 10n ** BigInt(DECIMALS), -this.exponent);
    const digits = scaled.toString().padStart(DECIMALS + 1, '0');
    const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
    const whole = digits.slice(0, -DECIMALS);
    const text = fraction === '' ? whole : `${whole}.${fraction}`;
    return this.negative && text !== '0' ? `-${text}` : text;
  }
}

function bitLength(value: bigint): number {
  const hexadecimal = value.toString(16);
  return (hexadecimal.length - 1) * 4 + (32 - Math.clz32(Number.parseInt(hexadecimal[0], 16)));
}
