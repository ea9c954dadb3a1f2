/** The dictionary panel's view: a window of each table, and how long its chains are. */
import type { Step } from '../../protocol/steps.ts';
import type {
  DictEntryView,
  DictOwner,
  DictTableView,
  DictView,
  WatchTarget,
  Window,
} from '../../protocol/views.ts';
import { repr } from '../base/bytes.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';
import type { Dict, DictEntry, DictTable } from '../structures/dict.ts';
import {
  ENCODING_HT,
  ENCODING_NAMES,
  ENCODING_SKIPLIST,
  type RedisObject,
  TYPE_HASH,
  TYPE_SET,
} from '../types/object.ts';
import type { ZsetTable } from '../types/zset-table.ts';
import { keyNames } from './key-names.ts';
import type { ViewKind } from './kind.ts';
import { peek } from './peek.ts';
import { isOfScript } from './step-subjects.ts';
import { around } from './window.ts';

/** Counting every chain of a large table at every step would be felt: beyond this many they are sampled. */
const MAX_SAMPLED_BUCKETS = 4096;
/** Chains of this length and longer share one cell. */
const LONGEST_COUNTED = 8;
const MAX_WINDOW = 1024;
/** So few buckets are not worth a window. */
const ALWAYS_WHOLE = 32;

type DictTarget = Extract<WatchTarget, { readonly kind: 'dict' }>;

export const dictView: ViewKind<'dict'> = {
  read: readDict,
  turnsTo: ['hash', 'set', 'sorted-set', 'geo'],
  changedBy: (step) => !isOfScript(step),
  follow: followBuckets,
  /** An entry is looked for where its hash belongs. */
  inPast(target, { found }) {
    const hash = (found.value as { hash?: unknown } | null)?.hash;
    if (typeof hash !== 'string' || !/^[0-9a-f]{16}$/.test(hash)) return null;
    const low = Number(BigInt(`0x${hash}`) & 0xffff_ffffn);
    return (server, db) => readDict(server, db, { ...target, windows: windowsAt(db, target, low) });
  },
};

function readDict(server: Server, db: Database, target: DictTarget): DictView {
  const { which, windows } = target;
  const dict = watchedDict(db, target);
  const none = { address: 0, size: 0, used: 0, from: 0, buckets: [], chainLengths: [], sampledBuckets: 0 };
  return {
    kind: 'dict',
    db: db.id,
    which,
    ...(which === 'value' ? { owner: ownerOf(db, target.key ?? null) } : {}),
    address: dict?.address ?? 0,
    rehashIndex: dict?.rehashIndex ?? -1,
    canResize: server.env.dictCanResize,
    tables: dict === null ? [none, none] : [readTable(dict, 0, windows[0]), readTable(dict, 1, windows[1])],
  };
}

function followBuckets(db: Database, target: DictTarget, step: Step): DictTarget {
  const places = placesOf(step);
  if (places.length === 0 || !('dict' in step) || step.dict !== watchedDict(db, target)?.address)
    return target;
  const windows: [Window, Window] = [...target.windows];
  for (const { table, bucket } of places) windows[table] = around(windows[table], bucket);
  return { ...target, windows };
}

/** The buckets a step is about. */
function placesOf(step: Step): { table: 0 | 1; bucket: number }[] {
  switch (step.type) {
    case 'dict.bucket':
    case 'dict.walk':
    case 'dict.insert':
    case 'dict.remove':
    case 'dict.scan':
      return [{ table: step.table, bucket: step.bucket }];
    case 'dict.move':
      return [
        { table: 0, bucket: step.fromBucket },
        { table: 1, bucket: step.toBucket },
      ];
    case 'dict.rehash':
      return [{ table: 0, bucket: step.bucket }];
    default:
      return [];
  }
}

/** In each table the one bucket where a hash belongs. */
function windowsAt(db: Database, target: DictTarget, hash: number): [Window, Window] {
  const tables = watchedDict(db, target)?.tables;
  const at = (nth: 0 | 1): Window => {
    const size = tables?.[nth].size ?? 0;
    return { from: size === 0 ? 0 : (hash & (size - 1)) >>> 0, count: 1 };
  };
  return [at(0), at(1)];
}

/** The dictionary a watch looks at; null when its value has none. */
function watchedDict(db: Database, { which, key }: DictTarget): Dict<unknown> | null {
  if (which === 'keys') return db.keys;
  if (which === 'expires') return db.expires;
  const object = key == null ? null : (peek(db.keys, key)?.value ?? null);
  return object === null ? null : dictInside(object);
}

function dictInside({ type, encoding, value }: RedisObject): Dict<unknown> | null {
  if (encoding === ENCODING_HT && (type === TYPE_HASH || type === TYPE_SET)) return value as Dict<unknown>;
  return encoding === ENCODING_SKIPLIST ? (value as ZsetTable).dict : null;
}

function ownerOf(db: Database, key: Uint8Array | null): DictOwner {
  const object = key === null ? null : (peek(db.keys, key)?.value ?? null);
  const { keys } = keyNames(db, (candidate) => dictInside(candidate) !== null);
  return {
    key: key === null ? null : repr(key),
    encoding: object === null ? '' : ENCODING_NAMES[object.encoding],
    names: keys.map(({ key: name, keyBytes }) => ({ key: name, keyBytes })),
  };
}

function readTable(dict: Dict<unknown>, number: 0 | 1, window: Window): DictTableView {
  const table = dict.tables[number];
  const whole = table.size <= ALWAYS_WHOLE;
  const count = whole ? table.size : clamp(window.count, 0, MAX_WINDOW);
  const from = whole ? 0 : clamp(window.from, 0, Math.max(0, table.size - count));
  const end = Math.min(table.size, from + count);
  const buckets: DictEntryView[][] = [];
  for (let bucket = from; bucket < end; bucket++) {
    const chain: DictEntryView[] = [];
    for (let entry = table.buckets[bucket]; entry !== null; entry = entry.next)
      chain.push(readEntry(dict, entry));
    buckets.push(chain);
  }
  return {
    address: table.address,
    size: table.size,
    used: table.used,
    from,
    buckets,
    ...countChains(table),
  };
}

/**
 * An entry has one key and one address for as long as it lives, so that it is described once: hashing every key in
 * sight again at every step was most of what watching cost. Pictures then also share what they show.
 */
const described = new WeakMap<DictEntry<unknown>, DictEntryView>();

function readEntry(dict: Dict<unknown>, entry: DictEntry<unknown>): DictEntryView {
  const known = described.get(entry);
  if (known !== undefined) return known;
  const key = entry.key.view();
  const view = { address: entry.address, key: repr(key), hash: dict.env.hasher.hex(key) };
  described.set(entry, view);
  return view;
}

function countChains(table: DictTable<unknown>): Pick<DictTableView, 'chainLengths' | 'sampledBuckets'> {
  const chainLengths: number[] = new Array(LONGEST_COUNTED + 1).fill(0);
  const sampledBuckets = Math.min(table.size, MAX_SAMPLED_BUCKETS);
  const stride = sampledBuckets === 0 ? 1 : table.size / sampledBuckets;
  for (let sample = 0; sample < sampledBuckets; sample++) {
    let length = 0;
    for (let entry = table.buckets[sample * stride]; entry !== null; entry = entry.next) length++;
    chainLengths[Math.min(length, LONGEST_COUNTED)]++;
  }
  return { chainLengths, sampledBuckets };
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, Math.floor(value)));
}
