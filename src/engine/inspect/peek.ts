/** Finding a key without leaving a trace: no rehash step, no access time, no expiry, no hit or miss. */
import { equalBytes } from '../base/bytes.ts';
import type { Dict, DictEntry } from '../structures/dict.ts';

export function peek<V>(dict: Dict<V>, key: Uint8Array): DictEntry<V> | null {
  const hash = dict.env.hasher.hash(key);
  for (const table of dict.tables) {
    if (table.size === 0) continue;
    let entry = table.buckets[hash & (table.size - 1)];
    while (entry !== null) {
      if (equalBytes(entry.key.view(), key)) return entry;
      entry = entry.next;
    }
  }
  return null;
}
