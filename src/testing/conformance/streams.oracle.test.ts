/**
 * Random commands over streams on a live redis-server and on the engine: replies, events, and after every
 * batch the memory and the RDB bytes of every stream, which are also restored on the other side. The seed is
 * printed; FUZZ_SEED repeats a run, FUZZ_COMMANDS makes it longer.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { latin1 } from '../../engine/base/bytes.ts';
import { crc64 } from '../../engine/base/crc64.ts';
import { RandomStream } from '../../engine/base/random.ts';
import { RDB_STREAM_LISTPACKS } from '../../engine/persistence/rdb-types.ts';
import { Differential } from '../differential.ts';
import { fuzzSeed } from '../fuzz-seed.ts';
import { STREAM_KEYS, StreamFuzz, withoutTimes } from '../stream-fuzz.ts';
import { EngineClients } from '../transcript-players.ts';

const COMMANDS = Number(process.env.FUZZ_COMMANDS ?? 8000);
const BATCH = 100;
const HOUR_MS = 3_600_000;
const FOOTER_BYTES = 10;
const seed = fuzzSeed;

let pair: Differential;
beforeAll(async () => {
  pair = await Differential.start(`FUZZ_SEED=${seed}`, ['--sanitize-dump-payload', 'yes']);
});
afterAll(() => pair?.stop());

/** The bytes in a bulk reply, null where there are none. */
function bulk(reply: Uint8Array): Uint8Array | null {
  return reply[0] === 0x24 && reply[1] !== 0x2d ? reply.slice(reply.indexOf(10) + 1, -2) : null;
}

/** A payload without its footer, and with the times of today as zeros. */
function comparableDump(payload: Uint8Array): string {
  const bytes = Buffer.from(payload.subarray(0, -FOOTER_BYTES));
  const now = Date.now();
  for (let at = 0; at + 8 <= bytes.length; at++) {
    const time = Number(bytes.readBigInt64LE(at));
    if (Math.abs(time - now) < HOUR_MS) bytes.fill(0, at, at + 8);
  }
  return bytes.toString('hex');
}

async function compareDumps(key: string): Promise<boolean> {
  const server = bulk(await pair.client.send(['DUMP', key]));
  const engine = bulk(pair.engine.send(['DUMP', key]));
  if (server === null || engine === null) {
    expect([key, engine]).toEqual([key, server]);
    return false;
  }
  expect(comparableDump(engine), `FUZZ_SEED=${seed}`).toBe(comparableDump(server));

  // Each side writes again what the other one has written, byte for byte.
  const crossing = ['RESTORE', 'crossing', '0'];
  const written = Buffer.from(server).toString('hex');
  expect(latin1(pair.engine.send([...crossing, server, 'REPLACE'])), written).toBe('+OK\r\n');
  expect(bulk(pair.engine.send(['DUMP', 'crossing']))).toEqual(server);
  expect(latin1(await pair.client.send([...crossing, engine, 'REPLACE']))).toBe('+OK\r\n');
  expect(bulk(await pair.client.send(['DUMP', 'crossing']))).toEqual(engine);
  await pair.ask('MEMORY', 'USAGE', 'crossing', 'SAMPLES', '0');
  await pair.play([
    { args: ['XINFO', 'STREAM', 'crossing', 'FULL'], comparison: withoutTimes },
    { args: ['DEL', 'crossing'], comparison: 'exact' },
  ]);
  return true;
}

test('random commands over streams are answered alike', async () => {
  console.log(`FUZZ_SEED=${seed}`);
  const fuzz = new StreamFuzz(seed);
  let compared = 0;
  for (let done = 0; done < COMMANDS; done += BATCH) {
    await pair.play(Array.from({ length: BATCH }, () => fuzz.next()));
    for (const key of STREAM_KEYS) {
      await pair.ask('TYPE', key);
      await pair.ask('OBJECT', 'ENCODING', key);
      await pair.ask('MEMORY', 'USAGE', key, 'SAMPLES', `${done % 4}`);
      await pair.play([{ args: ['XINFO', 'STREAM', key, 'FULL', 'COUNT', '0'], comparison: withoutTimes }]);
      if (await compareDumps(key)) compared++;
    }
  }
  await pair.ask('DBSIZE');
  await pair.compareCounts();
  expect(compared).toBeGreaterThan(COMMANDS / BATCH);
}, 600_000);

