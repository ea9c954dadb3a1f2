/** Tables of who listens and who has read what: they end as empty as they began, and keep to their limit. */
import { expect, test } from 'vitest';
import { fuzzSeed } from '../../../testing/fuzz-seed.ts';
import { EngineClients } from '../../../testing/transcript-players.ts';
import { bytesOf, latin1 } from '../../base/bytes.ts';
import { Random } from '../../base/random.ts';

test('more keys than allowed: some are dropped before the next command of any client', () => {
  const clients = new EngineClients({ 'tracking-table-max-keys': '10' });
  const { tracking } = clients.engine.server;
  clients.send(['HELLO', '3'], 'a');
  clients.send(['CLIENT', 'TRACKING', 'ON'], 'a');
  const keys = Array.from({ length: 60 }, (_, number) => `key:${number}`);
  clients.send(['MGET', ...keys], 'a');
  expect([tracking.keys, tracking.items]).toEqual([60, 60]);
  const received = latin1(clients.send(['PING'], 'a'));
  expect(received.endsWith('+PONG\r\n')).toBe(true);
  expect(received.match(/>2\r\n\$10\r\ninvalidate/g)).toHaveLength(50);
  expect([tracking.keys, tracking.items]).toEqual([10, 10]);
  expect(new Set(received.match(/key:\d+/g)).size).toBe(50);
  clients.send(['CONFIG', 'SET', 'tracking-table-max-keys', '0'], 'a');
  clients.send(['MGET', ...keys], 'a');
  clients.send(['PING'], 'a');
  expect(tracking.keys).toBe(60);
});

test('far too many keys go a hundred at a time, and then two hundred', () => {
  const clients = new EngineClients({ 'tracking-table-max-keys': '1' });
  const { tracking } = clients.engine.server;
  clients.send(['CLIENT', 'TRACKING', 'ON'], 'a');
  clients.send(['MGET', ...Array.from({ length: 1000 }, (_, number) => `k${number}`)], 'a');
  const left: number[] = [];
  for (let turn = 0; turn < 4; turn++) {
    clients.send(['PING'], 'a');
    left.push(tracking.keys);
  }
  expect(left).toEqual([900, 700, 400, 1]);
});

test('whatever was listened to and tracked, nothing of it is left when all have gone', () => {
  const random = new Random(fuzzSeed).stream('listeners');
  const clients = new EngineClients();
  const { server } = clients.engine;
  const pick = <Item>(items: readonly Item[]) => items[random.below(items.length)];
  const names = Array.from({ length: 40 }, (_, number) => `name:${number % 7}${number}`);
  const listening = new Map<string, Set<string>>();
  const round = () => {
    for (let number = 0; number < 3000; number++) {
      const client = pick(['a', 'b', 'c', 'd']);
      const name = pick(names);
      const own = listening.get(client) ?? new Set();
      listening.set(client, own);
      switch (random.below(6)) {
        case 0:
        case 1:
          clients.send(['SUBSCRIBE', name], client);
          own.add(name);
          break;
        case 2:
          clients.send(['UNSUBSCRIBE', name], client);
          own.delete(name);
          break;
        case 3:
          clients.send(['PSUBSCRIBE', `${name}*`], client);
          break;
        case 4:
          clients.send(['PUNSUBSCRIBE', `${name}*`], client);
          break;
        default: {
          const expected = [...listening.values()].filter((each) => each.has(name)).length;
          clients.send(['SSUBSCRIBE', name], client);
          const [line] = latin1(clients.send(['PUBSUB', 'NUMSUB', name], 'asks'))
            .split('\r\n')
            .slice(3);
          expect(line).toBe(`:${expected}`);
        }
      }
    }
    for (const client of ['a', 'b', 'c', 'd']) {
      clients.send(['RESET'], client);
      listening.get(client)?.clear();
    }
  };
  round();
  expect(['channel', 'pattern', 'shard'].map((kind) => server.subscriptions.size(kind as 'channel'))).toEqual(
    [0, 0, 0],
  );
  const usedBytes = server.env.heap.usedBytes;
  round();
  expect(server.env.heap.usedBytes).toBe(usedBytes);
});

test('tables of tracking give their memory back', () => {
  const clients = new EngineClients();
  const { server } = clients.engine;
  const round = () => {
    clients.send(['CLIENT', 'TRACKING', 'ON'], 'a');
    clients.send(['CLIENT', 'TRACKING', 'ON', 'BCAST', 'PREFIX', 'x', 'PREFIX', 'k1'], 'b');
    for (let number = 0; number < 500; number++) clients.send(['GET', `k${number}`], 'a');
    for (let number = 0; number < 500; number++) clients.send(['SET', `k${number}`, 'v'], 'c');
    clients.send(['FLUSHALL'], 'c');
    clients.send(['CLIENT', 'TRACKING', 'OFF'], 'a');
    clients.send(['CLIENT', 'TRACKING', 'OFF'], 'b');
  };
  round();
  expect([server.tracking.clients, server.tracking.keys, server.tracking.prefixes]).toEqual([0, 0, 0]);
  const usedBytes = server.env.heap.usedBytes;
  round();
  expect(server.env.heap.usedBytes).toBe(usedBytes);
});

test('a client that got the number of one that left gets no invalidation for what that one had read', () => {
  const { engine, nowMs } = new EngineClients();
  const say = (client: number, text: string) =>
    engine.step({ type: 'data', nowMs, client, bytes: bytesOf(text) }).replies.map(({ client: to }) => to);
  for (const client of [1, 2]) engine.step({ type: 'open', nowMs, client });
  say(1, 'HELLO 3\r\nCLIENT TRACKING ON\r\nGET k\r\n');
  engine.step({ type: 'close', nowMs, client: 1 });
  engine.step({ type: 'open', nowMs, client: 1 });
  say(1, 'HELLO 3\r\nCLIENT TRACKING ON\r\n');
  expect(say(2, 'SET k v\r\n')).toEqual([2]);
  say(1, 'GET k\r\n');
  expect(say(2, 'SET k v\r\n')).toEqual([2, 1]);
});

test('more keys than allowed: the cron gives some up while nobody sends anything', () => {
  const clients = new EngineClients();
  const { engine } = clients;
  clients.send(['HELLO', '3'], 'a');
  clients.send(['CLIENT', 'TRACKING', 'ON', 'NOLOOP'], 'a');
  clients.send(['MGET', 'key1', 'key2'], 'a');
  clients.send(['CONFIG', 'SET', 'tracking-table-max-keys', '1'], 'a');
  clients.advance(200);
  const received = latin1(clients.takeLate('a'));
  expect(received).toMatch(/^>2\r\n\$10\r\ninvalidate\r\n\*1\r\n\$4\r\nkey[12]\r\n$/);
  expect(engine.server.tracking.keys).toBe(1);
});

test('more keys than allowed: the client whose command is next gets no invalidation of its own with NOLOOP', () => {
  const clients = new EngineClients({ 'tracking-table-max-keys': '1' });
  clients.send(['HELLO', '3'], 'a');
  clients.send(['CLIENT', 'TRACKING', 'ON', 'NOLOOP'], 'a');
  clients.send(['MGET', 'key1', 'key2'], 'a');
  expect(latin1(clients.send(['PING'], 'a'))).toBe('+PONG\r\n');
  expect(clients.engine.server.tracking.keys).toBe(1);
});
