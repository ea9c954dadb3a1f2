/// <reference path="./fengari.d.ts" />
/** Modules of fengari that others copy from when they load. A file of its own, so that it is loaded in its turn. */
import llimits from 'fengari/src/llimits.js';
import lstring from 'fengari/src/lstring.js';
import luaconf from 'fengari/src/luaconf.js';

export const settings = { llimits, lstring, luaconf };
