/** The page's own words, fetched for the reader's language only. */
import type { Messages } from './en.ts';
import type { Language } from './language.ts';

const known = new Map<Language, Messages>();

export async function loadWords(language: Language): Promise<void> {
  if (known.has(language)) return;
  known.set(language, language === 'zh' ? (await import('./zh.ts')).zh : (await import('./en.ts')).en);
}

/** For a language that is loaded. */
export function wordsOf(language: Language): Messages {
  const words = known.get(language);
  if (words === undefined) throw new Error(`the words of '${language}' were not loaded`);
  return words;
}
