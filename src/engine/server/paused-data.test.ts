/** While clients are paused the data holds still: nothing expires, nothing is evicted, and reads tell the truth. */
import { expect, test } from 'vitest';
import { EngineClients } from '../../testing/transcript-players.ts';
import { latin1 } from '../base/bytes.ts';

function world(config: Record<string, string> = {}) {
  const clients = new EngineClients(config);
  const { server } = clients.engine;
  const ask = (line: string) => latin1(clients.send(line.split(' ')));
  const tick = (ms: number) => {
    clients.nowMs += ms;
    clients.engine.step({ type: 'tick', nowMs: clients.nowMs });
  };
  return { server, ask, tick };
}

test('a key whose time has passed is not there for readers, and goes when the pause is over', () => {
  const { server, ask, tick } = world();
  ask('SET k v PX 100');
  ask('CLIENT PAUSE 1000 WRITE');
  tick(500);
  expect(ask('GET k')).toBe('$-1\r\n');
  expect(server.keyspace.databases[0].keys.size).toBe(1);
  expect(server.keyspace.expiredKeys).toBe(0);
  tick(600);
  tick(100);
  expect(server.keyspace.databases[0].keys.size).toBe(0);
  expect(server.keyspace.expiredKeys).toBe(1);
});

test('a limit that is exceeded meanwhile is met afterwards', () => {
  const { server, ask, tick } = world({ 'maxmemory-policy': 'allkeys-lru' });
  ask('SET k v');
  ask('CLIENT PAUSE 1000 WRITE');
  ask('CONFIG SET maxmemory 1');
  tick(500);
  ask('GET k');
  expect(server.eviction.evictedKeys).toBe(0);
  tick(600);
  ask('GET k');
  expect(server.eviction.evictedKeys).toBe(1);
});
