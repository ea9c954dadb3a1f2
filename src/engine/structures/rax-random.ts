/**
 * A key of a radix tree at random: from the root down, at each node one of its children or, where a key ends, perhaps
 * that. Keys under few branches are the likelier; the server's raxRandomWalk is not even-handed either.
 */
import type { RandomStream } from '../base/random.ts';
import type { Rax } from './rax.ts';

/** Null when the tree is empty. */
export function randomRaxKey<V>(rax: Rax<V>, random: RandomStream): Uint8Array | null {
  if (rax.size === 0) return null;
  const characters: number[] = [];
  let node = rax.head;
  for (;;) {
    const ways = node.children.length + (node.isKey ? 1 : 0);
    const way = random.below(ways);
    if (way === node.children.length) return Uint8Array.from(characters);
    if (node.isCompressed) characters.push(...node.characters);
    else characters.push(node.characters[way]);
    node = node.children[way];
  }
}
