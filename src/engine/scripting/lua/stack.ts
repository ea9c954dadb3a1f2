/**
 * How our libraries read arguments, leave results, raise errors and call back into Lua. Bytes only: text never
 * passes through a conversion that knows about characters.
 */
import { bytesOf, concatBytes, latin1 } from '../../base/bytes.ts';
import {
  ALL_RESULTS,
  BOOLEAN,
  defs,
  lapi,
  ldebug,
  ldo,
  lobject,
  lstate,
  lstring,
  NATIVE_FUNCTION,
  NIL,
  NUMBER,
  OK,
  SHORT_STRING,
  STRING,
  TABLE,
  YIELD,
} from './internals.ts';
import { weighString } from './memory.ts';
import { numberText, parseNumber } from './numbers.ts';
import { charge, endIfTooLong, pause, throwIfStopped } from './pause.ts';
import { LuaTable } from './table.ts';
import type { LuaState, LuaString, Native, TValue } from './values.ts';

export const { TValue: Slot } = lobject;
const nil = lobject.luaO_nilobject;

export function argumentCount(state: LuaState): number {
  return state.top - state.ci.funcOff - 1;
}

/** The n-th argument, from 1; nil when there is none (`isNone` knows the difference). */
export function argument(state: LuaState, n: number): TValue {
  const place = state.ci.funcOff + n;
  return place < state.top ? state.stack[place] : nil;
}

export function isNone(state: LuaState, n: number): boolean {
  return state.ci.funcOff + n >= state.top;
}

export function isNoneOrNil(state: LuaState, n: number): boolean {
  return argument(state, n).type === NIL;
}

export function isString(value: TValue): boolean {
  return value.type === STRING || value.type === SHORT_STRING;
}

export function isFunction(value: TValue): boolean {
  return (value.type & 15) === 6;
}

export function bytesIn(value: TValue): Uint8Array {
  return (value.value as LuaString).realstring;
}

export function tableIn(value: TValue): LuaTable {
  return value.value as LuaTable;
}

const TYPE_NAMES = [
  'nil',
  'boolean',
  'userdata',
  'number',
  'string',
  'table',
  'function',
  'userdata',
  'thread',
] as const;

export function typeName(value: TValue): string {
  return TYPE_NAMES[value.type & 15];
}

export function typeNameOfArgument(state: LuaState, n: number): string {
  return isNone(state, n) ? 'no value' : typeName(argument(state, n));
}

/** A string or a number, as bytes; null for anything else. */
export function asBytes(value: TValue): Uint8Array | null {
  if (isString(value)) return bytesIn(value);
  if (value.type === NUMBER) return bytesOf(numberText(value.value as number));
  return null;
}

/** A number, or a string that reads as one; null for anything else. */
export function asNumber(value: TValue): number | null {
  if (value.type === NUMBER) return value.value as number;
  return isString(value) ? parseNumber(bytesIn(value)) : null;
}

export function isTrue(value: TValue): boolean {
  return value.type !== NIL && !(value.type === BOOLEAN && value.value === false);
}

export function checkBytes(state: LuaState, n: number): Uint8Array {
  return asBytes(argument(state, n)) ?? typeError(state, n, 'string');
}

export function optionalBytes(state: LuaState, n: number, fallback: Uint8Array): Uint8Array {
  return isNoneOrNil(state, n) ? fallback : checkBytes(state, n);
}

export function checkNumber(state: LuaState, n: number): number {
  return asNumber(argument(state, n)) ?? typeError(state, n, 'number');
}

/** Cast as lua_Integer, 64 bits wide, kept as a double. */
export function checkInteger(state: LuaState, n: number): number {
  return truncated(checkNumber(state, n));
}

/** Cast as a C int: the low 32 bits. */
export function checkInt(state: LuaState, n: number): number {
  return asInt(checkInteger(state, n));
}

/** The low 32 bits of a whole number, with their sign. */
export function asInt(value: number): number {
  return Math.abs(value) < 2 ** 31 ? value : Number(BigInt.asIntN(32, BigInt(value)));
}

export function optionalInt(state: LuaState, n: number, fallback: number): number {
  return isNoneOrNil(state, n) ? fallback : checkInt(state, n);
}

export function optionalInteger(state: LuaState, n: number, fallback: number): number {
  return isNoneOrNil(state, n) ? fallback : checkInteger(state, n);
}

/** Towards zero; what does not fit in 64 bits becomes the least. */
export function truncated(value: number): number {
  if (!(value >= -(2 ** 63) && value < 2 ** 63)) return -(2 ** 63);
  return Math.trunc(value) + 0;
}

export function checkTable(state: LuaState, n: number): LuaTable {
  const value = argument(state, n);
  return value.type === TABLE ? tableIn(value) : typeError(state, n, 'table');
}

export function checkFunction(state: LuaState, n: number): TValue {
  const value = argument(state, n);
  return isFunction(value) ? value : typeError(state, n, 'function');
}

export function checkAny(state: LuaState, n: number): TValue {
  if (isNone(state, n)) argumentError(state, n, 'value expected');
  return argument(state, n);
}

