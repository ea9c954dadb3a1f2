/// <reference path="./fengari.d.ts" />
/** Loads all of fengari. A file of its own, so that `early.ts` comes before it. */
import lua from 'fengari/src/lua.js';

export const loaded = { lua };
