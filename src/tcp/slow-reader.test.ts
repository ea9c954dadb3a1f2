/** A client that asks for more than it takes is hung up on; the others are served all the while. */
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { encodeCommand, WireClient } from '../testing/oracle.ts';
import { listen, wallClockMs } from './server.ts';

test('client-output-buffer-limit closes a client that never reads', async () => {
  const config = { 'client-output-buffer-limit': 'normal 3000000 0 0' };
  const server = await listen({
    port: 0,
    host: '127.0.0.1',
    start: { generation: '7.0', seed: 1, startMs: wallClockMs(), config },
  });
  const other = await WireClient.connect(server.port);
  await other.send(['SET', 'k', 'x'.repeat(1_000_000)]);
  const socket = connect({ port: server.port, host: '127.0.0.1' });
  try {
    const closed = new Promise<void>((resolve) => {
      socket.on('close', () => resolve());
      socket.on('error', () => resolve());
    });
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    socket.pause();
    // What the kernel holds is not the server's: it takes some before the rest piles up.
    let clients = 2;
    for (let turn = 0; turn < 2000 && clients > 1; turn++) {
      // One at a time: no reply alone is beyond the limit.
      if (turn % 10 === 0 && !socket.destroyed) socket.write(encodeCommand(['GET', 'k']));
      await other.send(['PING']);
      clients = server.engine.server.clients.size;
    }
    expect(clients).toBe(1);
    expect(Buffer.from(await other.send(['STRLEN', 'k'])).toString()).toBe(':1000000\r\n');
    socket.destroy();
    await closed;
  } finally {
    other.close();
    socket.destroy();
    await server.stop();
  }
});
