/** Finds panels by words of either language: their names, what they show, and Redis's own terms. */
import { en } from '../i18n/en.ts';
import { zh } from '../i18n/zh.ts';
import { panelBlurbs } from '../panels/blurbs.ts';

const named: readonly Readonly<Record<string, string>>[] = [en.panels, zh.panels];

/** Everything that a search for a panel looks through; its names come first. */
function textOf(panel: string): { readonly names: string; readonly all: string } {
  const names = [panel, ...named.map((names) => names[panel] ?? '')].join(' ').toLowerCase();
  const blurb = panelBlurbs[panel];
  const rest = blurb === undefined ? '' : `${blurb.en} ${blurb.zh} ${blurb.words}`.toLowerCase();
  return { names, all: `${names} ${rest}` };
}

/** The panels in which every word of the query occurs, those with all of them in their names first. */
export function searchPanels(panels: readonly string[], query: string): readonly string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return panels;
  const has = (text: string) => words.every((word) => text.includes(word));
  const found = panels.map((panel) => ({ panel, ...textOf(panel) })).filter(({ all }) => has(all));
  const byName = found.filter(({ names }) => has(names));
  const byRest = found.filter(({ names }) => !has(names));
  return [...byName, ...byRest].map(({ panel }) => panel);
}
