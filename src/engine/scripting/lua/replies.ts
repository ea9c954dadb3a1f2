/** Replies of commands as Lua values, and values of scripts as replies. Mirrors both directions of script_lua.c. */
import { latin1 } from '../../base/bytes.ts';
import type { Client } from '../../state/client.ts';
import { BOOLEAN, NIL, NUMBER, TABLE } from './internals.ts';
import { toInt64 } from './numbers.ts';
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

/** Reads one reply out of RESP bytes. */
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
        return this.#single('err', textValue(this.#line()));
      case 58:
        return numberValue(Number(this.#line()));
      case 42:
      case 62: {
        const length = Number(this.#line());
        if (length === -1) return booleanValue(false);
        const table = this.#table(length, 0);
        for (let i = 1; i <= length; i++) table.storeNumber(i, this.read());
        return tableValue(table);
      }
      case 37: {
        const pairs = Number(this.#line());
        const table = this.#table(0, pairs);
        for (let i = 0; i < pairs; i++) {
          const key = this.read();
          table.store(key.type, key.value, this.read());
        }
        return this.#single('map', tableValue(table));
      }
      case 126: {
        const length = Number(this.#line());
        const table = this.#table(0, length);
        for (let i = 0; i < length; i++) {
          const key = this.read();
          table.store(key.type, key.value, booleanValue(true));
        }
        return this.#single('set', tableValue(table));
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

/** How deep a value may be; the server's Lua stack ends there. */
const MAX_DEPTH = 2660;

/** Writes a value that a script returned. `speaks` is the protocol the script has chosen for itself. */
export function writeReply(
  client: Client,
  value: TValue,
  speaks: 2 | 3,
  writeError: (text: string) => void,
  depth = 0,
): void {
  const { reply } = client;
  if (depth > MAX_DEPTH) {
    writeError('ERR reached lua stack limit');
    return;
  }
  switch (value.type) {
    case BOOLEAN:
      if (speaks === 3) reply.boolean(value.value === true);
      else if (value.value === true) reply.integer(1);
      else reply.nil();
      return;
    case NUMBER:
      reply.integer(toInt64(value.value as number));
      return;
    case TABLE:
      writeTable(client, tableIn(value), speaks, writeError, depth);
      return;
    case NIL:
      reply.nil();
      return;
  }
  if (isString(value)) reply.bulk(bytesIn(value));
  else reply.nil();
}

function singleLine(bytes: Uint8Array): string {
  return latin1(bytes).replace(/[\r\n]/g, ' ');
}

function writeTable(
  client: Client,
  table: LuaTable,
  speaks: 2 | 3,
  writeError: (text: string) => void,
  depth: number,
): void {
  const { reply } = client;
  const nested = (value: TValue): void => writeReply(client, value, speaks, writeError, depth + 1);
  const error = field(table, 'err');
  if (isString(error)) {
    writeError(latin1(bytesIn(error)));
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
    const mark = reply.begin();
    let pairs = 0;
    eachPair(tableIn(map), (key, item) => {
      nested(key);
      nested(item);
      pairs++;
    });
    reply.endMap(mark, pairs);
    return;
  }
  const set = field(table, 'set');
  if (set.type === TABLE) {
    const mark = reply.begin();
    let count = 0;
    eachPair(tableIn(set), (key) => {
      nested(key);
      count++;
    });
    reply.endSet(mark, count);
    return;
  }
  const big = field(table, 'big_number');
  if (isString(big)) {
    reply.bigNumber(singleLine(bytesIn(big)));
    return;
  }
  const verbatim = field(table, 'verbatim_string');
  if (verbatim.type === TABLE) {
    const format = field(tableIn(verbatim), 'format');
    const text = field(tableIn(verbatim), 'string');
    if (isString(format) && isString(text)) {
      const three = latin1(bytesIn(format)).slice(0, 3) as 'txt';
      reply.verbatim(latin1(bytesIn(text)), three);
      return;
    }
  }
  const mark = reply.begin();
  let count = 0;
  for (let index = 1; ; index++) {
    const item = table.findNumber(index);
    if (item === null || item.type === NIL) break;
    nested(item);
    count++;
  }
  reply.endArray(mark, count);
}

function eachPair(table: LuaTable, visit: (key: TValue, value: TValue) => void): void {
  const key = nilValue();
  const value = nilValue();
  while (table.next(key.type, key.value, key, value) === true) visit(key, value);
}

/** An error as a table: the code in front, `ERR` if there is none. */
export function errorTable(state: LuaState, message: string): TValue {
  const table = new LuaTable(state.l_G.id_counter++, 0, 1);
  setField(table, 'err', textValue(errorText(message)));
  return tableValue(table);
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
