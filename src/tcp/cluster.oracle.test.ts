/** A cluster of real redis-servers and ours, looked after with redis-cli and used by other people's clients. */
import { Cluster as IoCluster } from 'ioredis';
import { createCluster as createNodeCluster } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ClusterServer,
  cli,
  createCluster,
  openConsole,
  startOurs,
  startReal,
  until,
} from '../testing/cluster-servers.ts';

const address = ({ port }: ClusterServer): string => `127.0.0.1:${port}`;

/** The same words for both: the ports and names of nodes differ from run to run. */
const plain = (reply: string): string =>
  reply.replace(/[0-9a-f]{40}/g, '<id>').replace(/:\d{5}\r\n(?=\$40)/g, ':<port>\r\n');

/** Every one of them knows so many nodes, by their names. */
async function untilKnown(servers: readonly ClusterServer[], count: number): Promise<void> {
  await until(async () => {
    const lists = await Promise.all(servers.map(({ port }) => cli('-p', `${port}`, 'cluster', 'nodes')));
    return lists.every((list) => list.trim().split('\n').length === count && !list.includes('handshake'));
  });
}

describe('what a node alone answers', () => {
  let ours: ClusterServer;
  let real: ClusterServer;

  beforeAll(async () => {
    [ours, real] = await Promise.all([startOurs(), startReal()]);
  });

  afterAll(() => Promise.all([ours.stop(), real.stop()]));

  const UNKNOWN = 'a'.repeat(40);

  it.each([
    [
      'CLUSTER MEET x 1',
      'CLUSTER MEET 127.0.0.1 x',
      'CLUSTER MEET 127.0.0.1 70000',
      'CLUSTER MEET 127.0.0.1 1 x',
    ],
    ['CLUSTER MEET 127.0.0.1 1 2 3', 'CLUSTER MEET localhost 7000', 'CLUSTER MEET 1.2.3.4.5 7000'],
    [
      'CLUSTER ADDSLOTS 16384',
      'CLUSTER ADDSLOTS x',
      'CLUSTER ADDSLOTS -1',
      'CLUSTER ADDSLOTS 1 1',
      'CLUSTER ADDSLOTS',
    ],
    ['CLUSTER ADDSLOTSRANGE 1', 'CLUSTER ADDSLOTSRANGE 1 2 3', 'CLUSTER ADDSLOTSRANGE 5 1'],
    [
      'CLUSTER ADDSLOTSRANGE 1 5 5 9',
      'CLUSTER DELSLOTS 1',
      'CLUSTER DELSLOTSRANGE 1 5',
      'CLUSTER FLUSHSLOTS',
    ],
    ['GET foo', 'CLUSTER ADDSLOTS 12182 0 1 2', 'GET foo', 'CLUSTER ADDSLOTS 0', 'CLUSTER DELSLOTS 0 0'],
    [
      'CLUSTER DELSLOTS 0',
      'CLUSTER SLOTS',
      'CLUSTER SETSLOT 1',
      'CLUSTER SETSLOT 1 FOO',
      'CLUSTER SETSLOT 1 NODE',
    ],
    [
      `CLUSTER SETSLOT 1 NODE ${UNKNOWN}`,
      `CLUSTER SETSLOT 1 MIGRATING ${UNKNOWN}`,
      'CLUSTER SETSLOT 1 STABLE',
    ],
    [`CLUSTER SETSLOT 5 MIGRATING ${UNKNOWN}`, `CLUSTER SETSLOT 1 IMPORTING ${UNKNOWN}`],
    [
      `CLUSTER SETSLOT 5 IMPORTING ${UNKNOWN}`,
      `CLUSTER SETSLOT 5 IMPORTING short`,
      'CLUSTER SETSLOT x STABLE',
    ],
    [`CLUSTER REPLICATE ${UNKNOWN}`, `CLUSTER FORGET ${UNKNOWN}`, `CLUSTER REPLICAS ${UNKNOWN}`],
    [`CLUSTER SLAVES ${UNKNOWN}`, `CLUSTER COUNT-FAILURE-REPORTS ${UNKNOWN}`],
    ['CLUSTER FAILOVER', 'CLUSTER FAILOVER FORCE', 'CLUSTER FAILOVER FOO', 'CLUSTER FAILOVER FORCE x'],
    ['CLUSTER COUNTKEYSINSLOT 16384', 'CLUSTER COUNTKEYSINSLOT x', 'CLUSTER COUNTKEYSINSLOT 0'],
    ['CLUSTER GETKEYSINSLOT 0 -1', 'CLUSTER GETKEYSINSLOT 16384 1', 'CLUSTER GETKEYSINSLOT 0 10'],
    ['CLUSTER KEYSLOT foo{bar}', 'CLUSTER KEYSLOT {}x', 'CLUSTER KEYSLOT {a}{b}', 'CLUSTER KEYSLOT'],
    ['CLUSTER SET-CONFIG-EPOCH x', 'CLUSTER SET-CONFIG-EPOCH -1', 'CLUSTER SET-CONFIG-EPOCH 7'],
    ['CLUSTER SET-CONFIG-EPOCH 8', 'CLUSTER BUMPEPOCH', 'CLUSTER SAVECONFIG', 'CLUSTER LINKS'],
    ['CLUSTER FOO', 'CLUSTER', 'CLUSTER NODES x', 'CLUSTER RESET FOO', 'CLUSTER RESET HARD x'],
    ['SELECT 0', 'SELECT 1', 'SELECT 99', 'SELECT x', 'SWAPDB 0 1', 'SWAPDB 0 0', 'MOVE foo 1', 'MOVE foo x'],
    ['COPY foo foo DB 1', 'COPY foo {foo}2 DB 99', 'READONLY', 'READWRITE', 'ASKING', 'READONLY x'],
    ['REPLICAOF 127.0.0.1 1', 'SPUBLISH foo bar', 'SPUBLISH other bar', 'PUBLISH foo bar'],
  ])('%s', async (...lines) => {
    const [one, other] = await Promise.all([openConsole(ours), openConsole(real)]);
    try {
      for (const line of lines) {
        const [mine, theirs] = [await one.ask(...line.split(' ')), await other.ask(...line.split(' '))];
        expect(`${line}\n${plain(mine)}`).toBe(`${line}\n${plain(theirs)}`);
      }
    } finally {
      one.close();
      other.close();
    }
  });
});

