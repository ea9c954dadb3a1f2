/** Lazy free in virtual time: keys go at once, their memory when the thread has come to it. */
import { describe, expect, test } from 'vitest';
import type { LazyFreeView } from '../../protocol/views.ts';
import { EngineClients } from '../../testing/transcript-players.ts';
import { latin1 } from '../base/bytes.ts';
import { readView } from '../inspect/index.ts';

function world(config: Record<string, string> = {}) {
  const clients = new EngineClients({ 'enable-debug-command': 'yes', ...config });
  const { server } = clients.engine;
  const ask = (line: string) => latin1(clients.send(line.split(' ')));
  const fill = (key: string, members: number) => {
    const names = Array.from({ length: members }, (_, member) => `m${member}`);
    clients.send(['SADD', key, ...names]);
  };
  const pass = (ms: number) => {
    clients.nowMs += ms;
    clients.engine.step({ type: 'tick', nowMs: clients.nowMs });
  };
  const { lazyFree } = server.keyspace;
  const view = () => readView(server, { kind: 'lazyfree', db: 0 }) as LazyFreeView;
  return { clients, server, ask, fill, pass, lazyFree, view };
}

describe('UNLINK', () => {
  test('a large value is freed when its job ends', () => {
    const { ask, fill, pass, server, lazyFree } = world();
    fill('s', 10_000);
    const full = server.env.heap.usedBytes;
    expect(ask('UNLINK s')).toBe(':1\r\n');
    expect(ask('EXISTS s')).toBe(':0\r\n');
    expect(lazyFree).toMatchObject({ pendingObjects: 1, freedObjects: 0 });
    // The entry and the key have gone already, the members have not.
    expect(full - server.env.heap.usedBytes).toBeLessThan(200);
    pass(1);
    expect(lazyFree.pendingObjects).toBe(1);
    pass(1);
    expect(lazyFree).toMatchObject({ pendingObjects: 0, freedObjects: 1 });
    expect(server.env.heap.usedBytes).toBeLessThan(full / 10);
  });

  test('the engine asks for a tick when the job ends', () => {
    const { clients, fill } = world();
    fill('s', 10_000);
    const bytes = new TextEncoder().encode('UNLINK s\r\n');
    const output = clients.engine.step({ type: 'data', nowMs: clients.nowMs, client: 1, bytes });
    expect(output.wakeAtMs).toBe(clients.nowMs + 2);
  });

  test.each([
    [64, 0],
    [65, 1],
  ])('a set of %d members makes %d jobs', (members, jobs) => {
    const { ask, fill, view } = world();
    fill('s', members);
    ask('UNLINK s');
    expect(view().jobs).toHaveLength(jobs);
  });

  test('what is one piece of memory is freed on the spot, however long', () => {
    const { clients, ask, view } = world();
    clients.send(['SET', 'string', 'x'.repeat(100_000)]);
    for (let field = 0; field < 100; field++) ask(`HSET packed f${field} v`);
    for (let number = 0; number < 500; number++) ask(`SADD numbers ${number}`);
    ask('UNLINK string packed numbers');
    expect(view().jobs).toHaveLength(0);
  });

  test('of a list the nodes count', () => {
    const { clients, ask, view } = world({ 'list-max-listpack-size': '2' });
    clients.send(['RPUSH', 'short', ...Array.from({ length: 128 }, String)]);
    clients.send(['RPUSH', 'long', ...Array.from({ length: 129 }, String)]);
    ask('UNLINK short');
    expect(view().jobs).toHaveLength(0);
    ask('UNLINK long');
    expect(view().jobs).toMatchObject([{ subject: 'long', effort: 65 }]);
  });

  test('jobs wait for each other', () => {
    const { ask, fill, view, clients } = world();
    fill('a', 10_000);
    fill('b', 5_000);
    ask('UNLINK a b');
    const { nowMs } = clients;
    expect(view()).toMatchObject({
      waitingJobs: 2,
      pendingObjects: 2,
      jobs: [
        { subject: 'a', endsAtMs: nowMs + 2 },
        { subject: 'b', endsAtMs: nowMs + 3 },
      ],
    });
  });

  test('a value that another key shares is not taken from it', () => {
    const { ask, fill, pass } = world({ 'lazyfree-lazy-server-del': 'yes' });
    fill('s', 1000);
    ask('RENAME s t');
    pass(10);
    expect(ask('SCARD t')).toBe(':1000\r\n');
  });
});

describe('the options', () => {
  const isLazy = (config: Record<string, string>, ...commands: string[]) => {
    const { ask, fill, lazyFree, clients } = world(config);
    fill('s', 100);
    fill('t', 100);
    for (const command of commands) {
      if (command.startsWith('wait')) clients.nowMs += 1000;
      else ask(command);
    }
    return lazyFree.pendingObjects;
  };

  test('lazyfree-lazy-user-del', () => {
    expect(isLazy({}, 'DEL s')).toBe(0);
    expect(isLazy({ 'lazyfree-lazy-user-del': 'yes' }, 'DEL s')).toBe(1);
  });

  test('lazyfree-lazy-server-del', () => {
    const yes = { 'lazyfree-lazy-server-del': 'yes' };
    expect(isLazy({}, 'SET s v', 'RENAME s t')).toBe(0);
    expect(isLazy(yes, 'SET s v')).toBe(1);
    expect(isLazy(yes, 'SUNIONSTORE s none')).toBe(1);
    expect(isLazy(yes, 'RENAME s t')).toBe(1);
    expect(isLazy(yes, 'DEL s')).toBe(0);
  });

  test('lazyfree-lazy-expire', () => {
    const yes = { 'lazyfree-lazy-expire': 'yes' };
    expect(isLazy({}, 'PEXPIRE s 10', 'wait', 'GET s')).toBe(0);
    expect(isLazy(yes, 'PEXPIRE s 10', 'wait', 'EXISTS s')).toBe(1);
    expect(isLazy(yes, 'EXPIRE s -1')).toBe(1);
  });

  test('lazyfree-lazy-user-flush, ASYNC and SYNC', () => {
    const yes = { 'lazyfree-lazy-user-flush': 'yes' };
    expect(isLazy({}, 'FLUSHALL')).toBe(0);
    expect(isLazy({}, 'FLUSHALL SYNC')).toBe(0);
    expect(isLazy({}, 'FLUSHALL ASYNC')).toBe(2);
    expect(isLazy({}, 'FLUSHDB ASYNC')).toBe(2);
    expect(isLazy(yes, 'FLUSHALL')).toBe(2);
    expect(isLazy(yes, 'FLUSHDB')).toBe(2);
    expect(isLazy(yes, 'FLUSHDB SYNC')).toBe(0);
  });
});

test('FLUSHALL ASYNC gives an empty database at once and the memory later', () => {
  const { ask, pass, server, lazyFree } = world();
  const empty = server.env.heap.usedBytes;
  ask('DEBUG POPULATE 20000');
  const full = server.env.heap.usedBytes;
  ask('FLUSHALL ASYNC');
  expect(ask('DBSIZE')).toBe(':0\r\n');
  expect(server.env.heap.usedBytes).toBeGreaterThanOrEqual(full);
  expect(lazyFree.pendingObjects).toBe(20_000);
  ask('SET k v');
  pass(4);
  expect(lazyFree).toMatchObject({ pendingObjects: 0, freedObjects: 20_000 });
  ask('FLUSHALL');
  expect(server.env.heap.usedBytes).toBe(empty);
});
