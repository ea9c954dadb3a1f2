/**
 * Random commands over hashes and sets on a live redis-server and on the engine: every reply, and after every batch
 * encodings, contents and memory of all keys, must be the same. The seed is printed; FUZZ_SEED repeats a run,
 * FUZZ_COMMANDS makes it longer.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { latin1, repr } from '../../engine/base/bytes.ts';
import { COLLECTION_KEYS, CollectionFuzz } from '../collection-fuzz.ts';
import { fuzzSeed } from '../fuzz-seed.ts';
import { type RunningRedis, startRedis, WireClient } from '../oracle.ts';
import { comparable, escapeReply } from '../transcript.ts';
import { EngineClients } from '../transcript-players.ts';

type Args = readonly (string | Uint8Array)[];

const COMMANDS = Number(process.env.FUZZ_COMMANDS ?? 6000);
const BATCH = 100;

let redis: RunningRedis;
let client: WireClient;

beforeAll(async () => {
  redis = await startRedis();
  client = await WireClient.connect(redis.port);
});
afterAll(async () => {
  client?.close();
  await redis?.stop();
});

function print(args: Args): string {
  return args.map((word) => `"${repr(typeof word === 'string' ? Buffer.from(word) : word, 400)}"`).join(' ');
}

function statistic(info: Uint8Array, name: string): number {
  return Number(new RegExp(`${name}:(\\d+)`).exec(Buffer.from(info).toString())![1]);
}

/** The kind and, in an array or a set, the number of elements; an error as a whole. */
function sizeOf(reply: Uint8Array): string {
  const [line] = latin1(reply).split('\r\n');
  return '*~-'.includes(line[0]) ? line : line[0];
}

test('random commands over hashes and sets are answered alike', async () => {
  const seed = fuzzSeed;
  console.log(`FUZZ_SEED=${seed}`);
  const fuzz = new CollectionFuzz(seed);
  const engine = new EngineClients({}, Date.now());
  const history: string[] = [];

  const both = async (args: Args): Promise<[Uint8Array, Uint8Array]> => {
    history.push(print(args));
    return [await client.send(args), engine.send(args)];
  };
  const agree = (server: string, ours: string) => {
    if (server === ours) return;
    const before = history.slice(-60).join('\n');
    expect.fail(`FUZZ_SEED=${seed}\n${before}\n  server ${server}\n  engine ${ours}`);
  };

  const conversions: Record<string, number> = {};
  for (let done = 0; done < COMMANDS; done += BATCH) {
    const batch = Array.from({ length: BATCH }, () => fuzz.next());
    const fromServer = await Promise.all(batch.map(({ args }) => client.send(args)));
    engine.nowMs = Date.now();
    for (const [index, { args, comparison }] of batch.entries()) {
      history.push(print(args));
      const ours = engine.send(args);
      if (comparison === 'size') agree(sizeOf(fromServer[index]), sizeOf(ours));
      else agree(comparable(fromServer[index], comparison), comparable(ours, comparison));
    }

    for (const key of COLLECTION_KEYS) {
      const [serverType, ourType] = await both(['TYPE', key]);
      agree(latin1(serverType), latin1(ourType));
      const [serverEncoding, ourEncoding] = await both(['OBJECT', 'ENCODING', key]);
      agree(latin1(serverEncoding), latin1(ourEncoding));
      const [serverExpiry, ourExpiry] = await both(['PEXPIRETIME', key]);
      agree(latin1(serverExpiry), latin1(ourExpiry));
      const type = latin1(serverType).trim().slice(1);
      if (type !== 'hash' && type !== 'set') continue;
      const name = `${type} ${latin1(serverEncoding).split('\r\n')[1]}`;
      conversions[name] = (conversions[name] ?? 0) + 1;
      const isTable = name.endsWith('hashtable');
      const [serverAll, ourAll] = await both([type === 'hash' ? 'HGETALL' : 'SMEMBERS', key]);
      if (isTable) {
        agree(comparable(serverAll, 'unordered'), comparable(ourAll, 'unordered'));
        continue;
      }
      // Packed: the same order, the same bytes.
      agree(escapeReply(serverAll), escapeReply(ourAll));
      for (const words of [['DUMP'], ['MEMORY', 'USAGE']]) {
        const [server, ours] = await both([...words, key]);
        agree(escapeReply(server), escapeReply(ours));
      }
    }
  }

  // The run was worth something: it had every encoding.
  for (const name of ['hash listpack', 'hash hashtable', 'set intset', 'set hashtable']) {
    expect(conversions[name] ?? 0, name).toBeGreaterThan(0);
  }
  const { keyspace } = engine.engine.server;
  const info = await client.send(['INFO']);
  expect({ hits: keyspace.hits, misses: keyspace.misses, dirty: keyspace.dirty }).toEqual({
    hits: statistic(info, 'keyspace_hits'),
    misses: statistic(info, 'keyspace_misses'),
    dirty: statistic(info, 'rdb_changes_since_last_save'),
  });
});

/** MEMORY USAGE of tables: exact if all elements are counted, close if sampled. */
test.each([10, 600, 5000])('the memory of tables of %d', async (count) => {
  const engine = new EngineClients();
  await client.send(['HELLO', '2']);
  await client.send(['FLUSHALL']);
  const limits = ['hash-max-listpack-entries', '4', 'set-max-intset-entries', '4'];
  const numbers = Array.from({ length: count }, (_, number) => number);
  const commands: Args[] = [
    ['CONFIG', 'SET', ...limits],
    ['HSET', 'h', ...numbers.flatMap((number) => [`field:${number}`, `value:${number}`])],
    ['SADD', 's', ...numbers.map((number) => `member:${number}`)],
    ['SADD', 'integers', ...numbers.map((number) => String(1_000_000 + number))],
  ];
  // Every lookup moves a bucket, until the rehash is over.
  for (const number of numbers) {
    commands.push(['HEXISTS', 'h', 'x'], ['SISMEMBER', 's', 'x'], ['SISMEMBER', 'integers', 'x']);
    if (number % 3 === 0) commands.push(['HSET', 'h', `field:${number}`, 'v'.repeat(number % 100)]);
  }
  await Promise.all(commands.map((args) => client.send(args)));
  for (const args of commands) engine.send(args);

  const usage = async (key: string, ...samples: string[]) => {
    const args = ['MEMORY', 'USAGE', key, ...samples];
    return [await client.send(args), engine.send(args)].map((reply) => Number(latin1(reply).slice(1)));
  };
  for (const key of ['h', 's', 'integers']) {
    const [server, ours] = await usage(key, 'SAMPLES', '0');
    expect(ours, key).toBe(server);
  }
  // The members of each set take slots of one size, so that any sample of five stands for all.
  for (const key of ['s', 'integers']) {
    const [server, ours] = await usage(key);
    expect(Math.abs(ours - server) / server, key).toBeLessThan(0.03);
  }
});
