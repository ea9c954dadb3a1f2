/** What a client on the network may do, and what happens to one that does more: the others never notice. */
import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { bytesOf } from '../engine/base/bytes.ts';
import type { Command } from '../engine/state/command/command.ts';
import { RawClient } from './raw-client.ts';
import { listen, type TcpOptions, type TcpServer, wallClockMs } from './server.ts';

let server: TcpServer;
const clients: RawClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await server.stop();
});

async function serve(config: Record<string, string> = {}, extra: Partial<TcpOptions> = {}): Promise<void> {
  const start = { generation: '7.0', seed: 1, startMs: wallClockMs(), config } as const;
  server = await listen({ port: 0, host: '127.0.0.1', start, ...extra });
}

function visit(): RawClient {
  const client = new RawClient(server.port);
  clients.push(client);
  return client;
}

/** A client of good manners is served. */
async function othersAreServed(): Promise<void> {
  const other = visit().send('PING\r\n');
  await other.arrived('+PONG\r\n');
  expect(other.received).toBe('+PONG\r\n');
  other.close();
}

describe('after a protocol error', () => {
  test.each([
    ['a bad header', '*1\r\nfooz\r\n', "-ERR Protocol error: expected '$', got 'f'\r\n"],
    ['a NUL', '\0', '-ERR Protocol error: too big inline request\r\n'],
    ['a NUL in a count', '*\0', '-ERR Protocol error: too big mbulk count string\r\n'],
    ['a NUL in a length', '*1\r\n$\0', '-ERR Protocol error: too big bulk count string\r\n'],
  ])('%s: a client that goes on sending gets the error and is disconnected', async (_what, bytes, error) => {
    await serve();
    const client = visit().send(bytes);
    await client.insist(new Uint8Array(1024).fill(65));
    expect(client.received).toBe(error);
    expect(server.engine.server.clients.size).toBe(0);
    await othersAreServed();
  });

  test('the reply to what came before it arrives as well', async () => {
    await serve();
    const client = visit().send(`*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$1000000\r\n${'x'.repeat(1_000_000)}\r\n`);
    client.send('GET k\r\n*1\r\nnonsense\r\n');
    await client.ended;
    expect(client.received.length).toBe(
      1_000_000 + "+OK\r\n$1000000\r\n\r\n-ERR Protocol error: expected '$', got 'n'\r\n".length,
    );
  });
});

describe('client-query-buffer-limit', () => {
  const limit = { 'client-query-buffer-limit': '1mb' };

  test('a client that waits may not send for ever', async () => {
    await serve(limit);
    const client = visit().send('BLPOP nothing 0\r\n');
    const sent = await client.insist(new Uint8Array(64 * 1024).fill(65));
    expect(client.received).toBe('');
    // What the kernel and the sender hold is not counted.
    expect(sent).toBeGreaterThan(1024 * 1024);
    expect(server.engine.server.clients.size).toBe(0);
    await othersAreServed();
  });

  test('nor one that is held back by CLIENT PAUSE', async () => {
    await serve(limit);
    const other = visit().send('CLIENT PAUSE 100000 WRITE\r\n');
    await other.arrived('+OK');
    const client = visit().send('SET k v\r\n');
    await client.insist(new Uint8Array(64 * 1024).fill(65));
    expect(client.received).toBe('');
  });

  test('one argument counts whole, many commands do not', async () => {
    await serve(limit);
    const client = visit().send('*2\r\n$4\r\nECHO\r\n$2000000\r\n');
    await client.insist(new Uint8Array(100_000).fill(65));
    expect(client.received).toBe('');
    const many = visit().send('PING\r\n'.repeat(250_000)).send('ECHO done\r\n');
    await many.arrived('done');
    expect(many.received.length).toBe(7 * 250_000 + '$4\r\ndone\r\n'.length);
  });

  test('while the server sleeps nothing is read, and nobody is cut off', async () => {
    await serve({ ...limit, 'enable-debug-command': 'yes' });
    const sleeper = visit().send('DEBUG SLEEP 0.3\r\n');
    const client = visit().send('PING\r\n'.repeat(250_000)).send('ECHO done\r\n');
    await client.arrived('done');
    expect(client.received.endsWith('done\r\n')).toBe(true);
    await sleeper.arrived('+OK');
  });
});

describe('before AUTH', () => {
  test.each([
    ['11 arguments', '*11\r\n', '-ERR Protocol error: unauthenticated multibulk length\r\n'],
    [
      'an argument of 16,385 bytes',
      '*2\r\n$4\r\nPING\r\n$16385\r\n',
      '-ERR Protocol error: unauthenticated bulk length\r\n',
    ],
    ['more than any array', '*2147483648\r\n', '-ERR Protocol error: invalid multibulk length\r\n'],
  ])('%s are too much', async (_what, bytes, error) => {
    await serve({ requirepass: 'secret' });
    const client = visit().send(bytes);
    await client.ended;
    expect(client.received).toBe(error);
  });

  test('what is allowed goes through, and after it everything', async () => {
    await serve({ requirepass: 'secret' });
    const client = visit();
    client.send(`*2\r\n$4\r\nPING\r\n$16384\r\n${'x'.repeat(16384)}\r\n`);
    client.send(`*10\r\n$3\r\nDEL\r\n${'$1\r\nk\r\n'.repeat(9)}`);
    client.send(`AUTH secret\r\n*12\r\n$3\r\nDEL\r\n${'$1\r\nk\r\n'.repeat(11)}`);
    await client.arrived(':0\r\n');
    expect(client.received).toBe(
      '-NOAUTH Authentication required.\r\n-NOAUTH Authentication required.\r\n+OK\r\n:0\r\n',
    );
  });
});

