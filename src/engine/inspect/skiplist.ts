/** A sorted set for the skiplist panel: a window of nodes with all their pointers, or the packed bytes. */
import type { Step } from '../../protocol/steps.ts';
import type {
  PackedPairsView,
  SkiplistLinkView,
  SkiplistNodesView,
  SkiplistNodeView,
  SkiplistView,
  SortedSetLimits,
  SortedSetName,
  Window,
} from '../../protocol/views.ts';
import { compareBytes, repr } from '../base/bytes.ts';
import { formatDouble } from '../base/numbers.ts';
import type { Database } from '../keyspace/database.ts';
import { zsetLimits } from '../state/config/packed-limits.ts';
import type { Server } from '../state/server.ts';
import { bytesAt, NOWHERE, type PackedList } from '../structures/packed-list.ts';
import type { Skiplist } from '../structures/skiplist.ts';
import { NULL, type SkiplistPointer } from '../structures/skiplist-memory.ts';
import { ENCODING_NAMES, type RedisObject, TYPE_ZSET } from '../types/object.ts';
import { isPacked, packedOf, tableOf, zsetSize } from '../types/zset.ts';
import { nextPair, scoreOfPair } from '../types/zset-packed.ts';
import type { ZsetTable } from '../types/zset-table.ts';
import type { ViewKind } from './kind.ts';
import { peek } from './peek.ts';
import { changesMembers } from './step-subjects.ts';
import { movedTo } from './window.ts';

const MAX_WINDOW = 64;
/** How many nodes are counted, level by level from the highest down, before the rest is left uncounted. */
const MAX_COUNTED = 4096;
/** How far is looked for the names of other sorted sets. */
const MAX_LOOKED_AT_BUCKETS = 2048;
const MAX_LOOKED_AT_KEYS = 512;
const MAX_NAMES = 50;

export const skiplistView: ViewKind<'skiplist'> = {
  read: (server, db, { key, window }) => readSkiplist(server, db, key, window),
  turnsTo: ['sorted-set', 'geo'],
  changedBy: (step) => 'skiplist' in step || changesMembers(step),
  follow(db, target, step) {
    const rank = rankOf(step);
    const isOurs =
      rank > 0 && 'skiplist' in step && step.skiplist === watchedSkiplist(db, target.key)?.address;
    return isOurs ? movedTo(target, rank - 1) : target;
  },
  /** A short list is looked through as a whole. */
  inPast(target, { view }) {
    if (view.kind !== 'skiplist' || view.length > MAX_WINDOW) return null;
    return (server, db) => readSkiplist(server, db, target.key, { from: 0, count: MAX_WINDOW });
  },
};

function readSkiplist(server: Server, db: Database, key: Uint8Array | null, window: Window): SkiplistView {
  const names = sortedSetsOf(db);
  const shown = key ?? names[0]?.keyBytes ?? null;
  const object = shown === null ? null : zsetAt(db, shown);
  return {
    kind: 'skiplist',
    db: db.id,
    key: shown === null ? null : repr(shown),
    encoding: object === null ? null : (ENCODING_NAMES[object.encoding] as SkiplistView['encoding']),
    length: object === null ? 0 : zsetSize(object),
    limits: limitsOf(server),
    skiplist: object === null || isPacked(object) ? null : readNodes(tableOf(object), window),
    packed: object === null || !isPacked(object) ? null : readPairs(packedOf(object)),
    names,
  };
}

/** The rank a step of a skiplist is about, from 1; 0 for none, and for the header, where every search begins. */
function rankOf(step: Step): number {
  switch (step.type) {
    case 'skiplist.hop':
    case 'skiplist.down':
    case 'skiplist.insert':
    case 'skiplist.visit':
      return step.rank;
    default:
      return 0;
  }
}

/** The skiplist a watch looks at; null while there is none. */
function watchedSkiplist(db: Database, key: Uint8Array | null): Skiplist | null {
  const shown = key ?? sortedSetsOf(db)[0]?.keyBytes ?? null;
  const object = shown === null ? null : zsetAt(db, shown);
  return object === null || isPacked(object) ? null : tableOf(object).skiplist;
}

export function zsetAt(db: Database, key: Uint8Array): RedisObject | null {
  const object = peek(db.keys, key)?.value ?? null;
  return object?.type === TYPE_ZSET ? object : null;
}

function limitsOf(server: Server): SortedSetLimits {
  const { entries, valueBytes, generation } = zsetLimits(server);
  const packed = generation === '7.0' ? 'listpack' : 'ziplist';
  return {
    entriesName: `zset-max-${packed}-entries`,
    entries,
    valueName: `zset-max-${packed}-value`,
    valueBytes,
  };
}

