/** Reads JSON into Lua values, as cjson.decode does. */
import { latin1 } from '../../base/bytes.ts';
import { BOOLEAN } from './internals.ts';
import { MAX_SLOTS, NULL, type Options, PORTION, VALUE_INSTRUCTIONS } from './json-options.ts';
import { weigh } from './memory.ts';
import { strtod } from './numbers.ts';
import { charge, pause } from './pause.ts';
import { newTable, numberValue, raise, Slot, tableValue, textValue } from './stack.ts';
import type { LuaTable } from './table.ts';
import type { LuaState, TValue } from './values.ts';

type TokenKind =
  | 'T_OBJ_BEGIN'
  | 'T_OBJ_END'
  | 'T_ARR_BEGIN'
  | 'T_ARR_END'
  | 'T_STRING'
  | 'T_NUMBER'
  | 'T_BOOLEAN'
  | 'T_NULL'
  | 'T_COLON'
  | 'T_COMMA'
  | 'T_END'
  | 'T_ERROR';

interface Token {
  readonly kind: TokenKind;
  /** From 0. */
  readonly index: number;
  readonly value: TValue | string | null;
}

const MARKS: Record<string, TokenKind> = {
  '{': 'T_OBJ_BEGIN',
  '}': 'T_OBJ_END',
  '[': 'T_ARR_BEGIN',
  ']': 'T_ARR_END',
  ':': 'T_COLON',
  ',': 'T_COMMA',
};

const UNESCAPED: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
};

interface OpenValue {
  readonly table: LuaTable;
  readonly isObject: boolean;
  /** Under which the next value goes; null in arrays. */
  key: TValue | null;
  index: number;
}

/** Places that the server checks for on its Lua stack for each. */
const OBJECT_SLOTS = 3;
const ARRAY_SLOTS = 2;

/** Reads a text. Open values lie in a list, as in the encoder. */
export class Decoder {
  readonly #state: LuaState;
  readonly #options: Options;
  /** A character per byte. */
  readonly #text: string;
  #at = 0;
  /** The open values, the outermost first. */
  readonly #open: OpenValue[] = [];
  #slots = 1;
  #token: Token | null = null;

  constructor(state: LuaState, options: Options, bytes: Uint8Array) {
    this.#state = state;
    this.#options = options;
    weigh(bytes.length);
    charge(bytes.length >> 5);
    this.#text = latin1(bytes);
  }

  /** The value once it is whole; null while there is more to read. */
  decode(): TValue | null {
    let token = this.#token ?? this.#next();
    for (let count = 0; count < PORTION; count++) {
      pause.budget -= VALUE_INSTRUCTIONS;
      const value = this.#begin(token);
      if (value !== null) {
        const whole = this.#end(value);
        if (whole !== null) {
          const rest = this.#next();
          if (rest.kind !== 'T_END') this.#fail('the end', rest);
          return whole;
        }
      }
      token = this.#next();
    }
    this.#token = token;
    return null;
  }

  /** A value that is complete with its first token; null for an object or array with content. */
  #begin(token: Token): TValue | null {
    switch (token.kind) {
      case 'T_STRING':
      case 'T_NUMBER':
      case 'T_BOOLEAN':
      case 'T_NULL':
        return token.value as TValue;
      case 'T_OBJ_BEGIN':
      case 'T_ARR_BEGIN':
        break;
      default:
        return this.#fail('value', token);
    }
    const isObject = token.kind === 'T_OBJ_BEGIN';
    this.#descend(isObject ? OBJECT_SLOTS : ARRAY_SLOTS);
    const open: OpenValue = { table: newTable(this.#state), isObject, key: null, index: 0 };
    this.#open.push(open);
    this.#slots += isObject ? 2 : 1;
    const at = this.#at;
    const first = this.#next();
    if (first.kind === (isObject ? 'T_OBJ_END' : 'T_ARR_END')) return this.#close();
    if (isObject) this.#key(open, first);
    else this.#at = at;
    return null;
  }

  #key(open: OpenValue, token: Token): void {
    if (token.kind !== 'T_STRING') this.#fail('object key string', token);
    open.key = token.value as TValue;
    const colon = this.#next();
    if (colon.kind !== 'T_COLON') this.#fail('colon', colon);
  }

