/** The coroutines of Lua 5.1, as far as scripts see them. */
import { bytesOf, concatBytes } from '../../base/bytes.ts';
import { LUA_FUNCTION, lapi, ldebug, ldo, lstate, OK, THREAD, YIELD } from './internals.ts';
import { charge, endIfTooLong, pause, throwIfStopped } from './pause.ts';
import {
  argument,
  argumentCount,
  argumentError,
  bytesIn,
  isString,
  nilValue,
  push,
  pushBoolean,
  pushNil,
  pushText,
  reserve,
  Slot,
  stringValue,
  takeArguments,
  textValue,
  throwValue,
  where,
} from './stack.ts';
import type { LuaState, Native, TValue } from './values.ts';

function threadIn(state: LuaState, n: number): LuaState {
  const value = argument(state, n);
  if (value.type !== THREAD) argumentError(state, n, 'coroutine expected');
  return value.value as LuaState;
}

const create: Native = (state) => {
  const body = argument(state, 1);
  if (body.type !== LUA_FUNCTION) argumentError(state, 1, 'Lua function expected');
  const thread = lstate.lua_newthread(state);
  push(thread, body);
  return 1;
};

function statusOf(state: LuaState, thread: LuaState): string {
  if (thread === state) return 'running';
  if (thread.status === YIELD) return 'suspended';
  if (thread.status !== OK) return 'dead';
  if (thread.ci !== thread.base_ci) return 'normal';
  return thread.top - thread.ci.funcOff - 1 === 0 ? 'dead' : 'suspended';
}

const status: Native = (state) => {
  pushText(state, statusOf(state, threadIn(state, 1)));
  return 1;
};

const running: Native = (state) => {
  if ((state as LuaState & { isScript?: boolean }).isScript === true) pushNil(state);
  else state.stack[state.top++] = new Slot(THREAD, state);
  return 1;
};

/** Calls inside each other, of which none is a plain one of a Lua function. */
const MAX_NESTED_CALLS = 199;

/** Receives the result of a resume: the values, or the error. */
type Resumed = (state: LuaState, ok: boolean, values: readonly TValue[]) => number;

/** Runs a coroutine until it yields, ends or fails. A pause of the machine passes out through its resumer. */
function resume(state: LuaState, thread: LuaState, argumentsGiven: number, then: Resumed): number {
  pause.thread = thread;
  const outcome = ldo.lua_resume(thread, state, argumentsGiven);
  pause.thread = state;
  throwIfStopped();
  // The coroutine's instructions count here as well.
  charge(0);
  if (outcome === YIELD && pause.isOne) {
    if (state.nny > 0) {
      // Nothing can be paused here: the coroutine goes on.
      endIfTooLong();
      pause.isOne = false;
      return resume(state, thread, 0, then);
    }
    return ldo.lua_yieldk(state, 0, null, (L) => resume(L, thread, 0, then));
  }
  const ok = outcome === OK || outcome === YIELD;
  if (!ok && state.nCcalls >= MAX_NESTED_CALLS) return then(state, false, [textValue('C stack overflow')]);
  const values: TValue[] = [];
  const from = ok ? thread.ci.funcOff + 1 : thread.top - 1;
  for (let place = from; place < thread.top; place++) {
    const { type: tag, value } = thread.stack[place];
    values.push(new Slot(tag, value));
  }
  if (ok) while (thread.top > from) delete thread.stack[--thread.top];
  return then(state, ok, values);
}

function startResume(state: LuaState, thread: LuaState, values: readonly TValue[], then: Resumed): number {
  const current = statusOf(state, thread);
  if (current !== 'suspended') {
    return then(state, false, [
      textValue(`cannot resume ${current === 'dead' ? 'dead' : 'non-suspended'} coroutine`),
    ]);
  }
  reserve(thread, values.length + 1);
  for (const value of values) push(thread, value);
  return resume(state, thread, values.length, then);
}

const coroutineResume: Native = (state) => {
  const thread = threadIn(state, 1);
  return startResume(state, thread, takeArguments(state).slice(1), (L, ok, values) => {
    lapi.lua_settop(L, 0);
    reserve(L, values.length + 1);
    pushBoolean(L, ok);
    for (const value of values) push(L, value);
    return values.length + 1;
  });
};

const wrap: Native = (state) => {
  const body = argument(state, 1);
  if (body.type !== LUA_FUNCTION) argumentError(state, 1, 'Lua function expected');
  const thread = lstate.lua_newthread(state);
  push(thread, body);
  lapi.lua_settop(state, 0);
  const call: Native = (caller) =>
    startResume(caller, thread, takeArguments(caller), (L, ok, values) => {
      if (!ok) {
        const problem = values[0] ?? nilValue();
        if (isString(problem)) {
          return throwValue(L, stringValue(concatBytes([bytesOf(where(L, 1)), bytesIn(problem)])));
        }
        return throwValue(L, problem);
      }
      lapi.lua_settop(L, 0);
      reserve(L, values.length);
      for (const value of values) push(L, value);
      return values.length;
    });
  // The closure holds its coroutine where it is seen when values in use are counted.
  state.stack[state.top++] = new Slot(THREAD, thread);
  // A closure of its own, so that two wrapped coroutines are two functions.
  lapi.lua_pushcclosure(state, call, 1);
  return 1;
};

const yieldFunction: Native = (state) => {
  if ((state as LuaState & { isScript?: boolean }).isScript === true) {
    ldebug.luaG_runerror(state, bytesOf('attempt to yield across metamethod/C-call boundary'));
  }
  // Natives that call back cannot be left in 5.1, although the machine could.
  for (let ci = state.ci.previous; ci !== null && ci !== state.base_ci; ci = ci.previous) {
    if ((ci.callstatus & lstate.CIST_LUA) !== 0) continue;
    ldebug.luaG_runerror(state, bytesOf('attempt to yield across metamethod/C-call boundary'));
  }
  ldo.lua_yield(state, argumentCount(state));
  return 0;
};

export const coroutineFunctions: Record<string, Native> = {
  create,
  resume: coroutineResume,
  running,
  status,
  wrap,
  yield: yieldFunction,
};
