/**
 * The grammar of RESP2 and RESP3, once: what an element is by its first byte, where its line ends, and how much belongs
 * to it. `resp.ts` reads elements into replies, `resp-spans.ts` into a picture of every byte.
 *
 *   +OK\r\n            an element that is one line
 *   $3\r\nfoo\r\n      a line with a length, and so many bytes
 *   %1\r\n…            a line with a count, and that many elements; a map has two for each of its count
 *
 * Example: in `*2\r\n:1\r\n_\r\n` the byte * is an array, its line ends at 2, and 2 elements follow.
 */

/** What an element is, by its first byte. */
export type RespElementKind =
  | 'status'
  | 'error'
  | 'integer'
  | 'string'
  | 'array'
  | 'nil'
  | 'boolean'
  | 'double'
  | 'big-number'
  | 'bulk-error'
  | 'verbatim'
  | 'map'
  | 'set'
  | 'push'
  | 'attribute';

const signs: Readonly<Record<string, RespElementKind>> = {
  '+': 'status',
  '-': 'error',
  ':': 'integer',
  $: 'string',
  '*': 'array',
  _: 'nil',
  '#': 'boolean',
  ',': 'double',
  '(': 'big-number',
  '!': 'bulk-error',
  '=': 'verbatim',
  '%': 'map',
  '~': 'set',
  '>': 'push',
  '|': 'attribute',
};

const kinds: (RespElementKind | undefined)[] = new Array(256).fill(undefined);
for (const sign of Object.keys(signs)) kinds[sign.charCodeAt(0)] = signs[sign];

/** Undefined for a byte that no element begins with. */
export function kindOf(byte: number): RespElementKind | undefined {
  return kinds[byte];
}

/** Whether the number of such an element is the length of bytes that follow. */
export function hasBytes(kind: RespElementKind): boolean {
  return kind === 'string' || kind === 'bulk-error' || kind === 'verbatim';
}

/** How many elements follow for each of the count; 0 for an element that counts none. */
export function elementsPerCount(kind: RespElementKind): 0 | 1 | 2 {
  if (kind === 'array' || kind === 'set' || kind === 'push') return 1;
  return kind === 'map' || kind === 'attribute' ? 2 : 0;
}

const CR = 0x0d;
const LF = 0x0a;

/** Where the CR before an LF stands, from here on; -1 when the line has not come to its end. A CR alone ends no line. */
export function lineEndFrom(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(CR, from);
  while (at !== -1 && at + 1 < bytes.length && bytes[at + 1] !== LF) at = bytes.indexOf(CR, at + 1);
  return at === -1 || at + 1 >= bytes.length ? -1 : at;
}

const MINUS = 0x2d;
const MOST_DIGITS = 15;

/** The length or count between two positions; null when there is no whole number of at most 15 digits. */
export function numberIn(bytes: Uint8Array, from: number, to: number): number | null {
  const isNegative = bytes[from] === MINUS;
  const first = isNegative ? from + 1 : from;
  if (first >= to || to - first > MOST_DIGITS) return null;
  let value = 0;
  for (let at = first; at < to; at++) {
    const digit = bytes[at] - 0x30;
    if (digit < 0 || digit > 9) return null;
    value = value * 10 + digit;
  }
  return isNegative ? -value : value;
}
