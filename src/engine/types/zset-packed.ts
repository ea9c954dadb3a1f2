/**
 * A small sorted set in packed bytes: member, score, member, score … in ascending order. Mirrors the zzl
 * functions of t_zset.c. Everything is found by walking, which for a hundred pairs is faster than any index.
 *
 * A score takes the form that packed bytes keep shortest:
 *
 *   listpack   a whole number up to 2^62 as an integer, any other as text (%.17g)
 *   ziplist    always as text, which the ziplist turns into an integer where it spells one
 *
 * So -0 becomes 0 in a listpack and stays "-0" in a ziplist, and 1e17 is an integer in the one and five
 * characters in the other.
 *
 * The position of its member identifies a pair.
 */
import { bytesOf, compareBytes } from '../base/bytes.ts';
import { formatDouble, integerBytes, parseDouble, readFloatText } from '../base/numbers.ts';
import { NOWHERE, type PackedList, type PackedValue } from '../structures/packed-list.ts';
import {
  isAboveLexMin,
  isAboveMin,
  isBelowLexMax,
  isBelowMax,
  isEmptyLexRange,
  isEmptyScoreRange,
  type LexRange,
  type ScoreRange,
} from '../structures/zset-range.ts';

/** Whole numbers up to here are integers in a listpack: half the range of 64 bits. */
const MAX_INTEGER_SCORE = 2 ** 62;
/** So much of a score's text is read. */
const SCORE_TEXT_BYTES = 127;

export function packedSize(list: PackedList): number {
  return list.length >> 1;
}

export function findMember(list: PackedList, member: Uint8Array): number {
  return list.find(list.first(), member, 1);
}

export function firstPair(list: PackedList): number {
  return list.first();
}

export function lastPair(list: PackedList): number {
  return list.seek(-2);
}

export function nextPair(list: PackedList, pair: number): number {
  return list.next(list.next(pair));
}

export function previousPair(list: PackedList, pair: number): number {
  const score = list.previous(pair);
  return score === NOWHERE ? NOWHERE : list.previous(score);
}

export function scoreOfPair(list: PackedList, pair: number): number {
  return scoreOf(list.value(list.next(pair)));
}

/** The score that an element spells. */
export function scoreOf(value: PackedValue): number {
  if (typeof value !== 'object') return Number(value);
  return scoreOfText(value.length > SCORE_TEXT_BYTES ? value.subarray(0, SCORE_TEXT_BYTES) : value) ?? 0;
}

