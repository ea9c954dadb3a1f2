/**
 * Bytes that are no commands, or nearly: they never crash or hang the engine, and what comes of them does not
 * depend on the portions in which they arrive.
 */
import { describe, expect, test } from 'vitest';
import { decodeReplies, encodeCommand } from '../../protocol/resp.ts';
import { inPortions, someStream } from '../../testing/byte-streams.ts';
import { fuzzSeed } from '../../testing/fuzz-seed.ts';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { Random } from '../base/random.ts';
import { Engine } from './engine.ts';

const CASES = 4_000;
const seed = fuzzSeed;

const start = { generation: '7.0', seed: 1, startMs: 1_750_000_000_000, config: {} } as const;
const nowMs = start.startMs;

interface Outcome {
  readonly replies: string;
  /** Whether the client is heard no more, hung up on or not. */
  readonly ended: boolean;
  /** What another client finds afterwards. */
  readonly state: string;
}

function run(portions: readonly Uint8Array[]): Outcome {
  const engine = new Engine(start);
  engine.step({ type: 'open', nowMs, client: 1 });
  let replies = '';
  for (const bytes of portions) {
    const output = engine.step({ type: 'data', nowMs, client: 1, bytes });
    for (const reply of output.replies) replies += latin1(reply.bytes);
    if (output.closed.includes(1)) break;
    // The engine has to have copied what it still needs.
    bytes.fill(0x2a);
  }
  const ended = engine.server.clients.get(1)?.closeAfterReply ?? true;
  engine.step({ type: 'open', nowMs, client: 2 });
  const questions = ['DBSIZE', 'MGET k0 k1 k2 k3', 'INFO errorstats', 'CONFIG GET hz', 'SELECT 1', 'DBSIZE'];
  const bytes = bytesOf(`${questions.join('\r\n')}\r\n`);
  const [{ bytes: state }] = engine.step({ type: 'data', nowMs, client: 2, bytes }).replies;
  return { replies, ended, state: latin1(state) };
}

test(`${CASES} streams give the same in one portion and in many, seed ${seed}`, () => {
  const random = new Random(seed).stream('protocol');
  let ended = 0;
  let answered = 0;
  for (let number = 0; number < CASES; number++) {
    const bytes = someStream(random);
    const stream = JSON.stringify(latin1(bytes));
    const portions = inPortions(random, bytes);
    const whole = run([bytes]);
    const parts = run(portions);
    // Compared before it is said, for saying takes longer than running.
    if (JSON.stringify(parts) !== JSON.stringify(whole)) {
      expect(parts, `case ${number} of seed ${seed}: ${stream}`).toEqual(whole);
    }
    // Whatever was answered is RESP, or this throws.
    decodeReplies(bytesOf(whole.replies));
    if (whole.ended) ended++;
    if (whole.replies !== '') answered++;
  }
  // Both ends of the road are travelled.
  expect(ended).toBeGreaterThan(CASES / 20);
  expect(answered - ended).toBeGreaterThan(CASES / 10);
}, 120_000);

describe('bad input', () => {
  function connected(): { engine: Engine; send(text: string): { text: string; closed: boolean } } {
    const engine = new Engine(start);
    engine.step({ type: 'open', nowMs, client: 1 });
    const send = (text: string) => {
      const output = engine.step({ type: 'data', nowMs, client: 1, bytes: bytesOf(text) });
      return {
        text: output.replies.map(({ bytes }) => latin1(bytes)).join(''),
        closed: output.closed.includes(1),
      };
    };
    return { engine, send };
  }

  test('a length of 512 MB reserves nothing before the bytes come', () => {
    const { engine, send } = connected();
    expect(send('*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$536870912\r\nabc')).toEqual({ text: '', closed: false });
    expect(engine.server.clients.get(1)?.query.capacityBytes).toBeLessThan(1000);
    for (let portion = 0; portion < 100; portion++) send('x'.repeat(1000));
    expect(engine.server.clients.get(1)?.query.pendingBytes).toBe(100_003);
    expect(engine.server.clients.get(1)?.query.capacityBytes).toBeLessThan(500_000);
  });

  test('one byte more is refused and the connection ends', () => {
    const { send } = connected();
    expect(send('*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$536870913\r\n')).toEqual({
      text: '-ERR Protocol error: invalid bulk length\r\n',
      closed: true,
    });
  });

  test('two thousand million arguments reserve nothing', () => {
    const { engine, send } = connected();
    expect(send('*2147483647\r\n$4\r\nPING\r\n')).toEqual({ text: '', closed: false });
    expect(engine.server.clients.get(1)?.query.capacityBytes).toBeLessThan(1000);
  });

  test('ten thousand pipelined commands are answered in order', () => {
    const { send } = connected();
    const numbers = Array.from({ length: 10_000 }, (_, number) => number);
    const { text, closed } = send(numbers.map((number) => `ECHO ${number}\r\n`).join(''));
    expect(closed).toBe(false);
    expect(text).toBe(numbers.map((number) => `$${String(number).length}\r\n${number}\r\n`).join(''));
  });

  test('an unknown command and a wrong number of arguments leave the connection as it was', () => {
    const { engine, send } = connected();
    expect(send('SET k v\r\nNOTHING k\r\nGET\r\nSET k\r\nGET k\r\n')).toEqual({
      text: [
        '+OK',
        "-ERR unknown command 'NOTHING', with args beginning with: 'k' ",
        "-ERR wrong number of arguments for 'get' command",
        "-ERR wrong number of arguments for 'set' command",
        '$1\r\nv\r\n',
      ].join('\r\n'),
      closed: false,
    });
    expect(engine.server.keyspace.databases[0].keys.size).toBe(1);
  });

  test('a key of every byte value is kept byte for byte', () => {
    const { engine, send } = connected();
    const key = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const set = encodeCommand([bytesOf('SET'), key, key]);
    engine.step({ type: 'data', nowMs, client: 1, bytes: set });
    expect(send(latin1(encodeCommand([bytesOf('GET'), key])))).toEqual({
      text: `$256\r\n${latin1(key)}\r\n`,
      closed: false,
    });
    for (let byte = 0; byte < 256; byte++) {
      send(latin1(encodeCommand([bytesOf('SET'), Uint8Array.of(byte), bytesOf(String(byte))])));
    }
    expect(send('DBSIZE\r\n').text).toBe(':257\r\n');
    for (let byte = 0; byte < 256; byte++) {
      const { text } = send(latin1(encodeCommand([bytesOf('GET'), Uint8Array.of(byte)])));
      expect(text).toBe(`$${String(byte).length}\r\n${byte}\r\n`);
    }
  });

  test('an argument that comes in pieces survives the moving of the buffer', () => {
    const { send } = connected();
    const first = 'a'.repeat(3000);
    const second = 'b'.repeat(3000);
    const command = `*3\r\n$4\r\nMGET\r\n$3000\r\n${first}\r\n$3000\r\n${second}\r\n`;
    send(`*5\r\n$4\r\nMSET\r\n$3000\r\n${first}\r\n$1\r\n1\r\n$3000\r\n${second}\r\n$1\r\n2\r\n`);
    let answer = '';
    for (let at = 0; at < command.length; at += 700) answer += send(command.slice(at, at + 700)).text;
    expect(answer).toBe('*2\r\n$1\r\n1\r\n$1\r\n2\r\n');
  });
});
