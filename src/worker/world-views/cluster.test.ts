import { beforeAll, describe, expect, test } from 'vitest';
import { bytesOf } from '../../engine/index.ts';
import type { Step } from '../../protocol/steps.ts';
import type { ClusterTarget, ClusterView } from '../../protocol/views.ts';
import { loadWorlds } from '../../sim/machine.ts';
import { ClusterWorld } from '../../testing/cluster-world.ts';
import { clusterView } from './cluster.ts';

const TARGET: ClusterTarget = { kind: 'cluster', db: 0, node: null, keys: null, slot: null };

function sixNodes(): ClusterWorld {
  const cluster = new ClusterWorld(6);
  cluster.join(3);
  cluster.addReplicas(3);
  return cluster;
}

const seen = ({ world }: ClusterWorld, target: Partial<ClusterTarget> = {}): ClusterView =>
  clusterView.read(world, { ...TARGET, ...target });

/** The steps of each node while something happens, with the number of the node. */
function stepsWhile({ world }: ClusterWorld, happens: () => void): { node: number; step: Step }[] {
  const steps: { node: number; step: Step }[] = [];
  const stop = world.listen({
    step(step) {
      if (step.type.startsWith('cluster.')) steps.push({ node: world.acting, step });
    },
  });
  happens();
  stop();
  return steps;
}

const slotLines = (view: ClusterView, id: string) =>
  view.stretches.filter(({ owner }) => owner === id).map(({ first, last }) => `${first}-${last}`);

beforeAll(loadWorlds);

