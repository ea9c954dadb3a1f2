import { beforeAll, expect, test } from 'vitest';
import type { HeldPart, HeldSpan } from '../../protocol/held.ts';
import { scenarioNamed } from '../../testing/scenarios.ts';
import { type SmallScenario, smallScenario } from '../../testing/small-scenario.ts';
import { follow } from './follow.ts';
import { prepareSearch, searchAll, variantOf } from './search.ts';
import { Space } from './space.ts';

beforeAll(prepareSearch);

function held(given: SmallScenario, choices: readonly string[]): readonly HeldPart[] {
  const scenario = smallScenario(given);
  const { schedule } = follow(new Space(scenario, scenario.variants[0]), choices);
  expect(schedule.choices).toEqual(choices);
  return schedule.held.parts;
}

function part(parts: readonly HeldPart[], name: string, field: string | null = null): HeldPart {
  const found = parts.find((each) => each.name === name && each.field === field);
  if (found === undefined) throw new Error(`there is no ${name} ${field ?? ''}`);
  return found;
}

/** From which event on: the text of it, or why there is nothing. */
function told(spans: readonly HeldSpan[]): [number, string][] {
  return spans.map(({ from, value, missing }) => {
    if (value === null) return [from, `(${missing})`];
    if (value.type !== 'items') return [from, value.text];
    return [from, value.items.map(({ text }) => text).join(' ')];
  });
}

const redisOf = (given: readonly string[][], config: Record<string, string> = {}) =>
  ({ name: 'redis', kind: 'redis', config, given }) as const;

test('a value is told from change to change', () => {
  const programs = { a: "redis('SET', 'k', 1)\nredis('GET', 'k')\nredis('INCR', 'k')\nredis('DEL', 'k')" };
  const [k] = held({ programs }, ['a', 'a', 'a', 'a']);
  expect(k).toMatchObject({ node: 'redis', kind: 'key', name: 'k', field: null, copyOf: null });
  expect(told(k.spans)).toEqual([
    [0, '(never)'],
    [1, '1'],
    [3, '2'],
    [4, '(removed)'],
  ]);
  expect(k.spans[1].value).toEqual({ type: 'number', text: '1', number: 1 });
});

test('a key expires when its time is over, and a renewed time is a change', () => {
  const programs = {
    a: "redis('SET', 'lock', me, 'EX', 10)\nsleep(4000)\nredis('EXPIRE', 'lock', 10)\nsleep(60000)",
  };
  const [lock] = held({ programs }, ['a', 'pass', 'a', 'pass']);
  expect(told(lock.spans)).toEqual([
    [0, '(never)'],
    [1, 'a'],
    [3, 'a'],
    [4, '(expired)'],
  ]);
  expect(lock.spans.map(({ expiresAtMs }) => expiresAtMs)).toEqual([null, 10_000, 14_000, null]);
});

test('what a server that is killed does not have any more is lost, and down is another thing', () => {
  const programs = { a: "redis('SET', 'k', 1)\nsleep(5000)\nredis('GET', 'k')" };
  const given = { programs, faults: { restart: 1, down: 1 }, afterMs: 1000 };
  const [k] = held(given, ['a', 'restart:redis', 'pass', 'down:redis']);
  expect(told(k.spans)).toEqual([
    [0, '(never)'],
    [1, '1'],
    [2, '(down)'],
    [3, '(lost)'],
    [4, '(down)'],
  ]);
});

test('a server that comes back has what was removed before still removed, and what ran out meanwhile expired', () => {
  const programs = {
    a: "redis('SET', 'k', 1)\nredis('DEL', 'k')\nredis('SET', 'lock', me, 'PX', 500)\nsleep(5000)",
  };
  const given = { programs, faults: { restart: 1 }, afterMs: 1000 };
  const parts = held(given, ['a', 'a', 'a', 'restart:redis', 'pass']);
  expect(told(part(parts, 'k').spans).slice(2)).toEqual([
    [2, '(removed)'],
    [4, '(down)'],
    [5, '(removed)'],
  ]);
  expect(told(part(parts, 'lock').spans).slice(2)).toEqual([
    [4, '(down)'],
    [5, '(expired)'],
  ]);
});

