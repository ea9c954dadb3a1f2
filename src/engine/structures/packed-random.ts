/**
 * Random pairs of a packed hash or sorted set: lpRandomPair, lpRandomPairs and lpRandomPairsUnique of
 * listpack.c (ziplist.c has the same three). A packed list has no index, so several draws are best answered
 * in one walk: the drawn indexes are sorted, met in order, and handed out in the order they were drawn.
 */
import type { RandomStream } from '../base/random.ts';
import { NOWHERE, type PackedList } from './packed-list.ts';

export interface PackedPair {
  readonly field: Uint8Array;
  readonly value: Uint8Array;
}

/** One pair; the list has at least one. */
export function randomPair(list: PackedList, stream: RandomStream): PackedPair {
  return pairAt(list, list.seek(stream.below(list.length >> 1) * 2));
}

/** `count` pairs, the same one possibly more than once. The list has at least one. */
export function randomPairs(list: PackedList, count: number, stream: RandomStream): PackedPair[] {
  const pairs = list.length >> 1;
  const draws: { readonly pair: number; readonly order: number }[] = [];
  for (let order = 0; order < count; order++) draws.push({ pair: stream.below(pairs), order });
  draws.sort((a, b) => a.pair - b.pair);

  const drawn = new Array<PackedPair>(count);
  let met = -1;
  let position = NOWHERE;
  for (const { pair, order } of draws) {
    if (met === -1) {
      position = list.seek(pair * 2);
      met = pair;
    }
    for (; met < pair; met++) position = list.next(list.next(position));
    drawn[order] = pairAt(list, position);
  }
  return drawn;
}

/**
 * `count` different pairs, or all of them if there are fewer, in the order of the list. Each pair is taken
 * with the probability that is still needed: wanted divided by left.
 */
export function randomPairsUnique(list: PackedList, count: number, stream: RandomStream): PackedPair[] {
  let left = list.length >> 1;
  let wanted = Math.min(count, left);
  const drawn: PackedPair[] = [];
  let position = list.first();
  while (wanted > 0 && position !== NOWHERE) {
    if (stream.float() < wanted / left) {
      drawn.push(pairAt(list, position));
      wanted--;
    }
    left--;
    position = list.next(list.next(position));
  }
  return drawn;
}

function pairAt(list: PackedList, position: number): PackedPair {
  return { field: list.bytesAt(position), value: list.bytesAt(list.next(position)) };
}
