/** Scripted clients that are stepped while the learner looks at the past, on a real engine. */
import { expect, it } from 'vitest';
import type { Situation } from '../../protocol/exercise.ts';
import { Host } from '../../worker/host.ts';
import { directLink } from '../session/direct-link.ts';
import { createSessionStore, lastMoment } from '../session/store.ts';
import { createExerciseRun } from './exercise-run.ts';

const situation: Situation = {
  server: { generation: '7.0', seed: 5, startMs: 0, config: {} },
  given: [{ type: 'command', client: 2, line: 'SET lock b' }],
  clockRuns: false,
  panels: [{ panel: 'locks', db: 0, key: 'lock' }],
  players: [],
};

async function crashed() {
  const session = createSessionStore(
    directLink((post) => new Host({ realMs: () => 0, post, wakeAfter: () => {} })),
  );
  const run = createExerciseRun(situation, [], session);
  await run.prepare(situation, []);
  const before = session.getState().frames.length - 1;
  await run.act({ type: 'close', client: 2 });
  const after = session.getState().frames.length - 1;
  await run.act({ type: 'command', client: 1, line: 'GET lock' });
  const look = (frame: number) => session.actions.seek({ frame, moment: lastMoment });
  const last = () => session.getState().frames.at(-1);
  return { session, run, before, after, look, last };
}

it('a player that crashed later goes on before that', async () => {
  const { session, run, before, look, last } = await crashed();
  look(before);
  await run.act({ type: 'command', client: 2, line: 'GET lock' });
  expect(last()).toMatchObject({ index: before + 1, client: 2, text: 'GET lock' });
  expect(session.getState()).toMatchObject({ following: true, notice: { code: 'forked' } });
});

it.each([false, true])(
  'a player restarts where the learner looks after its crash (back later: %s)',
  async (back) => {
    const { session, run, after, look, last } = await crashed();
    if (back) await run.act({ type: 'command', client: 2, line: 'PING' });
    look(after);
    await run.act({ type: 'command', client: 2, line: 'GET lock' });
    expect(last()).toMatchObject({ index: after + 2, client: 2, text: 'GET lock' });
    expect(session.getState()).toMatchObject({ following: true, notice: { code: 'forked' } });
  },
);

it('a player crashes where the learner looks', async () => {
  const { run, before, look, last } = await crashed();
  look(before);
  await run.act({ type: 'close', client: 2 });
  expect(last()).toMatchObject({ index: before + 1, kind: 'disconnect', client: 2 });
});