describe('clients that come and go', () => {
  test('maxclients: one too many gets the error and is disconnected', async () => {
    await serve({ maxclients: '2' });
    const [first, second] = [visit().send('PING\r\n'), visit().send('PING\r\n')];
    await Promise.all([first.arrived('+PONG'), second.arrived('+PONG')]);
    const third = visit();
    await third.ended;
    expect(third.received).toBe('-ERR max number of clients reached\r\n');
    first.close();
    await expect.poll(() => server.engine.server.clients.size).toBe(1);
    await othersAreServed();
  });

  test('timeout: an idle client is hung up on', async () => {
    await serve({ timeout: '1' });
    const client = visit().send('PING\r\n');
    await client.ended;
    expect(client.received).toBe('+PONG\r\n');
  });

  test.runIf(platform() === 'linux')('tcp-keepalive: the kernel asks after silent clients', async () => {
    const timers = () => {
      const port = server.port.toString(16).toUpperCase().padStart(4, '0');
      const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1);
      // Local address, remote address, state, queues, the kind of the running timer: 2 is keepalive.
      const ours = lines
        .map((line) => line.trim().split(/\s+/))
        .filter((words) => words[1]?.endsWith(`:${port}`) && words[3] === '01');
      return ours.map((words) => words[5].slice(0, 2));
    };
    await serve({ 'tcp-keepalive': '100' });
    const first = visit().send('PING\r\n');
    await first.arrived('+PONG');
    await expect.poll(timers).toEqual(['02']);
    first.send('CONFIG SET tcp-keepalive 0\r\n');
    await first.arrived('+OK');
    first.close();
    await expect.poll(() => server.engine.server.clients.size).toBe(0);
    await visit().send('PING\r\n').arrived('+PONG');
    await expect.poll(timers).toEqual(['00']);
  });

  test('a thousand connections, cut off in the middle of a pipeline, leave nothing behind', async () => {
    await serve();
    for (let round = 0; round < 10; round++) {
      const crowd = Array.from({ length: 100 }, (_, index) => {
        const client = new RawClient(server.port);
        client.send(`SET k${index} v\r\nGET k${index}\r\n*3\r\n$3\r\nSET\r\n$1`);
        return client;
      });
      await Promise.all(crowd.map((client) => client.arrived('$1\r\nv\r\n')));
      for (const [index, client] of crowd.entries()) {
        if (index % 2 === 0) client.socket.resetAndDestroy();
        else client.socket.end();
      }
      await Promise.all(crowd.map((client) => client.ended));
    }
    await expect.poll(() => server.engine.server.clients.size).toBe(0);
    await othersAreServed();
  });

  test('a client that closes its half is answered first', async () => {
    await serve();
    const client = visit().send('PING\r\nECHO last\r\n');
    client.socket.end();
    await client.ended;
    expect(client.received).toBe('+PONG\r\n$4\r\nlast\r\n');
  });
});

describe('a fault of the engine in the command of one client', () => {
  /** Makes a command do something that no command does. */
  function spoil(name: string, run: NonNullable<Command['run']>): () => void {
    const entry = server.engine.server.commands.find(bytesOf(name));
    if (entry === null) throw new Error(name);
    const { command } = entry;
    (entry as { command: Command }).command = { ...command, run };
    return () => {
      (entry as { command: Command }).command = command;
    };
  }

  test('ends that client only', async () => {
    const faults: unknown[] = [];
    await serve(
      { appendonly: 'yes' },
      { onFault: (problem, input, goesOn) => faults.push([problem, input.type, goesOn]) },
    );
    const mend = spoil('APPEND', (host) => {
      host.keyspace.dirty++;
      throw new RangeError('too much');
    });
    try {
      const waiting = visit().send('BLPOP list 0\r\n');
      const client = visit().send('SET k v\r\n');
      await client.arrived('+OK\r\n');
      client.send('MULTI\r\nAPPEND k x\r\nEXEC\r\nPING\r\n');
      await client.ended;
      expect(client.received).toMatch(/-ERR internal error: [^\r]*\r\n$/);
      expect(faults).toEqual([[new RangeError('too much'), 'data', true]]);
      await othersAreServed();
      const other = visit().send('RPUSH list x\r\nMULTI\r\nGET k\r\nEXEC\r\n');
      await other.arrived('*1\r\n$1\r\nv\r\n');
      await waiting.arrived('$1\r\nx\r\n');
      expect(server.engine.server.clients.size).toBe(2);
      // What failed would fail again when the file is read.
      const text = Buffer.from(server.engine.disk.contents()[1].bytes).toString('latin1');
      expect(text).toContain('RPUSH');
      expect(text).not.toContain('APPEND');
    } finally {
      mend();
    }
  });

  test('ends the server when the data set is broken', async () => {
    const faults: unknown[] = [];
    await serve({}, { onFault: (_problem, _input, goesOn) => faults.push(goesOn) });
    const mend = spoil('APPEND', (host) => {
      Object.defineProperty(host.keyspace.databases[0].keys, 'size', {
        get() {
          throw new Error('broken');
        },
      });
      throw new Error('the first');
    });
    try {
      const client = visit().send('SET k v\r\nAPPEND k x\r\n');
      await client.ended;
      expect(faults).toEqual([false]);
    } finally {
      mend();
    }
  });
});
