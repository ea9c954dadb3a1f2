/**
 * A collection as the bytes it lies in. The labels come from the same decoders that the structures are tested
 * with; nothing is remembered between two looks, and nothing is touched by looking.
 */
import type { ByteSpan } from '../../protocol/packed-bytes.ts';
import type { Step } from '../../protocol/steps.ts';
import {
  type PackedBlockView,
  type PackedEntryView,
  type PackedFormatName,
  type PackedLimitView,
  type PackedNodesView,
  type PackedNodeView,
  type PackedPart,
  type PackedTarget,
  type PackedValueView,
  type PackedView,
  packedWindowBytes,
} from '../../protocol/views-packed.ts';
import { repr } from '../base/bytes.ts';
import { integerBytes } from '../base/numbers.ts';
import type { Database } from '../keyspace/database.ts';
import { hashLimits, setLimits, zsetLimits } from '../state/config/packed-limits.ts';
import type { Server } from '../state/server.ts';
import type { Dict, DictEntry } from '../structures/dict.ts';
import { INTSET_HEADER_BYTES } from '../structures/intset.ts';
import { describeIntset } from '../structures/intset-describe.ts';
import { describeListpack } from '../structures/listpack-describe.ts';
import { readUint16 } from '../structures/little-endian.ts';
import type { ByteWindow } from '../structures/packed-block.ts';
import { NOWHERE, type PackedList } from '../structures/packed-list.ts';
import type { Quicklist } from '../structures/quicklist.ts';
import { CompressedEntry, PlainEntry, type QuicklistNode } from '../structures/quicklist-node.ts';
import { describeZiplist } from '../structures/ziplist-describe.ts';
import { isPacked as isPackedHash, packedOf, tableOf } from '../types/hash.ts';
import { quicklistOf } from '../types/list.ts';
import { memoryUsage } from '../types/memory.ts';
import {
  ENCODING_NAMES,
  type RedisObject,
  TYPE_HASH,
  TYPE_LIST,
  TYPE_NAMES,
  TYPE_SET,
  TYPE_ZSET,
} from '../types/object.ts';
import { intsetOf, isIntset, setSize } from '../types/set.ts';
import { isPacked as isPackedZset, packedOf as packedZsetOf, tableOf as zsetTableOf } from '../types/zset.ts';
import { entriesIn, keyNames } from './key-names.ts';
import type { ViewKind } from './kind.ts';
import { peek } from './peek.ts';
import { isLooking, isOfBytes } from './step-subjects.ts';
import { around } from './window.ts';

/** Nodes to describe. */
const MAX_NODES = 64;
/** To find the longest element of a table, this many are looked at. */
const MAX_MEASURED = 2000;
/** Samples per value, as MEMORY USAGE takes by default. */
const MEMORY_SAMPLES = 5;

/** In the header of a packed list: too many to say. */
const COUNT_UNKNOWN = 0xffff;

const COLLECTIONS: readonly number[] = [TYPE_LIST, TYPE_SET, TYPE_ZSET, TYPE_HASH];

export const packedView: ViewKind<'packed'> = {
  read: readPacked,
  turnsTo: ['hash', 'list', 'set', 'sorted-set', 'geo'],
  // In the middle of an upgrade the bytes cannot be read from one end to the other.
  changedBy: (step) => isOfBytes(step) && !isLooking(step) && step.type !== 'intset.widen',
  follow: followBytes,
};

export function readPacked(server: Server, db: Database, target: PackedTarget): PackedView {
  const entry = target.key === null ? null : peek(db.keys, target.key);
  return {
    kind: 'packed',
    db: db.id,
    key: target.key === null ? null : repr(target.key),
    keyBytes: target.key,
    value: entry === null ? null : readValue(server, entry, target),
    ...keyNames(db, (object) => COLLECTIONS.includes(object.type)),
  };
}

/** Where in a watched collection a step happens: in which node of a list, at which byte. Null when elsewhere. */
/** Of a list to the node, and of many bytes to those, where the step happens. */
function followBytes(db: Database, target: PackedTarget, step: Step): PackedTarget {
  const place = isOfBytes(step) ? placeOfStep(db, target.key, step) : null;
  if (place === null) return target;
  const window = { from: target.from ?? 0, count: packedWindowBytes };
  const from = place.offset === null ? window.from : around(window, place.offset).from;
  return place.node === target.node && from === target.from ? target : { ...target, node: place.node, from };
}

