/** The basic functions of Lua 5.1, as far as scripts see them. */
import { bytesOf, concatBytes, latin1 } from '../../base/bytes.ts';
import { BOOLEAN, lapi, ldebug, lvm, NATIVE_FUNCTION, NIL, NUMBER, OK, TABLE } from './internals.ts';
import { weighSource } from './memory.ts';
import { numberText } from './numbers.ts';
import { refuseChange } from './patches.ts';
import { charge, throwIfStopped } from './pause.ts';
import {
  argument,
  argumentCount,
  argumentError,
  asNumber,
  booleanValue,
  bytesIn,
  type CallAnswer,
  calling,
  checkAny,
  checkBytes,
  checkFunction,
  checkInteger,
  checkTable,
  field,
  hasRoom,
  isFunction,
  isNone,
  isNoneOrNil,
  isString,
  isTrue,
  type Library,
  loadSource,
  nativeValue,
  nilValue,
  optionalBytes,
  optionalInteger,
  push,
  pushBoolean,
  pushNil,
  pushNumber,
  pushTable,
  pushText,
  raise,
  stringValue,
  tableIn,
  takeArguments,
  textValue,
  throwValue,
  typeName,
  where,
} from './stack.ts';
import type { LuaTable } from './table.ts';
import type { LuaState, Native, TValue } from './values.ts';

/** The address in "table: 0x…". The number stands for an address and is the same in every replay. */
export function addressText(value: TValue): string {
  const { id: number } = value.value as { id: number };
  return `0x${(0x55d0_0000 + number * 32).toString(16).padStart(12, '0')}`;
}

function plainText(value: TValue): Uint8Array {
  switch (value.type) {
    case NIL:
      return bytesOf('nil');
    case BOOLEAN:
      return bytesOf(value.value === true ? 'true' : 'false');
    case NUMBER:
      return bytesOf(numberText(value.value as number));
  }
  if (isString(value)) return bytesIn(value);
  if (value.type === NATIVE_FUNCTION) return bytesOf('function: builtin');
  return bytesOf(`${typeName(value)}: ${addressText(value)}`);
}

/** A metamethod of a value, by its name; nil if there is none. */
export function metamethod(state: LuaState, value: TValue, name: string): TValue {
  const table =
    value.type === TABLE
      ? tableIn(value).metatable
      : value.type === 7
        ? (value.value as { metatable: LuaTable | null }).metatable
        : state.l_G.mt[value.type & 15];
  return table ? field(table, name) : nilValue();
}

const tostring = calling(function* (state, values): Library {
  if (values.length === 0) argumentError(state, 1, 'value expected');
  const method = metamethod(state, values[0], '__tostring');
  if (method.type === NIL) return [stringValue(plainText(values[0]))];
  const { values: results } = yield { callee: method, values: [values[0]] };
  return [results[0] ?? nilValue()];
});

const tonumber: Native = (state) => {
  const base = optionalInteger(state, 2, 10);
  if (base === 10) {
    const value = asNumber(checkAny(state, 1));
    if (value === null) pushNil(state);
    else pushNumber(state, value);
    return 1;
  }
  const bytes = checkBytes(state, 1);
  if (!(base >= 2 && base <= 36)) argumentError(state, 2, 'base out of range');
  if (bytes.length >= 64) charge(bytes.length >> 3);
  const value = readInBase(bytes, base);
  if (value === null) pushNil(state);
  else pushNumber(state, value);
  return 1;
};

/** strtoul: unsigned, so that a minus sign counts down from 2^64. */
function readInBase(bytes: Uint8Array, base: number): number | null {
  let at = 0;
  while (isSpace(bytes[at])) at++;
  const isNegative = bytes[at] === 45;
  if (isNegative || bytes[at] === 43) at++;
  if (base === 16 && bytes[at] === 48 && (bytes[at + 1] | 32) === 120 && digitOf(bytes[at + 2]) < 16) at += 2;
  const first = at;
  let value = 0n;
  for (let digit = digitOf(bytes[at]); digit < base; digit = digitOf(bytes[++at])) {
    if (value <= MAX_UNSIGNED) value = value * BigInt(base) + BigInt(digit);
  }
  if (at === first) return null;
  while (isSpace(bytes[at])) at++;
  if (at < bytes.length && bytes[at] !== 0) return null;
  if (value > MAX_UNSIGNED) value = MAX_UNSIGNED;
  else if (isNegative && value !== 0n) value = MAX_UNSIGNED + 1n - value;
  return Number(value);
}

const MAX_UNSIGNED = (1n << 64n) - 1n;

function isSpace(byte: number | undefined): boolean {
  return byte === 32 || (byte !== undefined && byte >= 9 && byte <= 13);
}

/** The value of a digit or letter; more than any base has for all else. */
function digitOf(byte: number | undefined): number {
  if (byte === undefined) return 99;
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= 97 && lower <= 122 ? lower - 87 : 99;
}

