/** Values as bytes of C structures: the behaviour of the struct library that the server carries. */
import { latin1 } from '../../base/bytes.ts';
import { NUMBER } from './internals.ts';
import type { LuaMachine } from './machine.ts';
import { ByteSink } from './memory.ts';
import { pause } from './pause.ts';
import {
  argument,
  argumentError,
  asNumber,
  BREATHE,
  calling,
  checkBytes,
  isNone,
  type Library,
  numberValue,
  optionalInteger,
  raise,
  stringValue,
  truncated,
  typeName,
} from './stack.ts';
import type { LuaState, TValue } from './values.ts';

const MAX_INTEGER_BYTES = 32;
const MAX_ALIGNMENT = 8;
const INT_MAX = 2147483647;

interface Option {
  readonly letter: string;
  readonly size: number;
}

/** Reads a format, option by option, keeping byte order and alignment. */
class Format {
  readonly #state: LuaState;
  readonly #text: string;
  #at = 0;
  isLittle = true;
  #align = 1;

  constructor(state: LuaState, text: string) {
    this.#state = state;
    const zero = text.indexOf('\0');
    this.#text = zero === -1 ? text : text.slice(0, zero);
  }

  /** The next option that stands for data; null at the end. */
  next(): Option | null {
    for (;;) {
      if (this.#at >= this.#text.length) return null;
      const letter = this.#text[this.#at++];
      switch (letter) {
        case ' ':
          continue;
        case '<':
          this.isLittle = true;
          continue;
        case '>':
          this.isLittle = false;
          continue;
        case '!': {
          const align = this.#number(MAX_ALIGNMENT);
          if (align === 0 || (align & (align - 1)) !== 0) {
            raise(this.#state, `alignment ${align} is not a power of 2`);
          }
          this.#align = align;
          continue;
        }
        case 'B':
        case 'b':
        case 'x':
          return { letter, size: 1 };
        case 'H':
        case 'h':
          return { letter, size: 2 };
        case 'L':
        case 'l':
        case 'T':
        case 'd':
          return { letter, size: 8 };
        case 'f':
          return { letter, size: 4 };
        case 'c':
          return { letter, size: this.#number(1) };
        case 's':
          return { letter, size: 0 };
        case 'i':
        case 'I': {
          const size = this.#number(4);
          if (size > MAX_INTEGER_BYTES) {
            raise(this.#state, `integral size ${size} is larger than limit of ${MAX_INTEGER_BYTES}`);
          }
          return { letter, size };
        }
        default:
          argumentError(this.#state, 1, `invalid format option '${letter}'`);
      }
    }
  }

  #number(fallback: number): number {
    if (!/\d/.test(this.#text[this.#at] ?? '')) return fallback;
    let value = 0;
    while (/\d/.test(this.#text[this.#at] ?? '')) {
      value = value * 10 + Number(this.#text[this.#at++]);
      if (value > INT_MAX) raise(this.#state, 'integral size overflow');
    }
    return value;
  }

  /** Bytes to skip so that the option lies where its size wants it. */
  padding(position: number, { letter, size }: Option): number {
    if (size === 0 || letter === 'c') return 0;
    const unit = Math.min(size, this.#align);
    return unit > 1 ? (unit - (position & (unit - 1))) & (unit - 1) : 0;
  }
}

function integerBytes(value: number, size: number, isLittle: boolean): Uint8Array {
  let rest = value < 0 ? BigInt.asUintN(64, BigInt(truncated(value))) : unsigned(value);
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i++) {
    bytes[isLittle ? i : size - 1 - i] = Number(rest & 255n);
    rest >>= 8n;
  }
  return bytes;
}

function unsigned(value: number): bigint {
  if (value < 2 ** 64) return BigInt(Math.trunc(value));
  return Number.isNaN(value) ? 1n << 63n : 0n;
}

function integerOf(bytes: Uint8Array, isLittle: boolean, isSigned: boolean): number {
  let value = 0n;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[isLittle ? bytes.length - 1 - i : i];
    value = BigInt.asUintN(64, (value << 8n) | BigInt(byte));
  }
  if (!isSigned) return Number(value);
  const mask = BigInt.asUintN(64, 0xffffffffffffffffn << BigInt((bytes.length * 8 - 1) & 63));
  if ((value & mask) !== 0n) value |= mask;
  return Number(BigInt.asIntN(64, value));
}

function numberArgument(state: LuaState, n: number): number {
  const value = asNumber(argument(state, n));
  if (value !== null) return value;
  const got = isNone(state, n) ? 'nil' : undefined;
  if (got !== undefined) return argumentError(state, n, `number expected, got ${got}`);
  return argumentError(state, n, `number expected, got ${typeName(argument(state, n))}`);
}

/** The cost of one option of a format. */
const OPTION_INSTRUCTIONS = 10;

const pack = calling(function* (state): Library {
  const format = new Format(state, latin1(checkBytes(state, 1)));
  const sink = new ByteSink();
  let next = 2;
  const add = (bytes: Uint8Array): void => sink.bytes(bytes);
  for (let option = format.next(); option !== null; option = format.next()) {
    const { letter, size } = option;
    if (pause.budget <= 0) yield BREATHE;
    pause.budget -= OPTION_INSTRUCTIONS;
    sink.zeros(format.padding(sink.length, option));
    switch (letter) {
      case 'x':
        sink.byte(0);
        break;
      case 'c':
      case 's': {
        const bytes = checkBytes(state, next++);
        const length = size === 0 ? bytes.length : size;
        if (bytes.length < length) argumentError(state, next, 'string too short');
        add(bytes.subarray(0, length));
        if (letter === 's') sink.byte(0);
        break;
      }
      case 'f':
      case 'd': {
        const bytes = new Uint8Array(size);
        const view = new DataView(bytes.buffer);
        const value = numberArgument(state, next++);
        if (letter === 'f') view.setFloat32(0, value, format.isLittle);
        else view.setFloat64(0, value, format.isLittle);
        add(bytes);
        break;
      }
      default:
        add(integerBytes(numberArgument(state, next++), size, format.isLittle));
    }
  }
  return [stringValue(sink.take())];
});

/** The most results: the C stack of the server's Lua has no room for more. */
const MAX_RESULTS = 7997;

const unpack = calling(function* (state): Library {
  const format = new Format(state, latin1(checkBytes(state, 1)));
  const data = checkBytes(state, 2);
  const start = optionalInteger(state, 3, 1);
  if (start === 0) argumentError(state, 3, 'offset must be 1 or greater');
  let position = start < 0 ? Number.POSITIVE_INFINITY : start - 1;
  const values: TValue[] = [];
  const need = (size: number): void => {
    if (!(size <= data.length && position <= data.length - size)) {
      argumentError(state, 2, 'data string too short');
    }
  };
  for (let option = format.next(); option !== null; option = format.next()) {
    const { letter } = option;
    let { size } = option;
    if (pause.budget <= 0) yield BREATHE;
    pause.budget -= OPTION_INSTRUCTIONS;
    if (values.length >= MAX_RESULTS) raise(state, 'stack overflow (too many results)');
    position += format.padding(position, option);
    need(size);
    switch (letter) {
      case 'x':
        break;
      case 'c': {
        if (size === 0) {
          const last = values.pop();
          if (last === undefined || last.type !== NUMBER) raise(state, "format 'c0' needs a previous size");
          size = (last as TValue).value as number;
          need(size);
        }
        values.push(stringValue(data.slice(position, position + size)));
        break;
      }
      case 's': {
        const end = data.indexOf(0, position);
        if (end === -1) raise(state, 'unfinished string in data');
        size = end - position + 1;
        values.push(stringValue(data.slice(position, end)));
        break;
      }
      case 'f':
      case 'd': {
        const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
        const { isLittle } = format;
        values.push(
          numberValue(
            letter === 'f' ? view.getFloat32(position, isLittle) : view.getFloat64(position, isLittle),
          ),
        );
        break;
      }
      default: {
        const isSigned = letter === letter.toLowerCase();
        values.push(
          numberValue(integerOf(data.subarray(position, position + size), format.isLittle, isSigned)),
        );
      }
    }
    position += size;
  }
  return [...values, numberValue(position + 1)];
});

const size = calling(function* (state): Library {
  const format = new Format(state, latin1(checkBytes(state, 1)));
  let total = 0;
  for (let option = format.next(); option !== null; option = format.next()) {
    if (pause.budget <= 0) yield BREATHE;
    pause.budget -= OPTION_INSTRUCTIONS;
    total += format.padding(total, option);
    if (option.letter === 's') argumentError(state, 1, "option 's' has no fixed size");
    if (option.letter === 'c' && option.size === 0) argumentError(state, 1, "option 'c0' has no fixed size");
    total += option.size;
  }
  return [numberValue(total)];
});

export function openStructLibrary(machine: LuaMachine): void {
  machine.library('struct', { pack, size, unpack });
}
