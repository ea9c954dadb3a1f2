/**
 * The memtable: a skiplist of the newest writes, in the order of their keys. One node in four stands a level higher. A
 * deleted key has an entry too, with null for its value: a tombstone, which hides what older files say.
 */
import type { RandomStream } from '../../engine/index.ts';

interface Node {
  readonly key: string;
  value: string | null;
  readonly next: (Node | null)[];
}

const MAX_LEVELS = 12;
/** What a node costs beside its bytes: pointers and lengths. */
const NODE_BYTES = 40;

export class Memtable {
  length = 0;
  bytes = 0;
  readonly #random: RandomStream;
  readonly #head: Node = { key: '', value: null, next: new Array(MAX_LEVELS).fill(null) };

  constructor(random: RandomStream) {
    this.#random = random;
  }

  /** Undefined if the key is not in it, null if it is deleted. */
  get(key: string): string | null | undefined {
    const node = this.#before(key)[0].next[0];
    return node?.key === key ? node.value : undefined;
  }

  set(key: string, value: string | null): void {
    const before = this.#before(key);
    const there = before[0].next[0];
    if (there?.key === key) {
      this.bytes += (value?.length ?? 0) - (there.value?.length ?? 0);
      there.value = value;
      return;
    }
    let levels = 1;
    while (levels < MAX_LEVELS && this.#random.bits(2) === 0) levels++;
    const node: Node = { key, value, next: [] };
    for (let level = 0; level < levels; level++) {
      node.next.push(before[level].next[level]);
      before[level].next[level] = node;
    }
    this.length++;
    this.bytes += NODE_BYTES + key.length + (value?.length ?? 0);
  }

  *entries(): Generator<readonly [string, string | null]> {
    for (let node = this.#head.next[0]; node !== null; node = node.next[0]) yield [node.key, node.value];
  }

  /** On each level the last node before a key. */
  #before(key: string): Node[] {
    const before: Node[] = new Array(MAX_LEVELS);
    let node = this.#head;
    for (let level = MAX_LEVELS - 1; level >= 0; level--) {
      for (let next = node.next[level]; next !== null && next.key < key; next = node.next[level]) node = next;
      before[level] = node;
    }
    return before;
  }
}
