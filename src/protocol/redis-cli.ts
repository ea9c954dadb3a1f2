/**
 * What redis-cli 7.0 does at a terminal: how it takes a line apart and how it prints a reply.
 */
import type { Reply } from './resp.ts';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

/**
 * Takes a line apart into arguments: blanks separate; "double quotes" know \n \r \t \b \a \" \\ and \xhh;
 * 'single quotes' know \' alone; a closing quote must be followed by a blank. Null when quotes do not balance,
 * where redis-cli says "Invalid argument(s)".
 */
export function splitArguments(line: string): Uint8Array[] | null {
  const bytes = encodeUtf8(line);
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
    const digits = decodeUtf8(bytes.subarray(at + 2, at + 4));
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

/** Commands whose text redis-cli shows as it is instead of quoting it; '*' stands for every subcommand. */
const rawCommands: Readonly<Record<string, readonly string[]>> = {
  info: ['*'],
  lolwut: ['*'],
  debug: ['htstats', 'htstats-key'],
  memory: ['malloc-stats', 'doctor'],
  cluster: ['nodes', 'info'],
  client: ['list', 'info'],
  latency: ['graph', 'doctor'],
};

/** Whether redis-cli prints the reply to this command raw. */
export function printsRaw(args: readonly Uint8Array[]): boolean {
  if (args.length === 0) return false;
  const subcommands = rawCommands[decodeUtf8(args[0]).toLowerCase()];
  if (subcommands === undefined) return false;
  if (subcommands[0] === '*') return true;
  return args.length > 1 && subcommands.includes(decodeUtf8(args[1]).toLowerCase());
}

/** A reply as redis-cli prints it when it prints raw, without the last line's end. */
export function formatRawReply(reply: Reply): string {
  switch (reply.type) {
    case 'string':
    case 'verbatim':
      return decodeUtf8(reply.bytes).replace(/\r?\n$/, '');
    case 'status':
    case 'error':
    case 'double':
    case 'big-number':
      return reply.text;
    case 'integer':
      return String(reply.value);
    case 'boolean':
      return reply.value ? '(true)' : '(false)';
    case 'nil':
      return '';
    case 'map':
      return reply.entries.map((entry) => entry.map(formatRawReply).join(' ')).join('\n');
    default:
      return reply.items.map(formatRawReply).join('\n');
  }
}

/**
 * A reply as redis-cli prints it at a terminal, without the last line's end. The one exception is a big number,
 * on which redis-cli 7.0 gives up with "Unknown reply type".
 */
export function formatReply(reply: Reply): string {
  return formatInvalidation(reply) ?? format(reply, '');
}

/** Word of keys that have changed, which redis-cli prints on one line: -> invalidate: 'k', 'l'. */
function formatInvalidation(reply: Reply): string | null {
  if (reply.type !== 'push' || reply.items.length !== 2) return null;
  const [word, keys] = reply.items;
  if (word.type !== 'string' || decodeUtf8(word.bytes) !== 'invalidate' || keys.type !== 'array') return null;
  const names = keys.items.map((key) => (key.type === 'string' ? `'${decodeUtf8(key.bytes)}'` : ''));
  return `-> invalidate: ${names.join(', ')}`;
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
      return decodeUtf8(reply.bytes);
    case 'map':
      if (reply.entries.length === 0) return '(empty hash)';
      return formatNumbered(reply.entries, '#', prefix, ([key, value], inner) => {
        const lineEnd = takesLines(value) ? `\n${inner}` : '';
        return `${format(key, inner)} => ${lineEnd}${format(value, inner)}`;
      });
    default:
      if (reply.items.length === 0) return `(empty ${reply.type})`;
      return formatNumbered(reply.items, reply.type === 'set' ? '~' : ')', prefix, format);
  }
}

/** Whether a value of a map is printed as a list of several lines, which then begins below its key. */
function takesLines(reply: Reply): boolean {
  if (reply.type === 'map') {
    return reply.entries.length > 1 || (reply.entries.length === 1 && takesLines(reply.entries[0][1]));
  }
  if (reply.type === 'array' || reply.type === 'set' || reply.type === 'push') {
    return reply.items.length > 1 || (reply.items.length === 1 && takesLines(reply.items[0]));
  }
  return false;
}

/** Numbers the items. The first stands on the line that its parent has already begun. */
function formatNumbered<Item>(
  items: readonly Item[],
  mark: string,
  prefix: string,
  formatItem: (item: Item, innerPrefix: string) => string,
): string {
  const width = String(items.length).length;
  const inner = prefix + ' '.repeat(width + 2);
  const lines: string[] = [];
  for (let index = 0; index < items.length; index++) {
    const number = String(index + 1).padStart(width, ' ');
    lines.push(`${index === 0 ? '' : prefix}${number}${mark} ${formatItem(items[index], inner)}`);
  }
  return lines.join('\n');
}