describe('a node with all slots', () => {
  let ours: ClusterServer;
  let real: ClusterServer;

  beforeAll(async () => {
    [ours, real] = await Promise.all([startOurs(), startReal()]);
    for (const { port } of [ours, real]) {
      await cli('-p', `${port}`, 'cluster', 'addslotsrange', '0', '16383');
      await until(async () => (await cli('-p', `${port}`, 'cluster', 'info')).includes('cluster_state:ok'));
    }
  });

  afterAll(() => Promise.all([ours.stop(), real.stop()]));

  const SCRIPT = "return redis.call('GET', KEYS[1] or ARGV[1])";
  const OTHER = "redis.call('GET', 'a') return redis.call('GET', 'b')";
  const state = (...lines: string[]) => ['CONFIG SET cluster-require-full-coverage no', ...lines];

  it.each<[string, readonly (string | readonly string[])[]]>([
    [
      'keys of several slots',
      ['MSET a 1 b 2', 'MSET {t}a 1 {t}b 2', 'MGET {t}a {t}b', 'DEL {t}a b', 'RENAME a b'],
    ],
    [
      'keys found in options',
      ['ZUNIONSTORE d 2 a b', 'XREAD STREAMS a b 0 0', 'SORT a STORE b', 'GEORADIUS g 0 0 1 m STORE h'],
    ],
    ['patterns of SORT', ['RPUSH l 1 2', 'SORT l BY w_* ', 'SORT l GET # GET o_*', 'SORT l BY nosort']],
    [
      'transactions',
      ['MULTI', 'SET a 1', 'SET {a}b 2', 'EXEC', 'MULTI', 'SET a 1', 'SET b 2', 'EXEC', 'EXEC'],
    ],
    [
      'transactions with errors',
      ['MULTI', 'MGET a b', 'SET a 1', 'EXEC', 'WATCH a b', 'WATCH a {a}c', 'UNWATCH'],
    ],
    [
      'scripts with keys',
      [
        ['EVAL', SCRIPT, '1', 'a'],
        ['EVAL', SCRIPT, '2', 'a', 'b'],
        ['EVAL', SCRIPT, '0', 'a'],
      ],
    ],
    [
      'scripts without rules may cross slots',
      [
        ['EVAL', OTHER, '0'],
        ['EVAL', OTHER, '1', 'a'],
      ],
    ],
    [
      'scripts with rules',
      [
        ['EVAL', `#!lua\n${OTHER}`, '0'],
        ['EVAL', `#!lua\n${OTHER}`, '1', 'a'],
        ['EVAL', `#!lua flags=allow-cross-slot-keys\n${OTHER}`, '1', 'a'],
        ['EVAL', `#!lua flags=no-cluster\n${OTHER}`, '0'],
        ['EVAL', `#!lua\nreturn redis.pcall('GET', 'a')`, '1', 'b'],
      ],
    ],
    [
      'HELLO and INFO',
      ['HELLO 3', 'INFO cluster', 'CLUSTER KEYSLOT a', 'HELLO 2', 'READONLY', 'RESET', 'CLUSTER MYID'],
    ],
    [
      'shard channels',
      ['SSUBSCRIBE a b', 'SSUBSCRIBE a', 'SUNSUBSCRIBE a', 'SPUBLISH a hi', 'PUBSUB SHARDCHANNELS'],
    ],
    [
      'a slot that is gone, without coverage',
      state('CLUSTER DELSLOTS 15495', 'GET a', 'GET b', 'MGET a b', 'SSUBSCRIBE a'),
    ],
    [
      'scripts in a slot that is gone',
      [['EVAL', SCRIPT, '1', 'a'], ['EVAL', SCRIPT, '0', 'a'], 'MULTI', 'GET a', 'EXEC'],
    ],
    [
      'a cluster that is down',
      ['CONFIG SET cluster-require-full-coverage yes', 'CLUSTER DELSLOTS 1', 'GET b', 'SET b 1', 'PING'],
    ],
    [
      'more of it',
      [
        'SPUBLISH b x',
        'CONFIG SET cluster-allow-pubsubshard-when-down no',
        'SPUBLISH b x',
        'MULTI',
        'GET b',
        'EXEC',
      ],
    ],
    [
      'reads while it is down',
      [
        'CONFIG SET cluster-allow-reads-when-down yes',
        'GET b',
        'SET b 1',
        'GET a',
        ['EVAL', "return redis.call('SET', KEYS[1], 1)", '1', 'b'],
        ['EVAL', "#!lua\nreturn redis.call('SET', KEYS[1], 1)", '1', 'b'],
        ['EVAL_RO', SCRIPT, '1', 'b'],
        'MULTI',
        'SET b 1',
        'EXEC',
      ],
    ],
  ])('%s', async (_, lines) => {
    const [one, other] = await Promise.all([openConsole(ours), openConsole(real)]);
    try {
      for (const line of lines) {
        const words = typeof line === 'string' ? line.trim().split(' ') : [...line];
        const [mine, theirs] = [await one.ask(...words), await other.ask(...words)];
        const seen = (reply: string) => `${words.join(' ')}\n${plain(reply).replace(/\r\nid\r\n:\d+/, '')}`;
        expect(seen(mine)).toBe(seen(theirs));
      }
    } finally {
      one.close();
      other.close();
    }
  });
});

