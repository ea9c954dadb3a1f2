import { useStore } from 'zustand';
import type { Messages } from './en.ts';
import { type Language, languageStore } from './language.ts';
import type { Pair } from './pair.ts';
import { wordsOf } from './words.ts';

export function useLanguage(): Language {
  return useStore(languageStore, (state) => state.language);
}

/** The page's own words in the reader's language. */
export function useText(): Messages {
  return wordsOf(useLanguage());
}

/** The words of a panel or lesson that has its own pair. */
export function usePair<Text>(pair: Pair<Text>): Text {
  return pair[useLanguage()];
}

/** The name of a panel, known before its folder is loaded. */
export function panelTitle(text: Messages, panel: string): string {
  return (text.panels as Readonly<Record<string, string>>)[panel] ?? panel;
}

/** The words outside React, for code that paints itself. */
export function currentText(): Messages {
  return wordsOf(languageStore.getState().language);
}
