/** Everything of a panel that hangs in the gallery by way of a story: stories and pictures are files of its name. */
import type { Hanging } from './exhibits.ts';
import { hang, type Recorded, type Story } from './story.ts';

const stories = import.meta.glob<{ readonly default: readonly Story[] }>('./stories/*.ts');
const pictures = import.meta.glob<{ readonly default: Readonly<Record<string, Recorded>> }>(
  './recorded/*.json',
);

export function hasStories(panel: string): boolean {
  return `./stories/${panel}.ts` in stories;
}

export async function storyHangings(panel: string): Promise<readonly Hanging[]> {
  const load = stories[`./stories/${panel}.ts`];
  const loadPictures = pictures[`./recorded/${panel}.json`];
  if (load === undefined || loadPictures === undefined) return [];
  const [{ default: told }, { default: recorded }] = await Promise.all([load(), loadPictures()]);
  return told.map((story) => hang(panel, story, recorded[story.id]));
}
