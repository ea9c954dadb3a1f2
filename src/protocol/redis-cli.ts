/**
 * What redis-cli 7.0 does at a terminal: how it takes a line apart and how it prints a reply.
 */
import type { Reply } from './resp.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Takes a line apart into arguments: blanks separate; "double quotes" know \n \r \t \b \a \" \\ and \xhh;
 * 'single quotes' know \' alone; a closing quote must be followed by a blank. Null when quotes do not balance,
 * where redis-cli says "Invalid argument(s)".
 */
export function splitArguments(line: string): Uint8Array[] | null {
  const bytes = encoder.encode(line);
  const args: Uint8Array[] = [];
  let at = 0;
  for (;;) {
    while (at < bytes.length && isBlank(bytes[at])) at++;
    if (at >= bytes.length || bytes[at] === 0) return args;
    const argument: number[] = [];
    let quote: number | null = null;
    for (;;) {
      const byte = at < bytes.length ? bytes[at] : 0;
      if (quote !== null) {
        if (byte === 0) return null;
        if (quote === doubleQuote && byte === backslash) {
          const escaped = readEscape(bytes, at);
          argument.push(escaped.byte);
          at += escaped.length;
          continue;
        }
        if (quote === singleQuote && byte === backslash && bytes[at + 1] === singleQuote) {
          argument.push(singleQuote);
          at += 2;
          continue;
        }
        at++;
        if (byte !== quote) {
          argument.push(byte);
          continue;
        }
        if (at < bytes.length && bytes[at] !== 0 && !isBlank(bytes[at])) return null;
        break;
      }
      if (byte === 0 || isSeparator(byte)) break;
      at++;
      if (byte === doubleQuote || byte === singleQuote) quote = byte;
      else argument.push(byte);
    }
    args.push(Uint8Array.from(argument));
  }
}

const doubleQuote = 0x22;
const singleQuote = 0x27;
const backslash = 0x5c;

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** What ends a bare word; vertical tab and form feed do not. */
function isSeparator(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

const escapes: Readonly<Record<string, number>> = { n: 0x0a, r: 0x0d, t: 0x09, b: 0x08, a: 0x07 };

/** The byte that an escape inside double quotes stands for, and how much of the line it takes. */
function readEscape(bytes: Uint8Array, at: number): { byte: number; length: number } {
  const next = bytes[at + 1];
  if (next === undefined || next === 0) return { byte: backslash, length: 1 };
  if (next === 0x78) {
    const digits = decoder.decode(bytes.subarray(at + 2, at + 4));
    if (/^[0-9a-f]{2}$/i.test(digits)) return { byte: Number.parseInt(digits, 16), length: 4 };
  }
  return { byte: escapes[String.fromCharCode(next)] ?? next, length: 2 };
}

/** A string as redis-cli quotes it: printable ASCII as it is, the rest escaped. */
export function quote(bytes: Uint8Array): string {
  let text = '"';
  for (const byte of bytes) text += quotedByte(byte);
  return `${text}"`;
}

function quotedByte(byte: number): string {
  switch (byte) {
    case backslash:
      return '\\\\';
    case doubleQuote:
      return '\\"';
    case 0x0a:
      return '\\n';
    case 0x0d:
      return '\\r';
    case 0x09:
      return '\\t';
    case 0x07:
      return '\\a';
    case 0x08:
      return '\\b';
    default:
      if (byte >= 0x20 && byte < 0x7f) return String.fromCharCode(byte);
      return `\\x${byte.toString(16).padStart(2, '0')}`;
  }
}

/** A reply as redis-cli prints it at a terminal, without the last line's end. */
export function formatReply(reply: Reply): string {
  return format(reply, '');
}

function format(reply: Reply, prefix: string): string {
  switch (reply.type) {
    case 'status':
      return reply.text;
    case 'error':
      return `(error) ${reply.text}`;
    case 'integer':
      return `(integer) ${reply.value}`;
    case 'double':
      return `(double) ${reply.text}`;
    case 'big-number':
      return `(big number) ${reply.text}`;
    case 'boolean':
      return reply.value ? '(true)' : '(false)';
    case 'nil':
      return '(nil)';
    case 'string':
      return quote(reply.bytes);
    case 'verbatim':
      return decoder.decode(reply.bytes);
    case 'map':
      return formatItems(
        reply.entries.length,
        '#',
        prefix,
        (index, inner) =>
          `${format(reply.entries[index][0], inner)} => ${format(reply.entries[index][1], inner)}`,
        '(empty hash)',
      );
    case 'set':
      return formatItems(
        reply.items.length,
        '~',
        prefix,
        (index, inner) => format(reply.items[index], inner),
        '(empty set)',
      );
    case 'array':
      return formatItems(
        reply.items.length,
        ')',
        prefix,
        (index, inner) => format(reply.items[index], inner),
        '(empty array)',
      );
    case 'push':
      return formatItems(
        reply.items.length,
        ')',
        prefix,
        (index, inner) => format(reply.items[index], inner),
        '(empty push)',
      );
  }
}

/** The first item stands on the line of the number that its parent has already printed. */
function formatItems(
  count: number,
  mark: string,
  prefix: string,
  formatItem: (index: number, innerPrefix: string) => string,
  empty: string,
): string {
  if (count === 0) return empty;
  const width = String(count).length;
  const inner = prefix + ' '.repeat(width + 2);
  const lines: string[] = [];
  for (let index = 0; index < count; index++) {
    const number = String(index + 1).padStart(width, ' ');
    lines.push(`${index === 0 ? '' : prefix}${number}${mark} ${formatItem(index, inner)}`);
  }
  return lines.join('\n');
}
