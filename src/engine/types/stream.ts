/**
 * Streams: entries with growing ids, for many readers (t_stream.c).
 *
 *     stream 80 bytes   rax ─▶ 5-0 ─▶ node (structures/stream-node.ts) with the entries 5-0 … 9-3
 *                              9-4 ─▶ node with the entries 9-4 … 20-0
 *                       cgroups ─▶ "billing" ─▶ group (stream-group.ts)
 *                       length, last_id, first_id, max_deleted_entry_id, entries_added
 *
 * The radix tree is ordered by id, so that a range is a seek and a walk. New entries go to the last node, until it has
 * `stream-node-max-entries` of them (deleted ones count) or would exceed `stream-node-max-bytes`; a node is allocated
 * with 4 KB and shrunk to fit when it is full. Deleting only marks an entry, until a node has no entry left. Trimming
 * removes whole nodes from the left; only an exact trim marks entries of the next one.
 *
 * Worked example: XADD k 1599203861727-0 a 1 makes one node, whose listpack is that of stream-node.ts; last_id and
 * first_id are the id, entries_added is 1. XDEL of it removes the node; last_id and entries_added stay, and
 * max_deleted_entry_id is the id.
 */
import { addressOf } from '../base/heap.ts';
import type { Environment } from '../base/probe.ts';
import type { Listpack } from '../structures/listpack.ts';
import { NOWHERE } from '../structures/packed-list.ts';
import { Rax } from '../structures/rax.ts';
import {
  compareStreamIds,
  isZeroId,
  MAX_STREAM_ID,
  MIN_STREAM_ID,
  nextStreamId,
  STREAM_ID_BYTES,
  type StreamId,
  streamIdKey,
} from '../structures/stream-id.ts';
import { StreamNode } from '../structures/stream-node.ts';
import {
  CONSUMER_BYTES,
  ENTRIES_READ_UNKNOWN,
  GROUP_BYTES,
  NACK_BYTES,
  StreamGroup,
} from './stream-group.ts';
import {
  emitAppend,
  emitDelete,
  emitDrop,
  emitGroup,
  emitGroupRemoved,
  emitKeep,
  emitNode,
} from './stream-steps.ts';

export const STREAM_BYTES = 80;

/** The largest listpack and entry of a stream, whatever the configuration says. */
export const STREAM_NODE_LIMIT_BYTES = 2 ** 30;
/** The initial size of a node, unless its limit is smaller. */
const PREALLOCATED_BYTES = 4096;
/** What MEMORY USAGE estimates for a node of a radix tree: its header and thirty words. */
const ESTIMATED_RAX_NODE_BYTES = 4 + 30 * 8;

/** stream-node-max-bytes and stream-node-max-entries; 0 means no limit. */
export interface StreamLimits {
  readonly maxBytes: number;
  readonly maxEntries: number;
}

export type StreamTrim = {
  /** Only whole nodes. */
  readonly approximate: boolean;
  /** At most this many entries are looked at, 0 for no limit. */
  readonly limit: number;
} & (
  | { readonly strategy: 'maxlen'; readonly maxLength: number }
  | { readonly strategy: 'minid'; readonly minId: StreamId }
);

/** An existing entry, as an iteration finds it. */
export interface StreamEntry {
  readonly id: StreamId;
  readonly node: StreamNode;
  readonly position: number;
}

export class Stream {
  readonly nodes: Rax<StreamNode>;
  /** Null until the first group is made. */
  groups: Rax<StreamGroup> | null = null;
  /** Entries that are not deleted. */
  length = 0;
  lastId: StreamId = MIN_STREAM_ID;
  /** 0-0 in an empty stream. */
  firstId: StreamId = MIN_STREAM_ID;
  maxDeletedId: StreamId = MIN_STREAM_ID;
  /** Entries ever added. */
  entriesAdded = 0n;

  readonly env: Environment;
  private readonly place: number;

  constructor(env: Environment) {
    this.env = env;
    this.place = env.heap.take(STREAM_BYTES);
    this.nodes = new Rax<StreamNode>(env);
  }

  get address(): number {
    return addressOf(this.place);
  }

