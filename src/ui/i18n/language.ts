/** The reader's language: remembered, at first the browser's; `<html lang>` follows it. */
import { createStore } from 'zustand/vanilla';
import { recall, remember } from '../browser/preferences.ts';
import { loadWords } from './words.ts';

export type Language = 'zh' | 'en';

const memoryKey = 'language';

/** The first of the reader's languages that the page has; otherwise English. */
export function firstLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const primary = tag.toLowerCase().split('-')[0];
    if (primary === 'zh') return 'zh';
    if (primary === 'en') return 'en';
  }
  return 'en';
}

function initialLanguage(): Language {
  const remembered = recall(memoryKey);
  if (remembered === 'zh' || remembered === 'en') return remembered;
  return firstLanguage(typeof navigator === 'undefined' ? [] : (navigator.languages ?? [navigator.language]));
}

export const languageStore = createStore<{ readonly language: Language }>(() => ({
  language: initialLanguage(),
}));

function setDocumentLanguage(language: Language): void {
  if (typeof document !== 'undefined') document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
}

setDocumentLanguage(languageStore.getState().language);

/** The page's words must be there before anything is drawn. */
export function loadFirstWords(): Promise<void> {
  return loadWords(languageStore.getState().language);
}

/** Resolves when the page has switched; until the words have loaded, and if they fail to load, nothing changes. */
export async function setLanguage(language: Language): Promise<void> {
  await loadWords(language);
  remember(memoryKey, language);
  setDocumentLanguage(language);
  languageStore.setState({ language });
}
