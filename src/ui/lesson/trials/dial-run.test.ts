import { expect, it } from 'vitest';
import type { Dial } from '../../../protocol/dial.ts';
import type { Trial, TrialOutcome } from '../../../protocol/trial.ts';
import { createDialRun } from './dial-run.ts';

const start = { generation: '7.0', seed: 1, startMs: 0, config: {} } as const;
const both = { zh: [], en: [] };
const command = (line: string) => [{ type: 'command', client: 1, line }] as const;
const curve = (id: string) => ({
  id,
  name: both,
  config: {},
  runs: [command(`${id} 1`), command(`${id} 10`), command(`${id} 100`)],
  observe: 'db0.keys',
});
const dial: Dial = {
  type: 'dial',
  id: 'keys',
  stops: [1, 10, 100],
  axis: 'log',
  values: 'linear',
  unit: 'keys',
  curves: [curve('a'), curve('b')],
  expect: [],
  label: both,
  plotted: both,
  explanation: both,
};

/** An engine that answers when the test says so; as the real one, it drops a trial when a later one comes. */
function engine() {
  const asked: string[] = [];
  let answer: ((outcome: TrialOutcome | null) => void) | null = null;
  const lineOf = ({ actions: [action] }: Trial) => (action.type === 'command' ? action.line : '');
  return {
    asked,
    actions: {
      trial(trial: Trial) {
        answer?.(null);
        asked.push(lineOf(trial));
        return new Promise<TrialOutcome | null>((resolve) => {
          answer = resolve;
        });
      },
      stopTrial() {
        answer?.(null);
        answer = null;
      },
    },
    async say(value: number | string) {
      const say = answer;
      answer = null;
      say?.({ values: [value] });
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

it('runs all curves at the stop it is turned to, then where it was turned from', async () => {
  const { actions, asked, say } = engine();
  const run = createDialRun(dial, start, actions);
  const turned = run.turnTo(2);
  expect(run.getState()).toMatchObject({ at: 2, isTurned: true, running: 2 });
  await say(5);
  await say('(integer) 6');
  expect(run.getState()).toMatchObject({ running: 0 });
  await say(1);
  await say(2);
  await turned;
  expect(asked).toEqual(['a 100', 'b 100', 'a 1', 'b 1']);
  expect(run.getState()).toMatchObject({
    running: null,
    values: [
      [1, undefined, 5],
      [2, undefined, 6],
    ],
  });
});

it('asks nothing twice', async () => {
  const { actions, asked, say } = engine();
  const run = createDialRun(dial, start, actions);
  void run.turnTo(1);
  for (let nth = 0; nth < 4; nth++) await say(nth);
  await run.turnTo(0);
  await run.turnTo(1);
  expect(asked).toEqual(['a 10', 'b 10', 'a 1', 'b 1']);
});

it('the newest stop wins', async () => {
  const { actions, asked, say } = engine();
  const run = createDialRun(dial, start, actions);
  const first = run.turnTo(1);
  const second = run.turnTo(2);
  await first;
  expect(run.getState()).toMatchObject({ at: 2, running: 2 });
  for (let nth = 0; nth < 4; nth++) await say(nth);
  await second;
  expect(asked).toEqual(['a 10', 'a 100', 'b 100', 'a 10', 'b 10']);
});

it('runs all stops, also when it is turned meanwhile', async () => {
  const { actions, say } = engine();
  const run = createDialRun(dial, start, actions);
  void run.runAll();
  await say(1);
  const turned = run.turnTo(2);
  for (let nth = 0; nth < 5; nth++) await say(nth);
  await turned;
  expect(run.getState().running).toBeNull();
  expect(run.getState().values.flat()).not.toContain(undefined);
});

it('stands still when another box asks the engine', async () => {
  const { actions } = engine();
  const run = createDialRun(dial, start, actions);
  const turned = run.turnTo(1);
  void actions.trial({ start, actions: command('other'), observe: [] });
  await turned;
  expect(run.getState()).toMatchObject({ at: 1, running: null, hasFailed: false });
});

it('says when the engine fails', async () => {
  const run = createDialRun(dial, start, {
    trial: () => Promise.reject(new Error('no worker')),
    stopTrial: () => {},
  });
  await run.turnTo(1);
  expect(run.getState()).toMatchObject({ running: null, hasFailed: true });
});