  /** The id the server would choose now; null if none is left. */
  nextId(nowMs: number): StreamId | null {
    const ms = BigInt(nowMs);
    return ms > this.lastId.ms ? { ms, seq: 0n } : nextStreamId(this.lastId);
  }

  /** The id for `<ms>-*`; null when no sequence number is left, or the time lies before the last entry. */
  nextIdAt(ms: bigint): StreamId | null {
    if (ms > this.lastId.ms) return { ms, seq: 0n };
    const next = nextStreamId(this.lastId);
    return next !== null && next.ms === ms ? next : null;
  }

  /** `pairs` are field, value, field, value… The id must be greater than the last one. */
  add(id: StreamId, pairs: readonly Uint8Array[], limits: StreamLimits): void {
    const sizeBytes = pairs.reduce((sum, { length }) => sum + length, 0);
    let node = this.lastNode();
    const full = node === null ? null : fullBy(node, sizeBytes, limits);
    if (node !== null && full !== null) {
      node.listpack.shrinkToFit();
      node = null;
    }
    if (node === null) {
      const capacity =
        limits.maxBytes > 0 ? Math.min(limits.maxBytes, PREALLOCATED_BYTES) : PREALLOCATED_BYTES;
      node = StreamNode.create(this.env, id, pairs, capacity);
      node.append(id, pairs);
      this.nodes.insert(streamIdKey(id), node);
      if (this.env.probe !== null) emitNode(this, node, full ?? 'first');
    } else {
      node.append(id, pairs);
    }
    this.length++;
    this.entriesAdded++;
    this.lastId = id;
    if (this.length === 1) this.firstId = id;
    if (this.env.probe !== null) emitAppend(this, node, id);
  }

  /** Deletes entries, and says how many of them were there: XDEL. */
  delete(ids: readonly StreamId[]): number {
    let deleted = 0;
    let firstDeleted = false;
    for (const id of ids) {
      const entry = this.find(id);
      if (entry === null) continue;
      this.remove(entry);
      if (compareStreamIds(id, this.firstId) === 0) firstDeleted = true;
      if (compareStreamIds(id, this.maxDeletedId) > 0) this.maxDeletedId = id;
      deleted++;
    }
    if (firstDeleted || (deleted > 0 && this.length === 0)) this.firstId = this.edgeId();
    return deleted;
  }

  /** Removes entries from the left, and says how many. */
  trim(trim: StreamTrim): number {
    const { nodes } = this;
    const iterator = nodes.iterator();
    let deleted = 0;
    for (let found = iterator.seek('^'); found; found = iterator.seek('^')) {
      const node = iterator.value!;
      const { count } = node;
      if (trim.strategy === 'maxlen' && this.length <= trim.maxLength) break;
      if (trim.limit > 0 && deleted + count > trim.limit) break;
      const whole =
        trim.strategy === 'maxlen'
          ? this.length - count >= trim.maxLength
          : compareStreamIds(node.idAt(node.lastEntry()), trim.minId) < 0;
      if (!whole) {
        if (!trim.approximate) deleted += this.trimInside(node, trim);
        else if (this.env.probe !== null) emitKeep(this, node, count);
        break;
      }
      this.length -= count;
      deleted += count;
      nodes.remove(iterator.key);
      node.release();
      if (this.env.probe !== null) emitDrop(this, node, count, 'trim');
    }
    if (deleted > 0 || this.length === 0) this.firstId = this.edgeId();
    return deleted;
  }

  find(id: StreamId): StreamEntry | null {
    for (const entry of this.entries(id, id)) return entry;
    return null;
  }

  /** The entries from `start` to `end`, both included, in either order. Nothing may change meanwhile. */
  *entries(
    start: StreamId = MIN_STREAM_ID,
    end: StreamId = MAX_STREAM_ID,
    reverse = false,
  ): Generator<StreamEntry, void, void> {
    const iterator = this.nodes.iterator();
    // The node that may hold the start id is the last one that does not begin after it.
    const found = iterator.seek('<=', streamIdKey(reverse ? end : start));
    if (!found && !iterator.seek('^')) return;
    while (reverse ? iterator.previous() : iterator.next()) {
      const node = iterator.value!;
      let position = reverse ? node.lastEntry() : node.firstEntry();
      while (position !== NOWHERE) {
        // XSETID may go back behind deleted entries: those say nothing about where the range ends.
        if (!node.isDeleted(position)) {
          const id = node.idAt(position);
          if (reverse ? compareStreamIds(id, start) < 0 : compareStreamIds(id, end) > 0) return;
          const inside = reverse ? compareStreamIds(id, end) <= 0 : compareStreamIds(id, start) >= 0;
          if (inside) yield { id, node, position };
        }
        position = reverse ? node.previousEntry(position) : node.nextEntry(position);
      }
    }
  }

