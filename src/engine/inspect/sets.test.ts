import { describe, expect, it } from 'vitest';
import type { Step } from '../../protocol/steps.ts';
import type { SetsView } from '../../protocol/views.ts';
import { fuzzSeed } from '../../testing/fuzz-seed.ts';
import { bytesOf } from '../base/bytes.ts';
import { Random } from '../base/random.ts';
import { TestServer } from './test-server.ts';

const look = (server: TestServer, keys: readonly string[] | null = null) =>
  server.look({ kind: 'sets', db: 0, keys: keys?.map(bytesOf) ?? null }) as SetsView;

const kinds = (steps: readonly Step[]) => steps.filter(({ type }) => type.startsWith('sets.'));

describe('the view of sets', () => {
  it('shows the first sets by name, then those of the latest command', () => {
    const server = new TestServer();
    expect(look(server)).toMatchObject({ sets: [], members: [], operation: null });
    server.runAll('SADD b 2 3', 'SADD a 1 2', 'SET other 1');
    expect(look(server)).toMatchObject({
      sets: [
        { key: 'a', size: 2, encoding: 'intset' },
        { key: 'b', size: 2 },
      ],
      regions: [
        { mask: 1, count: 1 },
        { mask: 2, count: 1 },
        { mask: 3, count: 1 },
      ],
      operation: null,
    });
    server.run('SINTERSTORE c b a nobody');
    expect(look(server)).toMatchObject({
      sets: [{ key: 'b' }, { key: 'a' }, { key: 'nobody', encoding: null, size: 0 }],
      operation: {
        operation: 'intersection',
        way: null,
        end: 'missing',
        probes: 0,
        taken: 0,
        storedAt: null,
      },
    });
    // Others that are chosen have nothing to do with it.
    expect(look(server, ['a', 'b']).operation).toBe(null);
  });

  it('gives up on regions of large sets, and keeps the sizes', () => {
    const server = new TestServer();
    server.run(`SADD a ${Array.from({ length: 4001 }, (_, at) => at).join(' ')}`);
    expect(look(server)).toMatchObject({ sets: [{ size: 4001 }], regions: [], members: [] });
  });

  it('leaves a table that rehashes where it is', () => {
    const server = new TestServer();
    for (let at = 0; at < 5; at++) server.run(`SADD s member${at}`);
    const before = server.run('DEBUG HTSTATS-KEY s');
    look(server);
    look(server);
    expect(server.run('DEBUG HTSTATS-KEY s')).toBe(before);
  });
});

describe('the steps of a command that combines sets', () => {
  it('the smallest set is gone through, and the first that lacks a member ends its search', () => {
    const server = new TestServer();
    server.runAll('SADD big 1 2 3 4 5', 'SADD middle 2 3 9', 'SADD small 2 7');
    const replied = kinds(server.stepsOf('SINTER big small middle'));
    expect(replied).toEqual([
      {
        type: 'sets.plan',
        operation: 'intersection',
        way: 'look-up',
        order: [1, 2, 0],
        lookUpCost: 0,
        takeAwayCost: 0,
      },
      { type: 'sets.probe', operand: 2, member: '2', found: true, probes: 1 },
      { type: 'sets.probe', operand: 0, member: '2', found: true, probes: 2 },
      { type: 'sets.take', operand: 1, member: '2', isNew: true, taken: 1 },
      { type: 'sets.probe', operand: 2, member: '7', found: false, probes: 3 },
      { type: 'sets.end', why: 'done', probes: 3, taken: 1 },
    ]);
    expect(look(server).operation).toMatchObject({ probes: 3, taken: 1, end: 'done', order: [1, 2, 0] });
  });

  it('a limit ends it early', () => {
    const server = new TestServer();
    server.runAll('SADD a 1 2 3 4', 'SADD b 1 2 3 4 5');
    const replied = kinds(server.stepsOf('SINTERCARD 2 a b LIMIT 2'));
    expect(replied.at(-1)).toEqual({ type: 'sets.end', why: 'limit', probes: 2, taken: 2 });
    expect(look(server).operation).toMatchObject({ limit: 2, taken: 2, end: 'limit' });
  });

  it('a difference looks up or takes away, whichever costs less', () => {
    const server = new TestServer();
    server.runAll('SADD a 1 2 3 4', 'SADD b 2', 'SADD c 3', 'SADD d 4', 'SADD e 9');
    expect(kinds(server.stepsOf('SDIFF a b'))[0]).toMatchObject({
      way: 'look-up',
      lookUpCost: 4,
      takeAwayCost: 5,
    });
    const replied = kinds(server.stepsOf('SDIFFSTORE r a b c d e'));
    expect(replied[0]).toMatchObject({
      way: 'take-away',
      lookUpCost: 10,
      takeAwayCost: 8,
      order: [0, 1, 2, 3, 4],
    });
    expect(replied.filter(({ type }) => type === 'sets.drop')).toEqual([
      { type: 'sets.drop', operand: 1, member: '2', wasThere: true, taken: 3 },
      { type: 'sets.drop', operand: 2, member: '3', wasThere: true, taken: 2 },
      { type: 'sets.drop', operand: 3, member: '4', wasThere: true, taken: 1 },
      { type: 'sets.drop', operand: 4, member: '9', wasThere: false, taken: 1 },
    ]);
    expect(look(server).operation).toMatchObject({ storedAt: 'r', taken: 1 });
    expect(kinds(server.stepsOf('SDIFF a b a'))).toEqual([
      { type: 'sets.end', why: 'itself', probes: 0, taken: 0 },
    ]);
  });

  it(`seed ${fuzzSeed}: the steps lead to the reply, and watched or not the outcome is the same`, () => {
    const random = new Random(fuzzSeed).stream('sampling');
    for (let round = 0; round < 60; round++) {
      const [watched, alone] = [new TestServer(), new TestServer()];
      const amount = 1 + random.below(4);
      const keys = Array.from({ length: amount }, (_, at) => `k${at}`);
      for (const key of keys) {
        if (random.below(8) === 0) continue;
        const members = Array.from({ length: 1 + random.below(20) }, () => {
          const member = random.below(25);
          return round % 2 === 0 ? String(member) : `m${member}`;
        });
        for (const server of [watched, alone]) server.run(`SADD ${key} ${members.join(' ')}`);
      }
      const command = `${['SINTER', 'SUNION', 'SDIFF'][random.below(3)]} ${keys.join(' ')}`;
      const steps = watched.stepsOf(command);
      const taken = new Set<string>();
      for (const step of steps) {
        if (step.type === 'sets.take') taken.add(step.member);
        if (step.type === 'sets.drop') taken.delete(step.member);
      }
      const reply = alone.run(command);
      const replied = [...reply.matchAll(/"([^"]+)"/g)].map(([, member]) => member);
      expect([...taken].sort(), command).toEqual(replied.sort());
      expect(look(watched), command).toEqual(look(alone));
      expect(look(alone).operation?.taken, command).toBe(replied.length);
    }
  });
});
