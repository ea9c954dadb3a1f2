import { beforeAll, describe, expect, test } from 'vitest';
import { scenarioNamed } from '../../testing/scenarios.ts';
import { type SmallScenario, smallScenario } from '../../testing/small-scenario.ts';
import { Digest } from './digest.ts';
import { runMany } from './likelihood.ts';
import { climb, prepareSearch, searchAll } from './search.ts';
import { Space } from './space.ts';

beforeAll(prepareSearch);

function find(given: SmallScenario, bound = {}) {
  return searchAll({ scenario: smallScenario(given), variant: 'only', bound });
}

function program(...lines: string[]): string {
  return lines.join('\n');
}

/** n! */
function factorial(n: number): bigint {
  return n < 2 ? 1n : BigInt(n) * factorial(n - 1);
}

describe('counting', () => {
  test('three clients of six commands have 17,153,136 orders', () => {
    const six = program(...Array.from({ length: 6 }, (_, nth) => `redis('SET', me .. ':${nth}', 1)`));
    const { schedules, broken, states, isExhausted } = find({ programs: { a: six, b: six, c: six } });
    expect(schedules).toBe('17153136');
    expect(BigInt(schedules ?? 0)).toBe(factorial(18) / factorial(6) ** 3n);
    expect(states).toBe(7 ** 3);
    expect(broken).toBe('0');
    expect(isExhausted).toBe(true);
  });

  test.each([
    [2, 1],
    [1, 4],
    [3, 5],
  ])('%i and %i commands that never meet follow the formula', (a, b) => {
    const pings = (count: number) => program(...Array.from({ length: count }, () => `redis('PING')`));
    const { schedules } = find({ programs: { a: pings(a), b: pings(b) } });
    expect(BigInt(schedules ?? 0)).toBe(factorial(a + b) / (factorial(a) * factorial(b)));
  });
});

describe('verdicts', () => {
  const racing = program(`local n = tonumber(redis('GET', 'n') or 0)`, `redis('SET', 'n', n + 1)`);

  test('a lost update is found with its shortest schedule and the good one beside it', () => {
    const verdict = find({
      programs: { a: racing, b: racing },
      neverAtEnd: { lost: `redis('GET', 'n') == 1` },
    });
    expect(verdict.finding).toBe('broken');
    expect(verdict.schedules).toBe('6');
    expect(verdict.broken).toBe('4');
    expect(verdict.counterexample?.choices).toEqual(['a', 'b', 'b', 'a']);
    expect(verdict.counterexample?.switches).toBe(2);
    expect(verdict.counterexample?.broken).toEqual([{ id: 'lost', after: 4 }]);
    expect(verdict.nearest?.schedule.choices).toEqual(['a', 'a', 'b', 'b']);
    expect(verdict.nearest?.schedule.broken).toEqual([]);
    expect(verdict.counterexample?.shares.map((share) => Math.round(share * 1000))).toEqual([
      667, 667, 1000, 1000, 1000,
    ]);
  });

  test('what nobody can ever do is vacuous', () => {
    const verdict = find({
      programs: { a: `if redis('GET', 'door') then hold('lock') end` },
      never: { two: `holders('lock') > 1` },
      possible: { one: `holders('lock') == 1` },
    });
    expect(verdict.finding).toBe('vacuous');
  });

  test('a search that is cut off proves nothing', () => {
    const verdict = find({ programs: { a: racing, b: racing }, never: { x: 'false' } }, { states: 3 });
    expect(verdict).toMatchObject({ finding: 'not-found', isExhausted: false, schedules: null });
  });

  test('a program that fails names its file and line', () => {
    const verdict = find({ programs: { a: program(`redis('PING')`, `local t = nil`, `return t.x`) } });
    expect(verdict.finding).toBe('failed');
    expect(verdict.problem).toMatchObject({ actor: 'a', file: 'a.lua', line: 3 });
  });

  test.each([
    [`while true do end`, 'without an operation'],
    [`while true do redis('PING') end`, 'more than 60 operations'],
    [`while true do log('x') end`, 'without an operation'],
    [`redis('SPOP', 's')`, 'depends on more than the data'],
    [`redis('CONFIG', 'SET', 'save', '')`, 'operators'],
    [`redis('SUBSCRIBE', 'x')`, 'use subscribe'],
    [`sleep('x')`, 'milliseconds'],
  ])('%s stops the search', (source, message) => {
    const { problem } = find({ programs: { a: source } });
    expect(problem?.message).toContain(message);
    expect(problem?.line).toBe(1);
  });

  test('the ladder shows with how many switches it begins to break', () => {
    const scenario = smallScenario({
      programs: { a: racing, b: racing },
      neverAtEnd: { lost: `redis('GET', 'n') == 1` },
    });
    const rungs = [...climb({ scenario, variant: 'only' }, { faults: 0, switches: 2 })].filter(
      (rung) => rung !== null,
    );
    expect(rungs.map(({ switches, broken }) => [switches, broken])).toEqual([
      [0, '0'],
      [1, '2'],
      [2, '4'],
    ]);
  });
});

