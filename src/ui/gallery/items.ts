/** All items of the gallery: the stories and the pictures of a panel are files of its name. */
import type { GalleryItem } from './gallery-link.ts';
import { galleryItem, type Recorded, type Story } from './story.ts';

const stories = import.meta.glob<{ readonly default: readonly Story[] }>('./stories/*.ts');
const pictures = import.meta.glob<{ readonly default: Readonly<Record<string, Recorded>> }>(
  './recorded/*.json',
);

/** A panel to write in shows nothing of the server, so it has no items. */
export function hasItems(panel: string): boolean {
  return panel === 'locks' || `./stories/${panel}.ts` in stories;
}

export async function itemsOf(panel: string): Promise<readonly GalleryItem[]> {
  // Locks need many commands, not the inside of one.
  if (panel === 'locks') return (await import('./locks-items.ts')).locksItems;
  const load = stories[`./stories/${panel}.ts`];
  const loadPictures = pictures[`./recorded/${panel}.json`];
  if (load === undefined || loadPictures === undefined) return [];
  const [{ default: ofPanel }, { default: recorded }] = await Promise.all([load(), loadPictures()]);
  return ofPanel.map((story) => galleryItem(panel, story, recorded[story.id]));
}
