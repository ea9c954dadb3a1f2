/** Nodes of a cluster on a simulated network, without real sockets and real time. */
import { describe, expect, test } from 'vitest';
import { ClusterWorld } from '../testing/cluster-world.ts';

describe('a cluster comes to be', () => {
  test('three nodes meet, agree on the slots, and know each other by name and address', () => {
    const cluster = new ClusterWorld(3);
    cluster.join();
    for (let node = 0; node < 3; node++) {
      const lines = cluster.ask(node, 'CLUSTER', 'NODES').split('\n').slice(1, 4);
      for (let other = 0; other < 3; other++) {
        const line = lines.find((each) => each.startsWith(cluster.id(other)));
        expect(line).toContain(`10.0.0.${other + 1}:6379@16379 `);
        expect(line).toContain(other === node ? ' myself,master - ' : ' master - ');
        expect(line).toContain(` connected ${['0-5461', '5462-10923', '10924-16383'][other]}`);
      }
    }
  });

  test('a slot without an owner makes the cluster fail', () => {
    const cluster = new ClusterWorld(3);
    cluster.join();
    expect(cluster.ask(0, 'CLUSTER', 'DELSLOTS', '5000')).toBe('+OK\r\n');
    expect(cluster.ask(0, 'GET', 'a')).toBe('-CLUSTERDOWN The cluster is down\r\n');
    cluster.ask(0, 'CONFIG', 'SET', 'cluster-require-full-coverage', 'no');
    cluster.pass(1000);
    cluster.until(() => cluster.cluster(0).isOk);
    expect(cluster.ask(0, 'GET', 'b')).toBe('$-1\r\n');
    cluster.ask(0, 'CLUSTER', 'ADDSLOTS', '5000');
    expect(cluster.ask(0, 'CLUSTER', 'INFO')).toContain('cluster_slots_assigned:16384\r\n');
  });

  test('two masters with one epoch: the smaller name takes the next', () => {
    const cluster = new ClusterWorld(2);
    cluster.ask(0, 'CLUSTER', 'ADDSLOTSRANGE', '0', '8000');
    cluster.ask(1, 'CLUSTER', 'ADDSLOTSRANGE', '8001', '16383');
    cluster.ask(0, 'CLUSTER', 'MEET', '10.0.0.2', '6379');
    cluster.until(() => cluster.everyNode(({ isOk, nodes }) => isOk && nodes.size === 2));
    cluster.pass(5000);
    const epochs = [0, 1].map((node) => cluster.cluster(node).myself.configEpoch);
    const smaller = cluster.id(0) < cluster.id(1) ? 0 : 1;
    expect(epochs[smaller]).toBeGreaterThan(epochs[1 - smaller]);
    for (const node of [0, 1]) {
      const seen = [0, 1].map((other) => cluster.cluster(node).find(cluster.id(other))?.configEpoch);
      expect(seen).toEqual(epochs);
    }
  });

  test('a node that nobody is at is given up', () => {
    const cluster = new ClusterWorld(1);
    expect(cluster.ask(0, 'CLUSTER', 'MEET', '10.0.0.9', '6379')).toBe('+OK\r\n');
    expect(cluster.cluster(0).nodes.size).toBe(2);
    cluster.pass(3000);
    expect(cluster.cluster(0).nodes.size).toBe(1);
  });

  test('a node that was struck off does not come back by gossip for a minute', () => {
    const cluster = new ClusterWorld(3);
    cluster.join();
    const id = cluster.id(2);
    for (const node of [0, 1]) expect(cluster.ask(node, 'CLUSTER', 'FORGET', id)).toBe('+OK\r\n');
    cluster.pass(30_000);
    for (const node of [0, 1]) expect(cluster.cluster(node).find(id)).toBeNull();
    expect(cluster.ask(0, 'CLUSTER', 'INFO')).toContain('cluster_state:fail');
  });

  test('the same seed gives the same cluster', () => {
    const run = () => {
      const cluster = new ClusterWorld(4, 7);
      cluster.join();
      cluster.pass(5000);
      return [0, 1, 2, 3].map((node) => cluster.ask(node, 'CLUSTER', 'NODES'));
    };
    expect(run()).toEqual(run());
  });
});

