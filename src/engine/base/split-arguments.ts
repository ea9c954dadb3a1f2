/**
 * Splits a line into arguments as sdssplitargs does: words between white space, "double quoted"
 * with \n \r \t \b \a \xHH escapes, 'single quoted' with only \' escaped. Null when quotes are
 * unbalanced or a closing quote is not followed by white space.
 */
export function splitArguments(line: Uint8Array): Uint8Array[] | null {
  const words: Uint8Array[] = [];
  let at = 0;
  for (;;) {
    while (at < line.length && isSpace(line[at])) at++;
    // A NUL byte ends the line, as it ends a C string.
    if (at >= line.length || line[at] === 0) return words;
    const word: number[] = [];
    let quote = 0;
    for (;;) {
      const byte = at < line.length ? line[at] : 0;
      if (quote === DOUBLE) {
        if (byte === BACKSLASH && line[at + 1] === 120 && isHex(line[at + 2]) && isHex(line[at + 3])) {
          word.push(hexValue(line[at + 2]) * 16 + hexValue(line[at + 3]));
          at += 3;
        } else if (byte === BACKSLASH && at + 1 < line.length && line[at + 1] !== 0) {
          at++;
          word.push(escaped(line[at]));
        } else if (byte === DOUBLE) {
          if (at + 1 < line.length && line[at + 1] !== 0 && !isSpace(line[at + 1])) return null;
          at++;
          break;
        } else if (byte === 0) {
          return null;
        } else {
          word.push(byte);
        }
      } else if (quote === SINGLE) {
        if (byte === BACKSLASH && line[at + 1] === SINGLE) {
          at++;
          word.push(SINGLE);
        } else if (byte === SINGLE) {
          if (at + 1 < line.length && line[at + 1] !== 0 && !isSpace(line[at + 1])) return null;
          at++;
          break;
        } else if (byte === 0) {
          return null;
        } else {
          word.push(byte);
        }
      } else if (byte === 0 || endsWord(byte)) {
        break;
      } else if (byte === DOUBLE || byte === SINGLE) {
        quote = byte;
      } else {
        word.push(byte);
      }
      at++;
    }
    words.push(Uint8Array.from(word));
  }
}

const DOUBLE = 34;
const SINGLE = 39;
const BACKSLASH = 92;

/** What ends a bare word; vertical tab and form feed stay in it, though no word begins with one. */
function endsWord(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

function isHex(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 102) || (byte >= 65 && byte <= 70);
}

function hexValue(byte: number): number {
  return byte <= 57 ? byte - 48 : (byte | 32) - 87;
}

function escaped(byte: number): number {
  switch (byte) {
    case 110:
      return 10;
    case 114:
      return 13;
    case 116:
      return 9;
    case 98:
      return 8;
    case 97:
      return 7;
    default:
      return byte;
  }
}
