import { beforeAll, describe, expect, test } from 'vitest';
import { bytesOf, latin1 } from '../../engine/index.ts';
import { encodeCommand } from '../../protocol/resp.ts';
import type { ReplicationStep } from '../../protocol/steps-replication.ts';
import type { ReplicationView } from '../../protocol/views.ts';
import type { NodeStart } from '../../protocol/world.ts';
import { loadWorlds } from '../../sim/machine.ts';
import { Session } from '../session.ts';

const START_MS = 1_700_000_000_000;
const TARGET = { kind: 'replication', db: 0 } as const;
const node = (name: string, n: number, config: NodeStart['config'] = {}): NodeStart => ({
  name,
  host: `10.0.0.${n}`,
  port: 6379,
  config,
});
const ann = node('ann', 1, { 'min-replicas-to-write': '1' });
const bob = node('bob', 2, { replicaof: '10.0.0.1 6379' });

function sessionOf(config: Record<string, string> = {}): Session {
  const session = new Session({
    generation: '7.0',
    seed: 7,
    startMs: START_MS,
    config: { 'repl-diskless-sync-delay': '0', ...config },
    world: { nodes: [ann, bob], latency: { ms: 2, jitterMs: 0 } },
  });
  session.open(START_MS, 0);
  session.open(START_MS, 1);
  session.watch('r', TARGET, 0);
  return session;
}

const send = (session: Session, client: number, ...words: string[]) =>
  session.send(client, encodeCommand(words.map(bytesOf)), session.nowMs).frame;

function pass(session: Session, ms: number): void {
  const untilMs = session.nowMs + ms;
  for (let at = session.wakeAtMs; at !== null && at <= untilMs; at = session.wakeAtMs) session.tick(at);
}

function info(session: Session, client: number): Record<string, string> {
  send(session, client, 'INFO', 'replication');
  const text = latin1(session.reply(session.lastIndex, client));
  return Object.fromEntries(text.split('\r\n').map((line) => line.split(/:(.*)/s).slice(0, 2)));
}

const seen = (session: Session) => session.watch('r', TARGET, session.lastIndex) as ReplicationView;

/** The steps of replication since a frame, with the node that took them. */
function stepsSince(session: Session, first: number): [number, string, ReplicationStep][] {
  const found: [number, string, ReplicationStep][] = [];
  for (let frame = first; frame <= session.lastIndex; frame++) {
    const { summary } = session.frames[frame];
    for (const { step } of session.detail(frame).moments) {
      if (step !== null && /^(replica|master|failover)\./.test(step.type)) {
        found.push([summary.node ?? -1, step.type, step as ReplicationStep]);
      }
    }
  }
  return found;
}

const names = (steps: ReturnType<typeof stepsSince>) => steps.map(([at, type]) => `${at} ${type}`);

beforeAll(loadWorlds);

