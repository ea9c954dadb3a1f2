import { expect, it } from 'vitest';
import { Engine } from '../engine/server/engine.ts';
import { splitArguments } from '../protocol/redis-cli.ts';
import { encodeCommand } from '../protocol/resp.ts';
import { engineReader } from './engine-reader.ts';

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
