/** The words of the course, explained in both languages: shown at a word of a lesson, and as a page. */
import type { InBothLanguages } from './prose.ts';

export interface GlossaryTerm {
  readonly id: string;
  readonly words: InBothLanguages<TermWords>;
  /** Where the course explains it at length; null while that lesson is only planned. */
  readonly lesson: { readonly id: string; readonly step: string | null } | null;
}

export interface TermWords {
  readonly term: string;
  /** Other spellings and names. */
  readonly also: readonly string[];
  /** One or two sentences. */
  readonly text: string;
}
