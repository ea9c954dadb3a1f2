/// <reference path="./fengari.d.ts" />
/** The modules of fengari by their names, once all are loaded. */
import lapi from 'fengari/src/lapi.js';
import ldebug from 'fengari/src/ldebug.js';
import ldo from 'fengari/src/ldo.js';
import lfunc from 'fengari/src/lfunc.js';
import llex from 'fengari/src/llex.js';
import lobject from 'fengari/src/lobject.js';
import lopcodes from 'fengari/src/lopcodes.js';
import lstate from 'fengari/src/lstate.js';
import ltable from 'fengari/src/ltable.js';
import ltm from 'fengari/src/ltm.js';
import lvm from 'fengari/src/lvm.js';

/** An object of our own: a mere passing on of imports might be taken out of its place by a bundler. */
export const modules = { lapi, ldebug, ldo, lfunc, llex, lobject, lopcodes, lstate, ltable, ltm, lvm };