test.each([2, 100])(
  'damaged payloads are refused wherever the server refuses them: nodes of %d',
  async (nodeEntries) => {
    const random = new RandomStream(seed, 5, 5);
    const send = (...args: string[]) => pair.engine.send(args);
    send('HELLO', '2');
    await pair.client.send(['HELLO', '2']);
    send('CONFIG', 'SET', 'stream-node-max-entries', `${nodeEntries}`, 'stream-node-max-bytes', '4096');
    // In an empty keyspace, so that no table of keys grows while memory is counted.
    send('FLUSHALL');
    await pair.client.send(['FLUSHALL']);
    for (const id of ['1-1', '2-1', '3-1', '3-2', '70000-1']) send('XADD', 'd', id, 'name', 'value', 'n', id);
    send('XADD', 'd', '80000-1', 'other', 'field');
    send('XDEL', 'd', '2-1');
    send('XGROUP', 'CREATE', 'd', 'group', '0');
    send('XREADGROUP', 'GROUP', 'group', 'ann', 'COUNT', '2', 'STREAMS', 'd', '>');
    send('XREADGROUP', 'GROUP', 'group', 'bob', 'COUNT', '2', 'STREAMS', 'd', '>');
    send('XGROUP', 'CREATE', 'd', 'second', '$');
    const whole = bulk(send('DUMP', 'd'))!;
    const used = pair.engine.engine.server.env.heap.usedBytes;
    const outcomes = { refusedByBoth: 0, refusedByEngineAlone: 0, accepted: 0 };
    // From the second byte on: another form would be another type.
    for (let at = 1; at < whole.length - FOOTER_BYTES; at++) {
      for (const change of [1 << random.below(8), random.below(255) + 1, 0x80]) {
        const payload = whole.slice();
        payload[at] ^= change;
        payload.set(crc64(payload, 0, payload.length - 8), payload.length - 8);
        const args = ['RESTORE', 'damaged', '0', payload];
        const label = `seed ${seed}, byte ${at} changed by ${change}: ${Buffer.from(payload).toString('hex')}`;
        const server = latin1(await pair.client.send(args));
        const engine = latin1(pair.engine.send(args));
        if (server !== '+OK\r\n') {
          expect(engine, label).toBe(server);
          outcomes.refusedByBoth++;
        } else if (engine === '+OK\r\n') {
          expect(bulk(send('DUMP', 'damaged')), label).toEqual(
            bulk(await pair.client.send(['DUMP', 'damaged'])),
          );
          outcomes.accepted++;
        } else {
          outcomes.refusedByEngineAlone++;
        }
        send('DEL', 'damaged');
        await pair.client.send(['DEL', 'damaged']);
        expect(pair.engine.engine.server.env.heap.usedBytes, label).toBe(used);
      }
    }
    console.log(outcomes);
    expect(outcomes.refusedByBoth).toBeGreaterThan(whole.length);
    expect(latin1(await pair.client.send(['PING']))).toBe('+PONG\r\n');
  },
  600_000,
);

test('streams of 6.2 become in the engine what they become in the server', async () => {
  const old = new EngineClients({}, undefined, undefined, '6.2');
  const fuzz = new StreamFuzz(seed);
  await pair.client.send(['HELLO', '2']);
  pair.engine.send(['HELLO', '2']);
  let compared = 0;
  for (let batch = 0; batch < 40; batch++) {
    for (let left = BATCH; left > 0; left--) old.send(fuzz.next().args);
    for (const key of STREAM_KEYS) {
      old.send(['HELLO', '2']);
      const payload = bulk(old.send(['DUMP', key]));
      if (payload === null || payload[0] !== RDB_STREAM_LISTPACKS) continue;
      await pair.ask('RESTORE', 'old', '0', payload, 'REPLACE');
      await pair.ask('DUMP', 'old');
      await pair.ask('XINFO', 'STREAM', 'old', 'FULL');
      await pair.ask('XINFO', 'GROUPS', 'old');
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(40);
});
