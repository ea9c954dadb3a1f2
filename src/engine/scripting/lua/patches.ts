/**
 * Lua 5.1 out of fengari's 5.3: tables, numbers, comparison and length metamethods, wording of errors, depth of
 * calls. Only exports that fengari calls through its module objects can be replaced; a test holds the pinned
 * version to every name used here.
 */
import { bytesOf, latin1 } from '../../base/bytes.ts';
import {
  LUA_FUNCTION,
  ldebug,
  ldo,
  lfunc,
  lobject,
  lopcodes,
  lstate,
  lstring,
  ltable,
  ltm,
  NIL,
  NUMBER,
  SHORT_STRING,
  STRING,
  TABLE,
} from './internals.ts';
import { installLexer } from './lexer.ts';
import { CALL_BYTES, maxStringBytes, refuseMemory, weigh } from './memory.ts';
import { numberText, parseNumber } from './numbers.ts';
import { pause } from './pause.ts';
import { connectTables, LuaTable } from './table.ts';
import type { CallInfo, LuaClosure, LuaState, LuaString, TValue } from './values.ts';

/** Lua functions inside each other, roughly where the server gives up. */
const MAX_CALL_DEPTH = 19_996;

const NewValue = lobject.TValue;
const nil = lobject.luaO_nilobject;
const CALL_IS_LUA = lstate.CIST_LUA;
const OP_NEWTABLE = lopcodes.OpCodesI.OP_NEWTABLE;

let installed = false;

export function installPatches(): void {
  if (installed) return;
  installed = true;
  installTables();
  installNumbers();
  installText();
  installLengths();
  installMetamethods();
  installWording();
  installCalls();
  installLexer();
}

function installTables(): void {
  connectTables({
    newValue: (type, value) => new NewValue(type, value),
    nil,
    textOf: lstring.luaS_hashlongstr,
  });
  Object.assign(ltable, {
    Table: LuaTable,
    invalidateTMcache: (table: LuaTable) => {
      table.flags = 0;
    },
    luaH_new: (state: LuaState) => {
      const { ci } = state;
      const id = state.l_G.id_counter++;
      if (ci === null || (ci.callstatus & CALL_IS_LUA) === 0 || ci.l_code === null) return new LuaTable(id);
      const instruction = ci.l_code[ci.l_savedpc - 1];
      if (instruction === undefined || instruction.opcode !== OP_NEWTABLE) return new LuaTable(id);
      if (ci.l_savedpc === 1) {
        const { p } = ci.func.value as LuaClosure;
        if (p.needsArg === true) return argTable(state, ci, p.numparams);
      }
      return new LuaTable(id, fromFloatingByte(instruction.B), fromFloatingByte(instruction.C));
    },
    luaH_get: (_state: LuaState, table: LuaTable, key: TValue) => table.find(key.type, key.value) ?? nil,
    luaH_getint: (table: LuaTable, key: number) => table.findNumber(key) ?? nil,
    luaH_getstr: (table: LuaTable, key: LuaString) => table.findString(key) ?? nil,
    luaH_setint: (table: LuaTable, key: number, value: TValue) => {
      // Constructors fill their lists from the end, after making room.
      table.growArray(key);
      table.storeNumber(key, value);
    },
    luaH_setfrom: (state: LuaState, table: LuaTable, key: TValue, value: TValue) => {
      if (table.readonly) refuseChange(state);
      if (key.type === NIL) ldebug.luaG_runerror(state, bytesOf('table index is nil'));
      if (key.type === NUMBER && Number.isNaN(key.value as number)) {
        ldebug.luaG_runerror(state, bytesOf('table index is NaN'));
      }
      table.store(key.type, key.value, value);
    },
    luaH_getn: (table: LuaTable) => table.length(),
    luaH_next: (state: LuaState, table: LuaTable, place: number) => {
      const key = state.stack[place];
      const more = table.next(key.type, key.value, key, state.stack[place + 1]);
      if (more === null) return ldebug.luaG_runerror(state, bytesOf("invalid key to 'next'"));
      return more;
    },
  });
}

export function refuseChange(state: LuaState): never {
  return ldebug.luaG_runerror(state, bytesOf('Attempt to modify a readonly table'));
}

/** Sizes in a constructor's instruction: three bits of mantissa, five of exponent. */
function fromFloatingByte(value: number): number {
  const exponent = value >> 3;
  return exponent === 0 ? value : ((value & 7) + 8) << (exponent - 1);
}

