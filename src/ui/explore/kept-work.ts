/**
 * What the reader has done with a scenario outlives the page: the variant, changed programs, and the steps of every
 * variant. Their own work has one place for each scenario. A link shows the work of somebody else, so what is done there
 * has a place of its own and leaves the reader's alone.
 *
 *     ['explore', scenario]            the reader's own work
 *     ['explore', scenario, 'links']   what was done where links led, the latest first
 */
import { dropValue, type FactKey, inTime, keepValue, keptValue } from '../storage/database.ts';

/** The steps chosen in one variant. */
export interface Plan {
  readonly choices: readonly string[];
  /** How many of them have happened. */
  readonly at: number;
  /** A search has found it, and not the reader. */
  readonly isFound: boolean;
}

export interface Work {
  readonly variant: string;
  readonly sources: Readonly<Record<string, string>>;
  readonly plans: Readonly<Record<string, Plan>>;
}

const MAX_LINKS = 5;

/** Whether there is anything that somebody would miss. */
export function isAnything({ sources, plans }: Work): boolean {
  return Object.keys(sources).length > 0 || Object.keys(plans).length > 0;
}

/** The reader's own work; null if there is none, or the browser refuses to say. */
export async function ownWork(scenario: string): Promise<Work | null> {
  return readWork(await inTime(keptValue(ownKey(scenario)), undefined));
}

export async function workOfLink(scenario: string, link: string): Promise<Work | null> {
  const links = await inTime(linksOf(scenario), []);
  return links.find((each) => each.link === link)?.work ?? null;
}

/** `link` is null for the reader's own. */
export async function keepWork(scenario: string, link: string | null, work: Work): Promise<void> {
  if (link === null) {
    await (isAnything(work) ? keepValue(ownKey(scenario), work) : dropValue(ownKey(scenario)));
    return;
  }
  const others = (await linksOf(scenario)).filter((each) => each.link !== link);
  await keepValue(linksKey(scenario), [{ link, work }, ...others].slice(0, MAX_LINKS));
}

function ownKey(scenario: string): FactKey {
  return ['explore', scenario];
}

function linksKey(scenario: string): FactKey {
  return ['explore', scenario, 'links'];
}

async function linksOf(scenario: string): Promise<{ link: string; work: Work }[]> {
  const value = await keptValue(linksKey(scenario));
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: { link?: unknown; work?: unknown } | null) => {
    const work = readWork(each?.work);
    return typeof each?.link === 'string' && work !== null ? [{ link: each.link, work }] : [];
  });
}

/** Null for anything that this version does not understand. */
export function readWork(value: unknown): Work | null {
  if (!isRecord(value)) return null;
  const { variant, sources, plans } = value;
  if (typeof variant !== 'string' || !isRecord(sources) || !isRecord(plans)) return null;
  if (!Object.values(sources).every((text) => typeof text === 'string')) return null;
  const read: Record<string, Plan> = {};
  for (const [id, plan] of Object.entries(plans)) {
    if (!isRecord(plan)) return null;
    const { choices, at, isFound } = plan;
    if (!Array.isArray(choices) || !choices.every((choice) => typeof choice === 'string')) return null;
    if (typeof at !== 'number' || at < 0 || at > choices.length) return null;
    read[id] = { choices, at, isFound: isFound === true };
  }
  return { variant, sources: sources as Record<string, string>, plans: read };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
