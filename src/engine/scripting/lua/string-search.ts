/** find, match, gmatch and gsub of the string library. `pattern.ts` has the matcher. */
import { bytesOf } from '../../base/bytes.ts';
import { lapi, ldebug, lobject, NIL, NUMBER, TABLE } from './internals.ts';
import { metamethod } from './library-base.ts';
import { ByteSink } from './memory.ts';
import { numberText } from './numbers.ts';
import { type Capture, Matcher, MORE, PatternError } from './pattern.ts';
import { charge, pause } from './pause.ts';
import {
  argument,
  argumentError,
  asBytes,
  BREATHE,
  type CallAnswer,
  type CallRequest,
  calling,
  checkBytes,
  inPortions,
  isFunction,
  isString,
  isTrue,
  type Library,
  numberValue,
  optionalInteger,
  push,
  pushBytes,
  pushNil,
  pushNumber,
  raise,
  reserve,
  stringValue,
  tableIn,
  typeName,
} from './stack.ts';
import type { LuaState, Native, TValue } from './values.ts';

/** A position counted from the end if negative. */
export function relative(position: number, length: number): number {
  const absolute = position < 0 ? position + length + 1 : position;
  return absolute >= 0 ? absolute : 0;
}

const SPECIALS = new Set([94, 36, 42, 43, 63, 46, 40, 91, 37, 45]);

/** After this many failed comparisons per byte of the text, the search is done in one pass. */
const PATIENCE = 8;

function indexOfBytes(source: Uint8Array, wanted: Uint8Array, from: number): number {
  if (wanted.length === 0) return from;
  const last = source.length - wanted.length;
  let compared = 0;
  for (
    let at = source.indexOf(wanted[0], from);
    at !== -1 && at <= last;
    at = source.indexOf(wanted[0], at + 1)
  ) {
    let i = 1;
    while (i < wanted.length && source[at + i] === wanted[i]) i++;
    if (i === wanted.length) return at;
    compared += i;
    if (compared > PATIENCE * source.length) return indexInOnePass(source, wanted, at + 1);
  }
  return -1;
}

/** Knuth, Morris and Pratt: never looks back in the text. */
function indexInOnePass(source: Uint8Array, wanted: Uint8Array, from: number): number {
  const borders = new Int32Array(wanted.length);
  for (let i = 1, border = 0; i < wanted.length; i++) {
    while (border > 0 && wanted[i] !== wanted[border]) border = borders[border - 1];
    if (wanted[i] === wanted[border]) border++;
    borders[i] = border;
  }
  for (let at = from, fits = 0; at < source.length; at++) {
    while (fits > 0 && source[at] !== wanted[fits]) fits = borders[fits - 1];
    if (source[at] === wanted[fits]) fits++;
    if (fits === wanted.length) return at - fits + 1;
  }
  return -1;
}

/** Runs the matcher, and raises its errors. */
function guarded<Result>(state: LuaState, work: () => Result): Result {
  try {
    return work();
  } catch (problem) {
    return complain(state, problem);
  }
}

function complain(state: LuaState, problem: unknown): never {
  if (problem instanceof PatternError) return raise(state, problem.message);
  throw problem;
}

/** `guarded`, without a function for every attempt. */
function matchAt(state: LuaState, matcher: Matcher, at: number, patternAt: number): number {
  try {
    return matcher.match(at, patternAt);
  } catch (problem) {
    return complain(state, problem);
  }
}

function pushCapture(state: LuaState, capture: Capture): void {
  if (typeof capture === 'number') pushNumber(state, capture);
  else pushBytes(state, capture.slice());
}

function captureValue(capture: Capture): TValue {
  return typeof capture === 'number' ? numberValue(capture) : stringValue(capture.slice());
}

function search(state: LuaState, isFind: boolean): number {
  const source = checkBytes(state, 1);
  const pattern = checkBytes(state, 2);
  let start = relative(optionalInteger(state, 3, 1), source.length) - 1;
  if (start < 0) start = 0;
  else if (start > source.length) start = source.length;
  if (isFind && (isTrue(argument(state, 4)) || !pattern.some((code) => SPECIALS.has(code)))) {
    const found = indexOfBytes(source, pattern, start);
    charge((found === -1 ? source.length - start : found - start) >> 4);
    if (found !== -1) {
      pushNumber(state, found + 1);
      pushNumber(state, found + pattern.length);
      return 2;
    }
    pushNil(state);
    return 1;
  }
  const isAnchored = pattern[0] === 94;
  const matcher = new Matcher(source, pattern);
  let at = start;
  let isUnderWay = false;
  const attempts = (L: LuaState): number | null => {
    for (;;) {
      const end = isUnderWay ? guarded(L, () => matcher.goOn()) : matchAt(L, matcher, at, isAnchored ? 1 : 0);
      isUnderWay = end === MORE;
      if (isUnderWay) return null;
      if (end !== -1) {
        matcher.settle();
        const captures = guarded(L, () => matcher.captures(at, end, !isFind));
        reserve(L, captures.length + 2);
        if (isFind) {
          pushNumber(L, at + 1);
          pushNumber(L, end);
        }
        for (const capture of captures) pushCapture(L, capture);
        return captures.length + (isFind ? 2 : 0);
      }
      if (isAnchored || ++at > source.length) {
        matcher.settle();
        pushNil(L);
        return 1;
      }
    }
  };
  return inPortions(state, attempts);
}

export const find: Native = (state) => search(state, true);
export const match: Native = (state) => search(state, false);

