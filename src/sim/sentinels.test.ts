/** Three sentinels around a master, in worlds of many seeds. */
import { describe, expect, test } from 'vitest';
import { latin1 } from '../engine/index.ts';
import type { NodeStart } from '../protocol/world.ts';
import { passUntil } from './run.ts';
import { World, type WorldNode } from './world.ts';

const MASTER = 0;
const SENTINELS = [1, 2, 3];
const START_MS = 1_750_000_000_000;

const FILE = [
  'sentinel monitor mymaster 10.0.0.1 6379 2',
  'sentinel down-after-milliseconds mymaster 1000',
  'sentinel failover-timeout mymaster 3000',
  '',
].join('\n');

function sentinelNode(n: number): NodeStart {
  const bytes = Uint8Array.from(FILE, (each) => each.charCodeAt(0));
  const host = `10.0.1.${n}`;
  const files = [{ path: 'sentinel.conf', bytes }];
  return { name: `sentinel${n}`, host, port: 26379, config: {}, sentinel: 'sentinel.conf', files };
}

class Watched {
  readonly world: World;

  constructor(seed: number, jitterMs = 3) {
    this.world = new World({
      generation: '7.0',
      seed,
      startMs: START_MS,
      nodes: [{ name: 'master', host: '10.0.0.1', port: 6379, config: {} }, ...SENTINELS.map(sentinelNode)],
      latency: { ms: 1, jitterMs },
    });
  }

  pass(ms: number): void {
    for (const _ of passUntil(this.world, this.world.nowMs + ms)) void _;
  }

  kill(node: number): void {
    const { nowMs } = this.world;
    this.world.step({ type: 'act', nowMs, node, act: { type: 'crash', nowMs, loss: 'nothing' } });
  }

  restart(node: number): void {
    const { nowMs } = this.world;
    this.world.step({ type: 'act', nowMs, node, act: { type: 'restart', nowMs } });
  }

  node(number: number): WorldNode {
    return this.world.nodes[number];
  }

  events(number: number): string[] {
    return (this.node(number).engine.server.sentinel?.events ?? []).map(
      ({ type, text }) => `${type} ${text}`,
    );
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
    const bytes = Uint8Array.from(file, (each) => each.charCodeAt(0));
    watched.world.step({
      type: 'add',
      nowMs: watched.world.nowMs,
      node: { ...sentinelNode(9), files: [{ path: 'sentinel.conf', bytes }] },
    });
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

test('a sentinel without its file, or with a wrong line in it, does not start', () => {
  const why = (text: string | null): string | null => {
    const bytes = Uint8Array.from(text ?? '', (each) => each.charCodeAt(0));
    const files = text === null ? [] : [{ path: 'sentinel.conf', bytes }];
    const world = new World({
      generation: '7.0',
      seed: 1,
      startMs: START_MS,
      nodes: [{ ...sentinelNode(1), files }],
    });
    return world.nodes[0].engine.downBecause;
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
