/** What can be found in the course. */
import type { InBothLanguages } from './prose.ts';

export const searchKinds = ['lesson', 'step', 'term', 'command', 'claim', 'question', 'scenario'] as const;
export type SearchKind = (typeof searchKinds)[number];

export interface SearchEntry {
  readonly kind: SearchKind;
  readonly title: InBothLanguages<string>;
  /** More words to find it by; shown below the title. */
  readonly text: InBothLanguages<string>;
  readonly to:
    | { readonly lesson: string; readonly step: string | null }
    | { readonly term: string }
    /** A scenario of concurrent clients, or one variant of it. */
    | { readonly scenario: string; readonly variant: string | null };
}
