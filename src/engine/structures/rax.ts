/**
 * Rax, the radix tree: a sorted map of byte strings behind streams and their consumer groups.
 *
 * Mirrors rax.c. The characters on the way from the root spell a key; keys with the same beginning share it. A run of
 * nodes with one child each and no key in between is compressed into one node with several characters and a single
 * child. With "annibale" and "annientare" as keys, and "anni" on the way to both:
 *
 *     "anni" ──▶ [b e] ──b──▶ "ale" ──▶ ()         () is a leaf that is a key
 *                      ──e──▶ "ntare" ──▶ ()
 *
 * - Inserting a key that leaves a compressed node in its middle splits it: what is before the differing
 *   character, a node with a child for each of the two characters, and what comes after. Inserting "anni"
 *   makes the node [b e] a key; inserting "ann" cuts "anni" into "ann" and "i".
 * - Removing a key frees the nodes that led only to it, and chains of nodes with one child each are made one
 *   compressed node again.
 * - The order of the keys is that of their bytes; a key comes before its continuations.
 *
 *     rax   head 8, numele 8, numnodes 8     24 bytes; for the nodes see rax-node.ts
 *
 * Worked example: insert "annibale": one compressed node and its leaf, 2 nodes. Insert "annientare": the node
 * becomes "anni", [b e] and "ale", and "ntare" with a leaf is added: 6 nodes. Remove "annientare": 2 again.
 *
 * Iterators are in rax-iterator.ts.
 */
import { repr } from '../base/bytes.ts';
import type { Environment } from '../base/probe.ts';
import { RaxIterator } from './rax-iterator.ts';
import { RaxNode } from './rax-node.ts';

export const RAX_BYTES = 24;

/** Where a walk along a key ended. */
interface Walk<V> {
  readonly node: RaxNode<V>;
  /** How many characters of the key were followed. */
  readonly followed: number;
  /** How many characters of the node matched, if it is compressed and the walk ended inside it. */
  readonly inside: number;
}

interface RaxGrowth {
  readonly node: number;
  readonly characters: string;
  readonly child: number;
}

export class Rax<V> {
  readonly address: number;
  head: RaxNode<V>;
  /** How many keys. */
  size = 0;
  /** How many nodes, as XINFO STREAM counts them. */
  nodes = 1;

  readonly env: Environment;

  constructor(env: Environment) {
    this.env = env;
    this.address = env.heap.allocate(RAX_BYTES);
    this.head = RaxNode.leaf<V>(env);
  }

  /** Undefined when the key is not there; a key may be there with the value null. */
  find(key: Uint8Array): V | null | undefined {
    const { node, followed, inside } = this.walk(key, null);
    return followed === key.length && inside === 0 && node.isKey ? node.value : undefined;
  }

  has(key: Uint8Array): boolean {
    return this.find(key) !== undefined;
  }

  /** Sets the value of a key and adds the key if it is missing. True if it was added. */
  insert(key: Uint8Array, value: V | null): boolean {
    return this.put(key, value, true);
  }

  /** Adds a key unless it exists. True if it was added. */
  tryInsert(key: Uint8Array, value: V | null): boolean {
    return this.put(key, value, false);
  }

  /** Removes a key; undefined when it was not there. Its value is the caller's. */
  remove(key: Uint8Array): V | null | undefined {
    const path: RaxNode<V>[] = [];
    const { node, followed, inside } = this.walk(key, path);
    if (followed !== key.length || inside !== 0 || !node.isKey) return undefined;
    const { value } = node;
    node.isKey = false;
    node.value = null;
    this.size--;

    let chainEnd: RaxNode<V> | null = null;
    if (node.size === 0) {
      const branch = this.prune(node, path, key);
      if (branch !== null && branch.size === 1 && !branch.isKey) chainEnd = branch;
    } else {
      if (this.env.probe !== null) this.emitRemove(key, 0);
      // A compressed node of several characters is left as it is, although its parent might take it up.
      if (node.size === 1) chainEnd = node;
    }
    if (chainEnd !== null) this.compress(chainEnd, path);
    return value;
  }

  iterator(): RaxIterator<V> {
    return new RaxIterator<V>(this);
  }

