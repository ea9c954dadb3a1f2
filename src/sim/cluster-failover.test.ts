/** Replicas of a cluster take over: by vote, by hand, and by moving to a master that has lost its own. */
import { describe, expect, test } from 'vitest';
import { ClusterWorld } from '../testing/cluster-world.ts';

/** Three masters with a replica each: 3 follows 0, 4 follows 1, 5 follows 2. */
function sixNodes(seed = 1, nodes = 6) {
  const cluster = new ClusterWorld(nodes, seed);
  cluster.join(3);
  cluster.addReplicas(3);
  return cluster;
}

const crash = (cluster: ClusterWorld, node: number) =>
  cluster.act(node, { type: 'crash', nowMs: 0, loss: 'nothing' });

const slotsOf = (cluster: ClusterWorld, node: number) => cluster.cluster(node).myself.slots.count;

describe('a master dies', () => {
  test('its replica is elected, has its data and slots, and everybody knows', () => {
    const cluster = sixNodes();
    expect(cluster.ask(2, 'SET', 'foo', 'v')).toBe('+OK\r\n');
    cluster.until(() => cluster.world.nodes[5].engine.server.keyspace.databases[0].keys.size === 1);
    const before = cluster.nowMs;
    crash(cluster, 2);
    cluster.until(() => cluster.cluster(5).myself.isMaster);
    // Suspected, failed, and up to a second until the votes are asked for.
    expect(cluster.nowMs - before).toBeGreaterThan(2000);
    expect(cluster.nowMs - before).toBeLessThan(8000);
    cluster.until(() => cluster.everyNode(({ isOk, owners }) => isOk && owners[12182]?.id === cluster.id(5)));
    expect(cluster.ask(5, 'GET', 'foo')).toBe('$1\r\nv\r\n');
    expect(cluster.ask(0, 'GET', 'foo')).toBe('-MOVED 12182 10.0.0.6:6379\r\n');
    expect(cluster.ask(0, 'CLUSTER', 'NODES')).toMatch(/10\.0\.0\.3:6379@16379 master,fail - /);
    const epochs = [0, 1, 5].map((node) => cluster.cluster(node).myself.configEpoch);
    expect(new Set(epochs).size).toBe(3);
    expect(Math.max(...epochs)).toBe(epochs[2]);
  });

  test('when it comes back it follows its replica, and gets what it has missed', () => {
    const cluster = sixNodes();
    crash(cluster, 2);
    cluster.until(() => cluster.cluster(5).myself.isMaster && cluster.cluster(5).isOk);
    cluster.ask(5, 'SET', 'foo', 'later');
    cluster.act(2, { type: 'restart', nowMs: 0 });
    cluster.openConsole(2);
    cluster.until(() => cluster.cluster(2).myself.isReplica);
    expect(cluster.cluster(2).myself.master?.id).toBe(cluster.id(5));
    cluster.until(() => cluster.world.nodes[2].engine.server.keyspace.databases[0].keys.size === 1);
    expect(cluster.ask(2, 'GET', 'foo')).toMatch(/^-MOVED 12182/);
    cluster.ask(2, 'READONLY');
    expect(cluster.ask(2, 'GET', 'foo')).toBe('$5\r\nlater\r\n');
    expect(cluster.ask(2, 'SET', 'foo', 'x')).toMatch(/^-MOVED 12182/);
  });

  test('without a majority nobody takes over', () => {
    const cluster = sixNodes();
    crash(cluster, 1);
    crash(cluster, 2);
    cluster.pass(30_000);
    expect([4, 5].map((node) => cluster.cluster(node).myself.isReplica)).toEqual([true, true]);
    expect(cluster.cluster(0).isOk).toBe(false);
  });

  test('of two replicas the one that knows more wins', () => {
    const cluster = new ClusterWorld(5, 3);
    cluster.join(3);
    for (const node of [3, 4]) cluster.ask(node, 'CLUSTER', 'REPLICATE', cluster.id(2));
    const offset = (node: number) => cluster.world.nodes[node].engine.server.replication.master?.offset ?? 0;
    cluster.until(() =>
      [3, 4].every((node) => offset(node) > 0 && cluster.cluster(2).myself.replicas.length === 2),
    );
    // The last writes do not reach the first replica.
    cluster.step({ type: 'cut', nowMs: cluster.nowMs, from: 2, to: 3 });
    for (let i = 0; i < 20; i++) cluster.ask(2, 'SET', `{foo}${i}`, 'v');
    cluster.until(() => cluster.world.nodes[4].engine.server.keyspace.databases[0].keys.size === 20);
    crash(cluster, 2);
    cluster.until(() => [3, 4].some((node) => cluster.cluster(node).myself.isMaster));
    expect(cluster.cluster(4).myself.isMaster).toBe(true);
    cluster.until(() => cluster.cluster(3).myself.master?.id === cluster.id(4));
    cluster.until(() => cluster.world.nodes[3].engine.server.keyspace.databases[0].keys.size === 20);
  });
});

