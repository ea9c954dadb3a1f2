/** The work on all scenarios, as a part of the backup file and back from one. Nothing that is here gives way. */
import { hashOf } from '../browser/routes.ts';
import { keepFacts, readAll } from '../storage/database.ts';
import {
  isAnything,
  type LinkedWork,
  MAX_LINKS,
  readLinks,
  readWork,
  readWorks,
  type Work,
} from './kept-work.ts';

/** All that is kept of one scenario: see `kept-work.ts`. */
export interface ScenarioWork {
  readonly own: Work | null;
  readonly links: readonly LinkedWork[];
  readonly aside: readonly Work[];
}

export type AllWork = Readonly<Record<string, ScenarioWork>>;

export async function allWork(): Promise<AllWork> {
  const all: Record<string, Record<string, unknown>> = {};
  for (const [[, scenario, place = 'own'], value] of await readAll('explore')) {
    all[scenario] = { ...all[scenario], [place]: value };
  }
  return readAllWork(all);
}

/** Whatever does not fit is left out. */
export function readAllWork(value: unknown): AllWork {
  const all: Record<string, ScenarioWork> = {};
  for (const [scenario, kept] of Object.entries(value ?? {})) {
    const { own, links, aside } = (kept ?? {}) as Partial<Record<keyof ScenarioWork, unknown>>;
    const read = { own: readWork(own), links: readLinks(links), aside: readWorks(aside) };
    if (read.own !== null || read.links.length > 0 || read.aside.length > 0) all[scenario] = read;
  }
  return all;
}

/** What both hold together. Work that has no place of its own beside what is here is set aside, and offered. */
export function together(
  here: ScenarioWork,
  { own, links, aside }: ScenarioWork,
  isShown = false,
): ScenarioWork {
  // The page that shows a scenario is about to write its own.
  const isFree = !isShown && (here.own === null || !isAnything(here.own));
  const places = new Set(here.links.map(({ link }) => link));
  const free = links.filter(({ link }) => !places.has(link)).slice(0, MAX_LINKS - places.size);
  const kept = { own: isFree ? own : here.own, links: [...here.links, ...free] };
  const placed = [kept.own, ...kept.links.map(({ work }) => work)].map((work) => JSON.stringify(work));
  const left = [...here.aside, ...(own === null ? [] : [own]), ...links.map(({ work }) => work), ...aside];
  const isNew = (work: Work) => isAnything(work) && !placed.includes(JSON.stringify(work));
  const each = new Map(left.filter(isNew).map((work) => [JSON.stringify(work), work]));
  return { ...kept, aside: [...each.values()] };
}

/** False if it could not be kept. */
export async function joinWork(theirs: AllWork): Promise<boolean> {
  if (Object.keys(theirs).length === 0) return true;
  try {
    const here = await allWork();
    const nothing: ScenarioWork = { own: null, links: [], aside: [] };
    const facts = Object.entries(theirs).flatMap(([scenario, work]) => {
      const isShown = location.hash.startsWith(hashOf({ page: 'explore', scenario }));
      const { own, links, aside } = together(here[scenario] ?? nothing, work, isShown);
      return [
        ...(own === null ? [] : [[['explore', scenario], own] as const]),
        [['explore', scenario, 'links'], links] as const,
        [['explore', scenario, 'aside'], aside] as const,
      ];
    });
    return await keepFacts(facts);
  } catch {
    return false;
  }
}
