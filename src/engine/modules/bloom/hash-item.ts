/** The hashes of an item, emitted as a step. */
import { repr } from '../../base/bytes.ts';
import { type BloomHash, bloomHash } from '../../structures/bloom-layer.ts';
import type { BloomFilter } from './filter.ts';

export function hashItem(filter: BloomFilter, item: Uint8Array): BloomHash {
  const hash = bloomHash(item);
  const { probe } = filter.env;
  if (probe !== null) {
    const { aHigh, aLow, bHigh, bLow } = hash;
    probe.emit({
      type: 'bloom.hash',
      filter: filter.address,
      item: repr(item),
      a: hexadecimal(aHigh, aLow),
      b: hexadecimal(bHigh, bLow),
      bits: filter.newest.positions(hash),
    });
  }
  return hash;
}

export function hexadecimal(high: number, low: number): string {
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
