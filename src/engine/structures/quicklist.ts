/**
 * Quicklist: the structure of a list. A linked list of packed lists, so that the ends are near, the links are few, and
 * no block grows large.
 *
 *     head ─▶ node ⇄ node ⇄ node ⇄ node ◀─ tail          quicklist 40 bytes
 *              │      │      │      │
 *           [listpack][ lzf ][ lzf ][listpack]           each up to 8 KB by default
 *
 * Mirrors quicklist.c of both generations: the nodes of 7.0 hold listpacks and, for an element that is
 * larger than the threshold (1 GB, unless DEBUG QUICKLIST-PACKED-THRESHOLD says otherwise), plain nodes;
 * those of 6.2 hold ziplists. How full a node may be is in quicklist-limits.ts, the compression of the middle
 * in quicklist-compress.ts, insertion with split and merge in quicklist-insert.ts.
 *
 * Worked example: with a fill factor of 2, pushing a b c d e to the tail gives [a b] [c d] [e]. Inserting X
 * after c finds [c d] full and c inside of it: the node is split into [c] and [X d], then the merges around
 * [c] are tried. [a b] and [c] would have three elements, [c] and [X d] too; nothing is merged:
 * [a b] [c] [X d] [e].
 */
import type { Generation } from '../../protocol/session.ts';
import { printfF } from '../base/numbers.ts';
import type { Environment } from '../base/probe.ts';
import type { PackedList } from './packed-list.ts';
import { compressAfterUse, compressAround, decompressNode, recompressOnly } from './quicklist-compress.ts';
import { insertBeside } from './quicklist-insert.ts';
import { type Direction, QuicklistIterator } from './quicklist-iterator.ts';
import { allowsInsert, clampCompressDepth, clampFill } from './quicklist-limits.ts';
import { type QuicklistFormat, QuicklistNode, quicklistFormat } from './quicklist-node.ts';

/** sizeof(quicklist). */
export const QUICKLIST_BYTES = 40;
export const DEFAULT_PACKED_THRESHOLD_BYTES = 2 ** 30;
const DEFAULT_FILL = -2;
const MAX_TOLD_HOPS = 12;

export type End = 'head' | 'tail';

export interface QuicklistOptions {
  readonly fill?: number;
  readonly compressDepth?: number;
  /** From this size on an element gets a plain node. 6.2 has none. */
  readonly packedThresholdBytes?: number;
}

export class Quicklist {
  readonly env: Environment;
  readonly format: QuicklistFormat;
  readonly address: number;
  head: QuicklistNode | null = null;
  tail: QuicklistNode | null = null;
  /** Elements in all nodes. */
  count = 0;
  nodeCount = 0;
  readonly fill: number;
  readonly compressDepth: number;
  packedThresholdBytes: number;

  constructor(env: Environment, generation: Generation, options: QuicklistOptions = {}) {
    this.env = env;
    this.format = quicklistFormat(generation);
    this.address = env.heap.allocate(QUICKLIST_BYTES);
    this.fill = clampFill(options.fill ?? DEFAULT_FILL);
    this.compressDepth = clampCompressDepth(options.compressDepth ?? 0);
    this.packedThresholdBytes = options.packedThresholdBytes ?? DEFAULT_PACKED_THRESHOLD_BYTES;
  }

  push(value: Uint8Array, end: End): void {
    if (end === 'head') this.pushHead(value);
    else this.pushTail(value);
  }

  pushHead(value: Uint8Array): void {
    const { head } = this;
    this.count++;
    if (!this.hasRoom(head, value)) {
      this.link(this.nodeOf(value), head, false);
      return;
    }
    head.packed.prepend(value);
    head.sizeBytes = head.packed.totalBytes;
    head.count++;
  }

  pushTail(value: Uint8Array): void {
    const { tail } = this;
    this.count++;
    if (!this.hasRoom(tail, value)) {
      this.link(this.nodeOf(value), tail, true);
      return;
    }
    tail.packed.append(value);
    tail.sizeBytes = tail.packed.totalBytes;
    tail.count++;
  }

  /** Removes the element at an end; null if there is none. */
  pop(end: End): Uint8Array | null {
    const node = end === 'head' ? this.head : this.tail;
    if (node === null) return null;
    if (node.isPlain) {
      const value = node.plain.slice();
      this.removeNode(node);
      return value;
    }
    const position = end === 'head' ? node.packed.first() : node.packed.last();
    const value = node.packed.bytesAt(position);
    this.deleteAt(node, position);
    return value;
  }

  /** From the first element to the last, or the other way. */
  iterate(direction: Direction): QuicklistIterator {
    return direction === 'forwards'
      ? new QuicklistIterator(this, direction, this.head, 0)
      : new QuicklistIterator(this, direction, this.tail, -1);
  }

