/**
 * Patterns of Lua 5.1 over bytes: what lstrlib.c matches, with its messages. There the matcher calls itself; here
 * the places to which it would return lie in a list, so that neither a long pattern nor a long text meets the end of
 * a stack, and a search can be left in the middle and taken up again.
 *
 *   'aab' with a-b    at 0: shortest a-, way back noted {shortest, at 0}   b? no, back: one more a
 *                     at 1: noted {shortest, at 1}                         b? no, back: one more a
 *                     at 2: noted {shortest, at 2}                         b  yes: ends at 3
 */
import { weigh } from './memory.ts';
import { charge } from './pause.ts';

/** An error in a pattern; the library raises it with the place. */
export class PatternError {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

const MAX_CAPTURES = 32;
const UNFINISHED = -1;
const POSITION = -2;
const ESCAPE = 37;

/** %b looks so far ahead before it finds out about all places at once. */
const MAX_SCANNED = 4096;
/** Bytes looked at between two chances to pause. */
const PORTION = 20_000;
const BYTES_PER_INSTRUCTION = 2;

/** Ways back, four numbers each: which, where in the text, where in the pattern, and how many. */
const OPTIONAL = 0;
const LONGEST = 1;
const SHORTEST = 2;
const OPENED = 3;
const CLOSED = 4;
const NUMBERS_PER_WAY = 4;

/** The match is not done yet: call `goOn`. */
export const MORE = -3;
const NONE = -1;

/** ^ $ * + ? . ( ) [ % - : these mean something else than themselves, at least somewhere. */
const SPECIAL = new Set([94, 36, 42, 43, 63, 46, 40, 41, 91, ESCAPE, 45]);
/** * ? - : what stands before them may be missing. */
const MAY_BE_MISSING = new Set([42, 63, 45]);

function firstByte(pattern: Uint8Array): number {
  if (pattern.length === 0 || SPECIAL.has(pattern[0]) || MAY_BE_MISSING.has(pattern[1])) return -1;
  return pattern[0];
}

export class Matcher {
  readonly source: Uint8Array;
  readonly pattern: Uint8Array;
  level = 0;
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  readonly #ways: number[] = [];
  /** The byte that every match begins with; -1 when there are several. */
  readonly #first: number;
  #s = 0;
  #p = 0;
  /** Bytes that may be looked at before the next chance to pause. */
  #left = PORTION;
  /** For %b over long texts: where what opens at a place is closed, found in one pass. */
  #closers: Int32Array | null = null;
  #closersOf = -1;

  constructor(source: Uint8Array, pattern: Uint8Array) {
    this.source = source;
    this.pattern = pattern;
    this.#first = firstByte(pattern);
  }