describe('time', () => {
  test('passes to the next deadline, and only while nobody could go on', () => {
    const lock = program(
      `if redis('SET', 'k', me, 'NX', 'PX', 100) then`,
      `  hold('k')`,
      `  step('work')`,
      `  release('k')`,
      `end`,
    );
    const programs = { a: lock, b: lock };
    const never = { two: `holders('k') > 1` };
    expect(find({ programs, never }).finding).toBe('proved');
    const stalled = find({ programs, never, faults: { pause: 1 } });
    expect(stalled.finding).toBe('broken');
    expect(stalled.counterexample?.choices).toEqual(['a', 'pass', 'b']);
    expect(stalled.counterexample?.events[1]).toMatchObject({ stalled: ['a'], atMs: 101 });
  });

  test('sleepers wake in the order of their deadlines, whatever the order in which they lay down', () => {
    const sleeper = (ms: number) => program(`redis('PING')`, `sleep(${ms})`, `redis('RPUSH', 'l', me)`);
    const { states, finding } = find({
      programs: { a: sleeper(20), b: sleeper(10) },
      neverAtEnd: { wrong: `redis('LINDEX', 'l', 0) == 'a' and noted('b', 'x') == nil and false` },
      possible: { right: `redis('LINDEX', 'l', 0) == 'b' and redis('LLEN', 'l') == 2` },
    });
    expect(finding).toBe('proved');
    expect(states).toBeGreaterThan(0);
  });

  test('a state is the same now and later, unless a program sees the time', () => {
    const waiter = program(`for try = 1, 3 do`, `  redis('SET', 'k', 1, 'PX', 50)`, `  sleep(100)`, `end`);
    const plain = find({ programs: { a: waiter, b: `redis('GET', 'k')` } });
    const watching = find({ programs: { a: waiter, b: program(`redis('GET', 'k')`, `return now()`) } });
    expect(watching.states).toBeGreaterThan(plain.states);
  });

  test('the clock of a server jumps ahead', () => {
    const verdict = find({
      programs: { a: program(`redis('SET', 'k', 1, 'PX', 1000)`, `return redis('EXISTS', 'k')`) },
      never: { gone: `result('a') == 0` },
      faults: { clockJump: 1 },
      jumpMs: 2000,
    });
    expect(verdict.counterexample?.choices).toEqual(['a', 'clockJump:redis', 'a']);
  });
});

