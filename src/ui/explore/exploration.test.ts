import { beforeEach, expect, test, vi } from 'vitest';
import type { ExploreResponse, Position, Schedule, Verdict } from '../../protocol/explore.ts';
import { scenarioNamed } from '../../testing/scenarios.ts';
import type { ExploreJob, ExploreLink } from '../session/explore-link.ts';
import { createExploration, nameOf, resultOf, variantOf, workOf } from './exploration.ts';
import { isAnything, type Work } from './kept-work.ts';

const stock = scenarioNamed('stock-decrement');

interface Asked {
  readonly job: ExploreJob;
  readonly hear: (response: ExploreResponse) => void;
  isStopped: boolean;
}

let asked: Asked[];

let closed = 0;

const connect = (): ExploreLink => ({
  begin(job, hear) {
    const one = { job, hear, isStopped: false };
    asked.push(one);
    return {
      stop() {
        one.isStopped = true;
      },
    };
  },
  close() {
    closed++;
  },
});

beforeEach(() => {
  asked = [];
  closed = 0;
});

function schedule(choices: readonly string[]): Schedule {
  const held = { parts: [], leftOut: 0 };
  return { events: [], switches: 0, broken: [], met: [], lanes: [], held, shares: [], choices };
}

function position(choices: readonly string[], next: readonly string[] = ['a', 'b']): Position {
  return {
    schedule: schedule(choices),
    next: next.map((choice) => ({
      choice,
      kind: 'act',
      actor: choice,
      node: null,
      operation: null,
      text: { zh: choice, en: choice },
      share: null,
    })),
    crossings: null,
    actors: [],
    nodes: [],
  };
}

/** Answers every open question about a schedule as a worker that can do all choices. */
function answer(most = Number.POSITIVE_INFINITY): void {
  for (let at = 0; at < asked.length; at++) {
    const { job, hear, isStopped } = asked[at];
    if (job.type !== 'follow' || isStopped) continue;
    hear({ type: 'followed', request: at, position: position(job.choices.slice(0, most)) });
  }
  asked = asked.filter(({ job }) => job.type !== 'follow');
}

function plansWith(choices: readonly string[]): Work['plans'] {
  return choices.length === 0 ? {} : { 'get-set': { choices, at: choices.length, isFound: true } };
}

function begin(choices: readonly string[] = []) {
  const made = createExploration(stock, connect, {
    variant: 'get-set',
    sources: {},
    plans: plansWith(choices),
    done: [],
  });
  made.begin();
  answer();
  return made;
}

test('choices are added; events that were taken back stay until another is chosen', () => {
  const made = begin();
  for (const choice of ['a', 'b', 'a']) {
    made.choose(choice);
    answer();
  }
  made.jump(1);
  answer();
  expect(made.getState()).toMatchObject({ planned: ['a', 'b', 'a'], at: 1 });
  expect(made.getState().position?.schedule.choices).toEqual(['a']);
  made.choose('b');
  answer();
  expect(made.getState()).toMatchObject({ planned: ['a', 'b', 'a'], at: 2 });
  made.choose('b');
  answer();
  expect(made.getState()).toMatchObject({ planned: ['a', 'b', 'b'], at: 3 });
});

test('every variant keeps its own steps', () => {
  const made = begin();
  made.choose('a');
  answer();
  made.setVariant('script');
  expect(made.getState()).toMatchObject({ planned: [], at: 0 });
  answer();
  made.choose('b');
  answer();
  made.setVariant('get-set');
  expect(made.getState()).toMatchObject({ planned: ['a'], at: 1, isFound: false });
  expect(workOf(stock, made.getState()).plans).toEqual({
    'get-set': { choices: ['a'], at: 1, isFound: false },
    script: { choices: ['b'], at: 1, isFound: false },
  });
});

