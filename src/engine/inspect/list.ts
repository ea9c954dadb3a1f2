/** A list as its quicklist: a window of nodes, each with the first and the last of its elements. */
import type { Step } from '../../protocol/steps.ts';
import type {
  ListElementView,
  ListNodeView,
  ListTarget,
  ListValueView,
  ListView,
} from '../../protocol/views-list.ts';
import { repr } from '../base/bytes.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';
import type { DictEntry } from '../structures/dict.ts';
import { NOWHERE, type PackedList, printable } from '../structures/packed-list.ts';
import type { Quicklist } from '../structures/quicklist.ts';
import { nodeLimits } from '../structures/quicklist-limits.ts';
import { CompressedEntry, PlainEntry, type QuicklistNode } from '../structures/quicklist-node.ts';
import { quicklistOf } from '../types/list.ts';
import { memoryUsage } from '../types/memory.ts';
import { ENCODING_NAMES, type RedisObject, TYPE_LIST, TYPE_NAMES } from '../types/object.ts';
import { keyNames } from './key-names.ts';
import type { ViewKind } from './kind.ts';
import { costOf } from './list-cost.ts';
import { countOf, formatOf, touchesNode } from './packed.ts';
import { peek } from './peek.ts';
import { isLooking, isOfBytes } from './step-subjects.ts';
import { movedTo } from './window.ts';

const MAX_NODES = 48;
/** Elements of all nodes together, and of one of them. */
const MAX_ELEMENTS = 240;
const MAX_OF_NODE = 48;
const MIN_OF_NODE = 8;
/** Samples per value, as MEMORY USAGE takes by default. */
const MEMORY_SAMPLES = 5;

export const listView: ViewKind<'list'> = {
  read: readList,
  turnsTo: ['list'],
  changedBy: (step) => isOfBytes(step) && !isLooking(step),
  follow: (db, target, step) =>
    target.key === null ? target : movedTo(target, nodeOfStep(db, target.key, step)),
};

function readList(server: Server, db: Database, target: ListTarget): ListView {
  const names = keyNames(db, ({ type }) => type === TYPE_LIST);
  const key = target.key ?? names.keys[0]?.keyBytes ?? null;
  const entry = key === null ? null : peek(db.keys, key);
  return {
    kind: 'list',
    db: db.id,
    key: key === null ? null : repr(key),
    keyBytes: key,
    type: entry === null ? null : TYPE_NAMES[entry.value.type],
    list: entry === null || entry.value.type !== TYPE_LIST ? null : readValue(server, entry, target),
    ...names,
  };
}

/** The node of a watched list that a step is about, by its place; null when it is about something else. */
function nodeOfStep(db: Database, key: Uint8Array, step: Step): number | null {
  const object = peek(db.keys, key)?.value ?? null;
  if (object?.type !== TYPE_LIST || !('block' in step || step.type.startsWith('quicklist.'))) return null;
  let index = 0;
  for (let node = quicklistOf(object).head; node !== null; node = node.next, index++) {
    const isHere = 'block' in step ? node.entry.address === step.block : touchesNode(step, node.address);
    if (isHere) return index;
  }
  return null;
}

function readValue(server: Server, entry: DictEntry<RedisObject>, target: ListTarget): ListValueView {
  const object = entry.value;
  const list = quicklistOf(object);
  const { fill, compressDepth, nodeCount: total } = list;
  const count = Math.max(1, Math.min(Math.floor(target.window.count), MAX_NODES));
  const from = Math.max(0, Math.min(Math.floor(target.window.from), total - count));
  const limits = nodeLimits(fill);
  return {
    address: list.address,
    encoding: ENCODING_NAMES[object.encoding],
    elements: list.count,
    total,
    from,
    nodes: readNodes(list, from, count),
    head: list.head?.address ?? 0,
    tail: list.tail?.address ?? 0,
    fillSetting: server.generation === '7.0' ? 'list-max-listpack-size' : 'list-max-ziplist-size',
    fill,
    mostBytes: limits.sizeBytes,
    mostElements: limits.elements,
    compressDepth,
    memoryBytes: memoryUsage(entry, MEMORY_SAMPLES, server.generation),
    cost: costOf(list),
  };
}

function readNodes(list: Quicklist, from: number, count: number): ListNodeView[] {
  const nodes: ListNodeView[] = [];
  const shown = Math.min(count, list.nodeCount);
  const most = Math.max(MIN_OF_NODE, Math.min(MAX_OF_NODE, Math.floor(MAX_ELEMENTS / Math.max(1, shown))));
  let index = 0;
  let firstRank = 0;
  for (let node = list.head; node !== null && index < from + count; node = node.next, index++) {
    const length = lengthOf(node);
    if (index >= from) nodes.push(readNode(node, index, firstRank, length, most));
    firstRank += length;
  }
  return nodes;
}

/** A packed list is asked itself: while it changes, its node does not know yet. Merged into another, it has none. */
function lengthOf({ entry, count }: QuicklistNode): number {
  return 'format' in entry && count > 0 ? countOf(entry) : count;
}

function readNode(
  node: QuicklistNode,
  index: number,
  firstRank: number,
  count: number,
  most: number,
): ListNodeView {
  const { entry } = node;
  const sizeBytes = 'format' in entry ? entry.totalBytes : node.sizeBytes;
  return {
    index,
    address: node.address,
    previous: node.previous?.address ?? 0,
    next: node.next?.address ?? 0,
    format: formatOf(node),
    isPlain: node.isPlain,
    block: entry.address,
    allocationBytes: entry.allocationBytes,
    storedBytes: entry instanceof CompressedEntry ? entry.usedBytes : sizeBytes,
    sizeBytes,
    count,
    firstRank,
    recompress: node.recompress,
    elements: count === 0 ? [] : elementsOf(node, count, most),
  };
}

function elementsOf({ entry }: QuicklistNode, count: number, most: number): ListElementView[] {
  if (entry instanceof CompressedEntry) return [];
  if (entry instanceof PlainEntry) return [{ index: 0, offset: 0, value: printable(entry.view()) }];
  const atEnd = count <= most ? 0 : Math.floor(most / 3);
  const first = elementsFrom(entry, entry.first(), 0, 1, Math.min(count, most) - atEnd);
  const last = elementsFrom(entry, entry.last(), count - 1, -1, atEnd);
  return [...first, ...last.reverse()];
}

function elementsFrom(
  packed: PackedList,
  start: number,
  startIndex: number,
  direction: 1 | -1,
  most: number,
): ListElementView[] {
  const elements: ListElementView[] = [];
  let at = start;
  for (let index = startIndex; at !== NOWHERE && elements.length < most; index += direction) {
    elements.push({ index, offset: at, value: printable(packed.value(at)) });
    at = direction === 1 ? packed.next(at) : packed.previous(at);
  }
  return elements;
}
