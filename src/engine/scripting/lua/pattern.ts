/** Patterns of Lua 5.1 over bytes. Mirrors the matcher of lstrlib.c, its messages included. */

/** What a pattern complains of; the library raises it with the place. */
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
/** Matching inside of matching, before JavaScript's own stack ends. */
const MAX_DEPTH = 3000;
/** Attempts of one search, which cannot be paused. The server would go on for as long as it takes. */
const MAX_ATTEMPTS = 3_000_000;

export class Matcher {
  readonly source: Uint8Array;
  readonly pattern: Uint8Array;
  level = 0;
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  #depth = 0;
  #attempts = 0;

  constructor(source: Uint8Array, pattern: Uint8Array) {
    this.source = source;
    this.pattern = pattern;
  }

  /** Where a match that begins at `at` ends, or -1. */
  match(at: number, patternAt: number): number {
    this.level = 0;
    this.#depth = 0;
    return this.#match(at, patternAt);
  }

  #match(start: number, patternStart: number): number {
    if (++this.#depth > MAX_DEPTH || ++this.#attempts > MAX_ATTEMPTS) {
      throw new PatternError('pattern too complex');
    }
    try {
      return this.#steps(start, patternStart);
    } finally {
      this.#depth--;
    }
  }

  #steps(start: number, patternStart: number): number {
    const { source, pattern } = this;
    let s = start;
    let p = patternStart;
    for (;;) {
      if (p >= pattern.length) return s;
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
            s = this.#balanced(s, p + 2);
            if (s === -1) return -1;
            p += 4;
            continue;
          }
          if (next === 102) {
            p += 2;
            if (pattern[p] !== 91) throw new PatternError("missing '[' after '%f' in pattern");
            const end = this.#classEnd(p);
            const before = s === 0 ? 0 : source[s - 1];
            const here = s < source.length ? source[s] : 0;
            if (this.#inSet(before, p, end - 1) || !this.#inSet(here, p, end - 1)) return -1;
            p = end;
            continue;
          }
          if (next >= 48 && next <= 57) {
            s = this.#backReference(s, next);
            if (s === -1) return -1;
            p += 2;
            continue;
          }
          break;
        }
        case 36:
          if (p + 1 === pattern.length) return s === source.length ? s : -1;
          break;
      }
      const end = this.#classEnd(p);
      const matches = s < source.length && this.#single(source[s], p, end);
      switch (pattern[end]) {
        case 63:
          if (matches) {
            const result = this.#match(s + 1, end + 1);
            if (result !== -1) return result;
          }
          p = end + 1;
          continue;
        case 42:
          return this.#longest(s, p, end);
        case 43:
          return matches ? this.#longest(s + 1, p, end) : -1;
        case 45:
          return this.#shortest(s, p, end);
        default:
          if (!matches) return -1;
          s++;
          p = end;
      }
    }
  }

  #longest(s: number, p: number, end: number): number {
    let count = 0;
    while (s + count < this.source.length && this.#single(this.source[s + count], p, end)) count++;
    for (; count >= 0; count--) {
      const result = this.#match(s + count, end + 1);
      if (result !== -1) return result;
    }
    return -1;
  }

  #shortest(start: number, p: number, end: number): number {
    let s = start;
    for (;;) {
      const result = this.#match(s, end + 1);
      if (result !== -1) return result;
      if (s < this.source.length && this.#single(this.source[s], p, end)) s++;
      else return -1;
    }
  }

  #startCapture(s: number, p: number, kind: number): number {
    if (this.level >= MAX_CAPTURES) throw new PatternError('too many captures');
    this.#starts[this.level] = s;
    this.#lengths[this.level] = kind;
    this.level++;
    const result = this.#match(s, p);
    if (result === -1) this.level--;
    return result;
  }

  #endCapture(s: number, p: number): number {
    let open = -1;
    for (let i = this.level - 1; i >= 0; i--) {
      if (this.#lengths[i] === UNFINISHED) {
        open = i;
        break;
      }
    }
    if (open === -1) throw new PatternError('invalid pattern capture');
    this.#lengths[open] = s - this.#starts[open];
    const result = this.#match(s, p);
    if (result === -1) this.#lengths[open] = UNFINISHED;
    return result;
  }

  #backReference(s: number, digit: number): number {
    const index = digit - 49;
    if (index < 0 || index >= this.level || this.#lengths[index] === UNFINISHED) {
      throw new PatternError('invalid capture index');
    }
    const length = this.#lengths[index];
    const from = this.#starts[index];
    if (this.source.length - s < length) return -1;
    for (let i = 0; i < length; i++) if (this.source[from + i] !== this.source[s + i]) return -1;
    return s + length;
  }

  #balanced(s: number, p: number): number {
    const { source, pattern } = this;
    if (p >= pattern.length || p + 1 >= pattern.length) throw new PatternError('unbalanced pattern');
    if (s >= source.length || source[s] !== pattern[p]) return -1;
    const open = pattern[p];
    const close = pattern[p + 1];
    let depth = 1;
    for (let at = s + 1; at < source.length; at++) {
      if (source[at] === close) {
        if (--depth === 0) return at + 1;
      } else if (source[at] === open) {
        depth++;
      }
    }
    return -1;
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