export const gmatch: Native = (state) => {
  const source = checkBytes(state, 1);
  const matcher = new Matcher(source, checkBytes(state, 2));
  let at = 0;
  let isUnderWay = false;
  const attempts = (L: LuaState): number | null => {
    for (; at <= source.length; at++) {
      const end = isUnderWay ? matcher.goOn() : matcher.match(at, 0);
      isUnderWay = end === MORE;
      if (isUnderWay) return null;
      if (end === -1) continue;
      matcher.settle();
      const captures = matcher.captures(at, end, true);
      at = end === at ? end + 1 : end;
      reserve(L, captures.length);
      for (const capture of captures) pushCapture(L, capture);
      return captures.length;
    }
    matcher.settle();
    return 0;
  };
  const step: Native = (caller) => inPortions(caller, (L) => guarded(L, () => attempts(L)));
  const held = argument(state, 1);
  lapi.lua_settop(state, 0);
  // The closure holds its text where it is seen when values in use are counted.
  push(state, held);
  lapi.lua_pushcclosure(state, step, 1);
  return 1;
};

/** One attempt to match. */
const MATCH_INSTRUCTIONS = 25;

export const gsub = calling(function* (state, values): Library {
  const source = checkBytes(state, 1);
  const pattern = checkBytes(state, 2);
  const replacement = values[2] ?? lobject.luaO_nilobject;
  const limit = optionalInteger(state, 4, source.length + 1);
  const kind = replacement.type;
  if (!(kind === NUMBER || isString(replacement) || kind === TABLE || isFunction(replacement))) {
    argumentError(state, 3, 'string/function/table expected');
  }
  const isAnchored = pattern[0] === 94;
  const matcher = new Matcher(source, pattern);
  const sink = new ByteSink();
  let at = 0;
  let copied = 0;
  let count = 0;
  while (count < limit) {
    pause.budget -= MATCH_INSTRUCTIONS;
    if (pause.budget <= 0) yield BREATHE;
    const from = at;
    let end = matchAt(state, matcher, from, isAnchored ? 1 : 0);
    while (end === MORE) {
      yield BREATHE;
      end = guarded(state, () => matcher.goOn());
    }
    if (end !== -1) {
      matcher.settle();
      count++;
      sink.bytes(source.subarray(copied, from));
      if (isFunction(replacement)) {
        const captures = guarded(state, () => matcher.captures(from, end, true)).map(captureValue);
        const answer: CallAnswer = yield { callee: replacement, values: captures };
        const value = answer.values[0] ?? lobject.luaO_nilobject;
        sink.bytes(replacementBytes(state, value, source.subarray(from, end)));
      } else if (kind === TABLE) {
        const key = captureValue(guarded(state, () => matcher.capture(0, from, end)));
        const value: TValue = yield* lookup(state, replacement, key);
        sink.bytes(replacementBytes(state, value, source.subarray(from, end)));
      } else {
        const text = asBytes(replacement) as Uint8Array;
        guarded(state, () => expand(sink, matcher, text, from, end));
      }
      copied = end;
    }
    if (end !== -1 && end > from) at = end;
    else if (from < source.length) at = from + 1;
    else break;
    if (isAnchored) break;
  }
  matcher.settle();
  sink.bytes(source.subarray(copied));
  return [stringValue(sink.take()), numberValue(count)];
});

/** How far a chain of `__index` is followed. */
const MAX_CHAIN = 100;

/** A field, metamethods included. */
function* lookup(
  state: LuaState,
  table: TValue,
  key: TValue,
): Generator<CallRequest | typeof BREATHE, TValue, CallAnswer> {
  let from = table;
  for (let links = 0; links < MAX_CHAIN; links++) {
    if (from.type === TABLE) {
      const plain = tableIn(from).find(key.type, key.value);
      if (plain !== null && plain.type !== NIL) return plain;
    }
    const method = metamethod(state, from, '__index');
    if (method.type === NIL) {
      if (from.type === TABLE) return lobject.luaO_nilobject;
      return ldebug.luaG_typeerror(state, from, bytesOf('index'));
    }
    if (isFunction(method)) {
      const answer: CallAnswer = yield { callee: method, values: [from, key] };
      return answer.values[0] ?? lobject.luaO_nilobject;
    }
    from = method;
  }
  return ldebug.luaG_runerror(state, bytesOf('loop in gettable'));
}

/** Writes a replacement, with what was captured in the places of %0 to %9. */
function expand(sink: ByteSink, matcher: Matcher, text: Uint8Array, from: number, end: number): void {
  let start = 0;
  for (let i = text.indexOf(37); i !== -1; i = text.indexOf(37, start)) {
    sink.bytes(text.subarray(start, i));
    start = i + 2;
    const code = text[i + 1];
    if (code === 48) sink.bytes(matcher.source.subarray(from, end));
    else if (code >= 49 && code <= 57) {
      const capture = matcher.capture(code - 49, from, end);
      if (typeof capture === 'number') sink.text(numberText(capture));
      else sink.bytes(capture);
    } else {
      // A zero follows the last byte of a string.
      sink.byte(code ?? 0);
    }
  }
  if (start < text.length) sink.bytes(text.subarray(start));
}

function replacementBytes(state: LuaState, value: TValue, original: Uint8Array): Uint8Array {
  if (!isTrue(value)) return original;
  return asBytes(value) ?? raise(state, `invalid replacement value (a ${typeName(value)})`);
}
