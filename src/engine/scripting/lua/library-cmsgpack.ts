/** MessagePack as scripts have it: the behaviour of lua-cmsgpack 0.4.0. */
import { bytesOf } from '../../base/bytes.ts';
import { BOOLEAN, ldebug, NIL, NUMBER, TABLE } from './internals.ts';
import type { LuaMachine } from './machine.ts';
import { ByteSink } from './memory.ts';
import { pause } from './pause.ts';
import {
  argumentError,
  BREATHE,
  booleanValue,
  bytesIn,
  calling,
  checkBytes,
  checkInteger,
  inPortions,
  isString,
  type Library,
  newTable,
  nilValue,
  numberValue,
  optionalInteger,
  push,
  pushNumber,
  raise,
  reserve,
  stringValue,
  tableIn,
  tableValue,
  textValue,
} from './stack.ts';
import type { LuaTable } from './table.ts';
import type { LuaState, Native, TValue } from './values.ts';

/** Deeper tables are written as nil. */
const MAX_NESTING = 16;
/** Room on the server's Lua stack. */
const MAX_SLOTS = 8000;
/** Values between two chances to pause, and what one costs. */
const PORTION = 2000;
const VALUE_INSTRUCTIONS = 8;
const TOO_MANY_RESULTS =
  'stack overflow (too many return values at once; use unpack_one or unpack_limit instead.)';

function head(code: number, size: 1 | 2 | 4 | 8, value: number | bigint): Uint8Array {
  const bytes = new Uint8Array(1 + size);
  const view = new DataView(bytes.buffer);
  bytes[0] = code;
  if (size === 1) view.setUint8(1, Number(value));
  else if (size === 2) view.setUint16(1, Number(value));
  else if (size === 4) view.setUint32(1, Number(value));
  else view.setBigUint64(1, BigInt.asUintN(64, BigInt(value)));
  return bytes;
}

function packedNumber(value: number): Uint8Array {
  const isInteger = Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
  if (isInteger) return packedInteger(value);
  const bytes = new Uint8Array(9);
  const view = new DataView(bytes.buffer);
  if (Math.fround(value) === value) {
    bytes[0] = 0xca;
    view.setFloat32(1, value);
    return bytes.subarray(0, 5);
  }
  bytes[0] = 0xcb;
  view.setFloat64(1, value);
  return bytes;
}

function packedInteger(value: number): Uint8Array {
  if (value >= 0) {
    if (value <= 127) return Uint8Array.of(value);
    if (value <= 0xff) return head(0xcc, 1, value);
    if (value <= 0xffff) return head(0xcd, 2, value);
    if (value <= 0xffffffff) return head(0xce, 4, value);
    return head(0xcf, 8, BigInt(value));
  }
  if (value >= -32) return Uint8Array.of(256 + value);
  if (value >= -128) return head(0xd0, 1, 256 + value);
  if (value >= -32768) return head(0xd1, 2, 65536 + value);
  if (value >= -2147483648) return head(0xd2, 4, 4294967296 + value);
  return head(0xd3, 8, BigInt(value));
}

function packString(bytes: Uint8Array, into: ByteSink): void {
  const { length } = bytes;
  if (length < 32) into.byte(0xa0 | length);
  else if (length <= 0xff) into.bytes(head(0xd9, 1, length));
  else if (length <= 0xffff) into.bytes(head(0xda, 2, length));
  else into.bytes(head(0xdb, 4, length));
  into.bytes(bytes);
}

/** Writes a value, table by table: at most sixteen are open at a time. */
function* pack(value: TValue, level: number, into: ByteSink): Generator<typeof BREATHE, void, unknown> {
  if (value.type === TABLE && level < MAX_NESTING) yield* packTable(tableIn(value), level + 1, into);
  else packPlain(value, into);
}

function packPlain(value: TValue, into: ByteSink): void {
  if (value.type === BOOLEAN) into.byte(value.value === true ? 0xc3 : 0xc2);
  else if (value.type === NUMBER) into.bytes(packedNumber(value.value as number));
  else if (isString(value)) packString(bytesIn(value), into);
  else into.byte(0xc0);
}