function placeOfStep(
  db: Database,
  key: Uint8Array | null,
  step: Step,
): { readonly node: number; readonly offset: number | null } | null {
  const object = key === null ? null : (peek(db.keys, key)?.value ?? null);
  if (object === null) return null;
  const offset = 'offset' in step ? step.offset : null;
  if (object.type === TYPE_LIST) {
    const list = quicklistOf(object);
    let index = 0;
    for (let node = list.head; node !== null; node = node.next, index++) {
      const isHere = 'block' in step ? node.entry.address === step.block : touchesNode(step, node.address);
      if (isHere) return { node: index, offset };
    }
    return null;
  }
  if (!('block' in step)) return null;
  if (object.type === TYPE_SET && isIntset(object)) {
    const intset = intsetOf(object);
    if (intset.address !== step.block || !('index' in step)) return null;
    return { node: 0, offset: INTSET_HEADER_BYTES + step.index * intset.widthBytes };
  }
  const isPacked =
    (object.type === TYPE_HASH && isPackedHash(object)) ||
    (object.type === TYPE_ZSET && isPackedZset(object));
  return isPacked && packedOf(object).address === step.block ? { node: 0, offset } : null;
}

export function touchesNode(step: Step, address: number): boolean {
  return step.type.startsWith('quicklist.') && 'node' in step && step.node === address;
}

function readValue(server: Server, entry: DictEntry<RedisObject>, target: PackedTarget): PackedValueView {
  const object = entry.value;
  return {
    type: TYPE_NAMES[object.type],
    encoding: ENCODING_NAMES[object.encoding],
    address: object.address,
    memoryBytes: memoryUsage(entry, MEMORY_SAMPLES, server.generation),
    ...readContents(server, object, target),
  };
}

/** How a collection stands to the bounds of being packed. */
export function standingOf(
  server: Server,
  object: RedisObject,
): Pick<PackedValueView, 'packedEncoding' | 'elements' | 'limits'> {
  const { packedEncoding, elements, limits } = readContents(server, object, {
    kind: 'packed',
    db: 0,
    key: null,
  });
  return { packedEncoding, elements, limits };
}

type Contents = Pick<PackedValueView, 'packedEncoding' | 'elements' | 'limits' | 'block' | 'nodes'>;

function readContents(server: Server, object: RedisObject, target: PackedTarget): Contents {
  switch (object.type) {
    case TYPE_HASH:
      return readHash(server, object, target);
    case TYPE_ZSET:
      return readZset(server, object, target);
    case TYPE_SET:
      return readSet(server, object, target);
    case TYPE_LIST:
      return readList(server, quicklistOf(object), target);
    default:
      return { packedEncoding: null, elements: 0, limits: [], block: null, nodes: null };
  }
}

function packedName(server: Server): 'listpack' | 'ziplist' {
  return server.generation === '7.0' ? 'listpack' : 'ziplist';
}

function readHash(server: Server, object: RedisObject, target: PackedTarget): Contents {
  const name = packedName(server);
  const limits = hashLimits(server);
  const elements = isPackedHash(object) ? countOf(packedOf(object)) >> 1 : tableOf(object).size;
  const block = isPackedHash(object)
    ? readPackedList(packedOf(object), target, pairOf('field', 'value'))
    : null;
  const longest = isPackedHash(object)
    ? longestPacked(packedOf(object))
    : longestInTable(tableOf(object), ({ keyLength, value }) => Math.max(keyLength, value.length));
  return {
    packedEncoding: name,
    elements,
    limits: [
      { name: `hash-max-${name}-entries`, limit: limits.entries, of: 'elements', found: elements },
      { name: `hash-max-${name}-value`, limit: limits.valueBytes, of: 'longest', found: longest },
    ],
    block,
    nodes: null,
  };
}

function readZset(server: Server, object: RedisObject, target: PackedTarget): Contents {
  const name = packedName(server);
  const limits = zsetLimits(server);
  const packed = isPackedZset(object) ? packedZsetOf(object) : null;
  const elements = packed === null ? zsetTableOf(object).size : countOf(packed) >> 1;
  // A score may be long as text; only members count.
  const longest =
    packed === null
      ? longestInTable(zsetTableOf(object).dict, ({ keyLength }) => keyLength)
      : longestPacked(packed, 2);
  return {
    packedEncoding: name,
    elements,
    limits: [
      { name: `zset-max-${name}-entries`, limit: limits.entries, of: 'elements', found: elements },
      { name: `zset-max-${name}-value`, limit: limits.valueBytes, of: 'longest', found: longest },
    ],
    block: packed === null ? null : readPackedList(packed, target, pairOf('member', 'score')),
    nodes: null,
  };
}

