/**
 * Walking over a radix tree in the order of its keys, from any place in either direction.
 *
 * Mirrors the raxIterator of rax.c. A seek finds a key by an operator, and the first `next` or `previous` after
 * it stays there; so a loop reads `seek`, then `while (next())`:
 *
 *     '='  the key itself      '>' '>='  the first after it      '<' '<='  the last before it
 *     '^'  the first of all    '$'       the last of all
 *
 * Worked example: with the keys "a", "ab" and "b", seek('>', "a") and next() give "ab", "b" and the end;
 * seek('<=', "aa") and previous() give "a" and the end.
 *
 * A key comes before its continuations, so the next key is the first one below, or the first one beside the
 * nearest node above that has something to its right. The tree must not change between a seek and its last use.
 */
import type { Rax } from './rax.ts';
import type { RaxNode } from './rax-node.ts';

export type RaxSeek = '=' | '>' | '>=' | '<' | '<=' | '^' | '$';

const NO_KEY = new Uint8Array(0);

export class RaxIterator<V> {
  private readonly rax: Rax<V>;
  /** The nodes above the current one, and which child of each is on the way to it. */
  private readonly above: RaxNode<V>[] = [];
  private readonly childIndexes: number[] = [];
  private node: RaxNode<V>;
  private characters = new Uint8Array(32);
  private length = 0;
  private atEnd = true;
  private justSought = false;

  constructor(rax: Rax<V>) {
    this.rax = rax;
    this.node = rax.head;
  }

  /** The current key. A view of the iterator's own memory: copy before keeping. */
  get key(): Uint8Array {
    return this.characters.subarray(0, this.length);
  }

  get value(): V | null {
    return this.node.value;
  }

  setValue(value: V): void {
    this.node.setValue(this.rax.env, value);
  }

  /** False when no key is as asked for; then `next` and `previous` give nothing. */
  seek(operator: RaxSeek, key: Uint8Array = NO_KEY): boolean {
    this.above.length = 0;
    this.childIndexes.length = 0;
    this.length = 0;
    this.node = this.rax.head;
    this.justSought = true;
    const found = this.rax.size > 0 && this.find(operator, key);
    this.atEnd = !found;
    return found;
  }

  /** Steps to the next key; the first time after a seek it stays. False at the end. */
  next(): boolean {
    return this.step(() => this.toNext());
  }

  previous(): boolean {
    return this.step(() => this.toPrevious());
  }

  private step(move: () => boolean): boolean {
    if (this.atEnd) return false;
    if (this.justSought) this.justSought = false;
    else if (!move()) this.atEnd = true;
    return !this.atEnd;
  }

  private find(operator: RaxSeek, key: Uint8Array): boolean {
    if (operator === '^') return this.toFirstBelow();
    if (operator === '$') return this.toLastBelow();
    const forwards = operator === '>' || operator === '>=';
    const inclusive = operator !== '>' && operator !== '<';

    let followed = 0;
    while (followed < key.length && this.node.size > 0) {
      const { node } = this;
      if (node.isCompressed) {
        const order = compareBeginning(node.characters, key, followed);
        if (order !== 0) {
          if (operator === '=') return false;
          // Everything below the node is after the key, or everything is before it.
          if (order > 0) return forwards ? this.toNext() : this.toThisOrPrevious();
          return forwards ? this.toNextBeside() : this.toLastBelow();
        }
        followed += node.size;
        this.descend(0);
      } else {
        const character = key[followed];
        const index = node.indexOf(character);
        if (index === -1) {
          if (operator === '=') return false;
          let greater = 0;
          while (greater < node.size && node.characters[greater] < character) greater++;
          if (forwards) {
            if (greater === node.size) return this.toNextBeside();
            this.descend(greater);
            return this.toFirstBelow();
          }
          if (greater === 0) return this.toThisOrPrevious();
          this.descend(greater - 1);
          return this.toLastBelow();
        }
        followed++;
        this.descend(index);
      }
    }
    // Either the key ends at this node, or the node is a leaf and the key continues.
    const exact = followed === key.length;
    if (exact && inclusive && this.node.isKey) return true;
    if (operator === '=') return false;
    if (forwards) return exact ? this.toNext() : this.toNextBeside();
    return exact ? this.toPrevious() : this.toThisOrPrevious();
  }

  /** This node if it is a key, or else the first key below it. */
  private toFirstBelow(): boolean {
    while (!this.node.isKey) this.descend(0);
    return true;
  }

  /** The last key of the subtree, this node included. */
  private toLastBelow(): boolean {
    while (this.node.size > 0) this.descend(this.node.children.length - 1);
    return true;
  }

  private toNext(): boolean {
    if (this.node.size === 0) return this.toNextBeside();
    this.descend(0);
    return this.toFirstBelow();
  }

  /** The first key after the whole subtree of this node. */
  private toNextBeside(): boolean {
    while (this.above.length > 0) {
      const index = this.ascend() + 1;
      if (index < this.node.children.length) {
        this.descend(index);
        return this.toFirstBelow();
      }
    }
    return false;
  }

  private toPrevious(): boolean {
    while (this.above.length > 0) {
      const index = this.ascend();
      if (index > 0) {
        this.descend(index - 1);
        return this.toLastBelow();
      }
      if (this.node.isKey) return true;
    }
    return false;
  }

  private toThisOrPrevious(): boolean {
    return this.node.isKey || this.toPrevious();
  }

  private descend(index: number): void {
    const { node } = this;
    const added = node.isCompressed ? node.size : 1;
    if (this.length + added > this.characters.length) {
      const grown = new Uint8Array((this.length + added) * 2);
      grown.set(this.characters);
      this.characters = grown;
    }
    if (node.isCompressed) this.characters.set(node.characters, this.length);
    else this.characters[this.length] = node.characters[index];
    this.length += added;
    this.above.push(node);
    this.childIndexes.push(index);
    this.node = node.children[index];
  }

  /** One node up; says which child was left. */
  private ascend(): number {
    const node = this.above.pop()!;
    this.node = node;
    this.length -= node.isCompressed ? node.size : 1;
    return this.childIndexes.pop()!;
  }
}

/**
 * Whether all keys that begin with these characters sort after (positive) or before (negative) the key from
 * `from` on; 0 when the key begins with them too.
 */
function compareBeginning(characters: Uint8Array, key: Uint8Array, from: number): number {
  for (let index = 0; index < characters.length; index++) {
    if (from + index === key.length) return 1;
    const difference = characters[index] - key[from + index];
    if (difference !== 0) return difference;
  }
  return 0;
}
