/** A stream as its panel sees it: a window of its listpacks with the radix tree above, one of them opened, one group. */
import type { Step } from '../../protocol/steps.ts';
import type {
  RaxNodeView,
  StreamEntryView,
  StreamNodeView,
  StreamOpenView,
  StreamTarget,
  StreamView,
} from '../../protocol/views.ts';
import { bytesOf, repr } from '../base/bytes.ts';
import type { Database } from '../keyspace/database.ts';
import { streamLimits } from '../state/config/packed-limits.ts';
import type { Server } from '../state/server.ts';
import { bytesAt, integerAt, NOWHERE } from '../structures/packed-list.ts';
import type { Rax } from '../structures/rax.ts';
import { compareStreamIds, formatStreamId, parseStreamId, streamIdKey } from '../structures/stream-id.ts';
import type { StreamNode } from '../structures/stream-node.ts';
import { TYPE_STREAM } from '../types/object.ts';
import type { Stream } from '../types/stream.ts';
import { streamKind, streamOf } from '../types/stream-kind.ts';
import { keyNames } from './key-names.ts';
import type { ViewKind } from './kind.ts';
import { peek } from './peek.ts';
import { readGroups, readShownGroup } from './stream-groups.ts';

const MAX_NODES = 24;
const MAX_ENTRIES = 100;
const MAX_PAIRS = 8;
/** The byte ff. */
const LISTPACK_END_BYTES = 1;
/** The number of nodes to measure, the default of MEMORY USAGE. */
const MEMORY_SAMPLES = 5;

export const streamView: ViewKind<'stream'> = {
  read: readStreamView,
  turnsTo: ['stream'],
  // Elements are appended to a listpack one by one: half an entry cannot be read.
  changedBy: ({ type }) => /^(stream|group|rax)\.|^packed\.replace$/.test(type),
  follow: followStream,
};

/** Opens the node and the group that the step is about. */
function followStream(_db: Database, target: StreamTarget, step: Step): StreamTarget {
  if (!/^(stream|group)\./.test(step.type)) return target;
  const { led = { id: null, group: 0 } } = target;
  const at = 'id' in step ? step.id : 'node' in step ? step.node : null;
  const group = 'group' in step ? step.group : null;
  return {
    ...target,
    led: {
      id: typeof at === 'string' ? at : led.id,
      group: typeof group === 'number' ? group : led.group,
    },
  };
}

export function readStreamView(server: Server, db: Database, target: StreamTarget): StreamView {
  const names = keyNames(db, ({ type }) => type === TYPE_STREAM).keys.map(({ key, keyBytes }) => ({
    key,
    keyBytes,
  }));
  const key = target.key ?? names[0]?.keyBytes ?? null;
  const object = key === null ? null : (peek(db.keys, key)?.value ?? null);
  const limits = streamLimits(server);
  const common = {
    kind: 'stream',
    db: db.id,
    key: key === null ? null : repr(key),
    nowMs: server.keyspace.nowMs,
    maxNodeBytes: limits.maxBytes,
    maxNodeEntries: limits.maxEntries,
    names,
  } as const;
  if (object === null || object.type !== TYPE_STREAM) return { ...common, ...NOTHING };
  const memoryBytes = streamKind.bytes(object, MEMORY_SAMPLES);
  return { ...common, ...readStream(streamOf(object), target), memoryBytes };
}

const NOTHING = {
  address: 0,
  length: 0,
  lastId: '0-0',
  firstId: '0-0',
  maxDeletedId: '0-0',
  entriesAdded: '0',
  memoryBytes: 0,
  tree: 0,
  raxNodes: 0,
  nodeCount: 0,
  from: 0,
  nodes: [],
  rax: [],
  open: null,
  groupCount: 0,
  groups: [],
  shown: null,
} satisfies Partial<StreamView>;

function readStream(stream: Stream, target: StreamTarget) {
  const wanted = target.node ?? (target.follow === true ? (target.led?.id ?? null) : null);
  const { from, nodes, open } = nodesAround(stream, target.from, wanted);
  return {
    address: stream.address,
    length: stream.length,
    lastId: formatStreamId(stream.lastId),
    firstId: formatStreamId(stream.firstId),
    maxDeletedId: formatStreamId(stream.maxDeletedId),
    entriesAdded: String(stream.entriesAdded),
    tree: stream.nodes.address,
    raxNodes: stream.nodes.nodes,
    nodeCount: stream.nodes.size,
    from,
    nodes: nodes.map(readNode),
    rax: readTree(stream.nodes, nodes),
    open: open === null ? null : readOpen(open, target),
    groupCount: stream.groups?.size ?? 0,
    groups: readGroups(stream),
    shown: readShownGroup(stream, target),
  };
}

/** The window of nodes, and the open one: the requested one, or else the last. */
function nodesAround(stream: Stream, askedFrom: number | null, wanted: string | null) {
  const { size } = stream.nodes;
  const open = findNode(stream, wanted);
  const middle = open === null ? 0 : open.place - MAX_NODES / 2;
  const from = Math.max(0, Math.min(askedFrom ?? middle, size - MAX_NODES));
  const nodes: StreamNode[] = [];
  const iterator = stream.nodes.iterator();
  // From whichever end is nearer.
  if (from <= size / 2) {
    iterator.seek('^');
    for (let place = 0; place < from + MAX_NODES && iterator.next(); place++) {
      if (place >= from) nodes.push(iterator.value!);
    }
  } else {
    iterator.seek('$');
    for (let place = size - 1; place >= from && iterator.previous(); place--) {
      if (place < from + MAX_NODES) nodes.unshift(iterator.value!);
    }
  }
  return { from, nodes, open: open?.node ?? null };
}

