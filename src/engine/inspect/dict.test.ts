import { expect, test } from 'vitest';
import { encodeCommand } from '../../protocol/resp.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import type { DictView } from '../../protocol/views.ts';
import { bytesOf } from '../base/bytes.ts';
import { Engine } from '../server/engine.ts';
import { readView } from './index.ts';

function world(): { ask(line: string): string; look(key: string | null): DictView } {
  const config = { 'hash-max-listpack-entries': '2', 'zset-max-listpack-entries': '2' };
  const engine = new Engine({ generation: '7.0', seed: 7, startMs: 0, config });
  engine.step({ type: 'open', nowMs: 0, client: 1 });
  const whole = { from: 0, count: 64 };
  return {
    ask(line) {
      const bytes = encodeCommand(splitArguments(line)!);
      const output = engine.step({ type: 'data', nowMs: 0, client: 1, bytes });
      return output.replies.map((reply) => Buffer.from(reply.bytes).toString()).join('');
    },
    look(key) {
      const target = {
        kind: 'dict',
        db: 0,
        which: 'value',
        key: key === null ? null : bytesOf(key),
        windows: [whole, whole],
      } as const;
      return readView(engine.server, target) as DictView;
    },
  };
}

const keysOf = ({ tables }: DictView) =>
  tables.flatMap(({ buckets }) => buckets.flat().map(({ key }) => key)).sort();

test('the table inside a hash, a set and a sorted set', () => {
  const { ask, look } = world();
  ask('HSET hash a 1 b 2 c 3 d 4 e 5');
  ask('SADD set x y z');
  ask('ZADD zset 1 m 2 n 3 o');
  expect(keysOf(look('hash'))).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(keysOf(look('set'))).toEqual(['x', 'y', 'z']);
  expect(keysOf(look('zset'))).toEqual(['m', 'n', 'o']);
  expect(look('hash').owner).toMatchObject({ key: 'hash', encoding: 'hashtable' });
  expect(look('zset').owner!.names.map(({ key }) => key)).toEqual(['hash', 'set', 'zset']);
  const [first, second] = look('hash').tables;
  expect(first.used + second.used).toBe(Number(/:(\d+)/.exec(ask('HLEN hash'))![1]));
});

test('a packed value, another type and no value have no table', () => {
  const { ask, look } = world();
  ask('HSET small a 1');
  ask('RPUSH list a');
  for (const [key, encoding] of [
    ['small', 'listpack'],
    ['list', 'quicklist'],
    ['nobody', ''],
  ]) {
    expect(look(key)).toMatchObject({
      address: 0,
      owner: { key, encoding },
      tables: [{ size: 0 }, { size: 0 }],
    });
  }
  expect(look(null).owner).toMatchObject({ key: null, names: [] });
});