  group(name: Uint8Array): StreamGroup | null {
    return this.groups?.find(name) ?? null;
  }

  /** Null when there is one of this name. */
  createGroup(name: Uint8Array, lastId: StreamId, entriesRead: bigint): StreamGroup | null {
    this.groups ??= new Rax<StreamGroup>(this.env);
    if (this.groups.has(name)) return null;
    const group = new StreamGroup(this.env, lastId, entriesRead);
    this.groups.insert(name, group);
    if (this.env.probe !== null) emitGroup(this, name, group);
    return group;
  }

  deleteGroup(name: Uint8Array): boolean {
    const group = this.groups?.remove(name) ?? null;
    if (group === null) return false;
    const pending = group.pending.size;
    group.release();
    if (this.env.probe !== null) emitGroupRemoved(this, name, pending);
    return true;
  }

  /** Notes that a group has read up to an entry it had not read yet. */
  advance(group: StreamGroup, id: StreamId): void {
    if (compareStreamIds(id, group.lastId) <= 0) return;
    if (group.entriesRead !== ENTRIES_READ_UNKNOWN && !this.hasTombstoneFrom(id)) group.entriesRead++;
    else if (this.entriesAdded > 0n) group.entriesRead = this.entriesAddedUpTo(id);
    group.moveTo(id);
  }

  /** How many entries a group has still to read; null if unknown. */
  lag(group: StreamGroup): bigint | null {
    if (this.entriesAdded === 0n) return 0n;
    if (group.entriesRead !== ENTRIES_READ_UNKNOWN && !this.hasTombstoneFrom(group.lastId)) {
      return this.entriesAdded - group.entriesRead;
    }
    const read = this.entriesAddedUpTo(group.lastId);
    return read === ENTRIES_READ_UNKNOWN ? null : this.entriesAdded - read;
  }

  /** How many entries were ever added up to this id, where that follows from the counters. */
  entriesAddedUpTo(id: StreamId): bigint {
    if (this.entriesAdded === 0n) return 0n;
    const toLast = compareStreamIds(id, this.lastId);
    if (this.length === 0 && toLast <= 0) return this.entriesAdded;
    if (toLast === 0) return this.entriesAdded;
    if (toLast > 0) return ENTRIES_READ_UNKNOWN;
    if (isZeroId(this.maxDeletedId) || compareStreamIds(this.maxDeletedId, this.firstId) < 0) {
      const toFirst = compareStreamIds(id, this.firstId);
      const gone = this.entriesAdded - BigInt(this.length);
      if (toFirst < 0) return gone;
      if (toFirst === 0) return gone + 1n;
    }
    return ENTRIES_READ_UNKNOWN;
  }

  /** The stream and what belongs to it, as MEMORY USAGE estimates it; `samples` nodes are looked at, 0 for all. */
  memoryBytes(samples: number): number {
    let bytes = STREAM_BYTES + estimatedTreeBytes(this.nodes) + this.nodeBytes(samples);
    if (this.groups === null) return bytes;
    for (const [, group] of this.groups.entries()) {
      const { pending, consumers } = group!;
      bytes += GROUP_BYTES + estimatedTreeBytes(pending) + NACK_BYTES * pending.size;
      for (const [name, consumer] of consumers.entries()) {
        bytes += CONSUMER_BYTES + name.length + estimatedTreeBytes(consumer!.pending);
      }
    }
    return bytes;
  }

  release(): void {
    this.nodes.release((node) => node.release());
    this.groups?.release((group) => group.release());
    this.env.heap.give(this.place, STREAM_BYTES);
  }

