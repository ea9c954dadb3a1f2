/** Lists as values: freeing, measuring, copying. */
import { QUICKLIST_BYTES } from '../structures/quicklist.ts';
import type { ValueKind } from './kind.ts';
import { listObject, quicklistOf } from './list.ts';
import { OBJECT_BYTES } from './object.ts';
import { unwatched } from './unwatched.ts';

export const listKind: ValueKind = {
  free(env, object) {
    quicklistOf(object).release();
    env.heap.give(object.place, OBJECT_BYTES);
  },
  bytes(object, samples) {
    const list = quicklistOf(object);
    const { generation, nodeBytes } = list.format;
    let seen = 0;
    let seenBytes = 0;
    for (let node = list.head; node !== null; node = node.next) {
      // 6.2 counts the ziplist's own length and does not ask the allocator.
      seenBytes += nodeBytes + (generation === '7.0' ? node.entry.allocationBytes : node.sizeBytes);
      seen++;
      if (seen === samples) break;
    }
    const nodesBytes = seen === 0 ? 0 : (seenBytes / seen) * list.nodeCount;
    return Math.floor(OBJECT_BYTES + QUICKLIST_BYTES + nodesBytes);
  },
  copy(env, object, lru) {
    return unwatched(env, () => listObject(env, quicklistOf(object).duplicate(), lru));
  },
};