describe('by hand', () => {
  test('CLUSTER FAILOVER loses no write, and the old master follows', () => {
    const cluster = sixNodes();
    for (let i = 0; i < 50; i++) cluster.ask(2, 'SET', `{foo}${i}`, `${i}`);
    expect(cluster.ask(2, 'CLUSTER', 'FAILOVER')).toBe(
      '-ERR You should send CLUSTER FAILOVER to a replica\r\n',
    );
    expect(cluster.ask(5, 'CLUSTER', 'FAILOVER')).toBe('+OK\r\n');
    // A write while the master waits is sent on afterwards.
    cluster.until(() => cluster.world.nodes[2].engine.server.pause.kind === 'write');
    cluster.heard[2] = '';
    cluster.send(2, 'SET', '{foo}late', 'x');
    cluster.until(() => cluster.cluster(5).myself.isMaster);
    cluster.until(() => cluster.heard[2] !== '');
    expect(cluster.heard[2]).toBe('-MOVED 12182 10.0.0.6:6379\r\n');
    expect(cluster.cluster(2).myself.isReplica).toBe(true);
    expect(cluster.ask(5, 'DBSIZE')).toBe(':50\r\n');
    expect(slotsOf(cluster, 5)).toBe(5460);
    cluster.until(() => cluster.world.nodes[2].engine.server.replication.master?.stage === 'connected');
  });

  test('a master that does not answer: FORCE takes over by vote, TAKEOVER without', () => {
    for (const how of ['FORCE', 'TAKEOVER']) {
      const cluster = sixNodes();
      cluster.step({ type: 'freeze', nowMs: cluster.nowMs, node: 2 });
      if (how === 'TAKEOVER') cluster.step({ type: 'freeze', nowMs: cluster.nowMs, node: 1 });
      expect(cluster.ask(5, 'CLUSTER', 'FAILOVER', how)).toBe('+OK\r\n');
      cluster.until(() => cluster.cluster(5).myself.isMaster, 1900);
      cluster.until(() => cluster.cluster(0).owners[12182]?.id === cluster.id(5), 1900);
    }
  });

  test('a manual failover that cannot be finished is given up, and writes go on', () => {
    const cluster = sixNodes();
    cluster.step({ type: 'cut', nowMs: cluster.nowMs, from: 2, to: 5 });
    expect(cluster.ask(5, 'CLUSTER', 'FAILOVER')).toBe('+OK\r\n');
    const before = cluster.nowMs;
    cluster.until(() => cluster.world.nodes[2].engine.server.pause.kind === 'write');
    cluster.until(() => cluster.world.nodes[2].engine.server.pause.kind === null);
    expect(cluster.nowMs - before).toBeGreaterThan(4900);
    expect(cluster.nowMs - before).toBeLessThan(5500);
    cluster.step({ type: 'mend', nowMs: cluster.nowMs, from: 2, to: 5 });
    cluster.until(() => cluster.ask(2, 'SET', 'foo', 'x') === '+OK\r\n');
  });
});

describe('a master has lost its replicas', () => {
  test('a replica of the one that can spare it moves there', () => {
    const cluster = new ClusterWorld(7);
    cluster.join(3);
    cluster.addReplicas(3);
    // Node 6 is the second replica of node 0.
    crash(cluster, 5);
    const replicasOfLast = () => cluster.cluster(2).myself.replicas.filter(({ hasFailed }) => !hasFailed);
    cluster.until(() => replicasOfLast().length === 0);
    cluster.until(() => replicasOfLast().length === 1);
    const moved = cluster.id(3) < cluster.id(6) ? 3 : 6;
    expect(replicasOfLast()[0].id).toBe(cluster.id(moved));
    cluster.until(() => cluster.world.nodes[moved].engine.server.replication.master?.host === '10.0.0.3');
  });
});

describe('many seeds', () => {
  test('one master at a time, whatever is cut', () => {
    for (let seed = 100; seed < 103; seed++) {
      const cluster = sixNodes(seed);
      const victim = seed % 3;
      for (let other = 0; other < 6; other++) {
        if (other === victim) continue;
        cluster.step({ type: 'cut', nowMs: cluster.nowMs, from: victim, to: other });
        if (seed % 2 === 0) cluster.step({ type: 'cut', nowMs: cluster.nowMs, from: other, to: victim });
      }
      cluster.pass(15_000);
      for (let other = 0; other < 6; other++) {
        if (other === victim) continue;
        cluster.step({ type: 'mend', nowMs: cluster.nowMs, from: victim, to: other });
        cluster.step({ type: 'mend', nowMs: cluster.nowMs, from: other, to: victim });
      }
      cluster.until(() => cluster.everyNode(({ isOk }) => isOk));
      cluster.pass(5000);
      const owners = cluster.cluster(0).owners.map((owner) => owner?.id);
      for (let node = 0; node < 6; node++) {
        expect(cluster.cluster(node).owners.map((owner) => owner?.id)).toEqual(owners);
      }
      const claims = [0, 1, 2, 3, 4, 5].filter((node) => cluster.cluster(node).myself.isMaster);
      expect(claims.length).toBe(3);
      expect(cluster.cluster(victim).myself.isReplica).toBe(true);
    }
  });
});
