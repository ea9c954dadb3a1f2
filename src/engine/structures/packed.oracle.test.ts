/**
 * Packed structures against the real server: random changes to hashes, sorted sets and sets, compared by
 * DUMP; ziplists handed to RESTORE; damaged bytes, which must be refused by both or by none; and what
 * DEBUG LISTPACK prints about each entry.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningRedis, startRedis, WireClient } from '../../testing/oracle.ts';
import { bytesOf, concatBytes, latin1 } from '../base/bytes.ts';
import { crc64 } from '../base/crc64.ts';
import { type Int64, integerBytes, normalizeInt64 } from '../base/numbers.ts';
import { createEnvironment } from '../base/probe.ts';
import { Random, type RandomStream } from '../base/random.ts';
import { Intset, isValidIntset } from './intset.ts';
import { Listpack } from './listpack.ts';
import { describeListpack } from './listpack-describe.ts';
import { isValidListpack, isValidListpackOfPairs } from './listpack-validate.ts';
import { blobOf, nodesOf } from './packed.recorded.ts';
import { integerAt, NOWHERE } from './packed-list.ts';
import { Ziplist } from './ziplist.ts';
import { listpackFromZiplist, listpackFromZiplistOfPairs } from './ziplist-validate.ts';

/** Another seed can be tried with PROPERTY_SEED; a failing one is in the title. */
const seed = Number(process.env.PROPERTY_SEED ?? 20_240_117);

let redis: RunningRedis;
let client: WireClient;

const generous = [
  ...['--hash-max-listpack-entries', '100000', '--hash-max-listpack-value', '100000'],
  ...['--zset-max-listpack-entries', '100000', '--zset-max-listpack-value', '100000'],
  ...['--set-max-intset-entries', '100000', '--rdbcompression', 'no', '--sanitize-dump-payload', 'yes'],
];

beforeAll(async () => {
  redis = await startRedis(generous);
  client = await WireClient.connect(redis.port);
});
afterAll(async () => {
  client?.close();
  await redis?.stop();
});

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bulk = (reply: Uint8Array) => reply.slice(reply.indexOf(10) + 1, -2);

function randomElement(stream: RandomStream, longest: number): Uint8Array {
  switch (stream.below(6)) {
    case 0:
      return bytesOf(String(stream.below(300) - 150));
    case 1: {
      const bits = [7, 12, 13, 15, 16, 23, 24, 31, 32, 53, 63][stream.below(11)];
      const near = 2n ** BigInt(bits) + BigInt(stream.below(5) - 2);
      return bytesOf(String(stream.below(2) === 0 ? near : -near));
    }
    case 2:
      return bytesOf(['', '-', '-0', '00', '+5', '0x1', ' 7', '7 '][stream.below(8)]);
    case 3:
      return stream.bytes([63, 64, 125, 126, 248, 250, 251, 252, 253, 254][stream.below(10)]);
    case 4:
      return stream.bytes(stream.below(longest));
    default:
      return bytesOf(`field${stream.below(40)}`);
  }
}

it(`a hash has the server's bytes after every change, seed ${seed}`, async () => {
  const stream = new Random(seed).stream('hash');
  const list = Listpack.create(createEnvironment(1));
  const expected: string[] = [];
  const answers: Promise<Uint8Array>[] = [];
  for (let operation = 0; operation < 1500; operation++) {
    const longest = operation % 100 === 0 ? 20_000 : 300;
    const field = randomElement(stream, 20);
    const first = list.first();
    const at = first === NOWHERE ? NOWHERE : list.find(first, field, 1);
    if (list.length > 2 && stream.below(list.length > 100 ? 2 : 6) === 0) {
      const gone = list.bytesAt(list.seek(stream.below(list.length >> 1) * 2));
      list.deleteFrom(list.find(list.first(), gone, 1), 2);
      client.send(['HDEL', 'hash', gone]).catch(() => {});
    } else {
      const value = randomElement(stream, longest);
      if (at !== NOWHERE) {
        list.replace(list.next(at), value);
      } else {
        list.append(field);
        list.append(value);
      }
      client.send(['HSET', 'hash', field, value]).catch(() => {});
    }
    expected.push(hex(list.bytes()));
    answers.push(client.send(['DUMP', 'hash']));
  }
  const replies = await Promise.all(answers);
  replies.forEach((reply, index) => {
    expect(hex(blobOf(bulk(reply))), `change ${index}`).toBe(expected[index]);
  });
});