  /** From the element at an index on, negative from the tail; null if there is none. */
  iterateFrom(index: number, direction: Direction): QuicklistIterator | null {
    const place = this.locate(index);
    return place === null ? null : new QuicklistIterator(this, direction, place.node, place.index);
  }

  /** The element at an index as a separate string, negative from the tail; null if there is none. */
  at(index: number): Uint8Array | null {
    const iterator = this.iterateFrom(index, 'forwards');
    if (iterator === null) return null;
    iterator.next();
    const value = iterator.bytes();
    iterator.release();
    return value;
  }

  /** Inserts beside the element the iterator is at, and ends the iteration. */
  insert(iterator: QuicklistIterator, value: Uint8Array, after: boolean): void {
    insertBeside(this, iterator, value, after);
    iterator.reset();
  }

  /** Replaces the element at an index; false if there is none. */
  replaceAt(index: number, value: Uint8Array): boolean {
    const iterator = this.iterateFrom(index, 'forwards');
    if (iterator === null) return false;
    iterator.next();
    this.replace(iterator, value);
    return true;
  }

  /** Replaces the element the iterator is at, and ends the iteration. */
  replace(iterator: QuicklistIterator, value: Uint8Array): void {
    const { node } = iterator;
    const isLarge = this.isLarge(value);
    if (!node.isPlain && !isLarge) {
      node.packed.replace(iterator.position, value);
      node.sizeBytes = node.packed.totalBytes;
      compressAfterUse(this, node);
    } else if (node.isPlain && isLarge) {
      node.replacePlain(value);
      compressAfterUse(this, node);
    } else if (node.isPlain) {
      insertBeside(this, iterator, value, true);
      this.removeNode(node);
    } else {
      // The large one goes behind the old one, which is the last of its node then. The node must stay raw
      // until that is deleted.
      node.dontCompress = true;
      insertBeside(this, iterator, value, true);
      if (node.count === 1) {
        this.removeNode(node);
      } else {
        this.deleteAt(node, node.packed.last());
        node.dontCompress = false;
        compressAfterUse(this, node);
        if (node.next !== null) compressAfterUse(this, node.next);
      }
    }
    iterator.reset();
  }

  /** Deletes up to `count` elements from an index on, negative from the tail. False if there is none. */
  deleteRange(start: number, count: number): boolean {
    const place = this.locate(start);
    if (count <= 0 || place === null) return false;
    let { index } = place;
    let extent = count;
    for (let node: QuicklistNode | null = place.node; node !== null && extent > 0; ) {
      const { next }: { next: QuicklistNode | null } = node;
      const doomed = Math.min(extent, index < 0 ? -index : node.count - index);
      if (doomed === node.count) {
        this.removeNode(node);
      } else {
        decompressNode(this, node, true);
        node.packed.deleteRange(index, doomed);
        node.update();
        this.count -= doomed;
        recompressOnly(this, node);
      }
      extent -= doomed;
      node = next;
      index = 0;
    }
    return true;
  }

  /** Moves the last element to the head. */
  rotate(): void {
    const { tail } = this;
    if (tail === null || this.count <= 1) return;
    if (tail.isPlain) {
      this.unlink(tail);
      this.count++;
      this.link(tail, this.head, false);
      return;
    }
    this.pushHead(tail.packed.bytesAt(tail.packed.last()));
    this.deleteAt(tail, tail.packed.last());
  }

  /** A copy node by node, compressed ones as they are. */
  duplicate(): Quicklist {
    const { fill, compressDepth, packedThresholdBytes } = this;
    const options = { fill, compressDepth, packedThresholdBytes };
    const copy = new Quicklist(this.env, this.format.generation, options);
    for (let node = this.head; node !== null; node = node.next) copy.adopt(node.duplicate());
    return copy;
  }

  /** A node around an existing packed list, as in RDB files; the list then owns it. */
  appendPacked(packed: PackedList): void {
    this.adopt(QuicklistNode.ofPacked(this.env, this.format, packed));
  }

  /** A plain node, as RDB files hold them. */
  appendPlain(value: Uint8Array): void {
    this.adopt(QuicklistNode.ofPlain(this.env, this.format, value));
  }

  /** Frees everything. */
  release(): void {
    for (let node = this.head; node !== null; node = node.next) node.release();
    this.env.heap.free(this.address, QUICKLIST_BYTES);
  }

  /** What DEBUG OBJECT adds for a list. */
  debugText(): string {
    let uncompressedBytes = 0;
    for (let node = this.head; node !== null; node = node.next) uncompressedBytes += node.sizeBytes;
    const container = this.format.generation === '7.0' ? 'listpack' : 'ziplist';
    return (
      ` ql_nodes:${this.nodeCount}` +
      ` ql_avg_node:${printfF(this.count / this.nodeCount, 2)}` +
      ` ql_${container}_max:${this.fill}` +
      ` ql_compressed:${this.compressDepth === 0 ? 0 : 1}` +
      ` ql_uncompressed_size:${uncompressedBytes}`
    );
  }

