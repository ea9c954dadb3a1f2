import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf, latin1 } from '../engine/index.ts';
import type { SessionStart } from '../protocol/session.ts';
import type { NodeStart, SessionInput } from '../protocol/world.ts';
import { passUntil } from './run.ts';
import { World } from './world.ts';

const node = (name: string, n: number): NodeStart => ({ name, host: `10.0.0.${n}`, port: 6379, config: {} });
const nodes = [node('ann', 1), node('bob', 2)];
const START: SessionStart = {
  generation: '7.0',
  seed: 5,
  startMs: 0,
  config: {},
  world: { nodes, latency: { ms: 10, jitterMs: 0 } },
};

/** Two servers; the first has dialled the second by hand. */
function pair(change: Partial<SessionStart> = {}, to = { host: '10.0.0.2', port: 6379 }) {
  const world = new World({ ...START, ...change });
  const heard: string[] = [];
  const link = world.nodes[0].engine.server.links.dial(to, {
    connected: ({ host }) => heard.push(`${world.nowMs} connected from ${host}`),
    received: (bytes) => heard.push(`${world.nowMs} ${latin1(bytes).trim()}`),
    ended: () => heard.push(`${world.nowMs} ended`),
  });
  // What is sent from outside of a step leaves with the next one.
  const flush = () => world.step({ type: 'open', nowMs: world.nowMs, node: 0, client: ++consoles });
  let consoles = 0;
  flush();
  return {
    world,
    link,
    heard,
    flush,
    pass: (untilMs: number) => {
      for (const _ of passUntil(world, untilMs)) void _;
    },
    send: (line: string) => {
      link.send(bytesOf(`${line}\r\n`));
      flush();
    },
  };
}

describe('two nodes', () => {
  test('a message takes the latency of its path, and so does the answer', () => {
    const { heard, pass, send } = pair();
    send('PING');
    pass(100);
    expect(heard).toEqual(['20 connected from 10.0.0.1', '20 +PONG']);
  });

  test('the server that was dialled knows the address of the other', () => {
    const { heard, pass, send, world } = pair();
    send('CLIENT LIST');
    pass(100);
    expect(heard[1]).toMatch(/ addr=10\.0\.0\.1:\d+ /);
    expect(world.network.connections.size).toBe(1);
  });

  test('nobody listens at a port, or has an address', () => {
    const down = pair();
    down.world.step({ type: 'crash', nowMs: 0, node: 1, loss: 'nothing' });
    down.pass(100);
    expect(down.heard).toEqual(['20 ended']);
    const nobody = pair({}, { host: '10.0.0.9', port: 6379 });
    nobody.pass(100);
    expect(nobody.heard).toEqual(['0 ended']);
    expect(nobody.world.network.connections.size).toBe(0);
  });

  test('a crash ends the connections of a server, and nothing of them is left', () => {
    const { heard, pass, world } = pair();
    pass(50);
    world.step({ type: 'crash', nowMs: 50, node: 1, loss: 'nothing' });
    pass(100);
    expect(heard).toEqual(['20 connected from 10.0.0.1', '60 ended']);
    expect(world.network.connections.size).toBe(0);
    expect(world.network.underWay).toEqual([]);
  });

  test('nobody answers where a server was removed', () => {
    const { heard, pass, world } = pair();
    world.step({ type: 'remove', nowMs: 0, node: 1 });
    pass(100);
    expect(heard).toEqual(['20 ended']);
  });

  test('hanging up is heard after what was sent before', () => {
    const { flush, link, pass, send, world } = pair();
    send('SET k v');
    link.hangUp();
    flush();
    pass(100);
    const { server } = world.nodes[1].engine;
    expect(server.keyspace.databases[0].keys.size).toBe(1);
    expect(server.clients.size).toBe(0);
    expect(world.network.connections.size).toBe(0);
  });
});