describe('three of ours and three real ones', () => {
  let servers: ClusterServer[];
  let ours: ClusterServer;
  let real: ClusterServer;

  beforeAll(async () => {
    const started = [startOurs(), startReal(), startOurs(), startReal(), startOurs(), startReal()];
    servers = await Promise.all(started);
    [ours, real] = servers;
    expect(await createCluster(servers, 0)).toContain('[OK] All 16384 slots covered.');
  });

  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  it('is whole by redis-cli, asked at one of each', async () => {
    for (const server of [ours, real]) {
      const report = await cli('--cluster', 'check', address(server));
      expect(report).toContain('[OK] All nodes agree about slots configuration.');
      expect(report).toContain('[OK] All 16384 slots covered.');
    }
  });

  it('has the same nodes and slots everywhere', async () => {
    const seen = await Promise.all(
      servers.map(async ({ port }) => {
        const lines = (await cli('-p', `${port}`, 'cluster', 'nodes')).trim().split('\n');
        return lines
          .map((line) =>
            line
              .replace('myself,', '')
              .replace(/ - \d+ \d+ /, ' ')
              .replace(/ $/, ''),
          )
          .sort()
          .join('\n');
      }),
    );
    for (const each of seen) expect(each).toBe(seen[0]);
    const slots = await Promise.all(servers.map(({ port }) => cli('-p', `${port}`, 'cluster', 'slots')));
    for (const each of slots) expect(each).toBe(slots[0]);
  });

  it('sends clients to the same place with the same words', async () => {
    const consoles = await Promise.all(servers.map(openConsole));
    const [mine, theirs] = [consoles[2], consoles[3]];
    try {
      for (let i = 0; i < 60; i++) {
        const lines = [`GET key:${i}`, `SET key:${i} v`, `MGET a{${i}} b{${i}}`, `DEL x{${i}} y`];
        lines.push(`EVAL "return 1" 1 key:${i}`, `SSUBSCRIBE key:${i}`, `XREAD STREAMS key:${i} 0`);
        for (const line of lines) {
          const words = line.split(' ');
          const [one, other] = [await mine.ask(...words), await theirs.ask(...words)];
          // Where one of the two is the owner, only the other one sends away.
          if (one.startsWith('-MOVED') && other.startsWith('-MOVED')) expect(one).toBe(other);
          else if (!one.startsWith('-MOVED') && !other.startsWith('-MOVED')) expect(one).toBe(other);
        }
      }
    } finally {
      for (const each of consoles) each.close();
    }
  });

  it('carries messages between them', async () => {
    for (const [from, to] of [
      [ours, real],
      [real, ours],
    ]) {
      const [speaker, listener] = [await openConsole(from), await openConsole(to)];
      await listener.ask('SUBSCRIBE', `to ${to.port}`);
      const reply = await Promise.all([listener.next(), speaker.ask('PUBLISH', `to ${to.port}`, 'hello')]);
      expect(reply[0]).toContain('hello');
      for (const each of [speaker, listener]) each.close();
    }
  });

  it('moves slots with their keys in both directions', async () => {
    const client = new IoCluster(servers.map(({ port }) => ({ host: '127.0.0.1', port })));
    try {
      const keys = Array.from({ length: 2000 }, (_, i) => `moved:${i}`);
      await Promise.all(keys.map((key) => client.set(key, `value of ${key}`)));
      await client.rpush('moved:list', 'a', 'b');
      await client.set('moved:ttl', 'x', 'EX', 1000);
      const id = async ({ port }: ClusterServer) => (await cli('-p', `${port}`, 'cluster', 'myid')).trim();
      for (const [from, to] of [
        [ours, real],
        [real, ours],
      ]) {
        await cli(
          ...['--cluster', 'reshard', address(from), '--cluster-from', await id(from)],
          ...['--cluster-to', await id(to), '--cluster-slots', '8', '--cluster-yes'],
        );
      }
      const report = await cli('--cluster', 'check', address(real));
      expect(report).toContain('[OK] All nodes agree about slots configuration.');
      const values = await Promise.all(keys.map((key) => client.get(key)));
      expect(values).toEqual(keys.map((key) => `value of ${key}`));
      expect(await client.lrange('moved:list', 0, -1)).toEqual(['a', 'b']);
      expect(await client.ttl('moved:ttl')).toBeGreaterThan(900);
    } finally {
      client.disconnect();
    }
  });
});

