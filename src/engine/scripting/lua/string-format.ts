/** string.format. `printf.ts` writes the numbers. */
import { bytesOf, latin1 } from '../../base/bytes.ts';
import { ByteSink } from './memory.ts';
import { charge } from './pause.ts';
import { formatFloat, formatInteger, type Specification } from './printf.ts';
import {
  argumentError,
  checkBytes,
  checkNumber,
  inPortions,
  isNone,
  pushBytes,
  raise,
  truncated,
} from './stack.ts';
import type { LuaState, Native } from './values.ts';

const FLAGS = '-+ #0';
/** The most digits of a width or precision in C. */
const MAX_FORMAT_DIGITS = 2;

/** Conversions between two chances to pause. */
const FORMAT_PORTION = 2000;

export const format: Native = (state) => {
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
