/** Finds entries by words in either language. Few enough to look through all of them at each key. */

import type { ScenarioEntry } from '../../protocol/scenario.ts';
import { type SearchEntry, searchKinds } from '../../protocol/search-entry.ts';
import { hashOf } from '../browser/routes.ts';
import type { Language } from '../i18n/index.ts';

const MOST = 40;

/** The best first. Every word of the query must be there; a title counts more than a text. */
export function search(entries: readonly SearchEntry[], query: string, language: Language): SearchEntry[] {
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words, language) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || rankOf(a.entry) - rankOf(b.entry))
    .slice(0, MOST)
    .map(({ entry }) => entry);
}

function rankOf({ kind }: SearchEntry): number {
  return searchKinds.indexOf(kind);
}

/** 0 if a word is missing. */
function scoreOf(entry: SearchEntry, words: readonly string[], language: Language): number {
  let sum = 0;
  for (const word of words) {
    const best = Math.max(
      placeOf(entry.title[language], word, 8),
      placeOf(entry.text[language], word, 1),
      // The other language helps to find it, but ranks below.
      ...(['zh', 'en'] as const).map((other) => placeOf(entry.title[other], word, 4)),
      ...(['zh', 'en'] as const).map((other) => placeOf(entry.text[other], word, 0.5)),
    );
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

/** More at the beginning of the text or of a word than inside of one. */
function placeOf(text: string, word: string, weight: number): number {
  const lower = text.toLowerCase();
  const at = lower.indexOf(word);
  if (at < 0) return 0;
  if (lower === word) return weight * 4;
  if (at === 0) return weight * 2;
  return /[a-z0-9]/.test(lower[at - 1]) && /^[a-z0-9]/.test(word) ? weight : weight * 1.5;
}

/** The part of a long text around the first word that was found. */
export function excerpt(text: string, query: string, most = 110): string {
  if (text.length <= most) return text;
  const lower = text.toLowerCase();
  const places = query
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => lower.indexOf(word))
    .filter((at) => at >= 0);
  const before = Math.min(...places, text.length) - Math.floor(most / 3);
  // A few words more are easier to read than a beginning that is cut off.
  const isFarOn = places.length > 0 && before > most / 3;
  const start = isFarOn ? wordAfter(text, before) : 0;
  const end = start + most < text.length ? wordBefore(text, start + most) : text.length;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length ? ' …' : ''}`;
}

/** Longer words are cut; Chinese has no spaces. */
const longestWord = 16;

/** Where the next word begins, if a place is inside of one. */
function wordAfter(text: string, at: number): number {
  const space = text.slice(at - 1, at + longestWord).search(/\s/);
  return space < 0 ? at : at + space;
}

/** Where the last whole word before a place ends. */
function wordBefore(text: string, at: number): number {
  const rest = text.slice(at - longestWord, at + 1);
  const space = Math.max(rest.lastIndexOf(' '), rest.lastIndexOf('\n'));
  return space < 0 ? at : at - longestWord + space;
}

/** Scenarios come from a table of contents of their own. */
export function scenarioEntries(scenarios: readonly ScenarioEntry[]): SearchEntry[] {
  return scenarios.flatMap(({ id, title, lead, variants, infamous }): SearchEntry[] => [
    { kind: 'scenario', title, text: lead, to: { scenario: id, variant: null } },
    ...variants.map((variant): SearchEntry => {
      const known = infamous.find((each) => each.variant === variant.id);
      return {
        kind: 'scenario',
        title: known?.title ?? variant.title,
        text:
          known === undefined
            ? title
            : inBoth((language) => `${variant.title[language]}: ${known.about[language]}`),
        to: { scenario: id, variant: variant.id },
      };
    }),
  ]);
}

function inBoth(make: (language: Language) => string): SearchEntry['text'] {
  return { zh: make('zh'), en: make('en') };
}

export function addressOf({ to }: SearchEntry): string {
  if ('term' in to) return hashOf({ page: 'glossary', term: to.term });
  if ('scenario' in to) {
    return hashOf({ page: 'explore', scenario: to.scenario, variant: to.variant ?? undefined });
  }
  return hashOf({ page: 'lesson', lessonId: to.lesson, stepId: to.step ?? undefined });
}
