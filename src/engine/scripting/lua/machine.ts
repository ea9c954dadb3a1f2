/**
 * One Lua interpreter: its globals with the libraries, and scripts that run in slices.
 *
 * A script runs in a coroutine of its own. A hook counts instructions; when the slice is used up it yields, wherever
 * the script is, and the engine's step ends. Resuming goes on behind the same instruction. Killing a script is not
 * resuming it. A slice is a number of instructions and never a time, so that a replay cuts in the same places.
 */
import { bytesOf, latin1 } from '../../base/bytes.ts';
import { keepCompiled, takeCompiled } from './compiled-chunks.ts';
import { countInUse } from './in-use.ts';
import {
  defs,
  LUA_FUNCTION,
  ldebug,
  ldo,
  lfunc,
  lstate,
  lstring,
  NATIVE_FUNCTION,
  NIL,
  OK,
  STRING,
  TABLE,
  YIELD,
} from './internals.ts';
import { addressText, baseFunctions } from './library-base.ts';
import { coroutineFunctions } from './library-coroutine.ts';
import { bitFunctions, mathFunctions, type Rand48 } from './library-math.ts';
import { stringFunctions } from './library-string.ts';
import { tableFunctions } from './library-table.ts';
import { FUNCTION_BYTES, MAX_MACHINE_BYTES, made, NotEnoughMemory, resetMade, weigh } from './memory.ts';
import { numberText } from './numbers.ts';
import { installPatches } from './patches.ts';
import { charge, endIfTooLong, pause, ScriptStopped, throwIfStopped } from './pause.ts';
import {
  argument,
  bytesIn,
  calling,
  isString,
  type Library,
  loadSource,
  nativeValue,
  nilValue,
  numberValue,
  push,
  raise,
  Slot,
  setField,
  tableIn,
  tableValue,
  textValue,
  typeName,
} from './stack.ts';
import { LuaTable } from './table.ts';
import type { CallInfo, DebugInfo, LuaClosure, LuaState, Native, TValue } from './values.ts';

/** The state that resumes a script. It counts no call, so that a script's own get as deep as in the server. */
const OUTSIDE = { nCcalls: -1 } as LuaState;

const NOT_ENOUGH_MEMORY = new lstring.TString(null, bytesOf('not enough memory'));
const C_STACK_OVERFLOW = new lstring.TString(null, bytesOf('C stack overflow'));

/** Source that takes no more than a machine has, token by token. */
const MAX_SOURCE_BYTES = 5_000_000;
/** Instructions between two looks at the budget. */
const HOOK_INSTRUCTIONS = 1000;
/** The instructions of a slice: some 5 ms of a desktop computer, below 20 ms on a slow one. */
export const SLICE_INSTRUCTIONS = 100_000;

/**
 * The most lines of one script that emit a step; a loop would emit for ever. A fixed number, so that a replayed
 * session makes the same frames.
 */
const MAX_LINE_STEPS = 5000;

export type Outcome =
  | { readonly type: 'paused' }
  | { readonly type: 'returned'; readonly value: TValue }
  | { readonly type: 'failed'; readonly error: TValue };

/** Receives the steps of a watched script. */
export interface MachineListener {
  /** Whether lines emit steps. */
  isWatching(): boolean;
  line(line: number): void;
}

export interface Frame {
  readonly name: string;
  readonly line: number;
  readonly locals: readonly { readonly name: string; readonly value: string }[];
}

export class LuaMachine {
  readonly state: LuaState;
  readonly globals: LuaTable;
  readonly #listener: MachineListener;
  #thread: LuaState | null = null;
  #innermost: LuaState | null = null;
  #fault: unknown = null;
  #lineSteps = 0;
  /** Tables, functions and coroutines that were made before the last look. */
  #lastId = 0;
  /** The memory limit of its values. */
  memoryBytes = MAX_MACHINE_BYTES;
  /** Values that are held from outside: functions of libraries. */
  held: () => Iterable<TValue> = () => [];
  /** Of the script that runs or ran last. */
  instructions = 0;

  constructor(listener: MachineListener, generator: Rand48) {
    installPatches();
    this.#listener = listener;
    this.state = lstate.lua_newstate();
    const { l_G } = this.state;
    // Something other than a Lua error: kept, and thrown again when the machine is whole.
    l_G.atnativeerror = (state) => {
      const problem = argument(state, 1).value;
      if (problem instanceof ScriptStopped) throw problem;
      const isMemory = problem instanceof NotEnoughMemory;
      if (!isMemory) this.#fault ??= problem;
      state.stack[state.top++] = new Slot(STRING, isMemory ? NOT_ENOUGH_MEMORY : C_STACK_OVERFLOW);
      return 1;
    };
    const registry = l_G.l_registry.value as LuaTable;
    this.globals = (registry.findNumber(2) as TValue).value as LuaTable;
    this.#openLibraries(generator);
  }

