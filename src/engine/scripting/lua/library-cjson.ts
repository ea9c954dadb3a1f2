/** JSON as scripts have it: the behaviour of lua-cjson 2.1.0, options and messages included. */
import { latin1 } from '../../base/bytes.ts';
import { BOOLEAN, LIGHT_USERDATA, NIL, NUMBER, TABLE } from './internals.ts';
import type { LuaMachine } from './machine.ts';
import { ByteSink, weigh } from './memory.ts';
import { floatText, strtod } from './numbers.ts';
import { charge, pause } from './pause.ts';
import {
  argument,
  argumentCount,
  argumentError,
  asNumber,
  bytesIn,
  checkBytes,
  inPortions,
  isNoneOrNil,
  isString,
  nativeValue,
  newTable,
  nilValue,
  numberValue,
  push,
  pushBoolean,
  pushBytes,
  pushNumber,
  pushText,
  raise,
  Slot,
  setField,
  tableIn,
  tableValue,
  textValue,
  truncated,
  typeName,
} from './stack.ts';
import type { LuaTable } from './table.ts';
import type { LuaState, Native, TValue } from './values.ts';

interface Options {
  sparseConvert: boolean;
  sparseRatio: number;
  sparseSafe: number;
  encodeMaxDepth: number;
  decodeMaxDepth: number;
  /** 0 refused, 1 written as they are, 2 written as null. */
  encodeInvalidNumbers: 0 | 1 | 2;
  decodeInvalidNumbers: boolean;
  keepBuffer: boolean;
  precision: number;
}

function freshOptions(): Options {
  return {
    sparseConvert: false,
    sparseRatio: 2,
    sparseSafe: 10,
    encodeMaxDepth: 1000,
    decodeMaxDepth: 1000,
    encodeInvalidNumbers: 0,
    decodeInvalidNumbers: true,
    keepBuffer: true,
    precision: 14,
  };
}

/** JSON's null, a value of its own. */
const NULL = (): TValue => new Slot(LIGHT_USERDATA, null);

const ESCAPED: Record<number, string> = {
  8: '\\b',
  9: '\\t',
  10: '\\n',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  47: '\\/',
  92: '\\\\',
  127: '\\u007f',
};

/** A table whose inside is being written. */
interface OpenTable {
  readonly table: LuaTable;
  /** Of an array; -1 for an object. */
  readonly length: number;
  /** The last index written. */
  index: number;
  /** The last key written. */
  readonly key: TValue;
  /** What lies on the server's Lua stack below this table. */
  readonly slots: number;
}

/** Values between two chances to pause, and what one costs. */
const PORTION = 2000;
const VALUE_INSTRUCTIONS = 12;
/** Room on the server's Lua stack; each table asks for three places more. */
const MAX_SLOTS = 8000;
const SLOTS_WANTED = 3;

/** Writes a value. What is open lies in a list, so that depth is no matter and the work can be left and taken up. */
class Encoder {
  readonly #state: LuaState;
  readonly #options: Options;
  readonly #sink = new ByteSink();
  readonly #open: OpenTable[] = [];
  readonly #item = nilValue();
  #isBegun = false;

  constructor(state: LuaState, options: Options) {
    this.#state = state;
    this.#options = options;
  }

  /** The text once it is whole; null while there is more to write. */
  encode(value: TValue): Uint8Array | null {
    if (!this.#isBegun) {
      this.#isBegun = true;
      this.#value(value);
    }
    for (let count = 0; count < PORTION; count++) {
      const inner = this.#open.at(-1);
      if (inner === undefined) {
        charge(count * VALUE_INSTRUCTIONS);
        return this.#sink.take();
      }
      if (inner.length >= 0) this.#nextItem(inner);
      else this.#nextField(inner);
    }
    charge(PORTION * VALUE_INSTRUCTIONS);
    return null;
  }

  #fail(value: TValue, reason: string): never {
    return raise(this.#state, `Cannot serialise ${typeName(value)}: ${reason}`);
  }

