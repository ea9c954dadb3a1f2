/** Three sentinels around a master, in worlds of many seeds. */
import { describe, expect, test } from 'vitest';
import { bytesOf, Engine, latin1, Random, type RandomStream } from '../engine/index.ts';
import { encodeCommand } from '../protocol/resp.ts';
import type { NodeStart } from '../protocol/world.ts';
import type { WorldNode } from './machine.ts';
import { passUntil } from './run.ts';
import { World } from './world.ts';

const MASTER = 0;
const SENTINELS = [1, 2, 3];
/** Only where a test asks for them. */
const REPLICAS = [4, 5];
const START_MS = 1_750_000_000_000;

const FILE = [
  'sentinel monitor mymaster 10.0.0.1 6379 2',
  'sentinel down-after-milliseconds mymaster 2500',
  'sentinel failover-timeout mymaster 3000',
  '',
].join('\n');

function sentinelNode(n: number, text = FILE): NodeStart {
  return { name: `sentinel${n}`, host: `10.0.1.${n}`, port: 26379, config: {}, sentinel: text };
}

function replicaNode(n: number): NodeStart {
  const config = { replicaof: '10.0.0.1 6379', 'repl-diskless-sync-delay': '0' };
  return { name: `replica${n}`, host: `10.0.0.${n}`, port: 6379, config };
}

class Watched {
  readonly world: World;
  #consoles = 0;

  constructor(seed: number, jitterMs = 3, replicas = 0) {
    const nodes = [
      { name: 'master', host: '10.0.0.1', port: 6379, config: {} },
      ...SENTINELS.map((n) => sentinelNode(n)),
      ...Array.from({ length: replicas }, (_, n) => replicaNode(n + 2)),
    ];
    const latency = { ms: 1, jitterMs };
    this.world = new World({
      generation: '7.0',
      seed,
      startMs: START_MS,
      config: {},
      world: { nodes, latency },
    });
  }

  pass(ms: number): void {
    for (const _ of passUntil(this.world, this.world.nowMs + ms)) void _;
  }

  kill(node: number): void {
    const { nowMs } = this.world;
    this.world.step({ type: 'crash', nowMs, node, loss: 'nothing' });
  }

  restart(node: number): void {
    const { nowMs } = this.world;
    this.world.step({ type: 'restart', nowMs, node });
  }

  node(number: number): WorldNode {
    return this.world.nodes[number];
  }

  events(number: number): string[] {
    return (this.node(number).engine.server.sentinel?.events ?? []).map(
      ({ type, text }) => `${type} ${text}`,
    );
  }

  /** Whom the sentinels take for the master: the number of the node, if all of them agree. */
  agreedMaster(): number | null {
    const hosts = SENTINELS.map(
      (number) => this.node(number).engine.server.sentinel?.masters.get('mymaster')?.address.host,
    );
    if (hosts.some((host) => host !== hosts[0])) return null;
    return this.world.nodes.findIndex(({ address }) => address.host === hosts[0]);
  }

  /** The address of a server's own master; null if it is one. */
  masterOf(number: number): string | null {
    return this.node(number).engine.server.replication.master?.host ?? null;
  }

  say(node: number, ...words: readonly string[]): void {
    const { nowMs } = this.world;
    const client = ++this.#consoles;
    this.world.step({ type: 'open', nowMs, node, client });
    const bytes = encodeCommand(words.map(bytesOf));
    this.world.step({ type: 'data', nowMs, node, client, bytes });
  }

  file(number: number): string {
    const { disk } = this.node(number).engine;
    return latin1(disk.find('sentinel.conf')?.view() ?? new Uint8Array(0));
  }
}

/** The epochs in which a sentinel was elected. */
function wonEpochs(events: readonly string[]): string[] {
  let epoch = '';
  return events.flatMap((event) => {
    if (event.startsWith('+new-epoch ')) epoch = event.slice('+new-epoch '.length);
    return event.startsWith('+elected-leader') ? [epoch] : [];
  });
}