it(`a sorted set has the server's bytes after every change, seed ${seed}`, async () => {
  const stream = new Random(seed).stream('zset');
  const list = Listpack.create(createEnvironment(1));
  const expected: string[] = [];
  const answers: Promise<Uint8Array>[] = [];
  for (let operation = 0; operation < 1500; operation++) {
    // Members that are no integers, so that equal scores are ordered by bytes that are easily compared.
    const member = bytesOf(
      `${'m'.repeat(stream.below(4) * 80)}${String.fromCharCode(97 + stream.below(26))}`,
    );
    const old = list.first() === NOWHERE ? NOWHERE : list.find(list.first(), member, 1);
    if (old !== NOWHERE) list.deleteFrom(old, 2);
    if (old !== NOWHERE && list.length > 0 && stream.below(3) === 0) {
      client.send(['ZREM', 'zset', member]).catch(() => {});
    } else {
      const score = stream.below(40) * [1, 50, 5000, 5_000_000][stream.below(4)] - 1000;
      let at = list.first();
      while (at !== NOWHERE) {
        const there = Number(integerAt(list, list.next(at)));
        if (there > score || (there === score && latin1(list.bytesAt(at)) > latin1(member))) break;
        at = list.next(list.next(at));
      }
      if (at === NOWHERE) {
        list.append(member);
        list.append(score);
      } else {
        list.insertBefore(at, member);
        list.insertAfter(at, score);
      }
      client.send(['ZADD', 'zset', String(score), member]).catch(() => {});
    }
    expected.push(hex(list.bytes()));
    answers.push(client.send(['DUMP', 'zset']));
  }
  const replies = await Promise.all(answers);
  replies.forEach((reply, index) => {
    expect(hex(blobOf(bulk(reply))), `change ${index}`).toBe(expected[index]);
  });
});

it(`a set of integers has the server's bytes after every change, seed ${seed}`, async () => {
  const stream = new Random(seed).stream('set');
  const expected: string[] = [];
  const answers: Promise<Uint8Array>[] = [];
  for (const bits of [8, 17, 40, 63]) {
    const set = Intset.create(createEnvironment(1));
    const key = `set${bits}`;
    for (let operation = 0; operation < 500; operation++) {
      const wide = BigInt.asUintN(
        stream.below(3) === 0 ? bits : 6,
        BigInt(stream.uint32()) * BigInt(stream.uint32()),
      );
      const value: Int64 = normalizeInt64(stream.below(2) === 0 ? wide : -wide - 1n);
      const removes = set.length > 1 && stream.below(3) === 0;
      const chosen = removes ? set.random(stream) : value;
      if (removes) set.remove(chosen);
      else set.add(chosen);
      client.send([removes ? 'SREM' : 'SADD', key, integerBytes(chosen)]).catch(() => {});
      expected.push(hex(set.bytes()));
      answers.push(client.send(['DUMP', key]));
    }
  }
  const replies = await Promise.all(answers);
  replies.forEach((reply, index) => {
    expect(hex(blobOf(bulk(reply))), `change ${index}`).toBe(expected[index]);
  });
});

const HASH_ZIPLIST = 13;
const LIST_QUICKLIST = 14;
const SET_INTSET = 11;
const HASH_LISTPACK = 16;
const LIST_QUICKLIST_2 = 18;

/** A DUMP around the bytes of one packed structure. */
function payload(type: number, version: number, blob: Uint8Array): Uint8Array {
  const { length } = blob;
  const body = concatBytes([
    Uint8Array.of(type),
    ...(type === LIST_QUICKLIST ? [Uint8Array.of(1)] : []),
    ...(type === LIST_QUICKLIST_2 ? [Uint8Array.of(1, 2)] : []),
    Uint8Array.of(0x80, length >>> 24, length >>> 16, length >>> 8, length),
    blob,
    Uint8Array.of(version, 0),
  ]);
  return concatBytes([body, crc64(body)]);
}

