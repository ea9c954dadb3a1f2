/** The load pages, for lists of them: here, and wherever else they are offered. */
import { LOAD_SCENARIOS } from '../../protocol/load-scenarios.ts';
import type { Pair } from '../i18n/index.ts';
import { lsmWords } from './lsm-words.ts';
import { ringWords } from './ring-words.ts';
import { scenarioWords } from './scenario-words.ts';

export interface LoadEntry {
  /** As in the address: `#/load/ring`. */
  readonly id: string;
  readonly title: Pair;
  readonly about: Pair;
}

function entry(id: string, words: Pair<{ readonly title: string; readonly about: string }>): LoadEntry {
  return {
    id,
    title: { en: words.en.title, zh: words.zh.title },
    about: { en: words.en.about, zh: words.zh.about },
  };
}

export const loadEntries: readonly LoadEntry[] = [
  ...LOAD_SCENARIOS.map(({ id }) =>
    entry(id, { en: scenarioWords.en.scenarios[id], zh: scenarioWords.zh.scenarios[id] }),
  ),
  entry('ring', ringWords),
  entry('lsm', lsmWords),
];