function installNumbers(): void {
  const prototype = NewValue.prototype as TValue;
  prototype.ttisinteger = () => false;
  lobject.luaO_str2num = (bytes, into) => {
    const value = parseNumber(bytes);
    if (value === null) return 0;
    into.setfltvalue(value);
    return bytes.length + 1;
  };
}

/** Numbers become strings in place. */
function installText(): void {
  lobject.luaO_tostring = (state: LuaState, value: TValue) => {
    value.setsvalue(lstring.luaS_bless(state, bytesOf(numberText(value.value as number))));
  };
}

/** A string of this length is looked at more closely where it is joined to others. */
const LONG_OPERAND_BYTES = 1 << 20;

/** Joining asks every operand for its length before it takes memory for all of them. */
function installLengths(): void {
  const prototype = NewValue.prototype as TValue & { vslen(): number };
  prototype.vslen = function (this: TValue): number {
    const { length } = (this.value as LuaString).realstring;
    if (length >= LONG_OPERAND_BYTES) refuseLongJoin();
    return length;
  };
}

function refuseLongJoin(): void {
  const { thread } = pause;
  if (thread === null) return;
  const { ci, stack } = thread;
  if ((ci.callstatus & CALL_IS_LUA) === 0 || ci.l_code === null) return;
  const instruction = ci.l_code[ci.l_savedpc - 1];
  if (instruction?.opcode !== lopcodes.OpCodesI.OP_CONCAT) return;
  let total = 0;
  for (let register = instruction.B; register <= instruction.C; register++) {
    const operand = stack[ci.l_base + register];
    if (operand !== undefined && isText(operand)) total += (operand.value as LuaString).realstring.length;
  }
  if (total > maxStringBytes()) refuseMemory();
}

function isText({ type }: TValue): boolean {
  return type === STRING || type === SHORT_STRING;
}

function installMetamethods(): void {
  const { TM_EQ, TM_LEN, TM_LT, TM_LE } = ltm.TMS;
  const fasttm = ltm.fasttm as (state: LuaState, table: LuaTable | null, event: number) => TValue | null;
  // A table's length is never asked of a metamethod.
  ltm.fasttm = (state: LuaState, table: LuaTable | null, event: number) =>
    event === TM_LEN ? null : fasttm(state, table, event);
  const callTM = ltm.luaT_callTM as (
    state: LuaState,
    method: TValue,
    a: TValue,
    b: TValue,
    result: TValue,
    hasResult: number,
  ) => void;
  const methodOf = (state: LuaState, value: TValue, event: number): TValue =>
    (ltm.luaT_gettmbyobj as (state: LuaState, value: TValue, event: number) => TValue)(state, value, event);
  // Two operands are compared by a metamethod only if both have the same one.
  ltm.luaT_callTM = (
    state: LuaState,
    method: TValue,
    a: TValue,
    b: TValue,
    result: TValue,
    hasResult: number,
  ) => {
    if (hasResult === 1 && comparesTables(a, b) && isEqualityCall(state, method, a, b, TM_EQ, methodOf)) {
      const left = methodOf(state, a, TM_EQ);
      const right = methodOf(state, b, TM_EQ);
      if (left.type !== right.type || left.value !== right.value) {
        result.type = 1;
        result.value = false;
        return;
      }
    }
    callTM(state, method, a, b, result, hasResult);
  };
  ltm.luaT_callorderTM = (state: LuaState, a: TValue, b: TValue, event: number): boolean | null => {
    if (event !== TM_LT && event !== TM_LE) return null;
    const left = methodOf(state, a, event);
    if (left.type === NIL) return null;
    const right = methodOf(state, b, event);
    if (left.type !== right.type || left.value !== right.value) return null;
    const result = new NewValue(NIL, null);
    callTM(state, left, a, b, result, 1);
    return !(result.type === NIL || (result.type === 1 && result.value === false));
  };
}

function comparesTables(a: TValue, b: TValue): boolean {
  return a !== b && a.type === b.type && (a.type === TABLE || a.type === 7) && a.value !== b.value;
}

/** Whether the running instruction is a comparison for equality, so that a metamethod called now is `__eq`. */
function isEqualityCall(
  state: LuaState,
  method: TValue,
  a: TValue,
  b: TValue,
  event: number,
  methodOf: (state: LuaState, value: TValue, event: number) => TValue,
): boolean {
  const { ci } = state;
  if ((ci.callstatus & CALL_IS_LUA) === 0 || ci.l_code === null) return false;
  if (ci.l_code[ci.l_savedpc - 1]?.opcode !== lopcodes.OpCodesI.OP_EQ) return false;
  const left = methodOf(state, a, event);
  const right = methodOf(state, b, event);
  return left.value === method.value || right.value === method.value;
}

