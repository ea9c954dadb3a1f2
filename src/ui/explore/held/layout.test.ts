import { expect, test } from 'vitest';
import type { ScheduleEvent } from '../../../protocol/explore.ts';
import type { Delivery, HeldPart, HeldSpan, HeldValue } from '../../../protocol/held.ts';
import { layoutHeld } from './layout.ts';
import { heldWords } from './words.ts';

function event(given: Partial<ScheduleEvent> = {}): ScheduleEvent {
  return {
    kind: 'act',
    actor: 'a',
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

type Given = string | number | HeldValue | null;

/** From which event on what was held; null while there was nothing. */
function spans(given: Readonly<Record<number, Given>>, expiresAtMs: number | null = null): HeldSpan[] {
  return Object.entries(given).map(([from, value], nth) => ({
    from: Number(from),
    value: heldValue(value),
    expiresAtMs: value === null ? null : expiresAtMs,
    missing: value === null ? (nth === 0 ? 'never' : 'removed') : null,
  }));
}

function heldValue(given: Given): HeldValue | null {
  if (typeof given === 'number') return { type: 'number', number: given, text: String(given) };
  if (typeof given === 'string') return { type: 'text', text: given };
  return given;
}

function list(...texts: string[]): HeldValue {
  const items = texts.map((text) => ({ text, detail: null, delivery: null }));
  return { type: 'items', of: 'list', items, leftOut: 0 };
}

function group(item: string, delivery: Delivery): HeldValue {
  return { type: 'items', of: 'stream', items: [{ text: item, detail: null, delivery }], leftOut: 0 };
}

function part(name: string, given: HeldSpan[], rest: Partial<HeldPart> = {}): HeldPart {
  return {
    node: 'redis',
    kind: 'key',
    name,
    field: null,
    copyOf: null,
    copiesUntil: null,
    spans: given,
    ...rest,
  };
}

const row = { node: 'db', kind: 'row' } as const;
const cached = { copyOf: 'db' } as const;

function drawn(parts: readonly HeldPart[], events: readonly ScheduleEvent[]) {
  return layoutHeld({ held: { parts, leftOut: 0 }, events });
}

const events = (count: number) => Array.from({ length: count }, () => event());

test('a band lasts from change to change', () => {
  const { rows } = drawn([part('k', spans({ 0: null, 1: 'x', 3: 'y' }))], events(3));
  expect(rows.map(({ cells: [cell] }) => [cell.text, cell.opens, cell.closes])).toEqual([
    [null, true, true],
    ['x', true, false],
    ['x', false, true],
    ['y', true, true],
  ]);
});

test('what never changes is named, and not drawn', () => {
  const { columns, still } = drawn(
    [part('k', spans({ 0: 'x', 1: 'y' })), part('n', spans({ 0: 7 }))],
    events(1),
  );
  expect(columns.map(({ name }) => name)).toEqual(['k']);
  expect(still).toMatchObject([{ part: { name: 'n' }, text: '7' }]);
});

test('a copy that stays behind is stale from the event that makes it so to the end', () => {
  const parts = [part('item', spans({ 0: 1 }), cached), part('item', spans({ 0: 1, 3: 2 }), row)];
  const { columns, rows, facts } = drawn(parts, events(4));
  // It never changed itself, and is drawn nevertheless.
  expect(columns.map(({ node }) => node)).toEqual(['redis', 'db']);
  expect(rows.map(({ cells }) => cells[0].behind)).toEqual([null, null, null, 'stale', 'stale']);
  expect(rows.map(({ cells }) => cells[0].fallsBehind)).toEqual([false, false, false, true, false]);
  expect(facts).toMatchObject([
    { type: 'behind', how: 'stale', from: 3, to: null, value: '1', originalValue: '2' },
  ]);
  const naming = { part: heldWords.en.part, actor: (name: string) => name, isOver: true };
  expect(heldWords.en.fact(facts[0], naming)).toBe(
    'redis item is stale from event 3 to the end: it is still 1, but db item is 2.',
  );
  expect(heldWords.en.fact(facts[0], { ...naming, isOver: false })).toContain('is stale since event 3');
});

test('a delete ends it, and an old value that is filled in begins it again', () => {
  const cache = part('item', spans({ 0: 1, 2: null, 4: 1, 5: 2 }), cached);
  const { facts } = drawn([cache, part('item', spans({ 0: 1, 1: 2 }), row)], events(6));
  expect(facts).toMatchObject([
    { how: 'stale', from: 1, to: 2 },
    { how: 'stale', from: 4, to: 5 },
  ]);
});

test('a value that the original never had is not called stale', () => {
  const parts = [part('item', spans({ 0: 1, 1: 2 }), cached), part('item', spans({ 0: 1, 3: 2 }), row)];
  expect(drawn(parts, events(3)).facts).toMatchObject([{ how: 'other', from: 1, to: 3, value: '2' }]);
});

test('a server that is down is not known to differ', () => {
  const down: HeldSpan = { from: 1, value: null, expiresAtMs: null, missing: 'down' };
  const parts = [part('item', spans({ 0: 1 }), cached), part('item', [...spans({ 0: 1 }), down], row)];
  expect(drawn(parts, events(2)).facts).toEqual([]);
});

test('a replica that is a master from then on is not compared with its old one', () => {
  const promoted = part('item', spans({ 0: 1 }), { node: 'replica', copyOf: 'redis', copiesUntil: 3 });
  const { facts } = drawn([part('item', spans({ 0: 1, 2: 2 })), promoted], events(4));
  expect(facts).toMatchObject([{ type: 'behind', how: 'stale', from: 2, to: 3 }]);
});

test('what lasts to the end is said first', () => {
  const cache = part('item', spans({ 0: 1, 2: null, 4: 1 }), cached);
  const { facts } = drawn([cache, part('item', spans({ 0: 1, 1: 2 }), row)], events(5));
  expect(facts).toMatchObject([
    { from: 4, to: null },
    { from: 1, to: 2 },
  ]);
});

test('equal names that are no copies are not compared', () => {
  const parts = [part('stock', spans({ 0: 1, 1: 0 })), part('stock', spans({ 0: 1 }), row)];
  expect(drawn(parts, events(1)).facts).toEqual([]);
});

test('a copy stands beside its original', () => {
  const parts = [
    part('item', spans({ 0: 1, 1: 2 }), cached),
    part('lock', spans({ 0: null, 1: 'a' })),
    part('item', spans({ 0: 1 }), row),
  ];
  expect(drawn(parts, events(1)).columns.map(({ node, name }) => `${node} ${name}`)).toEqual([
    'redis item',
    'db item',
    'redis lock',
  ]);
});

test('numbers are levels against the greatest', () => {
  const tokens = part('bucket', spans({ 0: 2, 1: 1, 2: 0.5 }), { kind: 'field', field: 'tokens' });
  const { rows } = drawn([tokens], events(2));
  expect(rows.map(({ cells: [cell] }) => cell.level)).toEqual([1, 0.5, 0.25]);
});

test.each([
  ['an instant', spans({ 0: 1_000_000_000_000, 1: 1_000_000_000_050 })],
  ['a number below nothing', spans({ 0: 0, 1: -1 })],
  ['a text', spans({ 0: 'x', 1: 'y' })],
])('%s is no level', (_, given) => {
  const { rows } = drawn([part('k', given)], events(1));
  expect(rows.every(({ cells: [cell] }) => cell.level === null)).toBe(true);
});

test('what is left to live is said at the beginning and when time has passed', () => {
  const [set, gone] = spans({ 0: 'a', 4: null }, 10_000);
  const lock = part('lock', [set, { ...gone, missing: 'expired' }]);
  const times = [0, 2000, 2000, 10_001].map((atMs) => event({ atMs }));
  const { rows } = drawn([lock], times);
  expect(rows.map(({ cells: [cell] }) => cell.leftMs)).toEqual([10_000, null, 8000, null, null]);
  expect(rows.map(({ cells: [cell] }) => cell.missing)).toEqual([null, null, null, null, 'expired']);
});

test('a renewed time does not end the band', () => {
  const [first] = spans({ 0: 'a' }, 10_000);
  const { rows } = drawn(
    [part('lock', [first, { ...first, from: 1, expiresAtMs: 14_000 }])],
    [event({ atMs: 4000 })],
  );
  expect(rows.map(({ cells: [cell] }) => [cell.opens, cell.leftMs])).toEqual([
    [true, 10_000],
    [false, 10_000],
  ]);
});

const taken = event({ actor: 'a', answer: '"t1"' });

test('an item keeps its colour from queue to queue, and where a name is about it', () => {
  const parts = [
    part('tasks', spans({ 0: list('t1', 't2'), 1: list('t2') })),
    part('backup', spans({ 0: null, 1: list('t1'), 3: null })),
    part('done:t1', spans({ 0: null, 2: 1 }), row),
  ];
  const { columns, rows, facts } = drawn(parts, [taken, event(), event()]);
  const [tone, other] = rows[0].cells[0].chips.map((chip) => chip.tone);
  expect(other).not.toBe(tone);
  expect(rows[1].cells[0].chips.map(({ text, state }) => [text, state])).toEqual([
    ['t2', 'stays'],
    ['t1', 'gone'],
  ]);
  expect(rows[1].cells[1].chips).toMatchObject([{ text: 't1', tone }]);
  expect(columns.map((column) => column.tone)).toEqual([null, null, tone]);
  expect(facts).toEqual([]);
});

const tasks = part('tasks', spans({ 0: list('t1'), 1: null }));

test('an item that somebody took and then crashed with is nowhere', () => {
  const { facts } = drawn([tasks], [taken, event({ actor: 'b' }), event({ kind: 'crash', actor: 'a' })]);
  expect(facts).toMatchObject([
    { type: 'nowhere', item: 't1', at: 1, actor: 'a', end: { how: 'crash', at: 3 } },
  ]);
});

test('as long as its client goes on, only the client has it', () => {
  expect(drawn([tasks], [taken]).facts).toMatchObject([
    { type: 'nowhere', item: 't1', actor: 'a', end: null },
  ]);
});

test('a client that came to its end has used it up, and a clean-up takes nothing along', () => {
  const over = event({ effects: [{ actor: 'a', type: 'returned', value: '"done"' }] });
  expect(drawn([tasks], [taken, over]).facts).toEqual([]);
  expect(drawn([tasks], [event({ actor: 'a', answer: '1' })]).facts).toEqual([]);
});

test('nothing is said to be nowhere while something is left out', () => {
  const crash = event({ kind: 'crash' });
  const other = part('other', [
    {
      from: 0,
      value: { type: 'items', of: 'list', items: [], leftOut: 3 },
      expiresAtMs: null,
      missing: null,
    },
  ]);
  expect(drawn([tasks, other], [taken, crash]).facts).toEqual([]);
  expect(layoutHeld({ held: { parts: [tasks], leftOut: 1 }, events: [taken, crash] }).facts).toEqual([]);
});

test('a reply that is lost takes its item along', () => {
  expect(drawn([tasks], [event({ kind: 'lostReply', answer: '(error) timeout' })]).facts).toMatchObject([
    { type: 'nowhere', item: 't1', end: { how: 'reply', at: 1 } },
  ]);
});

test('a server that is killed may forget an item, and one that is down may still have it', () => {
  const killed = event({ kind: 'restart', actor: null, node: 'redis' });
  expect(drawn([tasks], [killed]).facts).toMatchObject([{ type: 'forgotten', item: 't1', at: 1 }]);
  const [held] = tasks.spans;
  const away = part('tasks', [held, { from: 1, value: null, expiresAtMs: null, missing: 'down' }]);
  expect(drawn([away], [killed]).facts).toEqual([]);
  const back = part('tasks', [...away.spans, { from: 2, value: null, expiresAtMs: null, missing: 'lost' }]);
  const pass = event({ kind: 'pass', actor: null });
  expect(drawn([back], [killed, pass]).facts).toMatchObject([{ type: 'forgotten', item: 't1', at: 2 }]);
});

test('what is pending for a consumer that has crashed is said', () => {
  const pending = group('1-0', { state: 'pending', consumer: 'a', times: 1 });
  const parts = [
    part('tasks', spans({ 0: group('1-0', { state: 'new' }), 1: pending }), { kind: 'group', field: 'team' }),
  ];
  const crash = event({ kind: 'crash', actor: 'a' });
  expect(drawn(parts, [taken, crash]).facts).toMatchObject([
    { type: 'pending', item: '1-0', consumer: 'a', at: 2 },
  ]);
  expect(drawn(parts, [taken, event({ kind: 'crash', actor: 'b' })]).facts).toEqual([]);
});

test('what was acknowledged too early is nowhere after the crash', () => {
  const parts = [
    part(
      'tasks',
      spans({
        0: group('1-0', { state: 'new' }),
        1: group('1-0', { state: 'pending', consumer: 'a', times: 1 }),
        2: group('1-0', { state: 'acknowledged' }),
      }),
      { kind: 'group', field: 'team' },
    ),
  ];
  const steps = [
    event({ answer: '{{"tasks", {{"1-0", {"task", "mail"}}}}}' }),
    event({ answer: '1' }),
    event({ kind: 'crash' }),
  ];
  expect(drawn(parts, steps).facts).toMatchObject([{ type: 'nowhere', item: '1-0', at: 2, end: { at: 3 } }]);
});
