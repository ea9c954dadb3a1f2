/**
 * Random entries of a dict, three ways: dictGetRandomKey, dictGetSomeKeys and dictGetFairRandomKey of dict.c.
 *
 * Drawing a bucket and then an entry of its chain favours entries in short chains. Walking on from a random
 * bucket until enough entries are found costs little more and evens that out; eviction and RANDOMKEY can
 * live with either, SRANDMEMBER takes one of fifteen such neighbours.
 */
import type { RandomStream } from '../base/random.ts';
import type { Dict } from './dict.ts';
import type { DictEntry } from './dict-entry.ts';

/** How many neighbours a fair draw chooses from. */
const FAIR_ENTRIES = 15;
/** Buckets visited per entry wanted before giving up. */
const STEPS_PER_ENTRY = 10;
/** After this many empty buckets in a row (and more than wanted entries) the walk starts elsewhere. */
const EMPTY_BUCKETS_IN_A_ROW = 5;

export function randomEntry<V>(dict: Dict<V>, stream: RandomStream): DictEntry<V> | null {
  if (dict.size === 0) return null;
  if (dict.isRehashing) dict.rehashStep();
  const [main, target] = dict.tables;
  // Nothing is left in the buckets before the rehash index.
  const first = dict.isRehashing ? dict.rehashIndex : 0;
  let head: DictEntry<V> | null;
  do {
    const bucket = first + stream.below(dict.slots - first);
    head = bucket >= main.size ? target.buckets[bucket - main.size] : main.buckets[bucket];
  } while (head === null);

  let chainLength = 0;
  for (let entry: DictEntry<V> | null = head; entry !== null; entry = entry.next) chainLength++;
  let chosen = head;
  for (let hops = stream.below(chainLength); hops > 0; hops--) chosen = chosen.next!;
  return chosen;
}

export function fairRandomEntry<V>(dict: Dict<V>, stream: RandomStream): DictEntry<V> | null {
  const entries = someEntries(dict, stream, FAIR_ENTRIES);
  return entries.length > 0 ? entries[stream.below(entries.length)] : randomEntry(dict, stream);
}

export function someEntries<V>(dict: Dict<V>, stream: RandomStream, count: number): DictEntry<V>[] {
  const wanted = Math.min(count, dict.size);
  const found: DictEntry<V>[] = [];
  if (wanted === 0) return found;
  for (let step = 0; step < wanted && dict.isRehashing; step++) dict.rehashStep();

  const tables = dict.isRehashing ? 2 : 1;
  const largest = Math.max(dict.tables[0].size, dict.tables[1].size);
  let bucket = stream.below(largest);
  let emptyInARow = 0;
  let seen = 0;
  for (let steps = wanted * STEPS_PER_ENTRY; seen < wanted && steps > 0; steps--) {
    for (let number = 0; number < tables; number++) {
      if (tables === 2 && number === 0 && bucket < dict.rehashIndex) {
        // These buckets are empty already. Beyond the end of the other table too, jump over them.
        if (bucket < dict.tables[1].size) continue;
        bucket = dict.rehashIndex;
      }
      const table = dict.tables[number];
      if (bucket >= table.size) continue;
      let entry = table.buckets[bucket];
      if (entry === null) {
        emptyInARow++;
        if (emptyInARow >= EMPTY_BUCKETS_IN_A_ROW && emptyInARow > wanted) {
          bucket = stream.below(largest);
          emptyInARow = 0;
        }
        continue;
      }
      emptyInARow = 0;
      // The last chain is walked to its end, or its tail would never be drawn: later entries take the
      // place of earlier ones by chance (reservoir sampling).
      for (; entry !== null; entry = entry.next) {
        if (seen < wanted) {
          found.push(entry);
        } else {
          const place = stream.below(seen + 1);
          if (place < wanted) found[place] = entry;
        }
        seen++;
      }
      if (seen >= wanted) return found;
    }
    bucket = (bucket + 1) & (largest - 1);
  }
  return found;
}