/** Messages that 5.1 worded otherwise, by the format fengari would use. */
const REWORDED = new Map<string, string>([
  ["'__index' chain too long; possible loop", 'loop in gettable'],
  ["'__newindex' chain too long; possible loop", 'loop in settable'],
  ['JS stack overflow', 'C stack overflow'],
  ['attempt to yield across a JS-call boundary', 'attempt to yield across metamethod/C-call boundary'],
  ['attempt to yield from outside a coroutine', 'attempt to yield across metamethod/C-call boundary'],
]);

const KINDS_OF_51 = new Set(['global', 'local', 'method', 'field', 'upvalue']);

function installWording(): void {
  const push = lobject.luaO_pushvfstring;
  const reworded = (state: LuaState, format: Uint8Array, values: unknown[]): Uint8Array => {
    const text = latin1(format);
    if (text === 'attempt to %s a %s value%s') {
      const [operation, type, variable] = values as [Uint8Array, Uint8Array, Uint8Array];
      const named = /^ \((\w+) '(.*)'\)$/s.exec(latin1(variable));
      if (named !== null && KINDS_OF_51.has(named[1])) {
        const message = "attempt to %s %s '%s' (a %s value)";
        return push(state, bytesOf(message), [operation, bytesOf(named[1]), bytesOf(named[2]), type]);
      }
      return push(state, bytesOf('attempt to %s a %s value'), [operation, type]);
    }
    const other = REWORDED.get(text);
    return push(state, other === undefined ? format : bytesOf(other), values);
  };
  lobject.luaO_pushvfstring = reworded;
  lobject.luaO_chunkid = chunkName;
}

/** Mirrors luaO_chunkid of 5.1; `limit` counts the zero at the end that we do not have. */
export function chunkName(source: Uint8Array, limit: number): Uint8Array {
  const size = limit + 1;
  if (source[0] === 61) return source.subarray(1, size);
  if (source[0] === 64) {
    const room = size - 8;
    const name = source.subarray(1);
    return name.length > room ? bytesOf(`...${latin1(name.subarray(name.length - room))}`) : name;
  }
  const text = latin1(source);
  const firstBreak = text.search(/[\r\n]/);
  const zero = text.indexOf('\0');
  const whole = zero === -1 ? text : text.slice(0, zero);
  let length = firstBreak === -1 ? whole.length : Math.min(firstBreak, whole.length);
  length = Math.min(length, size - 17);
  return bytesOf(length < whole.length ? `[string "${whole.slice(0, length)}..."]` : `[string "${whole}"]`);
}

function installCalls(): void {
  // Every function expression makes a function of its own; 5.3 would use the last one again.
  Object.defineProperty(lfunc.Proto.prototype, 'cache', {
    get: () => null,
    set: () => {},
    configurable: true,
  });
  const precall = ldo.luaD_precall;
  ldo.luaD_precall = (state: LuaState, place: number, results: number): boolean => {
    if (state.stack[place].type !== LUA_FUNCTION) return precall(state, place, results);
    const depth = depthOf(state.ci) + 1;
    if (depth > MAX_CALL_DEPTH) ldebug.luaG_runerror(state, bytesOf('stack overflow'));
    weigh(CALL_BYTES);
    precall(state, place, results);
    const { ci } = state;
    (ci as CountedCall).depth = depth;
    return false;
  };
}

type CountedCall = CallInfo & { depth?: number };

/** How many Lua functions are inside each other; natives between them do not count. */
function depthOf(from: CallInfo): number {
  for (let ci: CountedCall | null = from; ci !== null; ci = ci.previous) {
    if (ci.depth !== undefined) return ci.depth;
  }
  return 0;
}

/** The table `arg` of 5.1: the variable arguments and their number. */
function argTable(state: LuaState, ci: CallInfo, parameterCount: number): LuaTable {
  const first = ci.funcOff + 1 + parameterCount;
  const count = Math.max(0, ci.l_base - first);
  const table = new LuaTable(state.l_G.id_counter++, count, 1);
  for (let i = 0; i < count; i++) table.storeNumber(i + 1, state.stack[first + i]);
  table.store(4, new lstring.TString(state, bytesOf('n')), new NewValue(NUMBER, count));
  return table;
}
