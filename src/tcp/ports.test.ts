import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { isFree } from './ports.ts';
import { listen, type TcpServer, wallClockMs } from './server.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function taken(): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push({ close: () => new Promise((resolve) => server.close(resolve)) });
  return (server.address() as AddressInfo).port;
}

/** One that nobody had a moment ago. */
async function free(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function start(): Promise<TcpServer> {
  const server = await listen({
    port: 0,
    host: '127.0.0.1',
    start: { generation: '7.0', seed: 1, config: {}, startMs: wallClockMs() },
  });
  opened.push({ close: () => server.stop() });
  return server;
}

/** What a new connection is answered, or the error of connecting. */
function ask(port: number, line: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${line}\r\n`));
    socket.on('data', (bytes) => {
      resolve(String(bytes));
      socket.destroy();
    });
    socket.on('error', (problem: NodeJS.ErrnoException) => resolve(String(problem.code)));
  });
}

test('a port that somebody listens on is not free', async () => {
  expect(isFree(await taken())).toBe(false);
  expect(isFree(await free())).toBe(true);
});

test('CONFIG SET port moves the server, and refuses a port that is taken', async () => {
  const { port } = await start();
  const next = await free();
  expect(await ask(port, `CONFIG SET port ${next}`)).toBe('+OK\r\n');
  expect(await ask(next, 'PING')).toBe('+PONG\r\n');
  expect(await ask(port, 'PING')).toBe('ECONNREFUSED');
  const other = await taken();
  expect(await ask(next, `CONFIG SET maxmemory 5 port ${other}`)).toBe(
    "-ERR CONFIG SET failed (possibly related to argument 'port') - Unable to listen on this port. Check server logs.\r\n",
  );
  expect(await ask(next, 'CONFIG GET maxmemory')).toBe('*2\r\n$9\r\nmaxmemory\r\n$1\r\n0\r\n');
  expect(await ask(next, `CONFIG SET port ${next}`)).toBe('+OK\r\n');
  expect(await ask(next, 'CONFIG GET port')).toContain(`\r\n${next}\r\n`);
});