  /** Where a match that begins at `at` ends; -1 for none, MORE when it takes longer. */
  match(at: number, patternAt: number): number {
    this.level = 0;
    if (patternAt === 0 && this.#first !== -1 && this.source[at] !== this.#first && this.#left > 0) {
      this.#left--;
      return NONE;
    }
    // Setting the length costs more than a whole failed match.
    if (this.#ways.length > 0) this.#ways.length = 0;
    this.#s = at;
    this.#p = patternAt;
    if (this.#left <= 0) return MORE;
    return this.#run();
  }

  /** Goes on with a match after MORE. */
  goOn(): number {
    this.settle();
    return this.#run();
  }

  /** Charges what was looked at since the last time. */
  settle(): void {
    charge(Math.floor((PORTION - this.#left) / BYTES_PER_INSTRUCTION));
    this.#left = PORTION;
  }

  #look(bytes: number): void {
    this.#left -= bytes;
  }

  #run(): number {
    let isBack = false;
    let steps = 0;
    for (;;) {
      if (++steps >= 256) {
        this.#look(steps);
        steps = 0;
      }
      // Left only where a step begins: everything there is to know lies in the fields.
      if (this.#left <= 0 && !isBack) {
        this.#look(steps);
        return MORE;
      }
      if (isBack) {
        if (this.#ways.length === 0) {
          this.#look(steps + 1);
          return NONE;
        }
        isBack = !this.#back();
        continue;
      }
      if (this.#p >= this.pattern.length) {
        this.#look(steps + 1);
        return this.#s;
      }
      isBack = !this.#step();
    }
  }

  #note(way: number, s: number, p: number, count: number): void {
    this.#ways.push(way, s, p, count);
  }

  /** Takes the latest way back. False when that leads nowhere. */
  #back(): boolean {
    const ways = this.#ways;
    const at = ways.length - NUMBERS_PER_WAY;
    const s = ways[at + 1];
    const p = ways[at + 2];
    switch (ways[at]) {
      case OPTIONAL:
        ways.length = at;
        this.#s = s;
        this.#p = p;
        return true;
      case LONGEST:
        if (--ways[at + 3] <= 0) ways.length = at;
        this.#s = s + (ways.length > at ? ways[at + 3] : 0);
        this.#p = p;
        return true;
      case SHORTEST: {
        const end = ways[at + 3];
        if (s < this.source.length && this.#single(this.source[s], p, end)) {
          ways[at + 1] = s + 1;
          this.#s = s + 1;
          this.#p = end + 1;
          return true;
        }
        ways.length = at;
        return false;
      }
      case OPENED:
        ways.length = at;
        this.level--;
        return false;
      default:
        ways.length = at;
        this.#lengths[s] = UNFINISHED;
        return false;
    }
  }

  /** One item of the pattern. False when the text does not follow it. */
  #step(): boolean {
    const { source, pattern } = this;
    const s = this.#s;
    const p = this.#p;
    switch (pattern[p]) {
      case 40:
        return pattern[p + 1] === 41
          ? this.#startCapture(s, p + 2, POSITION)
          : this.#startCapture(s, p + 1, UNFINISHED);
      case 41:
        return this.#endCapture(s, p + 1);
      case ESCAPE: {
        const next = pattern[p + 1];
        if (next === 98) {
          const end = this.#balanced(s, p + 2);
          if (end === NONE) return false;
          this.#s = end;
          this.#p = p + 4;
          return true;
        }
        if (next === 102) {
          const set = p + 2;
          if (pattern[set] !== 91) throw new PatternError("missing '[' after '%f' in pattern");
          const end = this.#classEnd(set);
          const before = s === 0 ? 0 : source[s - 1];
          const here = s < source.length ? source[s] : 0;
          if (this.#inSet(before, set, end - 1) || !this.#inSet(here, set, end - 1)) return false;
          this.#p = end;
          return true;
        }
        if (next >= 48 && next <= 57) {
          const end = this.#backReference(s, next);
          if (end === NONE) return false;
          this.#s = end;
          this.#p = p + 2;
          return true;
        }
        break;
      }
      case 36:
        if (p + 1 === pattern.length) {
          this.#p = p + 1;
          return s === source.length;
        }
        break;
    }
    return this.#item(s, p);
  }

  /** A class of characters with what is said of its number. */
  #item(s: number, p: number): boolean {
    const { source, pattern } = this;
    const end = this.#classEnd(p);
    const matches = s < source.length && this.#single(source[s], p, end);
    this.#p = end + 1;
    switch (pattern[end]) {
      case 63:
        if (matches) {
          this.#note(OPTIONAL, s, end + 1, 0);
          this.#s = s + 1;
        }
        return true;
      case 42:
        this.#longest(s, p, end);
        return true;
      case 43:
        if (matches) this.#longest(s + 1, p, end);
        return matches;
      case 45:
        this.#note(SHORTEST, s, p, end);
        return true;
      default:
        if (matches) this.#s = s + 1;
        this.#p = end;
        return matches;
    }
  }

  #longest(s: number, p: number, end: number): void {
    const { source } = this;
    let count = 0;
    while (s + count < source.length && this.#single(source[s + count], p, end)) count++;
    this.#look(count);
    if (count > 0) this.#note(LONGEST, s, end + 1, count);
    this.#s = s + count;
  }

  #startCapture(s: number, p: number, kind: number): boolean {
    if (this.level >= MAX_CAPTURES) throw new PatternError('too many captures');
    this.#starts[this.level] = s;
    this.#lengths[this.level] = kind;
    this.level++;
    this.#note(OPENED, 0, 0, 0);
    this.#p = p;
    return true;
  }

