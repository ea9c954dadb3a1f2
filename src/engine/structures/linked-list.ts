/**
 * A doubly linked list, one allocation for each element: the structure of lists before the quicklist. The server still
 * keeps clients, channel subscribers and the like in it.
 *
 * Mirrors adlist.c:
 *
 *     list 48 bytes          node 24 bytes           node 24 bytes
 *     head ───────────────▶  prev NULL          ◀──  prev
 *     tail ────────────┐     next ───────────────▶   next NULL
 *     len 2            │     value                   value
 *     (three methods)  └──────────────────────────▶
 *
 * Both ends and both neighbours of a node are one step away; the n-th node takes a walk.
 *
 * Worked example: "b" at the tail, "a" at the head, "c" at the tail give a b c; deleting the node of "b"
 * leaves a and c linked to each other. A one-byte value costs 24 bytes of links, of which the allocator
 * makes a slot of 32: that is the waste the packed lists were made to end.
 */
import { addressOf } from '../base/heap.ts';
import type { Environment } from '../base/probe.ts';

/** sizeof(list) and sizeof(listNode). */
export const LINKED_LIST_BYTES = 48;
export const LINKED_LIST_NODE_BYTES = 24;

export class LinkedListNode<V> {
  value: V;
  previous: LinkedListNode<V> | null = null;
  next: LinkedListNode<V> | null = null;
  /** Its position, in units of the heap. */
  readonly place: number;

  constructor(value: V, place: number) {
    this.value = value;
    this.place = place;
  }

  get address(): number {
    return addressOf(this.place);
  }
}

export class LinkedList<V> {
  readonly env: Environment;
  readonly address: number;
  head: LinkedListNode<V> | null = null;
  tail: LinkedListNode<V> | null = null;
  length = 0;

  constructor(env: Environment) {
    this.env = env;
    this.address = env.heap.allocate(LINKED_LIST_BYTES);
  }

  addHead(value: V): LinkedListNode<V> {
    return this.link(this.createNode(value), null, this.head);
  }

  addTail(value: V): LinkedListNode<V> {
    return this.link(this.createNode(value), this.tail, null);
  }

  /** A new node beside an old one. */
  insert(old: LinkedListNode<V>, value: V, after: boolean): LinkedListNode<V> {
    const node = this.createNode(value);
    return after ? this.link(node, old, old.next) : this.link(node, old.previous, old);
  }

  /** Takes the node out and frees it; the value is the caller's. */
  delete(node: LinkedListNode<V>): void {
    this.unlink(node);
    this.env.heap.give(node.place, LINKED_LIST_NODE_BYTES);
  }

  /** The node at an index; negative ones count from the tail. Null out of range. */
  index(index: number): LinkedListNode<V> | null {
    let node = index < 0 ? this.tail : this.head;
    for (let hops = index < 0 ? -index - 1 : index; hops > 0 && node !== null; hops--) {
      node = index < 0 ? node.previous : node.next;
    }
    return node;
  }

  /** The first node whose value is the one looked for. */
  search(matches: (value: V) => boolean): LinkedListNode<V> | null {
    for (let node = this.head; node !== null; node = node.next) {
      if (matches(node.value)) return node;
    }
    return null;
  }

  rotateTailToHead(): void {
    const node = this.tail;
    if (node === null || this.length <= 1) return;
    this.unlink(node);
    this.link(node, null, this.head);
  }

  rotateHeadToTail(): void {
    const node = this.head;
    if (node === null || this.length <= 1) return;
    this.unlink(node);
    this.link(node, this.tail, null);
  }

  /** Takes over all nodes of another list, which is empty afterwards and still there. */
  join(other: LinkedList<V>): void {
    if (other.head === null) return;
    other.head.previous = this.tail;
    if (this.tail !== null) this.tail.next = other.head;
    else this.head = other.head;
    this.tail = other.tail;
    this.length += other.length;
    other.head = null;
    other.tail = null;
    other.length = 0;
  }

  /** A list with the same values, or with copies of them. */
  duplicate(copyOf: (value: V) => V = (value) => value): LinkedList<V> {
    const copy = new LinkedList<V>(this.env);
    for (const value of this) copy.addTail(copyOf(value));
    return copy;
  }

  /** Removes all nodes. */
  clear(): void {
    let node = this.head;
    while (node !== null) {
      this.env.heap.give(node.place, LINKED_LIST_NODE_BYTES);
      node = node.next;
    }
    this.head = null;
    this.tail = null;
    this.length = 0;
  }

  /** `clear`, and the list itself goes too. */
  release(): void {
    this.clear();
    this.env.heap.free(this.address, LINKED_LIST_BYTES);
  }

  /** The nodes in either direction. The one just given may be deleted. */
  *nodes(direction: 'forwards' | 'backwards' = 'forwards'): Generator<LinkedListNode<V>, void, void> {
    let node = direction === 'forwards' ? this.head : this.tail;
    while (node !== null) {
      const next: LinkedListNode<V> | null = direction === 'forwards' ? node.next : node.previous;
      yield node;
      node = next;
    }
  }

  *[Symbol.iterator](): Generator<V, void, void> {
    for (const node of this.nodes()) yield node.value;
  }

  private createNode(value: V): LinkedListNode<V> {
    return new LinkedListNode(value, this.env.heap.take(LINKED_LIST_NODE_BYTES));
  }

  private link(
    node: LinkedListNode<V>,
    previous: LinkedListNode<V> | null,
    next: LinkedListNode<V> | null,
  ): LinkedListNode<V> {
    node.previous = previous;
    node.next = next;
    if (previous !== null) previous.next = node;
    else this.head = node;
    if (next !== null) next.previous = node;
    else this.tail = node;
    this.length++;
    const probe = this.env.probe;
    if (probe !== null) {
      probe.emit({
        type: 'list.link',
        list: this.address,
        node: node.address,
        before: previous?.address ?? 0,
        after: next?.address ?? 0,
      });
    }
    return node;
  }

  private unlink(node: LinkedListNode<V>): void {
    if (node.previous !== null) node.previous.next = node.next;
    else this.head = node.next;
    if (node.next !== null) node.next.previous = node.previous;
    else this.tail = node.previous;
    node.previous = null;
    node.next = null;
    this.length--;
    const probe = this.env.probe;
    if (probe !== null) probe.emit({ type: 'list.unlink', list: this.address, node: node.address });
  }
}
