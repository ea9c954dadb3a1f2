/** Replies of commands as Lua values, and values of scripts as replies. Mirrors both directions of script_lua.c. */
import { latin1 } from '../../base/bytes.ts';
import type { ReplyBuffer } from '../../state/client/reply.ts';
import { BOOLEAN, NIL, NUMBER, TABLE } from './internals.ts';
import { toInt64 } from './numbers.ts';
import { pause } from './pause.ts';
import {
  booleanValue,
  bytesIn,
  field,
  isString,
  nilValue,
  numberValue,
  setField,
  stringValue,
  tableIn,
  tableValue,
  textValue,
} from './stack.ts';
import { LuaTable } from './table.ts';
import type { LuaState, TValue } from './values.ts';

/**
 * Reads one reply of a command of this engine into Lua values. The bytes are whole and well formed, and every
 * redis.call comes by here: so it builds no tree of replies first.
 */
export class ReplyReader {
  readonly #state: LuaState;
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(state: LuaState, bytes: Uint8Array) {
    this.#state = state;
    this.#bytes = bytes;
  }

  #table(arraySize = 0, nodeCount = 0): LuaTable {
    return new LuaTable(this.#state.l_G.id_counter++, arraySize, nodeCount);
  }

  #line(): string {
    const end = this.#bytes.indexOf(13, this.#at);
    const text = latin1(this.#bytes, this.#at, end);
    this.#at = end + 2;
    return text;
  }