function readSet(server: Server, object: RedisObject, target: PackedTarget): Contents {
  const { intsetEntries } = setLimits(server);
  const elements = setSize(object);
  const limit: PackedLimitView = {
    name: 'set-max-intset-entries',
    limit: intsetEntries,
    of: 'elements',
    found: elements,
  };
  if (!isIntset(object)) {
    return { packedEncoding: 'intset', elements, limits: [limit], block: null, nodes: null };
  }
  const intset = intsetOf(object);
  const { totalBytes, widthBytes, memory } = intset;
  const window = windowOf(target, totalBytes, (wanted) => {
    const index = Math.floor((wanted - INTSET_HEADER_BYTES) / widthBytes);
    return index < 0 ? 0 : INTSET_HEADER_BYTES + index * widthBytes;
  });
  const spans = describeIntset(memory.subarray(0, totalBytes), window);
  const block: PackedBlockView = {
    format: 'intset',
    address: intset.address,
    allocationBytes: intset.allocationBytes,
    totalBytes,
    from: window.from,
    bytes: memory.slice(window.from, window.until),
    spans,
    entries: entriesOf(spans, () => 'member', `int${widthBytes * 8}`),
    length: intset.length,
  };
  return { packedEncoding: 'intset', elements, limits: [limit], block, nodes: null };
}

function readList(server: Server, list: Quicklist, target: PackedTarget): Contents {
  const chosen = Math.max(0, Math.min(target.node ?? 0, list.nodeCount - 1));
  const from = Math.max(0, Math.min(chosen - MAX_NODES / 2, list.nodeCount - MAX_NODES));
  const nodes: PackedNodeView[] = [];
  let block: PackedBlockView | null = null;
  let index = 0;
  for (let node = list.head; node !== null && index < from + MAX_NODES; node = node.next, index++) {
    if (index === chosen) block = readNode(node, target);
    if (index >= from) nodes.push(summariseNode(node, index));
  }
  const { address, nodeCount: total, fill, compressDepth } = list;
  const summary: PackedNodesView = { address, total, from, nodes, chosen, fill, compressDepth };
  return {
    packedEncoding: packedName(server),
    elements: list.count,
    limits: [],
    block,
    nodes: summary,
  };
}

export function formatOf(node: QuicklistNode): PackedFormatName {
  const { entry } = node;
  if (entry instanceof CompressedEntry) return 'lzf';
  return entry instanceof PlainEntry ? 'plain' : entry.format;
}

/** A packed list is asked itself: while it changes, its node does not know yet. */
function summariseNode(node: QuicklistNode, index: number): PackedNodeView {
  const { entry } = node;
  const isPacked = 'format' in entry;
  const sizeBytes = isPacked ? entry.totalBytes : node.sizeBytes;
  return {
    index,
    address: node.address,
    format: formatOf(node),
    // Merged into its neighbour, it has none left though its bytes are still there.
    count: isPacked && node.count > 0 ? countOf(entry) : node.count,
    sizeBytes,
    storedBytes: entry instanceof CompressedEntry ? entry.compressedBytes : sizeBytes,
  };
}

function readNode(node: QuicklistNode, target: PackedTarget): PackedBlockView {
  const { entry } = node;
  if ('format' in entry) return readPackedList(entry, target, () => 'element');
  const isPlain = entry instanceof PlainEntry;
  const totalBytes = isPlain ? entry.sizeBytes : entry.usedBytes;
  const window = windowOf(target, totalBytes, (wanted) => wanted);
  // One element without its own label; compressed bytes have no parts.
  const spans: ByteSpan[] = isPlain
    ? [{ role: 'data', offset: 0, sizeBytes: totalBytes, entry: 0, value: repr(entry.view()) }]
    : [];
  return {
    format: isPlain ? 'plain' : 'lzf',
    address: entry.address,
    allocationBytes: entry.allocationBytes,
    totalBytes,
    from: window.from,
    bytes: entry.memory.slice(window.from, window.until),
    spans,
    entries: entriesOf(spans, () => 'element', 'raw'),
    length: node.count,
  };
}

