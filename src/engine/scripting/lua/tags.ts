/// <reference path="./fengari.d.ts" />
/**
 * The first link of the chain that loads fengari: Lua 5.1 has one type of number. The tag of integers becomes the
 * tag of floats before any other module of fengari has read it.
 */
import defs from 'fengari/src/defs.js';

defs.constant_types.LUA_TNUMINT = defs.constant_types.LUA_TNUMFLT;

export { defs };
