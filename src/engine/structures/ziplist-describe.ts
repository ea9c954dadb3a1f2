/**
 * What each byte of a ziplist is for. Read from the bytes alone, so that it holds for a live ziplist, a DUMP payload
 * and an example in a test alike.
 *
 * Worked example: 0f 00 00 00 | 0c 00 00 00 | 02 00 | 00 | f3 | 02 | f6 | ff is read as total-bytes 15,
 * tail-offset 12, length 2, then prevlen 0 and an encoding that is the number 2 itself, prevlen 2 and the
 * number 5, and the end.
 */
import type { ByteRole, ByteSpan } from '../../protocol/packed-bytes.ts';
import { readUint16, readUint32 } from './little-endian.ts';
import { type ByteWindow, EVERYTHING } from './packed-block.ts';
import { printable } from './packed-list.ts';
import { ZIPLIST_HEADER_BYTES } from './ziplist.ts';
import {
  dataBytes,
  encodingBytes,
  entryBytes,
  isString,
  prevlenBytes,
  readInteger,
  readPrevlen,
  ZIPLIST_END,
  ziplistEncoding,
} from './ziplist-entry.ts';

/**
 * `bytes` are a whole and valid ziplist; bytes after it in the slot are ignored. Only spans that begin in the window
 * are returned.
 */
export function describeZiplist(bytes: Uint8Array, window: ByteWindow = EVERYTHING): ByteSpan[] {
  const spans: ByteSpan[] = [];
  const add = (role: ByteRole, offset: number, sizeBytes: number, entry: number, value: string) => {
    if (sizeBytes > 0 && offset >= window.from && offset < window.until) {
      spans.push({ role, offset, sizeBytes, entry, value });
    }
  };
  add('total-bytes', 0, 4, -1, String(readUint32(bytes, 0)));
  add('tail-offset', 4, 4, -1, String(readUint32(bytes, 4)));
  const length = readUint16(bytes, 8);
  add('length', 8, 2, -1, length === 0xffff ? '?' : String(length));
  let at = ZIPLIST_HEADER_BYTES;
  for (let entry = 0; bytes[at] !== ZIPLIST_END && at < window.until; entry++) {
    const size = entryBytes(bytes, at);
    if (at + size <= window.from) {
      at += size;
      continue;
    }
    const prevlen = prevlenBytes(bytes, at);
    add('prevlen', at, prevlen, entry, String(readPrevlen(bytes, at)));
    at += prevlen;
    const header = encodingBytes(bytes[at]);
    const data = dataBytes(bytes, at);
    const text = isString(bytes[at])
      ? printable(bytes.subarray(at + header, at + header + data))
      : printable(readInteger(bytes, at));
    const encoding = ziplistEncoding(bytes[at])!;
    // A number in the encoding byte itself and an empty string have no data bytes.
    add('encoding', at, header, entry, data === 0 ? `${encoding} ${text}`.trim() : encoding);
    add('data', at + header, data, entry, text);
    at += header + data;
  }
  if (bytes[at] === ZIPLIST_END) add('end', at, 1, -1, 'end');
  return spans;
}
