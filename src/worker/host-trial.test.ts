/** Trials stand beside the session: they leave it alone, let it work meanwhile, and the newest one counts. */
import { expect, it } from 'vitest';
import { bytesOf } from '../engine/base/bytes.ts';
import type { Answer, Requests, WorkerEvent } from '../protocol/messages.ts';
import type { SessionStart } from '../protocol/session.ts';
import type { Trial } from '../protocol/trial.ts';
import { Host } from './host.ts';

const start: SessionStart = { generation: '7.0', seed: 1, startMs: 1_790_000_000_000, config: {} };

function counting(keys: number): Trial {
  const actions = [{ type: 'command', client: 1, line: `SET k:{1..${keys}} x` }] as const;
  return { start, actions, observe: ['db0.keys'] };
}

function page() {
  const events: WorkerEvent[] = [];
  let realMs = 0;
  let id = 0;
  const host = new Host({
    // Every look at the clock takes longer than a portion of a trial.
    realMs: () => (realMs += 100),
    post: (event) => events.push(event),
    wakeAfter: () => {},
    rest: () => new Promise((resolve) => setTimeout(resolve, 0)),
  });
  const ask = <Name extends keyof Requests>(request: Name, asked: Requests[Name]['ask']): Promise<Answer> =>
    host.answer({ ...asked, id: ++id, request } as never);
  return { events, ask };
}

it('a trial does not touch the session, which works meanwhile', async () => {
  const { ask, events } = page();
  await ask('start', { start, clock: { running: false, speed: 1 } });
  const trial = ask('trial', counting(5000));
  const bytes = bytesOf('SET own 1\r\n');
  const sent = await ask('send', { client: 1, bytes, atFrame: 1, look: false });
  expect(sent).toMatchObject({ ok: true });
  expect(await trial).toMatchObject({ ok: true, answer: { values: [5000] } });
  const observed = await ask('observe', { paths: ['db0.keys'], atFrame: 2 });
  expect(observed).toMatchObject({ answer: { values: [1] } });
  expect(events).toEqual([]);
});

it('a later trial takes the place of an earlier one', async () => {
  const { ask } = page();
  const earlier = ask('trial', counting(50_000));
  const later = ask('trial', counting(600));
  expect(await earlier).toMatchObject({ ok: false, refusal: { code: 'stopped' } });
  expect(await later).toMatchObject({ ok: true, answer: { values: [600] } });
});

it('a trial ends when it is stopped', async () => {
  const { ask } = page();
  const trial = ask('trial', counting(50_000));
  await ask('stopTrial', {});
  expect(await trial).toMatchObject({ ok: false, refusal: { code: 'stopped' } });
});

it('a trial with a setting that no server takes is refused, and the session goes on', async () => {
  const { ask, events } = page();
  await ask('start', { start, clock: { running: false, speed: 1 } });
  const config = { 'maxmemory-policy': 'all-of-them' };
  const trial = await ask('trial', { ...counting(1), start: { ...start, config } });
  expect(trial).toMatchObject({ ok: false });
  expect(events).toEqual([]);
  expect(await ask('files', {})).toMatchObject({ ok: true });
});