export function typeError(state: LuaState, n: number, expected: string): never {
  return argumentError(state, n, `${expected} expected, got ${typeNameOfArgument(state, n)}`);
}

const NAME_INFO = bytesOf('n');

/** "bad argument #1 to 'rep' (number expected, got nil)", with the name by which the caller knows the function. */
export function argumentError(state: LuaState, n: number, message: string): never {
  const info = new defs.lua_Debug();
  if (ldebug.lua_getstack(state, 0, info) === 0) return raise(state, `bad argument #${n} (${message})`);
  ldebug.lua_getinfo(state, NAME_INFO, info);
  const kind = info.namewhat === null ? '' : latin1(info.namewhat);
  let name = info.name === null || kind === 'metamethod' || kind === 'hook' ? '?' : latin1(info.name);
  if (kind === 'for iterator') name = '(for generator)';
  let number = n;
  if (kind === 'method') {
    number--;
    if (number === 0) return raise(state, `calling '${name}' on bad self (${message})`);
  }
  return raise(state, `bad argument #${number} to '${name}' (${message})`);
}

const LINE_INFO = bytesOf('Sl');

/** "user_script:3: " for the function at that level, or nothing where there is no line. */
export function where(state: LuaState, level: number): string {
  const info = new defs.lua_Debug();
  if (ldebug.lua_getstack(state, level, info) !== 0) {
    ldebug.lua_getinfo(state, LINE_INFO, info);
    if (info.currentline > 0 && info.short_src !== null) {
      return `${latin1(info.short_src)}:${info.currentline}: `;
    }
  }
  return '';
}

/** Raises an error as luaL_error does: with the place of the Lua function that called. */
export function raise(state: LuaState, message: string): never {
  return throwBytes(state, bytesOf(where(state, 1) + message));
}

export function throwBytes(state: LuaState, message: Uint8Array): never {
  pushBytes(state, message);
  return lapi.lua_error(state);
}

export function throwValue(state: LuaState, value: TValue): never {
  push(state, value);
  return lapi.lua_error(state);
}

/** A chunk as source: what begins with an escape would be taken for compiled code, which no server loads. */
function sourceOnly(source: Uint8Array): Uint8Array {
  return source[0] === 0x1b ? concatBytes([bytesOf(' '), source]) : source;
}

/** lua_load with the source in one piece. Leaves the function or the error on the stack and returns the status. */
export function loadSource(
  state: LuaState,
  source: Uint8Array,
  name: Uint8Array,
  mode: Uint8Array | null,
): number {
  let handed = false;
  const read = () => {
    if (handed) return null;
    handed = true;
    return sourceOnly(source);
  };
  return lapi.lua_load(state, read, null, name, mode);
}

/** The stack size of a native function in the server's Lua, its arguments included. */
const MAX_NATIVE_STACK = 8000;

/** Whether a native function can give so many results beside the arguments that it was called with. */
export function hasRoom(state: LuaState, count: number): boolean {
  return argumentCount(state) + count <= MAX_NATIVE_STACK && lapi.lua_checkstack(state, count);
}

export function reserve(state: LuaState, count: number): void {
  if (!lapi.lua_checkstack(state, count)) raise(state, 'stack overflow');
}

export function push(state: LuaState, value: TValue): void {
  state.stack[state.top++] = new Slot(value.type, value.value);
}

export function pushNil(state: LuaState): void {
  state.stack[state.top++] = new Slot(NIL, null);
}

export function pushNumber(state: LuaState, value: number): void {
  state.stack[state.top++] = new Slot(NUMBER, value);
}

export function pushBoolean(state: LuaState, value: boolean): void {
  state.stack[state.top++] = new Slot(BOOLEAN, value);
}

/** Takes the bytes over: they must not change afterwards. */
export function pushBytes(state: LuaState, bytes: Uint8Array): void {
  weighString(bytes.length);
  state.stack[state.top++] = new Slot(STRING, new lstring.TString(state, bytes));
}

export function pushText(state: LuaState, text: string): void {
  pushBytes(state, bytesOf(text));
}

export function pushTable(state: LuaState, table: LuaTable): void {
  state.stack[state.top++] = new Slot(TABLE, table);
}

export function pushNative(state: LuaState, native: Native): void {
  state.stack[state.top++] = new Slot(NATIVE_FUNCTION, native);
}

export function newTable(state: LuaState, arraySize = 0, nodeCount = 0): LuaTable {
  return new LuaTable(state.l_G.id_counter++, arraySize, nodeCount);
}

export function numberValue(value: number): TValue {
  return new Slot(NUMBER, value);
}

export function booleanValue(value: boolean): TValue {
  return new Slot(BOOLEAN, value);
}

export function stringValue(bytes: Uint8Array): TValue {
  weighString(bytes.length);
  return new Slot(STRING, new lstring.TString(null, bytes));
}

export function textValue(text: string): TValue {
  return stringValue(bytesOf(text));
}

export function tableValue(table: LuaTable): TValue {
  return new Slot(TABLE, table);
}

/** `name` gives the function its identity; the first it was given stays. */
export function nativeValue(native: Native, name: string): TValue {
  native.id ??= idOfName(name);
  return new Slot(NATIVE_FUNCTION, native);
}