/** By name. Of a large database only the first buckets are looked at. */
export function sortedSetsOf(db: Database): SortedSetName[] {
  const found: Uint8Array[] = [];
  let buckets = MAX_LOOKED_AT_BUCKETS;
  let keys = MAX_LOOKED_AT_KEYS;
  for (const table of db.keys.tables) {
    for (let bucket = 0; bucket < table.size && buckets-- > 0 && keys > 0; bucket++) {
      for (let entry = table.buckets[bucket]; entry !== null; entry = entry.next) {
        keys--;
        if (entry.value.type === TYPE_ZSET) found.push(entry.key.view());
      }
    }
  }
  return found
    .sort(compareBytes)
    .slice(0, MAX_NAMES)
    .map((key) => ({ key: repr(key), keyBytes: key.slice() }));
}

function readPairs(list: PackedList): PackedPairsView {
  const pairs: { member: string; score: string }[] = [];
  for (let pair = list.first(); pair !== NOWHERE && pairs.length < MAX_WINDOW; pair = nextPair(list, pair)) {
    pairs.push({ member: repr(bytesAt(list, pair)), score: formatDouble(scoreOfPair(list, pair)) });
  }
  return { address: list.address, totalBytes: list.totalBytes, pairs };
}

function readNodes({ skiplist: list, dict }: ZsetTable, window: Window): SkiplistNodesView {
  const count = clamp(window.count, 1, MAX_WINDOW);
  const from = clamp(window.from, 0, Math.max(0, list.length - count));
  const entering = pointersAcross(list, from);
  const nodes: SkiplistNodeView[] = [];
  let node = pointerTo(list, entering);
  for (let rank = from + 1; node !== NULL && rank <= from + count; rank++) {
    nodes.push(readNode(list, node, rank));
    node = list.nextOf(node);
  }
  return {
    address: list.address,
    dict: dict.address,
    level: list.level,
    tail: list.addressOf(list.tail),
    header: {
      address: list.addressOf(list.header),
      links: linksOf(list, list.header, 0, list.level),
    },
    from,
    nodes,
    entering: entering.map(({ node: start, rank }, level) => ({
      from: list.addressOf(start),
      fromRank: rank,
      ...linkOf(list, start, rank, level),
    })),
    nodesOnLevel: countLevels(list),
  };
}

interface Crossing {
  readonly node: SkiplistPointer;
  readonly rank: number;
}

/**
 * On each level the last node of the first `from`, or the header: a pointer leads from there past them. This is the
 * search by rank, but it emits no hops.
 */
export function pointersAcross(list: Skiplist, from: number): Crossing[] {
  const crossings: Crossing[] = new Array(list.level);
  let node = list.header;
  let rank = 0;
  for (let level = list.level - 1; level >= 0; level--) {
    for (;;) {
      const next = list.nextOf(node, level);
      if (next === NULL || rank + list.spanOf(node, level) > from) break;
      rank += list.spanOf(node, level);
      node = next;
    }
    crossings[level] = { node, rank };
  }
  return crossings;
}

/** The first node of the window. */
export function pointerTo(list: Skiplist, crossings: readonly Crossing[]): SkiplistPointer {
  return list.nextOf(crossings[0].node);
}

function readNode(list: Skiplist, node: SkiplistPointer, rank: number): SkiplistNodeView {
  return {
    address: list.addressOf(node),
    rank,
    member: repr(list.memberBytesOf(node)),
    score: formatDouble(list.scoreOf(node)),
    links: linksOf(list, node, rank, list.levelsOf(node)),
    backward: list.addressOf(list.previousOf(node)),
  };
}

function linksOf(list: Skiplist, node: SkiplistPointer, rank: number, levels: number): SkiplistLinkView[] {
  return Array.from({ length: levels }, (_, level) => linkOf(list, node, rank, level));
}

function linkOf(list: Skiplist, node: SkiplistPointer, rank: number, level: number): SkiplistLinkView {
  const next = list.nextOf(node, level);
  const span = list.spanOf(node, level);
  return { to: list.addressOf(next), toRank: next === NULL ? 0 : rank + span, span };
}

function countLevels(list: Skiplist): (number | null)[] {
  const counts: (number | null)[] = new Array(list.level).fill(null);
  counts[0] = list.length;
  let left = MAX_COUNTED;
  for (let level = list.level - 1; level > 0; level--) {
    let count = 0;
    let node = list.nextOf(list.header, level);
    while (node !== NULL && left > 0) {
      count++;
      left--;
      node = list.nextOf(node, level);
    }
    if (node !== NULL) break;
    counts[level] = count;
  }
  return counts;
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, Math.floor(value)));
}
