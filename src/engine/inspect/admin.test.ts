import { expect, test } from 'vitest';
import { EngineClients } from '../../testing/transcript-players.ts';
import { readView } from './index.ts';

const window = { from: 0, count: 10 };

test('users with their rules, who is logged in as them, and what they were denied', () => {
  const clients = new EngineClients();
  const say = (line: string, client = 'a') => clients.send(line.split(' '), client);
  say('ACL SETUSER joe on nopass ~k* &c +@hash -hgetall');
  say('AUTH joe x', 'b');
  say('HGET x f', 'b');
  say('HGETALL k', 'b');
  say('HGETALL k', 'b');
  const view = readView(clients.engine.server, { kind: 'acl', db: 0, window });
  expect(structuredClone(view)).toEqual(view);
  expect(view).toMatchObject({
    kind: 'acl',
    needsLogin: false,
    userCount: 2,
    logLength: 2,
    denials: { command: 2, key: 1, channel: 0, auth: 0 },
    log: [
      { count: 2, reason: 'command', object: 'hgetall', username: 'joe', context: 'toplevel' },
      { count: 1, reason: 'key', object: 'x' },
    ],
  });
  if (view?.kind !== 'acl') throw new Error('a view of users');
  expect(view.users.map(({ name, clients: loggedIn }) => [name, loggedIn])).toEqual([
    ['default', [1]],
    ['joe', [2]],
  ]);
  const [root] = view.users[1].selectors;
  expect(root).toMatchObject({ commands: '-@all +@hash -hgetall', keys: ['~k*'], channels: ['&c'] });
  expect(root.allowedCommands).toBeGreaterThan(10);
  expect(root.allowedCommands).toBeLessThan(root.allCommands);
  const [free] = view.users[0].selectors;
  expect(free.allowedCommands).toBe(free.allCommands);
});

test('slow commands, the newest first, and where the time goes', () => {
  const clients = new EngineClients({ 'slowlog-log-slower-than': '0' });
  clients.send(['SET', 'k', 'a b']);
  clients.send(['GET', 'k']);
  const view = readView(clients.engine.server, { kind: 'slowlog', db: 0, window: { from: 0, count: 1 } });
  expect(view).toMatchObject({
    kind: 'slowlog',
    thresholdMicroseconds: 0,
    length: 2,
    maxLength: 128,
    rows: [{ id: 1, microseconds: 1, command: 'GET k' }],
    commands: [
      { name: 'set', calls: 1, microseconds: 3 },
      { name: 'get', calls: 1, microseconds: 1 },
    ],
    events: [],
    pause: null,
  });
  clients.send(['CLIENT', 'PAUSE', '500', 'WRITE']);
  expect(readView(clients.engine.server, { kind: 'slowlog', db: 0, window })).toMatchObject({
    pause: { kind: 'write', untilMs: clients.nowMs + 500 },
  });
});
