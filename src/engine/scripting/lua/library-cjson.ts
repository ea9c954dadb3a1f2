/** JSON as scripts have it: the behaviour of lua-cjson 2.1.0, options and messages included. */
import { latin1 } from '../../base/bytes.ts';
import { BOOLEAN } from './internals.ts';
import { Decoder } from './json-decoder.ts';
import { Encoder } from './json-encoder.ts';
import { freshOptions, MAX_INTEGER, NULL, type Options } from './json-options.ts';
import type { LuaMachine } from './machine.ts';
import {
  argument,
  argumentCount,
  argumentError,
  asNumber,
  checkBytes,
  inPortions,
  isNoneOrNil,
  nativeValue,
  newTable,
  push,
  pushBoolean,
  pushBytes,
  pushNumber,
  pushText,
  raise,
  setField,
  tableValue,
  textValue,
  truncated,
  typeName,
} from './stack.ts';
import type { LuaTable } from './table.ts';
import type { LuaState, Native, TValue } from './values.ts';

function mostArguments(state: LuaState, limit: number): void {
  if (argumentCount(state) > limit) argumentError(state, limit + 1, 'found too many arguments');
}

function integerOption(state: LuaState, n: number, least: number, greatest: number): number | null {
  if (isNoneOrNil(state, n)) return null;
  const value = asNumber(argument(state, n));
  const integer = value === null ? Number.NaN : truncated(value);
  if (value === null) argumentError(state, n, `number expected, got ${typeName(argument(state, n))}`);
  if (!(integer >= least && integer <= greatest)) {
    argumentError(state, n, `expected integer between ${least} and ${greatest}`);
  }
  return integer;
}

/** on, off and perhaps null, or a boolean. */
function wordOption(state: LuaState, n: number, words: readonly string[]): number | null {
  if (isNoneOrNil(state, n)) return null;
  const value = argument(state, n);
  if (value.type === BOOLEAN) return value.value === true ? 1 : 0;
  const word = latin1(checkBytes(state, n));
  const index = words.indexOf(word);
  if (index === -1) argumentError(state, n, `invalid option '${word}'`);
  return index;
}

function functionsOf(options: Options, make: (state: LuaState) => LuaTable): Record<string, Native> {
  const pushWord = (state: LuaState, value: number): number => {
    if (value === 2) pushText(state, 'null');
    else pushBoolean(state, value === 1);
    return 1;
  };
  return {
    decode: (state) => {
      if (argumentCount(state) !== 1) argumentError(state, 1, 'expected 1 argument');
      const bytes = checkBytes(state, 1);
      if (bytes.length >= 2 && (bytes[0] === 0 || bytes[1] === 0)) {
        raise(state, 'JSON parser does not support UTF-16 or UTF-32');
      }
      const decoder = new Decoder(state, options, bytes);
      return inPortions(state, (L) => {
        const value = decoder.decode();
        if (value === null) return null;
        push(L, value);
        return 1;
      });
    },
    decode_invalid_numbers: (state) => {
      mostArguments(state, 1);
      const value = wordOption(state, 1, ['off', 'on']);
      if (value !== null) options.decodeInvalidNumbers = value === 1;
      return pushWord(state, options.decodeInvalidNumbers ? 1 : 0);
    },
    decode_max_depth: (state) => {
      mostArguments(state, 1);
      options.decodeMaxDepth = integerOption(state, 1, 1, MAX_INTEGER) ?? options.decodeMaxDepth;
      pushNumber(state, options.decodeMaxDepth);
      return 1;
    },
    encode: (state) => {
      if (argumentCount(state) !== 1) argumentError(state, 1, 'expected 1 argument');
      const encoder = new Encoder(state, options);
      return inPortions(state, (L) => {
        const bytes = encoder.encode(argument(L, 1));
        if (bytes === null) return null;
        pushBytes(L, bytes);
        return 1;
      });
    },
    encode_invalid_numbers: (state) => {
      mostArguments(state, 1);
      const value = wordOption(state, 1, ['off', 'on', 'null']);
      if (value !== null) options.encodeInvalidNumbers = value as 0 | 1 | 2;
      return pushWord(state, options.encodeInvalidNumbers);
    },
    encode_keep_buffer: (state) => {
      mostArguments(state, 1);
      const value = wordOption(state, 1, ['off', 'on']);
      if (value !== null) options.keepBuffer = value === 1;
      return pushWord(state, options.keepBuffer ? 1 : 0);
    },
    encode_max_depth: (state) => {
      mostArguments(state, 1);
      options.encodeMaxDepth = integerOption(state, 1, 1, MAX_INTEGER) ?? options.encodeMaxDepth;
      pushNumber(state, options.encodeMaxDepth);
      return 1;
    },
    encode_number_precision: (state) => {
      mostArguments(state, 1);
      options.precision = integerOption(state, 1, 1, 14) ?? options.precision;
      pushNumber(state, options.precision);
      return 1;
    },
    encode_sparse_array: (state) => {
      mostArguments(state, 3);
      const convert = wordOption(state, 1, ['off', 'on']);
      if (convert !== null) options.sparseConvert = convert === 1;
      const ratio = integerOption(state, 2, 0, MAX_INTEGER);
      const safe = integerOption(state, 3, 0, MAX_INTEGER);
      options.sparseRatio = ratio ?? options.sparseRatio;
      options.sparseSafe = safe ?? options.sparseSafe;
      pushBoolean(state, options.sparseConvert);
      pushNumber(state, options.sparseRatio);
      pushNumber(state, options.sparseSafe);
      return 3;
    },
    new: (state) => {
      push(state, tableValue(make(state)));
      return 1;
    },
  };
}

function constants(): Record<string, TValue> {
  return { _NAME: textValue('cjson'), _VERSION: textValue('2.1.0'), null: NULL() };
}

/** A table of the functions with options of its own. */
function makeTable(state: LuaState): LuaTable {
  const table = newTable(state);
  for (const [name, native] of Object.entries(functionsOf(freshOptions(), makeTable))) {
    setField(table, name, nativeValue(native, `cjson.${name}`));
  }
  for (const [name, value] of Object.entries(constants())) setField(table, name, value);
  return table;
}

export function openJsonLibrary(machine: LuaMachine): void {
  machine.library('cjson', functionsOf(freshOptions(), makeTable), constants());
}
