/** The bytes that a master sends its replicas, word for word those of a real one. */
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { splitArguments } from '../../protocol/split-arguments.ts';
import { WireClient } from '../../testing/oracle.ts';
import { PROPAGATION_CASES } from '../../testing/propagation-cases.ts';
import { infoOf, type Kind, startNode, until } from '../../testing/replication-run.ts';
import { latin1 } from '../base/bytes.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

/** What a socket has received, until something is in it. */
class Received {
  text = '';
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Uint8Array) => {
      this.text += latin1(chunk);
    });
  }

  /** Takes everything up to the end of what matches. */
  async take(pattern: RegExp): Promise<string> {
    for (;;) {
      const match = pattern.exec(this.text);
      if (match !== null) {
        const taken = this.text.slice(0, match.index + match[0].length);
        this.text = this.text.slice(taken.length);
        return taken;
      }
      await new Promise((resolve) => this.#socket.once('data', resolve));
    }
  }
}

/** What each case adds to the stream. */
async function streamOf(kind: Kind): Promise<string[]> {
  const node = await startNode(kind, { 'repl-ping-replica-period': '3600' });
  const socket = connect(node.port, '127.0.0.1');
  const marker = await WireClient.connect(node.port);
  undo.push(
    () => node.stop(),
    () => socket.destroy(),
    () => marker.close(),
  );
  const received = new Received(socket);
  socket.write('REPLCONF capa eof capa psync2\r\n');
  await received.take(/\+OK\r\n/);
  socket.write('PSYNC ? -1\r\n');
  await received.take(/\+FULLRESYNC.*\r\n\n*\$EOF:(.{40})\r\n[\s\S]*\1/);
  // A master takes no notice of this before its child has ended.
  await until('the replica to be online', async () => {
    socket.write('REPLCONF ACK 0\r\n');
    return (await infoOf(node, 'replication')).get('slave0')?.includes('state=online') === true;
  });
  const streams: string[] = [];
  for (const { name, lines } of CASES) {
    for (const line of ['FLUSHALL', 'SELECT 0', ...lines]) await node.client.send(splitArguments(line) ?? []);
    await marker.send(['PUBLISH', 'mark', name]);
    const length = Buffer.byteLength(name);
    const stream = await received.take(
      new RegExp(`PUBLISH\\r\\n\\$4\\r\\nmark\\r\\n\\$${length}\\r\\n.*\\r\\n`),
    );
    // Instants of the server's own clock.
    streams.push(`${name}\n${stream.replace(/\b1[78]\d{11}\b/g, '<ms>')}`);
  }
  return streams;
}

/** Those that one client plays, and that leave nothing to chance or to an instant. */
const CASES = PROPAGATION_CASES.filter(
  ({ name, lines, shapeOnly }) =>
    shapeOnly !== true && name !== 'keys that expire' && lines.every((line) => !/^(pause|[b-d]>)/.test(line)),
);

test('the stream of every kind of command', { timeout: 120_000 }, async () => {
  expect(CASES.length).toBeGreaterThan(20);
  const [real, ours] = [await streamOf('real'), await streamOf('ours')];
  for (const [at, stream] of ours.entries()) expect(stream).toBe(real[at]);
});