test('keys of other databases are named, and nobody looks into them', () => {
  const programs = { a: "redis('SET', 'k', 1)\nredis('SELECT', 1)\nredis('SET', 'k', 2)" };
  const parts = held({ programs }, ['a', 'a', 'a']);
  expect(told(part(parts, 'k').spans).at(-1)).toEqual([1, '1']);
  expect(told(part(parts, 'k', 'db 1').spans).at(-1)).toEqual([3, '...']);
});

test('a clock that jumps ahead lets a key expire at once', () => {
  const programs = { a: "redis('SET', 'k', 1, 'EX', 10)\nredis('GET', 'k')" };
  const [k] = held({ programs, faults: { clockJump: 1 }, jumpMs: 11_000 }, ['a', 'clockJump:redis']);
  expect(told(k.spans).at(-1)).toEqual([2, '(expired)']);
});

test('a hash has a part for each field', () => {
  const programs = {
    a: "redis('HSET', 'bucket', 'tokens', 2, 'at', 100)\nredis('HINCRBYFLOAT', 'bucket', 'tokens', -0.5)",
  };
  const parts = held({ programs }, ['a', 'a']);
  expect(told(part(parts, 'bucket', 'tokens').spans)).toEqual([
    [0, '(never)'],
    [1, '2'],
    [2, '1.5'],
  ]);
  expect(told(part(parts, 'bucket', 'at').spans)).toEqual([
    [0, '(never)'],
    [1, '100'],
  ]);
});

test('rows and queues of the database, lists and sorted sets are parts', () => {
  const programs = {
    a: "redis('LMOVE', 'tasks', 'backup', 'RIGHT', 'LEFT')\nredis('ZADD', 'due', 5, 'o1')\ndb.record('item', 2, 'changes')\ndb.take('changes')",
  };
  const parts = held({ programs, nodes: [redisOf([['RPUSH', 'tasks', 't1', 't2']]), database] }, [
    'a',
    'a',
    'a',
    'a',
  ]);
  expect(told(part(parts, 'tasks').spans)).toEqual([
    [0, 't1 t2'],
    [1, 't1'],
  ]);
  expect(told(part(parts, 'backup').spans).at(-1)).toEqual([1, 't2']);
  expect(part(parts, 'due').spans.at(-1)?.value).toMatchObject({ items: [{ text: 'o1', detail: '5' }] });
  expect(part(parts, 'item').kind).toBe('row');
  expect(part(parts, 'changes').kind).toBe('queue');
  expect(told(part(parts, 'changes').spans)).toEqual([
    [0, '(never)'],
    [3, 'item'],
    [4, '(removed)'],
  ]);
});

const database = { name: 'db', kind: 'database', rows: {} } as const;

test('a group of a stream says what is new, pending with whom, and acknowledged', () => {
  const nodes = [
    redisOf([
      ['XADD', 'tasks', '1-0', 'task', 'mail'],
      ['XADD', 'tasks', '2-0', 'task', 'call'],
      ['XGROUP', 'CREATE', 'tasks', 'team', '0'],
    ]),
  ];
  const programs = {
    a: "redis('XREADGROUP', 'GROUP', 'team', me, 'COUNT', 1, 'STREAMS', 'tasks', '>')\nredis('XCLAIM', 'tasks', 'team', 'b', 0, '1-0')\nredis('XACK', 'tasks', 'team', '1-0')",
  };
  const parts = held({ programs, nodes }, ['a', 'a', 'a']);
  expect(parts.map(({ kind, name, field }) => [kind, name, field])).toEqual([['group', 'tasks', 'team']]);
  const deliveries = parts[0].spans.map(({ value }) =>
    value?.type === 'items' ? value.items.map(({ delivery }) => delivery) : null,
  );
  expect(deliveries).toEqual([
    [{ state: 'new' }, { state: 'new' }],
    [{ state: 'pending', consumer: 'a', times: 1 }, { state: 'new' }],
    [{ state: 'pending', consumer: 'b', times: 2 }, { state: 'new' }],
    [{ state: 'acknowledged' }, { state: 'new' }],
  ]);
});

