/**
 * Code that was compiled before: many machines run the same short program, as in a search that starts a server over and
 * over. Nothing changes a prototype after it was compiled, so machines may share it.
 */
import { latin1 } from '../../base/bytes.ts';
import { LUA_FUNCTION, lfunc } from './internals.ts';
import { Slot } from './stack.ts';
import type { LuaClosure, LuaState, Prototype, TValue } from './values.ts';

interface Chunk {
  readonly prototype: Prototype;
  readonly upvalues: number;
  /** As many numbers as compiling takes: scripts can see the number of what they make later. */
  readonly ids: number;
}

const MAX_CHUNKS = 128;
/** Longer sources come too near to limits of memory, which are counted while they are compiled. */
const MAX_SOURCE_BYTES = 8192;
const chunks = new Map<string, Chunk>();

function nameOf(source: Uint8Array, chunk: string): string {
  return `${chunk}\n${latin1(source)}`;
}

/** A new function of this machine; null if this source has not been compiled lately. */
export function takeCompiled(
  state: LuaState,
  globals: TValue,
  source: Uint8Array,
  chunk: string,
): TValue | null {
  if (source.length > MAX_SOURCE_BYTES) return null;
  const known = chunks.get(nameOf(source, chunk));
  if (known === undefined) return null;
  const { l_G } = state;
  const idsBefore = l_G.id_counter;
  const closure = lfunc.luaF_newLclosure(state, known.upvalues);
  closure.p = known.prototype;
  lfunc.luaF_initupvals(state, closure);
  closure.upvals[0]?.setfrom(globals);
  l_G.id_counter = idsBefore + known.ids;
  return new Slot(LUA_FUNCTION, closure);
}

export function keepCompiled(source: Uint8Array, chunk: string, compiled: TValue, ids: number): void {
  if (source.length > MAX_SOURCE_BYTES) return;
  const { p: prototype, upvals } = compiled.value as LuaClosure;
  if (chunks.size >= MAX_CHUNKS) {
    for (const oldest of chunks.keys()) {
      chunks.delete(oldest);
      break;
    }
  }
  chunks.set(nameOf(source, chunk), { prototype, upvalues: upvals.length, ids });
}
