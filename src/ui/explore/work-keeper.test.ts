import { beforeEach, expect, test, vi } from 'vitest';
import { scenarioNamed } from '../../testing/scenarios.ts';
import { createExploration, workOf } from './exploration.ts';
import { asideWork, inTurn, keepWork, keptWork, type Work } from './kept-work.ts';
import { keepWorkOf } from './work-keeper.ts';

const { kept } = vi.hoisted(() => ({ kept: new Map<string, unknown>() }));

/** A database that takes its time over everything. */
vi.mock('../storage/database.ts', () => {
  const slowly = async <Answer>(action: () => Answer): Promise<Answer> => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    return action();
  };
  const read = (key: readonly string[]) => slowly(() => kept.get(key.join()));
  return {
    keptValue: read,
    readValue: read,
    keepValue: (key: readonly string[], value: unknown) => slowly(() => kept.set(key.join(), value) === kept),
    dropValue: (key: readonly string[]) => slowly(() => kept.delete(key.join())),
    inTime: (slow: Promise<unknown>) => slow,
  };
});

const scenario = scenarioNamed('stock-decrement');
const { id } = scenario;

function explored(work: Partial<Work>) {
  const connect = () => ({ begin: () => ({ stop() {} }), close() {} });
  return createExploration(scenario, connect, {
    variant: 'get-set',
    sources: {},
    plans: {},
    done: [],
    ...work,
  });
}

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('window', new EventTarget());
});

test('what a page that was left has still to keep is there for the next one', async () => {
  const old: Work = { variant: 'get-set', sources: { 'get-set.lua': 'return 1' }, plans: {} };
  await keepWork(id, null, old);
  const page = explored({});
  const keeper = keepWorkOf(page, { link: null, onlyPrograms: false, isUnknown: true });
  page.edit('get-set.lua', 'return 2');
  const now = workOf(scenario, page.getState());
  keeper.end();
  // The next page asks before any of it is done.
  const [own, aside] = await Promise.all([
    inTurn(id, () => keptWork(id, null)),
    inTurn(id, () => asideWork(id)),
  ]);
  expect(own).toEqual(now);
  expect(aside).toEqual([old]);
});