  /** All keys with their values, in order. The tree must not change meanwhile. */
  *entries(): Generator<[key: Uint8Array, value: V | null], void, void> {
    const iterator = this.iterator();
    iterator.seek('^');
    while (iterator.next()) yield [iterator.key.slice(), iterator.value];
  }

  /** Frees the tree; `releaseValue` is given each value there is. */
  release(releaseValue: (value: V) => void = () => {}): void {
    const waiting = [this.head];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (node.isKey && node.value !== null) releaseValue(node.value);
      for (const child of node.children) waiting.push(child);
      node.release(this.env);
    }
    this.env.heap.free(this.address, RAX_BYTES);
  }

  /** Follows the key as far as it goes: raxLowWalk. `path` collects the nodes passed, the last one left out. */
  private walk(key: Uint8Array, path: RaxNode<V>[] | null): Walk<V> {
    const watched = this.env.probe !== null;
    let node = this.head;
    let followed = 0;
    while (node.size > 0 && followed < key.length) {
      let child: RaxNode<V> | null = null;
      let matched = 0;
      if (node.isCompressed) {
        const { characters } = node;
        const limit = Math.min(characters.length, key.length - followed);
        while (matched < limit && characters[matched] === key[followed + matched]) matched++;
        if (matched === characters.length) child = node.children[0];
      } else {
        const index = node.indexOf(key[followed]);
        if (index !== -1) {
          child = node.children[index];
          matched = 1;
        }
      }
      if (watched) this.emitWalk(node, followed, matched, child);
      followed += matched;
      if (child === null) return { node, followed, inside: node.isCompressed ? matched : 0 };
      if (path !== null) path.push(node);
      node = child;
    }
    return { node, followed, inside: 0 };
  }

  private put(key: Uint8Array, value: V | null, overwrite: boolean): boolean {
    const path: RaxNode<V>[] = [];
    const walked = this.walk(key, path);
    const parent = path.length > 0 ? path[path.length - 1] : null;
    let { node } = walked;
    let { followed } = walked;

    if (followed === key.length && walked.inside === 0) {
      if (node.isKey) {
        if (overwrite) node.setValue(this.env, value);
        return false;
      }
      this.makeKey(node, key, value);
      return true;
    }
    if (node.isCompressed) {
      if (followed === key.length) {
        this.cut(node, parent, walked.inside, key, value);
        return true;
      }
      node = this.branch(node, parent, walked.inside);
    }

    // Emit growth at the end: until then the last leaf is not a key, which a whole tree never has.
    const grown: RaxGrowth[] | null = this.env.probe === null ? null : [];
    while (followed < key.length) {
      const parentOfNew: RaxNode<V> = node;
      const rest = key.length - followed;
      const characters = key.slice(followed, node.size === 0 && rest > 1 ? key.length : followed + 1);
      node =
        characters.length > 1 ? node.extend(this.env, characters) : node.addChild(this.env, characters[0]);
      this.nodes++;
      followed += characters.length;
      if (grown !== null) {
        grown.push({ node: parentOfNew.address, characters: repr(characters), child: node.address });
      }
    }
    node.setValue(this.env, value);
    this.size++;
    const probe = this.env.probe;
    if (probe !== null && grown !== null) {
      for (const growth of grown) probe.emit({ type: 'rax.grow', rax: this.address, ...growth });
      this.emitKey(node, key);
    }
    return true;
  }

  private makeKey(node: RaxNode<V>, key: Uint8Array, value: V | null): void {
    node.setValue(this.env, value);
    this.size++;
    if (this.env.probe !== null) this.emitKey(node, key);
  }

  /** Splits a compressed node at a character where a key leaves it, and gives the node to branch from. */
  private branch(node: RaxNode<V>, parent: RaxNode<V> | null, at: number): RaxNode<V> {
    const { env } = this;
    const { characters } = node;
    const next = node.children[0];
    const hasValue = node.isKey && node.value !== null;
    const afterLength = characters.length - at - 1;

    const branch = RaxNode.chain<V>(env, characters.slice(at, at + 1), next, at === 0 && hasValue);
    let top = branch;
    if (at > 0) {
      top = RaxNode.chain<V>(env, characters.slice(0, at), branch, hasValue);
      this.nodes++;
    }
    if (afterLength > 0) {
      branch.children[0] = RaxNode.chain<V>(env, characters.slice(at + 1), next, false);
      this.nodes++;
    }
    top.isKey = node.isKey;
    top.value = node.value;
    this.replaceChild(parent, node, top);
    node.release(env);
    const probe = env.probe;
    if (probe !== null) {
      probe.emit({
        type: 'rax.split',
        rax: this.address,
        node: node.address,
        characters: repr(characters),
        at,
        before: at > 0 ? top.address : 0,
        branch: branch.address,
        after: afterLength > 0 ? branch.children[0].address : 0,
      });
    }
    return branch;
  }

  /** Cuts a compressed node in two where a key ends inside it: the second part is that key. */
  private cut(
    node: RaxNode<V>,
    parent: RaxNode<V> | null,
    at: number,
    key: Uint8Array,
    value: V | null,
  ): void {
    const { env } = this;
    const { characters } = node;
    const after = RaxNode.chain<V>(env, characters.slice(at), node.children[0], value !== null);
    after.isKey = true;
    after.value = value;
    const top = RaxNode.chain<V>(env, characters.slice(0, at), after, node.isKey && node.value !== null);
    top.isKey = node.isKey;
    top.value = node.value;
    this.replaceChild(parent, node, top);
    node.release(env);
    this.nodes++;
    this.size++;
    const probe = env.probe;
    if (probe !== null) {
      probe.emit({
        type: 'rax.split',
        rax: this.address,
        node: node.address,
        characters: repr(characters),
        at,
        before: top.address,
        branch: 0,
        after: after.address,
      });
      this.emitKey(after, key);
    }
  }

  /**
   * Frees a leaf and the nodes that led only to it. `path` loses the nodes it passes; returns the node where it stops,
   * now without that child, or null if the leaf is the root.
   */
  private prune(leaf: RaxNode<V>, path: RaxNode<V>[], key: Uint8Array): RaxNode<V> | null {
    let node = leaf;
    let child: RaxNode<V> | null = null;
    let freed = 0;
    while (node !== this.head) {
      child = node;
      child.release(this.env);
      freed++;
      node = path.pop()!;
      if (!node.isLink) break;
    }
    this.nodes -= freed;
    if (child !== null) node.removeChild(this.env, child);
    if (this.env.probe !== null) this.emitRemove(key, freed);
    return child === null ? null : node;
  }

  /** Makes the chain of nodes around this one, as far as it reaches up and down, a single compressed node. */
  private compress(member: RaxNode<V>, path: RaxNode<V>[]): void {
    let start = member;
    let parent = path.pop() ?? null;
    while (parent?.isLink) {
      start = parent;
      parent = path.pop() ?? null;
    }
    const chain: RaxNode<V>[] = [start];
    let length = start.size;
    let end = start.lastChild;
    while (end.isLink) {
      chain.push(end);
      length += end.size;
      end = end.lastChild;
    }
    if (chain.length === 1) return;

    const characters = new Uint8Array(length);
    let offset = 0;
    for (const node of chain) {
      characters.set(node.characters, offset);
      offset += node.size;
    }
    const whole = RaxNode.chain<V>(this.env, characters, end, false);
    for (const node of chain) node.release(this.env);
    this.nodes += 1 - chain.length;
    this.replaceChild(parent, start, whole);
    const probe = this.env.probe;
    if (probe !== null) {
      probe.emit({
        type: 'rax.compress',
        rax: this.address,
        node: whole.address,
        characters: repr(characters),
        mergedNodes: chain.length,
      });
    }
  }

  private replaceChild(parent: RaxNode<V> | null, child: RaxNode<V>, by: RaxNode<V>): void {
    if (parent === null) this.head = by;
    else parent.children[parent.children.indexOf(child)] = by;
  }

  private emitWalk(node: RaxNode<V>, depth: number, matched: number, next: RaxNode<V> | null): void {
    this.env.probe?.emit({
      type: 'rax.walk',
      rax: this.address,
      node: node.address,
      depth,
      matched,
      next: next === null ? 0 : next.address,
    });
  }

  private emitKey(node: RaxNode<V>, key: Uint8Array): void {
    this.env.probe?.emit({ type: 'rax.key', rax: this.address, node: node.address, key: repr(key) });
  }

  private emitRemove(key: Uint8Array, freedNodes: number): void {
    this.env.probe?.emit({ type: 'rax.remove', rax: this.address, key: repr(key), freedNodes });
  }
}
