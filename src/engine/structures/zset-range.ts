/**
 * Ranges of a sorted set: by score and by member.
 *
 * Mirrors zrangespec and zlexrangespec of server.h with their parsers in t_zset.c, and therefore strtod's own idea of a
 * number: leading space, `0x10`, `1e999` (infinite) and even the empty string (zero) are scores here, and bytes after a
 * NUL are ignored.
 *
 * Worked example: `(1 5` is every score above 1 up to 5; `[b +` is every member from "b" on. `-` sorts before
 * all members and `+` after all.
 */
import { compareBytes } from '../base/bytes.ts';
import { parseDouble, readFloatText } from '../base/numbers.ts';

export interface ScoreRange {
  readonly min: number;
  readonly max: number;
  readonly minExclusive: boolean;
  readonly maxExclusive: boolean;
}

/** An end of a lexical range: before all members, after all, or a member. */
export type LexBound = { readonly at: 'start' } | { readonly at: 'end' } | LexMember;

export interface LexMember {
  readonly at: 'member';
  readonly member: Uint8Array;
  readonly exclusive: boolean;
}

export interface LexRange {
  readonly min: LexBound;
  readonly max: LexBound;
}

/** Null where the server answers "min or max is not a float". */
export function parseScoreRange(min: Uint8Array, max: Uint8Array): ScoreRange | null {
  const minExclusive = min[0] === PARENTHESIS;
  const maxExclusive = max[0] === PARENTHESIS;
  const minScore = strtod(min.subarray(minExclusive ? 1 : 0));
  const maxScore = strtod(max.subarray(maxExclusive ? 1 : 0));
  if (minScore === null || maxScore === null) return null;
  return { min: minScore, max: maxScore, minExclusive, maxExclusive };
}

/** Null where the server answers "min or max not valid string range item". */
export function parseLexRange(min: Uint8Array, max: Uint8Array): LexRange | null {
  const minBound = parseLexBound(min);
  const maxBound = parseLexBound(max);
  return minBound === null || maxBound === null ? null : { min: minBound, max: maxBound };
}

export function isAboveMin(range: ScoreRange, score: number): boolean {
  return range.minExclusive ? score > range.min : score >= range.min;
}

export function isBelowMax(range: ScoreRange, score: number): boolean {
  return range.maxExclusive ? score < range.max : score <= range.max;
}

/** No score can lie in it. */
export function isEmptyScoreRange(range: ScoreRange): boolean {
  return range.min > range.max || (range.min === range.max && (range.minExclusive || range.maxExclusive));
}

export function isAboveLexMin(range: LexRange, member: Uint8Array): boolean {
  const { min } = range;
  if (min.at !== 'member') return min.at === 'start';
  const order = compareBytes(member, min.member);
  return min.exclusive ? order > 0 : order >= 0;
}

export function isBelowLexMax(range: LexRange, member: Uint8Array): boolean {
  const { max } = range;
  if (max.at !== 'member') return max.at === 'end';
  const order = compareBytes(member, max.member);
  return max.exclusive ? order < 0 : order <= 0;
}

/** No member can lie in it. */
export function isEmptyLexRange({ min, max }: LexRange): boolean {
  if (min.at === 'end' || max.at === 'start') return true;
  if (min.at === 'start' || max.at === 'end') return false;
  const order = compareBytes(min.member, max.member);
  return order > 0 || (order === 0 && (min.exclusive || max.exclusive));
}

const PARENTHESIS = 0x28;
const BRACKET = 0x5b;
const MINUS = 0x2d;
const PLUS = 0x2b;

function parseLexBound(bytes: Uint8Array): LexBound | null {
  switch (bytes[0]) {
    case PLUS:
    case MINUS:
      // A C string ends at NUL, so that is as good as nothing behind the sign.
      if (bytes.length > 1 && bytes[1] !== 0) return null;
      return bytes[0] === PLUS ? { at: 'end' } : { at: 'start' };
    case PARENTHESIS:
    case BRACKET:
      return { at: 'member', member: bytes.slice(1), exclusive: bytes[0] === PARENTHESIS };
    default:
      return null;
  }
}

/** C's strtod over a whole C string. Null when it stops early, and for NaN. */
function strtod(bytes: Uint8Array): number | null {
  const nul = bytes.indexOf(0);
  const end = nul === -1 ? bytes.length : nul;
  if (end === 0) return 0;
  let start = 0;
  while (start < end && isSpace(bytes[start])) start++;
  const number = bytes.subarray(start, end);
  const text = readFloatText(number);
  if (text === null) return null;
  const value = parseDouble(number);
  if (value !== null) return value;
  // Beyond the range of a double: infinite, or zero.
  const bits = text.kind === 'infinity' ? 0 : text.exponent + text.digits.replace(/^0+/, '').length;
  const magnitude = bits > 0 ? Number.POSITIVE_INFINITY : 0;
  return text.negative ? -magnitude : magnitude;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
