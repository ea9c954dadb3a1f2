/**
 * Splits a line into arguments as sdssplitargs of Redis (sds.c) does. redis-server reads inline commands, ACL rules and
 * manifests with it, and redis-cli every line that is typed; the two do not differ.
 *
 *     SET k "a\tb\x00" 'it\'s'      SET, k, a TAB b NUL, it's
 *
 * White space separates words. "Double quotes" know \n \r \t \b \a and \xHH; any other escaped byte stands for itself.
 * 'Single quotes' know \' alone. A quotation mark may begin inside a word, but white space must follow the closing one.
 * A NUL byte ends the line, as it ends a C string.
 */
import { encodeUtf8 } from './utf8.ts';

/** Null when quotes are unbalanced or a closing quote is not followed by white space. Text is read as UTF-8. */
export function splitArguments(line: string | Uint8Array): Uint8Array[] | null {
  const bytes = typeof line === 'string' ? encodeUtf8(line) : line;
  const args: Uint8Array[] = [];
  // No argument is longer than the line.
  const argument = new Uint8Array(bytes.length);
  let at = 0;
  for (;;) {
    while (at < bytes.length && isSpace(bytes[at])) at++;
    if (at >= bytes.length || bytes[at] === 0) return args;
    let length = 0;
    let quote = 0;
    for (;;) {
      const byte = at < bytes.length ? bytes[at] : 0;
      if (quote === 0) {
        if (byte === 0 || endsWord(byte)) break;
        at++;
        if (byte === DOUBLE || byte === SINGLE) quote = byte;
        else argument[length++] = byte;
      } else if (byte === 0) {
        return null;
      } else if (byte === BACKSLASH && quote === DOUBLE && isHexEscape(bytes, at)) {
        argument[length++] = hexValue(bytes[at + 2]) * 16 + hexValue(bytes[at + 3]);
        at += 4;
      } else if (byte === BACKSLASH && quote === DOUBLE && at + 1 < bytes.length && bytes[at + 1] !== 0) {
        argument[length++] = escaped(bytes[at + 1]);
        at += 2;
      } else if (byte === BACKSLASH && quote === SINGLE && bytes[at + 1] === SINGLE) {
        argument[length++] = SINGLE;
        at += 2;
      } else {
        at++;
        if (byte === quote) {
          if (at < bytes.length && bytes[at] !== 0 && !isSpace(bytes[at])) return null;
          break;
        }
        argument[length++] = byte;
      }
    }
    args.push(argument.slice(0, length));
  }
}

const DOUBLE = 0x22;
const SINGLE = 0x27;
const BACKSLASH = 0x5c;
const LETTER_X = 0x78;

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** What ends a bare word; vertical tab and form feed stay in it, though no word begins with one. */
function endsWord(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function isHexEscape(bytes: Uint8Array, at: number): boolean {
  return bytes[at + 1] === LETTER_X && isHex(bytes[at + 2]) && isHex(bytes[at + 3]);
}

function isHex(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66) || (byte >= 0x41 && byte <= 0x46);
}

function hexValue(byte: number): number {
  return byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 87;
}

function escaped(byte: number): number {
  switch (byte) {
    case 0x6e:
      return 0x0a;
    case 0x72:
      return 0x0d;
    case 0x74:
      return 0x09;
    case 0x62:
      return 0x08;
    case 0x61:
      return 0x07;
    default:
      return byte;
  }
}
