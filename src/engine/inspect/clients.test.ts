/** What the picture of the clients says of those that wait, watch and queue. */
import { expect, test } from 'vitest';
import type { ClientsView } from '../../protocol/views.ts';
import { bytesOf } from '../base/bytes.ts';
import { Engine } from '../server/engine.ts';
import { readView } from './index.ts';

const START_MS = 1_750_000_000_000;

function engineWith(...turns: readonly (readonly [number, string])[]): Engine {
  const engine = new Engine({ generation: '7.0', seed: 1, startMs: START_MS, config: {} });
  for (let client = 1; client <= 4; client++) engine.step({ type: 'open', nowMs: START_MS, client });
  for (const [client, line] of turns) {
    engine.step({ type: 'data', nowMs: START_MS + 10, client, bytes: bytesOf(`${line}\r\n`) });
  }
  return engine;
}

function look({ server }: Engine, from = 0, count = 10): ClientsView {
  return readView(server, { kind: 'clients', db: 0, window: { from, count } }) as ClientsView;
}

test('who waits for which key, in the order of waiting', () => {
  const view = look(engineWith([3, 'BLPOP a b 5'], [1, 'BRPOP b 0'], [2, 'SELECT 1'], [2, 'BZPOPMIN b 0']));
  expect(view.blockedClients).toBe(3);
  expect(view.awaited).toEqual([
    { db: 0, key: 'a', clients: [3], clientCount: 1 },
    { db: 0, key: 'b', clients: [3, 1], clientCount: 2 },
    { db: 1, key: 'b', clients: [2], clientCount: 1 },
  ]);
  expect(view.rows.map(({ blocked }) => blocked)).toEqual([
    { why: 'list', keys: ['b'], sinceMs: START_MS + 10, untilMs: 0 },
    { why: 'zset', keys: ['b'], sinceMs: START_MS + 10, untilMs: 0 },
    { why: 'list', keys: ['a', 'b'], sinceMs: START_MS + 10, untilMs: START_MS + 5010 },
    null,
  ]);
});

test('who watches which key, what is queued, and what is spoilt', () => {
  const engine = engineWith(
    [1, 'WATCH k other'],
    [2, 'WATCH k'],
    [1, 'MULTI'],
    [1, 'SET k "a b"'],
    [3, 'MULTI'],
    [3, 'GET'],
  );
  const before = look(engine);
  expect(before.watchedKeys).toBe(2);
  expect(before.watched).toEqual([
    { db: 0, key: 'k', clients: [1, 2], clientCount: 2 },
    { db: 0, key: 'other', clients: [1], clientCount: 1 },
  ]);
  expect(before.rows.map(({ queue, spoiled }) => ({ queue, spoiled }))).toEqual([
    { queue: ['SET k "a b"'], spoiled: null },
    { queue: null, spoiled: null },
    { queue: [], spoiled: 'error' },
    { queue: null, spoiled: null },
  ]);
  engine.step({ type: 'data', nowMs: START_MS + 10, client: 4, bytes: bytesOf('SET k v\r\n') });
  const after = look(engine);
  expect(after.watched).toEqual([]);
  expect(after.rows.map(({ spoiled }) => spoiled)).toEqual(['watch', 'watch', 'error', null]);
});

test('the window is kept to, and looking changes nothing', () => {
  const engine = engineWith([2, 'BLPOP a 0']);
  const view = look(engine, 1, 2);
  expect(view.clients).toBe(4);
  expect(view.rows.map(({ id }) => id)).toEqual([2, 3]);
  expect(look(engine, 1, 2)).toEqual(view);
});