const type: Native = (state) => {
  pushText(state, typeName(checkAny(state, 1)));
  return 1;
};

const rawequal: Native = (state) => {
  const a = checkAny(state, 1);
  const b = checkAny(state, 2);
  pushBoolean(state, lvm.luaV_equalobj(null, a, b) === 1);
  return 1;
};

const rawget: Native = (state) => {
  const table = checkTable(state, 1);
  const key = checkAny(state, 2);
  push(state, table.find(key.type, key.value) ?? nilValue());
  return 1;
};

const rawset: Native = (state) => {
  const table = checkTable(state, 1);
  const key = checkAny(state, 2);
  const value = checkAny(state, 3);
  if (table.readonly) refuseChange(state);
  if (key.type === NIL) ldebug.luaG_runerror(state, bytesOf('table index is nil'));
  if (key.type === NUMBER && Number.isNaN(key.value as number)) {
    ldebug.luaG_runerror(state, bytesOf('table index is NaN'));
  }
  table.store(key.type, key.value, value);
  table.flags = 0;
  push(state, argument(state, 1));
  return 1;
};

const getmetatable: Native = (state) => {
  const value = checkAny(state, 1);
  const hidden = metamethod(state, value, '__metatable');
  if (hidden.type !== NIL) {
    push(state, hidden);
    return 1;
  }
  const table = value.type === TABLE ? tableIn(value).metatable : state.l_G.mt[value.type & 15];
  if (table) pushTable(state, table);
  else pushNil(state);
  return 1;
};

const setmetatable: Native = (state) => {
  const table = checkTable(state, 1);
  const meta = argument(state, 2);
  if (isNone(state, 2) || (meta.type !== NIL && meta.type !== TABLE)) {
    argumentError(state, 2, 'nil or table expected');
  }
  if (metamethod(state, argument(state, 1), '__metatable').type !== NIL) {
    raise(state, 'cannot change a protected metatable');
  }
  if (table.readonly) refuseChange(state);
  table.metatable = meta.type === NIL ? null : tableIn(meta);
  push(state, argument(state, 1));
  return 1;
};

const next: Native = (state) => {
  const table = checkTable(state, 1);
  const key = argument(state, 2);
  const nextKey = nilValue();
  const nextValue = nilValue();
  const more = table.next(key.type, key.value, nextKey, nextValue);
  if (more === null) ldebug.luaG_runerror(state, bytesOf("invalid key to 'next'"));
  if (more === false) {
    pushNil(state);
    return 1;
  }
  push(state, nextKey);
  push(state, nextValue);
  return 2;
};
const nextFunction = nativeValue(next, 'next');

const pairs: Native = (state) => {
  checkTable(state, 1);
  push(state, nextFunction);
  push(state, argument(state, 1));
  pushNil(state);
  return 3;
};

const ipairsStep: Native = (state) => {
  const index = checkInteger(state, 2) + 1;
  const table = checkTable(state, 1);
  const value = table.findNumber(index);
  pushNumber(state, index);
  if (value === null || value.type === NIL) return leaveNothing(state);
  push(state, value);
  return 2;
};
const ipairsFunction = nativeValue(ipairsStep, 'ipairs step');

function leaveNothing(state: LuaState): number {
  lapi.lua_settop(state, 0);
  return 0;
}

const ipairs: Native = (state) => {
  checkTable(state, 1);
  push(state, ipairsFunction);
  push(state, argument(state, 1));
  pushNumber(state, 0);
  return 3;
};

const select: Native = (state) => {
  const count = argumentCount(state);
  const first = argument(state, 1);
  if (isString(first) && bytesIn(first)[0] === 35) {
    pushNumber(state, count - 1);
    return 1;
  }
  let index = checkInteger(state, 1);
  if (index < 0) index = count + index;
  else if (index > count) index = count;
  if (index < 1) argumentError(state, 1, 'index out of range');
  return count - index;
};

const unpack: Native = (state) => {
  const table = checkTable(state, 1);
  const from = optionalInteger(state, 2, 1);
  const to = isNoneOrNil(state, 3) ? table.length() : checkInteger(state, 3);
  if (from > to) return leaveNothing(state);
  const count = to - from + 1;
  if (count <= 0 || !hasRoom(state, count)) {
    raise(state, 'too many results to unpack');
  }
  for (let i = 0; i < count; i++) push(state, table.findNumber(from + i) ?? nilValue());
  return count;
};

const error: Native = (state) => {
  const level = optionalInteger(state, 2, 1);
  const message = argument(state, 1);
  if ((isString(message) || message.type === NUMBER) && level > 0) {
    const text = message.type === NUMBER ? bytesOf(numberText(message.value as number)) : bytesIn(message);
    return throwValue(state, stringValue(concatBytes([bytesOf(where(state, level)), text])));
  }
  return throwValue(state, message);
};

const assertFunction: Native = (state) => {
  const value = checkAny(state, 1);
  if (isTrue(value)) return argumentCount(state);
  const message = optionalBytes(state, 2, bytesOf('assertion failed!'));
  return throwValue(state, stringValue(concatBytes([bytesOf(where(state, 1)), message])));
};

