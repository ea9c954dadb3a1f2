import { beforeAll, describe, expect, test } from 'vitest';
import { bytesOf } from '../../engine/index.ts';
import { encodeCommand } from '../../protocol/resp.ts';
import type { SessionStart } from '../../protocol/session.ts';
import type { TopologyView } from '../../protocol/views.ts';
import type { NodeStart } from '../../protocol/world.ts';
import { loadWorlds } from '../../sim/machine.ts';
import { Session } from '../session.ts';

const START_MS = 1_700_000_000_000;
const TARGET = { kind: 'topology', db: 0 } as const;
const node = (name: string, n: number, config: NodeStart['config'] = {}): NodeStart => ({
  name,
  host: `10.0.0.${n}`,
  port: 6379,
  config,
});

function sessionOf(nodes: readonly NodeStart[]): Session {
  const start: SessionStart = {
    generation: '7.0',
    seed: 7,
    startMs: START_MS,
    config: { 'repl-diskless-sync-delay': '0' },
    world: { nodes, latency: { ms: 2, jitterMs: 0 } },
  };
  const session = new Session(start);
  for (const number of nodes.keys()) session.open(START_MS, number);
  return session;
}

const pairOf = () => sessionOf([node('ann', 1), node('bob', 2, { replicaof: '10.0.0.1 6379' })]);

const send = (session: Session, client: number, ...words: string[]) =>
  session.send(client, encodeCommand(words.map(bytesOf)), session.nowMs).frame;

function pass(session: Session, ms: number): void {
  const untilMs = session.nowMs + ms;
  for (let at = session.wakeAtMs; at !== null && at <= untilMs; at = session.wakeAtMs) session.tick(at);
}

const seen = (session: Session, frame = session.lastIndex) =>
  session.watch('t', TARGET, frame) as TopologyView;

beforeAll(loadWorlds);

describe('the view of all nodes', () => {
  test('a single server is one node, and nothing is connected', () => {
    const session = new Session({ generation: '7.0', seed: 1, startMs: START_MS, config: {} });
    session.open(START_MS);
    send(session, 1, 'SET', 'k', 'v');
    const { isSingle, nodes, connections, messages } = seen(session);
    expect({ isSingle, connections, messages }).toEqual({ isSingle: true, connections: [], messages: [] });
    expect(nodes).toMatchObject([{ node: 0, role: 'master', state: 'up', keys: 1, consoles: [1] }]);
  });

  test('a replica names its master, and its link is used for replication', () => {
    const session = pairOf();
    send(session, 1, 'SET', 'k', 'v');
    pass(session, 5000);
    const { nodes, connections } = seen(session);
    expect(nodes).toMatchObject([
      { name: 'ann', role: 'master', master: null, keys: 1 },
      { name: 'bob', role: 'replica', master: '10.0.0.1:6379', masterNode: 0, link: 'connected', keys: 1 },
    ]);
    expect(connections).toEqual([
      { connection: expect.any(Number), from: 1, to: 0, use: 'replication', isStanding: true },
    ]);
  });

  test('a write is under way to the replica, and a cut holds it', () => {
    const session = pairOf();
    pass(session, 5000);
    send(session, 1, 'SET', 'k', 'v');
    const sentAtMs = session.nowMs;
    const set = (view: TopologyView) => view.messages.find(({ what }) => what === 'SET' || what === 'SELECT');
    const flying = set(seen(session));
    expect(flying).toMatchObject({ from: 0, to: 1, use: 'replication', kind: 'command' });
    expect(flying).toMatchObject({ leftAtMs: sentAtMs, arrivesAtMs: sentAtMs + 2 });
    session.change({ type: 'cut', from: 0, to: 1 }, session.nowMs);
    pass(session, 10);
    session.change({ type: 'slow', from: 1, to: 0, latency: { ms: 50, jitterMs: 1 } }, session.nowMs);
    const view = seen(session);
    expect(set(view)).toMatchObject({ id: flying?.id, arrivesAtMs: null });
    expect(view.paths).toEqual([
      { from: 0, to: 1, isCut: true, isSlow: false, latencyMs: 2, jitterMs: 0 },
      { from: 1, to: 0, isCut: false, isSlow: true, latencyMs: 50, jitterMs: 1 },
    ]);
    // The past is as it was.
    session.change({ type: 'mend', from: 0, to: 1 }, session.nowMs);
    const cutAt = session.frames.findIndex(({ summary }) => summary.change?.type === 'cut');
    expect(seen(session, cutAt - 1).paths).toEqual([]);
    expect(seen(session, cutAt).paths).toMatchObject([{ isCut: true }]);
    expect(set(seen(session, cutAt - 1))).toEqual(flying);
  });

  test('nodes that are down, frozen, removed or off in time are seen so', () => {
    const session = sessionOf([node('ann', 1), node('bob', 2), node('cat', 3), node('dan', 4)]);
    session.crash('nothing', session.nowMs, 0);
    session.change({ type: 'freeze', node: 1 }, session.nowMs);
    session.change({ type: 'remove', node: 2 }, session.nowMs);
    session.change({ type: 'clock', node: 3, offsetMs: 1500, rate: 1 }, session.nowMs);
    send(session, 2, 'PING');
    expect(seen(session).nodes).toMatchObject([
      { state: 'down', role: null, keys: null },
      { state: 'frozen', role: 'master', unread: 1 },
      { state: 'removed', role: null },
      { state: 'up', clockOffsetMs: 1500, clockRate: 1 },
    ]);
  });

  test('it is found since when a part of it is as it is', () => {
    const session = pairOf();
    pass(session, 5000);
    const before = session.lastIndex;
    session.change({ type: 'freeze', node: 1 }, session.nowMs);
    send(session, 1, 'SET', 'k', 'v');
    send(session, 1, 'SET', 'k', 'w');
    seen(session);
    const position = { frame: session.lastIndex, moment: 0 };
    const change = session.lastChange('t', 'nodes[node=1].state', position, () => true);
    expect(change).toMatchObject({ result: 'changed', position: { frame: before + 1 } });
  });

  test('who looks changes nothing', () => {
    const [watched, other] = [pairOf(), pairOf()];
    seen(watched);
    for (const session of [watched, other]) {
      pass(session, 3000);
      send(session, 1, 'SET', 'k', 'v');
      send(session, 2, 'INFO', 'replication');
      session.change({ type: 'cut', from: 0, to: 1 }, session.nowMs);
      pass(session, 3000);
    }
    const summaries = (session: Session) => session.frames.map(({ summary }) => summary);
    expect(summaries(watched)).toEqual(summaries(other));
  });
});
