/** The last link: the modules of fengari by their names. Nobody else imports fengari. */
import { defs, lstring, lua } from './core.ts';
import { modules } from './load-modules.ts';

const { lapi, ldebug, ldo, lfunc, llex, lobject, lopcodes, lstate, ltable, ltm, lvm } = modules;

export { defs, lapi, ldebug, ldo, lfunc, llex, lobject, lopcodes, lstate, lstring, ltable, ltm, lua, lvm };

const types = defs.constant_types;
export const NIL = types.LUA_TNIL;
export const BOOLEAN = types.LUA_TBOOLEAN;
export const LIGHT_USERDATA = types.LUA_TLIGHTUSERDATA;
export const NUMBER = types.LUA_TNUMFLT;
export const STRING = types.LUA_TLNGSTR;
export const SHORT_STRING = types.LUA_TSHRSTR;
export const TABLE = types.LUA_TTABLE;
export const LUA_FUNCTION = types.LUA_TLCL;
export const NATIVE_FUNCTION = types.LUA_TLCF;
export const NATIVE_CLOSURE = types.LUA_TCCL;
export const USERDATA = types.LUA_TUSERDATA;
export const THREAD = types.LUA_TTHREAD;

export const OK = 0;
export const YIELD = 1;
export const ERROR_RUN = 2;
export const ERROR_SYNTAX = 3;
export const ALL_RESULTS = -1;