  #nextItem(inner: OpenTable): void {
    if (inner.index === inner.length) {
      this.#sink.byte(93);
      this.#open.pop();
      return;
    }
    if (inner.index++ > 0) this.#sink.byte(44);
    this.#value(inner.table.findNumber(inner.index) ?? nilValue());
  }

  #nextField(inner: OpenTable): void {
    const { table, key } = inner;
    const item = this.#item;
    if (table.next(key.type, key.value, key, item) !== true) {
      this.#sink.byte(125);
      this.#open.pop();
      return;
    }
    if (inner.index++ > 0) this.#sink.byte(44);
    if (key.type === NUMBER) {
      this.#sink.byte(34);
      this.#number(key);
      this.#sink.text('":');
    } else if (isString(key)) {
      this.#string(bytesIn(key));
      this.#sink.byte(58);
    } else {
      this.#fail(key, 'table key must be a number or string');
    }
    this.#value(item);
  }

  #value(value: TValue): void {
    switch (value.type) {
      case NIL:
        this.#sink.text('null');
        return;
      case BOOLEAN:
        this.#sink.text(value.value === true ? 'true' : 'false');
        return;
      case NUMBER:
        this.#number(value);
        return;
      case TABLE:
        this.#table(tableIn(value), value);
        return;
      case LIGHT_USERDATA:
        if (value.value === null) {
          this.#sink.text('null');
          return;
        }
        this.#fail(value, 'type not supported');
    }
    if (isString(value)) this.#string(bytesIn(value));
    else this.#fail(value, 'type not supported');
  }

  #number(value: TValue): void {
    const number = value.value as number;
    const { encodeInvalidNumbers, precision } = this.#options;
    if (!Number.isFinite(number)) {
      if (encodeInvalidNumbers === 0) this.#fail(value, 'must not be NaN or Inf');
      if (encodeInvalidNumbers === 2) {
        this.#sink.text('null');
        return;
      }
      if (Number.isNaN(number)) {
        this.#sink.text('nan');
        return;
      }
    }
    this.#sink.text(floatText(number, precision));
  }

  #string(bytes: Uint8Array): void {
    const sink = this.#sink;
    if (bytes.length >= 64) charge(bytes.length >> 3);
    sink.byte(34);
    for (let i = 0; i < bytes.length; i++) {
      const code = bytes[i];
      const escaped = ESCAPED[code];
      if (escaped !== undefined) sink.text(escaped);
      else if (code < 32) sink.text(`\\u${code.toString(16).padStart(4, '0')}`);
      else sink.byte(code);
    }
    sink.byte(34);
  }

  #table(table: LuaTable, value: TValue): void {
    const outer = this.#open.at(-1);
    // An item of an array takes one place of the stack; a field two, its key and its value.
    const slots = outer === undefined ? 1 : outer.slots + (outer.length >= 0 ? 1 : 2);
    const depth = this.#open.length + 1;
    if (depth > this.#options.encodeMaxDepth || slots + SLOTS_WANTED > MAX_SLOTS) {
      raise(this.#state, `Cannot serialise, excessive nesting (${depth})`);
    }
    const length = this.#arrayLength(table, value);
    this.#sink.byte(length > 0 ? 91 : 123);
    this.#open.push({ table, length: length > 0 ? length : -1, index: 0, key: nilValue(), slots });
  }

  /** The greatest index if all keys are positive integers; -1 for an object. */
  #arrayLength(table: LuaTable, value: TValue): number {
    let greatest = 0;
    let items = 0;
    const key = nilValue();
    const item = nilValue();
    while (table.next(key.type, key.value, key, item) === true) {
      if (key.type !== NUMBER) return -1;
      const index = key.value as number;
      if (!(index >= 1 && Number.isInteger(index))) return -1;
      // The server keeps the index in an int, and one that does not fit becomes the least.
      if (index > greatest) greatest = index > MAX_INTEGER ? LEAST_INTEGER : index;
      items++;
    }
    charge(items);
    const { sparseRatio, sparseSafe, sparseConvert } = this.#options;
    if (sparseRatio > 0 && greatest > items * sparseRatio && greatest > sparseSafe) {
      if (!sparseConvert) this.#fail(value, 'excessively sparse array');
      return -1;
    }
    return greatest;
  }
}

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

/** What the server makes sure of on its Lua stack for each. */
const OBJECT_SLOTS = 3;
const ARRAY_SLOTS = 2;

/** Reads a text. What is open lies in a list, as in the encoder. */
class Decoder {
  readonly #state: LuaState;
  readonly #options: Options;
  /** A character per byte. */
  readonly #text: string;
  #at = 0;
  /** What is being read, the outermost first. */
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

  /** A value that is whole with its first token; null for what has a first part that comes next. */
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

