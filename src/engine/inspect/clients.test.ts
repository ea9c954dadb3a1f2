/** What the pictures of clients and channels show, and their steps. */
import { expect, test } from 'vitest';
import type { Step } from '../../protocol/steps.ts';
import type { ChannelsView, ClientsView } from '../../protocol/views.ts';
import { EngineClients } from '../../testing/transcript-players.ts';
import { readView } from './index.ts';

const window = { from: 0, count: 50 };

function lab() {
  const clients = new EngineClients();
  const say = (client: string, ...lines: string[]) => {
    for (const line of lines) clients.send(line.split(' '), client);
  };
  const { server } = clients.engine;
  return {
    clients,
    say,
    clientsView: (from = 0, count = 50) =>
      readView(server, { kind: 'clients', db: 0, window: { from, count } }) as ClientsView,
    channelsView: () => readView(server, { kind: 'channels', db: 0, window }) as ChannelsView,
  };
}

test('a row for each client, with all that the server holds for it', () => {
  const { clients, say, clientsView } = lab();
  say('a', 'CLIENT SETNAME first', 'SELECT 3', 'WATCH k l', 'MULTI', 'SET k v', 'GET k');
  say('b', 'HELLO 3', 'SUBSCRIBE news talk', 'PSUBSCRIBE n*', 'SSUBSCRIBE shard');
  say('b', 'CLIENT TRACKING ON BCAST PREFIX u: NOLOOP');
  say('c', 'MONITOR');
  say('d', 'BLPOP queue 10');
  clients.nowMs += 2500;
  say('e', 'PING');
  const { rows, clients: count, nowMs } = clientsView();
  expect(count).toBe(5);
  expect(rows[0]).toMatchObject({
    id: 1,
    name: 'first',
    db: 3,
    user: 'default',
    protocol: 2,
    flags: 'x',
    lastCommand: 'get',
    idleMs: 2500,
    queue: ['SET k v', 'GET k'],
    watched: [
      { db: 3, key: 'k' },
      { db: 3, key: 'l' },
    ],
    spoiled: null,
    blocked: null,
    tracking: null,
    monitors: false,
  });
  expect(rows[1]).toMatchObject({
    protocol: 3,
    flags: 'PtB',
    channels: ['news', 'talk'],
    patterns: ['n*'],
    shardChannels: ['shard'],
    tracking: { redirect: 0, brokenRedirect: false, mode: 'broadcast', noLoop: true, prefixes: ['u:'] },
  });
  expect(rows[2]).toMatchObject({ flags: 'O', monitors: true });
  expect(rows[3]).toMatchObject({
    flags: 'b',
    blocked: { why: 'list', keys: ['queue'], sinceMs: nowMs - 2500, untilMs: nowMs + 7500 },
  });
  expect(rows[4]).toMatchObject({ flags: 'N', idleMs: 0, queue: null, channels: [] });
  expect(clientsView(3, 1).rows.map(({ id }) => id)).toEqual([4]);
});

test('channels and patterns with their listeners, and the messages that went out', () => {
  const { say, channelsView } = lab();
  say('a', 'SUBSCRIBE news talk');
  say('b', 'SUBSCRIBE news', 'PSUBSCRIBE n*');
  say('c', 'SSUBSCRIBE news', 'PUBLISH news hi', 'PUBLISH nobody hi', 'SPUBLISH news there');
  say('d', 'PUBLISH news hi', 'SPUBLISH news there', 'PUBLISH silent x');
  const view = channelsView();
  expect(view).toMatchObject({ channels: 2, patterns: 1, shardChannels: 1, from: 0 });
  expect(view.rows).toEqual([
    { kind: 'channel', name: 'news', subscribers: [1, 2] },
    { kind: 'channel', name: 'talk', subscribers: [1] },
    { kind: 'pattern', name: 'n*', subscribers: [2] },
    { kind: 'shard', name: 'news', subscribers: [3] },
  ]);
  expect(view.messages).toMatchObject([
    {
      publisher: 4,
      channel: 'news',
      message: 'hi',
      shard: false,
      receivers: [
        { client: 1, pattern: null },
        { client: 2, pattern: null },
        { client: 2, pattern: 'n*' },
      ],
      receiverCount: 3,
    },
    { publisher: 4, shard: true, receivers: [{ client: 3, pattern: null }] },
  ]);
});

test('only the latest messages are kept', () => {
  const { say, channelsView } = lab();
  say('a', 'SUBSCRIBE c');
  for (let number = 0; number < 100; number++) say('b', `PUBLISH c ${number}`);
  const { messages } = channelsView();
  expect(messages).toHaveLength(32);
  expect(messages.at(-1)?.message).toBe('99');
});

test('steps show subscriptions, messages and invalidations, and nothing in between', () => {
  const { clients, say } = lab();
  say('a', 'HELLO 3');
  say('b', 'PING');
  const steps: Step[] = [];
  clients.engine.listen({ step: (step) => steps.push(step) });
  const emitted = (...lines: [string, string][]) => {
    steps.length = 0;
    for (const [client, line] of lines) say(client, line);
    return steps.filter(({ type }) => !type.startsWith('dict.'));
  };
  expect(emitted(['a', 'SUBSCRIBE c c'])).toEqual([
    { type: 'pubsub.subscribed', client: 1, kind: 'channel', name: 'c' },
  ]);
  expect(steps.some(({ type }) => type.startsWith('dict.'))).toBe(false);
  expect(emitted(['b', 'PUBLISH c hi'])).toEqual([
    { type: 'pubsub.published', client: 2, channel: 'c', message: 'hi', shard: false, receivers: 1 },
    { type: 'pubsub.delivered', client: 1, channel: 'c', pattern: null },
  ]);
  expect(emitted(['a', 'UNSUBSCRIBE'])).toEqual([
    { type: 'pubsub.unsubscribed', client: 1, kind: 'channel', name: 'c' },
  ]);
  expect(emitted(['b', 'PUBLISH c hi'])).toEqual([]);
  expect(emitted(['a', 'CLIENT TRACKING ON'], ['a', 'GET k'], ['a', 'GET k'])).toEqual([
    { type: 'tracking.remembered', client: 1, key: 'k' },
  ]);
  const invalidated = emitted(['b', 'SET k v']).filter(({ type }) => type.startsWith('tracking.'));
  expect(invalidated).toEqual([{ type: 'tracking.invalidated', client: 1, to: 1, keys: ['k'] }]);
  const flushed = emitted(['b', 'FLUSHALL']).filter(({ type }) => type.startsWith('tracking.'));
  expect(flushed).toEqual([{ type: 'tracking.invalidated', client: 1, to: 1, keys: null }]);
});