/** The node that has this id or would have it: the last one that does not begin after it, or else the first. */
function findNode(stream: Stream, wanted: string | null): { node: StreamNode; place: number } | null {
  const iterator = stream.nodes.iterator();
  const id = wanted === null ? null : (parseStreamId(bytesOf(wanted), 0n, true)?.id ?? null);
  const isFound = id !== null && (iterator.seek('<=', streamIdKey(id)) || iterator.seek('^'));
  if (!isFound && !iterator.seek('$')) return null;
  const node = iterator.value!;
  let place = -1;
  while (iterator.previous()) place++;
  return { node, place };
}

function readNode(node: StreamNode): StreamNodeView {
  const { masterId, listpack, count, deletedCount } = node;
  const last = node.lastEntry();
  return {
    id: formatStreamId(masterId),
    lastId: formatStreamId(last === NOWHERE ? masterId : node.idAt(last)),
    address: listpack.address,
    entries: count,
    deleted: deletedCount,
    usedBytes: listpack.totalBytes,
    allocatedBytes: listpack.allocationBytes,
  };
}

/** The nodes of the tree on the way to each of these keys. Has its own walk, because the tree's lookup emits steps. */
function readTree(tree: Rax<StreamNode>, rows: readonly StreamNode[]): RaxNodeView[] {
  type Child = { place: number; address: number; firstRow: number; lastRow: number };
  const found = new Map<number, Omit<RaxNodeView, 'children'> & { children: Child[] }>();
  for (const [row, { masterId }] of rows.entries()) {
    const key = streamIdKey(masterId);
    let depth = 0;
    let parent = 0;
    for (let node = tree.head; ; ) {
      const { address, characters, isCompressed, isKey, sizeBytes } = node;
      let view = found.get(address);
      if (view === undefined) {
        const own = {
          address,
          parent,
          depth,
          characters: characters.slice(),
          isCompressed,
          isKey,
          sizeBytes,
        };
        view = { ...own, children: [] };
        found.set(address, view);
      }
      if (depth >= key.length || node.size === 0) break;
      const place = isCompressed ? 0 : node.indexOf(key[depth]);
      if (place < 0) break;
      const child = node.children[place];
      const known = view.children.find((each) => each.place === place);
      if (known === undefined) {
        view.children.push({ place, address: child.address, firstRow: row, lastRow: row });
      } else {
        known.lastRow = row;
      }
      depth += isCompressed ? characters.length : 1;
      parent = address;
      node = child;
    }
  }
  return [...found.values()];
}

function readOpen(node: StreamNode, target: StreamTarget): StreamOpenView {
  const { listpack } = node;
  let position = listpack.seek(2);
  const fields = Number(integerAt(listpack, position));
  const masterFields: string[] = [];
  for (let nth = 0; nth < Math.min(fields, MAX_PAIRS); nth++) {
    position = listpack.next(position);
    masterFields.push(repr(bytesAt(listpack, position)));
  }
  const positions: number[] = [];
  for (let at = node.firstEntry(); at !== NOWHERE; at = node.nextEntry(at)) positions.push(at);
  const from = entriesFrom(node, positions, target);
  const entries = positions.slice(from, from + entryCount(target)).map((at, nth) => {
    const end = positions[from + nth + 1] ?? listpack.totalBytes - LISTPACK_END_BYTES;
    return readEntry(node, at, end);
  });
  return {
    id: formatStreamId(node.masterId),
    masterFields,
    fields,
    countOffset: listpack.first(),
    deletedOffset: listpack.seek(1),
    from,
    entries,
  };
}

function entryCount({ entries }: StreamTarget): number {
  return Math.max(1, Math.min(Math.floor(entries.count), MAX_ENTRIES));
}

/** Where the window of entries begins: as asked, or so that the id the steps have led to is in it, or at the end. */
function entriesFrom(node: StreamNode, positions: readonly number[], target: StreamTarget): number {
  const count = entryCount(target);
  const last = Math.max(0, positions.length - count);
  if (target.entries.from >= 0) return Math.min(Math.floor(target.entries.from), last);
  const led = target.follow === true ? (target.led?.id ?? null) : null;
  const id = led === null ? null : (parseStreamId(bytesOf(led), 0n, true)?.id ?? null);
  const place = id === null ? -1 : positions.findIndex((at) => compareStreamIds(node.idAt(at), id) >= 0);
  return place < 0 ? last : Math.max(0, Math.min(place - Math.floor(count / 2), last));
}

function readEntry(node: StreamNode, position: number, end: number): StreamEntryView {
  const { listpack } = node;
  const ms = listpack.next(position);
  const seq = listpack.next(ms);
  const pairs = node.pairsAt(position);
  const fields = pairs.length / 2;
  const shown: { field: string; value: string }[] = [];
  for (let nth = 0; nth < Math.min(fields, MAX_PAIRS); nth++) {
    shown.push({ field: repr(pairs[nth * 2]), value: repr(pairs[nth * 2 + 1]) });
  }
  const hasSameFields = node.hasSameFields(position);
  return {
    id: formatStreamId(node.idAt(position)),
    isDeleted: node.isDeleted(position),
    hasSameFields,
    msDifference: String(integerAt(listpack, ms)),
    seqDifference: String(integerAt(listpack, seq)),
    pairs: shown,
    fields,
    elements: 3 + fields + (hasSameFields ? 0 : fields + 1),
    offset: position,
    sizeBytes: end - position,
  };
}