describe('operations', () => {
  test('a blocked client waits for a push, or for its time', () => {
    const given = {
      programs: { a: `return redis('BLPOP', 'l', 1)`, b: `redis('RPUSH', 'l', 'x')` },
      possible: {
        got: `finished('a') and redis('LLEN', 'l') == 0`,
        late: `redis('LLEN', 'l') == 1 and finished('a')`,
      },
    };
    const verdict = find(given);
    expect(verdict.finding).toBe('proved');
    expect(verdict.invariants.every(({ holds }) => holds)).toBe(true);
  });

  test('it is one state, whoever began to wait first', () => {
    const waiter = (key: string) => `redis('BLPOP', '${key}', 0)`;
    const verdict = find({
      programs: { a: waiter('x'), b: waiter('y') },
      neverAtEnd: { gone: `stuck() < 2` },
    });
    expect(verdict.states).toBe(4);
    expect(verdict.schedules).toBe('2');
  });

  test('WATCH sees a change in between', () => {
    const careful = program(
      `redis('WATCH', 'n')`,
      `local n = tonumber(redis('GET', 'n') or 0)`,
      `redis('MULTI')`,
      `redis('SET', 'n', n + 1)`,
      `if not redis('EXEC') then return 'again' end`,
      `return 'done'`,
    );
    const verdict = find({
      programs: { a: careful, b: careful },
      neverAtEnd: { lost: `redis('GET', 'n') ~= results('done')` },
      possible: { both: `results('done') == 2`, one: `results('again') == 1` },
    });
    expect(verdict.finding).toBe('proved');
  });

  test('messages reach whoever has subscribed by then', () => {
    const verdict = find({
      programs: {
        a: program(`subscribe('ch')`, `local m = receive(100)`, `return m and m.message or 'nothing'`),
        b: `return publish('ch', 'hello')`,
      },
      possible: { heard: `result('a') == 'hello'`, missed: `result('a') == 'nothing'` },
      never: { both: `result('a') == 'hello' and result('b') == 0` },
    });
    expect(verdict.finding).toBe('proved');
  });

  test('a reply can be lost after the work is done', () => {
    const verdict = find({
      programs: {
        a: program(`local r = redis('INCR', 'n')`, `if type(r) == 'table' then redis('INCR', 'n') end`),
      },
      neverAtEnd: { twice: `redis('GET', 'n') == 2` },
      faults: { lostReply: 1 },
    });
    expect(verdict.counterexample?.choices).toEqual(['lostReply:a', 'a']);
  });

  test('a request can be lost before, and a write of the database can fail', () => {
    const source = program(`local ok = db.write('x', 1)`, `return ok == true and 'ok' or ok.err`);
    const verdict = find({
      programs: { a: source },
      possible: {
        fine: `result('a') == 'ok'`,
        failed: `result('a') == 'write failed'`,
        lost: `result('a') == 'timeout'`,
      },
      neverAtEnd: { untrue: `db('x') == 1 and result('a') == 'write failed'` },
      faults: { failedWrite: 1, lostRequest: 1 },
    });
    expect(verdict.finding).toBe('proved');
  });

  test('a server that is killed has lost what was not on its disk', () => {
    const verdict = find({
      programs: { a: program(`redis('SET', 'k', 1)`, `return redis('GET', 'k')`) },
      never: { lost: `result('a') == false` },
      faults: { restart: 1 },
    });
    expect(verdict.counterexample?.choices).toEqual(['a', 'restart:redis', 'a']);
  });

  test('a server that is away for a while refuses until then, and its disk grows older', () => {
    const config = { appendonly: 'yes', appendfsync: 'always' };
    const away = (ms: number) =>
      find({
        programs: {
          a: program(
            `redis('SET', 'k', 1, 'PX', 5000)`,
            `local r = redis('GET', 'k')`,
            `if type(r) == 'table' then sleep(${ms}) r = redis('GET', 'k') end`,
            `return r`,
          ),
        },
        nodes: [{ name: 'redis', kind: 'redis', config, given: [] }],
        possible: { kept: `result('a') == '1'`, expired: `result('a') == false` },
        faults: { restart: 1 },
        afterMs: ms,
      });
    const metAfter = (ms: number) =>
      away(ms)
        .invariants.filter(({ kind, holds }) => kind === 'possible' && holds)
        .map(({ id }) => id);
    expect(metAfter(2000)).toEqual(['kept']);
    expect(metAfter(6000)).toEqual(['kept', 'expired']);
  });

  test('a server that is down refuses', () => {
    const verdict = find({
      programs: { a: program(`local r = redis('PING')`, `return r.err or r.ok`) },
      possible: { refused: `result('a') == 'connection refused'`, answered: `result('a') == 'PONG'` },
      faults: { down: 1 },
    });
    expect(verdict.finding).toBe('proved');
  });

  test('a crashed holder holds nothing, and a queue keeps what it was given', () => {
    const verdict = find({
      programs: { a: program(`hold('x')`, `db.push('q', 'job')`, `step('die')`), b: `return db.wait('q')` },
      never: { ghost: `crashed('a') and holds('a', 'x')` },
      possible: {
        taken: `result('b') == 'job'`,
        waits: `crashed('a') and queued('q') == 0 and finished('b')`,
      },
      faults: { crash: 1 },
    });
    expect(verdict.finding).toBe('proved');
  });
});

