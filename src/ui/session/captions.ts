/** What the panels say about the moment looked at, and how long a reader needs for it. */

export interface Captions {
  /**
   * Adds a panel that narrates, until the function it gives back is called. `sentence` is null when the panel has
   * nothing to say, or is not in sight.
   */
  add(sentence: () => string | null): () => void;
  /** Whether any panel narrates. */
  any(): boolean;
  /** The sentences that were not there at the last call; empty when there are none. */
  fresh(): string;
}

export function createCaptions(): Captions {
  const said = new Map<() => string | null, string | null>();
  return {
    add(sentence) {
      said.set(sentence, null);
      return () => said.delete(sentence);
    },
    any: () => said.size > 0,
    fresh() {
      const news: string[] = [];
      for (const [sentence, before] of said) {
        const now = sentence();
        if (now !== null && now !== before) news.push(now);
        said.set(sentence, now);
      }
      return news.join(' ');
    },
  };
}

/** One finds the line and looks at the drawing again. */
const lookMs = 600;
const hanMs = 130;
const wordMs = 260;
const [leastReadingMs, mostReadingMs] = [900, 8000];

/** How long it takes to read a sentence: Chinese counts by characters, everything else by words and figures. */
export function readingMs(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words =
    text.replace(/\p{Script=Han}/gu, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_:.-]*/gu)?.length ?? 0;
  if (han + words === 0) return 0;
  return Math.max(leastReadingMs, Math.min(mostReadingMs, lookMs + han * hanMs + words * wordMs));
}