test('all work can be put away, and taken up again until something else is done', () => {
  const made = begin();
  made.choose('a');
  answer();
  made.edit('get-set.lua', 'return 1');
  const work = workOf(stock, made.getState());
  made.clear();
  expect(isAnything(workOf(stock, made.getState()))).toBe(false);
  made.undoClear();
  expect(workOf(stock, made.getState())).toEqual(work);
  made.clear();
  answer();
  made.choose('b');
  expect(made.getState().cleared).toBeNull();
});

test('only what differs from the scenario is work', () => {
  const made = begin();
  made.edit('get-set.lua', `${variantOf(stock, 'get-set').actors[0].source}\n`);
  expect(workOf(stock, made.getState())).toEqual({ variant: 'get-set', sources: {}, plans: {} });
});

test('an answer to an older question does not count', () => {
  const made = begin();
  made.choose('a');
  const [old] = asked;
  made.choose('b');
  expect(old.isStopped).toBe(true);
});

test('choices that are not possible are dropped', () => {
  const made = createExploration(stock, connect, {
    variant: 'get-set',
    sources: {},
    plans: plansWith(['a', 'b', 'x']),
    done: [],
  });
  made.begin();
  answer(2);
  expect(made.getState()).toMatchObject({ planned: ['a', 'b'], at: 2 });
});

test('a goal counts only for a schedule of the reader’s own and the original programs', () => {
  const broken = (choices: readonly string[]): ExploreResponse => ({
    type: 'followed',
    request: 1,
    position: {
      ...position(choices),
      schedule: { ...schedule(choices), broken: [{ id: 'oversold', after: 1 }] },
    },
  });
  const made = begin();
  made.load(['a']);
  asked.at(-1)?.hear(broken(['a']));
  expect([...made.getState().done]).toEqual([]);
  made.restart();
  answer();
  made.edit('get-set.lua', 'return 1');
  made.choose('a');
  asked.at(-1)?.hear(broken(['a']));
  expect([...made.getState().done]).toEqual([]);
  made.resetPrograms();
  asked.at(-1)?.hear(broken(['a']));
  expect([...made.getState().done]).toEqual(['get-set/oversold']);
});

function verdict(finding: Verdict['finding'], choices: readonly string[] | null): Verdict {
  return {
    scenario: stock.id,
    variant: 'get-set',
    finding,
    counterexample: choices === null ? null : schedule(choices),
    problem: null,
  } as unknown as Verdict;
}

function conclude(found: Verdict): void {
  const one = asked.findLast(({ job, isStopped }) => job.type === 'explore' && !isStopped);
  one?.hear({ type: 'verdict', request: 1, verdict: found, ladder: [], ms: 5, firstBrokenMs: null });
}

test('the counterexample is taken, unless the reader has a schedule of their own', () => {
  const made = begin();
  made.search();
  conclude(verdict('broken', ['a', 'b', 'b', 'a']));
  answer();
  expect(made.getState()).toMatchObject({ planned: ['a', 'b', 'b', 'a'], at: 4, isFound: true });
  made.restart();
  made.choose('b');
  answer();
  made.search();
  conclude(verdict('broken', ['a', 'b', 'b', 'a']));
  answer();
  expect(made.getState().planned).toEqual(['b']);
  made.find();
  conclude(verdict('broken', ['a', 'b', 'b', 'a']));
  expect(made.getState().planned).toEqual(['a', 'b', 'b', 'a']);
});

test('a changed program is searched after the original, and both verdicts are kept', () => {
  vi.useFakeTimers();
  const made = begin();
  made.edit('get-set.lua', 'return 1');
  vi.runAllTimers();
  answer();
  vi.useRealTimers();
  made.search();
  const searched = () =>
    asked.flatMap(({ job }) => (job.type === 'explore' ? [Object.keys(job.sources)] : []));
  expect(searched()).toEqual([[]]);
  conclude(verdict('broken', ['a']));
  expect(searched()).toEqual([[], ['get-set.lua']]);
  conclude(verdict('proved', null));
  const state = made.getState();
  expect(resultOf(stock, state, 'get-set')?.verdict.finding).toBe('proved');
  expect(resultOf(stock, state, 'get-set', {})?.verdict.finding).toBe('broken');
});

