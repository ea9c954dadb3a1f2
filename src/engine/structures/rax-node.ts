/**
 * A node of the radix tree in rax.ts, with the size it has in C.
 *
 *     [iskey 1 bit][isnull 1][iscompr 1][size 29]  4 bytes
 *     [characters … size]
 *     [padding, so that the pointers begin at a multiple of 8]
 *     [child pointers, 8 bytes each: one per character, or a single one where the node is compressed]
 *     [value pointer, 8 bytes, where the node is a key whose value is not NULL]
 *
 * Worked example: the compressed node "foo" takes 4 + 3 + 1 + 8 = 16 bytes, its first word is 3 << 3 | 1 << 2;
 * a node with the two children "ao" takes 4 + 2 + 2 + 16 = 24; a leaf with a value 4 + 0 + 4 + 8 = 16.
 */
import { addressOf, placeOf } from '../base/heap.ts';
import type { Environment } from '../base/probe.ts';

const HEADER_BYTES = 4;
const POINTER_BYTES = 8;
const NO_CHARACTERS = new Uint8Array(0);

export class RaxNode<V> {
  isKey = false;
  /** Several characters and one child, instead of one child for each character. */
  isCompressed = false;
  characters: Uint8Array = NO_CHARACTERS;
  /** By the order of their characters; exactly one where the node is compressed. */
  children: RaxNode<V>[] = [];
  /** Null if the node is not a key, or a key without value. */
  value: V | null = null;

  /** Its position, in units of the heap, and its requested size. */
  private place: number;
  private askedBytes: number;

  constructor(env: Environment, sizeBytes: number) {
    this.place = env.heap.take(sizeBytes);
    this.askedBytes = sizeBytes;
  }

  /** A leaf that is not a key yet. */
  static leaf<V>(env: Environment): RaxNode<V> {
    return new RaxNode<V>(env, raxNodeBytes(0, false, false));
  }

  /** A node with one child; several characters make it a compressed one. */
  static chain<V>(
    env: Environment,
    characters: Uint8Array,
    child: RaxNode<V>,
    hasValue: boolean,
  ): RaxNode<V> {
    const node = new RaxNode<V>(env, raxNodeBytes(characters.length, characters.length > 1, hasValue));
    node.characters = characters;
    node.isCompressed = characters.length > 1;
    node.children = [child];
    return node;
  }

  get address(): number {
    return addressOf(this.place);
  }

  get size(): number {
    return this.characters.length;
  }

  get lastChild(): RaxNode<V> {
    return this.children[this.children.length - 1];
  }

  /** Can be merged into a chain: no key, and one way on. */
  get isLink(): boolean {
    return !this.isKey && (this.isCompressed || this.characters.length === 1);
  }

  /** The size the node needs now: raxNodeCurrentLength. */
  get sizeBytes(): number {
    return raxNodeBytes(this.size, this.isCompressed, this.isKey && this.value !== null);
  }

  /** Makes it a key, the allocation growing where the value needs room. */
  setValue(env: Environment, value: V | null): void {
    if (value !== null && (!this.isKey || this.value === null))
      this.resize(env, this.sizeBytes + POINTER_BYTES);
    this.isKey = true;
    this.value = value;
  }

  /** The child of this character; -1 if there is none. Not for compressed nodes. */
  indexOf(character: number): number {
    return this.characters.indexOf(character);
  }

  /** A leaf as the child for a character that has none yet. */
  addChild(env: Environment, character: number): RaxNode<V> {
    let index = 0;
    while (index < this.size && this.characters[index] < character) index++;
    const child = RaxNode.leaf<V>(env);
    const characters = new Uint8Array(this.size + 1);
    characters.set(this.characters.subarray(0, index));
    characters[index] = character;
    characters.set(this.characters.subarray(index), index + 1);
    this.characters = characters;
    this.children.splice(index, 0, child);
    this.resize(env, this.sizeBytes);
    return child;
  }

  /** Turns a leaf into a chain towards a new leaf. */
  extend(env: Environment, characters: Uint8Array): RaxNode<V> {
    const child = RaxNode.leaf<V>(env);
    this.characters = characters;
    this.isCompressed = true;
    this.children = [child];
    this.resize(env, this.sizeBytes);
    return child;
  }

  removeChild(env: Environment, child: RaxNode<V>): void {
    if (this.isCompressed) {
      // The allocation stays as large as it was.
      this.isCompressed = false;
      this.characters = NO_CHARACTERS;
      this.children = [];
      return;
    }
    const index = this.children.indexOf(child);
    const characters = new Uint8Array(this.size - 1);
    characters.set(this.characters.subarray(0, index));
    characters.set(this.characters.subarray(index + 1), index);
    this.characters = characters;
    this.children.splice(index, 1);
    this.resize(env, this.sizeBytes);
  }

  release(env: Environment): void {
    env.heap.give(this.place, this.askedBytes);
  }

  /** The node as it lies in memory. Only its owner knows where the value is. */
  memory(valueAddress: number): Uint8Array {
    const memory = new Uint8Array(this.sizeBytes);
    const view = new DataView(memory.buffer);
    const isNull = this.isKey && this.value === null;
    const flags = (this.isKey ? 1 : 0) | (isNull ? 2 : 0) | (this.isCompressed ? 4 : 0);
    view.setUint32(0, this.size * 8 + flags, true);
    memory.set(this.characters, HEADER_BYTES);
    let offset = pointersOffset(this.size);
    for (const child of this.children) {
      view.setBigUint64(offset, BigInt(child.address), true);
      offset += POINTER_BYTES;
    }
    if (this.isKey && !isNull) view.setBigUint64(offset, BigInt(valueAddress), true);
    return memory;
  }

  private resize(env: Environment, sizeBytes: number): void {
    this.place = placeOf(env.heap.reallocate(this.address, this.askedBytes, sizeBytes));
    this.askedBytes = sizeBytes;
  }
}

export function raxNodeBytes(size: number, isCompressed: boolean, hasValue: boolean): number {
  const pointers = (isCompressed ? 1 : size) + (hasValue ? 1 : 0);
  return pointersOffset(size) + pointers * POINTER_BYTES;
}

/** Header, characters and padding. */
function pointersOffset(size: number): number {
  return Math.ceil((HEADER_BYTES + size) / POINTER_BYTES) * POINTER_BYTES;
}