  /** Whether an element needs its own node. */
  isLarge(value: Uint8Array): boolean {
    return value.length >= this.packedThresholdBytes && this.format.generation === '7.0';
  }

  /** A new node with this element, packed or plain as it must be; linked to nothing yet. */
  nodeOf(value: Uint8Array): QuicklistNode {
    if (this.isLarge(value)) return QuicklistNode.ofPlain(this.env, this.format, value);
    const packed = this.format.create(this.env);
    packed.append(value);
    return QuicklistNode.ofPacked(this.env, this.format, packed);
  }

  /** Links a node beside another one, or as the only one, and sets the compression right. */
  link(node: QuicklistNode, beside: QuicklistNode | null, after: boolean): void {
    const previous = beside === null || after ? beside : beside.previous;
    const next = beside === null || !after ? beside : beside.next;
    node.previous = previous;
    node.next = next;
    if (previous === null) this.head = node;
    else previous.next = node;
    if (next === null) this.tail = node;
    else next.previous = node;
    this.nodeCount++;
    const probe = this.env.probe;
    if (probe !== null) {
      probe.emit({
        type: 'quicklist.link',
        list: this.address,
        node: node.address,
        before: previous?.address ?? 0,
        after: next?.address ?? 0,
      });
    }
    if (beside !== null) compressAfterUse(this, beside);
    // In 6.2 a new node in the middle is compressed only when something happens beside it.
    if (this.format.generation === '7.0') compressAfterUse(this, node);
  }

  /** Takes a node with its elements out, and sets the compression right. The node is the caller's. */
  unlink(node: QuicklistNode): void {
    if (node.previous === null) this.head = node.next;
    else node.previous.next = node.next;
    if (node.next === null) this.tail = node.previous;
    else node.next.previous = node.previous;
    this.nodeCount--;
    this.count -= node.count;
    const probe = this.env.probe;
    if (probe !== null) probe.emit({ type: 'quicklist.unlink', list: this.address, node: node.address });
    compressAround(this, null);
  }

  /** Deletes one element of a node that is not compressed. True when the node went with it. */
  deleteAt(node: QuicklistNode, position: number): boolean {
    if (node.isPlain) {
      this.removeNode(node);
      return true;
    }
    node.packed.delete(position);
    node.count--;
    this.count--;
    if (node.count === 0) {
      this.removeNode(node);
      return true;
    }
    node.sizeBytes = node.packed.totalBytes;
    return false;
  }

  private removeNode(node: QuicklistNode): void {
    this.unlink(node);
    node.release();
  }

  private adopt(node: QuicklistNode): void {
    this.count += node.count;
    this.link(node, this.tail, true);
  }

  private hasRoom(node: QuicklistNode | null, value: Uint8Array): node is QuicklistNode {
    return !this.isLarge(value) && allowsInsert(node, this.fill, value.length, this.format);
  }

  /** The node with the element at an index, and its index there: negative if the one asked for was. */
  private locate(index: number): { node: QuicklistNode; index: number } | null {
    const fromHead = index >= 0;
    const rank = fromHead ? index : -index - 1;
    if (rank >= this.count) return null;
    // 7.0 goes the shorter way round.
    const isFar = this.format.generation === '7.0' && rank > (this.count - 1) / 2;
    const seekFromHead = isFar ? !fromHead : fromHead;
    const seekRank = isFar ? this.count - 1 - rank : rank;
    let node = seekFromHead ? this.head! : this.tail!;
    let passed = 0;
    let hops = 0;
    if (this.env.probe !== null) this.emitSeek(node, passed, seekFromHead, seekRank, hops);
    while (passed + node.count <= seekRank) {
      passed += node.count;
      node = seekFromHead ? node.next! : node.previous!;
      hops++;
      if (this.env.probe !== null) this.emitSeek(node, passed, seekFromHead, seekRank, hops);
    }
    if (isFar) passed = this.count - node.count - passed;
    return { node, index: fromHead ? rank - passed : passed - rank - 1 };
  }

  /** Emits the first hops and the last one: those in between are all alike. */
  private emitSeek(node: QuicklistNode, passed: number, fromHead: boolean, rank: number, hops: number): void {
    const found = passed + node.count > rank;
    if (hops >= MAX_TOLD_HOPS && !found) return;
    this.env.probe?.emit({
      type: 'quicklist.seek',
      list: this.address,
      node: node.address,
      count: node.count,
      passed,
      from: fromHead ? 'head' : 'tail',
      found,
    });
  }
}
