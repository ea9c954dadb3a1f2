/** Writes Lua values as JSON, as cjson.encode does. */
import { BOOLEAN, LIGHT_USERDATA, NIL, NUMBER, TABLE } from './internals.ts';
import { MAX_INTEGER, MAX_SLOTS, type Options, PORTION, VALUE_INSTRUCTIONS } from './json-options.ts';
import { ByteSink } from './memory.ts';
import { floatText } from './numbers.ts';
import { charge } from './pause.ts';
import { bytesIn, isString, nilValue, raise, tableIn, typeName } from './stack.ts';
import type { LuaTable } from './table.ts';
import type { LuaState, TValue } from './values.ts';

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
  /** The length of an array; -1 for an object. */
  readonly length: number;
  /** The last index written. */
  index: number;
  /** The last key written. */
  readonly key: TValue;
  /** Places on the server's Lua stack below this table. */
  readonly slots: number;
}

/** Places on the server's Lua stack that each table asks for. */
const SLOTS_WANTED = 3;
const LEAST_INTEGER = -2147483648;

/** Writes a value. Open tables lie in a list, so that depth does not matter and the work can pause. */
export class Encoder {
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
