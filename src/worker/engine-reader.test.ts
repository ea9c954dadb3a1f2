import { expect, it } from 'vitest';
import { Engine } from '../engine/server/engine.ts';
import { encodeCommand } from '../protocol/resp.ts';
import { splitArguments } from '../protocol/split-arguments.ts';
import { engineReader } from './engine-reader.ts';
import { Session } from './session.ts';

it('reads a sorted set, packed and not', () => {
  const engine = new Engine({ generation: '7.0', seed: 25858, startMs: 0, config: {} });
  engine.step({ type: 'open', nowMs: 0, client: 1 });
  const run = (line: string) =>
    engine.step({ type: 'data', nowMs: 0, client: 1, bytes: encodeCommand(splitArguments(line)!) });
  run('SET s 1');
  run('ZADD z 1 a 2 b');
  const { zset } = engineReader(engine.server);
  expect(zset(0, 's')).toBeNull();
  expect(zset(0, 'none')).toBeNull();
  expect(zset(0, 'z')).toMatchObject({ length: 2, level: null });
  expect([zset(0, 'z')!.levelsOf('a'), zset(0, 'z')!.nodesOn(0)]).toEqual([null, null]);
  run('CONFIG SET zset-max-listpack-entries 2');
  run('ZADD z 3 c 4 d');
  const table = zset(0, 'z')!;
  const members = ['a', 'b', 'c', 'd'];
  expect(table.length).toBe(4);
  expect(table.level).toBe(Math.max(...members.map((member) => table.levelsOf(member)!)));
  expect(table.nodesOn(0)).toBe(4);
  expect(table.nodesOn(1)).toBe(members.filter((member) => table.levelsOf(member)! > 1).length);
  expect(table.nodesOn(31)).toBe(0);
  expect(table.levelsOf('nobody')).toBeNull();
});

it('reads packed bytes, and what a command did to them', () => {
  const session = new Session({ generation: '6.2', seed: 1, startMs: 0, config: {} });
  session.open(0);
  const run = (line: string) => session.send(1, encodeCommand(splitArguments(line)!), 0);
  const see = (path: string) => session.observe(path, session.lastIndex);
  run('HSET h name ann age 41');
  expect(see('db0.packed(h).format')).toBe('ziplist');
  expect(see('db0.packed(h).bytes')).toBe(30);
  expect(see('db0.packed(h).slot')).toBe(32);
  expect(see('db0.packed(h).entries')).toBe(4);
  expect(see('db0.packed(h).prevlen(3)')).toBe(5);
  expect(see('db0.packed(h).size(3)')).toBe(3);
  expect(see('db0.packed(h).encoding(3)')).toBe('int8');
  expect(see('db0.packed(h).encoding(4)')).toBeNull();
  expect(see('db0.memory(h)')).toBeGreaterThan(48);
  run('HGET h age');
  expect(see('last.walked')).toBe(2);
  run('HSET h name anna');
  // A ziplist deletes the old value and inserts the new one: both times eight bytes behind it move, but for the
  // prevlen of the next entry, which is written anew.
  expect(see('last.shifted')).toBe(14);

  run(`RPUSH l ${'a'.repeat(250)} ${'b'.repeat(250)} z`);
  run(`LPUSH l ${'x'.repeat(251)}`);
  expect(see('last.cascaded')).toBe(3);
  expect(see('db0.packed(l).longPrevlens')).toBe(3);
  expect(see('last.reallocations')).toBeGreaterThan(0);
  run(`HSET h long ${'v'.repeat(65)}`);
  expect(see('db0.packed(h).bytes')).toBeNull();
  expect(see('db0.encoding(h)')).toBe('hashtable');
});

it('reads what is larger than a view shows', () => {
  const session = new Session({
    generation: '7.0',
    seed: 1,
    startMs: 0,
    config: { 'list-max-listpack-size': '2', 'list-compress-depth': '1', 'enable-debug-command': 'yes' },
  });
  session.open(0);
  const run = (line: string) => session.send(1, encodeCommand(splitArguments(line)!), 0);
  const see = (path: string) => session.observe(path, session.lastIndex);
  for (let number = 0; number < 301; number++) run(`RPUSH l element-number-${number}-with-a-long-tail`);
  expect(see('db0.list(l).nodes')).toBe(151);
  expect(see('db0.list(l).compressedNodes')).toBe(149);
  expect(see('db0.list(l).elementsIn(150)')).toBe(1);
  expect(see('db0.list(l).elementsIn(151)')).toBeNull();
  for (let number = 0; number < 3000; number++) run(`SET key:${number} x`);
  while (see('db0.rehashIndex') !== -1) run('GET key:1');
  const longest = see('db0.longestChain');
  expect(see('db0.ht0.size')).toBe(4096);
  run('DEBUG HTSTATS 0');
  expect(see('last.reply')).toContain(` max chain length: ${longest}`);
});
