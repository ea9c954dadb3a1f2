/** Counts the values a machine can still reach, as a collector would mark them, and what they take. */
import { LUA_FUNCTION, NATIVE_CLOSURE, TABLE, THREAD, USERDATA } from './internals.ts';
import { CALL_BYTES, FUNCTION_BYTES, NODE_BYTES, SLOT_BYTES, STRING_BYTES, TABLE_BYTES } from './memory.ts';
import { isString } from './stack.ts';
import type { LuaTable } from './table.ts';
import type { LuaClosure, LuaState, LuaString, TValue } from './values.ts';

interface NativeClosure {
  readonly upvalue: readonly TValue[];
}

interface Marked {
  seenBy?: number;
}

let latest = 0;

export function countInUse(
  roots: Iterable<TValue>,
  threads: Iterable<LuaState>,
): { bytes: number; values: number } {
  const round = ++latest;
  const tables: LuaTable[] = [];
  const functions: LuaClosure[] = [];
  const natives: NativeClosure[] = [];
  const waiting: LuaState[] = [];
  let bytes = 0;
  let values = 0;

  const isNew = (object: unknown): boolean => {
    const marked = object as Marked;
    if (marked.seenBy === round) return false;
    marked.seenBy = round;
    return true;
  };
  const visitTable = (table: LuaTable | null | undefined): void => {
    if (table && isNew(table)) tables.push(table);
  };
  const visit = (slot: TValue): void => {
    values++;
    const { type, value } = slot;
    if (isString(slot)) {
      if (isNew(value)) bytes += STRING_BYTES + stringBytes(value as LuaString);
    } else if (type === TABLE) visitTable(value as LuaTable);
    else if (type === LUA_FUNCTION) {
      if (isNew(value)) functions.push(value as LuaClosure);
    } else if (type === THREAD) {
      if (isNew(value)) waiting.push(value as LuaState);
    } else if (type === USERDATA) visitTable((value as { metatable: LuaTable | null }).metatable);
    else if (type === NATIVE_CLOSURE && isNew(value)) natives.push(value as NativeClosure);
  };

  for (const root of roots) visit(root);
  for (const thread of threads) if (isNew(thread)) waiting.push(thread);
  for (;;) {
    const table = tables.pop();
    if (table !== undefined) {
      bytes += TABLE_BYTES + table.array.length * SLOT_BYTES + table.nodes.length * NODE_BYTES;
      visitTable(table.metatable);
      for (const slot of table.array) visit(slot);
      for (const node of table.nodes) {
        values++;
        if (node.value.type === 0) continue;
        visit(node.value);
        if (node.keyType > 3) visit({ type: node.keyType, value: node.key } as TValue);
      }
      continue;
    }
    const closure = functions.pop();
    if (closure !== undefined) {
      bytes += FUNCTION_BYTES;
      // One that the compiler has only begun has none yet.
      for (const slot of closure.upvals) if (slot !== undefined) visit(slot);
      continue;
    }
    const native = natives.pop();
    if (native !== undefined) {
      bytes += FUNCTION_BYTES;
      for (const slot of native.upvalue) visit(slot);
      continue;
    }
    const thread = waiting.pop();
    if (thread === undefined) return { bytes, values };
    bytes += FUNCTION_BYTES + thread.top * SLOT_BYTES;
    for (let place = 0; place < thread.top; place++) {
      const slot = thread.stack[place];
      if (slot !== undefined) visit(slot);
    }
    for (let ci = thread.ci; ci !== thread.base_ci && ci.previous !== null; ci = ci.previous)
      bytes += CALL_BYTES;
  }
}

/** A string that was compared or used as a key is there a second time, as characters. */
function stringBytes({ realstring, hash }: LuaString): number {
  return hash === null ? realstring.length : 2 * realstring.length;
}