describe('three of ours', () => {
  let servers: ClusterServer[];

  beforeAll(async () => {
    servers = await Promise.all([startOurs(), startOurs(), startOurs()]);
    await createCluster(servers, 0);
  });

  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  it('ioredis reads and writes while slots move, and no write is lost', async () => {
    const client = new IoCluster(servers.map(({ port }) => ({ host: '127.0.0.1', port })));
    let isMoving = true;
    const written = new Map<string, string>();
    const write = async () => {
      for (let i = 0; isMoving; i++) {
        const key = `key:${i % 700}`;
        await client.set(key, `${i}`);
        written.set(key, `${i}`);
      }
    };
    try {
      const writing = write();
      const from = (await cli('-p', `${servers[0].port}`, 'cluster', 'myid')).trim();
      const to = (await cli('-p', `${servers[1].port}`, 'cluster', 'myid')).trim();
      await cli(
        ...['--cluster', 'reshard', address(servers[2]), '--cluster-from', from, '--cluster-to', to],
        ...['--cluster-slots', '20', '--cluster-pipeline', '5', '--cluster-yes'],
      );
      isMoving = false;
      await writing;
      expect(written.size).toBeGreaterThan(0);
      for (const [key, value] of written) expect(await client.get(key)).toBe(value);
    } finally {
      isMoving = false;
      client.disconnect();
    }
    expect(await cli('--cluster', 'check', address(servers[1]))).toContain('[OK] All 16384 slots covered.');
  });

  it('node-redis finds every key', async () => {
    const client = createNodeCluster({
      rootNodes: servers.map(({ port }) => ({ url: `redis://127.0.0.1:${port}` })),
    });
    await client.connect();
    try {
      for (let i = 0; i < 100; i++) await client.set(`n:${i}`, `${i}`);
      const values = await Promise.all(Array.from({ length: 100 }, (_, i) => client.get(`n:${i}`)));
      expect(values).toEqual(Array.from({ length: 100 }, (_, i) => `${i}`));
      expect(await client.mGet(['{t}a', '{t}b'])).toEqual([null, null]);
    } finally {
      client.destroy();
    }
  });

  it('a node comes, gets slots and gives them back, and goes again', async () => {
    const added = await startOurs();
    try {
      await cli('--cluster', 'add-node', address(added), address(servers[0]));
      await untilKnown([...servers, added], 4);
      const id = (await cli('-p', `${added.port}`, 'cluster', 'myid')).trim();
      const lists = () => Promise.all(servers.map(({ port }) => cli('-p', `${port}`, 'cluster', 'nodes')));
      await until(async () => (await lists()).every((list) => list.includes(id)));
      const plan = await cli(
        '--cluster',
        'rebalance',
        address(servers[0]),
        '--cluster-use-empty-masters',
        '--cluster-simulate',
      );
      expect(plan).toContain('Rebalancing across 4 nodes.');
      const giver = (await cli('-p', `${servers[2].port}`, 'cluster', 'myid')).trim();
      for (const [from, to] of [
        [giver, id],
        [id, giver],
      ]) {
        const slots = ['--cluster-from', from, '--cluster-to', to, '--cluster-slots', '5', '--cluster-yes'];
        await cli('--cluster', 'reshard', address(servers[0]), ...slots);
      }
      await cli('--cluster', 'del-node', address(servers[0]), id);
      await untilKnown(servers, 3);
    } finally {
      await added.stop();
    }
  });

  it('an interrupted migration is mended by fix', async () => {
    const [one, other] = await Promise.all(servers.map(openConsole));
    try {
      const ids = await Promise.all([one, other].map((each) => each.ask('CLUSTER', 'MYID')));
      const [oneId, otherId] = ids.map((each) => each.split('\r\n')[1]);
      const slot = '42';
      const owner = (await one.ask('CLUSTER', 'SETSLOT', slot, 'MIGRATING', otherId)).startsWith('+');
      const [source, target] = owner ? [one, other] : [other, one];
      if (!owner) await source.ask('CLUSTER', 'SETSLOT', slot, 'MIGRATING', oneId);
      await target.ask('CLUSTER', 'SETSLOT', slot, 'IMPORTING', owner ? oneId : otherId);
      await cli('--cluster', 'fix', address(servers[2]));
      expect(await cli('--cluster', 'check', address(servers[2]))).not.toContain('[WARNING]');
    } finally {
      one.close();
      other.close();
    }
  });
});

