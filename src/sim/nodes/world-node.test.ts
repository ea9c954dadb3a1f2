import { beforeAll, describe, expect, test } from 'vitest';
import type { RedisNodeSpec, SentinelNodeSpec } from '../../protocol/scenario.ts';
import { prepareSearch } from '../explore/search.ts';
import { passUntil } from '../run.ts';
import { World } from '../world.ts';
import { LivingWorld } from './living-world.ts';
import { RefusedRequest, type SimulatedNode } from './node.ts';
import { START_MS } from './redis-node.ts';
import { worldNodes } from './world-node.ts';

beforeAll(prepareSearch);

const A = 0;
const B = 1;
const SLOT = '3808';

function server(name: string, more: Partial<RedisNodeSpec> = {}): RedisNodeSpec {
  return { name, kind: 'redis', config: {}, given: [], ...more };
}

const CLUSTER = [
  server('left', { slots: [{ first: 0, last: 8191 }], given: [['SET', '{shop}:a', '1']] }),
  server('right', { slots: [{ first: 8192, last: 16383 }] }),
];
const DOWN_AFTER_MS = 1000;

function sentinels(count: number): SentinelNodeSpec[] {
  const config = { 'down-after-milliseconds': `${DOWN_AFTER_MS}`, 'failover-timeout': '3000' };
  return Array.from({ length: count }, (_, at) => ({
    name: `s${at + 1}`,
    kind: 'sentinel',
    watches: 'redis',
    quorum: 2,
    config,
  }));
}

const WATCHED = [server('redis'), server('copy', { replicaOf: 'redis' }), ...sentinels(3)];

/** Nodes by name that share one state, which moves on with every call. */
class Stage {
  readonly constants: ReturnType<typeof worldNodes>['constants'];
  readonly #nodes: ReadonlyMap<string, SimulatedNode>;
  state: number;

  constructor(specs: readonly (RedisNodeSpec | SentinelNodeSpec)[], neverMerges = false) {
    const { nodes, constants } = worldNodes(specs, 1, neverMerges);
    this.constants = constants;
    this.#nodes = new Map(nodes.map((node) => [node.name, node]));
    this.state = nodes[0].start;
  }

  node(name: string): SimulatedNode {
    const node = this.#nodes.get(name);
    if (node === undefined) throw new Error(`no node ${name}`);
    return node;
  }

  ask(name: string, actor: number, ...args: string[]) {
    const { state, answer } = this.node(name).ask(this.state, actor, { method: 'redis', args });
    this.state = state;
    return answer;
  }

  cut(name: string, ms = 0): void {
    this.state = this.node(name).cut?.(this.state, ms).state ?? this.state;
  }

  down(name: string): void {
    this.state = this.node(name).down(this.state).state;
  }

  /** On to the next notable thing. */
  pass(): number {
    const [node] = this.#nodes.values();
    const ms = node.nextMs(this.state);
    this.state = node.pass(this.state, ms).state;
    return ms;
  }

  /** Everything that comes by itself, as sentinels name it. */
  passAll(): string[] {
    const [node] = this.#nodes.values();
    const before = this.state;
    while (node.nextMs(this.state) !== Number.POSITIVE_INFINITY) this.pass();
    return (node.saidBetween?.(before, this.state) ?? []).map(({ event }) => event);
  }

  id(name: string): string {
    return (this.constants.id_of as Record<string, string>)[name];
  }
}

