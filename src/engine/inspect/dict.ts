/** The dictionary panel's view: a window of each table, and how long its chains are. */
import type { DictEntryView, DictTableView, DictView, Window } from '../../protocol/views.ts';
import { repr } from '../base/bytes.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';
import type { Dict, DictEntry, DictTable } from '../structures/dict.ts';

/** Counting every chain of a large table at every step would be felt: beyond this many they are sampled. */
const MAX_SAMPLED_BUCKETS = 4096;
/** Chains of this length and longer share one cell. */
const LONGEST_COUNTED = 8;
const MAX_WINDOW = 1024;
/** So few buckets are not worth a window. */
const ALWAYS_WHOLE = 32;

export function readDict(
  server: Server,
  db: Database,
  which: 'keys' | 'expires',
  windows: readonly [Window, Window],
): DictView {
  const dict: Dict<unknown> = which === 'keys' ? db.keys : db.expires;
  return {
    kind: 'dict',
    db: db.id,
    which,
    address: dict.address,
    rehashIndex: dict.rehashIndex,
    canResize: server.env.dictCanResize,
    tables: [readTable(dict, 0, windows[0]), readTable(dict, 1, windows[1])],
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
