/** The string library of Lua 5.1. Strings are bytes; letters are those of ASCII. */
import { bytesOf, concatBytes, latin1 } from '../../base/bytes.ts';
import { lapi, lobject, lvm, NIL, NUMBER, TABLE } from './internals.ts';
import { numberText } from './numbers.ts';
import { type Capture, Matcher, PatternError } from './pattern.ts';
import { pause } from './pause.ts';
import { formatFloat, formatInteger, type Specification } from './printf.ts';
import {
  argument,
  argumentCount,
  argumentError,
  asBytes,
  BREATHE,
  type CallAnswer,
  calling,
  checkBytes,
  checkInteger,
  checkNumber,
  isFunction,
  isNone,
  isString,
  isTrue,
  type Library,
  numberValue,
  optionalInteger,
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

/** The longest string that string.rep makes. */
const MAX_MADE_BYTES = 128 * 1024 * 1024;

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
  const count = Math.max(0, checkInteger(state, 2));
  const size = bytes.length * count;
  if (size > MAX_MADE_BYTES) raise(state, 'not enough memory');
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
  if (count > 7998) raise(state, 'string slice too long');
  reserve(state, count);
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

function indexOfBytes(source: Uint8Array, wanted: Uint8Array, from: number): number {
  if (wanted.length === 0) return from;
  const last = source.length - wanted.length;
  for (
    let at = source.indexOf(wanted[0], from);
    at !== -1 && at <= last;
    at = source.indexOf(wanted[0], at + 1)
  ) {
    let i = 1;
    while (i < wanted.length && source[at + i] === wanted[i]) i++;
    if (i === wanted.length) return at;
  }
  return -1;
}

/** Runs the matcher; what it complains of is raised. */
function guarded<Result>(state: LuaState, work: () => Result): Result {
  try {
    return work();
  } catch (problem) {
    if (problem instanceof PatternError) return raise(state, problem.message);
    throw problem;
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
  return guarded(state, () => {
    for (let at = start; at <= source.length; at++) {
      const end = matcher.match(at, isAnchored ? 1 : 0);
      if (end !== -1) {
        const captures = matcher.captures(at, end, !isFind);
        reserve(state, captures.length + 2);
        if (isFind) {
          pushNumber(state, at + 1);
          pushNumber(state, end);
        }
        for (const capture of captures) pushCapture(state, capture);
        return captures.length + (isFind ? 2 : 0);
      }
      if (isAnchored) break;
    }
    pushNil(state);
    return 1;
  });
}

const find: Native = (state) => search(state, true);
const match: Native = (state) => search(state, false);

const gmatch: Native = (state) => {
  const source = checkBytes(state, 1);
  const matcher = new Matcher(source, checkBytes(state, 2));
  let at = 0;
  const step: Native = (caller) =>
    guarded(caller, () => {
      for (; at <= source.length; at++) {
        const end = matcher.match(at, 0);
        if (end === -1) continue;
        const captures = matcher.captures(at, end, true);
        at = end === at ? end + 1 : end;
        reserve(caller, captures.length);
        for (const capture of captures) pushCapture(caller, capture);
        return captures.length;
      }
      return 0;
    });
  lapi.lua_settop(state, 0);
  pushNil(state);
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
  const parts: Uint8Array[] = [];
  let at = 0;
  let copied = 0;
  let count = 0;
  while (count < limit) {
    pause.budget -= MATCH_INSTRUCTIONS;
    if (pause.budget <= 0) yield BREATHE;
    const from = at;
    const end = guarded(state, () => matcher.match(from, isAnchored ? 1 : 0));
    if (end !== -1) {
      count++;
      parts.push(source.subarray(copied, from));
      let value: TValue;
      if (isFunction(replacement)) {
        const captures = guarded(state, () => matcher.captures(from, end, true)).map(captureValue);
        const answer: CallAnswer = yield { callee: replacement, values: captures };
        value = answer.values[0] ?? lobject.luaO_nilobject;
      } else if (kind === TABLE) {
        const key = captureValue(guarded(state, () => matcher.capture(0, from, end)));
        value = lookup(state, replacement, key);
      } else {
        const text = asBytes(replacement) as Uint8Array;
        value = stringValue(guarded(state, () => expanded(matcher, text, from, end)));
      }
      parts.push(replacementBytes(state, value, source.subarray(from, end)));
      copied = end;
    }
    if (end !== -1 && end > from) at = end;
    else if (from < source.length) at = from + 1;
    else break;
    if (isAnchored) break;
  }
  parts.push(source.subarray(copied));
  return [stringValue(concatBytes(parts)), numberValue(count)];
});

/** A field, metamethods included. */
function lookup(state: LuaState, table: TValue, key: TValue): TValue {
  const plain = tableIn(table).find(key.type, key.value);
  if ((plain !== null && plain.type !== NIL) || tableIn(table).metatable === null) {
    return plain ?? lobject.luaO_nilobject;
  }
  pushNil(state);
  lvm.luaV_gettable(state, table, key, state.top - 1);
  const { type, value } = state.stack[state.top - 1];
  lapi.lua_settop(state, -2);
  return new lobject.TValue(type, value);
}

function expanded(matcher: Matcher, text: Uint8Array, from: number, end: number): Uint8Array {
  if (!text.includes(37)) return text;
  const parts: Uint8Array[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== 37) continue;
    parts.push(text.subarray(start, i));
    i++;
    start = i + 1;
    const code = text[i];
    if (code === 48) parts.push(matcher.source.subarray(from, end));
    else if (code >= 49 && code <= 57) {
      const capture = matcher.capture(code - 49, from, end);
      parts.push(typeof capture === 'number' ? bytesOf(numberText(capture)) : capture);
    } else if (code !== undefined) {
      parts.push(text.subarray(i, i + 1));
    } else {
      parts.push(Uint8Array.of(0));
    }
  }
  if (start < text.length) parts.push(text.subarray(start));
  return concatBytes(parts);
}

function replacementBytes(state: LuaState, value: TValue, original: Uint8Array): Uint8Array {
  if (!isTrue(value)) return original;
  return asBytes(value) ?? raise(state, `invalid replacement value (a ${typeName(value)})`);
}

const FLAGS = '-+ #0';
/** What one conversion may take in C, beyond which only text goes. */
const MAX_FORMAT_DIGITS = 2;

const format: Native = (state) => {
  const template = latin1(checkBytes(state, 1));
  const parts: Uint8Array[] = [];
  let next = 1;
  let at = 0;
  let literal = 0;
  while (at < template.length) {
    if (template[at] !== '%') {
      at++;
      continue;
    }
    parts.push(bytesOf(template.slice(literal, at)));
    at++;
    if (template[at] === '%') {
      parts.push(PERCENT);
      at++;
    } else {
      next++;
      const [specification, end] = readSpecification(state, template, at);
      parts.push(converted(state, next, specification));
      at = end;
    }
    literal = at;
  }
  parts.push(bytesOf(template.slice(literal)));
  pushBytes(state, concatBytes(parts));
  return 1;
};

const PERCENT = Uint8Array.of(37);

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
  let text = '"';
  for (const code of bytes) {
    if (code === 34 || code === 92 || code === 10) text += `\\${String.fromCharCode(code)}`;
    else if (code === 13) text += '\\r';
    else if (code === 0) text += '\\000';
    else text += String.fromCharCode(code);
  }
  return bytesOf(`${text}"`);
}

/** Functions cannot be taken apart here; neither could a server that refuses to load them back. */
const dump: Native = (state) => raise(state, 'unable to dump given function');

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
