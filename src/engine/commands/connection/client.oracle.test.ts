/** CLIENT LIST and INFO, field by field, as a live server has them for clients that did the same. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeReplies } from '../../../protocol/resp.ts';
import { type RunningRedis, startRedis, WireClient } from '../../../testing/oracle.ts';
import { EngineClients } from '../../../testing/transcript-players.ts';
import { latin1 } from '../../base/bytes.ts';

let redis: RunningRedis;
const sockets = new Map<string, WireClient>();

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(async () => {
  for (const socket of sockets.values()) socket.close();
  await redis?.stop();
});

async function connection(name: string): Promise<WireClient> {
  const socket = sockets.get(name) ?? (await WireClient.connect(redis.port));
  sockets.set(name, socket);
  return socket;
}

/** Numbers, addresses and times are each server's own; the sizes of reply buffers change with time. */
const OWN = ['id', 'addr', 'laddr', 'fd', 'age', 'idle', 'rbs', 'rbp', 'tot-mem'];

function fields(line: string): Record<string, string> {
  const pairs = line
    .trim()
    .split(' ')
    .map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string]);
  expect(pairs.map(([name]) => name)).toEqual(FIELDS);
  return Object.fromEntries(pairs.filter(([name]) => !OWN.includes(name)));
}

const FIELDS =
  'id addr laddr fd name age idle flags db sub psub ssub multi qbuf qbuf-free argv-mem multi-mem rbs rbp obl oll omem tot-mem events cmd user redir resp'.split(
    ' ',
  );

function textOf(bytes: Uint8Array): string {
  const [reply] = decodeReplies(bytes);
  if (reply.type !== 'string') throw new Error(`a string is expected, not ${latin1(bytes)}`);
  return latin1(reply.bytes);
}

/** What client b does; then client a looks at it, and b at itself. */
const SITUATIONS: readonly (readonly string[])[] = [
  ['PING'],
  ['CLIENT SETNAME somebody', 'SELECT 3'],
  ['MULTI', 'SET k v', 'GET k', 'INCRBY number 12345'],
  ['DISCARD', 'WATCH k l', 'MULTI'],
  ['SET k 1'],
  ['EXEC', 'HELLO 3'],
  ['SUBSCRIBE c d', 'PSUBSCRIBE p*', 'SSUBSCRIBE s'],
  ['UNSUBSCRIBE', 'PUNSUBSCRIBE', 'SUNSUBSCRIBE'],
  ['CLIENT TRACKING ON BCAST'],
  ['CLIENT TRACKING OFF', 'CLIENT NO-EVICT on'],
  ['CLIENT NO-EVICT off', 'ACL SETUSER joe on nopass +@all ~*', 'AUTH joe x'],
  ['CONFIG GET hz', 'NOTHING'],
  ['RESET'],
];

test('clients in many situations', async () => {
  const ours = new EngineClients();
  const [a, b] = [await connection('a'), await connection('b')];
  ours.send(['PING'], 'a');
  ours.send(['PING'], 'b');
  const id = decodeReplies(await b.send(['CLIENT', 'ID']))[0];
  if (id.type !== 'integer') throw new Error('a number is expected');
  for (const commands of SITUATIONS) {
    for (const command of commands) {
      b.sendRaw(encode(command));
      ours.send(command.split(' '), 'b');
    }
    // Discard the pushes that b received: their number is not fixed.
    await a.send(['PING']);
    const expected = textOf(await a.send(['CLIENT', 'LIST', 'ID', String(id.value)]));
    const found = textOf(ours.send(['CLIENT', 'LIST', 'ID', '2'], 'a'));
    expect(fields(found), commands.join('; ')).toEqual(fields(expected));
  }
});

function encode(line: string): Uint8Array {
  const words = line.split(' ');
  return new Uint8Array(
    Buffer.from(`*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`),
  );
}

test('a client that looks at itself', async () => {
  const ours = new EngineClients();
  const c = await connection('c');
  for (const args of [
    ['CLIENT', 'INFO'],
    ['CLIENT', 'LIST', 'ID', '999999'],
    ['CLIENT', 'INFO'],
  ]) {
    const expected = textOf(await c.send(args));
    const found = textOf(ours.send(args));
    if (expected === '') expect(found).toBe('');
    else expect(fields(found)).toEqual(fields(expected));
  }
});
