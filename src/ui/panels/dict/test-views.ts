/** Views for the tests of this folder: possible answers of an engine, made by hand and shown nowhere. */
import type { DictEntryView, DictTableView, DictView, Window } from '../../../protocol/views.ts';

/** A 64-bit mix that is only meant to look like a hash. */
export function sampleHash(key: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of key) {
    hash ^= BigInt(character.codePointAt(0)!);
    hash = (hash * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  hash ^= hash >> 29n;
  hash = (hash * 0xbf58476d1ce4e5b9n) & 0xffffffffffffffffn;
  hash ^= hash >> 32n;
  return hash.toString(16).padStart(16, '0');
}

export function sampleEntry(key: string, address: number): DictEntryView {
  return { address, key, hash: sampleHash(key) };
}

function bucketOf(entry: DictEntryView, size: number): number {
  return Number(BigInt(`0x${entry.hash}`) & BigInt(size - 1));
}

function tableOf(
  address: number,
  size: number,
  entries: readonly DictEntryView[],
  window: Window,
): DictTableView {
  const all: DictEntryView[][] = Array.from({ length: size }, () => []);
  for (const entry of entries) all[bucketOf(entry, size)].unshift(entry);
  const chainLengths = [0, 0, 0, 0, 0, 0, 0, 0];
  for (const chain of all) chainLengths[Math.min(chain.length, 7)]++;
  return {
    address: size === 0 ? 0 : address,
    size,
    used: entries.length,
    from: window.from,
    buckets: all.slice(window.from, window.from + window.count),
    chainLengths: size === 0 ? [] : chainLengths,
    sampledBuckets: size,
  };
}

export interface DictSample {
  readonly keys: readonly string[];
  readonly size: number;
  /** Buckets of ht[1]; 0 without a rehash. */
  readonly nextSize?: number;
  readonly rehashIndex?: number;
  readonly canResize?: boolean;
  readonly windows?: readonly [Window, Window];
  /** Keys added during the rehash, which are in ht[1] whatever their bucket. */
  readonly lateKeys?: readonly string[];
}

export const dictAddress = 0x7f20_0040;
const wholeWindow: Window = { from: 0, count: 64 };

export function sampleDict(sample: DictSample): DictView {
  const { keys, size, nextSize = 0, rehashIndex = -1, lateKeys = [] } = sample;
  const windows = sample.windows ?? [wholeWindow, wholeWindow];
  const entries = keys.map((key, nth) => sampleEntry(key, 0x7f21_0000 + nth * 0x20));
  const late = lateKeys.map((key, nth) => sampleEntry(key, 0x7f22_0000 + nth * 0x20));
  const isMoved = (entry: DictEntryView) => nextSize > 0 && bucketOf(entry, size) < rehashIndex;
  return {
    kind: 'dict',
    db: 0,
    which: 'keys',
    address: dictAddress,
    rehashIndex,
    canResize: sample.canResize ?? true,
    tables: [
      tableOf(
        0x7f30_0000,
        size,
        entries.filter((entry) => !isMoved(entry)),
        windows[0],
      ),
      tableOf(0x7f40_0000, nextSize, nextSize === 0 ? [] : [...entries.filter(isMoved), ...late], windows[1]),
    ],
  };
}

export function users(count: number): string[] {
  return Array.from({ length: count }, (_, nth) => `user:${nth + 1}`);
}

/** A table with a million buckets: only the window is made, as the engine would. */
export function hugeDict(windows: readonly [Window, Window], rehashIndex: number): DictView {
  const size = 1 << 20;
  const chain = (table: number, bucket: number, moved: boolean): DictEntryView[] => {
    const length = moved ? 0 : [1, 0, 2, 1, 0, 1, 3, 0, 1, 1, 0, 2][(bucket * 7 + (bucket >> 3)) % 12];
    return Array.from({ length }, (_, nth) => ({
      address: 0x1000_0000 + table * 0x2000_0000 + bucket * 0x80 + nth * 0x20,
      key: `key:${((bucket * 2654435761 + nth * 97) >>> 8) % 1_000_000}`,
      hash: (BigInt(bucket) | (BigInt(nth + 1) << 32n)).toString(16).padStart(16, '0'),
    }));
  };
  const table = (number: 0 | 1, tableSize: number, used: number, chainLengths: number[]): DictTableView => ({
    address: 0x7000_0000 + number,
    size: tableSize,
    used,
    from: windows[number].from,
    buckets: Array.from({ length: Math.min(windows[number].count, tableSize) }, (_, nth) => {
      const bucket = windows[number].from + nth;
      return chain(number, bucket, number === 0 ? bucket < rehashIndex : bucket % size >= rehashIndex);
    }),
    chainLengths,
    sampledBuckets: 4096,
  });
  return {
    kind: 'dict',
    db: 0,
    which: 'keys',
    address: dictAddress,
    rehashIndex,
    canResize: true,
    tables: [
      table(0, size, 786_432, [2219, 1130, 552, 150, 36, 8, 1, 0]),
      table(1, size * 2, 262_145, [3605, 442, 44, 5, 0, 0, 0, 0]),
    ],
  };
}
