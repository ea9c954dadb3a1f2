/** Text as the page receives it: blocks and inlines in place of Markdown, in both languages. */

export interface InBothLanguages<Content> {
  readonly zh: Content;
  readonly en: Content;
}

/** The colours with fixed meanings, the same as in the panels. */
export type Tone = 'old' | 'new' | 'hot' | 'meta' | 'good' | 'bad';

export type Block =
  | { readonly type: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly type: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | { readonly type: 'quote'; readonly children: readonly Block[] }
  | {
      readonly type: 'table';
      readonly align: readonly ('left' | 'center' | 'right' | null)[];
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  /** What is often said, whether it holds, and what the engine shows. */
  | {
      readonly type: 'claim';
      readonly id: string;
      readonly verdict: ClaimVerdict;
      readonly said: readonly Block[];
      readonly shown: readonly Block[];
    }
  /** What to remember of the lesson. */
  | { readonly type: 'summary'; readonly lines: readonly (readonly Inline[])[] }
  | { readonly type: 'interview'; readonly id: string; readonly step: string; readonly words: InterviewWords }
  /** What this lab or this lesson leaves out. */
  | { readonly type: 'simplified'; readonly children: readonly Block[] }
  /** The place of a demonstration, a prediction, a task or scripted clients. */
  | { readonly type: 'item'; readonly id: string };

export const claimVerdicts = ['true', 'false', 'half'] as const;
/** `half`: it holds in part, or held in other versions. */
export type ClaimVerdict = (typeof claimVerdicts)[number];

export interface InterviewWords {
  /** As it is asked. */
  readonly question: readonly Block[];
  /** For about sixty seconds. */
  readonly answer: readonly Block[];
  /** What an answer should contain, for the reader to tick off. */
  readonly points: readonly (readonly Inline[])[];
  /** What is asked next. */
  readonly next: readonly Inline[];
  /** What is often answered wrongly. */
  readonly trap: readonly Inline[];
}

export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'strong'; readonly children: readonly Inline[] }
  | { readonly type: 'emphasis'; readonly children: readonly Inline[] }
  | { readonly type: 'tone'; readonly tone: Tone; readonly children: readonly Inline[] }
  /** `step`: a step of that lesson; its beginning when null. */
  | {
      readonly type: 'lesson';
      readonly id: string;
      readonly step: string | null;
      readonly children: readonly Inline[];
    }
  | { readonly type: 'command'; readonly name: string; readonly children: readonly Inline[] }
  /** An address on another host: shown as text, never followed by the page itself. */
  | { readonly type: 'address'; readonly href: string; readonly children: readonly Inline[] }
  /** A word that the glossary explains. */
  | { readonly type: 'term'; readonly id: string; readonly text: string }
  | { readonly type: 'break' };

/** The words alone, without their colours. */
export function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if ('children' in inline) return plainText(inline.children);
      return inline.type === 'break' ? ' ' : inline.text;
    })
    .join('');
}
