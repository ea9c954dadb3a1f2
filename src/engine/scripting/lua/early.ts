/**
 * The second link: what other modules of fengari copy when they load, replaced before they do. Numbers print as
 * `%.14g`, the remainder is 5.1's, and a string's identity is one character per byte (fengari joins unpadded
 * hexadecimal digits, so that different strings meet).
 */
import { latin1 } from '../../base/bytes.ts';
import { settings } from './load-settings.ts';
import { weigh, weighString } from './memory.ts';
import { numberText } from './numbers.ts';
import { charge } from './pause.ts';
import { defs } from './tags.ts';
import type { LuaString } from './values.ts';

const { llimits, lstring, luaconf } = settings;

/** From here on the bytes of a string cost time and memory that is worth counting. */
const LONG_BYTES = 1024;

luaconf.LUA_COMPAT_FLOATSTRING = true;
luaconf.lua_integer2str = numberText;
luaconf.lua_number2str = numberText;

llimits.luai_nummod = (_state: unknown, a: number, b: number): number => a - Math.floor(a / b) * b;
// Assertions of fengari's own cost a fifth of its time.
llimits.lua_assert = (): void => {};

lstring.luaS_hash = (bytes: Uint8Array): string => latin1(bytes);
lstring.luaS_hashlongstr = (text: LuaString): string => {
  let { hash } = text;
  if (hash === null) {
    const bytes = text.realstring;
    if (bytes.length >= LONG_BYTES) {
      weigh(bytes.length);
      charge(bytes.length >> 3);
    }
    hash = latin1(bytes);
    text.hash = hash;
  }
  return hash;
};
lstring.luaS_eqlngstr = (a: LuaString, b: LuaString): boolean => {
  if (a === b) return true;
  const left = a.realstring;
  const right = b.realstring;
  if (left.length !== right.length) return false;
  if (left.length >= LONG_BYTES) charge(left.length >> 6);
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return false;
  return true;
};
lstring.luaS_bless = (state: unknown, bytes: Uint8Array): LuaString => {
  weighString(bytes.length);
  return new lstring.TString(state, bytes);
};
lstring.luaS_new = newString;

/** A copy by the runtime instead of an iteration. A declaration, for fengari also calls it with `new`. */
function newString(state: unknown, bytes: ArrayLike<number>): LuaString {
  weighString(bytes.length);
  return new lstring.TString(state, new Uint8Array(bytes));
}

export { defs, lstring };
