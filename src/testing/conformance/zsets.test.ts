/** Sorted sets and places through the whole engine: what random commands must never do, and what watchers see. */
import { describe, expect, test } from 'vitest';
import { latin1 } from '../../engine/base/bytes.ts';
import type { Generation } from '../../protocol/session.ts';
import type { Step } from '../../protocol/steps.ts';
import type { DifferentialCommand } from '../differential.ts';
import { GeoFuzz } from '../geo-fuzz.ts';
import { EngineClients } from '../transcript-players.ts';
import { ZsetFuzz } from '../zset-fuzz.ts';

const seed = Number(process.env.PROPERTY_SEED ?? 20_250_303);
const COMMANDS = 1500;

function start(generation: Generation): EngineClients {
  return new EngineClients({}, undefined, 5, generation);
}

function commandsOf(fuzz: { next(): DifferentialCommand }, generation: Generation): DifferentialCommand[] {
  const commands = Array.from({ length: COMMANDS }, () => fuzz.next());
  if (generation === '7.0') return commands;
  // 6.2 knows the limits by their older names only.
  return commands.map(({ args, comparison }) => ({
    args: args.map((word) => (typeof word === 'string' ? word.replace('-listpack-', '-ziplist-') : word)),
    comparison,
  }));
}

describe.each(['7.0', '6.2'] as const)(`generation %s, seed ${seed}`, (generation) => {
  test.each([
    ['sorted sets', () => new ZsetFuzz(seed)],
    ['places', () => new GeoFuzz(seed)],
  ])(
    'random commands over %s leave no memory behind, watched or not, and are answered alike',
    (_name, fuzz) => {
      const plain = start(generation);
      const watched = start(generation);
      plain.send(['SET', 'first', 'key']);
      watched.send(['SET', 'first', 'key']);
      plain.send(['FLUSHALL']);
      watched.send(['FLUSHALL']);
      const { env } = plain.engine.server;
      const usedBytes = env.heap.usedBytes;
      let steps = 0;
      watched.engine.server.env.probe = { emit: () => steps++ };

      const wrong: string[] = [];
      for (const { args } of commandsOf(fuzz(), generation)) {
        const reply = latin1(plain.send(args));
        if (/^-.*unknown/i.test(reply)) wrong.push(reply);
        if (latin1(watched.send(args)) !== reply) wrong.push(`${args.join(' ')}: ${reply}`);
      }
      expect(wrong).toEqual([]);
      expect(steps).toBeGreaterThan(COMMANDS);
      expect(watched.engine.server.env.heap.usedBytes).toBe(env.heap.usedBytes);
      plain.send(['FLUSHALL']);
      expect(env.heap.usedBytes).toBe(usedBytes);
    },
  );
});

function stepsOf(clients: EngineClients, ...args: string[]): Step[] {
  const steps: Step[] = [];
  const { env } = clients.engine.server;
  env.probe = { emit: (step) => steps.push(step) };
  clients.send(args);
  env.probe = null;
  return steps;
}

describe('steps', () => {
  test('a conversion is one step, with the member that caused it going into the skiplist', () => {
    const clients = start('7.0');
    clients.send(['CONFIG', 'SET', 'zset-max-listpack-entries', '2']);
    clients.send(['ZADD', 'z', '1', 'a', '2', 'b']);
    const types = stepsOf(clients, 'ZADD', 'z', '3', 'c').map(({ type }) => type);
    expect(types.filter((type) => type === 'object.encoding')).toHaveLength(1);
    expect(types.indexOf('object.encoding')).toBeLessThan(types.indexOf('skiplist.insert'));
    expect(types.filter((type) => type === 'skiplist.insert')).toHaveLength(1);
    expect(types.filter((type) => type === 'packed.insert')).toHaveLength(0);
  });

  test('a place is cut 26 times on each axis, then its bits alternate', () => {
    const steps = stepsOf(start('7.0'), 'GEOADD', 'g', '13.361389', '38.115556', 'Palermo');
    expect(steps.filter(({ type }) => type === 'geohash.bisect')).toHaveLength(52);
    const [interleaved] = steps.filter((step) => step.type === 'geohash.interleave');
    expect(interleaved.score).toBe(3479099956230698);
  });

  test('a search reports its nine cells, how many members each had and how many of them were near enough', () => {
    const clients = start('7.0');
    clients.send(['GEOADD', 'g', '13.361389', '38.115556', 'Palermo', '15.087269', '37.502669', 'Catania']);
    clients.send(['GEOADD', 'g', '12.758489', '38.788135', 'edge1', '17.241510', '38.788135', 'edge2']);
    const around = ['GEOSEARCH', 'g', 'FROMLONLAT', '15', '37', 'BYRADIUS', '200', 'km'];
    const cells = stepsOf(clients, ...around).filter((step) => step.type === 'geohash.cell');
    expect(cells.map(({ position }) => position)).toEqual([
      'center',
      'north',
      'south',
      'east',
      'west',
      'northEast',
      'northWest',
      'southEast',
      'southWest',
    ]);
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
    expect(sum(cells.map(({ found }) => found))).toBe(2);
    expect(sum(cells.map(({ candidates }) => candidates))).toBe(4);
    expect(
      cells.filter(({ state }) => state !== 'searched').every(({ candidates }) => candidates === 0),
    ).toBe(true);

    const few = stepsOf(clients, ...around, 'COUNT', '1', 'ANY').filter(
      (step) => step.type === 'geohash.cell',
    );
    expect(sum(few.map(({ found }) => found))).toBe(1);
    expect(few.some(({ state }) => state === 'enough')).toBe(true);
  });

  test('an intermediate result is not watched', () => {
    const clients = start('7.0');
    clients.send(['ZADD', 'a', '1', 'x', '2', 'y']);
    const types = stepsOf(clients, 'ZUNIONSTORE', 'out', '2', 'a', 'a').map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('skiplist.') || type.startsWith('packed.'))).toEqual([]);
  });
});
