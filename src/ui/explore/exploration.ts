/**
 * What the reader does with one scenario: the variant, programs as they have changed them, the schedule as they have
 * chosen it, and what the searches found. The worker answers; nothing here knows what a program does.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  ExploreResponse,
  Likelihood,
  Position,
  ProgramFailure,
  Rung,
  Schedule,
  Verdict,
} from '../../protocol/explore.ts';
import type { Scenario, Variant } from '../../protocol/scenario.ts';
import type { ExploreJob, ExploreLink } from '../session/explore-link.ts';
import { isAnything, type Plan, type Work } from './kept-work.ts';

export interface Result {
  readonly verdict: Verdict;
  /** Comes a little later. Empty while it is worked out; null if there is none. */
  readonly ladder: readonly Rung[] | null;
  /** How long the search took, and after which time it met the first schedule that breaks. */
  readonly ms: number;
  readonly firstBrokenMs: number | null;
}

/** What a search met before it came to its end. */
export interface Found {
  /** `nameOf` the variant and its changed programs. */
  readonly name: string;
  readonly schedule: Schedule;
  readonly ms: number;
}

/** Null while nothing runs. */
export interface Running {
  readonly what: 'search' | 'likelihood' | 'survey';
  /** States, runs, or variants. */
  readonly done: number;
}

export interface ExplorationState {
  readonly variant: string;
  /** Programs that differ from those of the scenario, by their file. */
  readonly sources: Readonly<Record<string, string>>;
  /** The whole schedule: events that were taken back are still there, until another is chosen in their place. */
  readonly planned: readonly string[];
  /** How many of them have happened. */
  readonly at: number;
  /** The whole schedule, and where it stands. Null before the first answer of the worker. */
  readonly whole: Position | null;
  readonly position: Position | null;
  /** What was chosen in the variants that are not shown. */
  readonly plans: Readonly<Record<string, Plan>>;
  /** The work that was just put away, until something else is done. */
  readonly cleared: Work | null;
  /** Where it stood one event earlier: what has changed since is marked. */
  readonly before: Position | null;
  /** The schedule was found by a search, and not by the reader. */
  readonly isFound: boolean;
  readonly problem: ProgramFailure | null;
  /** The worker could not do it. */
  readonly trouble: string | null;
  readonly running: Running | null;
  /** The first schedule that breaks, of a search that still runs or was stopped. */
  readonly found: Found | null;
  /** By `nameOf` of a variant and its changed programs. */
  readonly results: Readonly<Record<string, Result>>;
  readonly likelihoods: Readonly<Record<string, Likelihood>>;
  /** What the reader has made happen, as `variant/id`. */
  readonly done: ReadonlySet<string>;
}

export interface Exploration extends StoreApi<ExplorationState> {
  readonly scenario: Scenario;
  begin(): void;
  choose(choice: string): void;
  chooseAny(chance: number): void;
  /** So many events have happened: earlier or later ones of the same schedule. */
  jump(at: number): void;
  restart(): void;
  /** Takes a schedule that was found. */
  load(choices: readonly string[], at?: number): void;
  edit(file: string, text: string): void;
  resetPrograms(): void;
  setVariant(id: string): void;
  /** Puts all work on the scenario away, and takes it up again. */
  clear(): void;
  undoClear(): void;
  /** Goes on with work that was kept. */
  takeUp(work: Work): void;
  /** Takes the counterexample when it is there, unless the reader has a schedule of their own. */
  search(): void;
  /** Takes the schedule that a search has met first. What the search finds later does not take its place. */
  loadFound(): void;
  /** Searches and always takes what it finds. */
  find(): void;
  /** Searches every variant that was not searched yet. */
  survey(): void;
  runMany(runs: number): void;
  stop(): void;
  close(): void;
}

export interface Beginning extends Work {
  readonly done: readonly string[];
}