describe('tracking', () => {
  const listener = program(`local m = receive(1000)`, `return m and m.message[1] or 'nothing'`);

  test('whoever has read a key is told of its change, and only then', () => {
    const verdict = find({
      programs: {
        a: program(`track('b')`, `redis('GET', 'k')`),
        b: listener,
        c: program(`redis('SET', 'other', 1)`, `redis('SET', 'k', 2)`),
      },
      never: { other: `result('b') == 'other'` },
      possible: {
        told: `result('b') == 'k'`,
        untold: `result('b') == 'nothing' and redis('GET', 'k') == 2`,
      },
    });
    expect(verdict.problem).toBeNull();
    expect(verdict.finding).toBe('proved');
  });

  test('it is told once, and nobody who has gone is', () => {
    const verdict = find({
      programs: {
        a: program(`track('b')`, `redis('GET', 'k')`, `redis('SET', 'k', 1)`, `redis('SET', 'k', 2)`),
        b: program(`receive()`, `return receive(10) and 'twice' or 'once'`),
      },
      never: { twice: `result('b') == 'twice'` },
      possible: { once: `result('b') == 'once'`, none: `crashed('a') and stuck() == 1` },
      faults: { crash: 1 },
    });
    expect(verdict.finding).toBe('proved');
  });

  test.each([
    [`track('nobody')`, 'no actor nobody'],
    [program(`track('a') redis('SET', 'k', 1, 'EX', 5) redis('GET', 'k')`), 'expires'],
  ])('%s stops the search', (source, message) => {
    expect(find({ programs: { a: source } }).problem?.message).toContain(message);
  });
});

describe('a master with a replica', () => {
  const master = { name: 'redis', kind: 'redis', config: {}, given: [['SET', 'k', '1']] } as const;
  const replica = { name: 'copy', kind: 'redis', config: {}, given: [], replicaOf: 'redis' } as const;
  const nodes = [master, replica];

  test('the replica is behind for as long as it likes, and in the end it is not', () => {
    const verdict = find({
      nodes,
      programs: {
        a: program(`redis('SET', 'k', 2)`, `redis('INCR', 'n')`),
        b: `return redis('copy', 'GET', 'k')`,
      },
      never: { turned: `redis('copy', 'GET', 'n') == 1 and redis('copy', 'GET', 'k') == 1` },
      neverAtEnd: {
        behind: `redis('copy', 'GET', 'k') ~= redis('GET', 'k') or redis('copy', 'GET', 'n') ~= 1`,
      },
      possible: {
        old: `result('b') == '1' and redis('GET', 'n') == 1`,
        new: `result('b') == '2'`,
        half: `redis('copy', 'GET', 'k') == 2 and not redis('copy', 'GET', 'n')`,
      },
    });
    expect(verdict.problem).toBeNull();
    expect(verdict.invariants.filter(({ holds }) => !holds)).toEqual([]);
  });

  test('what was under way is lost with the master, unless WAIT has been answered', () => {
    const write = (wait: string) => ({
      a: program(`redis('SET', 'k', 2)`, `if ${wait} then note('sure') end`),
      b: `redis('copy', 'REPLICAOF', 'NO', 'ONE')`,
    });
    const given = {
      nodes,
      neverAtEnd: { lost: `noted('a', 'sure') and redis('copy', 'GET', 'k') == 1` },
      possible: { sure: `noted('a', 'sure')` },
      faults: { down: 1 },
    };
    expect(find({ ...given, programs: write('true') }).finding).toBe('broken');
    expect(find({ ...given, programs: write(`redis('WAIT', 1, 100) == 1`) }).finding).toBe('proved');
  });

  test('a replica refuses writes until it is promoted, and its old master goes on, in whatever order they are named', () => {
    const verdict = find({
      nodes: [replica, master],
      programs: {
        a: program(`redis('copy', 'REPLICAOF', 'NO', 'ONE')`, `redis('redis', 'SET', 'k', 'old')`),
        b: `local r = redis('copy', 'SET', 'k', 'new') return r.err and 'refused' or 'written'`,
      },
      possible: {
        refused: `result('b') == 'refused'`,
        both: `redis('redis', 'GET', 'k') == 'old' and redis('copy', 'GET', 'k') == 'new'`,
      },
    });
    expect(verdict.finding).toBe('proved');
  });

  test('a key ends by the clock of each', () => {
    const verdict = find({
      nodes: [{ ...master, given: [['SET', 'k', '1', 'PX', '100']] }, replica],
      programs: { a: program(`sleep(101)`, `return redis('copy', 'GET', 'k') and 'there' or 'gone'`) },
      never: { there: `result('a') == 'there'` },
      possible: { early: `redis('GET', 'k') == 1 and not redis('copy', 'GET', 'k')` },
      faults: { clockJump: 1 },
      jumpMs: 1000,
    });
    expect(verdict.finding).toBe('proved');
  });

  test('it may not be restarted, nor have subscribers', () => {
    const { faults } = find({ nodes, programs: { a: `redis('PING')` }, faults: { restart: 1 } });
    expect(faults).toEqual({ restart: 1 });
    expect(find({ nodes, programs: { a: `redis('PING')` }, faults: { restart: 1 } }).schedules).toBe('1');
    expect(find({ nodes, programs: { a: `subscribe('ch')` } }).problem?.message).toContain('subscribers');
  });

  test('runs under latencies bring what is under way, too', () => {
    const scenario = smallScenario({
      nodes,
      programs: {
        a: program(`redis('SET', 'k', 2)`, `redis('PING')`),
        b: `return redis('copy', 'GET', 'k')`,
      },
      neverAtEnd: { old: `result('b') == '1'`, behind: `redis('copy', 'GET', 'k') == 1` },
      latency: { startWithinMs: 10 },
    });
    const { broken } = runMany({ scenario, variant: 'only' }, 100, 1);
    expect(broken).toBeGreaterThan(0);
    expect(broken).toBeLessThan(100);
  });
});

