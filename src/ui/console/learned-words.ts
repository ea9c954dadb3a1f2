/** Fetches the words about commands. The first command does without: there is no table yet that they could speak of. */
import { useEffect, useState } from 'react';
import { loaded } from '../loading/lazily.tsx';

export type CommandWords = typeof import('./command-words.ts');

let learned: CommandWords | null = null;

export async function loadCommandWords(): Promise<CommandWords> {
  learned ??= await loaded(() => import('./command-words.ts'));
  return learned;
}

/** The words, once they are wanted and here; null before. */
export function useCommandWords(areWanted: boolean): CommandWords | null {
  const [words, setWords] = useState(learned);
  useEffect(() => {
    if (!areWanted || words !== null) return;
    let isShown = true;
    loadCommandWords().then(
      (arrived) => isShown && setWords(arrived),
      // Tab and HELP ask again.
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [areWanted, words]);
  return words;
}
