import { useEffect, useState } from 'react';

/** A part of the program without components, fetched when it is wanted; null until it has arrived. */
export function useLoaded<Part>(isWanted: boolean, load: () => Promise<Part>): Part | null {
  const [part, setPart] = useState<Part | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same part every time.
  useEffect(() => {
    // A part that does not arrive is fetched again with the next page.
    if (isWanted && part === null) load().then(setPart, () => {});
  }, [isWanted]);
  return isWanted ? part : null;
}
