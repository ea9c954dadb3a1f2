import { expect, test } from 'vitest';
import type { Lane, Schedule, ScheduleEvent } from '../../protocol/explore.ts';
import { laneRows, turnOf } from './lane-rows.ts';

function event(given: Partial<ScheduleEvent>): ScheduleEvent {
  return {
    kind: 'act',
    actor: null,
    node: null,
    operation: null,
    answer: null,
    line: null,
    atMs: 0,
    stalled: [],
    effects: [],
    text: { zh: '', en: '' },
    ...given,
  };
}

function schedule(events: readonly ScheduleEvent[], rest: Partial<Schedule> = {}): Schedule {
  const held = { parts: [], leftOut: 0 };
  return { events, switches: 0, broken: [], met: [], lanes: [], held, shares: [], choices: [], ...rest };
}

function lane(actor: string, from: number, to: number | null): Lane {
  return { actor, name: 'lock', from, fromMs: 0, to, toMs: null };
}

test('there is a row for the beginning and one for each event', () => {
  const rows = laneRows(schedule([event({ actor: 'a' }), event({ actor: 'b' })]), ['a', 'b']);
  expect(rows.map(({ cells }) => cells.map(({ below, mark }) => [below.line, mark]))).toEqual([
    [
      ['before', null],
      ['before', null],
    ],
    [
      ['runs', 'acts'],
      ['before', null],
    ],
    [
      ['runs', null],
      ['runs', 'acts'],
    ],
  ]);
});

test('an actor waits until it is answered, and stalls until it acts', () => {
  const events = [
    event({ actor: 'a', effects: [{ actor: 'a', type: 'waits' }] }),
    event({ actor: 'b', effects: [{ actor: 'a', type: 'answered', answer: '1' }] }),
    event({ kind: 'pass', stalled: ['a'] }),
    event({ actor: 'b', effects: [{ actor: 'b', type: 'returned', value: 'nil' }] }),
    event({ actor: 'a' }),
    event({ kind: 'crash', actor: 'a' }),
  ];
  const rows = laneRows(schedule(events), ['a', 'b']);
  const lines = (actor: number) => rows.map(({ cells }) => cells[actor].below.line);
  expect(lines(0)).toEqual(['before', 'waits', 'runs', 'stalls', 'stalls', 'runs', 'gone']);
  expect(lines(1)).toEqual(['before', 'before', 'runs', 'runs', 'over', 'over', 'over']);
  expect(rows.map(({ cells }) => cells[0].mark)).toEqual([
    null,
    'acts',
    'told',
    'fault',
    null,
    'acts',
    'crash',
  ]);
});

test('a bar begins and ends in the middle of a row, and two holders at once are marked', () => {
  const events = [event({ actor: 'a' }), event({ actor: 'b' }), event({ actor: 'a' })];
  const rows = laneRows(schedule(events, { lanes: [lane('a', 1, 3), lane('b', 2, null)] }), ['a', 'b']);
  const bars = rows.map(({ cells }) =>
    cells.map(({ above, below }) => [above, below].map(({ holds }) => holds.map(({ isDouble }) => isDouble))),
  );
  expect(bars).toEqual([
    [
      [[], []],
      [[], []],
    ],
    [
      [[], [false]],
      [[], []],
    ],
    [
      [[false], [true]],
      [[], [true]],
    ],
    [
      [[true], []],
      [[true], [false]],
    ],
  ]);
  expect(rows.map(({ doubles }) => doubles)).toEqual([[], [], ['lock'], []]);
});

test('what breaks and what is reached stand at the event after which they did', () => {
  const rows = laneRows(
    schedule([event({ actor: 'a' }), event({ actor: 'a' })], {
      broken: [{ id: 'robbed', after: 2 }],
      met: [{ id: 'locked', after: 1 }],
    }),
    ['a'],
  );
  expect(rows.map(({ broken, met }) => [broken, met])).toEqual([
    [[], []],
    [[], ['locked']],
    [['robbed'], []],
  ]);
});

test('the point of no return is the event after which everything breaks', () => {
  const events = [event({ actor: 'a' }), event({ actor: 'b' }), event({ actor: 'b' })];
  expect(turnOf(schedule(events, { shares: [0.5, 0.7, 1, 1] }))).toBe(2);
  expect(turnOf(schedule(events, { shares: [1, 1, 1, 1] }))).toBeNull();
  expect(turnOf(schedule(events, { shares: [0.1, 0.2, 0.3, 0] }))).toBeNull();
  expect(turnOf(schedule(events))).toBeNull();
  const rows = laneRows(schedule(events, { shares: [0.5, 0.7, 1, 1] }), ['a', 'b']);
  expect(rows.map(({ isTurn }) => isTurn)).toEqual([false, false, true, false]);
});
