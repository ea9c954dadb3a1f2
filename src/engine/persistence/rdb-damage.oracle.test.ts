/**
 * Payloads that servers of both generations wrote, damaged byte by byte with the checksum made right again,
 * given to a live server that checks thoroughly and to the engine: both refuse the same ones, and of those
 * they take they make the same value. Tables, whose order is their own, are compared by their contents.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { damaged, withFooter } from '../../testing/damaged-payloads.ts';
import { type RunningRedis, startRedis, WireClient } from '../../testing/oracle.ts';
import { comparable } from '../../testing/transcript.ts';
import { EngineClients } from '../../testing/transcript-players.ts';
import { latin1 } from '../base/bytes.ts';
import { RDB_STREAM_LISTPACKS, RDB_STREAM_LISTPACKS_2 } from './rdb-types.ts';

type Args = readonly (string | Uint8Array)[];

const STREAM_FORMS = [RDB_STREAM_LISTPACKS, RDB_STREAM_LISTPACKS_2];
const FOOTER_BYTES = 10;
/** Longer values are left to the test without a server. */
const MAX_VALUE_BYTES = 300;

let redis: RunningRedis;
let server: WireClient;

beforeAll(async () => {
  redis = await startRedis(['--sanitize-dump-payload', 'yes']);
  server = await WireClient.connect(redis.port);
});
afterAll(async () => {
  server?.close();
  await redis?.stop();
});

const questions: readonly Args[] = [
  ['TYPE', 'k'],
  ['OBJECT', 'ENCODING', 'k'],
  ['DUMP', 'k'],
  ['HGETALL', 'k'],
  ['SMEMBERS', 'k'],
  ['MEMORY', 'USAGE', 'k'],
  ['DEL', 'k'],
];

/** What is compared of the answers to RESTORE and the questions. */
function outcome([restored, type, encoding, dump, fields, members, memory]: readonly Uint8Array[]): string {
  if (latin1(restored) !== '+OK\r\n') return latin1(restored);
  const isTable = latin1(encoding).includes('hashtable');
  const contents = isTable
    ? [fields, members].map((reply) => comparable(reply, 'unordered'))
    : [latin1(dump)];
  // What a skiplist takes depends on chance.
  const bytes = latin1(encoding).includes('skiplist') ? '' : latin1(memory);
  return [latin1(type), latin1(encoding), ...contents, bytes].join('|');
}

function values(generation: string): [name: string, value: Uint8Array][] {
  const path = join(import.meta.dirname, `../../testing/conformance/transcripts/golden-${generation}.jsonl`);
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const { name, dump, dumpLzf } = JSON.parse(line) as Record<string, string | undefined>;
      return [dump, dumpLzf].flatMap((hex): [string, Uint8Array][] => {
        const payload = new Uint8Array(Buffer.from(hex ?? '', 'hex'));
        const value = payload.slice(0, -FOOTER_BYTES);
        return hex === undefined || value.length > MAX_VALUE_BYTES ? [] : [[name ?? '', value]];
      });
    });
}

test.each(['7.0', '6.2'])('damaged values of %s', async (generation) => {
  const engine = new EngineClients({}, Date.now());
  let tried = 0;
  let refused = 0;
  for (const [name, value] of values(generation)) {
    const payloads = [value, ...damaged(value)].map((bytes) => withFooter(bytes));
    const restores = payloads.map((payload): Args => ['RESTORE', 'k', '0', payload]);
    const fromServer = await Promise.all(
      restores.map((restore) => Promise.all([restore, ...questions].map((args) => server.send(args)))),
    );
    for (const [index, restore] of restores.entries()) {
      const ours = outcome([restore, ...questions].map((args) => engine.send(args)));
      const theirs = outcome(fromServer[index]);
      tried++;
      if (ours.startsWith('-')) refused++;
      // A stream whose parts contradict one another is taken by the server, and here it is not.
      if (STREAM_FORMS.includes(payloads[index][0]) && ours.startsWith('-')) continue;
      expect(ours, `${name}: ${Buffer.from(payloads[index]).toString('hex')}`).toBe(theirs);
    }
  }
  console.log(`${generation}: ${refused} of ${tried} refused`);
  expect(refused).toBeGreaterThan(5_000);
});
