/** An exercise that no lesson has, as a generator of drills may make it, on a real engine. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Prediction, Situation, Task, Verdict } from '../../protocol/exercise.ts';
import { Host } from '../../worker/host.ts';
import { directLink } from '../session/direct-link.ts';
import { createSessionStore, type SessionStore } from '../session/store.ts';
import { createExerciseRun, type ExerciseRun } from './exercise-run.ts';

const no = { zh: [], en: [] };
const start: Situation = {
  server: { generation: '7.0', seed: 5, startMs: 0, config: { 'hash-max-listpack-entries': '2' } },
  given: [
    { type: 'command', client: 1, line: 'HSET h a 1 b 2' },
    { type: 'command', client: 2, line: 'SET k v' },
  ],
  clockRuns: false,
  panels: [{ panel: 'object', db: 0, key: 'h' }],
  players: [],
};
const prediction: Prediction = {
  type: 'predict',
  id: 'encoding',
  action: { type: 'command', client: 1, line: 'HSET h c 3' },
  observe: 'db0.encoding(h)',
  observeName: { zh: '编码', en: 'encoding' },
  options: ['listpack', 'hashtable'].map((value) => ({ id: value, value, text: no })),
  scale: null,
  answer: 'hashtable',
  question: no,
  explanation: no,
};
const task = (id: string, key: string): Task => ({
  type: 'task',
  id,
  checks: [{ type: 'key', db: 0, key, exists: false }],
  solution: [{ type: 'command', client: 1, line: `DEL ${key}` }],
  otherWays: [],
  nearMisses: [],
  title: no,
  detail: no,
  hints: { zh: [[], []], en: [[], []] },
});
const questions = [task('first', 'h'), prediction, task('second', 'k')];

let session: SessionStore;
let run: ExerciseRun;
let reported: Readonly<Record<string, Verdict>>[];

beforeEach(async () => {
  session = createSessionStore(
    directLink((post) => new Host({ realMs: () => 0, post, wakeAfter: () => {} })),
  );
  session.actions.setSpeed(10_000);
  run = createExerciseRun(start, questions, session);
  reported = [];
  run.subscribe(({ verdicts }, before) => {
    if (verdicts !== before.verdicts) reported.push(verdicts);
  });
  run.listen();
  await run.prepare(start, questions);
  reported = [];
});
afterEach(() => run.stop());

async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1000 && !condition(); turn++)
    await new Promise((resolve) => setTimeout(resolve, 1));
  expect(condition()).toBe(true);
}

describe('an exercise', () => {
  it('begins on its own server, with everything done that is given', async () => {
    expect(run.getState()).toMatchObject({ phase: 'ready', activeTask: 'first', verdicts: {} });
    expect(session.getState().start).toMatchObject(start.server);
    expect(session.getState().clients.map(({ id }) => id)).toEqual([1, 2]);
    expect(await session.actions.observe(['db0.keys'], session.getState().frames.length - 1)).toEqual([2]);
  });

  it('is judged once, and again only on a new server', async () => {
    run.choose('encoding', 'listpack');
    await run.runPrediction('encoding');
    expect(reported).toEqual([{ encoding: 'missed' }]);
    expect(run.getState().predictions.encoding.observed).toBe('hashtable');
    await run.giveUp('encoding');
    expect(run.getState().verdicts).toEqual({ encoding: 'missed' });
    await run.prepare(start, questions);
    expect(run.getState().verdicts).toEqual({});
    run.choose('encoding', 'hashtable');
    await run.runPrediction('encoding');
    expect(run.getState().verdicts).toEqual({ encoding: 'right' });
  });

  it('that is given up keeps this verdict, though its goal is reached later', async () => {
    await run.giveUp('first');
    await run.runSolution('first');
    await until(() => run.getState().activeTask === 'second');
    expect(run.getState().tasks.first).toMatchObject({ passed: true });
    run.showHint('second');
    await session.actions.run(1, 'DEL k');
    await until(() => run.getState().activeTask === null);
    expect(reported.at(-1)).toEqual({ first: 'gave-up', second: 'right-with-hints' });
  });

  it('plays actions one at a time and only when it is ready', async () => {
    const reports: string[] = [];
    const playing = run.play([{ type: 'command', client: 1, line: 'GET k' }], ({ status }) =>
      reports.push(`one ${status}`),
    );
    await run.play([{ type: 'command', client: 1, line: 'DEL k' }], ({ status }) =>
      reports.push(`two ${status}`),
    );
    await playing;
    expect(reports).toEqual(['one running', 'one done']);
  });
});