/** The number at the start of a text, null if there is none. Only untrusted bytes continue after the number. */
export function scoreOfText(text: Uint8Array): number | null {
  const whole = parseDouble(text);
  if (whole !== null) return whole;
  let start = 0;
  while (start < text.length && isSpace(text[start])) start++;
  const nan = bytesOf('nan');
  const unsigned = text[start] === 0x2b || text[start] === 0x2d ? start + 1 : start;
  if (nan.every((byte, index) => (text[unsigned + index] | 0x20) === byte)) return Number.NaN;
  for (let end = text.length; end > start; end--) {
    const number = text.subarray(start, end);
    const parts = readFloatText(number);
    if (parts === null) continue;
    const value = parseDouble(number);
    if (value !== null) return value;
    // Beyond the range of a double: infinite, or zero.
    const digits = parts.kind === 'infinity' ? 1 : parts.exponent + parts.digits.replace(/^0+/, '').length;
    const magnitude = digits > 0 ? Number.POSITIVE_INFINITY : 0;
    return parts.negative ? -magnitude : magnitude;
  }
  return null;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** The element that keeps a score in this format. */
function elementOf(format: PackedList['format'], score: number): PackedValue {
  if (format === 'listpack' && Number.isInteger(score) && Math.abs(score) <= MAX_INTEGER_SCORE) {
    // Adding zero turns -0 into 0.
    return Number.isSafeInteger(score) ? score + 0 : BigInt(score);
  }
  return bytesOf(formatDouble(score));
}

/** Adds a member that is not there, in its place by score and then by bytes. */
export function insertPair(list: PackedList, member: Uint8Array, score: number): void {
  for (let pair = list.first(); pair !== NOWHERE; ) {
    const scorePosition = list.next(pair);
    const other = scoreOf(list.value(scorePosition));
    if (other > score || (other === score && compareMemberAt(list, pair, member) > 0)) {
      list.insertBefore(pair, member);
      list.insertAfter(pair, elementOf(list.format, score));
      return;
    }
    pair = list.next(scorePosition);
  }
  appendPair(list, member, score);
}

/** Adds a member that sorts behind all others. */
export function appendPair(list: PackedList, member: Uint8Array, score: number): void {
  list.append(member);
  list.append(elementOf(list.format, score));
}

/** Gives the position of the next pair. */
export function deletePair(list: PackedList, pair: number): number {
  return list.deleteFrom(pair, 2);
}

function compareMemberAt(list: PackedList, pair: number, member: Uint8Array): number {
  return compareBytes(memberAt(list, pair), member);
}

/** The member as bytes. Perhaps a view of the list: copy it before the list changes. */
export function memberAt(list: PackedList, pair: number): Uint8Array {
  const value = list.value(pair);
  return typeof value === 'object' ? value : integerBytes(value);
}

/** NOWHERE when no pair is in the range. */
export function firstInScoreRange(list: PackedList, range: ScoreRange): number {
  if (!meetsScoreRange(list, range)) return NOWHERE;
  for (let pair = firstPair(list); pair !== NOWHERE; pair = nextPair(list, pair)) {
    const score = scoreOfPair(list, pair);
    if (isAboveMin(range, score)) return isBelowMax(range, score) ? pair : NOWHERE;
  }
  return NOWHERE;
}

export function lastInScoreRange(list: PackedList, range: ScoreRange): number {
  if (!meetsScoreRange(list, range)) return NOWHERE;
  for (let pair = lastPair(list); pair !== NOWHERE; pair = previousPair(list, pair)) {
    const score = scoreOfPair(list, pair);
    if (isBelowMax(range, score)) return isAboveMin(range, score) ? pair : NOWHERE;
  }
  return NOWHERE;
}

export function firstInLexRange(list: PackedList, range: LexRange): number {
  if (!meetsLexRange(list, range)) return NOWHERE;
  for (let pair = firstPair(list); pair !== NOWHERE; pair = nextPair(list, pair)) {
    const member = memberAt(list, pair);
    if (isAboveLexMin(range, member)) return isBelowLexMax(range, member) ? pair : NOWHERE;
  }
  return NOWHERE;
}

export function lastInLexRange(list: PackedList, range: LexRange): number {
  if (!meetsLexRange(list, range)) return NOWHERE;
  for (let pair = lastPair(list); pair !== NOWHERE; pair = previousPair(list, pair)) {
    const member = memberAt(list, pair);
    if (isBelowLexMax(range, member)) return isAboveLexMin(range, member) ? pair : NOWHERE;
  }
  return NOWHERE;
}

function meetsScoreRange(list: PackedList, range: ScoreRange): boolean {
  const last = lastPair(list);
  if (isEmptyScoreRange(range) || last === NOWHERE) return false;
  return isAboveMin(range, scoreOfPair(list, last)) && isBelowMax(range, scoreOfPair(list, list.first()));
}

function meetsLexRange(list: PackedList, range: LexRange): boolean {
  const last = lastPair(list);
  if (isEmptyLexRange(range) || last === NOWHERE) return false;
  return isAboveLexMin(range, memberAt(list, last)) && isBelowLexMax(range, memberAt(list, list.first()));
}

/** Deletes the pairs of a range, one by one, and says how many. */
export function deleteScoreRange(list: PackedList, range: ScoreRange): number {
  return deleteWhile(list, firstInScoreRange(list, range), (pair) =>
    isBelowMax(range, scoreOfPair(list, pair)),
  );
}

export function deleteLexRange(list: PackedList, range: LexRange): number {
  return deleteWhile(list, firstInLexRange(list, range), (pair) =>
    isBelowLexMax(range, memberAt(list, pair)),
  );
}

function deleteWhile(list: PackedList, from: number, doomed: (pair: number) => boolean): number {
  let deleted = 0;
  for (let pair = from; pair !== NOWHERE && doomed(pair); deleted++) pair = deletePair(list, pair);
  return deleted;
}

/** Deletes `count` pairs from the index `start` on in one go. */
export function deleteRankRange(list: PackedList, start: number, count: number): void {
  list.deleteRange(start * 2, count * 2);
}