function* packTable(
  table: LuaTable,
  level: number,
  into: ByteSink,
): Generator<typeof BREATHE, void, unknown> {
  let greatest = 0;
  let count = 0;
  let isArray = true;
  const key = nilValue();
  const value = nilValue();
  while (table.next(key.type, key.value, key, value) === true) {
    count++;
    const index = key.type === NUMBER ? (key.value as number) : 0;
    if (!(index > 0 && Number.isInteger(index))) isArray = false;
    else if (index > greatest) greatest = index;
  }
  pause.budget -= count * VALUE_INSTRUCTIONS;
  if (isArray && greatest === count) {
    if (count <= 15) into.byte(0x90 | count);
    else into.bytes(count <= 0xffff ? head(0xdc, 2, count) : head(0xdd, 4, count));
    for (let i = 1; i <= count; i++) {
      const item = table.findNumber(i) ?? nilValue();
      if (item.type === TABLE) yield* pack(item, level, into);
      else packPlain(item, into);
      if (pause.budget <= 0) yield BREATHE;
    }
    return;
  }
  if (count <= 15) into.byte(0x80 | count);
  else into.bytes(count <= 0xffff ? head(0xde, 2, count) : head(0xdf, 4, count));
  const walkKey = nilValue();
  const walkValue = nilValue();
  while (table.next(walkKey.type, walkKey.value, walkKey, walkValue) === true) {
    yield* pack(walkKey, level, into);
    yield* pack(walkValue, level, into);
    if (pause.budget <= 0) yield BREATHE;
  }
}

/** A table whose inside is being read. */
interface OpenTable {
  readonly table: LuaTable;
  readonly isMap: boolean;
  /** Values that are still to come: twice as many as pairs. */
  left: number;
  index: number;
  key: TValue | null;
}

class Unpacker {
  readonly #state: LuaState;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  at: number;

  constructor(state: LuaState, bytes: Uint8Array, from: number) {
    this.#state = state;
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = from;
  }

  /** In the middle of a value. */
  get isReading(): boolean {
    return this.#open.length > 0;
  }

  get left(): number {
    return this.#bytes.length - this.at;
  }

  #need(count: number): number {
    if (this.left < count) raise(this.#state, 'Missing bytes in input.');
    const { at } = this;
    this.at += count;
    return at;
  }

  /** The open tables, the outermost first. */
  readonly #open: OpenTable[] = [];

  /** The next value once it is whole; null while there is more to read. `slots` lie on the stack already. */
  read(slots: number): TValue | null {
    for (let count = 0; count < PORTION; count++) {
      pause.budget -= VALUE_INSTRUCTIONS;
      let value = this.#begin(slots);
      for (;;) {
        const open = this.#open.at(-1);
        if (open === undefined) return value as TValue;
        if (value !== null) this.#put(open, value);
        if (open.left > 0) break;
        this.#open.pop();
        value = tableValue(open.table);
      }
    }
    return null;
  }

