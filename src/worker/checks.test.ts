import { describe, expect, it } from 'vitest';
import type { Check } from '../protocol/checks.ts';
import { Goal, type Present } from './checks.ts';
import type { EngineReader, KeyFacts } from './observe.ts';

function engineWith(rehashIndex: number, keys: Record<string, KeyFacts> = {}): EngineReader {
  return {
    at: () => null,
    databases: 1,
    dict: () => ({
      address: 1,
      rehashIndex,
      tables: [
        { size: 8, used: 3 },
        { size: rehashIndex < 0 ? 0 : 16, used: 0 },
      ],
    }),
    key: (_db, key) => keys[key] ?? null,
    zset: () => null,
    packed: () => null,
    lock: () => null,
    hashValue: () => null,
    setHas: () => null,
    isWrite: (name) => ['set', 'del'].includes(name),
    use: () => null,
    view: () => null,
    info: () => null,
  };
}

function present(engine: EngineReader, ...commandNames: string[][]): Present {
  return {
    engine,
    last: { client: null, reply: null, answered: 0, steps: [], costUs: () => 0 },
    commandNames: [[], ...commandNames],
  };
}

function look(check: Check, now: Present) {
  return new Goal([check], 0).look(now)[0];
}

const text: KeyFacts = {
  type: 'string',
  encoding: 'embstr',
  value: 'ann',
  expireAtMs: -1,
  table: 0,
  bucket: 1,
};

describe('a check of an observation', () => {
  const cases: [string, Omit<Check & { type: 'observe' }, 'type' | 'path'>, boolean][] = [
    ['is', { is: 3 }, true],
    ['is written as a text', { is: '3' }, true],
    ['is something else', { is: -1 }, false],
    ['is not', { not: -1 }, true],
    ['is not what it is', { not: 3 }, false],
    ['at least', { atLeast: 3 }, true],
    ['at least more', { atLeast: 4 }, false],
    ['at most', { atMost: 3 }, true],
    ['at most less', { atMost: 2 }, false],
    ['between', { atLeast: 4, atMost: 5 }, false],
  ];
  it.each(cases)('%s', (_name, wanted, passed) => {
    const check: Check = { type: 'observe', path: 'db0.rehashIndex', ...wanted };
    expect(look(check, present(engineWith(3)))).toEqual({ passed, found: '3' });
  });

  it('fails while there is nothing to observe', () => {
    expect(look({ type: 'observe', path: 'last.tables', not: '0' }, present(engineWith(3)))).toEqual({
      passed: false,
      found: '',
    });
  });
});

describe('a check of a key', () => {
  const engine = engineWith(-1, { name: text });
  it.each<[string, Omit<Check & { type: 'key' }, 'type' | 'db'>, boolean, string]>([
    ['exists', { key: 'name', exists: true }, true, '1'],
    ['is gone', { key: 'name', exists: false }, false, '1'],
    ['is missing', { key: 'other', exists: true }, false, '0'],
    ['value', { key: 'name', value: 'ann' }, true, 'ann'],
    ['another value', { key: 'name', value: 'bob' }, false, 'ann'],
    ['value of a missing key', { key: 'other', value: 'ann' }, false, '(nil)'],
    [
      'all at once',
      { key: 'name', valueType: 'string', encoding: 'embstr', hasExpiry: false },
      true,
      'string embstr 0',
    ],
    ['expiry', { key: 'name', hasExpiry: true }, false, '0'],
  ])('%s', (_name, wanted, passed, found) => {
    expect(look({ type: 'key', db: 0, ...wanted }, present(engine))).toEqual({ passed, found });
  });
});

describe('a check of what was called', () => {
  const engine = engineWith(-1);
  it('knows commands that must not and those that alone may be used', () => {
    expect(look({ type: 'trace', never: ['keys'] }, present(engine, ['get'], ['keys', 'get']))).toEqual({
      passed: false,
      found: 'keys',
    });
    expect(look({ type: 'trace', only: ['get'] }, present(engine, ['get'], ['get']))).toEqual({
      passed: true,
      found: '',
    });
    expect(look({ type: 'trace', only: ['get'] }, present(engine, ['set', 'get', 'del']))).toEqual({
      passed: false,
      found: 'set del',
    });
  });

  it('knows which commands write', () => {
    expect(look({ type: 'trace', readsOnly: true }, present(engine, ['get', 'ping']))).toEqual({
      passed: true,
      found: '',
    });
    expect(look({ type: 'trace', readsOnly: true }, present(engine, ['get', 'set']))).toEqual({
      passed: false,
      found: 'set',
    });
  });

  it('does not look at what was called before the goal was set', () => {
    const goal = new Goal([{ type: 'trace', only: ['get'] }], 2);
    expect(goal.look(present(engine, ['set'], ['set'], ['get']))[0].passed).toBe(true);
  });

  it('forgets what was undone', () => {
    const goal = new Goal([{ type: 'trace', only: ['get'] }], 1);
    expect(goal.look(present(engine, ['set'], ['get'], ['set']))[0].passed).toBe(false);
    goal.goBackTo(2);
    expect(goal.look(present(engine, ['set'], ['get'], ['get']))[0].passed).toBe(true);
    goal.goBackTo(0);
    expect(goal.look(present(engine, ['del']))[0].passed).toBe(false);
  });
});

describe('a check of what was reached', () => {
  const check: Check = { type: 'reached', path: 'db0.rehashIndex', atLeast: 0 };

  it('holds on', () => {
    const goal = new Goal([check], 0);
    expect(goal.look(present(engineWith(-1)))[0]).toEqual({ passed: false, found: '-1' });
    expect(goal.look(present(engineWith(2), ['set']))[0]).toEqual({ passed: true, found: '2' });
    expect(goal.look(present(engineWith(-1), ['set'], ['get']))[0]).toEqual({ passed: true, found: '-1' });
  });

  it('until it is undone', () => {
    const goal = new Goal([check], 0);
    goal.look(present(engineWith(-1), ['set']));
    goal.look(present(engineWith(2), ['set'], ['set']));
    goal.goBackTo(1);
    expect(goal.look(present(engineWith(-1), ['set'], ['get']))[0].passed).toBe(false);
  });
});

describe('a check of what was never reached', () => {
  const check: Check = { type: 'unreached', path: 'db0.rehashIndex', atLeast: 0 };

  it('fails from then on', () => {
    const goal = new Goal([check], 0);
    expect(goal.look(present(engineWith(-1)))[0].passed).toBe(true);
    expect(goal.look(present(engineWith(2), ['set']))[0]).toEqual({ passed: false, found: '2' });
    expect(goal.look(present(engineWith(-1), ['set'], ['get']))[0].passed).toBe(false);
  });

  it('until it is undone', () => {
    const goal = new Goal([check], 0);
    goal.look(present(engineWith(2), ['set'], ['set']));
    goal.goBackTo(1);
    expect(goal.look(present(engineWith(-1), ['set'], ['get']))[0].passed).toBe(true);
  });
});