  library(name: string, functions: Record<string, Native>, constants: Record<string, TValue> = {}): LuaTable {
    const table = this.newTable();
    for (const [key, native] of Object.entries(functions)) {
      setField(table, key, nativeValue(native, `${name}.${key}`));
    }
    for (const [key, value] of Object.entries(constants)) setField(table, key, value);
    setField(this.globals, name, tableValue(table));
    return table;
  }

  newTable(arraySize = 0, nodeCount = 0): LuaTable {
    return new LuaTable(this.state.l_G.id_counter++, arraySize, nodeCount);
  }

  #openLibraries(generator: Rand48): void {
    const { globals } = this;
    setField(globals, '_G', tableValue(globals));
    setField(globals, '_VERSION', textValue('Lua 5.1'));
    for (const [key, native] of Object.entries(baseFunctions)) {
      setField(globals, key, nativeValue(native, key));
    }
    this.library('coroutine', coroutineFunctions);
    this.library('table', tableFunctions);
    const strings = this.library('string', stringFunctions);
    this.library('math', mathFunctions(generator), {
      huge: numberValue(Number.POSITIVE_INFINITY),
      pi: numberValue(Math.PI),
    });
    this.library('bit', bitFunctions);
    const meta = this.newTable();
    setField(meta, '__index', tableValue(strings));
    this.state.l_G.mt[4] = meta;
    setField(globals, '__redis__err__handler', nativeValue(describeError, 'error handler'));
  }

  /** From now on scripts cannot change existing globals or read missing ones. */
  seal(): void {
    const seen = new Set<LuaTable>();
    const protect = (table: LuaTable): void => {
      if (seen.has(table)) return;
      seen.add(table);
      table.readonly = true;
      const key = nilValue();
      const value = nilValue();
      while (table.next(key.type, key.value, key, value) === true) {
        if (value.type === TABLE) protect(tableIn(value));
      }
      if (table.metatable !== null) protect(table.metatable);
    };
    const meta = this.newTable();
    setField(meta, '__index', nativeValue(refuseUnknown, 'refuse unknown'));
    this.globals.metatable = meta;
    protect(this.globals);
    protect(this.state.l_G.mt[4] as LuaTable);
  }

  /** A function out of source; a text when there is none. `environment` takes the place of the globals. */
  compile(source: Uint8Array, chunk: string, environment?: LuaTable): TValue | string {
    if (source.length > MAX_SOURCE_BYTES) return 'not enough memory';
    const { state } = this;
    if (environment === undefined) {
      const known = takeCompiled(state, tableValue(this.globals), source, chunk);
      if (known !== null) return known;
    }
    const idsBefore = state.l_G.id_counter;
    const top = state.top;
    const status = loadSource(state, source, bytesOf(chunk), bytesOf('t'));
    const result = state.stack[state.top - 1];
    const value = new Slot(result.type, result.value);
    while (state.top > top) delete state.stack[--state.top];
    if (status !== OK) return isString(value) ? latin1(bytesIn(value)) : 'not enough memory';
    if (environment !== undefined) {
      const [first] = (value.value as LuaClosure).upvals;
      if (first !== undefined) first.setfrom(tableValue(environment));
    } else {
      keepCompiled(source, chunk, value, state.l_G.id_counter - idsBefore);
    }
    return value;
  }

  /** Begins to run a function: the first slice. */
  start(callee: TValue, values: readonly TValue[]): Outcome {
    const { state } = this;
    const thread = lstate.lua_newthread(state);
    delete state.stack[--state.top];
    (thread as LuaState & { isScript?: boolean }).isScript = true;
    this.#thread = thread;
    this.#innermost = thread;
    this.instructions = 0;
    this.#lineSteps = 0;
    made.limit = this.memoryBytes;
    resetMade();
    push(thread, nativeValue(runProtected, 'run protected'));
    push(thread, callee);
    for (const value of values) push(thread, value);
    return this.#slice(thread, values.length + 1);
  }

  /** Goes on with a paused script. `answers` are for a function of ours that has left it waiting (see `wait`). */
  resume(answers: readonly TValue[] = []): Outcome {
    const thread = this.#thread as LuaState;
    for (const answer of answers) push(thread, answer);
    return this.#slice(thread, answers.length);
  }

  /** Drops a paused script. */
  abandon(): void {
    this.#thread = null;
    this.#innermost = null;
  }

  /** Work that costs more than an instruction counts as so many. */
  charge(instructions: number): void {
    this.instructions += instructions;
    charge(instructions);
  }

  /** Whether a function of ours runs inside a script of this machine. */
  get isRunning(): boolean {
    return this.#thread !== null;
  }

  #slice(thread: LuaState, given: number): Outcome {
    pause.budget = SLICE_INSTRUCTIONS;
    this.#lastId = this.state.l_G.id_counter;
    this.#fault = null;
    pause.isOne = false;
    pause.stop = null;
    pause.thread = thread;
    made.limit = this.memoryBytes;
    made.count = () => countInUse(this.held(), [this.state, thread, this.#running(thread)]);
    let mask = defs.LUA_MASKCOUNT;
    if (this.#listener.isWatching() && this.#lineSteps < MAX_LINE_STEPS) mask |= defs.LUA_MASKLINE;
    ldebug.lua_sethook(thread, (state, info) => this.#hook(state, info), mask, HOOK_INSTRUCTIONS);
    let status: number;
    try {
      status = ldo.lua_resume(thread, OUTSIDE, given);
    } finally {
      pause.thread = null;
      made.count = null;
    }
    const stopped = pause.stop as ScriptStopped | null;
    if (stopped !== null) {
      const error = this.#endedAt(stopped.message);
      this.abandon();
      return { type: 'failed', error };
    }
    if (this.#fault !== null && !(this.#fault instanceof RangeError)) {
      this.abandon();
      throw this.#fault;
    }
    if (status === YIELD) {
      pause.isOne = false;
      return { type: 'paused' };
    }
    const last = thread.stack[thread.top - 1];
    this.abandon();
    if (status !== OK) {
      const error = last === undefined ? textValue('ERR not enough memory') : new Slot(last.type, last.value);
      return { type: 'failed', error };
    }
    // The protected call leaves whether it went well, and the value or the error.
    const [ok, value] = [thread.stack[thread.top - 2], last];
    return ok.value === true
      ? { type: 'returned', value: new Slot(value.type, value.value) }
      : { type: 'failed', error: new Slot(value.type, value.value) };
  }

  /** The coroutine that runs inside the script: its stack is not reached by way of values alone. */
  #running(thread: LuaState): LuaState {
    return pause.thread ?? thread;
  }

  /** The error of a script that was ended from outside, with the line where it was. */
  #endedAt(message: string): TValue {
    const table = this.newTable();
    setField(table, 'err', textValue(`ERR ${message}`));
    setField(table, 'source', textValue('@user_script'));
    setField(table, 'line', numberValue(this.frames()[0]?.line ?? -1));
    return tableValue(table);
  }

  #hook(state: LuaState, info: DebugInfo): void {
    if (info.event === defs.LUA_HOOKLINE) {
      this.#innermost = state;
      if (this.#listener.isWatching() && this.#lineSteps++ < MAX_LINE_STEPS) {
        this.#listener.line(info.currentline);
      } else {
        state.hookmask = defs.LUA_MASKCOUNT;
      }
      return;
    }
    throwIfStopped();
    this.charge(HOOK_INSTRUCTIONS);
    const { id_counter: lastId } = state.l_G;
    weigh((lastId - this.#lastId) * FUNCTION_BYTES);
    this.#lastId = lastId;
    if (pause.budget > 0) return;
    if (state.nny > 0) {
      this.#innermost = state;
      endIfTooLong();
      return;
    }
    this.#innermost = state;
    pause.isOne = true;
    ldo.lua_yield(state, 0);
  }

  /** The functions that are active, the innermost first, with their locals. */
  frames(): Frame[] {
    const state = this.#innermost;
    if (state === null) return [];
    const frames: Frame[] = [];
    const isPaused = state.status === YIELD;
    for (let ci: CallInfo | null = state.ci; ci !== null && ci !== state.base_ci; ci = ci.previous) {
      // A paused frame names its function elsewhere, and stands before the instruction it will repeat.
      const isTop = ci === state.ci;
      const func = isPaused && isTop && ci.extra !== undefined ? state.stack[ci.extra] : ci.func;
      if (func === undefined || func.type !== LUA_FUNCTION) continue;
      const { p } = func.value as LuaClosure;
      const pc = isPaused && isTop ? ci.l_savedpc : ci.l_savedpc - 1;
      const locals: { name: string; value: string }[] = [];
      for (let number = 1; ; number++) {
        const name = lfunc.luaF_getlocalname(p, number, pc);
        if (name === null) break;
        const text = latin1(name);
        const slot = state.stack[ci.l_base + number - 1];
        if (text.startsWith('(') || slot === undefined) continue;
        locals.push({ name: text, value: shown(slot) });
      }
      const name = p.linedefined === 0 ? 'main' : `function at line ${p.linedefined}`;
      frames.push({ name, line: p.lineinfo[pc] ?? -1, locals });
    }
    return frames;
  }
}

const MAX_SHOWN_CHARACTERS = 200;

/** A value as a debugger prints it. */
export function shown(value: TValue, depth = 0): string {
  if (value.type === NIL) return 'nil';
  if (value.type === 1) return String(value.value);
  if (value.type === 3) return numberText(value.value as number);
  if (isString(value)) {
    const bytes = bytesIn(value);
    const text = latin1(bytes, 0, Math.min(bytes.length, MAX_SHOWN_CHARACTERS));
    const escaped = text.replace(/[^ -~]|["\\]/g, (character) =>
      character === '"' || character === '\\'
        ? `\\${character}`
        : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
    );
    return `"${escaped}"${bytes.length > MAX_SHOWN_CHARACTERS ? '…' : ''}`;
  }
  if (value.type === TABLE && depth < 2) return shownTable(tableIn(value), depth);
  if (value.type === NATIVE_FUNCTION) return 'function: builtin';
  return `${typeName(value)}: ${addressText(value)}`;
}

function shownTable(table: LuaTable, depth: number): string {
  const parts: string[] = [];
  const key = nilValue();
  const value = nilValue();
  let expected = 1;
  while (table.next(key.type, key.value, key, value) === true) {
    if (parts.length === 16) {
      parts.push('…');
      break;
    }
    const item = shown(value, depth + 1);
    if (key.type === 3 && key.value === expected) {
      expected++;
      parts.push(item);
    } else if (isString(key) && /^[A-Za-z_]\w*$/.test(latin1(bytesIn(key)))) {
      parts.push(`${latin1(bytesIn(key))} = ${item}`);
    } else {
      parts.push(`[${shown(key, 2)}] = ${item}`);
    }
  }
  return `{${parts.join(', ')}}`;
}

const runProtected = calling(function* (_state, values): Library {
  const answer = yield {
    callee: values[0],
    values: values.slice(1),
    isProtected: true,
    handler: nativeValue(describeError, 'error handler'),
  };
  const value = answer.failed ? answer.values.at(-1) : answer.values[0];
  return [new Slot(1, !answer.failed), value ?? nilValue()];
});

const WHERE = bytesOf('Sl');

/** Makes a table of an error, with the place where it came up; one that is a table already keeps what it says. */
function describeError(state: LuaState): number {
  const given = argument(state, 1);
  let table: LuaTable;
  if (given.type === TABLE) {
    table = tableIn(given);
  } else if (given.value === NOT_ENOUGH_MEMORY) {
    // No table is made where there is no memory for one.
    push(state, given);
    return 1;
  } else {
    table = new LuaTable(state.l_G.id_counter++);
    setField(table, 'err', textValue(`ERR ${textOfError(given)}`));
  }
  const info = new defs.lua_Debug();
  for (let level = 1; level <= 2; level++) {
    if (ldebug.lua_getstack(state, level, info) === 0) break;
    if (info.i_ci.func.type !== LUA_FUNCTION && level === 1) continue;
    ldebug.lua_getinfo(state, WHERE, info);
    if (info.i_ci.func.type === LUA_FUNCTION && info.source !== null) {
      setField(table, 'source', textValue(latin1(info.source)));
      setField(table, 'line', numberValue(info.currentline));
    } else {
      setField(table, 'source', textValue('=[C]'));
      setField(table, 'line', numberValue(-1));
    }
    break;
  }
  push(state, tableValue(table));
  return 1;
}

function textOfError(value: TValue): string {
  if (isString(value)) return latin1(bytesIn(value));
  return shown(value).replace(/^"|"$/g, '');
}

export function refuseUnknown(state: LuaState): number {
  const name = argument(state, 2);
  const text = isString(name) ? latin1(bytesIn(name)) : shown(name);
  return raise(state, `Script attempted to access nonexistent global variable '${text}'`);
}