describe('the nodes of a cluster', () => {
  test('agree from the beginning, and programs know their ids and addresses', () => {
    const stage = new Stage(CLUSTER);
    expect(stage.ask('right', A, 'CLUSTER', 'MYID')).toBe(stage.id('right'));
    expect(stage.constants.node_at).toEqual({ '10.0.0.1:6379': 'left', '10.0.0.2:6379': 'right' });
    expect(stage.ask('right', A, 'GET', '{shop}:a')).toEqual({ err: `MOVED ${SLOT} 10.0.0.1:6379` });
    expect(stage.node('left').nextMs(stage.state)).toBe(Number.POSITIVE_INFINITY);
  });

  test('move a key and a slot within the operations that ask for it', () => {
    const stage = new Stage(CLUSTER);
    stage.ask('right', A, 'CLUSTER', 'SETSLOT', SLOT, 'IMPORTING', stage.id('left'));
    stage.ask('left', A, 'CLUSTER', 'SETSLOT', SLOT, 'MIGRATING', stage.id('right'));
    expect(stage.node('left').facts?.(stage.state)).toMatchObject([{ isOwn: true, migratingTo: 'right' }]);
    expect(stage.ask('left', A, 'MIGRATE', '10.0.0.2', '6379', '{shop}:a', '0', '1000')).toEqual({
      ok: 'OK',
    });
    expect(stage.node('right').entries(stage.state)).toMatchObject([{ name: '{shop}:a', value: '1' }]);
    expect(stage.ask('left', B, 'GET', '{shop}:a')).toEqual({ err: `ASK ${SLOT} 10.0.0.2:6379` });
    stage.ask('right', A, 'CLUSTER', 'SETSLOT', SLOT, 'NODE', stage.id('right'));
    expect(stage.ask('left', B, 'GET', '{shop}:a')).toEqual({ err: `MOVED ${SLOT} 10.0.0.2:6379` });
  });

  test('an owner that hears of another one drops the keys that it still has', () => {
    const stage = new Stage(CLUSTER);
    stage.ask('right', A, 'CLUSTER', 'SETSLOT', SLOT, 'IMPORTING', stage.id('left'));
    stage.ask('right', A, 'CLUSTER', 'SETSLOT', SLOT, 'NODE', stage.id('right'));
    expect(stage.node('left').entries(stage.state)).toEqual([]);
    expect(stage.node('right').entries(stage.state)).toEqual([]);
  });

  test('are one state after commands that commute, and another one after ASKING', () => {
    const stage = new Stage(CLUSTER);
    const both = (first: number, second: number): number => {
      stage.state = stage.node('left').start;
      stage.ask('left', first, 'SET', `{shop}:${first}`, '1');
      stage.ask('left', second, 'SET', `{shop}:${second}`, '1');
      stage.ask('left', first, 'DEL', `{shop}:${first}`);
      stage.ask('left', second, 'DEL', `{shop}:${second}`);
      return stage.state;
    };
    const one = both(A, B);
    expect(both(B, A)).toBe(one);
    stage.ask('left', A, 'ASKING');
    expect(stage.state).not.toBe(one);
    stage.ask('left', A, 'GET', '{shop}:a');
    expect(stage.state).toBe(one);
  });

  test('are told apart by the order in which they name the keys of a slot', () => {
    const stage = new Stage(CLUSTER);
    const written = (...names: string[]): number => {
      stage.state = stage.node('left').start;
      for (const name of names) stage.ask('left', A, 'SET', `{shop}:${name}`, '1');
      return stage.state;
    };
    expect(written('x', 'y')).not.toBe(written('y', 'x'));
  });

  test('that do not agree are watched until they do, or nothing comes of it', () => {
    const stage = new Stage([CLUSTER[0], server('right', CLUSTER[1])]);
    // The giver alone is told: the receiver goes on naming the giver, however long they ping each other.
    stage.ask('left', A, 'DEL', '{shop}:a');
    stage.ask('left', A, 'CLUSTER', 'SETSLOT', SLOT, 'NODE', stage.id('right'));
    expect(stage.ask('left', A, 'GET', '{shop}:a')).toEqual({ err: `MOVED ${SLOT} 10.0.0.2:6379` });
    expect(stage.ask('right', A, 'GET', '{shop}:a')).toEqual({ err: `MOVED ${SLOT} 10.0.0.1:6379` });
    expect(stage.node('left').nextMs(stage.state)).toBe(Number.POSITIVE_INFINITY);
  });

  test.each([
    [['SET', '{shop}:a', '1', 'PX', '100'], 'keys that expire in a cluster'],
    [['BLPOP', '{shop}:list', '1'], 'wait for a time in a cluster'],
    [['CLUSTER', 'NODES'], 'cannot use CLUSTER NODES'],
    [['MULTI'], 'cannot use MULTI'],
    [['KEYS', '*'], 'cannot use KEYS'],
  ])('%j is refused', (args, message) => {
    const stage = new Stage(CLUSTER);
    expect(() => stage.ask('left', A, ...args)).toThrow(RefusedRequest);
    expect(() => stage.ask('left', A, ...args)).toThrow(message);
  });
});

