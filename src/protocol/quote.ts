/** Strings as redis-cli quotes them. Apart from the printing of replies, which a server can do without. */

/** A string as redis-cli quotes it: printable ASCII as it is, the rest escaped. */
export function quote(bytes: Uint8Array): string {
  return `${quoteUpTo(bytes, Number.POSITIVE_INFINITY)}"`;
}

/** A quoted string without its end; no longer than needed to fill so many characters. */
export function quoteUpTo(bytes: Uint8Array, maxChars: number): string {
  let text = '"';
  for (let at = 0; at < bytes.length && text.length <= maxChars; at++) text += quotedByte(bytes[at]);
  return text;
}

function quotedByte(byte: number): string {
  switch (byte) {
    case 0x5c:
      return '\\\\';
    case 0x22:
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
