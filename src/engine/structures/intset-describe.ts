/** What each byte of an intset is for: width, length, then one span for every integer. */
import type { ByteSpan } from '../../protocol/packed-bytes.ts';
import { formatInteger } from '../base/numbers.ts';
import { INTSET_HEADER_BYTES } from './intset.ts';
import { readInt16, readInt32, readInt64, readUint32 } from './little-endian.ts';
import { type ByteWindow, EVERYTHING } from './packed-block.ts';

/**
 * `bytes` are a whole and valid intset; bytes after it in the slot are ignored. Only spans that begin in the window are
 * returned.
 */
export function describeIntset(bytes: Uint8Array, window: ByteWindow = EVERYTHING): ByteSpan[] {
  const width = readUint32(bytes, 0);
  const length = readUint32(bytes, 4);
  const spans: ByteSpan[] = [];
  if (window.from === 0) {
    spans.push(
      { role: 'width', offset: 0, sizeBytes: 4, entry: -1, value: String(width) },
      { role: 'length', offset: 4, sizeBytes: 4, entry: -1, value: String(length) },
    );
  }
  const first = Math.max(0, Math.ceil((window.from - INTSET_HEADER_BYTES) / width));
  for (let entry = first; entry < length; entry++) {
    const offset = INTSET_HEADER_BYTES + entry * width;
    if (offset >= window.until) break;
    const value =
      width === 2
        ? readInt16(bytes, offset)
        : width === 4
          ? readInt32(bytes, offset)
          : readInt64(bytes, offset);
    spans.push({ role: 'data', offset, sizeBytes: width, entry, value: formatInteger(value) });
  }
  return spans;
}