  #endCapture(s: number, p: number): boolean {
    let open = -1;
    for (let i = this.level - 1; i >= 0; i--) {
      if (this.#lengths[i] === UNFINISHED) {
        open = i;
        break;
      }
    }
    if (open === -1) throw new PatternError('invalid pattern capture');
    this.#lengths[open] = s - this.#starts[open];
    this.#note(CLOSED, open, 0, 0);
    this.#p = p;
    return true;
  }

  #backReference(s: number, digit: number): number {
    const index = digit - 49;
    if (index < 0 || index >= this.level || this.#lengths[index] === UNFINISHED) {
      throw new PatternError('invalid capture index');
    }
    const length = this.#lengths[index];
    const from = this.#starts[index];
    if (length === POSITION || this.source.length - s < length) return -1;
    this.#look(length);
    for (let i = 0; i < length; i++) if (this.source[from + i] !== this.source[s + i]) return -1;
    return s + length;
  }

  #balanced(s: number, p: number): number {
    const { source, pattern } = this;
    if (p >= pattern.length || p + 1 >= pattern.length) throw new PatternError('unbalanced pattern');
    if (s >= source.length || source[s] !== pattern[p]) return NONE;
    const open = pattern[p];
    const close = pattern[p + 1];
    if (open === close) {
      const end = source.indexOf(close, s + 1);
      this.#look(end === -1 ? source.length - s : end - s);
      return end === -1 ? NONE : end + 1;
    }
    if (this.#closersOf === ((open << 8) | close)) return (this.#closers as Int32Array)[s];
    let depth = 1;
    const last = Math.min(source.length, s + MAX_SCANNED);
    for (let at = s + 1; at < last; at++) {
      if (source[at] === close) {
        if (--depth === 0) {
          this.#look(at - s);
          return at + 1;
        }
      } else if (source[at] === open) {
        depth++;
      }
    }
    this.#look(last - s);
    if (last === source.length && source.length <= MAX_SCANNED) return NONE;
    return this.#findClosers(open, close)[s];
  }

  /** The last to open closes first: one pass with a list of open places, instead of one pass for each place. */
  #findClosers(open: number, close: number): Int32Array {
    const { source } = this;
    weigh(source.length * 8);
    const closers = new Int32Array(source.length).fill(NONE);
    const opened = new Int32Array(source.length);
    let depth = 0;
    for (let at = 0; at < source.length; at++) {
      if (source[at] === close) {
        if (depth > 0) closers[opened[--depth]] = at + 1;
      } else if (source[at] === open) {
        opened[depth++] = at;
      }
    }
    this.#look(source.length);
    this.#closers = closers;
    this.#closersOf = (open << 8) | close;
    return closers;
  }

  #classEnd(at: number): number {
    const { pattern } = this;
    let p = at;
    const first = pattern[p++];
    if (first === ESCAPE) {
      if (p >= pattern.length) throw new PatternError("malformed pattern (ends with '%')");
      return p + 1;
    }
    if (first !== 91) return p;
    if (pattern[p] === 94) p++;
    do {
      if (p >= pattern.length) throw new PatternError("malformed pattern (missing ']')");
      if (pattern[p++] === ESCAPE && p < pattern.length) p++;
    } while (pattern[p] !== 93);
    return p + 1;
  }

  #single(byte: number, p: number, end: number): boolean {
    switch (this.pattern[p]) {
      case 46:
        return true;
      case ESCAPE:
        return inClass(byte, this.pattern[p + 1]);
      case 91:
        return this.#inSet(byte, p, end - 1);
      default:
        return this.pattern[p] === byte;
    }
  }

  /** Whether a byte is in the set from '[' to ']'. */
  #inSet(byte: number, open: number, close: number): boolean {
    const { pattern } = this;
    let p = open;
    let found = true;
    if (pattern[p + 1] === 94) {
      found = false;
      p++;
    }
    while (++p < close) {
      if (pattern[p] === ESCAPE) {
        p++;
        if (inClass(byte, pattern[p])) return found;
      } else if (pattern[p + 1] === 45 && p + 2 < close) {
        p += 2;
        if (pattern[p - 2] <= byte && byte <= pattern[p]) return found;
      } else if (pattern[p] === byte) {
        return found;
      }
    }
    return !found;
  }

  /** The captures of the last match; the whole of it if there are none and `whole` is given. */
  captures(start: number, end: number, whole: boolean): Capture[] {
    if (this.level === 0) return whole ? [this.source.subarray(start, end)] : [];
    return Array.from({ length: this.level }, (_, index) => this.capture(index, start, end));
  }

  capture(index: number, start: number, end: number): Capture {
    if (index >= this.level) {
      if (index === 0) return this.source.subarray(start, end);
      throw new PatternError('invalid capture index');
    }
    const length = this.#lengths[index];
    if (length === UNFINISHED) throw new PatternError('unfinished capture');
    const from = this.#starts[index];
    return length === POSITION ? from + 1 : this.source.subarray(from, from + length);
  }
}

/** A text, or a position. */
export type Capture = Uint8Array | number;

function inClass(byte: number, letter: number): boolean {
  const lower = letter | 32;
  let isIn: boolean;
  switch (lower) {
    case 97:
      isIn = isAlpha(byte);
      break;
    case 99:
      isIn = byte < 32 || byte === 127;
      break;
    case 100:
      isIn = byte >= 48 && byte <= 57;
      break;
    case 108:
      isIn = byte >= 97 && byte <= 122;
      break;
    case 112:
      isIn = byte > 32 && byte < 127 && !isAlpha(byte) && !(byte >= 48 && byte <= 57);
      break;
    case 115:
      isIn = byte === 32 || (byte >= 9 && byte <= 13);
      break;
    case 117:
      isIn = byte >= 65 && byte <= 90;
      break;
    case 119:
      isIn = isAlpha(byte) || (byte >= 48 && byte <= 57);
      break;
    case 120:
      isIn = (byte >= 48 && byte <= 57) || (lowered(byte) >= 97 && lowered(byte) <= 102);
      break;
    case 122:
      isIn = byte === 0;
      break;
    default:
      return letter === byte;
  }
  if (!((letter >= 65 && letter <= 90) || (letter >= 97 && letter <= 122))) return letter === byte;
  return letter >= 65 && letter <= 90 ? !isIn : isIn;
}

function lowered(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte | 32 : byte;
}

function isAlpha(byte: number): boolean {
  const lower = byte | 32;
  return lower >= 97 && lower <= 122 && byte < 128;
}