describe('after a restart', () => {
  test('a node knows its name, the others, its slots and epochs', () => {
    const cluster = new ClusterWorld(3);
    cluster.join();
    const before = cluster.cluster(1);
    cluster.act(1, { type: 'crash', nowMs: 0, loss: 'unsynced' });
    cluster.act(1, { type: 'restart', nowMs: 0 });
    cluster.openConsole(1);
    const after = cluster.cluster(1);
    expect(after).not.toBe(before);
    expect(after.myself.id).toBe(before.myself.id);
    expect(after.myself.slots.ranges()).toEqual(before.myself.slots.ranges());
    expect([after.currentEpoch, after.myself.configEpoch]).toEqual([before.currentEpoch, 2]);
    expect([...after.nodes.keys()].sort()).toEqual([...before.nodes.keys()].sort());
    expect(cluster.ask(1, 'CLUSTER', 'INFO')).toContain('cluster_state:fail');
    cluster.until(() => cluster.everyNode(({ isOk }) => isOk));
    cluster.until(() =>
      cluster.everyNode(({ nodes }) => [...nodes.values()].every(({ flags }) => (flags & 12) === 0)),
    );
  });

  test('slots with keys that nobody serves are its own', () => {
    const cluster = new ClusterWorld(1);
    cluster.ask(0, 'CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    cluster.until(() => cluster.cluster(0).isOk);
    cluster.ask(0, 'SET', 'foo', 'v');
    cluster.ask(0, 'SAVE');
    cluster.act(0, { type: 'crash', nowMs: 0, loss: 'nothing' });
    cluster.world.nodes[0].engine.disk.delete('nodes.conf');
    cluster.act(0, { type: 'restart', nowMs: 0 });
    expect(cluster.cluster(0).myself.slots.ranges()).toEqual([{ first: 12182, last: 12182 }]);
  });

  test('a spoiled nodes.conf is a reason not to start', () => {
    const cluster = new ClusterWorld(1);
    const { engine } = cluster.world.nodes[0];
    cluster.act(0, { type: 'crash', nowMs: 0, loss: 'nothing' });
    engine.disk.write('nodes.conf', new TextEncoder().encode('nonsense\n'), cluster.nowMs);
    cluster.act(0, { type: 'restart', nowMs: 0 });
    expect(engine.downBecause).toBe('Unrecoverable error: corrupted cluster config file.');
  });
});

describe('failure', () => {
  test('a master that is silent is suspected, and has failed when the majority says so', () => {
    const cluster = new ClusterWorld(3);
    cluster.join();
    cluster.step({ type: 'freeze', nowMs: cluster.nowMs, node: 2 });
    const flags = (node: number) => cluster.cluster(node).find(cluster.id(2))?.flags ?? 0;
    const frozenAtMs = cluster.nowMs;
    cluster.until(() => (flags(0) & 12) !== 0);
    expect(cluster.nowMs - frozenAtMs).toBeGreaterThan(2000 / 2);
    cluster.until(() => (flags(0) & 8) !== 0 && (flags(1) & 8) !== 0);
    expect(cluster.nowMs - frozenAtMs).toBeLessThan(2000 * 3);
    expect(cluster.ask(0, 'GET', 'a')).toBe('-CLUSTERDOWN The cluster is down\r\n');
    cluster.step({ type: 'thaw', nowMs: cluster.nowMs, node: 2 });
    cluster.until(() => (flags(0) & 12) === 0 && (flags(1) & 12) === 0);
    cluster.until(() => cluster.everyNode(({ isOk }) => isOk));
  });

  test('a minority stops, and waits before it takes writes again', () => {
    const cluster = new ClusterWorld(3);
    cluster.join();
    for (const other of [1, 2]) {
      cluster.step({ type: 'cut', nowMs: cluster.nowMs, from: 0, to: other });
      cluster.step({ type: 'cut', nowMs: cluster.nowMs, from: other, to: 0 });
    }
    cluster.until(() => cluster.everyNode(({ isOk }) => !isOk));
    const mendedAtMs = cluster.nowMs;
    for (const other of [1, 2]) {
      cluster.step({ type: 'mend', nowMs: cluster.nowMs, from: 0, to: other });
      cluster.step({ type: 'mend', nowMs: cluster.nowMs, from: other, to: 0 });
    }
    cluster.until(() => cluster.cluster(0).isOk);
    expect(cluster.nowMs - mendedAtMs).toBeGreaterThanOrEqual(1900);
  });
});

describe('clients', () => {
  function three() {
    const cluster = new ClusterWorld(3);
    cluster.join();
    return cluster;
  }

  test('are sent to the node of the slot, and only to it', () => {
    const cluster = three();
    expect(cluster.ask(0, 'SET', 'foo', 'v')).toBe('-MOVED 12182 10.0.0.3:6379\r\n');
    expect(cluster.ask(2, 'SET', 'foo', 'v')).toBe('+OK\r\n');
    expect(cluster.ask(0, 'MGET', 'a', 'b')).toBe(
      "-CROSSSLOT Keys in request don't hash to the same slot\r\n",
    );
    expect(cluster.ask(2, 'MGET', '{foo}1', '{foo}2', 'foo')).toBe('*3\r\n$-1\r\n$-1\r\n$1\r\nv\r\n');
    expect(cluster.ask(0, 'PING')).toBe('+PONG\r\n');
    expect(cluster.ask(0, 'SELECT', '1')).toBe('-ERR SELECT is not allowed in cluster mode\r\n');
  });

  test('a redirected command spoils a transaction, and EXEC with keys elsewhere ends it', () => {
    const cluster = three();
    cluster.ask(0, 'MULTI');
    expect(cluster.ask(0, 'SET', 'foo', 'v')).toMatch(/^-MOVED 12182/);
    expect(cluster.ask(0, 'EXEC')).toBe('-EXECABORT Transaction discarded because of previous errors.\r\n');
  });

  test('of a slot that moves: ASK, ASKING, TRYAGAIN, and MOVED in the end', () => {
    const cluster = three();
    const slot = '12182';
    cluster.ask(2, 'MSET', '{foo}a', '1', '{foo}b', '2');
    expect(cluster.ask(0, 'CLUSTER', 'SETSLOT', slot, 'IMPORTING', cluster.id(2))).toBe('+OK\r\n');
    expect(cluster.ask(2, 'CLUSTER', 'SETSLOT', slot, 'MIGRATING', cluster.id(0))).toBe('+OK\r\n');
    expect(cluster.ask(2, 'GET', '{foo}a')).toBe('$1\r\n1\r\n');
    expect(cluster.ask(2, 'GET', '{foo}new')).toBe('-ASK 12182 10.0.0.1:6379\r\n');
    expect(cluster.ask(0, 'GET', '{foo}new')).toBe('-MOVED 12182 10.0.0.3:6379\r\n');
    cluster.ask(0, 'ASKING');
    expect(cluster.ask(0, 'SET', '{foo}new', 'n')).toBe('+OK\r\n');
    expect(cluster.ask(0, 'GET', '{foo}new')).toMatch(/^-MOVED/);
    expect(cluster.ask(2, 'MGET', '{foo}a', '{foo}new')).toBe(
      '-TRYAGAIN Multiple keys request during rehashing of slot\r\n',
    );
    expect(cluster.ask(2, 'MIGRATE', '10.0.0.1', '6379', '', '0', '5000', 'KEYS', '{foo}a', '{foo}b')).toBe(
      '+OK\r\n',
    );
    expect(cluster.ask(2, 'CLUSTER', 'COUNTKEYSINSLOT', slot)).toBe(':0\r\n');
    expect(cluster.ask(0, 'CLUSTER', 'GETKEYSINSLOT', slot, '10')).toBe(
      '*3\r\n$6\r\n{foo}b\r\n$6\r\n{foo}a\r\n$8\r\n{foo}new\r\n',
    );
    for (const node of [0, 2]) cluster.ask(node, 'CLUSTER', 'SETSLOT', slot, 'NODE', cluster.id(0));
    expect(cluster.ask(2, 'GET', '{foo}a')).toBe('-MOVED 12182 10.0.0.1:6379\r\n');
    expect(cluster.ask(0, 'MGET', '{foo}a', '{foo}new')).toBe('*2\r\n$1\r\n1\r\n$1\r\nn\r\n');
    cluster.until(() => cluster.cluster(1).owners[12182]?.id === cluster.id(0));
  });

  test('MIGRATE says what goes wrong, and leaves the key', () => {
    const cluster = three();
    cluster.ask(2, 'SET', 'foo', 'v');
    const migrate = (host: string, ...more: string[]) =>
      cluster.ask(2, 'MIGRATE', host, '6379', 'foo', '0', '1000', ...more);
    expect(migrate('10.0.0.9')).toBe('-IOERR error or timeout writing to target instance\r\n');
    // The other node does not import the slot.
    expect(migrate('10.0.0.1')).toBe(
      '-ERR Target instance replied with error: MOVED 12182 10.0.0.3:6379\r\n',
    );
    cluster.step({ type: 'freeze', nowMs: cluster.nowMs, node: 0 });
    expect(migrate('10.0.0.1')).toBe('-IOERR error or timeout reading to target instance\r\n');
    expect(cluster.ask(2, 'MIGRATE', '10.0.0.1', '6379', '{foo}none', '0', '1000')).toBe('+NOKEY\r\n');
    expect(cluster.ask(2, 'GET', 'foo')).toBe('$1\r\nv\r\n');
  });

  test('messages reach subscribers at every node, those of a shard channel only its own', () => {
    const cluster = three();
    cluster.ask(1, 'SUBSCRIBE', 'news');
    cluster.heard[1] = '';
    expect(cluster.ask(0, 'PUBLISH', 'news', 'hi')).toBe(':0\r\n');
    cluster.until(() => cluster.heard[1] !== '');
    expect(cluster.heard[1]).toBe('*3\r\n$7\r\nmessage\r\n$4\r\nnews\r\n$2\r\nhi\r\n');
    expect(cluster.ask(0, 'SSUBSCRIBE', 'foo')).toMatch(/^-MOVED 12182/);
    expect(cluster.ask(2, 'SSUBSCRIBE', 'foo')).toContain('ssubscribe');
    cluster.heard[2] = '';
    cluster.heard[2] = '';
    cluster.ask(0, 'CLUSTER', 'SETSLOT', '12182', 'IMPORTING', cluster.id(2));
    cluster.ask(0, 'CLUSTER', 'SETSLOT', '12182', 'NODE', cluster.id(0));
    cluster.until(() => cluster.heard[2] !== '');
    expect(cluster.heard[2]).toBe('*3\r\n$12\r\nsunsubscribe\r\n$3\r\nfoo\r\n:0\r\n');
  });

  test('a client that waits for a key is sent after its slot', () => {
    const cluster = three();
    cluster.heard[2] = '';
    cluster.send(2, 'BLPOP', 'foo', '0');
    cluster.ask(0, 'CLUSTER', 'SETSLOT', '12182', 'IMPORTING', cluster.id(2));
    cluster.ask(0, 'CLUSTER', 'SETSLOT', '12182', 'NODE', cluster.id(0));
    cluster.until(() => cluster.heard[2] !== '');
    expect(cluster.heard[2]).toBe('-MOVED 12182 10.0.0.1:6379\r\n');
  });
});
