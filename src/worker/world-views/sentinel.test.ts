import { beforeAll, describe, expect, test } from 'vitest';
import { bytesOf, latin1 } from '../../engine/index.ts';
import { decodeReplies, encodeCommand } from '../../protocol/resp.ts';
import type { Step } from '../../protocol/steps.ts';
import type { SentinelView } from '../../protocol/views.ts';
import type { NodeStart } from '../../protocol/world.ts';
import { loadWorlds } from '../../sim/machine.ts';
import { fieldsOf, itemsOf } from '../../testing/sentinel-crew.ts';
import { Session } from '../session.ts';
import { sentinelView } from './sentinel.ts';

const START_MS = 1_700_000_000_000;
const TARGET = { kind: 'sentinel', db: 0, master: null } as const;
const FILE = [
  'sentinel monitor mymaster 10.0.0.1 6379 2',
  'sentinel down-after-milliseconds mymaster 2500',
  'sentinel failover-timeout mymaster 10000',
  '',
].join('\n');
const NODES: readonly NodeStart[] = [
  { name: 'ann', host: '10.0.0.1', port: 6379, config: {} },
  ...['bob', 'cat'].map((name, n) => {
    const config = { replicaof: '10.0.0.1 6379', 'replica-priority': String(100 - n) };
    return { name, host: `10.0.0.${n + 2}`, port: 6379, config };
  }),
  ...['sam', 'sue', 'sid'].map((name, n) => ({
    name,
    host: `10.0.1.${n + 1}`,
    port: 26379,
    config: {},
    sentinel: FILE,
  })),
];
const SENTINELS = [3, 4, 5];

function begin(): Session {
  const session = new Session({
    generation: '7.0',
    seed: 5,
    startMs: START_MS,
    config: { 'repl-diskless-sync-delay': '0' },
    world: { nodes: NODES, latency: { ms: 1, jitterMs: 2 } },
  });
  for (const number of NODES.keys()) session.open(START_MS, number);
  return session;
}

function pass(session: Session, ms: number): void {
  const untilMs = session.nowMs + ms;
  for (let at = session.wakeAtMs; at !== null && at <= untilMs; at = session.wakeAtMs) session.tick(at);
}

function ask(session: Session, node: number, ...words: string[]) {
  const client = node + 1;
  session.send(client, encodeCommand(words.map(bytesOf)), session.nowMs);
  return decodeReplies(session.reply(session.lastIndex, client))[0];
}

const seen = (session: Session): SentinelView => sentinelView.read(session.world, TARGET);

function stepsWhile({ world }: Session, happens: () => void): { node: number; step: Step }[] {
  const steps: { node: number; step: Step }[] = [];
  const stop = world.listen({
    step(step) {
      if (step.type.startsWith('sentinel.')) steps.push({ node: world.acting, step });
    },
  });
  happens();
  stop();
  return steps;
}

beforeAll(loadWorlds);

describe('three sentinels around a master and two replicas', () => {
  test('each is seen to believe what it answers', () => {
    const session = begin();
    pass(session, 13_000);
    const view = seen(session);
    expect(view.masters).toEqual(['mymaster']);
    expect(view.watched.map(({ name }) => name)).toEqual(['ann', 'bob', 'cat', 'sam', 'sue', 'sid']);
    for (const of of SENTINELS) {
      const master = fieldsOf(itemsOf(ask(session, of, 'SENTINEL', 'MASTERS'))[0]);
      const head = view.heads.find((each) => each.of === of);
      expect(head).toMatchObject({ answer: '10.0.0.1:6379', answerNode: 0, majority: 2, agreeing: 0 });
      expect(String(head?.configEpoch)).toBe(master['config-epoch']);
      expect(String(head?.quorum)).toBe(master.quorum);
      for (const command of ['REPLICAS', 'SENTINELS']) {
        const rows = itemsOf(ask(session, of, 'SENTINEL', command, 'mymaster')).map(fieldsOf);
        expect(rows).toHaveLength(2);
        for (const row of rows) {
          const address = `${row.ip}:${row.port}`;
          const opinion = view.opinions.find((each) => each.of === of && each.address === address);
          expect(opinion?.flags.join(',')).toBe(row.flags);
          expect(String(opinion?.okPingAgeMs)).toBe(row['last-ok-ping-reply']);
          if (command === 'REPLICAS') expect(String(opinion?.offset)).toBe(row['slave-repl-offset']);
        }
      }
      // Its own table holds everybody but itself.
      expect(view.opinions.filter((each) => each.of === of)).toHaveLength(5);
      expect(view.sentinels.find(({ node }) => node === of)?.id).toBe(
        latin1((ask(session, of, 'SENTINEL', 'MYID') as { bytes: Uint8Array }).bytes),
      );
    }
    // The lower number is preferred.
    expect(view.heads[0]).toMatchObject({
      decidedBy: 'priority',
      candidates: [{ name: 'cat' }, { name: 'bob' }],
    });
  });

  test('the master dies: the steps tell the vote, the choice and the switch', () => {
    const session = begin();
    pass(session, 13_000);
    let mostVotes = 0;
    const states = new Set<string>();
    const steps = stepsWhile(session, () => {
      session.crash('nothing', session.nowMs, 0);
      for (let n = 0; n < 120; n++) {
        pass(session, 100);
        for (const head of seen(session).heads) {
          states.add(head.failoverState);
          const own = head.votes.filter(({ epoch }) => epoch === 1).length;
          mostVotes = Math.max(mostVotes, own);
        }
      }
    });
    const told = steps.flatMap(({ step }) => (step.type === 'sentinel.event' ? [step.event] : []));
    const order = ['+sdown', '+odown', '+new-epoch', '+elected-leader', '+promoted-slave', '+switch-master'];
    expect(order.map((event) => told.indexOf(event))).toEqual(
      order.map((event) => told.indexOf(event)).sort((a, b) => a - b),
    );
    expect(told.indexOf('+sdown')).toBeGreaterThanOrEqual(0);
    const types = new Set(steps.map(({ step }) => step.type));
    for (const type of [
      'sentinel.asked',
      'sentinel.opinion',
      'sentinel.vote',
      'sentinel.selected',
    ] as const) {
      expect(types).toContain(type);
    }
    const selected = steps.find(({ step }) => step.type === 'sentinel.selected');
    expect(selected?.step).toMatchObject({ chosen: '10.0.0.3:6379', suitable: 2, by: 'priority' });
    expect(mostVotes).toBeGreaterThanOrEqual(2);
    expect(states).toContain('wait_promotion');
    const view = seen(session);
    expect(view.heads.map(({ answerNode }) => answerNode)).toEqual([2, 2, 2]);
    expect(view.events.map(({ event }) => event)).toContain('+switch-master');
    const times = view.events.map(({ atMs }) => atMs);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    // What it told is what its state keeps.
    const kept = session.world.serverOf(3).sentinel?.events.map(({ type }) => type);
    expect(view.events.filter(({ of }) => of === 3).map(({ event }) => event)).toEqual(kept?.slice(-200));
  });

  test('who looks and listens changes nothing', () => {
    const run = (isWatched: boolean) => {
      const session = begin();
      if (isWatched) session.watch('s', TARGET, 0);
      pass(session, 4000);
      session.crash('nothing', session.nowMs, 0);
      pass(session, 6000);
      const { world } = session;
      return SENTINELS.map((node) => world.serverOf(node).sentinel?.events.map((event) => ({ ...event })));
    };
    expect(run(true)).toEqual(run(false));
  });
});