/** What is worth keeping. */
export function workOf(scenario: Scenario, state: ExplorationState): Work {
  const { variant, sources, planned: choices, at, isFound, plans } = state;
  const changed = Object.entries(sources).filter(([file, text]) =>
    scenario.variants.some(({ actors }) =>
      actors.some((actor) => actor.file === file && !isSame(text, actor.source)),
    ),
  );
  return {
    variant,
    sources: Object.fromEntries(changed),
    plans: choices.length === 0 ? plans : { ...plans, [variant]: { choices, at, isFound } },
  };
}

/** Whether nothing was changed that is worth keeping. */
export function isSameWork(now: ExplorationState, before: ExplorationState): boolean {
  return (
    now.variant === before.variant &&
    now.sources === before.sources &&
    now.plans === before.plans &&
    now.at === before.at &&
    now.planned.join() === before.planned.join()
  );
}

const NO_PLAN: Plan = { choices: [], at: 0, isFound: false };

/** The plan of a variant, and those of the others. */
function taken(plans: Readonly<Record<string, Plan>>, id: string): { own: Plan; others: Work['plans'] } {
  const { [id]: own = NO_PLAN, ...others } = plans;
  return { own, others };
}

export function variantOf({ variants }: Scenario, id: string): Variant {
  return variants.find((variant) => variant.id === id) ?? variants[0];
}

/** Blank lines at the end make no other program. */
export function isSame(text: string, source: string): boolean {
  return text.trimEnd() === source.trimEnd();
}

/** The changed programs that this variant runs. */
export function changedIn(
  variant: Variant,
  sources: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const changed = variant.actors.filter(
    ({ file, source }) => Object.hasOwn(sources, file) && !isSame(sources[file], source),
  );
  return Object.fromEntries(changed.map(({ file }) => [file, sources[file]]));
}

/** A name for what is searched: equal programs have equal results. */
export function nameOf(variant: Variant, sources: Readonly<Record<string, string>>): string {
  return JSON.stringify([variant.id, Object.entries(changedIn(variant, sources)).sort()]);
}

export function isChanged(variant: Variant, sources: Readonly<Record<string, string>>): boolean {
  return Object.keys(changedIn(variant, sources)).length > 0;
}

export function resultOf(
  scenario: Scenario,
  state: ExplorationState,
  variantId: string,
  sources = state.sources,
): Result | null {
  return state.results[nameOf(variantOf(scenario, variantId), sources)] ?? null;
}

function resultIn({
  verdict,
  ladder,
  ms,
  firstBrokenMs,
}: Extract<ExploreResponse, { type: 'verdict' }>): Result {
  return { verdict, ladder, ms, firstBrokenMs };
}

/** How long nothing is typed before the changed program is tried. */
const QUIET_MS = 250;