  #put(open: OpenTable, value: TValue): void {
    open.left--;
    if (!open.isMap) {
      open.table.storeNumber(++open.index, value);
      return;
    }
    const { key } = open;
    if (key === null) {
      open.key = value;
      return;
    }
    open.key = null;
    if (key.type === NIL) ldebug.luaG_runerror(this.#state, bytesOf('table index is nil'));
    if (key.type === NUMBER && Number.isNaN(key.value as number)) {
      ldebug.luaG_runerror(this.#state, bytesOf('table index is NaN'));
    }
    open.table.store(key.type, key.value, value);
  }

  #array(length: number, slots: number): null {
    // Two places for every table that is open: itself and its index or key.
    if (slots + 2 * this.#open.length + 2 > MAX_SLOTS) {
      raise(this.#state, 'stack overflow (in function mp_decode_to_lua_array)');
    }
    this.#open.push({ table: newTable(this.#state), isMap: false, left: length, index: 0, key: null });
    return null;
  }

  #map(pairs: number, slots: number): null {
    // The server does not check here, and fails later.
    if (slots + 2 * this.#open.length + 2 > MAX_SLOTS) raise(this.#state, TOO_MANY_RESULTS);
    this.#open.push({ table: newTable(this.#state), isMap: true, left: 2 * pairs, index: 0, key: null });
    return null;
  }

  /** A value that is whole by itself; null for a table, which has been opened. */
  #begin(slots: number): TValue | null {
    const code = this.#bytes[this.#need(1)];
    if (code <= 0x7f) return numberValue(code);
    if (code >= 0xe0) return numberValue(code - 256);
    if (code <= 0x8f) return this.#map(code & 15, slots);
    if (code <= 0x9f) return this.#array(code & 15, slots);
    if (code <= 0xbf) return this.#string(code & 31);
    const view = this.#view;
    switch (code) {
      case 0xc0:
        return nilValue();
      case 0xc2:
        return booleanValue(false);
      case 0xc3:
        return booleanValue(true);
      case 0xca:
        return numberValue(view.getFloat32(this.#need(4)));
      case 0xcb:
        return numberValue(view.getFloat64(this.#need(8)));
      case 0xcc:
        return numberValue(view.getUint8(this.#need(1)));
      case 0xcd:
        return numberValue(view.getUint16(this.#need(2)));
      case 0xce:
        return numberValue(view.getUint32(this.#need(4)));
      case 0xcf:
        return numberValue(Number(view.getBigUint64(this.#need(8))));
      case 0xd0:
        return numberValue(view.getInt8(this.#need(1)));
      case 0xd1:
        return numberValue(view.getInt16(this.#need(2)));
      case 0xd2:
        return numberValue(view.getInt32(this.#need(4)));
      case 0xd3:
        return numberValue(Number(view.getBigInt64(this.#need(8))));
      case 0xd9:
        return this.#string(view.getUint8(this.#need(1)));
      case 0xda:
        return this.#string(view.getUint16(this.#need(2)));
      case 0xdb:
        return this.#string(view.getUint32(this.#need(4)));
      case 0xdc:
        return this.#array(view.getUint16(this.#need(2)), slots);
      case 0xdd:
        return this.#array(view.getUint32(this.#need(4)), slots);
      case 0xde:
        return this.#map(view.getUint16(this.#need(2)), slots);
      case 0xdf:
        return this.#map(view.getUint32(this.#need(4)), slots);
      default:
        return raise(this.#state, 'Bad data format in input.');
    }
  }

  #string(length: number): TValue {
    const at = this.#need(length);
    return stringValue(this.#bytes.slice(at, at + length));
  }
}

function unpack(state: LuaState, limit: number, offset: number): number {
  const bytes = checkBytes(state, 1);
  if (offset < 0 || limit < 0) {
    raise(state, `Invalid request to unpack with offset of ${offset} and limit of ${bytes.length}.`);
  }
  if (offset > bytes.length) {
    raise(state, `Start offset ${offset} greater than input length ${bytes.length}.`);
  }
  const all = limit === 0 && offset === 0;
  const unpacker = new Unpacker(state, bytes, offset);
  const values: TValue[] = [];
  return inPortions(state, (L) => {
    while (unpacker.isReading || (unpacker.left > 0 && (all || values.length < limit))) {
      if (!unpacker.isReading && values.length + 1 >= MAX_SLOTS) raise(L, TOO_MANY_RESULTS);
      const value = unpacker.read(values.length + 1);
      if (value === null) return null;
      values.push(value);
    }
    reserve(L, values.length + 1);
    if (!all) pushNumber(L, unpacker.left === 0 ? -1 : unpacker.at);
    for (const value of values) push(L, value);
    return values.length + (all ? 0 : 1);
  });
}

const functions: Record<string, Native> = {
  pack: calling(function* (state, values): Library {
    if (values.length === 0) argumentError(state, 0, 'MessagePack pack needs input.');
    const sink = new ByteSink();
    for (const value of values) yield* pack(value, 0, sink);
    return [stringValue(sink.take())];
  }),
  unpack: (state) => unpack(state, 0, 0),
  unpack_limit: (state) => {
    const limit = checkInteger(state, 2);
    return unpack(state, limit, optionalInteger(state, 3, 0));
  },
  unpack_one: (state) => unpack(state, 1, optionalInteger(state, 2, 0)),
};

export function openMessagePackLibrary(machine: LuaMachine): void {
  machine.library('cmsgpack', functions, {
    _NAME: textValue('cmsgpack'),
    _VERSION: textValue('lua-cmsgpack 0.4.0'),
    _COPYRIGHT: textValue('Copyright (C) 2012, Salvatore Sanfilippo'),
    _DESCRIPTION: textValue('MessagePack C implementation for Lua'),
  });
}