/** The server's own: a table with a text in `err` arrives as that text. */
const pcall = calling(function* (_state, values): Library {
  // Without arguments the server calls the stack slot of the coming result.
  if (values.length === 0) return [booleanValue(false), textValue('attempt to call a boolean value')];
  const answer: CallAnswer = yield { callee: values[0], values: values.slice(1), isProtected: true };
  if (!answer.failed) return [booleanValue(true), ...answer.values];
  const problem = answer.values.at(-1) ?? nilValue();
  if (problem.type !== TABLE) return [booleanValue(false), problem];
  const text = field(tableIn(problem), 'err');
  if (isString(text) || text.type === NUMBER) return [booleanValue(false), text];
  return [booleanValue(false), problem, text];
});

/** The handler also handles its own errors, as deep as the server's C stack has room for. */
const MAX_HANDLER_CALLS = 221;

/**
 * The handler runs when the call has ended, not where it failed: scripts have no means to see the difference, and
 * the machine can be paused inside of it.
 */
const xpcall = calling(function* (state, values): Library {
  if (values.length < 2) argumentError(state, 2, 'value expected');
  const [callee, handler] = values;
  let answer: CallAnswer = yield { callee, values: [], isProtected: true };
  if (!answer.failed) return [booleanValue(true), ...answer.values];
  const problem = answer.values.at(-1) ?? nilValue();
  // The handler does not run when memory is short: it would need some.
  if (isMemoryProblem(problem)) return [booleanValue(false), problem];
  if (isFunction(handler)) {
    for (let calls = state.nCcalls; calls < MAX_HANDLER_CALLS; calls++) {
      answer = yield { callee: handler, values: [answer.values.at(-1) ?? nilValue()], isProtected: true };
      if (!answer.failed) return [booleanValue(false), answer.values[0] ?? nilValue()];
    }
  }
  return [booleanValue(false), textValue('error in error handling')];
});

function isMemoryProblem(value: TValue): boolean {
  return (
    isString(value) && latin1(bytesIn(value), 0, Math.min(20, bytesIn(value).length)) === 'not enough memory'
  );
}

/** Compiles a chunk; a syntax error is a result. The environment is the caller's globals. */
function compile(state: LuaState, source: Uint8Array, name: Uint8Array): number {
  weighSource(source.length);
  charge(source.length >> 2);
  const status = loadSource(state, source, name, null);
  throwIfStopped();
  if (status === OK) return 1;
  const problem = takeArguments(state).at(-1) as TValue;
  pushNil(state);
  push(state, problem);
  return 2;
}

const loadstring: Native = (state) => {
  const source = checkBytes(state, 1);
  return compile(state, source, optionalBytes(state, 2, source));
};

const load = calling(function* (state, values): Library {
  checkFunction(state, 1);
  const name = values.length > 1 && isString(values[1]) ? bytesIn(values[1]) : bytesOf('=(load)');
  const parts: Uint8Array[] = [];
  for (;;) {
    const answer: CallAnswer = yield { callee: values[0], values: [], isProtected: true };
    if (answer.failed) return [nilValue(), answer.values.at(-1) ?? nilValue()];
    const [part] = answer.values;
    if (part === undefined || part.type === NIL) break;
    if (!isString(part)) return [nilValue(), textValue('reader function must return a string')];
    const bytes = bytesIn(part);
    if (bytes.length === 0) break;
    parts.push(bytes);
  }
  const count = compile(state, concatBytes(parts), name);
  return takeArguments(state).slice(-count);
});

const COLLECT_OPTIONS = ['stop', 'restart', 'collect', 'count', 'step', 'setpause', 'setstepmul'];

const collectgarbage: Native = (state) => {
  const option = latin1(optionalBytes(state, 1, bytesOf('collect')));
  if (!COLLECT_OPTIONS.includes(option)) argumentError(state, 1, `invalid option '${option}'`);
  switch (option) {
    case 'count':
      pushNumber(state, memoryKilobytes);
      return 1;
    case 'step':
      pushBoolean(state, true);
      return 1;
    case 'setpause':
    case 'setstepmul':
      pushNumber(state, 200);
      return 1;
    default:
      pushNumber(state, 0);
      return 1;
  }
};

/** The size of an interpreter with the server's libraries. JavaScript does not report the memory in use. */
const memoryKilobytes = 60.5;

const gcinfo: Native = (state) => {
  pushNumber(state, Math.floor(memoryKilobytes));
  return 1;
};

export const baseFunctions: Record<string, Native> = {
  assert: assertFunction,
  collectgarbage,
  error,
  gcinfo,
  getmetatable,
  ipairs,
  load,
  loadstring,
  next,
  pairs,
  pcall,
  rawequal,
  rawget,
  rawset,
  select,
  setmetatable,
  tonumber,
  tostring,
  type,
  unpack,
  xpcall,
};
