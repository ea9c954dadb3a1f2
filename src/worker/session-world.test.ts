import { beforeAll, describe, expect, test } from 'vitest';
import { bytesOf, latin1 } from '../engine/index.ts';
import { encodeCommand } from '../protocol/resp.ts';
import type { SessionStart } from '../protocol/session.ts';
import { loadWorlds } from '../sim/machine.ts';
import { Goal } from './checks.ts';
import { Session } from './session.ts';
import { decodeFile, encodeFile } from './session-file.ts';

const START_MS = 1_700_000_000_000;
const node = (name: string, n: number) => ({
  name,
  host: `10.0.0.${n}`,
  port: 6379,
  config: { 'cluster-enabled': 'yes' },
});
const START: SessionStart = {
  generation: '7.0',
  seed: 7,
  startMs: START_MS,
  config: {},
  world: { nodes: [node('ann', 1), node('bob', 2)], latency: { ms: 2, jitterMs: 1 } },
};

const send = (session: Session, client: number, ...words: string[]) =>
  session.send(client, encodeCommand(words.map(bytesOf)), session.nowMs).frame;

function pass(session: Session, ms: number): void {
  const untilMs = session.nowMs + ms;
  for (let at = session.wakeAtMs; at !== null && at <= untilMs; at = session.wakeAtMs) session.tick(at);
}

const reply = (session: Session, client: number) =>
  latin1(session.reply(session.lastIndex, client)).replace(/^\$\d+\r\n/, '');

/** Two nodes that know each other, with a console each. */
function met(): Session {
  const session = new Session(START);
  session.open(START_MS, 0);
  session.open(START_MS, 1);
  send(session, 1, 'CLUSTER', 'MEET', '10.0.0.2', '6379');
  pass(session, 2000);
  return session;
}

beforeAll(loadWorlds);

describe('a session of several servers', () => {
  test('consoles have numbers of their own, and each is at its node', () => {
    const session = met();
    expect(session.overview().clients).toEqual([
      { id: 1, db: 0, node: 0 },
      { id: 2, db: 0, node: 1 },
    ]);
    for (const client of [1, 2]) {
      expect(send(session, client, 'CLUSTER', 'INFO').node).toBe(client - 1);
      expect(reply(session, client)).toContain('cluster_known_nodes:2');
    }
  });

  test('what other servers are answered is no reply of the frame', () => {
    const session = met();
    const replies = session.frames.flatMap(({ summary }) => summary.replies);
    expect(replies.every(({ client }) => client <= 2)).toBe(true);
    expect(session.frames.some(({ summary }) => summary.kind === 'message' && summary.from === 0)).toBe(true);
  });

  test('a change is a frame, and acts on the branch it was made on', () => {
    const session = met();
    const before = session.lastIndex;
    const frame = session.change({ type: 'freeze', node: 1 }, session.nowMs);
    expect(frame).toMatchObject({ kind: 'world', change: { type: 'freeze', node: 1 } });
    expect(send(session, 2, 'PING').replies).toEqual([]);
    expect(session.world.nodes[1].isFrozen).toBe(true);
    session.fork(before);
    expect(session.world.nodes[1].isFrozen).toBe(false);
    expect(() => session.change({ type: 'freeze', node: 9 }, session.nowMs)).toThrow();
  });

  test('a watch names its server', () => {
    const session = met();
    send(session, 1, 'CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    pass(session, 3000);
    send(session, 1, 'SET', 'k', 'v');
    const target = { kind: 'keyspace', db: 0, window: { from: 0, count: 8 } } as const;
    const here = session.watch('here', { ...target, server: 0 }, session.lastIndex);
    const there = session.watch('there', { ...target, server: 1 }, session.lastIndex);
    const nowhere = session.watch('nowhere', { ...target, server: 5 }, session.lastIndex);
    expect([here, there]).toMatchObject([{ keys: 1 }, { keys: 0 }]);
    expect(nowhere).toBeNull();
  });

  test('observations and checks name their server', () => {
    const session = met();
    send(session, 1, 'CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    pass(session, 3000);
    send(session, 1, 'SET', 'k', 'v');
    const observed = [
      'db0.keys',
      'at(ann).db0.keys',
      'at(bob).db0.keys',
      'at(bob).server.role',
      'at(zoe).db0.keys',
    ];
    const values = () => observed.map((path) => session.observe(path, session.lastIndex));
    expect(values()).toEqual([1, 1, 0, 'master', null]);
    const key = { type: 'key', db: 0, key: 'k', exists: true } as const;
    const goal = new Goal([key, { ...key, node: 'bob' }, { ...key, node: 'bob', exists: false }], -1);
    expect(goal.look(session.present()).map(({ passed }) => passed)).toEqual([true, false, true]);
    session.change({ type: 'remove', node: 1 }, session.nowMs);
    expect(values()).toEqual([1, 1, null, null, null]);
  });

  test('it is saved with its world, and lives again as it was', async () => {
    const session = met();
    session.change({ type: 'cut', from: 0, to: 1 }, session.nowMs);
    session.change({ type: 'clock', node: 1, offsetMs: 500, rate: 2 }, session.nowMs);
    session.crash('unsynced', session.nowMs, 1);
    session.restart(session.nowMs, 1);
    session.change({ type: 'add', start: { ...node('cat', 3), config: {} } }, session.nowMs);
    pass(session, 3000);
    const { start, inputs } = session;
    const file = await encodeFile({ start, inputs, position: { frame: 0, moment: 0 }, page: {} });
    const saved = await decodeFile(file);
    expect(saved.start).toEqual(start);
    const again = Session.replay(saved.start, saved.inputs);
    expect(again.frames.map(({ summary }) => summary)).toEqual(session.frames.map(({ summary }) => summary));
    expect(again.nowMs).toBe(session.nowMs);
  });

  test('one server alone is given nothing without a time', async () => {
    const start = { ...START, world: undefined };
    const saved = { start, inputs: [{ type: 'next' }], position: { frame: 0, moment: 0 }, page: {} };
    await expect(encodeFile(saved as never).then(decodeFile)).rejects.toThrow('several servers');
  });

  test.each([
    [{ name: '<b>' }, /name/],
    [{ host: 'http://x' }, /host/],
    [{ port: 0 }, /port/],
    [{ config: { dir: '/' } }, /./],
  ])('a world with %j is refused', async (bad, why) => {
    const world = { nodes: [{ ...node('ann', 1), ...bad }] };
    const saved = { start: { ...START, world }, inputs: [], position: { frame: 0, moment: 0 }, page: {} };
    await expect(encodeFile(saved as never).then(decodeFile)).rejects.toThrow(why);
  });
});
