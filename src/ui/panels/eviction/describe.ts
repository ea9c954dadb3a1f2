/** Eviction in words: figures beside the title, and the accessible table. */
import type { EvictionView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { scoreText } from './pool.ts';
import { choiceOf, evictionWords } from './words.ts';

export function summariseEviction(view: EvictionView, language: Language): readonly string[] {
  const words = evictionWords[language];
  return [view.policy, words.keyCount(view.keys)];
}

/** Figures under their names in INFO and CONFIG, the pool, then the keys as OBJECT reports them. */
export function accessibleEviction(view: EvictionView, language: Language): AccessibleTable {
  const words = evictionWords[language];
  const figure = (id: string, value: string | number) => ({ id, name: id, text: String(value) });
  const isLfu = choiceOf(view.policy) === 'counter';
  return {
    caption: words.stage,
    rows: [
      figure('used_memory', view.usedBytes),
      figure('maxmemory', view.maxBytes),
      figure('maxmemory-policy', view.policy),
      figure('evicted_keys', view.evictedKeys),
      figure('keyspace_hits', view.hits),
      figure('keyspace_misses', view.misses),
      ...view.pool.map((entry, nth) => ({
        id: `pool:${nth}`,
        name: words.place(nth, view.poolSize),
        text: `${entry.key}: ${entry.ghost ? words.ghost : scoreText(view.policy, entry.score, view.nowMs, words)}`,
      })),
      ...view.evicted.toReversed().map((gone, nth) => ({
        id: `gone:${nth}`,
        name: words.gone,
        text: gone.key,
      })),
      ...view.rows.map((row) => ({
        id: `key:${row.key}`,
        name: row.key,
        text: isLfu ? words.counter(row.frequency) : words.idle(row.idleSeconds),
      })),
    ],
  };
}