/** The part of this many bytes to send. `begin` returns the beginning of the piece that contains the requested byte. */
function windowOf(target: PackedTarget, totalBytes: number, begin: (wanted: number) => number): ByteWindow {
  if (totalBytes <= packedWindowBytes) return { from: 0, until: totalBytes };
  const wanted = Math.max(0, Math.min(Math.floor(target.from ?? 0), totalBytes - packedWindowBytes));
  const from = begin(wanted);
  return { from, until: Math.min(totalBytes, from + packedWindowBytes) };
}

function readPackedList(
  list: PackedList,
  target: PackedTarget,
  partOf: (index: number) => PackedPart,
): PackedBlockView {
  const { totalBytes, memory, format } = list;
  const window = windowOf(target, totalBytes, (wanted) => beginOfEntry(list, wanted));
  const describe = format === 'listpack' ? describeListpack : describeZiplist;
  const spans = describe(memory.subarray(0, totalBytes), window);
  return {
    format,
    address: list.address,
    allocationBytes: list.allocationBytes,
    totalBytes,
    from: window.from,
    bytes: memory.slice(window.from, window.until),
    spans,
    entries: entriesOf(spans, partOf, ''),
    length: countOf(list),
  };
}

/** The number of entries. Asked for its length, a list that has lost count would write it down. */
export function countOf(list: PackedList): number {
  const known = readUint16(list.memory, list.format === 'listpack' ? 4 : 8);
  if (known !== COUNT_UNKNOWN) return known;
  let count = 0;
  for (let at = list.first(); at !== NOWHERE; at = list.next(at)) count++;
  return count;
}

function beginOfEntry(list: PackedList, wanted: number): number {
  let begin = 0;
  for (let at = list.first(); at !== NOWHERE && at <= wanted; at = list.next(at)) begin = at;
  return begin;
}

function pairOf(first: PackedPart, second: PackedPart): (index: number) => PackedPart {
  return (index) => (index % 2 === 0 ? first : second);
}

/** Spans gathered by the entry they belong to. */
function entriesOf(
  spans: readonly ByteSpan[],
  partOf: (index: number) => PackedPart,
  plainEncoding: string,
): PackedEntryView[] {
  const entries: PackedEntryView[] = [];
  for (let at = 0; at < spans.length; ) {
    const { entry: index, offset } = spans[at];
    let end = at + 1;
    while (end < spans.length && spans[end].entry === index) end++;
    if (index >= 0) {
      const own = spans.slice(at, end);
      const sizeBytes = own.reduce((sum, span) => sum + span.sizeBytes, 0);
      const prevlen = own.find(({ role }) => role === 'prevlen');
      const encoding = own.find(({ role }) => role === 'encoding');
      const data = own.find(({ role }) => role === 'data');
      const before = entries[entries.length - 1];
      // A number inside the encoding byte stands behind the name of the encoding.
      const [name, ...rest] = (encoding?.value ?? plainEncoding).split(' ');
      entries.push({
        index,
        part: partOf(index),
        offset,
        sizeBytes,
        encoding: name,
        value: data?.value ?? rest.join(' '),
        prevlen:
          prevlen === undefined
            ? null
            : {
                says: Number(prevlen.value),
                is: index === 0 ? 0 : (before?.sizeBytes ?? Number(prevlen.value)),
              },
      });
    }
    at = end;
  }
  return entries;
}

/** The longest element, every `step`-th counted; integers by their digits. */
function longestPacked(list: PackedList, step = 1): number {
  let longest = 0;
  let index = 0;
  for (let at = list.first(); at !== NOWHERE && index < MAX_MEASURED; at = list.next(at), index++) {
    if (index % step !== 0) continue;
    const value = list.value(at);
    longest = Math.max(longest, typeof value === 'object' ? value.length : integerBytes(value).length);
  }
  return longest;
}

function longestInTable<V>(table: Dict<V>, lengthOf: (entry: DictEntry<V>) => number): number {
  let longest = 0;
  let measured = 0;
  for (const entry of entriesIn(table)) {
    if (measured++ >= MAX_MEASURED) break;
    longest = Math.max(longest, lengthOf(entry));
  }
  return longest;
}
