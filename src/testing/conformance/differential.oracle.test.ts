/**
 * Random commands on a live redis-server and on the engine: every reply, and now and then every answer about every key,
 * must be the same. The seed is printed; FUZZ_SEED repeats a run, FUZZ_COMMANDS makes it longer.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repr } from '../../engine/base/bytes.ts';
import { CommandFuzz, FUZZ_KEYS, type FuzzCommand } from '../command-fuzz.ts';
import { fuzzSeed } from '../fuzz-seed.ts';
import { type RunningRedis, startRedis, WireClient } from '../oracle.ts';
import { comparable } from '../transcript.ts';
import { EngineClients } from '../transcript-players.ts';

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

/** Everything about every key that does not depend on the clock. */
function questions(): FuzzCommand[] {
  const asked: FuzzCommand[] = [];
  for (const key of FUZZ_KEYS) {
    for (const words of [
      ['GET'],
      ['PEXPIRETIME'],
      ['OBJECT', 'ENCODING'],
      ['OBJECT', 'REFCOUNT'],
      ['MEMORY', 'USAGE'],
    ]) {
      asked.push({ args: [...words, key], comparison: 'exact' });
    }
  }
  asked.push({ args: ['DBSIZE'], comparison: 'exact' });
  return asked;
}

function print(args: FuzzCommand['args']): string {
  return args.map((word) => `"${repr(typeof word === 'string' ? Buffer.from(word) : word, 400)}"`).join(' ');
}

function statistic(info: Uint8Array, name: string): number {
  return Number(new RegExp(`${name}:(\\d+)`).exec(Buffer.from(info).toString())![1]);
}

test('random commands over strings and keys are answered alike', async () => {
  const seed = fuzzSeed;
  console.log(`FUZZ_SEED=${seed}`);
  const fuzz = new CommandFuzz(seed);
  const engine = new EngineClients({}, Date.now());
  const history: string[] = [];

  for (let done = 0; done < COMMANDS; done += BATCH) {
    const batch = [...fuzz.batch(BATCH), ...questions()];
    const fromServer = await Promise.all(batch.map(({ args }) => client.send(args)));
    engine.nowMs = Date.now();
    for (const [index, { args, comparison }] of batch.entries()) {
      history.push(print(args));
      const server = comparable(fromServer[index], comparison);
      const ours = comparable(engine.send(args), comparison);
      if (server !== ours) {
        const before = history.slice(-40).join('\n');
        expect.fail(`FUZZ_SEED=${seed}\n${before}\n  server ${server}\n  engine ${ours}`);
      }
    }
  }

  const { keyspace } = engine.engine.server;
  const info = await client.send(['INFO']);
  expect({
    hits: keyspace.hits,
    misses: keyspace.misses,
    dirty: keyspace.dirty,
  }).toEqual({
    hits: statistic(info, 'keyspace_hits'),
    misses: statistic(info, 'keyspace_misses'),
    dirty: statistic(info, 'rdb_changes_since_last_save'),
  });
});
