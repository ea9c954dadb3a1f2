/**
 * Glob patterns as KEYS, SCAN MATCH, PSUBSCRIBE and CONFIG GET read them.
 *
 *     *        any bytes, also none          ?        any one byte
 *     [abc]    one of these                  [a-z]    one in the range, ends in either order
 *     [^a]     none of these                 \x       the byte x itself, also inside brackets
 *
 * Mirrors stringmatchlen of util.c to the letter: a bracket that is never closed ends with the pattern,
 * ranges compare signed characters, and case is ignored for ASCII letters only. Two guards keep a hostile
 * pattern from running for ever: when the rest of a pattern matches nowhere in the rest of the string, no
 * earlier star is tried at another place; and more than 1000 stars that still wait for their end do not
 * match.
 */

const STAR = 0x2a;
const QUESTION = 0x3f;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const BACKSLASH = 0x5c;
const CARET = 0x5e;
const DASH = 0x2d;

const MAX_NESTING = 1000;

export function globMatch(pattern: Uint8Array, text: Uint8Array, ignoreCase = false): boolean {
  return match(pattern, 0, text, 0, ignoreCase, 0) === Outcome.match;
}

const Outcome = {
  /** Does not match here; an earlier star may try again further on. */
  miss: 0,
  match: 1,
  /** Does not match here nor anywhere after: earlier stars need not try. */
  hopeless: 2,
} as const;
type Outcome = (typeof Outcome)[keyof typeof Outcome];

function match(
  pattern: Uint8Array,
  patternStart: number,
  text: Uint8Array,
  textStart: number,
  ignoreCase: boolean,
  nesting: number,
): Outcome {
  if (nesting > MAX_NESTING) return Outcome.miss;
  const patternEnd = pattern.length;
  const textEnd = text.length;
  let at = patternStart;
  let position = textStart;

  while (at < patternEnd && position < textEnd) {
    switch (pattern[at]) {
      case STAR:
        while (at + 1 < patternEnd && pattern[at + 1] === STAR) at++;
        if (at + 1 === patternEnd) return Outcome.match;
        for (; position < textEnd; position++) {
          const outcome = match(pattern, at + 1, text, position, ignoreCase, nesting + 1);
          if (outcome !== Outcome.miss) return outcome;
        }
        return Outcome.hopeless;

      case QUESTION:
        position++;
        break;

      case OPENING_BRACKET: {
        at++;
        const inverted = at < patternEnd && pattern[at] === CARET;
        if (inverted) at++;
        let found = false;
        while (true) {
          if (at >= patternEnd) {
            // Never closed: stay on the last byte, as if it were the bracket.
            at = patternEnd - 1;
            break;
          }
          const byte = pattern[at];
          if (byte === BACKSLASH && at + 1 < patternEnd) {
            at++;
            if (pattern[at] === text[position]) found = true;
          } else if (byte === CLOSING_BRACKET) {
            break;
          } else if (at + 2 < patternEnd && pattern[at + 1] === DASH) {
            if (inRange(byte, pattern[at + 2], text[position], ignoreCase)) found = true;
            at += 2;
          } else if (same(byte, text[position], ignoreCase)) {
            found = true;
          }
          at++;
        }
        if (found === inverted) return Outcome.miss;
        position++;
        break;
      }

      default:
        if (pattern[at] === BACKSLASH && at + 1 < patternEnd) at++;
        if (!same(pattern[at], text[position], ignoreCase)) return Outcome.miss;
        position++;
    }
    at++;
    if (position === textEnd) {
      while (at < patternEnd && pattern[at] === STAR) at++;
      break;
    }
  }
  return at >= patternEnd && position === textEnd ? Outcome.match : Outcome.miss;
}

function lower(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

function same(a: number, b: number, ignoreCase: boolean): boolean {
  return a === b || (ignoreCase && lower(a) === lower(b));
}

/** C's char is signed here: the bytes from 0x80 on sort before all others. */
function inRange(one: number, other: number, byte: number, ignoreCase: boolean): boolean {
  let low = Math.min((one << 24) >> 24, (other << 24) >> 24);
  let high = Math.max((one << 24) >> 24, (other << 24) >> 24);
  let value = (byte << 24) >> 24;
  if (ignoreCase) {
    low = lower(low);
    high = lower(high);
    value = lower(value);
  }
  return value >= low && value <= high;
}
