/** Random list commands on the real server and on a quicklist: after each the DUMPs must be equal. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningRedis, startRedis, WireClient } from '../../testing/oracle.ts';
import { bytesOf, equalBytes, latin1 } from '../base/bytes.ts';
import { lzfDecompress } from '../base/lzf.ts';
import { createEnvironment } from '../base/probe.ts';
import { Random, type RandomStream } from '../base/random.ts';
import { type DumpedNode, nodesOf } from './packed.recorded.ts';
import { dumpOf, examine, runListCommand } from './quicklist.recorded.ts';
import { Quicklist } from './quicklist.ts';

/** Another seed can be tried with PROPERTY_SEED; a failing one is in the title. */
const seed = Number(process.env.PROPERTY_SEED ?? 20_240_117);
const COMMANDS = Number(process.env.PROPERTY_COMMANDS ?? 2_000);
/** How many commands are sent before their answers are looked at. */
const BATCH = 500;

let redis: RunningRedis;
let client: WireClient;

beforeAll(async () => {
  redis = await startRedis(['--enable-debug-command', 'yes', '--rdbcompression', 'no']);
  client = await WireClient.connect(redis.port);
});
afterAll(async () => {
  client?.close();
  await redis?.stop();
});

const text = (bytes: Uint8Array) => latin1(bytes);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The string in a bulk reply; null for nil. */
function bulk(reply: Uint8Array): Uint8Array | null {
  if (text(reply.subarray(0, 3)) === '$-1') return null;
  return reply.slice(reply.indexOf(10) + 1, -2);
}

/**
 * Whether two DUMPs have the same nodes although their bytes differ. The server leaves the table of its LZF
 * as the last call left it; once in some ten thousand commands it finds a repetition there that a fresh table
 * does not know, and a node that hardly shrinks becomes a few bytes smaller than it should.
 */
function areAlike(one: Uint8Array, other: Uint8Array): boolean {
  const [ours, theirs] = [nodesOf(one), nodesOf(other)];
  return (
    ours.length === theirs.length &&
    ours.every((node, index) => {
      const twin = theirs[index];
      const [raw, twinRaw] = [rawOf(node), rawOf(twin)];
      const difference = Math.abs(node.bytes.length - twin.bytes.length);
      return node.plain === twin.plain && equalBytes(raw, twinRaw) && difference < raw.length / 20;
    })
  );
}

function rawOf(node: DumpedNode): Uint8Array {
  return node.rawBytes === -1 ? node.bytes : lzfDecompress(node.bytes, node.rawBytes)!;
}

function randomElement(stream: RandomStream, longest: number): string {
  switch (stream.below(6)) {
    case 0:
      return String(stream.below(100_000) - 50_000);
    case 1:
      return 'abc'.repeat(stream.below(longest / 3));
    case 2:
      return text(stream.bytes(stream.below(longest)));
    default:
      return String.fromCharCode(97 + stream.below(8)).repeat(1 + stream.below(20));
  }
}

function randomCommand(
  list: Quicklist,
  elements: readonly Uint8Array[],
  stream: RandomStream,
  longest: number,
): string[] {
  const element = () => randomElement(stream, longest);
  const length = elements.length;
  const known = () => text(elements[stream.below(length)]);
  const index = () => String(stream.below(length * 2) - length);
  if (length === 0) return [stream.below(2) === 0 ? 'RPUSH' : 'LPUSH', element(), element(), element()];
  switch (stream.below(list.count > 60 ? 16 : 12)) {
    case 0:
    case 1:
      return ['RPUSH', element(), element()];
    case 2:
      return ['LPUSH', element(), element()];
    case 3:
    case 4:
      return ['LINSERT', 'BEFORE', known(), element()];
    case 5:
    case 6:
      return ['LINSERT', 'AFTER', known(), element()];
    case 7:
    case 8:
      return ['LSET', index(), element()];
    case 9:
      return ['LINDEX', index()];
    case 10:
      return [stream.below(2) === 0 ? 'LPOP' : 'RPOP'];
    case 11:
    case 12:
      return ['LREM', String(stream.below(7) - 3), known()];
    default:
      return ['LTRIM', String(stream.below(8)), String(-1 - stream.below(8))];
  }
}

describe.each([
  [-2, 0, 2 ** 30],
  [-1, 1, 2 ** 30],
  [4, 0, 2 ** 30],
  [1, 2, 2 ** 30],
  [5, 1, 2 ** 30],
  [4, 2, 100],
  [0, 1, 60],
  [-1, 1, 300],
  [128, 3, 40],
])(
  `fill %d, depth %d, plain nodes from %d bytes, seed ${seed}`,
  (fill, compressDepth, packedThresholdBytes) => {
    it(`keeps its nodes as the server does over ${COMMANDS} commands`, async () => {
      await client.send(['FLUSHALL']);
      await client.send([
        'CONFIG',
        'SET',
        'list-max-listpack-size',
        `${fill}`,
        'list-compress-depth',
        `${compressDepth}`,
      ]);
      const answer = await client.send(['DEBUG', 'QUICKLIST-PACKED-THRESHOLD', `${packedThresholdBytes}b`]);
      expect(text(answer)).toBe('+OK\r\n');
      const stream = new Random(seed).stream(`${fill} ${compressDepth} ${packedThresholdBytes}`);
      const env = createEnvironment(1);
      const options = { fill, compressDepth, packedThresholdBytes };
      let list: Quicklist | null = null;
      const history: string[] = [];
      let compared = 0;
      let alike = 0;
      let most = 0;
      while (history.length < COMMANDS) {
        const expected: (Uint8Array | null)[] = [];
        const debugTexts: string[] = [];
        const answers: Promise<Uint8Array>[] = [];
        for (let sent = 0; sent < BATCH; sent++) {
          list ??= new Quicklist(env, '7.0', options);
          const longest = fill < 0 ? 1500 : 400;
          const [name, ...words] = randomCommand(list, examine(list).elements, stream, longest);
          history.push([name, ...words].join(' '));
          runListCommand(list, [name, ...words].map(bytesOf));
          client.send([name, 'k', ...words.map(bytesOf)]).catch(() => {});
          most = Math.max(most, list.nodeCount);
          if (list.count === 0) {
            list.release();
            list = null;
            expected.push(null);
            debugTexts.push('');
          } else {
            expected.push(dumpOf(list));
            debugTexts.push(list.debugText());
          }
          answers.push(client.send(['DUMP', 'k']), client.send(['DEBUG', 'OBJECT', 'k']));
        }
        const replies = await Promise.all(answers);
        for (let index = 0; index < replies.length; index += 2) {
          const dump = bulk(replies[index]);
          const last = history.length - BATCH + index / 2;
          const story = `command ${last}: ${history[last].slice(0, 200)}`;
          const ours = expected[index / 2];
          if (ours !== null && dump !== null && hex(dump) !== hex(ours) && areAlike(ours, dump)) alike++;
          else expect(dump === null ? null : hex(dump), story).toBe(ours === null ? null : hex(ours));
          if (dump !== null)
            expect(text(replies[index + 1]), story).toContain(`${debugTexts[index / 2]}\r\n`);
          compared++;
        }
      }
      expect(compared).toBe(COMMANDS);
      expect(alike).toBeLessThan(COMMANDS / 5);
      if (fill !== -2) expect(most).toBeGreaterThan(4);
      list?.release();
      expect(env.heap.usedBytes).toBe(0);
    });
  },
);
