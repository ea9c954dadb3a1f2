/** The string library of Lua 5.1. Strings are bytes; letters are those of ASCII. */
import { LUA_FUNCTION } from './internals.ts';
import { maxStringBytes, refuseMemory } from './memory.ts';
import {
  argumentCount,
  argumentError,
  checkBytes,
  checkFunction,
  checkInt,
  checkInteger,
  hasRoom,
  optionalInteger,
  pushBytes,
  pushNumber,
  raise,
} from './stack.ts';
import { format } from './string-format.ts';
import { find, gmatch, gsub, match, relative } from './string-search.ts';
import type { Native } from './values.ts';

const len: Native = (state) => {
  pushNumber(state, checkBytes(state, 1).length);
  return 1;
};

const sub: Native = (state) => {
  const bytes = checkBytes(state, 1);
  const start = Math.max(1, relative(checkInteger(state, 2), bytes.length));
  const end = Math.min(bytes.length, relative(optionalInteger(state, 3, -1), bytes.length));
  pushBytes(state, start <= end ? bytes.slice(start - 1, end) : EMPTY);
  return 1;
};

const EMPTY = new Uint8Array(0);

const reverse: Native = (state) => {
  pushBytes(state, checkBytes(state, 1).slice().reverse());
  return 1;
};

function mapped(from: number, to: number): Native {
  return (state) => {
    const bytes = checkBytes(state, 1).slice();
    for (let i = 0; i < bytes.length; i++) if (bytes[i] >= from && bytes[i] <= to) bytes[i] ^= 32;
    pushBytes(state, bytes);
    return 1;
  };
}

const rep: Native = (state) => {
  const bytes = checkBytes(state, 1);
  const count = Math.max(0, checkInt(state, 2));
  const size = bytes.length * count;
  if (size > maxStringBytes()) refuseMemory();
  const result = new Uint8Array(size);
  if (size > 0) {
    result.set(bytes);
    for (let filled = bytes.length; filled < size; filled *= 2) {
      result.copyWithin(filled, 0, Math.min(filled, size - filled));
    }
  }
  pushBytes(state, result);
  return 1;
};

const byte: Native = (state) => {
  const bytes = checkBytes(state, 1);
  const first = relative(optionalInteger(state, 2, 1), bytes.length);
  const last = relative(optionalInteger(state, 3, first), bytes.length);
  const start = Math.max(1, first);
  const end = Math.min(bytes.length, last);
  if (start > end) return 0;
  const count = end - start + 1;
  if (!hasRoom(state, count)) raise(state, 'stack overflow (string slice too long)');
  for (let i = start; i <= end; i++) pushNumber(state, bytes[i - 1]);
  return count;
};

const char: Native = (state) => {
  const count = argumentCount(state);
  const result = new Uint8Array(count);
  for (let i = 1; i <= count; i++) {
    const code = checkInteger(state, i);
    if (code < 0 || code > 255) argumentError(state, i, 'invalid value');
    result[i - 1] = code;
  }
  pushBytes(state, result);
  return 1;
};

/** Returns only the header of bytecode: the server loads none, and this machine has none. */
const dump: Native = (state) => {
  if (checkFunction(state, 1).type !== LUA_FUNCTION) return raise(state, 'unable to dump given function');
  pushBytes(state, BYTECODE_HEADER);
  return 1;
};

/** The header of Lua 5.1: a signature, the version, and the sizes of numbers. */
const BYTECODE_HEADER = Uint8Array.of(0x1b, 0x4c, 0x75, 0x61, 0x51, 0, 1, 4, 8, 4, 8, 0);

export const stringFunctions: Record<string, Native> = {
  byte,
  char,
  dump,
  find,
  format,
  gfind: gmatch,
  gmatch,
  gsub,
  len,
  lower: mapped(65, 90),
  match,
  rep,
  reverse,
  sub,
  upper: mapped(97, 122),
};