describe('three sentinels', () => {
  test('find each other by their hellos, and keep that in their files', () => {
    const watched = new Watched(1);
    watched.pass(5000);
    for (const number of SENTINELS) {
      expect(watched.events(number).filter((event) => event.startsWith('+sentinel '))).toHaveLength(2);
      expect(
        watched.file(number).match(/^sentinel known-sentinel mymaster 10\.0\.1\.\d 26379 /gm),
      ).toHaveLength(2);
    }
  });

  test('agree that a dead master is down, and elect at most one leader in each epoch', () => {
    let elections = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const watched = new Watched(seed, 40);
      watched.pass(5000);
      watched.kill(MASTER);
      watched.pass(15_000);
      const won = SENTINELS.flatMap((number) => wonEpochs(watched.events(number)));
      expect(new Set(won).size, `seed ${seed}: ${won}`).toBe(won.length);
      elections += won.length;
      for (const number of SENTINELS) {
        expect(watched.events(number)).toContain('+sdown master mymaster 10.0.0.1 6379');
      }
    }
    expect(elections).toBeGreaterThan(40);
  });

  test('one alone sees the master down, and does nothing about it', () => {
    const watched = new Watched(3);
    watched.pass(5000);
    for (const [from, to] of [
      [1, 0],
      [0, 1],
    ]) {
      watched.world.step({ type: 'cut', nowMs: watched.world.nowMs, from, to });
    }
    watched.pass(5000);
    const events = watched.events(1);
    expect(events).toContain('+sdown master mymaster 10.0.0.1 6379');
    expect(events.some((event) => event.startsWith('+odown') || event.startsWith('+try-failover'))).toBe(
      false,
    );
  });

  test('a vote is not given twice, not even by a process that has restarted in between', () => {
    const watched = new Watched(5);
    watched.pass(5000);
    watched.kill(MASTER);
    watched.pass(4000);
    const voter = watched.node(2).engine.server.sentinel;
    const epoch = voter?.masters.get('mymaster')?.leaderEpoch ?? 0;
    expect(epoch).toBeGreaterThan(0);
    watched.kill(2);
    watched.restart(2);
    watched.pass(1);
    const again = watched.node(2).engine.server.sentinel;
    expect(again?.id).toBe(voter?.id);
    expect(again?.masters.get('mymaster')?.leaderEpoch).toBeGreaterThanOrEqual(epoch);
    expect(again?.masters.get('mymaster')?.sentinels.size).toBe(2);
  });

  test('one that stood still does not trust its clock for a while: TILT', () => {
    const watched = new Watched(7);
    watched.pass(5000);
    watched.world.step({ type: 'freeze', nowMs: watched.world.nowMs, node: 1 });
    watched.pass(5000);
    watched.world.step({ type: 'thaw', nowMs: watched.world.nowMs, node: 1 });
    watched.kill(MASTER);
    watched.pass(20_000);
    const during = watched.events(1);
    expect(during).toContain('+tilt #tilt mode entered');
    expect(during.some((event) => event.startsWith('+sdown'))).toBe(false);
    watched.pass(20_000);
    expect(watched.events(1)).toContain('-tilt #tilt mode exited');
    expect(watched.events(1)).toContain('+sdown master mymaster 10.0.0.1 6379');
  });

  test('a sentinel that comes back at another address is the same one', () => {
    const watched = new Watched(9);
    watched.pass(5000);
    const file = watched.file(3);
    watched.world.step({ type: 'remove', nowMs: watched.world.nowMs, node: 3 });
    const start = sentinelNode(9, file);
    watched.world.step({ type: 'add', nowMs: watched.world.nowMs, start });
    watched.pass(6000);
    for (const number of [1, 2]) {
      expect(watched.events(number).some((event) => event.startsWith('+sentinel-address-switch'))).toBe(true);
      expect(watched.node(number).engine.server.sentinel?.masters.get('mymaster')?.sentinels.size).toBe(2);
    }
  });

  test('the same seed gives the same events at the same times', () => {
    const lived = (seed: number) => {
      const watched = new Watched(seed, 20);
      watched.pass(3000);
      watched.kill(MASTER);
      watched.pass(10_000);
      return SENTINELS.flatMap((number) => watched.node(number).engine.server.sentinel?.events ?? []);
    };
    expect(lived(11)).toEqual(lived(11));
    expect(lived(11)).not.toEqual(lived(12));
  });
});

