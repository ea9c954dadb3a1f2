/** Drawing different elements of a collection by chance: SRANDMEMBER, HRANDFIELD and ZRANDMEMBER do it in two ways. */
import type { Environment } from '../base/probe.ts';
import { Dict } from '../structures/dict.ts';
import { type Text, textBytes } from '../types/text.ts';
import { unwatched } from '../types/unwatched.ts';

/** Above a third of the collection it is cheaper to throw out the rest than to draw until enough are different. */
const THROW_OUT_FACTOR = 3;

export function isThrowingOutCheaper(count: number, size: number): boolean {
  return count * THROW_OUT_FACTOR > size;
}

/** Copies all `size` elements with `fill`, then removes `removed` of them by chance. The caller releases the copy. */
export function copyAndThrowOut<V>(
  env: Environment,
  size: number,
  removed: number,
  fill: (copy: Dict<V>) => void,
): Dict<V> {
  const stream = env.random.stream('sampling');
  return unwatched(env, () => {
    const copy = new Dict<V>(env);
    copy.expand(size);
    fill(copy);
    for (let left = removed; left > 0; left--) copy.delete(copy.fairRandomEntry(stream)!.keyBytes);
    return copy;
  });
}

/**
 * Draws from the collection itself until `count` names are different, and passes each new one to `take`. The caller
 * releases the table of names.
 */
export function drawUntilDifferent<Drawn>(
  env: Environment,
  count: number,
  draw: () => Drawn,
  nameOf: (drawn: Drawn) => Text,
  take: ((drawn: Drawn) => void) | null,
): Dict<null> {
  const seen = unwatched(env, () => {
    const seen = new Dict<null>(env);
    seen.expand(count);
    return seen;
  });
  while (seen.size < count) {
    const drawn = draw();
    const name = textBytes(env.heap, nameOf(drawn));
    if (unwatched(env, () => seen.add(name, null)) !== null) take?.(drawn);
  }
  return seen;
}
