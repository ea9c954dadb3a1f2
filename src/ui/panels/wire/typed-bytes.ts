/** Bytes as a reader types them: text, with \r \n \t \0 \\ and \xHH for bytes without a key. */
import { encodeUtf8 } from '../../../protocol/utf8.ts';

const escapes: Readonly<Record<string, number>> = { r: 13, n: 10, t: 9, '0': 0, '\\': 92 };

export function typedBytes(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const piece of text.match(/\\x[0-9a-f]{2}|\\[rnt0\\]|[\s\S]/giu) ?? []) {
    if (piece.length === 4 && piece.startsWith('\\')) bytes.push(Number.parseInt(piece.slice(2), 16));
    else if (piece.length === 2 && piece.startsWith('\\')) bytes.push(escapes[piece[1].toLowerCase()]);
    else bytes.push(...encodeUtf8(piece));
  }
  return Uint8Array.from(bytes);
}
