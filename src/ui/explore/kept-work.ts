/**
 * What the reader has done with a scenario outlives the page: the variant, changed programs, and the steps of every
 * variant. Their own work has one place for each scenario. A link shows the work of somebody else, so what is done there
 * has a place of its own and leaves the reader's alone.
 *
 *     ['explore', scenario]            the reader's own work
 *     ['explore', scenario, 'links']   what was done where links led, the latest first
 *     ['explore', scenario, 'aside']   what came so late that other work had taken its place, the latest first
 */
import { dropValue, type FactKey, inTime, keepValue, keptValue, readValue } from '../storage/database.ts';

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

export const MAX_LINKS = 5;

/** Whether there is anything that somebody would miss. */
export function isAnything({ sources, plans }: Work): boolean {
  return Object.keys(sources).length > 0 || Object.keys(plans).length > 0;
}

const turns = new Map<string, Promise<unknown>>();

/**
 * Reads and writes of the work on a scenario wait for those before them: a page that was left may still have to put away
 * what it held when the next one asks.
 */
export function inTurn<Answer>(scenario: string, task: () => Promise<Answer>): Promise<Answer> {
  const turn = (turns.get(scenario) ?? Promise.resolve()).then(task);
  turns.set(
    scenario,
    turn.catch(() => {}),
  );
  return turn;
}

/** Whether there is work of the reader's own, as far as the browser can say in time. */
export async function hasOwnWork(scenario: string): Promise<boolean> {
  return readWork(await inTime(keptValue(ownKey(scenario)), undefined)) !== null;
}

/** Null if there is none. Takes as long as the browser does, and rejects if it cannot say. */
export async function keptWork(scenario: string, link: string | null): Promise<Work | null> {
  if (link === null) return readWork(await readValue(ownKey(scenario)));
  const links = readLinks(await readValue(linksKey(scenario)));
  return links.find((each) => each.link === link)?.work ?? null;
}

export async function asideWork(scenario: string): Promise<readonly Work[]> {
  return readWorks(await inTime(keptValue(asideKey(scenario)), undefined));
}

export function readWorks(value: unknown): readonly Work[] {
  return Array.isArray(value) ? value.flatMap((each) => readWork(each) ?? []) : [];
}

export function keepAside(scenario: string, works: readonly Work[]): Promise<boolean> {
  return works.length === 0 ? dropValue(asideKey(scenario)) : keepValue(asideKey(scenario), works);
}

/** Puts the latest that is aside in the place of the present work, which is set aside. Gives what is aside then. */
export async function swapAside(
  scenario: string,
  link: string | null,
  present: Work,
): Promise<readonly Work[]> {
  const [latest, ...rest] = await asideWork(scenario);
  if (latest === undefined) return [];
  const aside = isAnything(present) ? [present, ...rest] : rest;
  // At no moment is one of them nowhere.
  if (isAnything(present)) await keepAside(scenario, [present, latest, ...rest]);
  await keepWork(scenario, link, latest);
  await keepAside(scenario, aside);
  return aside;
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

function asideKey(scenario: string): FactKey {
  return ['explore', scenario, 'aside'];
}

export interface LinkedWork {
  readonly link: string;
  readonly work: Work;
}

async function linksOf(scenario: string): Promise<LinkedWork[]> {
  return readLinks(await keptValue(linksKey(scenario)));
}

export function readLinks(value: unknown): LinkedWork[] {
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
