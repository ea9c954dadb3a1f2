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
  /** What notes or folklore say, and what the engine shows instead. */
  | { readonly type: 'claim'; readonly said: readonly Block[]; readonly shown: readonly Block[] }
  /** What this lab or this lesson leaves out. */
  | { readonly type: 'simplified'; readonly children: readonly Block[] }
  /** The place of a demonstration, a prediction, a task or scripted clients. */
  | { readonly type: 'item'; readonly id: string };

export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'strong'; readonly children: readonly Inline[] }
  | { readonly type: 'emphasis'; readonly children: readonly Inline[] }
  | { readonly type: 'tone'; readonly tone: Tone; readonly children: readonly Inline[] }
  | { readonly type: 'lesson'; readonly id: string; readonly children: readonly Inline[] }
  | { readonly type: 'command'; readonly name: string; readonly children: readonly Inline[] }
  /** An address on another host: shown as text, never followed by the page itself. */
  | { readonly type: 'address'; readonly href: string; readonly children: readonly Inline[] }
  | { readonly type: 'break' };
