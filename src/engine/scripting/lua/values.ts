/** The shapes of what lives inside the Lua machine, by fengari's names for the fields and ours for the types. */
import type { LuaTable } from './table.ts';

/** A slot: of the stack, of a table, of a closure. */
export interface TValue {
  type: number;
  value: unknown;
  setfrom(other: TValue): void;
  setnilvalue(): void;
  setfltvalue(value: number): void;
  setsvalue(value: LuaString): void;
  ttisnil(): boolean;
  ttisinteger(): boolean;
}

export interface LuaString {
  /** As a key of comparisons: a character per byte. */
  hash: string | null;
  /** As the server's Lua hashes it. */
  hash32?: number;
  readonly realstring: Uint8Array;
}

export interface Prototype {
  readonly code: readonly {
    readonly opcode: number;
    readonly A: number;
    readonly B: number;
    readonly C: number;
  }[];
  readonly lineinfo: readonly number[];
  readonly source: LuaString | null;
  readonly linedefined: number;
  readonly numparams: number;
  readonly locvars: readonly unknown[];
  readonly upvalues: readonly { readonly name: LuaString | null }[];
  /** Its first instruction makes the table `arg` of its variable arguments, as 5.1 gives it. */
  needsArg?: boolean;
}

export interface LuaClosure {
  readonly id: number;
  p: Prototype;
  readonly upvals: readonly TValue[];
}

export interface CallInfo {
  func: TValue;
  funcOff: number;
  top: number;
  previous: CallInfo | null;
  next: CallInfo | null;
  l_base: number;
  l_code: Prototype['code'] | null;
  l_savedpc: number;
  callstatus: number;
  extra?: number;
}

export interface LuaState {
  readonly id: number;
  readonly l_G: {
    id_counter: number;
    mainthread: LuaState;
    l_registry: TValue;
    mt: (LuaTable | null | undefined)[];
    tmname: LuaString[];
    atnativeerror: Native | null;
    /** The machine this state belongs to. */
    machine?: unknown;
  };
  stack: TValue[];
  top: number;
  ci: CallInfo;
  base_ci: CallInfo;
  nny: number;
  nCcalls: number;
  status: number;
  errfunc: number;
  hook: unknown;
  hookmask: number;
  hookcount: number;
  basehookcount: number;
  oldpc: number;
  allowhook: number;
}

/** A function of ours: takes its arguments off the stack, leaves its results on top and says how many. */
export interface Native {
  (state: LuaState): number;
  /** Stands for its address: the same in every process, so that scripts see the same. */
  id?: number;
}

export interface DebugInfo {
  event: number;
  name: Uint8Array | null;
  namewhat: Uint8Array | null;
  currentline: number;
  source: Uint8Array | null;
  short_src: Uint8Array | null;
  i_ci: CallInfo;
}
