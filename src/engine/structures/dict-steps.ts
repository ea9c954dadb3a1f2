/**
 * The steps of a dict, apart from its work. Called only with a probe, and only when the dict is consistent: the
 * receiver may read it immediately.
 */
import { repr } from '../base/bytes.ts';
import type { Dict } from './dict.ts';
import type { DictEntry } from './dict-entry.ts';

/** The key is about to be looked for. */
export function emitHash<V>(dict: Dict<V>, key: Uint8Array): void {
  const hash = dict.env.hasher.hex(key);
  dict.env.probe?.emit({ type: 'dict.hash', dict: dict.address, key: repr(key), hash });
}

export function emitBucket<V>(dict: Dict<V>, table: 0 | 1, bucket: number): void {
  dict.env.probe?.emit({ type: 'dict.bucket', dict: dict.address, table, bucket });
}

/** One entry of the chain was compared. */
export function emitWalk<V>(
  dict: Dict<V>,
  table: 0 | 1,
  bucket: number,
  entry: DictEntry<V>,
  match: boolean,
): void {
  dict.env.probe?.emit({
    type: 'dict.walk',
    dict: dict.address,
    table,
    bucket,
    entry: entry.address,
    key: repr(entry.keyBytes),
    match,
  });
}

/** An entry came into its chain or went out of it. */
export function emitEntry<V>(
  dict: Dict<V>,
  type: 'dict.insert' | 'dict.remove',
  table: 0 | 1,
  entry: DictEntry<V>,
): void {
  dict.env.probe?.emit({
    type,
    dict: dict.address,
    table,
    bucket: entry.hash & (dict.tables[table].size - 1),
    entry: entry.address,
    key: repr(entry.keyBytes),
  });
}

/** An entry was carried from ht[0] to ht[1]. */
export function emitMove<V>(dict: Dict<V>, fromBucket: number, toBucket: number, entry: DictEntry<V>): void {
  dict.env.probe?.emit({
    type: 'dict.move',
    dict: dict.address,
    fromBucket,
    toBucket,
    entry: entry.address,
    key: repr(entry.keyBytes),
  });
}

/** The rehash index has moved on, from this bucket. */
export function emitRehash<V>(dict: Dict<V>, bucket: number, moved: number, empty: number): void {
  dict.env.probe?.emit({ type: 'dict.rehash', dict: dict.address, bucket, moved, empty });
}

export function emitResize<V>(dict: Dict<V>, from: number, to: number): void {
  dict.env.probe?.emit({ type: 'dict.resize', dict: dict.address, from, to });
}

export function emitSwap<V>(dict: Dict<V>): void {
  dict.env.probe?.emit({ type: 'dict.swap', dict: dict.address, size: dict.tables[0].size });
}

/** SCAN reached a bucket with this cursor. */
export function emitScan<V>(dict: Dict<V>, table: 0 | 1, bucket: number, cursor: number): void {
  dict.env.probe?.emit({ type: 'dict.scan', dict: dict.address, table, bucket, cursor });
}