describe('a master with two replicas', () => {
  test('is failed over once, and is a replica when it comes back', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const watched = new Watched(seed, 10, REPLICAS.length);
      watched.pass(12_000);
      watched.say(MASTER, 'SET', 'k', 'v');
      watched.pass(500);
      watched.kill(MASTER);
      watched.pass(15_000);
      const promoted = watched.agreedMaster();
      expect(REPLICAS, `seed ${seed}`).toContain(promoted);
      for (const number of SENTINELS) {
        const switches = watched.events(number).filter((event) => event.startsWith('+switch-master'));
        expect(switches, `seed ${seed}`).toHaveLength(1);
      }
      watched.restart(MASTER);
      watched.pass(30_000);
      const { host } = watched.node(promoted ?? MASTER).address;
      const masters = [MASTER, ...REPLICAS].map((number) => watched.masterOf(number));
      const expected = [MASTER, ...REPLICAS].map((number) => (number === promoted ? null : host));
      expect(masters, `seed ${seed}`).toEqual(expected);
      const keys = [MASTER, ...REPLICAS].map((number) => {
        const { databases } = watched.node(number).engine.server.keyspace;
        return databases[0].keys.size;
      });
      expect(keys, `seed ${seed}`).toEqual([1, 1, 1]);
    }
  });

  test('changes places with a replica when SENTINEL FAILOVER asks for it', () => {
    const watched = new Watched(21, 3, REPLICAS.length);
    watched.pass(12_000);
    watched.say(1, 'SENTINEL', 'FAILOVER', 'mymaster');
    watched.pass(30_000);
    const promoted = watched.agreedMaster();
    expect(REPLICAS).toContain(promoted);
    expect(watched.masterOf(MASTER)).toBe(watched.node(promoted ?? MASTER).address.host);
    expect(watched.events(1)).toContain('+elected-leader master mymaster 10.0.0.1 6379');
  });

  test('a leader that crashes after the promotion is replaced: the others end what it began', () => {
    const watched = new Watched(23, 3, REPLICAS.length);
    watched.pass(12_000);
    for (const number of SENTINELS)
      watched.say(number, 'SENTINEL', 'SIMULATE-FAILURE', 'crash-after-promotion');
    watched.kill(MASTER);
    watched.pass(6000);
    const crashed = SENTINELS.filter((number) => watched.node(number).engine.downBecause !== null);
    expect(crashed).toHaveLength(1);
    for (const number of SENTINELS)
      if (number !== crashed[0]) watched.say(number, 'SENTINEL', 'SIMULATE-FAILURE');
    watched.restart(crashed[0]);
    watched.pass(60_000);
    const promoted = watched.agreedMaster();
    expect(REPLICAS).toContain(promoted);
    const other = REPLICAS.find((number) => number !== promoted) ?? MASTER;
    expect(watched.masterOf(other)).toBe(watched.node(promoted ?? MASTER).address.host);
  });
});

describe('servers and sentinels that crash, freeze and are cut off at random', () => {
  const SEEDS = [1, 2, 3, 4, 5, 6];
  const SERVERS = [MASTER, ...REPLICAS];

  /** One thing goes wrong for a while. */
  function disturb(watched: Watched, random: RandomStream): void {
    const { world } = watched;
    const node = random.below(world.nodes.length);
    const other = random.below(world.nodes.length);
    const both = (type: 'cut' | 'mend') => {
      world.step({ type, nowMs: world.nowMs, from: node, to: other });
      world.step({ type, nowMs: world.nowMs, from: other, to: node });
    };
    const kind = random.below(4);
    const ms = random.below(15_000);
    if (kind === 0) {
      watched.kill(node);
      watched.pass(ms);
      watched.restart(node);
    } else if (kind === 1) {
      world.step({ type: 'freeze', nowMs: world.nowMs, node });
      watched.pass(ms);
      world.step({ type: 'thaw', nowMs: world.nowMs, node });
    } else if (node !== other) {
      both('cut');
      watched.pass(ms);
      both('mend');
    }
    watched.pass(random.below(5000));
  }

  test.each(SEEDS)('seed %i: no epoch has two leaders, and at rest all follow one master', (seed) => {
    const watched = new Watched(seed, 20, REPLICAS.length);
    const random = new Random(seed).stream('faults');
    watched.pass(12_000);
    for (let n = 0; n < 6; n++) disturb(watched, random);
    watched.pass(180_000);
    const won = SENTINELS.flatMap((number) => wonEpochs(watched.events(number)));
    expect(won).toEqual([...new Set(won)]);
    const agreed = watched.agreedMaster();
    const host = watched.node(agreed ?? MASTER).address.host;
    expect(SERVERS).toContain(agreed);
    expect(SERVERS.map((number) => watched.masterOf(number))).toEqual(
      SERVERS.map((number) => (number === agreed ? null : host)),
    );
  });
});

test('a sentinel without its file, or with a wrong line in it, does not start', () => {
  const why = (text: string | null): string | null => {
    const files = text === null ? [] : [{ path: 'sentinel.conf', bytes: bytesOf(text) }];
    const start = { generation: '7.0', seed: 1, startMs: START_MS, config: {}, files } as const;
    return new Engine({ ...start, sentinel: 'sentinel.conf' }).downBecause;
  };
  expect(why(null)).toContain("can't open config file 'sentinel.conf'");
  expect(why('sentinel monitor mymaster 10.0.0.1 6379 0\n')).toBe(
    "Reading the configuration file, at line 1\n>>> 'sentinel monitor mymaster 10.0.0.1 6379 0'\nQuorum must be 1 or greater.",
  );
  expect(why('port 26379\nsentinel nonsense x\n')).toContain(
    'Unrecognized sentinel configuration statement.',
  );
  expect(why('nonsense 1\n')).toContain('at line 1');
  expect(why(FILE)).toBe(null);
});