describe('servers under sentinels', () => {
  const named = ['SENTINEL', 'get-master-addr-by-name', 'redis'];

  test('have nothing to wait for while all is well', () => {
    const stage = new Stage(WATCHED);
    expect(stage.node('redis').nextMs(stage.state)).toBe(Number.POSITIVE_INFINITY);
    expect(stage.ask('redis', A, 'SET', 'k', 'v')).toEqual({ ok: 'OK' });
    expect(stage.ask('copy', B, 'GET', 'k')).toBe('v');
    expect(stage.node('redis').nextMs(stage.state)).toBe(Number.POSITIVE_INFINITY);
  });

  test('a world at rest stays so for a minute, before a failover and after it', () => {
    const world = new LivingWorld(membersOf(WATCHED), 1);
    const stays = () => {
      expect(world.isSettled).toBe(true);
      const before = world.notable;
      world.pass(60_000);
      expect(world.notable).toBe(before);
      expect(world.isSettled).toBe(true);
    };
    stays();
    world.down(0);
    expect(world.isSettled).toBe(false);
    while (world.goAhead(30_000).isNotable);
    stays();
  });

  test('a master that is cut off goes on confirming while the others elect', () => {
    const stage = new Stage(WATCHED);
    stage.cut('redis');
    expect(stage.node('redis').isCut?.(stage.state)).toBe(true);
    expect(stage.pass()).toBeGreaterThanOrEqual(DOWN_AFTER_MS);
    expect(stage.ask('redis', A, 'SET', 'order', '1')).toEqual({ ok: 'OK' });
    const said = stage.passAll();
    expect(said.filter((event) => event === '+switch-master')).toHaveLength(3);
    expect(said.filter((event) => event === '+elected-leader')).toHaveLength(1);
    expect(stage.ask('s1', B, ...named)).toEqual(['10.0.0.2', '6379']);
    expect(stage.ask('copy', B, 'EXISTS', 'order')).toBe(0);
    expect(stage.ask('redis', A, 'SET', 'order', '2')).toEqual({ ok: 'OK' });
    expect(stage.node('copy').facts?.(stage.state)).toEqual([{ type: 'role', of: null, isUp: true }]);
    expect(stage.node('s1').facts?.(stage.state)).toMatchObject([{ master: 'copy', isDown: 'no' }]);
  });

  test('one that comes back is made a replica and loses what nobody else has', () => {
    const stage = new Stage(WATCHED);
    stage.cut('redis', 8000);
    stage.ask('redis', A, 'SET', 'order', '1');
    expect(stage.passAll()).toContain('+convert-to-slave');
    expect(stage.node('redis').isCut?.(stage.state)).toBe(false);
    expect(stage.node('redis').facts?.(stage.state)).toEqual([{ type: 'role', of: 'copy', isUp: true }]);
    expect(stage.node('redis').entries(stage.state)).toEqual([]);
  });

  test('with min-replicas it refuses before anybody is elected', () => {
    const config = { 'min-replicas-to-write': '1', 'min-replicas-max-lag': '1' };
    const slow = sentinels(3).map((each) => ({
      ...each,
      config: { ...each.config, 'down-after-milliseconds': '5000' },
    }));
    const stage = new Stage([server('redis', { config }), WATCHED[1], ...slow]);
    stage.cut('redis');
    expect(stage.pass()).toBeLessThan(3000);
    expect(stage.ask('redis', A, 'SET', 'k', 'v')).toEqual({
      err: 'NOREPLICAS Not enough good replicas to write.',
    });
    expect(stage.node('redis').facts?.(stage.state)).toContainEqual({ type: 'alone' });
  });

  test('one that is down answers nobody, and who waited for it is told', () => {
    const stage = new Stage(WATCHED);
    stage.cut('copy');
    stage.ask('redis', A, 'SET', 'k', 'v');
    expect(stage.ask('redis', A, 'WAIT', '1', '5000')).toBeUndefined();
    const { state, deliveries } = stage.node('redis').down(stage.state);
    expect(deliveries).toEqual([{ actor: A, kind: 'answer', value: { err: 'connection refused' } }]);
    stage.state = state;
    expect(stage.ask('redis', B, 'PING')).toEqual({ err: 'connection refused' });
  });

  test('what only reads, or is refused, leaves no trace; what writes does, and when', () => {
    const stage = new Stage(WATCHED);
    const { state } = stage;
    stage.ask('redis', A, 'GET', 'k');
    stage.ask('s2', A, ...named);
    stage.ask('copy', A, 'SET', 'k', 'v');
    expect(stage.state).toBe(state);
    stage.cut('redis');
    const cut = stage.state;
    stage.ask('redis', A, 'SET', 'k', 'v');
    stage.pass();
    const before = stage.state;
    stage.state = cut;
    stage.pass();
    stage.ask('redis', A, 'SET', 'k', 'v');
    expect(stage.state).not.toBe(before);
  });

  test('time may pass in two parts or in one', () => {
    const stage = new Stage(WATCHED);
    const redis = stage.node('redis');
    stage.cut('redis');
    const halves = redis.pass(redis.pass(stage.state, 300).state, 400).state;
    expect(redis.pass(stage.state, 700).state).toBe(halves);
  });

  test.each([
    ['s1', ['SENTINEL', 'MASTERS'], 'cannot use SENTINEL MASTERS'],
    ['s1', ['SENTINEL', 'FAILOVER', 'redis'], 'cannot use SENTINEL FAILOVER'],
    ['s1', ['INFO'], 'cannot ask a sentinel for INFO'],
    ['redis', ['MULTI'], 'cannot use MULTI'],
    ['redis', ['CONFIG', 'SET', 'hz', '1'], 'for operators'],
  ])('%s is not asked for %j', (name, args, message) => {
    const stage = new Stage(WATCHED);
    expect(() => stage.ask(name, A, ...args)).toThrow(message);
  });

  /** Sentinels that find everybody by themselves, as `npm run sentinel` compares them with the real ones. */
  test('sentinels that begin with what they have found do as those that find it', () => {
    const file = `sentinel monitor redis 10.0.0.1 6379 2\nsentinel down-after-milliseconds redis ${DOWN_AFTER_MS}\nsentinel failover-timeout redis 3000\n`;
    const found = new World({
      generation: '7.0',
      seed: 1,
      startMs: START_MS - 13_000,
      config: { save: '', 'repl-diskless-sync-delay': '0' },
      world: {
        nodes: [
          { name: 'redis', host: '10.0.0.1', port: 6379, config: {} },
          { name: 'copy', host: '10.0.0.2', port: 6379, config: { replicaof: '10.0.0.1 6379' } },
          ...[3, 4, 5].map((n) => ({
            name: `s${n}`,
            host: `10.0.1.${n}`,
            port: 26379,
            config: {},
            sentinel: file,
          })),
        ],
        latency: { ms: 0, jitterMs: 0 },
      },
    });
    for (const _ of passUntil(found, START_MS)) void _;
    found.step({ type: 'crash', nowMs: START_MS, node: 0, loss: 'nothing' });
    for (const _ of passUntil(found, START_MS + 4000)) void _;
    const known = new LivingWorld(membersOf(WATCHED), 1);
    known.down(0);
    known.pass(4000);
    expect(leaderSays(known.world)).toEqual(leaderSays(found));
    expect(leaderSays(known.world)).toEqual(
      '+sdown +odown +new-epoch +try-failover +vote-for-leader +elected-leader +failover-state-select-slave +selected-slave +failover-state-send-slaveof-noone +failover-state-wait-promotion -role-change +promoted-slave +failover-state-reconf-slaves +failover-end +switch-master +slave +sdown'.split(
        ' ',
      ),
    );
  });
});

/** The types of what the leader of the failover says once the master is gone. */
function leaderSays(world: World): string[] {
  const told = world.nodes.map(({ engine }) => engine.server.sentinel?.events ?? []);
  const leader = told.find((events) => events.some(({ type }) => type === '+elected-leader')) ?? [];
  return leader.filter(({ atMs }) => atMs > START_MS).map(({ type }) => type);
}

function membersOf(specs: readonly (RedisNodeSpec | SentinelNodeSpec)[]) {
  return specs.map((spec) => {
    const numberOf = (name: string) => specs.findIndex((each) => each.name === name);
    if (spec.kind === 'sentinel') return { ...spec, watches: numberOf(spec.watches) };
    const master = spec.replicaOf === undefined ? null : numberOf(spec.replicaOf);
    return { ...spec, kind: 'server' as const, slots: spec.slots ?? null, master };
  });
}
