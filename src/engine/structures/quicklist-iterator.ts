/**
 * Walking a quicklist in either direction, from an end or from an index.
 *
 *     const iterator = list.iterate('forwards');
 *     while (iterator.next()) use(iterator.value());
 *     iterator.release();
 *
 * A node is decompressed when the walk reaches it and compressed again when the walk leaves it, so an iterator must be
 * released. Elements may be deleted through it on the way. An insertion or replacement through it ends it.
 *
 * Mirrors quicklistIter and quicklistNext of quicklist.c.
 */
import { assert } from '../base/errors.ts';
import { NOWHERE, type PackedValue } from './packed-list.ts';
import type { Quicklist } from './quicklist.ts';
import { compressAfterUse, decompressNode } from './quicklist-compress.ts';
import type { QuicklistEntry } from './quicklist-insert.ts';
import type { QuicklistNode } from './quicklist-node.ts';

export type Direction = 'forwards' | 'backwards';

/** The position of the element of a plain node, which has no other. */
const PLAIN_POSITION = 0;

export class QuicklistIterator implements QuicklistEntry {
  readonly list: Quicklist;
  readonly direction: Direction;
  /** Where the walk continues; null at the end. */
  private current: QuicklistNode | null;
  private at = NOWHERE;
  private currentIndex: number;
  /** The entry that `next` reached. */
  private entryNode: QuicklistNode | null = null;
  private entryPosition = NOWHERE;
  private entryIndex = 0;

  constructor(list: Quicklist, direction: Direction, node: QuicklistNode | null, index: number) {
    this.list = list;
    this.direction = direction;
    this.current = node;
    this.currentIndex = index;
  }

  /** Moves to the next element; false if there is none. */
  next(): boolean {
    const forwards = this.direction === 'forwards';
    while (this.current !== null) {
      const node = this.current;
      if (this.at === NOWHERE) {
        decompressNode(this.list, node, true);
        this.at = node.isPlain ? PLAIN_POSITION : node.packed.seek(this.currentIndex);
      } else if (node.isPlain) {
        this.at = NOWHERE;
      } else {
        this.at = forwards ? node.packed.next(this.at) : node.packed.previous(this.at);
        this.currentIndex += forwards ? 1 : -1;
      }
      if (this.at !== NOWHERE) {
        this.entryNode = node;
        this.entryPosition = this.at;
        this.entryIndex = this.currentIndex;
        return true;
      }
      compressAfterUse(this.list, node);
      this.goTo(forwards ? node.next : node.previous);
    }
    this.entryNode = null;
    return false;
  }

  get node(): QuicklistNode {
    assert(this.entryNode !== null, 'the iterator is at an element');
    return this.entryNode;
  }

  get position(): number {
    return this.entryPosition;
  }

  /** The index in the node. */
  get index(): number {
    return this.entryIndex;
  }

  /** The element. A string is a view: copy it before the list changes. */
  value(): PackedValue {
    const { node } = this;
    return node.isPlain ? node.plain : node.packed.value(this.entryPosition);
  }

  /** The element as a separate string. */
  bytes(): Uint8Array {
    const { node } = this;
    return node.isPlain ? node.plain.slice() : node.packed.bytesAt(this.entryPosition);
  }

  equals(bytes: Uint8Array): boolean {
    const { node } = this;
    if (!node.isPlain) return node.packed.equals(this.entryPosition, bytes);
    const { plain } = node;
    return plain.length === bytes.length && plain.every((byte, index) => byte === bytes[index]);
  }

  /** Deletes the current element; `next` continues with the one after it in its direction. */
  delete(): void {
    const { node } = this;
    const { previous, next } = node;
    const isGone = this.list.deleteAt(node, this.entryPosition);
    this.entryNode = null;
    this.at = NOWHERE;
    // Otherwise the index stays: it is already that of the next element, from either end.
    if (isGone) this.goTo(this.direction === 'forwards' ? next : previous);
  }

  /** Ends the walk without touching the node: it may be gone. */
  reset(): void {
    this.current = null;
    this.at = NOWHERE;
    this.entryNode = null;
  }

  /** Compresses the node it stands on again. */
  release(): void {
    if (this.current !== null) compressAfterUse(this.list, this.current);
    this.reset();
  }

  private goTo(node: QuicklistNode | null): void {
    this.current = node;
    this.currentIndex = this.direction === 'forwards' ? 0 : -1;
    this.at = NOWHERE;
  }
}