describe('faults', () => {
  test('nothing passes a cut, and it arrives in order when the path is mended', () => {
    const { heard, pass, send, world } = pair();
    pass(50);
    world.step({ type: 'cut', nowMs: 50, from: 0, to: 1 });
    send('ECHO one');
    pass(80);
    send('ECHO two');
    pass(1000);
    expect(heard).toHaveLength(1);
    expect(world.network.held).toHaveLength(2);
    world.step({ type: 'mend', nowMs: 1000, from: 0, to: 1 });
    pass(2000);
    expect(heard.slice(1)).toEqual(['1020 $3\r\none', '1020 $3\r\ntwo']);
  });

  test('where one direction is cut the other one still works', () => {
    const { heard, pass, send, world } = pair();
    pass(50);
    send('ECHO one');
    world.step({ type: 'cut', nowMs: 55, from: 1, to: 0 });
    pass(100);
    expect(world.nodes[1].engine.server.statistics.commandsProcessed).toBe(1);
    expect(heard).toHaveLength(1);
  });

  test('what is under way when a path is mended does not overtake what was held', () => {
    const { heard, pass, send, world } = pair();
    pass(50);
    send('ECHO one');
    pass(59);
    send('ECHO two');
    world.step({ type: 'cut', nowMs: 59, from: 0, to: 1 });
    pass(65);
    world.step({ type: 'mend', nowMs: 65, from: 0, to: 1 });
    pass(200);
    expect(heard.slice(1).map((line) => line.slice(-3))).toEqual(['one', 'two']);
  });

  test('a frozen server answers when it thaws, and its kernel has accepted meanwhile', () => {
    const { heard, pass, send, world } = pair();
    world.step({ type: 'freeze', nowMs: 0, node: 1 });
    send('PING');
    pass(500);
    expect(heard).toEqual(['20 connected from 10.0.0.1']);
    world.step({ type: 'thaw', nowMs: 500, node: 1 });
    pass(600);
    expect(heard[1]).toBe('510 +PONG');
  });

  test('what a client says at the moment of a thaw comes behind what it said before', () => {
    const { world } = pair();
    const heard: string[] = [];
    const step = (input: SessionInput) => {
      const { node, replies } = world.step(input);
      for (const { client, bytes } of replies) if (node === 1 && client === 7) heard.push(latin1(bytes));
    };
    const say = (line: string) =>
      step({ type: 'data', nowMs: 0, node: 1, client: 7, bytes: bytesOf(`${line}\r\n`) });
    step({ type: 'freeze', nowMs: 0, node: 1 });
    step({ type: 'open', nowMs: 0, node: 1, client: 7 });
    say('ECHO first');
    step({ type: 'thaw', nowMs: 0, node: 1 });
    say('ECHO second');
    for (let n = 0; n < 10; n++) step({ type: 'tick', nowMs: 0 });
    expect(heard).toEqual(['$5\r\nfirst\r\n', '$6\r\nsecond\r\n']);
  });

  test('a path that is slow delays its own messages only', () => {
    const { heard, pass, send, world } = pair();
    world.step({ type: 'slow', nowMs: 0, from: 1, to: 0, latency: { ms: 300, jitterMs: 0 } });
    send('PING');
    pass(1000);
    expect(heard).toEqual(['310 connected from 10.0.0.1', '310 +PONG']);
  });

  test('a clock that is ahead and fast shows in TIME, and keys expire early', () => {
    const { pass, send, heard, world } = pair();
    world.step({ type: 'clock', nowMs: 0, node: 1, offsetMs: 60_000, rate: 2 });
    send('TIME');
    pass(100);
    expect(heard[1]).toContain('$2\r\n60');
    send('SET k v PX 1000');
    const { databases } = world.nodes[1].engine.server.keyspace;
    pass(590);
    expect(databases[0].keys.size).toBe(1);
    pass(800);
    expect(databases[0].keys.size).toBe(0);
  });

  test('a clock that is set back stands still until its time has come again', () => {
    const { pass, world } = pair();
    pass(1000);
    const { clock } = world.nodes[1];
    expect(clock.nowMs(world.nowMs)).toBe(1000);
    world.step({ type: 'clock', nowMs: 1000, node: 1, offsetMs: -500, rate: 1 });
    expect([clock.nowMs(1200), clock.nowMs(1500), clock.nowMs(1600)]).toEqual([1000, 1000, 1100]);
  });
});

describe('a world is a value', () => {
  const passMs = fc.nat(30);
  const acts = fc.array(
    fc.oneof(
      fc.record({ what: fc.constant('send' as const), passMs }),
      fc.record({ what: fc.constantFrom('cut' as const, 'mend' as const), passMs, isBack: fc.boolean() }),
      fc.record({ what: fc.constantFrom('freeze' as const, 'thaw' as const), passMs }),
    ),
    { maxLength: 40 },
  );

  test('faults delay answers, and lose or reorder none', () => {
    fc.assert(
      fc.property(acts, fc.integer(), (all, seed) => {
        const { heard, pass, send, world } = pair({
          seed,
          world: { nodes, latency: { ms: 3, jitterMs: 20 } },
        });
        let sent = 0;
        for (const act of all) {
          const { nowMs } = world;
          if (act.what === 'send') send(`ECHO ${++sent}`);
          else if (act.what === 'cut' || act.what === 'mend')
            world.step({ type: act.what, nowMs, from: act.isBack ? 1 : 0, to: act.isBack ? 0 : 1 });
          else world.step({ type: act.what, nowMs, node: 1 });
          pass(nowMs + act.passMs);
        }
        const { nowMs } = world;
        world.step({ type: 'thaw', nowMs, node: 1 });
        world.step({ type: 'mend', nowMs, from: 0, to: 1 });
        world.step({ type: 'mend', nowMs, from: 1, to: 0 });
        pass(nowMs + 500);
        const echoed = [...heard.join('\r\n').matchAll(/\$\d+\r\n(\d+)/g)].map(([, n]) => Number(n));
        expect(echoed).toEqual(Array.from({ length: sent }, (_, n) => n + 1));
      }),
      { numRuns: 60 },
    );
  });

  test('the same seed and inputs give the same steps at the same times', () => {
    const lived = (seed: number) => {
      const { world, send } = pair({ seed, world: { nodes, latency: { ms: 3, jitterMs: 20 } } });
      const steps: string[] = [];
      for (let n = 0; n < 50; n++) {
        send(`INCR n${n % 7}`);
        for (const step of passUntil(world, world.nowMs + 5)) {
          steps.push(`${world.nowMs} ${step.node} ${step.given?.type} ${step.replies.length}`);
        }
      }
      return steps;
    };
    expect(lived(3)).toEqual(lived(3));
    expect(lived(3)).not.toEqual(lived(4));
  });
});