/** A ziplist with a past: many insertions and deletions, so that long prevlens are left over. */
function wornZiplist(stream: RandomStream, pairs: boolean): Ziplist {
  const list = Ziplist.create(createEnvironment(1));
  let name = 0;
  for (let change = 20 + stream.below(60); change > 0 || list.length === 0; change--) {
    const unit = pairs ? 2 : 1;
    const index = stream.below((list.length + unit) / unit) * unit;
    if (index < list.length && stream.below(3) === 0) {
      list.deleteFrom(list.seek(index), unit);
      continue;
    }
    const field = pairs
      ? bytesOf(`${name++}${'f'.repeat(stream.below(2) * 249)}`)
      : randomElement(stream, 400);
    if (index >= list.length) {
      list.append(field);
      if (pairs) list.append(randomElement(stream, 400));
    } else {
      list.insertBefore(list.seek(index), field);
      if (pairs) list.insertAfter(list.seek(index), randomElement(stream, 400));
    }
  }
  return list;
}

describe(`ziplists of 6.2 in RESTORE, seed ${seed}`, () => {
  it('become the listpacks the server makes of them', async () => {
    const stream = new Random(seed).stream('restore');
    const env = createEnvironment(1);
    for (let round = 0; round < 300; round++) {
      const pairs = round % 2 === 0;
      const bytes = wornZiplist(stream, pairs).bytes();
      const type = pairs ? HASH_ZIPLIST : LIST_QUICKLIST;
      const reply = await client.send(['RESTORE', 'old', '0', payload(type, 9, bytes), 'REPLACE']);
      expect(latin1(reply)).toBe('+OK\r\n');
      const dump = bulk(await client.send(['DUMP', 'old']));
      const converted = pairs ? listpackFromZiplistOfPairs(env, bytes) : listpackFromZiplist(env, bytes);
      expect(hex(pairs ? blobOf(dump) : nodesOf(dump)[0].bytes)).toBe(hex(converted!.bytes()));
    }
  });
});

describe(`damaged payloads, seed ${seed}`, () => {
  const env = createEnvironment(1);

  /** RESTOREs bytes with one to three bytes changed, and counts how often both refused and both accepted. */
  async function compareRefusals(
    type: number,
    version: number,
    rounds: number,
    make: (stream: RandomStream) => Uint8Array,
    accepts: (bytes: Uint8Array) => boolean,
  ): Promise<{ refused: number; accepted: number }> {
    const stream = new Random(seed).stream(`damage ${type}`);
    const outcomes = { refused: 0, accepted: 0 };
    for (let round = 0; round < rounds; round++) {
      const whole = make(stream);
      const damaged: Uint8Array[] = [];
      for (let copy = 0; copy < 40; copy++) {
        const bytes = whole.slice();
        for (let changes = 1 + stream.below(3); changes > 0; changes--) {
          const at = stream.below(stream.below(2) === 0 ? Math.min(30, bytes.length) : bytes.length);
          bytes[at] = stream.below(3) === 0 ? stream.bits(8) : bytes[at] ^ (1 << stream.below(8));
        }
        damaged.push(stream.below(20) === 0 ? bytes.slice(0, stream.below(bytes.length)) : bytes);
      }
      const replies = await Promise.all(
        damaged.map((bytes) =>
          client.send(['RESTORE', 'damaged', '0', payload(type, version, bytes), 'REPLACE']),
        ),
      );
      replies.forEach((reply, index) => {
        const isAccepted = accepts(damaged[index]);
        expect(latin1(reply), hex(damaged[index])).toBe(isAccepted ? '+OK\r\n' : '-ERR Bad data format\r\n');
        outcomes[isAccepted ? 'accepted' : 'refused']++;
      });
    }
    return outcomes;
  }

  it('are refused alike: listpacks of pairs', async () => {
    const make = (stream: RandomStream) => {
      const list = Listpack.create(env);
      for (let count = 1 + stream.below(12); count > 0; count--) {
        list.append(bytesOf(`f${count}`));
        list.append(randomElement(stream, 200));
      }
      return list.bytes();
    };
    const isHash = (bytes: Uint8Array) => isValidListpackOfPairs(bytes, true) && bytes.length > 7;
    const outcomes = await compareRefusals(HASH_LISTPACK, 10, 60, make, isHash);
    expect(outcomes.refused).toBeGreaterThan(1000);
    expect(outcomes.accepted).toBeGreaterThan(100);
  });

  it('are refused alike: listpacks of a list', async () => {
    const make = (stream: RandomStream) => {
      const list = Listpack.create(env);
      for (let count = 1 + stream.below(12); count > 0; count--) list.append(randomElement(stream, 200));
      return list.bytes();
    };
    const isList = (bytes: Uint8Array) => isValidListpack(bytes, true) && bytes.length > 7;
    const outcomes = await compareRefusals(LIST_QUICKLIST_2, 10, 60, make, isList);
    expect(outcomes.refused).toBeGreaterThan(1000);
    expect(outcomes.accepted).toBeGreaterThan(100);
  });

  it('are refused alike: ziplists of pairs and of a list', async () => {
    for (const pairs of [true, false]) {
      const make = (stream: RandomStream) => wornZiplist(stream, pairs).bytes();
      const accepts = (bytes: Uint8Array) => {
        const list = pairs ? listpackFromZiplistOfPairs(env, bytes) : listpackFromZiplist(env, bytes);
        return list !== null && list.length > 0;
      };
      const type = pairs ? HASH_ZIPLIST : LIST_QUICKLIST;
      const outcomes = await compareRefusals(type, 9, 60, make, accepts);
      expect(outcomes.refused).toBeGreaterThan(500);
      expect(outcomes.accepted).toBeGreaterThan(100);
    }
  });

  it('are refused alike: intsets', async () => {
    const make = (stream: RandomStream) => {
      const set = Intset.create(env);
      const width = [100, 60_000, 2 ** 40][stream.below(3)];
      for (let count = 1 + stream.below(10); count > 0; count--) set.add(stream.below(width * 2) - width);
      return set.bytes();
    };
    const outcomes = await compareRefusals(SET_INTSET, 10, 60, make, (bytes) => isValidIntset(bytes, true));
    expect(outcomes.refused).toBeGreaterThan(1000);
    expect(outcomes.accepted).toBeGreaterThan(100);
  });
});

