/** Fixed views for the gallery and the layout tests: what an engine could have answered, made without one. */
import type {
  DictEntryView,
  DictTableView,
  DictView,
  KeyRow,
  KeyspaceView,
  Window,
} from '../../protocol/views.ts';

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
  /** Keys that came during the rehash and so are in ht[1] whatever their bucket. */
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

const encoder = new TextEncoder();

function row(
  key: string,
  type: string,
  encoding: string,
  preview: string,
  memoryBytes: number,
  expireAtMs: number,
  nth: number,
): KeyRow {
  return {
    key,
    keyBytes: encoder.encode(key),
    type,
    encoding,
    preview,
    memoryBytes,
    expireAtMs,
    address: 0x7f50_0000 + nth * 0x40,
  };
}

export const sampleNowMs = Date.UTC(2024, 0, 1, 12, 0, 0);

export function sampleKeyspace(): KeyspaceView {
  const rows: KeyRow[] = [
    row('article:42:views', 'string', 'int', '10482', 56, -1, 0),
    row(
      'cart:7',
      'string',
      'raw',
      '{"items":[{"sku":"A-1009","count":2},{"sku":"B-77","count":1}]',
      176,
      -1,
      1,
    ),
    row('session:9f3c', 'string', 'embstr', 'user:7', 72, sampleNowMs + 90_000, 2),
    row('short', 'string', 'embstr', 'soon gone', 64, sampleNowMs + 2_400, 3),
    row('stock:123', 'string', 'int', '0', 56, -1, 4),
    row('user:1', 'string', 'embstr', 'ann', 56, sampleNowMs + 3_600_000, 5),
    row('user:2', 'string', 'embstr', '李雷', 56, -1, 6),
    row('\\x00\\xff binary', 'string', 'embstr', '\\xe2\\x28\\xa1', 64, -1, 7),
  ];
  return {
    kind: 'keyspace',
    db: 0,
    nowMs: sampleNowMs,
    keys: rows.length,
    volatileKeys: rows.filter((candidate) => candidate.expireAtMs >= 0).length,
    order: 'name',
    from: 0,
    rows,
    usedMemoryBytes: 1_048_930,
  };
}

export function emptyKeyspace(): KeyspaceView {
  return { ...sampleKeyspace(), keys: 0, volatileKeys: 0, rows: [], usedMemoryBytes: 865_312 };
}

export function hugeKeyspace(window: Window): KeyspaceView {
  const keys = 1_000_000;
  const rows = Array.from({ length: Math.min(window.count, keys - window.from) }, (_, nth) => {
    const number = (Math.imul(window.from + nth, 2654435761) >>> 8) % keys;
    return row(
      `key:${number}`,
      'string',
      'int',
      String(number * 3),
      56,
      number % 9 === 0 ? sampleNowMs + number * 10 : -1,
      number,
    );
  });
  return {
    kind: 'keyspace',
    db: 0,
    nowMs: sampleNowMs,
    keys,
    volatileKeys: 111_112,
    order: 'bucket',
    from: window.from,
    rows,
    usedMemoryBytes: 92_274_688,
  };
}