describe('masters and replicas, ours and real ones', () => {
  let servers: ClusterServer[];

  beforeAll(async () => {
    const started = [startOurs(), startReal(), startOurs(), startReal(), startOurs(), startReal()];
    servers = await Promise.all(started);
    await createCluster(servers, 1);
  });

  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  const info = (server: ClusterServer) => cli('-p', `${server.port}`, 'info', 'replication');
  const digest = (server: ClusterServer) => cli('-p', `${server.port}`, 'debug', 'digest');
  const field = (text: string, name: string) =>
    new RegExp(`^${name}:(.*)$`, 'm').exec(text)?.[1].trim() ?? '';

  /** The replicas that are connected, each with its master. */
  async function pairs(): Promise<{ master: ClusterServer; replica: ClusterServer }[]> {
    const found: { master: ClusterServer; replica: ClusterServer }[] = [];
    for (const replica of servers) {
      const text = await info(replica).catch(() => '');
      if (field(text, 'master_link_status') !== 'up') continue;
      const master = servers.find(({ port }) => `${port}` === field(text, 'master_port'));
      if (master !== undefined) found.push({ master, replica });
    }
    return found;
  }

  it('every replica has the data of its master', async () => {
    await until(async () => (await pairs()).length === 3);
    const client = new IoCluster(servers.map(({ port }) => ({ host: '127.0.0.1', port })));
    try {
      await Promise.all(Array.from({ length: 600 }, (_, i) => client.set(`k:${i}`, `v${i}`)));
      await Promise.all(Array.from({ length: 60 }, (_, i) => client.zadd(`z:${i}`, i, 'a', 2 * i, 'b')));
      for (const { master, replica } of await pairs()) {
        await until(async () => (await digest(master)) === (await digest(replica)));
      }
    } finally {
      client.disconnect();
    }
  });

  it('a failover by hand, and one after a death: ioredis goes on, and nothing is lost', async () => {
    const client = new IoCluster(servers.map(({ port }) => ({ host: '127.0.0.1', port })));
    try {
      const [byHand] = await pairs();
      await cli('-p', `${byHand.replica.port}`, 'cluster', 'failover');
      await until(async () => field(await info(byHand.replica), 'role') === 'master');
      await until(async () => (await pairs()).some(({ master }) => master === byHand.replica));
      await client.set('k:0', 'after');
      const [, victim] = await pairs();
      const values = await Promise.all(Array.from({ length: 600 }, (_, i) => client.get(`k:${i}`)));
      await victim.master.stop();
      await until(async () => field(await info(victim.replica), 'role') === 'master');
      const again = await Promise.all(Array.from({ length: 600 }, (_, i) => client.get(`k:${i}`)));
      expect(again).toEqual(values);
      expect(values[0]).toBe('after');
    } finally {
      client.disconnect();
    }
  });
});