describe('a cluster of three masters and three replicas', () => {
  test('is seen as CLUSTER NODES lists it, with the keys that each owner counts', () => {
    const cluster = sixNodes();
    cluster.ask(2, 'SET', 'foo', 'v');
    cluster.ask(2, 'SET', '{foo}2', 'v');
    const view = seen(cluster, { node: 4 });
    const lines = cluster
      .ask(4, 'CLUSTER', 'NODES')
      .split('\n')
      .filter((line) => /^[0-9a-f]{40} /.test(line))
      .map((line) => line.split(' '));
    expect(view.nodes).toHaveLength(6);
    for (const [id, address, flags, master, , , epoch, link, ...slots] of lines) {
      const node = view.nodes.find((each) => each.id === id);
      expect(node).toMatchObject({ configEpoch: Number(epoch), isLinked: link === 'connected' });
      expect(`${node?.host}:${node?.port}@16379`).toBe(address);
      expect(node?.flags.join(',')).toBe(flags);
      expect(node?.master ?? '-').toBe(master);
      expect(slotLines(view, id)).toEqual(slots);
    }
    expect(view.keyCounts).toEqual([12182, 2]);
    expect(cluster.ask(2, 'CLUSTER', 'COUNTKEYSINSLOT', '12182')).toBe(':2\r\n');
    expect(view).toMatchObject({ at: 4, isOk: true, size: 3, quorum: 2, served: 16384, disagreements: [] });
    expect(view.servers.map(({ name, isMaster }) => [name, isMaster])).toEqual([
      ['n1', true],
      ['n2', true],
      ['n3', true],
      ['n4', false],
      ['n5', false],
      ['n6', false],
    ]);
  });

  test('shows the way of a key, and what each node answers', () => {
    const cluster = sixNodes();
    cluster.ask(2, 'SET', 'foo', 'v');
    const { way } = seen(cluster, { keys: [bytesOf('foo')] });
    expect(way?.keys).toMatchObject([{ key: 'foo', from: 0, to: 3, slot: 12182 }]);
    const [hash] = way?.keys ?? [];
    expect(hash.sums.at(-1)).toBe(hash.crc);
    expect(hash.crc % 16384).toBe(12182);
    for (const answer of way?.answers ?? []) {
      const heard = cluster.ask(answer.node, 'EXISTS', 'foo');
      expect(heard).toBe(answer.readText === null ? ':1\r\n' : `-${answer.readText}\r\n`);
    }
    expect(way?.answers.map(({ read, to }) => [read, to])).toEqual([
      ['moved', 2],
      ['moved', 2],
      ['here', null],
      ['moved', 2],
      ['moved', 2],
      ['moved', 2],
    ]);
    const tagged = seen(cluster, { keys: [bytesOf('{user}:1'), bytesOf('{user}:2'), bytesOf('x')] }).way;
    expect(tagged?.keys.map(({ from, to }) => [from, to])).toEqual([
      [1, 5],
      [1, 5],
      [0, 1],
    ]);
    expect(tagged?.answers[0].readText).toBe("CROSSSLOT Keys in request don't hash to the same slot");
  });

  test('a slot on its way answers with ASK and TRYAGAIN, and steps say what happens to it', () => {
    const cluster = sixNodes();
    for (const key of ['foo', '{foo}2']) cluster.ask(2, 'SET', key, 'v');
    const [from, to] = [cluster.id(2), cluster.id(0)];
    const steps = stepsWhile(cluster, () => {
      cluster.ask(0, 'CLUSTER', 'SETSLOT', '12182', 'IMPORTING', from);
      cluster.ask(2, 'CLUSTER', 'SETSLOT', '12182', 'MIGRATING', to);
      cluster.ask(2, 'MIGRATE', '10.0.0.1', '6379', 'foo', '0', '5000');
      cluster.ask(2, 'GET', 'foo');
      cluster.ask(2, 'MGET', 'foo', '{foo}2');
    }).filter(({ step }) => step.type !== 'cluster.epoch');
    expect(steps).toEqual([
      { node: 0, step: { type: 'cluster.slot', me: to, slot: 12182, how: 'importing', node: from } },
      { node: 2, step: { type: 'cluster.slot', me: from, slot: 12182, how: 'migrating', node: to } },
      {
        node: 2,
        step: {
          type: 'cluster.migrated',
          me: from,
          key: 'foo',
          slot: 12182,
          left: 1,
          host: '10.0.0.1',
          port: 6379,
        },
      },
      {
        node: 2,
        step: { type: 'cluster.redirected', me: from, answer: 'ask', key: 'foo', slot: 12182, node: to },
      },
      {
        node: 2,
        step: {
          type: 'cluster.redirected',
          me: from,
          answer: 'try-again',
          key: 'foo',
          slot: 12182,
          node: null,
        },
      },
    ]);
    // The replicas hear of it.
    cluster.pass(100);
    const heard: Step[] = [];
    const stop = cluster.world.listen({ step: (step) => heard.push(step) });
    const view = seen(cluster, { keys: [bytesOf('foo')], slot: 12182 });
    stop();
    expect(heard).toEqual([]);
    expect(view.moving).toEqual([
      { slot: 12182, at: 0, how: 'importing', node: from },
      { slot: 12182, at: 2, how: 'migrating', node: to },
    ]);
    expect(view.way?.answers.map(({ read, asking }) => [read, asking]).slice(0, 3)).toEqual([
      ['moved', 'here'],
      ['moved', 'moved'],
      ['ask', 'ask'],
    ]);
    expect(view.slot?.holders).toEqual([
      { node: 0, keys: 1, first: ['foo'] },
      { node: 2, keys: 1, first: ['{foo}2'] },
      { node: 3, keys: 1, first: ['foo'] },
      { node: 5, keys: 1, first: ['{foo}2'] },
    ]);
  });

  test('a master dies: suspected, failed, asked, voted, won, and meanwhile nodes disagree', () => {
    const cluster = sixNodes();
    const id = cluster.id(2);
    let disagreed: readonly number[] = [];
    const stop = cluster.world.listen({
      step({ type }) {
        // The new master knows it first.
        if (type === 'cluster.slots' && disagreed.length === 0) {
          disagreed = seen(cluster, { node: 5 }).servers.map((each) => each.disagrees);
        }
      },
    });
    const steps = stepsWhile(cluster, () => {
      cluster.act(2, { type: 'crash', nowMs: 0, loss: 'nothing' });
      cluster.until(() => cluster.cluster(5).myself.isMaster);
      cluster.until(() =>
        cluster.everyNode(({ isOk, owners }) => isOk && owners[12182]?.id === cluster.id(5)),
      );
    });
    const types = steps.map(({ step }) => step.type);
    const order = [
      'cluster.suspected',
      'cluster.reported',
      'cluster.failed',
      'cluster.election',
      'cluster.auth-request',
      'cluster.vote',
      'cluster.vote-heard',
      'cluster.won',
      'cluster.slots',
      'cluster.state',
    ] as const;
    const places = order.map((type) => types.indexOf(type));
    expect(
      places.every((place) => place >= 0),
      types.join(' '),
    ).toBe(true);
    const wonAt = types.indexOf('cluster.won');
    expect(places.slice(0, 8)).toEqual([...places.slice(0, 8)].sort((a, b) => a - b));
    expect(steps[wonAt]).toMatchObject({ node: 5, step: { master: id, slots: 5460, votes: 2 } });
    const votes = steps.filter(({ step }) => step.type === 'cluster.vote');
    expect(votes).toMatchObject([
      { step: { candidate: cluster.id(5), refusal: null } },
      { step: { candidate: cluster.id(5), refusal: null } },
    ]);
    stop();
    expect(disagreed).toEqual([5460, 5460, 0, 5460, 5460, 0]);
    const view = seen(cluster);
    expect(view.servers[2]).toMatchObject({ state: 'down', id: null });
    expect(view.nodes.find((node) => node.id === id)).toMatchObject({ flags: ['master', 'fail'], slots: 0 });
  });

  test('who looks and listens changes nothing', () => {
    const run = (isWatched: boolean) => {
      const cluster = new ClusterWorld(6, 11);
      const happens = () => {
        cluster.join(3);
        cluster.addReplicas(3);
        cluster.ask(2, 'SET', 'foo', 'v');
        cluster.ask(0, 'GET', 'foo');
        cluster.act(2, { type: 'crash', nowMs: 0, loss: 'nothing' });
        for (let second = 0; second < 8; second++) {
          if (isWatched) seen(cluster, { node: second % 6, keys: [bytesOf('foo')], slot: 12182 });
          cluster.pass(1000);
        }
      };
      if (isWatched) expect(stepsWhile(cluster, happens).length).toBeGreaterThan(30);
      else happens();
      return [0, 1, 3, 4, 5].map((node) => cluster.ask(node, 'CLUSTER', 'NODES'));
    };
    expect(run(true)).toEqual(run(false));
  });
});
