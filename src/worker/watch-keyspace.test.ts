/** Watching the keyspace: every instant inside a command is a whole picture, also of values still being made. */
import { expect, it } from 'vitest';
import { encodeCommand } from '../protocol/resp.ts';
import type { Generation } from '../protocol/session.ts';
import { Session } from './session.ts';

const START_MS = 1_700_000_000_000;
const LINES = [
  'ZADD zset 1 a 2 b',
  'HSET hash a 1 b 2',
  'SADD set a b c',
  'RPUSH list a b c',
  'XADD stream 1-1 a b',
  'SET string x',
  'ZREM zset a b',
  'HDEL hash a b',
  'SREM set a b c',
  'LTRIM list 1 0',
];

it.each(['7.0', '6.2'] as Generation[])('no instant lacks its figures in %s', (generation) => {
  const config = { 'zset-max-ziplist-entries': '0', 'hash-max-ziplist-entries': '0' };
  const session = new Session({ generation, seed: 5, startMs: START_MS, config });
  session.open(START_MS);
  session.watch('keys', { kind: 'keyspace', db: 0, window: { from: 0, count: 20 } }, session.lastIndex);
  let rows = 0;
  for (const line of LINES) {
    const bytes = encodeCommand(line.split(' ').map((word) => new TextEncoder().encode(word)));
    for (const { picture } of session.send(1, bytes, START_MS).detail!.moments) {
      const view = picture.keys;
      if (view?.kind !== 'keyspace') continue;
      for (const { memoryBytes } of view.rows) {
        expect(memoryBytes, line).toBeGreaterThan(0);
        rows++;
      }
    }
  }
  expect(rows).toBeGreaterThan(50);
});