export function createExploration(
  scenario: Scenario,
  connect: () => ExploreLink,
  { variant, sources, plans, done }: Beginning,
): Exploration {
  const { id: first } = variantOf(scenario, variant);
  const { own, others } = taken(plans, first);
  const store = createStore<ExplorationState>(() => ({
    variant: first,
    sources,
    planned: own.choices,
    at: own.at,
    plans: others,
    cleared: null,
    whole: null,
    position: null,
    before: null,
    isFound: own.isFound,
    problem: null,
    trouble: null,
    running: null,
    found: null,
    results: {},
    likelihoods: {},
    done: new Set(done),
  }));
  const link = connect();
  const get = store.getState;
  const set = store.setState;
  let asking: { stop(): void }[] = [];
  let work: { stop(): void } | null = null;
  let isFoundTaken = false;
  let typing: ReturnType<typeof setTimeout> | undefined;

  function jobOf(sourcesOf = get().sources) {
    const current = variantOf(scenario, get().variant);
    return { scenario, variant: current.id, sources: changedIn(current, sourcesOf) };
  }

  /** Asks where the schedule stands; an older question is no longer of interest. */
  function follow(): void {
    clearTimeout(typing);
    for (const question of asking) question.stop();
    asking = [];
    ask(get().planned, (whole) => {
      // A choice of a link or of another program may not be possible.
      const length = whole.schedule.choices.length;
      const now = Math.min(get().at, length);
      const isNow = now === length;
      set({
        whole,
        planned: whole.schedule.choices,
        at: now,
        problem: null,
        trouble: null,
        ...(isNow ? { position: whole } : {}),
      });
      if (isNow) noteDone(whole);
      else ask(whole.schedule.choices.slice(0, now), (position) => set({ position }));
      if (now === 0) set({ before: null });
      else ask(whole.schedule.choices.slice(0, now - 1), (before) => set({ before }));
    });
    function ask(chosen: readonly string[], hear: (position: Position) => void): void {
      asking.push(
        link.begin({ type: 'follow', ...jobOf(), choices: chosen }, (response) => {
          if (response.type === 'followed') hear(response.position);
          if (response.type === 'failed') {
            const { problem = null, message } = response;
            set({ problem, trouble: problem === null ? message : null });
          }
        }),
      );
    }
  }

  function noteDone({ schedule }: Position): void {
    const { isFound, variant: id, done: before, sources: current } = get();
    if (isFound || isChanged(variantOf(scenario, id), current)) return;
    const ids = [...schedule.broken, ...schedule.met].map((each) => `${id}/${each.id}`);
    if (ids.some((each) => !before.has(each))) set({ done: new Set([...before, ...ids]) });
  }

  function begin(what: Running['what'], job: ExploreJob, hear: Parameters<ExploreLink['begin']>[1]): void {
    stop();
    set({ running: { what, done: 0 }, trouble: null });
    work = link.begin(job, (response) => {
      if (response.type === 'progress') set({ running: { what, done: response.states } });
      if (response.type === 'failed') set({ running: null, trouble: response.message });
      hear(response);
    });
  }

  function stop(): void {
    work?.stop();
    work = null;
    if (get().running !== null) set({ running: null });
  }

  function searchFor(sourcesOf: Readonly<Record<string, string>>, heard: (result: Result) => void): void {
    const current = variantOf(scenario, get().variant);
    const name = nameOf(current, sourcesOf);
    let isFirst = true;
    isFoundTaken = false;
    set({ found: null });
    begin('search', { type: 'explore', ...jobOf(sourcesOf), bound: {} }, (response) => {
      if (response.type === 'found') set({ found: { name, schedule: response.schedule, ms: response.ms } });
      if (response.type !== 'verdict') return;
      const result = resultIn(response);
      set({ running: null, found: null, results: { ...get().results, [name]: result } });
      if (isFirst) heard(result);
      isFirst = false;
    });
  }

  function search(takes: boolean): void {
    const searched = get().sources;
    const current = variantOf(scenario, get().variant);
    const original = get().results[nameOf(current, {})];
    if (isChanged(current, searched) && original === undefined) {
      // Before and after stand side by side: before comes first.
      searchFor({}, () => search(takes));
      return;
    }
    searchFor(searched, ({ verdict }) => {
      const isStill = get().sources === searched && get().variant === current.id;
      if (!isStill) return;
      if (verdict.problem !== null) set({ problem: verdict.problem });
      const isOwn = isFoundTaken || (get().planned.length > 0 && !get().isFound);
      const choices = verdict.counterexample?.choices;
      if (choices !== undefined && ((takes && !isFoundTaken) || !isOwn)) load(choices);
      // The shares are known from now on.
      else if (verdict.problem === null) follow();
    });
  }

  function load(planned: readonly string[], at = planned.length): void {
    set({ planned, at, isFound: true, cleared: null });
    follow();
  }

  function choose(choice: string): void {
    const { planned, at } = get();
    const isSame = planned[at] === choice;
    set({ planned: isSame ? planned : [...planned.slice(0, at), choice], at: at + 1, cleared: null });
    follow();
  }

  /** In a worker of its own: what the other knows of the chosen schedule stays. */
  function survey(): void {
    stop();
    const { sources: current } = get();
    const left = scenario.variants.filter((each) => get().results[nameOf(each, current)] === undefined);
    const other = connect();
    work = { stop: () => other.close() };
    const next = (at: number) => {
      set({ running: { what: 'survey', done: scenario.variants.length - left.length + at } });
      if (at === left.length) {
        stop();
        return;
      }
      const changed = changedIn(left[at], current);
      const job = other.begin(
        { type: 'explore', scenario, variant: left[at].id, sources: changed, bound: {} },
        (response) => {
          if (response.type === 'failed') {
            stop();
            set({ trouble: response.message });
          }
          if (response.type !== 'verdict') return;
          set({ results: { ...get().results, [nameOf(left[at], current)]: resultIn(response) } });
          job.stop();
          next(at + 1);
        },
      );
    };
    next(0);
  }

  function takeUp({ variant: id, sources: programs, plans }: Work): void {
    stop();
    const { id: shown } = variantOf(scenario, id);
    const { own, others } = taken(plans, shown);
    set({ variant: shown, sources: programs, plans: others, cleared: null, found: null, problem: null });
    const { choices: planned, at, isFound } = own;
    set({ planned, at, isFound, whole: null, position: null, before: null, trouble: null });
    follow();
  }

  return Object.assign(store, {
    scenario,
    takeUp,
    survey,
    begin: follow,
    choose,
    chooseAny(chance: number) {
      const next = get().position?.next ?? [];
      if (next.length === 0) return;
      const { choice } = next[Math.min(next.length - 1, Math.floor(chance * next.length))];
      choose(choice);
    },
    jump(at: number) {
      const { planned } = get();
      set({ at: Math.max(0, Math.min(planned.length, at)) });
      follow();
    },
    restart() {
      set({ planned: [], at: 0, isFound: false });
      follow();
    },
    load,
    loadFound() {
      const { found } = get();
      if (found === null) return;
      isFoundTaken = true;
      load(found.schedule.choices, 0);
    },
    edit(file: string, text: string) {
      stop();
      set({ sources: { ...get().sources, [file]: text }, found: null, cleared: null });
      clearTimeout(typing);
      typing = setTimeout(follow, QUIET_MS);
    },
    resetPrograms() {
      stop();
      const files = variantOf(scenario, get().variant).actors.map(({ file }) => file);
      const kept = Object.entries(get().sources).filter(([file]) => !files.includes(file));
      set({ sources: Object.fromEntries(kept), found: null });
      follow();
    },
    setVariant(id: string) {
      if (id === get().variant) return;
      stop();
      const { plans } = workOf(scenario, get());
      const { own, others } = taken(plans, id);
      const { choices: planned, at, isFound } = own;
      set({ variant: id, planned, at, isFound, plans: others, whole: null, position: null, before: null });
      set({ problem: null, trouble: null, found: null });
      follow();
    },
    clear() {
      stop();
      const work = workOf(scenario, get());
      if (!isAnything(work)) return;
      set({ sources: {}, plans: {}, planned: [], at: 0, isFound: false, found: null, cleared: work });
      follow();
    },
    undoClear() {
      const { cleared } = get();
      if (cleared !== null) takeUp({ ...cleared, variant: get().variant });
    },
    search: () => search(false),
    find: () => search(true),
    runMany(runs: number) {
      const name = nameOf(variantOf(scenario, get().variant), get().sources);
      begin('likelihood', { type: 'likelihood', ...jobOf(), runs, seed: 1 }, (response) => {
        if (response.type !== 'likelihood') return;
        set({ running: null, likelihoods: { ...get().likelihoods, [name]: response.likelihood } });
      });
    },
    stop,
    close() {
      clearTimeout(typing);
      link.close();
    },
  });
}