  /** Stores a value, and every table that it completes. Null when another value follows. */
  #end(value: TValue): TValue | null {
    let whole = value;
    for (;;) {
      const open = this.#open.at(-1);
      if (open === undefined) return whole;
      const { table, isObject, key } = open;
      if (key !== null) table.store(key.type, key.value, whole);
      else table.storeNumber(++open.index, whole);
      const token = this.#next();
      if (token.kind === 'T_COMMA') {
        if (isObject) this.#key(open, this.#next());
        return null;
      }
      if (token.kind !== (isObject ? 'T_OBJ_END' : 'T_ARR_END')) {
        this.#fail(isObject ? 'comma or object end' : 'comma or array end', token);
      }
      whole = this.#close();
    }
  }

  #close(): TValue {
    const { table, isObject } = this.#open.pop() as OpenValue;
    this.#slots -= isObject ? 2 : 1;
    return tableValue(table);
  }

  #fail(expected: string, token: Token): never {
    const found = token.kind === 'T_ERROR' ? token.value : token.kind;
    return raise(this.#state, `Expected ${expected} but found ${found} at character ${token.index + 1}`);
  }

  #error(message: string): Token {
    return { kind: 'T_ERROR', index: this.#at, value: message };
  }

  #next(): Token {
    const text = this.#text;
    while (this.#at < text.length && ' \t\n\r'.includes(text[this.#at])) this.#at++;
    const index = this.#at;
    const character = text[index];
    if (character === undefined || character === '\0') return { kind: 'T_END', index, value: null };
    const mark = MARKS[character];
    if (mark !== undefined) {
      this.#at++;
      return { kind: mark, index, value: null };
    }
    if (character === '"') return this.#string();
    if (character === '-' || (character >= '0' && character <= '9')) {
      if (!this.#options.decodeInvalidNumbers && this.#isInvalidNumber())
        return this.#error('invalid number');
      return this.#number();
    }
    for (const [word, kind, value] of WORDS) {
      if (text.startsWith(word, index)) {
        this.#at += word.length;
        return { kind, index, value: value() };
      }
    }
    if (this.#options.decodeInvalidNumbers && this.#isInvalidNumber()) return this.#number();
    return this.#error('invalid token');
  }

  /** A number that JSON does not have: a plus sign, leading zeros, hexadecimal, infinity, NaN. */
  #isInvalidNumber(): boolean {
    const rest = this.#text.slice(this.#at, this.#at + 5);
    return /^(?:\+|-?(?:0[xX0-9]|inf|nan))/i.test(rest);
  }

  #number(): Token {
    const index = this.#at;
    const read = strtod(this.#text.slice(index, index + 1200));
    if (read === null) return this.#error('invalid number');
    this.#at += read.length;
    return { kind: 'T_NUMBER', index, value: numberValue(read.value) };
  }

  #string(): Token {
    const text = this.#text;
    const index = this.#at++;
    const parts: string[] = [];
    let from = this.#at;
    for (;;) {
      const character = text[this.#at];
      if (character === '"') break;
      if (character === undefined || character === '\0') return this.#error('unexpected end of string');
      if (character !== '\\') {
        this.#at++;
        continue;
      }
      parts.push(text.slice(from, this.#at));
      const code = text[this.#at + 1];
      if (code === 'u') {
        const unicode = this.#unicode();
        if (unicode === null) return this.#error('invalid unicode escape code');
        parts.push(unicode);
      } else {
        const plain = UNESCAPED[code];
        if (plain === undefined) return this.#error('invalid escape code');
        parts.push(plain);
        this.#at += 2;
      }
      from = this.#at;
    }
    parts.push(text.slice(from, this.#at));
    this.#at++;
    return { kind: 'T_STRING', index, value: textValue(parts.join('')) };
  }

  /** \uXXXX, or two of them for what lies beyond 16 bits, as UTF-8. */
  #unicode(): string | null {
    const first = this.#hexadecimal(this.#at + 2);
    if (first === null) return null;
    let point = first;
    let length = 6;
    if ((first & 0xf800) === 0xd800) {
      if ((first & 0x0400) !== 0) return null;
      if (!this.#text.startsWith('\\u', this.#at + 6)) return null;
      const second = this.#hexadecimal(this.#at + 8);
      if (second === null || (second & 0xfc00) !== 0xdc00) return null;
      point = 0x10000 + ((first & 0x3ff) << 10) + (second & 0x3ff);
      length = 12;
    }
    this.#at += length;
    return utf8(point);
  }

  #hexadecimal(at: number): number | null {
    const digits = this.#text.slice(at, at + 4);
    return /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : null;
  }

  #descend(slots: number): void {
    const depth = this.#open.length + 1;
    if (depth <= this.#options.decodeMaxDepth && this.#slots + slots <= MAX_SLOTS) return;
    raise(this.#state, `Found too many nested data structures (${depth}) at character ${this.#at}`);
  }
}

const WORDS: readonly [string, TokenKind, () => TValue][] = [
  ['true', 'T_BOOLEAN', () => new Slot(BOOLEAN, true)],
  ['false', 'T_BOOLEAN', () => new Slot(BOOLEAN, false)],
  ['null', 'T_NULL', NULL],
];

function utf8(point: number): string {
  if (point < 0x80) return String.fromCharCode(point);
  if (point < 0x800) return String.fromCharCode(0xc0 | (point >> 6), 0x80 | (point & 63));
  if (point < 0x10000) {
    return String.fromCharCode(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
  }
  return String.fromCharCode(
    0xf0 | (point >> 18),
    0x80 | ((point >> 12) & 63),
    0x80 | ((point >> 6) & 63),
    0x80 | (point & 63),
  );
}