/** Beyond the numbers that tables and closures count up to in a session of ordinary length. */
const FIRST_NATIVE_ID = 0x40_0000;

function idOfName(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return FIRST_NATIVE_ID + ((hash >>> 0) & 0x3f_ffff);
}

export function nilValue(): TValue {
  return new Slot(NIL, null);
}

const keys = new Map<string, LuaString>();

/** Reads a field of a table by its name, without metamethods. */
export function field(table: LuaTable, name: string): TValue {
  let key = keys.get(name);
  if (key === undefined) {
    key = new lstring.TString(null, bytesOf(name));
    keys.set(name, key);
  }
  return table.findString(key) ?? nil;
}

/** Writes a field of a table by its name, without metamethods and also if the table is read-only. */
export function setField(table: LuaTable, name: string, value: TValue): void {
  table.store(STRING, new lstring.TString(null, bytesOf(name)), value);
}

/** All arguments as values of their own. */
export function takeArguments(state: LuaState): TValue[] {
  const values: TValue[] = [];
  for (let place = state.ci.funcOff + 1; place < state.top; place++) {
    const { type, value } = state.stack[place];
    values.push(new Slot(type, value));
  }
  return values;
}

/** A call that a library makes into Lua. */
export interface CallRequest {
  readonly callee: TValue;
  readonly values: readonly TValue[];
  /** Errors end the call instead of the caller: the answer then is `failed`. */
  readonly isProtected?: boolean;
  /** Handles the error where it happens, as for xpcall. */
  readonly handler?: TValue;
}

export interface CallAnswer {
  readonly failed: boolean;
  readonly values: readonly TValue[];
}

/** A library yields this between two parts of long work: the machine may pause here. */
export const BREATHE = 'breathe';

export type Library = Generator<CallRequest | typeof BREATHE, readonly TValue[], CallAnswer>;

/**
 * A native that calls back: written as a generator that yields calls and is handed their results. The machine can
 * be paused inside of any such call, because nothing of ours is on the stack of JavaScript meanwhile.
 */
export function calling(body: (state: LuaState, values: TValue[]) => Library): Native {
  return (state) => drive(state, body(state, takeArguments(state)), START);
}

/** An error that is caught takes about as long as so many instructions. */
const FAILURE_INSTRUCTIONS = 300;

const START: CallAnswer = { failed: false, values: [] };

function drive(state: LuaState, library: Library, first: CallAnswer): number {
  let answer = first;
  for (;;) {
    const step = library.next(answer);
    if (step.done === true) return leaveResults(state, step.value);
    if (step.value === BREATHE) {
      answer = START;
      if (pause.budget > 0) continue;
      if (state.nny > 0) {
        endIfTooLong();
        continue;
      }
      pause.isOne = true;
      return ldo.lua_yieldk(state, 0, null, (L) => drive(L, library, START));
    }
    const { callee, values, isProtected, handler } = step.value;
    lapi.lua_settop(state, 0);
    reserve(state, values.length + 3);
    if (handler !== undefined) push(state, handler);
    push(state, callee);
    for (const value of values) push(state, value);
    const skip = handler === undefined ? 0 : 1;
    if (isProtected === true) {
      // fengari keeps only a bit that is set already: without it an error that was caught ends all hooks.
      state.ci.callstatus |= lstate.CIST_OAH;
      const status = lapi.lua_pcallk(state, values.length, ALL_RESULTS, skip, 0, (L, after) => {
        throwIfStopped();
        const failed = after !== YIELD && after !== OK;
        if (failed) charge(FAILURE_INSTRUCTIONS);
        return drive(L, library, { failed, values: takeArguments(L).slice(skip) });
      });
      throwIfStopped();
      if (status !== OK) charge(FAILURE_INSTRUCTIONS);
      answer = { failed: status !== OK, values: takeArguments(state).slice(skip) };
    } else {
      lapi.lua_callk(state, values.length, ALL_RESULTS, 0, (L) =>
        drive(L, library, { failed: false, values: takeArguments(L) }),
      );
      answer = { failed: false, values: takeArguments(state) };
    }
  }
}

/**
 * Long work of a native, done in portions: `portion` gives the number of results it has left, or null while there is
 * more to do. The machine can be paused between two portions.
 */
export function inPortions(state: LuaState, portion: (state: LuaState) => number | null): number {
  for (;;) {
    const results = portion(state);
    if (results !== null) return results;
    if (pause.budget > 0) continue;
    if (state.nny > 0) {
      endIfTooLong();
      continue;
    }
    pause.isOne = true;
    return ldo.lua_yieldk(state, 0, null, (L) => inPortions(L, portion));
  }
}

export function leaveResults(state: LuaState, values: readonly TValue[]): number {
  lapi.lua_settop(state, 0);
  reserve(state, values.length + 1);
  for (const value of values) push(state, value);
  return values.length;
}

/** Ends the slice in the middle of a native, whose results will be the answers that the machine is resumed with. */
export function wait(state: LuaState): number {
  ldo.lua_yield(state, 0);
  return 0;
}
