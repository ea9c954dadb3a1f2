/**
 * The parts of fengari that are used, by the names of the C source it mirrors. The package ships no types; its
 * modules are CommonJS with exports that can be replaced, which is what `patches` relies on.
 */
declare module 'fengari/src/defs.js' {
  const defs: {
    constant_types: Record<string, number>;
    lua_Debug: new () => import('./values.ts').DebugInfo;
    LUA_MASKCOUNT: number;
    LUA_MASKLINE: number;
    LUA_HOOKCOUNT: number;
    LUA_HOOKLINE: number;
  };
  export default defs;
}
declare module 'fengari/src/luaconf.js' {
  const luaconf: Record<string, unknown>;
  export default luaconf;
}
declare module 'fengari/src/llimits.js' {
  const llimits: Record<string, unknown>;
  export default llimits;
}
declare module 'fengari/src/lstring.js' {
  const lstring: {
    TString: new (state: unknown, bytes: Uint8Array) => import('./values.ts').LuaString;
    luaS_hash: (bytes: Uint8Array) => string;
    luaS_hashlongstr: (text: import('./values.ts').LuaString) => string;
    luaS_eqlngstr: (a: import('./values.ts').LuaString, b: import('./values.ts').LuaString) => boolean;
    luaS_bless: (state: unknown, bytes: Uint8Array) => import('./values.ts').LuaString;
    luaS_new: (state: unknown, bytes: ArrayLike<number>) => import('./values.ts').LuaString;
  };
  export default lstring;
}
declare module 'fengari/src/lua.js' {
  const lua: Record<string, unknown>;
  export default lua;
}
declare module 'fengari/src/lapi.js' {
  import type { LuaState, Native } from './values.ts';

  type Continuation = (state: LuaState, status: number, context: unknown) => number;
  const lapi: {
    lua_callk(
      state: LuaState,
      argumentCount: number,
      resultCount: number,
      context: unknown,
      after: Continuation | null,
    ): void;
    lua_pcallk(
      state: LuaState,
      argumentCount: number,
      resultCount: number,
      handler: number,
      context: unknown,
      after: Continuation | null,
    ): number;
    lua_checkstack(state: LuaState, count: number): boolean;
    lua_settop(state: LuaState, index: number): void;
    lua_error(state: LuaState): never;
    lua_load(
      state: LuaState,
      reader: (state: LuaState, data: unknown) => Uint8Array | null,
      data: unknown,
      name: Uint8Array,
      mode: Uint8Array | null,
    ): number;
    lua_pushcclosure(state: LuaState, native: Native, upvalues: number): void;
    lua_setmetatable: (state: LuaState, index: number) => boolean;
  };
  export default lapi;
}
declare module 'fengari/src/ldebug.js' {
  import type { DebugInfo, LuaState, LuaString, TValue } from './values.ts';

  const ldebug: {
    lua_getstack(state: LuaState, level: number, info: DebugInfo): number;
    lua_getinfo(state: LuaState, what: Uint8Array, info: DebugInfo): number;
    lua_sethook(
      state: LuaState,
      hook: ((state: LuaState, info: DebugInfo) => void) | null,
      mask: number,
      count: number,
    ): void;
    luaG_runerror(state: LuaState, format: Uint8Array, ...values: unknown[]): never;
    luaG_addinfo(state: LuaState, message: Uint8Array, source: LuaString | null, line: number): Uint8Array;
    luaG_typeerror(state: LuaState, value: TValue, operation: Uint8Array): never;
    luaG_ordererror(state: LuaState, a: TValue, b: TValue): never;
  };
  export default ldebug;
}
declare module 'fengari/src/ldo.js' {
  import type { LuaState } from './values.ts';

  const ldo: {
    luaD_throw(state: LuaState, status: number): never;
    luaD_precall(state: LuaState, place: number, results: number): boolean;
    luaD_checkstack(state: LuaState, count: number): void;
    adjust_top(state: LuaState, top: number): void;
    lua_resume(state: LuaState, from: LuaState | null, argumentCount: number): number;
    lua_yield(state: LuaState, resultCount: number): void;
    lua_yieldk(
      state: LuaState,
      resultCount: number,
      context: unknown,
      after: ((state: LuaState, status: number, context: unknown) => number) | null,
    ): number;
  };
  export default ldo;
}
declare module 'fengari/src/lfunc.js' {
  import type { LuaClosure, LuaState, Prototype } from './values.ts';

  const lfunc: {
    luaF_getlocalname(prototype: Prototype, number: number, pc: number): Uint8Array | null;
    luaF_newLclosure(state: LuaState, upvalues: number): LuaClosure;
    luaF_initupvals(state: LuaState, closure: LuaClosure): void;
    readonly Proto: { readonly prototype: object };
  };
  export default lfunc;
}
declare module 'fengari/src/llex.js' {
  const llex: Record<string, unknown> & {
    RESERVED: Record<string, number>;
    FIRST_RESERVED: number;
  };
  export default llex;
}
declare module 'fengari/src/lobject.js' {
  import type { LuaState, TValue } from './values.ts';

  const lobject: {
    TValue: new (type: number, value: unknown) => TValue;
    luaO_nilobject: TValue;
    luaO_str2num: (bytes: Uint8Array, into: TValue) => number;
    luaO_tostring: (state: LuaState, value: TValue) => void;
    luaO_chunkid: (source: Uint8Array, limit: number) => Uint8Array;
    luaO_pushvfstring: (state: LuaState, format: Uint8Array, values: unknown[]) => Uint8Array;
    luaO_pushfstring: (state: LuaState, format: Uint8Array, ...values: unknown[]) => Uint8Array;
  };
  export default lobject;
}
declare module 'fengari/src/lopcodes.js' {
  const lopcodes: { OpCodesI: Record<string, number> };
  export default lopcodes;
}
declare module 'fengari/src/lstate.js' {
  import type { LuaState } from './values.ts';

  const lstate: Record<string, number> & {
    lua_newstate(): LuaState;
    lua_newthread(state: LuaState): LuaState;
  };
  export default lstate;
}
declare module 'fengari/src/ltable.js' {
  const ltable: Record<string, unknown>;
  export default ltable;
}
declare module 'fengari/src/ltm.js' {
  const ltm: Record<string, unknown> & { TMS: Record<string, number> };
  export default ltm;
}
declare module 'fengari/src/lvm.js' {
  import type { LuaState, TValue } from './values.ts';

  const lvm: {
    luaV_equalobj(state: LuaState | null, a: TValue, b: TValue): number;
    luaV_lessthan(state: LuaState, a: TValue, b: TValue): number;
    luaV_gettable(state: LuaState, table: TValue, key: TValue, place: number): void;
    settable(state: LuaState, table: TValue, key: TValue, value: TValue): void;
    tonumber(value: TValue): number | false;
  };
  export default lvm;
}