describe('a row with its change', () => {
  const programs = (write: string) => ({ a: write, b: `return db.wait('changes')` });
  const never = { forgotten: `db('x') == 1 and crashed('a') and not finished('b')` };

  test('is written in one transaction, or not at all', () => {
    const verdict = find({
      programs: programs(`db.record('x', 1, 'changes')`),
      neverAtEnd: never,
      possible: { told: `result('b') == 'x' and db('x') == 1` },
      faults: { crash: 1, lostRequest: 1 },
    });
    expect(verdict.finding).toBe('proved');
  });

  test('and a crash comes between two statements', () => {
    const verdict = find({
      programs: programs(program(`db.write('x', 1)`, `db.push('changes', 'x')`)),
      neverAtEnd: never,
      faults: { crash: 1 },
    });
    expect(verdict.finding).toBe('broken');
  });
});

describe('the same again', () => {
  test('a search has the same hash, and another program another', () => {
    const hash = (source: string) => find({ programs: { a: source, b: source } }).stateHash;
    expect(hash(`redis('INCR', 'n')`)).toBe(hash(`redis('INCR', 'n')`));
    expect(hash(`redis('INCR', 'n')`)).not.toBe(hash(`redis('INCR', 'n') redis('INCR', 'n')`));
  });

  test('runs under latencies follow from their seeds, and break what the search says can break', () => {
    const scenario = scenarioNamed('lock-single');
    const run = (variant: string, seed: number) => runMany({ scenario, variant }, 300, seed);
    const first = run('set-ex', 1);
    expect(run('set-ex', 1)).toEqual(first);
    expect(run('set-ex', 1000).hash).not.toBe(first.hash);
    expect(run('token-script', 1).broken).toBe(0);
  });

  test('runs under latencies lose requests and servers, where that is allowed', () => {
    const scenario = smallScenario({
      programs: { a: program(`redis('INCR', 'n')`, `local r = redis('INCR', 'n')`, `return type(r)`) },
      neverAtEnd: { lost: `result('a') == 'table'` },
      faults: { lostReply: 1, down: 1 },
      latency: { faultChance: 0.2 },
    });
    const { broken } = runMany({ scenario, variant: 'only' }, 200, 1);
    expect(broken).toBeGreaterThan(20);
    expect(broken).toBeLessThan(150);
  });

  test('a random walk of many events with faults comes to the same end', () => {
    const scenario = scenarioNamed('lock-single');
    const walk = () => {
      const [variant] = scenario.variants.filter(({ id }) => id === 'fence-two-commands');
      const space = new Space(scenario, variant);
      const digest = new Digest();
      let state = space.start;
      let chance = 7;
      for (let events = 0; events < 5000; events++) {
        const enabled = space.enabled(state, space.faults.most);
        if (enabled.length === 0) {
          state = space.start;
          continue;
        }
        chance = (Math.imul(chance, 1_664_525) + 1_013_904_223) >>> 0;
        state = space.after(state, enabled[chance % enabled.length]);
        for (const part of state) digest.add(part);
      }
      return digest.text;
    };
    expect(walk()).toBe(walk());
  });
});
