import { expect, test } from 'vitest';
import { latin1 } from '../../engine/base/bytes.ts';
import type { Database } from '../../engine/keyspace/database.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import { eventCases } from '../event-cases.ts';
import { EngineClients } from '../transcript-players.ts';

test('commands report events, hits, misses and changes as the server does', () => {
  const clients = new EngineClients();
  const { keyspace } = clients.engine.server;
  let events: string[] = [];
  keyspace.listeners.push({
    modified() {},
    event(_class, event: string, db: Database, key: Uint8Array) {
      events.push(`${event}:${latin1(key)}${db.id === 0 ? '' : `@${db.id}`}`);
    },
  });
  const found = eventCases.map(([command]) => {
    const { hits, misses, dirty } = keyspace;
    events = [];
    clients.send(splitArguments(Buffer.from(command))!);
    return [
      command,
      events.join(' '),
      keyspace.hits - hits,
      keyspace.misses - misses,
      keyspace.dirty - dirty,
    ];
  });
  expect(found).toEqual(eventCases);
});

test('listeners get every change to a key, and nothing else', () => {
  const clients = new EngineClients();
  const { keyspace } = clients.engine.server;
  let modified: string[] = [];
  keyspace.listeners.push({
    modified(db: Database, key: Uint8Array) {
      modified.push(`${latin1(key)}${db.id === 0 ? '' : `@${db.id}`}`);
    },
    event() {},
  });
  const changes = (...args: string[]) => {
    modified = [];
    clients.send(args);
    return modified;
  };
  expect(changes('SET', 'a', '1')).toEqual(['a']);
  expect(changes('SET', 'a', '1', 'NX')).toEqual([]);
  expect(changes('GET', 'a')).toEqual([]);
  expect(changes('INCR', 'a')).toEqual(['a']);
  expect(changes('INCRBY', 'a', 'x')).toEqual([]);
  expect(changes('APPEND', 'a', 'x')).toEqual(['a']);
  expect(changes('SETRANGE', 'a', '0', 'y')).toEqual(['a']);
  expect(changes('SETRANGE', 'a', '0', '')).toEqual([]);
  expect(changes('MSET', 'a', '1', 'b', '2')).toEqual(['a', 'b']);
  expect(changes('MSETNX', 'a', '1', 'c', '2')).toEqual([]);
  expect(changes('INCRBYFLOAT', 'a', '1.5')).toEqual(['a']);
  expect(changes('EXPIRE', 'a', '100')).toEqual(['a']);
  expect(changes('GETEX', 'a')).toEqual([]);
  expect(changes('GETEX', 'a', 'PERSIST')).toEqual(['a']);
  expect(changes('GETEX', 'a', 'PERSIST')).toEqual([]);
  expect(changes('PERSIST', 'a')).toEqual([]);
  expect(changes('RENAME', 'a', 'b')).toEqual(['a', 'b']);
  expect(changes('COPY', 'b', 'c')).toEqual(['c']);
  expect(changes('MOVE', 'c', '1')).toEqual(['c', 'c@1']);
  expect(changes('TOUCH', 'b')).toEqual([]);
  expect(changes('GETSET', 'b', 'x')).toEqual(['b']);
  expect(changes('EXPIRE', 'b', '-1')).toEqual(['b']);
  expect(changes('SET', 'd', 'x', 'PXAT', '1')).toEqual(['d']);
  expect(changes('GET', 'd')).toEqual(['d']);
  expect(changes('DEL', 'b')).toEqual([]);
  expect(changes('SETEX', 'e', '10', 'x')).toEqual(['e']);
  expect(changes('GETDEL', 'e')).toEqual(['e']);
});
