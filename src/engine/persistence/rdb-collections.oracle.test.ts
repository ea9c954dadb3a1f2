/**
 * Hashes and sets between the engine and a live redis-server: what either writes the other reads, and both
 * refuse the same damaged bytes. The server checks thoroughly here, as the engine always does.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { damaged, payloadValues, withFooter } from '../../testing/damaged-payloads.ts';
import { type RunningRedis, startRedis, WireClient } from '../../testing/oracle.ts';
import { comparable } from '../../testing/transcript.ts';
import { EngineClients } from '../../testing/transcript-players.ts';
import { latin1 } from '../base/bytes.ts';

let redis: RunningRedis;
let server: WireClient;
let engine: EngineClients;

beforeAll(async () => {
  redis = await startRedis(['--sanitize-dump-payload', 'yes']);
  server = await WireClient.connect(redis.port);
});
beforeEach(() => {
  engine = new EngineClients();
});
afterAll(async () => {
  server?.close();
  await redis?.stop();
});

type Args = readonly (string | Uint8Array)[];

const payloadOf = (reply: Uint8Array) => reply.slice(reply.indexOf(10) + 1, -2);
const all = (form: number) => ([2, 11].includes(form) ? 'SMEMBERS' : 'HGETALL');

async function state(send: (args: Args) => Uint8Array | Promise<Uint8Array>, form: number): Promise<string> {
  const encoding = latin1(await send(['OBJECT', 'ENCODING', 'k']));
  const contents = comparable(await send([all(form), 'k']), 'unordered');
  return `${encoding} ${contents}`;
}

const titles = Object.keys(payloadValues);

describe('damaged payloads', () => {
  test.each(titles)('%s', async (title) => {
    const value = new Uint8Array(Buffer.from(payloadValues[title], 'hex'));
    const heap = engine.engine.server.env.heap;
    engine.send(['SET', 'k', 'v']);
    engine.send(['DEL', 'k']);
    const before = heap.usedBytes;
    let refused = 0;
    let tried = 0;
    for (const bytes of [value, ...damaged(value)]) {
      tried++;
      const payload = withFooter(bytes);
      const where = `${title}: ${Buffer.from(bytes).toString('hex')}`;
      const theirs = latin1(await server.send(['RESTORE', 'k', '0', payload, 'REPLACE']));
      const ours = latin1(engine.send(['RESTORE', 'k', '0', payload, 'REPLACE']));
      // Other types of value than these are not looked at here.
      if (![2, 4, 9, 11, 13, 16].includes(bytes[0] ?? -1)) continue;
      expect(ours, where).toBe(theirs);
      if (ours === '+OK\r\n') {
        const [expected, found] = [
          await state((args) => server.send(args), bytes[0]),
          await state((args) => engine.send(args), bytes[0]),
        ];
        expect(found, where).toBe(expected);
      } else {
        refused++;
      }
      await server.send(['DEL', 'k']);
      engine.send(['DEL', 'k']);
      expect(heap.usedBytes, where).toBe(before);
    }
    console.log(`${title}: ${refused} of ${tried} refused`);
    expect(refused).toBeGreaterThan(0);
  });
});

describe('a value goes over and back', () => {
  const values: Readonly<Record<string, Args>> = {
    'packed hash': ['HSET', 'k', 'a', '1', 'b', 'text', '', '', '-7', '99999999999'],
    'table hash': ['HSET', 'k', 'a', 'v'.repeat(65), 'b', '1', 'c', 'w'.repeat(300), 'd', ''],
    'hash of many': ['HSET', 'k', ...Array.from({ length: 1200 }, (_, index) => `e${index}`)],
    intset: ['SADD', 'k', '5', '-5', '70000', '9223372036854775807'],
    'set of many integers': ['SADD', 'k', ...Array.from({ length: 600 }, (_, index) => String(index * 7))],
    'table set': ['SADD', 'k', 'a', '', '12', 'x'.repeat(100)],
  };
  const limits = [
    ['512', '64', '512'],
    ['2', '64', '2'],
    ['2000', '8', '1000'],
    ['0', '0', '0'],
  ];

  describe.each(limits)('with limits %s, %s, %s', (entries, valueBytes, intset) => {
    test.each(Object.keys(values))('%s', async (name) => {
      const both = async (args: Args) => {
        const theirs = latin1(await server.send(args));
        expect(latin1(engine.send(args)), String(args[0])).toBe(theirs);
      };
      const form = name.includes('hash') ? 4 : 2;
      const same = async () =>
        expect(await state((args) => engine.send(args), form)).toBe(
          await state((args) => server.send(args), form),
        );
      await server.send(['FLUSHALL']);
      // Written under the usual limits, read under others.
      await both(['CONFIG', 'SET', 'hash-max-listpack-entries', '512', 'hash-max-listpack-value', '64']);
      await both(['CONFIG', 'SET', 'set-max-intset-entries', '512']);
      await both(values[name]);
      const theirs = payloadOf(await server.send(['DUMP', 'k']));
      const ours = payloadOf(engine.send(['DUMP', 'k']));
      await both([
        'CONFIG',
        'SET',
        'hash-max-listpack-entries',
        entries,
        'hash-max-listpack-value',
        valueBytes,
      ]);
      await both(['CONFIG', 'SET', 'set-max-intset-entries', intset]);
      for (const payload of [theirs, ours]) {
        await both(['RESTORE', 'k', '0', payload, 'REPLACE']);
        await same();
        await both(['MEMORY', 'USAGE', 'k', 'SAMPLES', '0']);
      }
    });
  });
});
