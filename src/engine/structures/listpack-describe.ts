/**
 * What each byte of a listpack is for. Read from the bytes alone, so that it holds for a live listpack, a DUMP payload
 * and an example in a test alike.
 *
 * Worked example: 0b 00 00 00 | 02 00 | 01 | 01 | 02 | 01 | ff is read as total-bytes 11, length 2, an
 * encoding that is the number 1 itself, its backlen 1, the same for 2, and the end.
 */
import type { ByteRole, ByteSpan } from '../../protocol/packed-bytes.ts';
import { LISTPACK_HEADER_BYTES } from './listpack.ts';
import {
  backlenBytes,
  encodedBytes,
  encodingBytes,
  isString,
  LISTPACK_END,
  listpackEncoding,
  readInteger,
} from './listpack-entry.ts';
import { readUint16, readUint32 } from './little-endian.ts';
import { type ByteWindow, EVERYTHING } from './packed-block.ts';
import { printable } from './packed-list.ts';

/**
 * `bytes` are a whole and valid listpack; bytes after it in the slot are ignored. Only spans that begin in the window
 * are returned.
 */
export function describeListpack(bytes: Uint8Array, window: ByteWindow = EVERYTHING): ByteSpan[] {
  const spans: ByteSpan[] = [];
  const add = (role: ByteRole, offset: number, sizeBytes: number, entry: number, value: string) => {
    if (sizeBytes > 0 && offset >= window.from && offset < window.until) {
      spans.push({ role, offset, sizeBytes, entry, value });
    }
  };
  add('total-bytes', 0, 4, -1, String(readUint32(bytes, 0)));
  const length = readUint16(bytes, 4);
  add('length', 4, 2, -1, length === 0xffff ? '?' : String(length));
  let at = LISTPACK_HEADER_BYTES;
  for (let entry = 0; bytes[at] !== LISTPACK_END && at < window.until; entry++) {
    const header = encodingBytes(bytes[at]);
    const encoded = encodedBytes(bytes, at);
    const backlen = backlenBytes(encoded);
    if (at + encoded + backlen <= window.from) {
      at += encoded + backlen;
      continue;
    }
    const text = isString(bytes[at])
      ? printable(bytes.subarray(at + header, at + encoded))
      : printable(readInteger(bytes, at));
    const encoding = listpackEncoding(bytes[at])!;
    // A number in the encoding byte itself and an empty string have no data bytes.
    add('encoding', at, header, entry, encoded === header ? `${encoding} ${text}`.trim() : encoding);
    add('data', at + header, encoded - header, entry, text);
    add('backlen', at + encoded, backlen, entry, String(encoded));
    at += encoded + backlen;
  }
  if (bytes[at] === LISTPACK_END) add('end', at, 1, -1, 'end');
  return spans;
}
