import { expect, it } from 'vitest';
import type { Action } from '../protocol/actions.ts';
import type { SessionStart } from '../protocol/session.ts';
import { runTrial } from './trial.ts';

const start: SessionStart = { generation: '7.0', seed: 1, startMs: 1_700_000_000_000, config: {} };
const command = (line: string, client = 1): Action => ({ type: 'command', client, line });
const goOn = async () => {};

it('runs lines of several clients and of the clock, and reads the end', async () => {
  const outcome = await runTrial(
    {
      start,
      actions: [
        command('SET user:{1..9} x PX 100'),
        command('SET stay x', 2),
        { type: 'advance', ms: 1000 },
        command('DBSIZE'),
      ],
      observe: ['db0.keys', 'server.expiredKeys', 'last.reply'],
    },
    goOn,
  );
  expect(outcome).toEqual({ values: [1, 9, '(integer) 1'] });
});

it('starts with the settings it is given', async () => {
  const actions = [command('HSET h a 1 b 2')];
  const run = (config: Record<string, string>) =>
    runTrial({ start: { ...start, config }, actions, observe: ['db0.encoding(h)'] }, goOn);
  expect((await run({ 'hash-max-listpack-entries': '1' })).values).toEqual(['hashtable']);
  expect((await run({})).values).toEqual(['listpack']);
});

it('comes to the same in slices and in one piece', async () => {
  const run = (...lines: string[]) =>
    runTrial(
      { start, actions: lines.map((line) => command(line)), observe: ['db0.keys', 'last.costUs'] },
      goOn,
    );
  expect(await run('SET k:{1..2000} x', 'KEYS *')).toEqual(
    await run(
      ...Array.from({ length: 20 }, (_, nth) => `SET k:{${nth * 100 + 1}..${nth * 100 + 100}} x`),
      'KEYS *',
    ),
  );
});

it('runs scripts', async () => {
  const line = "EVAL \"return string.format('%.2f', redis.call('INCR', KEYS[1]) / 3)\" 1 n";
  const { values } = await runTrial({ start, actions: [command(line)], observe: ['last.reply'] }, goOn);
  expect(values).toEqual(['"0.33"']);
});

it('ends in the middle when it is no longer wanted', async () => {
  let pauses = 0;
  const trial = { start, actions: [command('SET k:{1..100000} x')], observe: ['db0.keys'] };
  const stop = async () => {
    if (++pauses === 3) throw new Error('enough');
  };
  await expect(runTrial(trial, stop)).rejects.toThrow('enough');
  expect(pauses).toBe(3);
});

it('looks at checks, and says what was printed last', async () => {
  const outcome = await runTrial(
    {
      start,
      actions: [command('SET k 1'), command('INCR k'), command('DEL gone', 2)],
      observe: [],
      goal: {
        checks: [
          { type: 'key', db: 0, key: 'k', value: '2' },
          { type: 'trace', never: ['set'] },
          { type: 'key', db: 0, key: 'k', exists: false },
        ],
        from: 1,
      },
    },
    goOn,
  );
  expect(outcome).toEqual({
    values: [],
    results: [
      { passed: true, found: '2' },
      { passed: true, found: '' },
      { passed: false, found: '1' },
    ],
    printed: '(integer) 0',
  });
});

it('ends a script that never ends', async () => {
  const run = (script: string) =>
    runTrial(
      { start, actions: [command(`EVAL "${script}" 0`)], observe: [], goal: { checks: [], from: 0 } },
      goOn,
    );
  expect(await run('while true do end')).toEqual({ values: [], isEndless: true });
  expect(await run('for i = 1, 1000000 do end return 7')).toMatchObject({ printed: '(integer) 7' });
});

it('loses the power and starts again from its disk', async () => {
  const run = (loss: 'nothing' | 'unsynced') =>
    runTrial(
      {
        start: { ...start, config: { appendonly: 'yes', appendfsync: 'everysec' } },
        actions: [
          command('SET paid 1'),
          { type: 'advance', ms: 2000 },
          command('SET paid 1'),
          command('SET paid 2'),
          { type: 'crash', loss },
          { type: 'restart' },
          command('GET paid'),
        ],
        observe: ['last.reply', 'server.running'],
      },
      goOn,
    );
  expect((await run('nothing')).values).toEqual(['"2"', 1]);
  expect((await run('unsynced')).values).toEqual(['"1"', 1]);
});
