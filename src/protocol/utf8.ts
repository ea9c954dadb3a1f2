/**
 * UTF-8 by hand: this folder and the engine are compiled against the language's own library alone,
 * which knows no text encoders. Both directions replace what is not well formed by U+FFFD.
 */

export function encodeUtf8(text: string): Uint8Array {
  // No UTF-16 unit needs more than three bytes; a pair, which is two units, needs four.
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    let point = text.charCodeAt(index);
    if (point >= 0xd800 && point <= 0xdfff) {
      const low = index + 1 < text.length ? text.charCodeAt(index + 1) : 0;
      if (point <= 0xdbff && low >= 0xdc00 && low <= 0xdfff) {
        point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
        index++;
      } else {
        point = 0xfffd;
      }
    }
    if (point < 0x80) {
      bytes[length++] = point;
    } else if (point < 0x800) {
      bytes[length++] = 0xc0 | (point >> 6);
      bytes[length++] = 0x80 | (point & 0x3f);
    } else if (point < 0x10000) {
      bytes[length++] = 0xe0 | (point >> 12);
      bytes[length++] = 0x80 | ((point >> 6) & 0x3f);
      bytes[length++] = 0x80 | (point & 0x3f);
    } else {
      bytes[length++] = 0xf0 | (point >> 18);
      bytes[length++] = 0x80 | ((point >> 12) & 0x3f);
      bytes[length++] = 0x80 | ((point >> 6) & 0x3f);
      bytes[length++] = 0x80 | (point & 0x3f);
    }
  }
  return bytes.slice(0, length);
}

/** Text of bytes that may not be text: each maximal ill-formed part becomes one U+FFFD, as browsers do it. */
export function decodeUtf8(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at++];
    if (first < 0x80) {
      text += String.fromCharCode(first);
      continue;
    }
    const following =
      first >= 0xc2 && first <= 0xdf
        ? 1
        : first >= 0xe0 && first <= 0xef
          ? 2
          : first >= 0xf0 && first <= 0xf4
            ? 3
            : 0;
    let point = following === 0 ? 0xfffd : first & (0x3f >> following);
    for (let left = following; left > 0; left--) {
      const next = at < bytes.length ? bytes[at] : 0;
      const [low, high] = left === following ? secondByteRange(first) : CONTINUATION;
      if (next < low || next > high) {
        point = 0xfffd;
        break;
      }
      point = (point << 6) | (next & 0x3f);
      at++;
    }
    text += String.fromCodePoint(point);
  }
  return text;
}

/** How many bytes the well-formed sign beginning at `at` has; 0 when there is none. */
export function utf8Length(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first < 0x80) return 1;
  const length = first >= 0xc2 && first <= 0xdf ? 2 : first >= 0xe0 && first <= 0xef ? 3 : 4;
  if (first < 0xc2 || first > 0xf4 || at + length > bytes.length) return 0;
  for (let nth = 1; nth < length; nth++) {
    const [low, high] = nth === 1 ? secondByteRange(first) : CONTINUATION;
    if (bytes[at + nth] < low || bytes[at + nth] > high) return 0;
  }
  return length;
}

type Range = readonly [low: number, high: number];

const CONTINUATION: Range = [0x80, 0xbf];

/** The first byte narrows the second: no overlong forms, no surrogates, nothing above U+10FFFF. */
function secondByteRange(first: number): Range {
  switch (first) {
    case 0xe0:
      return [0xa0, 0xbf];
    case 0xed:
      return [0x80, 0x9f];
    case 0xf0:
      return [0x90, 0xbf];
    case 0xf4:
      return [0x80, 0x8f];
    default:
      return CONTINUATION;
  }
}
