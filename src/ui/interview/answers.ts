/** What the reader has written, ticked and thought of their answers. It stays in this browser. */
import { createStore } from 'zustand/vanilla';
import { recall, remember } from '../browser/preferences.ts';
import { type KeptAnswer, type KeptAnswers, noAnswer, readAnswers } from './questions.ts';

const name = 'interview';

export const answersStore = createStore<KeptAnswers>(() => readAnswers(recall(name)));

export function keepAnswer(key: string, change: Partial<KeptAnswer>): void {
  // Another tab may have written since.
  const kept = { ...readAnswers(recall(name)), ...answersStore.getState() };
  const next = { ...kept, [key]: { ...(kept[key] ?? noAnswer), ...change } };
  answersStore.setState(next, true);
  remember(name, JSON.stringify(next));
}