test('a cache names what it copies, and a replica its master', () => {
  const cached = scenarioNamed('cache-and-database');
  const { schedule } = follow(new Space(cached, variantOf(cached, 'delete-last')), []);
  expect(schedule.held.parts.map(({ node, copyOf }) => [node, copyOf])).toEqual([
    ['redis', 'db'],
    ['db', null],
  ]);
  const replicated = scenarioNamed('replication');
  const lagging = follow(new Space(replicated, variantOf(replicated, 'lagging')), []);
  expect(lagging.schedule.held.parts.map(({ node, copyOf }) => [node, copyOf])).toEqual([
    ['redis', null],
    ['replica', 'redis'],
  ]);
});

test('a replica that is made a master copies nobody any more', () => {
  const nodes = [
    redisOf([['SET', 'item', '1']]),
    { name: 'replica', kind: 'redis', replicaOf: 'redis', config: {}, given: [] } as const,
  ];
  const programs = { a: "redis('SET', 'item', 2)\nredis('replica', 'REPLICAOF', 'NO', 'ONE')" };
  const copiesUntil = (choices: readonly string[]) =>
    held({ programs, nodes }, choices).map((each) => [each.node, each.copyOf, each.copiesUntil]);
  expect(copiesUntil(['a'])).toEqual([
    ['redis', null, null],
    ['replica', 'redis', null],
  ]);
  expect(copiesUntil(['a', 'a'])[1]).toEqual(['replica', 'redis', 2]);
});

test('levels are those that the server answers at each event', () => {
  const scenario = scenarioNamed('rate-limit-buckets');
  const variant = variantOf(scenario, 'fraction');
  const space = new Space(scenario, variant);
  const choices = ['poller', 'pass', 'poller', 'b', 'pass', 'poller', 'pass', 'poller'];
  const { schedule } = follow(space, choices);
  expect(schedule.choices).toEqual(choices);
  const { spans } = part(schedule.held.parts, 'bucket', 'tokens');
  let state = space.start;
  const answers = [state, ...choices.map((choice) => (state = space.after(state, eventNamed(choice))))].map(
    (at) =>
      space.nodes[0].read(space.nodeState(at, 0), { method: 'redis', args: ['HGET', 'bucket', 'tokens'] }),
  );
  function eventNamed(choice: string): number {
    return choice === 'pass' ? 500 : variant.actors.findIndex(({ name }) => name === choice);
  }
  const shown = answers.map((_, after) => {
    const span = spans.findLast(({ from }) => from <= after);
    return span?.value?.type === 'number' ? span.value.text : false;
  });
  expect(shown).toEqual(answers);
  expect(new Set(answers).size).toBeGreaterThan(2);
});

test('a counterexample and the good schedule beside it say what was held, too', () => {
  const { counterexample, nearest } = searchAll({ scenario: scenarioNamed('queue-crash'), variant: 'rpop' });
  expect(told(part(counterexample?.held.parts ?? [], 'tasks').spans).at(-1)?.[1]).toBe('(removed)');
  expect(counterexample?.held.parts.some(({ name }) => name === 'done:1-0')).toBe(false);
  expect(nearest?.schedule.held.parts.some(({ name }) => name === 'done:1-0')).toBe(true);
});

test('many keys are cut short, and it is said', () => {
  const given = Array.from({ length: 40 }, (_, nth) => ['SET', `k${nth}`, 'x'.repeat(300)]);
  const scenario = smallScenario({ programs: { a: "redis('PING')" }, nodes: [redisOf(given)] });
  const { schedule } = follow(new Space(scenario, scenario.variants[0]), []);
  expect(schedule.held.parts).toHaveLength(32);
  expect(schedule.held.leftOut).toBe(8);
  expect(JSON.stringify(schedule.held).length).toBeLessThan(12_000);
  // What changes is kept.
  const writing = smallScenario({ programs: { a: "redis('SET', 'z', 1)" }, nodes: [redisOf(given)] });
  const written = follow(new Space(writing, writing.variants[0]), ['a']);
  expect(written.schedule.held.parts.some(({ name }) => name === 'z')).toBe(true);
  expect(written.schedule.held.leftOut).toBe(9);
});
