/** Frames of a real world in words, and their marks. */
import { beforeAll, expect, test } from 'vitest';
import type { ChangeNow, WorldShape } from '../../../protocol/world.ts';
import { loadWorlds } from '../../../sim/machine.ts';
import { Host } from '../../../worker/host.ts';
import { directLink } from '../../session/direct-link.ts';
import { createSessionStore, type SessionStore } from '../../session/store.ts';
import { markCounts } from '../marks.ts';
import { frameInWords, placeOfFrame } from './frame-in-words.ts';

beforeAll(loadWorlds);

const world: WorldShape = {
  nodes: ['one', 'two'].map((name, nth) => ({ name, host: `10.0.0.${nth + 1}`, port: 6379, config: {} })),
};

async function started(): Promise<SessionStore> {
  const session = createSessionStore(
    directLink((post) => new Host({ realMs: () => 0, post, wakeAfter: () => {} })),
  );
  await session.actions.startServer(
    { generation: '7.0', seed: 1, startMs: 1_750_000_000_000, config: {}, world },
    { running: false, speed: 1 },
  );
  return session;
}

const last = (session: SessionStore, language: 'en' | 'zh' = 'en') => {
  const state = session.getState();
  return frameInWords(state, state.frames[state.frames.length - 1], language);
};

test('what a person changes around the servers', async () => {
  const session = await started();
  const { actions } = session;
  const change = async (what: ChangeNow) => {
    expect(await actions.changeWorld(what)).toBe(true);
    return last(session);
  };
  expect(await change({ type: 'cut', from: 0, to: 1 })).toBe('one → two cut');
  expect(last(session, 'zh')).toBe('剪断 one → two');
  expect(await change({ type: 'mend', from: 0, to: 1 })).toBe('one → two mended');
  expect(await change({ type: 'slow', from: 1, to: 0, latency: { ms: 1500, jitterMs: 0 } })).toBe(
    'two → one takes 1.5 s',
  );
  expect(await change({ type: 'freeze', node: 1 })).toBe('two frozen');
  expect(await change({ type: 'thaw', node: 1 })).toBe('two thawed');
  expect(await change({ type: 'clock', node: 1, offsetMs: -2000, rate: 2 })).toBe('clock of two −2 s, ×2');
  const start = { name: 'three', host: '10.0.0.3', port: 6379, config: {} };
  expect(await change({ type: 'add', start })).toBe('three added');
  const state = session.getState();
  expect(placeOfFrame(state, state.frames[state.frames.length - 1], 'en')).toBe('three added');
  expect(markCounts({ frames: state.frames, partings: [] }).get('change')).toBe(7);
  await actions.crashNode(2, 'nothing');
  expect(last(session)).toBe('three killed');
});

test('a replica says whom it follows, and a replica that has everything', async () => {
  const session = await started();
  const client = await session.actions.openClient(1);
  await session.actions.run(client as number, 'REPLICAOF 10.0.0.1 6379');
  expect(last(session)).toBe('REPLICAOF 10.0.0.1 6379 · two · follows one');
  await session.actions.advance(10_000);
  const told = session.getState().frames.map((frame) => frameInWords(session.getState(), frame, 'en'));
  expect(
    told.some((text) => text.startsWith('one → two') && text.endsWith('has all of its master’s data')),
  ).toBe(true);
  expect(markCounts({ frames: session.getState().frames, partings: [] }).get('role')).toBe(1);
});