  /** Puts a value where it belongs, and whatever is whole with it. Null when another value follows. */
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

function mostArguments(state: LuaState, limit: number): void {
  if (argumentCount(state) > limit) argumentError(state, limit + 1, 'found too many arguments');
}

function integerOption(state: LuaState, n: number, least: number, greatest: number): number | null {
  if (isNoneOrNil(state, n)) return null;
  const value = asNumber(argument(state, n));
  const integer = value === null ? Number.NaN : truncated(value);
  if (value === null) argumentError(state, n, `number expected, got ${typeName(argument(state, n))}`);
  if (!(integer >= least && integer <= greatest)) {
    argumentError(state, n, `expected integer between ${least} and ${greatest}`);
  }
  return integer;
}

/** on, off and perhaps null, or a boolean. */
function wordOption(state: LuaState, n: number, words: readonly string[]): number | null {
  if (isNoneOrNil(state, n)) return null;
  const value = argument(state, n);
  if (value.type === BOOLEAN) return value.value === true ? 1 : 0;
  const word = latin1(checkBytes(state, n));
  const index = words.indexOf(word);
  if (index === -1) argumentError(state, n, `invalid option '${word}'`);
  return index;
}

const MAX_INTEGER = 2147483647;
const LEAST_INTEGER = -2147483648;

function functionsOf(options: Options, make: (state: LuaState) => LuaTable): Record<string, Native> {
  const pushWord = (state: LuaState, value: number): number => {
    if (value === 2) pushText(state, 'null');
    else pushBoolean(state, value === 1);
    return 1;
  };
  return {
    decode: (state) => {
      if (argumentCount(state) !== 1) argumentError(state, 1, 'expected 1 argument');
      const bytes = checkBytes(state, 1);
      if (bytes.length >= 2 && (bytes[0] === 0 || bytes[1] === 0)) {
        raise(state, 'JSON parser does not support UTF-16 or UTF-32');
      }
      const decoder = new Decoder(state, options, bytes);
      return inPortions(state, (L) => {
        const value = decoder.decode();
        if (value === null) return null;
        push(L, value);
        return 1;
      });
    },
    decode_invalid_numbers: (state) => {
      mostArguments(state, 1);
      const value = wordOption(state, 1, ['off', 'on']);
      if (value !== null) options.decodeInvalidNumbers = value === 1;
      return pushWord(state, options.decodeInvalidNumbers ? 1 : 0);
    },
    decode_max_depth: (state) => {
      mostArguments(state, 1);
      options.decodeMaxDepth = integerOption(state, 1, 1, MAX_INTEGER) ?? options.decodeMaxDepth;
      pushNumber(state, options.decodeMaxDepth);
      return 1;
    },
    encode: (state) => {
      if (argumentCount(state) !== 1) argumentError(state, 1, 'expected 1 argument');
      const encoder = new Encoder(state, options);
      return inPortions(state, (L) => {
        const bytes = encoder.encode(argument(L, 1));
        if (bytes === null) return null;
        pushBytes(L, bytes);
        return 1;
      });
    },
    encode_invalid_numbers: (state) => {
      mostArguments(state, 1);
      const value = wordOption(state, 1, ['off', 'on', 'null']);
      if (value !== null) options.encodeInvalidNumbers = value as 0 | 1 | 2;
      return pushWord(state, options.encodeInvalidNumbers);
    },
    encode_keep_buffer: (state) => {
      mostArguments(state, 1);
      const value = wordOption(state, 1, ['off', 'on']);
      if (value !== null) options.keepBuffer = value === 1;
      return pushWord(state, options.keepBuffer ? 1 : 0);
    },
    encode_max_depth: (state) => {
      mostArguments(state, 1);
      options.encodeMaxDepth = integerOption(state, 1, 1, MAX_INTEGER) ?? options.encodeMaxDepth;
      pushNumber(state, options.encodeMaxDepth);
      return 1;
    },
    encode_number_precision: (state) => {
      mostArguments(state, 1);
      options.precision = integerOption(state, 1, 1, 14) ?? options.precision;
      pushNumber(state, options.precision);
      return 1;
    },
    encode_sparse_array: (state) => {
      mostArguments(state, 3);
      const convert = wordOption(state, 1, ['off', 'on']);
      if (convert !== null) options.sparseConvert = convert === 1;
      const ratio = integerOption(state, 2, 0, MAX_INTEGER);
      const safe = integerOption(state, 3, 0, MAX_INTEGER);
      options.sparseRatio = ratio ?? options.sparseRatio;
      options.sparseSafe = safe ?? options.sparseSafe;
      pushBoolean(state, options.sparseConvert);
      pushNumber(state, options.sparseRatio);
      pushNumber(state, options.sparseSafe);
      return 3;
    },
    new: (state) => {
      push(state, tableValue(make(state)));
      return 1;
    },
  };
}

function constants(): Record<string, TValue> {
  return { _NAME: textValue('cjson'), _VERSION: textValue('2.1.0'), null: NULL() };
}

/** A table of the functions with options of its own. */
function makeTable(state: LuaState): LuaTable {
  const table = newTable(state);
  for (const [name, native] of Object.entries(functionsOf(freshOptions(), makeTable))) {
    setField(table, name, nativeValue(native, `cjson.${name}`));
  }
  for (const [name, value] of Object.entries(constants())) setField(table, name, value);
  return table;
}

export function openJsonLibrary(machine: LuaMachine): void {
  machine.library('cjson', functionsOf(freshOptions(), makeTable), constants());
}
