/**
 * Byte strings and their text forms.
 *
 * Redis strings are bytes, not characters. Inside the engine text is either ASCII (command names, error
 * messages, numbers) or a literal of our own; both become bytes here and nowhere else. The engine uses the
 * ES library alone, so there is no TextEncoder.
 *
 * `repr` escapes as sdscatrepr of sds.c does, which is also how redis-cli quotes a reply, but leaves text readable.
 */
import { decodeUtf8, utf8Length } from '../../protocol/utf8.ts';

export { encodeUtf8 as utf8 } from '../../protocol/utf8.ts';

/** Beyond this many bytes one call of String.fromCharCode beats adding characters one by one. */
const FEW_BYTES = 24;
/** How many arguments one call of String.fromCharCode is given; far below every engine's limit. */
const CHUNK_BYTES = 8192;

/** One character per byte, U+0000 to U+00FF. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = '';
  if (end - start <= FEW_BYTES) {
    for (let index = start; index < end; index++) text += String.fromCharCode(bytes[index]);
    return text;
  }
  for (let from = start; from < end; from += CHUNK_BYTES) {
    const chunk = bytes.subarray(from, Math.min(end, from + CHUNK_BYTES));
    text += String.fromCharCode.apply(null, chunk as unknown as number[]);
  }
  return text;
}

/** The inverse of `latin1`: the low eight bits of every character. */
export function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  const length = a.length;
  if (length !== b.length) return false;
  for (let index = 0; index < length; index++) {
    if (a[index] !== b[index]) return false;
  }
  return true;
}

/** Negative, zero or positive as `a` sorts before, with or after `b`: memcmp, then the shorter first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const difference = a[index] - b[index];
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** What sdscatrepr prints for each byte, without the quotes around the whole. */
const REPR: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  switch (byte) {
    case 0x07:
      return '\\a';
    case 0x08:
      return '\\b';
    case 0x09:
      return '\\t';
    case 0x0a:
      return '\\n';
    case 0x0d:
      return '\\r';
    case 0x22:
      return '\\"';
    case 0x5c:
      return '\\\\';
  }
  if (byte >= 0x20 && byte < 0x7f) return String.fromCharCode(byte);
  return `\\x${byte.toString(16).padStart(2, '0')}`;
});

/** In quotation marks, as sdscatrepr prints it: `splitArguments` gives it back. */
export function quoted(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += REPR[byte];
  return `"${text}"`;
}

/** Signs that show nothing, or turn the text around them. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/**
 * The bytes as a person reads them: text in any language as it is, the rest as redis-cli would quote it. The result
 * has at most `limit` characters: a longer one is cut, never inside an escape, and ends in an ellipsis.
 */
export function repr(bytes: Uint8Array, limit = 64): string {
  let text = '';
  /** The longest beginning that leaves room for the ellipsis. */
  let kept = '';
  for (let at = 0; at < bytes.length; at++) {
    const length = bytes[at] < 0x80 ? 1 : utf8Length(bytes, at);
    const sign = length > 1 ? decodeUtf8(bytes.subarray(at, at + length)) : '';
    if (sign !== '' && !INVISIBLE.test(sign)) {
      text += sign;
      at += length - 1;
    } else {
      text += REPR[bytes[at]];
    }
    if (text.length > limit) return `${kept}…`;
    if (text.length < limit) kept = text;
  }
  return text;
}

/** The bytes as ASCII text in lower case: the form in which names of commands and options are looked up. */
export function lowerAscii(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte);
  return text;
}

/** strcasecmp with a word of our own, which is ASCII and in lower case. */
export function equalsIgnoreCase(bytes: Uint8Array, lowerWord: string): boolean {
  if (bytes.length !== lowerWord.length) return false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    const lower = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
    if (lower !== lowerWord.charCodeAt(index)) return false;
  }
  return true;
}