  /** A deep copy: what COPY stores. */
  copy(): Stream {
    const copy = new Stream(this.env);
    for (const [key, node] of this.nodes.entries()) {
      const listpack: Listpack = node!.listpack.duplicate();
      copy.nodes.insert(key, new StreamNode(node!.masterId, listpack));
    }
    copy.length = this.length;
    copy.lastId = this.lastId;
    copy.firstId = this.firstId;
    copy.maxDeletedId = this.maxDeletedId;
    copy.entriesAdded = this.entriesAdded;
    if (this.groups === null) return copy;
    copy.groups = new Rax<StreamGroup>(this.env);
    for (const [name, group] of this.groups.entries()) copy.groups.insert(name, group!.copy());
    return copy;
  }

  private lastNode(): StreamNode | null {
    const iterator = this.nodes.iterator();
    return iterator.seek('$') ? iterator.value : null;
  }

  /** The id of the first existing entry, 0-0 if there is none. */
  private edgeId(): StreamId {
    for (const { id } of this.entries()) return id;
    return MIN_STREAM_ID;
  }

  /** Marks an entry as deleted; the node goes with its last one. */
  private remove({ id, node, position }: StreamEntry): void {
    const isLast = node.count === 1;
    if (isLast) {
      this.nodes.remove(streamIdKey(node.masterId));
      node.release();
    } else {
      node.markDeleted([position]);
    }
    this.length--;
    if (this.env.probe === null) return;
    if (isLast) emitDrop(this, node, 1, 'empty');
    else emitDelete(this, node, id, 1);
  }

  /** Marks the entries at the beginning of a node that a trim is to remove. */
  private trimInside(node: StreamNode, trim: StreamTrim): number {
    const doomed: number[] = [];
    let last: StreamId | null = null;
    let position = node.firstEntry();
    while (position !== NOWHERE) {
      const stop =
        trim.strategy === 'maxlen'
          ? this.length - doomed.length <= trim.maxLength
          : compareStreamIds(node.idAt(position), trim.minId) >= 0;
      if (stop) break;
      if (!node.isDeleted(position)) {
        doomed.push(position);
        if (this.env.probe !== null) last = node.idAt(position);
      }
      position = node.nextEntry(position);
    }
    node.markDeleted(doomed);
    this.length -= doomed.length;
    if (last !== null) emitDelete(this, node, last, doomed.length);
    return doomed.length;
  }

  /** Whether an entry at this id or after it may have been deleted. */
  private hasTombstoneFrom(id: StreamId): boolean {
    if (this.length === 0 || isZeroId(this.maxDeletedId)) return false;
    // A tombstone before the first entry has been trimmed away.
    if (compareStreamIds(this.firstId, this.maxDeletedId) > 0) return false;
    return compareStreamIds(id, this.maxDeletedId) <= 0;
  }

  private nodeBytes(samples: number): number {
    const total = this.nodes.size;
    const wanted = samples === 0 ? total : Math.min(samples, total);
    let bytes = 0;
    let seen = 0;
    for (const [, node] of this.nodes.entries()) {
      if (seen === wanted) break;
      bytes += node!.listpack.allocationBytes;
      seen++;
    }
    if (total <= seen) return bytes;
    // The last node is seldom full: it is counted as it is, all others as the average.
    return Math.floor(bytes / seen) * (total - 1) + this.lastNode()!.listpack.allocationBytes;
  }
}

/** Which limit leaves no room in a node for so many bytes more; null when there is room. */
function fullBy(node: StreamNode, addedBytes: number, limits: StreamLimits): 'bytes' | 'entries' | null {
  const maxBytes =
    limits.maxBytes === 0 ? STREAM_NODE_LIMIT_BYTES : Math.min(limits.maxBytes, STREAM_NODE_LIMIT_BYTES);
  if (node.listpack.totalBytes + addedBytes >= maxBytes) return 'bytes';
  return limits.maxEntries > 0 && node.count + node.deletedCount >= limits.maxEntries ? 'entries' : null;
}

function estimatedTreeBytes(rax: Rax<unknown>): number {
  return rax.size * STREAM_ID_BYTES + rax.nodes * ESTIMATED_RAX_NODE_BYTES;
}