describe('replication as it is seen', () => {
  test('the handshake, the file and the stream are steps, each in its server', () => {
    const session = sessionOf();
    pass(session, 5000);
    const steps = stepsSince(session, 1);
    expect(names(steps)).toEqual([
      '1 replica.stage',
      '1 replica.psync',
      '0 master.full',
      '0 master.file',
      '1 replica.stage',
      '0 master.online',
      '1 replica.loaded',
    ]);
    expect(steps.map(([, , step]) => step)).toMatchObject([
      { stage: 'handshake', master: '10.0.0.1:6379' },
      {},
      { replica: '10.0.0.2:6379' },
      { replicas: 1, isDirect: true },
      { stage: 'sync' },
      { replica: '10.0.0.2:6379' },
      { bytes: expect.any(Number) },
    ]);
  });

  test('the view has what both servers say themselves', () => {
    const session = sessionOf();
    pass(session, 5000);
    send(session, 1, 'SET', 'k', 'v');
    pass(session, 3000);
    const [one, two] = [info(session, 1), info(session, 2)];
    const { nodes } = seen(session);
    expect(nodes[0]).toMatchObject({
      role: 'master',
      id: one.master_replid,
      secondId: null,
      offset: Number(one.master_repl_offset),
      backlog: {
        sizeBytes: Number(one.repl_backlog_size),
        firstOffset: Number(one.repl_backlog_first_byte_offset),
        lengthBytes: Number(one.repl_backlog_histlen),
      },
      minReplicas: { wanted: 1, good: Number(one.min_slaves_good_slaves), maxLagSeconds: 10 },
    });
    const [replica] = nodes[0].replicas;
    expect(one.slave0).toBe(
      `ip=10.0.0.2,port=6379,state=${replica.stage},offset=${replica.acknowledged},lag=${replica.lagSeconds}`,
    );
    expect(replica).toMatchObject({
      node: 1,
      isGood: true,
      resync: { kind: 'full', bytes: expect.any(Number) },
    });
    expect(nodes[1]).toMatchObject({
      role: 'replica',
      id: two.master_replid,
      following: {
        node: 0,
        stage: 'connected',
        offset: Number(two.slave_repl_offset),
        readOffset: Number(two.slave_read_repl_offset),
        silentSeconds: Number(two.master_last_io_seconds_ago),
        resync: { kind: 'full' },
      },
    });
  });

  test('a link that breaks and comes again goes on where it was', () => {
    const session = sessionOf();
    pass(session, 5000);
    const before = session.lastIndex;
    send(session, 1, 'CLIENT', 'KILL', 'TYPE', 'replica');
    pass(session, 2000);
    const steps = stepsSince(session, before + 1);
    expect(names(steps)).toEqual([
      '0 master.dropped',
      '1 replica.lost',
      '1 replica.stage',
      '1 replica.stage',
      '1 replica.psync',
      '0 master.partial',
      '1 replica.continued',
    ]);
    expect(steps[1][2]).toMatchObject({ stage: 'connected', offset: expect.any(Number) });
    expect(seen(session).nodes[1].following?.resync).toMatchObject({ kind: 'partial' });
    expect(seen(session).nodes[0].partialSyncs).toBe(1);
  });

  test('a backlog that is too short is the reason for everything anew', () => {
    const session = sessionOf({
      'repl-backlog-size': '16384',
      'repl-timeout': '2',
      'repl-ping-replica-period': '1',
    });
    pass(session, 5000);
    session.change({ type: 'cut', from: 0, to: 1 }, session.nowMs);
    session.change({ type: 'cut', from: 1, to: 0 }, session.nowMs);
    pass(session, 5000);
    expect(seen(session).nodes[1].following).toMatchObject({ stage: 'connecting' });
    send(session, 1, 'CONFIG', 'SET', 'min-replicas-to-write', '0');
    for (let i = 0; i < 8; i++) send(session, 1, 'SET', `big${i}`, 'x'.repeat(9000));
    session.change({ type: 'mend', from: 0, to: 1 }, session.nowMs);
    session.change({ type: 'mend', from: 1, to: 0 }, session.nowMs);
    const before = session.lastIndex;
    pass(session, 8000);
    const full = stepsSince(session, before).find(([, type]) => type === 'master.full');
    expect(full?.[2]).toMatchObject({ reason: 'backlog' });
    expect(seen(session).nodes[0].replicas[0].resync).toMatchObject({ kind: 'full', reason: 'backlog' });
    // It had asked for more than it could get when it came first, too.
    expect(seen(session).nodes[0].refusedPartialSyncs).toBe(2);
  });

  test('a master that cannot be reached is no news every second', () => {
    const session = sessionOf();
    pass(session, 5000);
    session.crash('nothing', session.nowMs, 0);
    const before = session.lastIndex;
    pass(session, 10_000);
    expect(names(stepsSince(session, before + 1))).toEqual([
      '1 replica.lost',
      '1 replica.stage',
      '1 replica.lost',
    ]);
    expect(seen(session).nodes[1].following?.failedTries).toBeGreaterThan(5);
    expect(seen(session).nodes[0]).toMatchObject({ role: null, id: null });
  });

  test('REPLICAOF NO ONE begins a new history and keeps the old name beside it', () => {
    const session = sessionOf();
    pass(session, 5000);
    const { id } = seen(session).nodes[0];
    const before = session.lastIndex;
    send(session, 2, 'REPLICAOF', 'NO', 'ONE');
    expect(stepsSince(session, before + 1)[0][2]).toMatchObject({ type: 'replica.promoted', secondId: id });
    expect(seen(session).nodes[1]).toMatchObject({ role: 'master', secondId: id });
  });

  test('who looks draws no replication id', () => {
    const session = new Session({ generation: '7.0', seed: 1, startMs: START_MS, config: {} });
    session.open(START_MS);
    const view = session.watch('r', TARGET, 0) as ReplicationView;
    expect(view.nodes).toMatchObject([{ role: 'master', id: null, backlog: null, replicas: [] }]);
  });
});
