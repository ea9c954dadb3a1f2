/** Lines taken apart by a live redis-server: it keeps the words of an inline command in a list. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesOf } from '../engine/base/bytes.ts';
import { RandomStream } from '../engine/base/random.ts';
import { fuzzSeed } from '../testing/fuzz-seed.ts';
import { type RunningRedis, startRedis, WireClient } from '../testing/oracle.ts';
import { decodeReplies } from './resp.ts';
import { splitArguments } from './split-arguments.ts';

let redis: RunningRedis;
let reader: WireClient;

beforeAll(async () => {
  redis = await startRedis();
  reader = await WireClient.connect(redis.port);
});
afterAll(async () => {
  reader?.close();
  await redis?.stop();
});

// Without NUL and LF, at which the server ends the line before it splits it.
const pieces = [
  '"',
  "'",
  '\\',
  '\\x4',
  '\\x41',
  '\\n',
  '\\"',
  "\\'",
  ' ',
  '\t',
  '\v',
  '\f',
  '\r',
  'a',
  'xF0',
  '\xff',
];

async function wordsOnServer(line: string): Promise<Uint8Array[] | null> {
  await reader.send(['DEL', 'words']);
  const client = await WireClient.connect(redis.port);
  client.sendRaw(bytesOf(`RPUSH words ${line} end\r\n`));
  const reply = await client.next();
  client.close();
  if (reply[0] === 0x2d) {
    expect(Buffer.from(reply).toString()).toContain('unbalanced quotes');
    return null;
  }
  const [kept] = decodeReplies(await reader.send(['LRANGE', 'words', '0', '-1']));
  return kept.type === 'array'
    ? kept.items.map((item) => (item.type === 'string' ? item.bytes : bytesOf('?')))
    : null;
}

test('random lines', async () => {
  const random = new RandomStream(fuzzSeed, 5, 1);
  for (let count = 0; count < 600; count++) {
    let line = '';
    for (let length = random.below(12); length > 0; length--) line += pieces[random.below(pieces.length)];
    expect(splitArguments(bytesOf(`${line} end`)), JSON.stringify(line)).toEqual(await wordsOnServer(line));
  }
});