test('a program that says the same is not changed', () => {
  const variant = variantOf(stock, 'get-set');
  const { file, source } = variant.actors[0];
  expect(nameOf(variant, { [file]: source, 'other.lua': 'x' })).toBe(nameOf(variant, {}));
  expect(nameOf(variant, { [file]: 'x' })).not.toBe(nameOf(variant, {}));
});

function meet(choices: readonly string[]): void {
  const one = asked.findLast(({ job, isStopped }) => job.type === 'explore' && !isStopped);
  one?.hear({ type: 'found', request: 1, schedule: schedule(choices), ms: 3 });
}

test('the first schedule that breaks is offered while the search goes on, and kept when it is stopped', () => {
  const made = begin();
  made.search();
  expect(made.getState().found).toBeNull();
  meet(['a', 'a', 'b']);
  expect(made.getState()).toMatchObject({ running: { what: 'search' }, found: { ms: 3 } });
  made.stop();
  expect(made.getState()).toMatchObject({ running: null, found: { schedule: { choices: ['a', 'a', 'b'] } } });
  made.search();
  expect(made.getState().found).toBeNull();
  meet(['a', 'a', 'b']);
  conclude(verdict('broken', ['b', 'a']));
  answer();
  expect(made.getState()).toMatchObject({ found: null, planned: ['b', 'a'] });
});

test('a reader who steps through the first schedule is not moved to the shortest', () => {
  const made = begin();
  made.find();
  meet(['a', 'a', 'b']);
  made.loadFound();
  answer();
  expect(made.getState()).toMatchObject({ planned: ['a', 'a', 'b'], at: 0, isFound: true });
  conclude(verdict('broken', ['b', 'a']));
  answer();
  expect(made.getState().planned).toEqual(['a', 'a', 'b']);
  made.find();
  conclude(verdict('broken', ['b', 'a']));
  expect(made.getState().planned).toEqual(['b', 'a']);
});

test('a changed program has not the first schedule of another', () => {
  const made = begin();
  made.search();
  meet(['a']);
  made.edit('get-set.lua', 'return 1');
  expect(made.getState().found).toBeNull();
});

test('a stopped search is not heard any more', () => {
  const made = begin();
  made.search();
  expect(made.getState().running).toEqual({ what: 'search', done: 0 });
  made.stop();
  expect(made.getState().running).toBeNull();
  expect(asked.find(({ job }) => job.type === 'explore')?.isStopped).toBe(true);
});

test('a survey searches every variant once, in a worker that it closes', () => {
  const made = begin();
  made.search();
  conclude(verdict('broken', ['a']));
  made.survey();
  const searched: string[] = [];
  for (;;) {
    const one = asked.findLast(({ job, isStopped }) => job.type === 'explore' && !isStopped);
    if (one?.job.type !== 'explore' || made.getState().running === null) break;
    const { variant } = one.job;
    searched.push(variant);
    const proved = { ...verdict('proved', null), variant };
    one.hear({ type: 'verdict', request: 1, verdict: proved, ladder: [], ms: 5, firstBrokenMs: null });
  }
  expect(searched).toEqual(stock.variants.map(({ id }) => id).filter((id) => id !== 'get-set'));
  expect(stock.variants.every(({ id }) => resultOf(stock, made.getState(), id) !== null)).toBe(true);
  expect(made.getState().running).toBeNull();
  expect(closed).toBe(1);
});

test('kept work is taken up in its variant, in place of what is there', () => {
  const made = begin(['a', 'b']);
  answer();
  const plans = {
    'get-set': { choices: ['b'], at: 1, isFound: false },
    script: { choices: ['a'], at: 1, isFound: false },
  };
  made.takeUp({ variant: 'script', sources: {}, plans });
  answer();
  expect(workOf(stock, made.getState())).toEqual({ variant: 'script', sources: {}, plans });
  expect(made.getState().planned).toEqual(['a']);
});