it('every byte has the role DEBUG LISTPACK gives it', async () => {
  const stream = new Random(seed).stream('print');
  const list = Listpack.create(createEnvironment(1));
  for (let count = 0; count < 60; count++) {
    list.append(bytesOf(`f${count}`));
    list.append(randomElement(stream, count === 7 ? 20_000 : 300));
  }
  const printed = await printedByServer(payload(HASH_LISTPACK, 10, list.bytes()));
  const entries = [...printed.matchAll(/\{\n\taddr:[^}]*?\tpayload: *\d+\n/g)].map(([block]) =>
    ['offset', 'hdr\\+entrylen\\+backlen', 'hdrlen', 'backlen', 'payload'].map((name) =>
      Number(new RegExp(`\\t${name}: *(\\d+)`).exec(block)?.[1]),
    ),
  );
  const spans = describeListpack(list.bytes());
  const size = (entry: number, role: string) =>
    spans.find((span) => span.entry === entry && span.role === role)?.sizeBytes ?? 0;
  const described = Array.from({ length: list.length }, (_, entry) => {
    const [header, data, back] = ['encoding', 'data', 'backlen'].map((role) => size(entry, role));
    const { offset } = spans.find((span) => span.entry === entry)!;
    return [offset, header + data + back, header, back, data];
  });
  expect(entries).toHaveLength(120);
  expect(entries).toEqual(described);
});

/** What DEBUG LISTPACK writes to the standard output of a server that holds the value. */
async function printedByServer(dump: Uint8Array): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--enable-debug-command', 'yes'];
  const server = spawn(
    process.env.REDIS_SERVER || 'redis-server',
    [...args, ...generous, '--loglevel', 'warning'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  let printed = '';
  server.stdout.setEncoding('latin1').on('data', (text) => {
    printed += text;
  });
  const closed = once(server, 'close');
  try {
    let speaker: WireClient | null = null;
    while (speaker === null) speaker = await WireClient.connect(port).catch(() => pause(20).then(() => null));
    await speaker.send(['RESTORE', 'k', '0', dump]);
    await speaker.send(['DEBUG', 'LISTPACK', 'k']);
    // The output is written when the server ends in good order.
    speaker.send(['SHUTDOWN', 'NOSAVE']).catch(() => {});
    await closed;
    speaker.close();
  } finally {
    server.kill('SIGKILL');
  }
  return printed;
}