  #take(length: number): Uint8Array {
    const bytes = this.#bytes.slice(this.#at, this.#at + length);
    this.#at += length + 2;
    return bytes;
  }

  read(): TValue {
    const kind = this.#bytes[this.#at++];
    switch (kind) {
      case 36: {
        const length = Number(this.#line());
        return length === -1 ? booleanValue(false) : stringValue(this.#take(length));
      }
      case 43:
        return this.#single('ok', textValue(this.#line()));
      case 45:
        return markCounted(this.#single('err', textValue(this.#line())));
      case 58:
        return numberValue(Number(this.#line()));
      case 42: {
        const length = Number(this.#line());
        if (length === -1) return booleanValue(false);
        const table = this.#table(length, 0);
        for (let i = 1; i <= length; i++) table.storeNumber(i, this.read());
        return tableValue(table);
      }
      case 37: {
        const pairs = Number(this.#line());
        const table = this.#table();
        for (let i = 0; i < pairs; i++) {
          const key = this.read();
          table.store(key.type, key.value, this.read());
        }
        return this.#single('map', tableValue(table));
      }
      case 126: {
        const length = Number(this.#line());
        const table = this.#table();
        for (let i = 0; i < length; i++) {
          const key = this.read();
          table.store(key.type, key.value, booleanValue(true));
        }
        return this.#single('set', tableValue(table));
      }
      case 124: {
        // Attributes are not shown to scripts; what they belong to follows.
        for (let left = 2 * Number(this.#line()); left > 0; left--) this.read();
        return this.read();
      }
      case 95:
        this.#line();
        return nilValue();
      case 35:
        return booleanValue(this.#line() === 't');
      case 44:
        return this.#single('double', numberValue(doubleOf(this.#line())));
      case 40:
        return this.#single('big_number', textValue(this.#line()));
      case 61: {
        const bytes = this.#take(Number(this.#line()));
        const inner = this.#table(0, 2);
        setField(inner, 'format', stringValue(bytes.slice(0, 3)));
        setField(inner, 'string', stringValue(bytes.slice(4)));
        return this.#single('verbatim_string', tableValue(inner));
      }
      default:
        return nilValue();
    }
  }

  #single(name: string, value: TValue): TValue {
    const table = this.#table(0, 1);
    setField(table, name, value);
    return tableValue(table);
  }
}

function doubleOf(text: string): number {
  if (text === 'inf') return Number.POSITIVE_INFINITY;
  if (text === '-inf') return Number.NEGATIVE_INFINITY;
  return Number(text);
}

/** Writes an error reply; one that was counted before is not counted again. */
export type ErrorWriter = (text: string, counted: boolean) => void;

/** A value lies no further up on the server's Lua stack than this; a deeper one gives an error reply. */
const MAX_SLOT = 7995;
/** Places of that stack between a table and what is in it. */
const ITEM_SLOTS = 1;
const MAP_KEY_SLOTS = 4;
const MAP_VALUE_SLOTS = 3;
const SET_KEY_SLOTS = 3;

/** Values between two chances to pause, and what one costs. */
const PORTION = 2000;
const VALUE_INSTRUCTIONS = 12;

/** A table whose inside is being written. */
interface OpenTable {
  readonly kind: 'array' | 'map' | 'set';
  readonly table: LuaTable;
  /** Items, pairs or keys that are still to be written. */
  left: number;
  index: number;
  readonly key: TValue;
  /** The value that follows its key, in a map. */
  readonly value: TValue;
  hasKey: boolean;
  /** Where the table lies on the stack. */
  readonly slot: number;
}

/**
 * Writes a value that a script returned, in portions: tables that hold each other twice, forty times over, would
 * take for ever. Open tables lie in a list, so that a table inside itself ends where the server's stack does, and
 * not where that of JavaScript does.
 */
export class ReplyWriter {
  readonly #reply: ReplyBuffer;
  readonly #speaks: 2 | 3;
  readonly #writeError: ErrorWriter;
  readonly #open: OpenTable[] = [];
  readonly #root: TValue;
  #isBegun = false;

  /** `speaks` is the protocol the script has chosen for itself. */
  constructor(reply: ReplyBuffer, value: TValue, speaks: 2 | 3, writeError: ErrorWriter) {
    this.#reply = reply;
    this.#root = value;
    this.#speaks = speaks;
    this.#writeError = writeError;
  }

  /** Writes one portion; whether it was the last. */
  write(): boolean {
    if (!this.#isBegun) {
      this.#isBegun = true;
      this.#value(this.#root, 1);
    }
    for (let count = 0; count < PORTION; count++) {
      const inner = this.#open.at(-1);
      if (inner === undefined) return true;
      pause.budget -= VALUE_INSTRUCTIONS;
      if (inner.hasKey) {
        inner.hasKey = false;
        this.#value(inner.value, inner.slot + MAP_VALUE_SLOTS);
      } else if (inner.left-- === 0) this.#open.pop();
      else this.#next(inner);
    }
    return false;
  }

  #next(inner: OpenTable): void {
    const { kind, table, key, value, slot } = inner;
    if (kind === 'array') {
      this.#value(table.findNumber(++inner.index) ?? nilValue(), slot + ITEM_SLOTS);
      return;
    }
    table.next(key.type, key.value, key, value);
    inner.hasKey = kind === 'map';
    this.#value(key, slot + (kind === 'map' ? MAP_KEY_SLOTS : SET_KEY_SLOTS));
  }

  #value(value: TValue, slot: number): void {
    const reply = this.#reply;
    if (slot > MAX_SLOT) {
      this.#writeError('ERR reached lua stack limit', false);
      return;
    }
    switch (value.type) {
      case BOOLEAN:
        if (this.#speaks === 3) reply.boolean(value.value === true);
        else if (value.value === true) reply.integer(1);
        else reply.nil();
        return;
      case NUMBER:
        reply.integer(toInt64(value.value as number));
        return;
      case TABLE:
        this.#table(tableIn(value), slot);
        return;
      case NIL:
        reply.nil();
        return;
    }
    if (isString(value)) reply.bulk(bytesIn(value));
    else reply.nil();
  }

  #table(table: LuaTable, slot: number): void {
    const reply = this.#reply;
    const error = field(table, 'err');
    if (isString(error)) {
      this.#writeError(latin1(bytesIn(error)), isCounted(table));
      return;
    }
    const status = field(table, 'ok');
    if (isString(status)) {
      reply.status(singleLine(bytesIn(status)));
      return;
    }
    const double = field(table, 'double');
    if (double.type === NUMBER) {
      reply.double(double.value as number);
      return;
    }
    const map = field(table, 'map');
    if (map.type === TABLE) {
      const pairs = countPairs(tableIn(map));
      reply.map(pairs);
      this.#enter('map', tableIn(map), pairs, slot);
      return;
    }
    const set = field(table, 'set');
    if (set.type === TABLE) {
      const count = countPairs(tableIn(set));
      reply.set(count);
      this.#enter('set', tableIn(set), count, slot);
      return;
    }
    const big = field(table, 'big_number');
    if (isString(big)) {
      reply.bigNumber(singleLine(bytesIn(big)));
      return;
    }
    if (this.#verbatim(table)) return;
    const count = countItems(table);
    reply.array(count);
    this.#enter('array', table, count, slot);
  }

  #verbatim(table: LuaTable): boolean {
    const verbatim = field(table, 'verbatim_string');
    if (verbatim.type !== TABLE) return false;
    const format = field(tableIn(verbatim), 'format');
    const text = field(tableIn(verbatim), 'string');
    if (!isString(format) || !isString(text)) return false;
    const three = latin1(bytesIn(format)).slice(0, 3) as 'txt';
    this.#reply.verbatim(latin1(bytesIn(text)), three);
    return true;
  }

  #enter(kind: OpenTable['kind'], table: LuaTable, left: number, slot: number): void {
    this.#open.push({ kind, table, left, index: 0, key: nilValue(), value: nilValue(), hasKey: false, slot });
  }
}

function singleLine(bytes: Uint8Array): string {
  return latin1(bytes).replace(/[\r\n]/g, ' ');
}

function countPairs(table: LuaTable): number {
  const key = nilValue();
  const value = nilValue();
  let count = 0;
  while (table.next(key.type, key.value, key, value) === true) count++;
  pause.budget -= count;
  return count;
}

/** Up to the first that is missing. */
function countItems(table: LuaTable): number {
  let count = 0;
  for (;;) {
    const item = table.findNumber(count + 1);
    if (item === null || item.type === NIL) break;
    count++;
  }
  pause.budget -= count;
  return count;
}

/** An error as a table: the code in front, `ERR` if there is none. */
export function errorTable(state: LuaState, message: string): TValue {
  const table = new LuaTable(state.l_G.id_counter++, 0, 1);
  setField(table, 'err', textValue(errorText(message)));
  return tableValue(table);
}

/** An error that was counted when a command met it: to pass it on counts nothing. Scripts can see the mark. */
export function countedErrorTable(state: LuaState, message: string): TValue {
  return markCounted(errorTable(state, message));
}

function markCounted(error: TValue): TValue {
  setField(tableIn(error), ALREADY_COUNTED, booleanValue(true));
  return error;
}

const ALREADY_COUNTED = 'ignore_error_stats_update';

export function isCounted(error: LuaTable): boolean {
  const mark = field(error, ALREADY_COUNTED);
  return mark.type === BOOLEAN && mark.value === true;
}

/** With a dash the first word is the code; without one it is `ERR`. */
export function errorText(message: string): string {
  let code = 'ERR';
  let text = message;
  if (message.startsWith('-')) {
    const space = message.indexOf(' ');
    if (space === -1) text = message.slice(1);
    else {
      code = message.slice(1, space);
      text = message.slice(space + 1);
    }
  }
  return `${code} ${text.replace(/^[\r\n]+|[\r\n]+$/g, '')}`;
}
