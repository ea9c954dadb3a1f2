/** The string library of Lua 5.1. Strings are bytes; letters are those of ASCII. */
import { bytesOf, latin1 } from '../../base/bytes.ts';
import { LUA_FUNCTION, lapi, ldebug, lobject, NIL, NUMBER, TABLE } from './internals.ts';
import { metamethod } from './library-base.ts';
import { ByteSink, maxStringBytes, refuseMemory } from './memory.ts';
import { numberText } from './numbers.ts';
import { type Capture, Matcher, MORE, PatternError } from './pattern.ts';
import { charge, pause } from './pause.ts';
import { formatFloat, formatInteger, type Specification } from './printf.ts';
import {
  argument,
  argumentCount,
  argumentError,
  asBytes,
  BREATHE,
  type CallAnswer,
  type CallRequest,
  calling,
  checkBytes,
  checkFunction,
  checkInt,
  checkInteger,
  checkNumber,
  hasRoom,
  inPortions,
  isFunction,
  isNone,
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
  truncated,
  typeName,
} from './stack.ts';
import type { LuaState, Native, TValue } from './values.ts';

/** A position counted from the end if negative. */
function relative(position: number, length: number): number {
  const absolute = position < 0 ? position + length + 1 : position;
  return absolute >= 0 ? absolute : 0;
}

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

const SPECIALS = new Set([94, 36, 42, 43, 63, 46, 40, 91, 37, 45]);

/** So many bytes are compared in vain, for each of the text, before the search is done in one pass. */
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

/** Runs the matcher; what it complains of is raised. */
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

const find: Native = (state) => search(state, true);
const match: Native = (state) => search(state, false);

const gmatch: Native = (state) => {
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

const gsub = calling(function* (state, values): Library {
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
      // What comes after the last byte of a string is a zero.
      sink.byte(code ?? 0);
    }
  }
  if (start < text.length) sink.bytes(text.subarray(start));
}

function replacementBytes(state: LuaState, value: TValue, original: Uint8Array): Uint8Array {
  if (!isTrue(value)) return original;
  return asBytes(value) ?? raise(state, `invalid replacement value (a ${typeName(value)})`);
}

const FLAGS = '-+ #0';
/** What one conversion may take in C, beyond which only text goes. */
const MAX_FORMAT_DIGITS = 2;

/** Conversions between two chances to pause. */
const FORMAT_PORTION = 2000;

const format: Native = (state) => {
  const template = checkBytes(state, 1);
  const sink = new ByteSink();
  let next = 1;
  let literal = 0;
  return inPortions(state, (L) => {
    for (let conversions = 0; conversions < FORMAT_PORTION; conversions++) {
      const at = template.indexOf(37, literal);
      if (at === -1) {
        sink.bytes(template.subarray(literal));
        pushBytes(L, sink.take());
        return 1;
      }
      sink.bytes(template.subarray(literal, at));
      if (template[at + 1] === 37) {
        sink.byte(37);
        literal = at + 2;
      } else {
        next++;
        // No specification is longer than this.
        const text = latin1(template, at + 1, Math.min(template.length, at + 1 + MAX_SPECIFICATION));
        const [specification, end] = readSpecification(L, text, 0);
        sink.bytes(converted(L, next, specification));
        literal = at + 1 + end;
      }
    }
    charge(FORMAT_PORTION * 10);
    return null;
  });
};

const MAX_SPECIFICATION = 32;

function readSpecification(state: LuaState, template: string, start: number): [Specification, number] {
  let at = start;
  while (at < template.length && FLAGS.includes(template[at])) at++;
  const flags = template.slice(start, at);
  if (flags.length > FLAGS.length) raise(state, 'invalid format (repeated flags)');
  const digits = (): string => {
    const from = at;
    while (at - from < MAX_FORMAT_DIGITS && /\d/.test(template[at] ?? '')) at++;
    return template.slice(from, at);
  };
  const width = digits();
  let precision = -1;
  if (template[at] === '.') {
    at++;
    precision = Number(digits() || '0');
  }
  if (/\d/.test(template[at] ?? '')) raise(state, 'invalid format (width or precision too long)');
  return [{ flags, width: Number(width || '0'), precision, conversion: template[at] ?? '' }, at + 1];
}

function converted(state: LuaState, n: number, specification: Specification): Uint8Array {
  const { conversion, width, flags, precision } = specification;
  if (isNone(state, n) && 'cdiouxXeEfgGqs'.includes(conversion) && conversion !== '') {
    argumentError(state, n, 'no value');
  }
  switch (conversion) {
    case 'c': {
      const text = String.fromCharCode(Number(BigInt.asUintN(8, BigInt(truncated(checkNumber(state, n))))));
      const whole = flags.includes('-') ? text.padEnd(width) : text.padStart(width);
      // C measures what it has printed up to the first zero.
      return bytesOf(whole.split('\0')[0]);
    }
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      return bytesOf(formatInteger(checkNumber(state, n), specification));
    case 'e':
    case 'E':
    case 'f':
    case 'g':
    case 'G':
      return bytesOf(formatFloat(checkNumber(state, n), specification));
    case 'q':
      return quoted(checkBytes(state, n));
    case 's': {
      const bytes = checkBytes(state, n);
      if (precision === -1 && bytes.length >= 100) return bytes;
      const zero = bytes.indexOf(0);
      let shown = latin1(bytes, 0, zero === -1 ? bytes.length : zero);
      if (precision !== -1) shown = shown.slice(0, precision);
      return bytesOf(flags.includes('-') ? shown.padEnd(width) : shown.padStart(width));
    }
    default:
      return raise(state, `invalid option '%${conversion}' to 'format'`);
  }
}

function quoted(bytes: Uint8Array): Uint8Array {
  const sink = new ByteSink();
  charge(bytes.length >> 3);
  sink.byte(34);
  for (const code of bytes) {
    if (code === 34 || code === 92 || code === 10) sink.byte(92);
    if (code === 13) sink.text('\\r');
    else if (code === 0) sink.text('\\000');
    else sink.byte(code);
  }
  sink.byte(34);
  return sink.take();
}

/** No code of ours could be loaded back, and the server loads none: what is given is how such code begins. */
const dump: Native = (state) => {
  if (checkFunction(state, 1).type !== LUA_FUNCTION) return raise(state, 'unable to dump given function');
  pushBytes(state, BYTECODE_HEADER);
  return 1;
};

/** Of Lua 5.1: a signature, the version, and the sizes of numbers. */
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
