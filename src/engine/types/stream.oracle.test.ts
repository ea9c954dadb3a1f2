import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningRedis, startRedis, WireClient } from '../../testing/oracle.ts';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { createEnvironment } from '../base/probe.ts';
import { Random } from '../base/random.ts';
import {
  compareStreamIds,
  formatStreamId,
  MAX_STREAM_ID,
  MIN_STREAM_ID,
  nextStreamId,
  parseStreamId,
  type StreamId,
  streamIdKey,
} from '../structures/stream-id.ts';
import { Stream, type StreamTrim } from './stream.ts';
import { ENTRIES_READ_UNKNOWN, type StreamConsumer, type StreamGroup } from './stream-group.ts';

let redis: RunningRedis;
let client: WireClient;

beforeAll(async () => {
  redis = await startRedis(['--rdbcompression', 'no']);
  client = await WireClient.connect(redis.port);
});
afterAll(async () => {
  client?.close();
  await redis?.stop();
});

const ask = async (...command: (string | Uint8Array)[]) => latin1(await client.send(command));
const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`;
const array = (items: string[]) => `*${items.length}\r\n${items.join('')}`;

/** A stream as RDB holds it, with the places of times, which are the server's own. */
class Dump {
  readonly bytes: number[] = [];
  readonly times: number[] = [];

  constructor(stream: Stream) {
    this.bytes.push(19);
    this.length(BigInt(stream.nodes.size));
    for (const [key, node] of stream.nodes.entries()) {
      this.text(key);
      this.text(node!.listpack.bytes());
    }
    this.length(BigInt(stream.length));
    for (const { ms, seq } of [stream.lastId, stream.firstId, stream.maxDeletedId]) {
      this.length(ms);
      this.length(seq);
    }
    this.length(stream.entriesAdded);
    this.length(BigInt(stream.groups?.size ?? 0));
    for (const [name, group] of stream.groups?.entries() ?? []) this.group(name, group!);
  }

  private group(name: Uint8Array, group: StreamGroup): void {
    this.text(name);
    this.length(group.lastId.ms);
    this.length(group.lastId.seq);
    this.length(BigInt.asUintN(64, group.entriesRead));
    this.length(BigInt(group.pending.size));
    for (const [key, nack] of group.pending.entries()) {
      this.bytes.push(...key);
      this.time();
      this.length(nack!.deliveryCount);
    }
    this.length(BigInt(group.consumers.size));
    for (const [consumerName, consumer] of group.consumers.entries()) {
      this.text(consumerName);
      this.time();
      this.length(BigInt(consumer!.pending.size));
      for (const [key] of consumer!.pending.entries()) this.bytes.push(...key);
    }
  }

  private time(): void {
    this.times.push(this.bytes.length);
    this.bytes.push(0, 0, 0, 0, 0, 0, 0, 0);
  }

  private text(bytes: Uint8Array): void {
    this.length(BigInt(bytes.length));
    this.bytes.push(...bytes);
  }

  private length(value: bigint): void {
    const big = (count: number) => {
      for (let shift = count - 1; shift >= 0; shift--)
        this.bytes.push(Number((value >> BigInt(shift * 8)) & 0xffn));
    };
    if (value < 64n) big(1);
    else if (value < 16384n) this.bytes.push(0x40 | Number(value >> 8n), Number(value & 0xffn));
    else if (value < 2n ** 32n) {
      this.bytes.push(0x80);
      big(4);
    } else {
      this.bytes.push(0x81);
      big(8);
    }
  }
}

async function sameDump(stream: Stream, key: string): Promise<boolean> {
  const reply = await client.send(['DUMP', key]);
  const server = Buffer.from(reply.slice(reply.indexOf(10) + 1, -2 - 10));
  const { bytes, times } = new Dump(stream);
  for (const at of times) server.fill(0, at, at + 8);
  return server.equals(Buffer.from(bytes));
}

const seed = 20240510;

it(`streams and their groups are the server's after every command (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  const random = new Random(seed).stream('stream');
  const env = createEnvironment(seed);
  let stream = new Stream(env);
  let limits = { maxBytes: 4096, maxEntries: 100 };
  const counts = new Map<string, number>();
  const names = ['g1', 'g2', 'audit'];
  const consumers = ['alice', 'bob', 'carol'];
  const pick = <T>(items: readonly T[]): T => items[random.below(items.length)];
  const anyId = (): StreamId => {
    if (random.below(12) === 0) return MIN_STREAM_ID;
    const entries = [...stream.entries()];
    if (entries.length > 0 && random.below(3) > 0) return pick(entries).id;
    return {
      ms: BigInt(random.below(Number(stream.lastId.ms % 1_000_000n) + 3)),
      seq: BigInt(random.below(5)),
    };
  };
  const consumerOf = (group: StreamGroup, name: string): StreamConsumer =>
    group.consumer(bytesOf(name)) ?? group.createConsumer(bytesOf(name), 0)!;

  /** Each does a command on both sides and compares the replies. */
  const commands: Record<string, (label: string) => Promise<void>> = {
    async XADD(label) {
      const { lastId } = stream;
      const next: StreamId =
        random.below(3) === 0
          ? { ms: lastId.ms, seq: lastId.seq + 1n + BigInt(random.below(300)) }
          : {
              ms: lastId.ms + 1n + BigInt(random.below(pick([4, 300, 70_000]))),
              seq: BigInt(random.below(3)),
            };
      const fields =
        random.below(4) > 0
          ? ['temp', '7']
          : Array.from({ length: 1 + random.below(3) }, () => `f${random.below(3)}`);
      const texts = fields.flatMap((field) => [
        field,
        pick(['', 'x', '123', '-99999999999', 'y'.repeat(random.below(90))]),
      ]);
      stream.add(next, texts.map(bytesOf), limits);
      expect(await ask('XADD', 's', formatStreamId(next), ...texts), label).toBe(bulk(formatStreamId(next)));
    },
    async XDEL(label) {
      const ids = [anyId(), anyId()];
      const deleted = stream.delete(ids);
      expect(await ask('XDEL', 's', ...ids.map(formatStreamId)), label).toBe(`:${deleted}\r\n`);
    },
    async XTRIM(label) {
      const approximate = random.below(2) === 0;
      const limit = approximate && random.below(3) === 0 ? 1 + random.below(120) : 0;
      // Without LIMIT an approximate trim looks at no more than a hundred nodes' worth of entries.
      const effective = { approximate, limit: approximate ? limit || 100 * limits.maxEntries : 0 };
      const trim: StreamTrim =
        random.below(2) === 0
          ? { ...effective, strategy: 'maxlen', maxLength: random.below(120) }
          : { ...effective, strategy: 'minid', minId: anyId() };
      const words =
        trim.strategy === 'maxlen'
          ? ['MAXLEN', approximate ? '~' : '=', `${trim.maxLength}`]
          : ['MINID', approximate ? '~' : '=', formatStreamId(trim.minId)];
      const deleted = stream.trim(trim);
      expect(await ask('XTRIM', 's', ...words, ...(limit > 0 ? ['LIMIT', `${limit}`] : [])), label).toBe(
        `:${deleted}\r\n`,
      );
    },
    async XRANGE(label) {
      const [start, end] = [
        random.below(3) > 0 ? anyId() : MIN_STREAM_ID,
        random.below(3) > 0 ? anyId() : MAX_STREAM_ID,
      ];
      const reverse = random.below(2) === 0;
      const found = [...stream.entries(start, end, reverse)].map(({ id, node, position }) =>
        array([bulk(formatStreamId(id)), array(node.pairsAt(position).map((each) => bulk(latin1(each))))]),
      );
      const bounds = [start, end].map(formatStreamId);
      const command = reverse ? ['XREVRANGE', 's', bounds[1], bounds[0]] : ['XRANGE', 's', ...bounds];
      expect(await ask(...command), label).toBe(array(found));
    },
    async 'XGROUP CREATE'(label) {
      const [name, id] = [pick(names), anyId()];
      const read = random.below(3) === 0 ? BigInt(random.below(10)) : ENTRIES_READ_UNKNOWN;
      const words = read === ENTRIES_READ_UNKNOWN ? [] : ['ENTRIESREAD', `${read}`];
      const reply = await ask('XGROUP', 'CREATE', 's', name, formatStreamId(id), ...words);
      const created = stream.createGroup(bytesOf(name), id, read) !== null;
      expect(reply, label).toBe(created ? '+OK\r\n' : '-BUSYGROUP Consumer Group name already exists\r\n');
    },
    async 'XGROUP DESTROY'(label) {
      const name = pick(names);
      if (random.below(3) > 0) return;
      const destroyed = stream.deleteGroup(bytesOf(name));
      expect(await ask('XGROUP', 'DESTROY', 's', name), label).toBe(`:${destroyed ? 1 : 0}\r\n`);
    },
    async 'XGROUP SETID'(label) {
      const group = stream.group(bytesOf('g1'));
      if (group === null) return;
      group.lastId = random.below(2) === 0 ? stream.lastId : anyId();
      group.entriesRead = random.below(2) === 0 ? BigInt(random.below(9)) : ENTRIES_READ_UNKNOWN;
      const words = [
        'XGROUP',
        'SETID',
        's',
        'g1',
        formatStreamId(group.lastId),
        'ENTRIESREAD',
        `${group.entriesRead}`,
      ];
      expect(await ask(...words), label).toBe('+OK\r\n');
    },
    async 'XGROUP DELCONSUMER'(label) {
      const group = stream.group(bytesOf('g1'));
      if (group === null || random.below(3) > 0) return;
      const name = pick(consumers);
      const consumer = group.consumer(bytesOf(name));
      const pending = consumer === null ? 0 : group.deleteConsumer(consumer);
      expect(await ask('XGROUP', 'DELCONSUMER', 's', 'g1', name), label).toBe(`:${pending}\r\n`);
    },
    async XREADGROUP(label) {
      const name = pick(names);
      const group = stream.group(bytesOf(name));
      if (group === null) return;
      const reader = pick(consumers);
      const count = 1 + random.below(12);
      const delivered: string[] = [];
      const start = nextStreamId(group.lastId);
      const entries = start === null ? [] : [...stream.entries(start)].slice(0, count);
      for (const { id, node, position } of entries) {
        stream.advance(group, id);
        // With nothing to read the consumer is not even made.
        group.deliver(consumerOf(group, reader), id, 0);
        delivered.push(
          array([bulk(formatStreamId(id)), array(node.pairsAt(position).map((each) => bulk(latin1(each))))]),
        );
      }
      const reply = await ask('XREADGROUP', 'GROUP', name, reader, 'COUNT', `${count}`, 'STREAMS', 's', '>');
      expect(reply, label).toBe(
        delivered.length === 0 ? '*-1\r\n' : array([array([bulk('s'), array(delivered)])]),
      );
    },
    async XACK(label) {
      const group = stream.group(bytesOf('g1'));
      if (group === null) return;
      const known = [...group.pending.entries()].map(([key]) => key);
      const keys = known.length > 0 && random.below(4) > 0 ? [pick(known)] : [streamIdKey(anyId())];
      const ids = keys.map((key) => ({
        ms: Buffer.from(key).readBigUInt64BE(0),
        seq: Buffer.from(key).readBigUInt64BE(8),
      }));
      const acknowledged = ids.filter((id) => group.acknowledge(id)).length;
      expect(await ask('XACK', 's', 'g1', ...ids.map(formatStreamId)), label).toBe(`:${acknowledged}\r\n`);
    },
    async XCLAIM(label) {
      const group = stream.group(bytesOf('g1'));
      if (group === null) return;
      const known = [...group.pending.entries()].map(([key]) => key);
      if (known.length === 0) return;
      const key = pick(known);
      const id = { ms: Buffer.from(key).readBigUInt64BE(0), seq: Buffer.from(key).readBigUInt64BE(8) };
      const name = pick(consumers);
      const nack = group.pending.find(key)!;
      let expected = array([]);
      if (stream.find(id) === null) group.acknowledge(id);
      else {
        group.assign(nack, key, consumerOf(group, name));
        expected = array([bulk(formatStreamId(id))]);
      }
      expect(await ask('XCLAIM', 's', 'g1', name, '0', formatStreamId(id), 'JUSTID'), label).toBe(expected);
    },
    async 'XINFO GROUPS'(label) {
      const reply = await ask('XINFO', 'GROUPS', 's');
      const groups = [...(stream.groups?.entries() ?? [])].map(([name, group]) => {
        const { entriesRead, lastId, pending, consumers: members } = group!;
        const lag = stream.lag(group!);
        const number = (value: bigint | null) => (value === null ? '$-1\r\n' : `:${value}\r\n`);
        return array([
          bulk('name'),
          bulk(latin1(name)),
          bulk('consumers'),
          `:${members.size}\r\n`,
          bulk('pending'),
          `:${pending.size}\r\n`,
          bulk('last-delivered-id'),
          bulk(formatStreamId(lastId)),
          bulk('entries-read'),
          number(entriesRead === ENTRIES_READ_UNKNOWN ? null : entriesRead),
          bulk('lag'),
          number(lag),
        ]);
      });
      expect(reply, label).toBe(array(groups));
    },
    async COPY(label) {
      await ask('COPY', 's', 'copy', 'REPLACE');
      const copy = stream.copy();
      expect(await sameDump(copy, 'copy'), label).toBe(true);
      expect(`:${copy.memoryBytes(0) + 16 + 24 + 8}\r\n`, label).toBe(
        await ask('MEMORY', 'USAGE', 'copy', 'SAMPLES', '0'),
      );
      copy.release();
    },
    async 'CONFIG SET'() {
      limits = pick([
        { maxBytes: 4096, maxEntries: 100 },
        { maxBytes: 4096, maxEntries: 5 },
        { maxBytes: 300, maxEntries: 100 },
        { maxBytes: 100_000, maxEntries: 30 },
      ]);
      await ask(
        'CONFIG',
        'SET',
        'stream-node-max-bytes',
        `${limits.maxBytes}`,
        'stream-node-max-entries',
        `${limits.maxEntries}`,
      );
    },
    async 'new stream'() {
      if (random.below(6) > 0) return;
      await ask('DEL', 's');
      stream.release();
      stream = new Stream(env);
      await commands.XADD('first of a new stream');
    },
  };
  const weights = {
    XADD: 40,
    XDEL: 8,
    XTRIM: 2,
    XRANGE: 8,
    XREADGROUP: 8,
    XACK: 6,
    XCLAIM: 5,
    'XINFO GROUPS': 10,
  };
  const bag = Object.keys(commands).flatMap((name) =>
    new Array<string>(weights[name as keyof typeof weights] ?? 1).fill(name),
  );

  await commands.XADD('first');
  for (let round = 0; round < 6_000; round++) {
    const name = pick(bag);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const label = `seed ${seed}, round ${round}, ${name}`;
    await commands[name](label);
    expect(await sameDump(stream, 's'), label).toBe(true);
    // Object, entry and the string of the key "s" take 16, 24 and 8 bytes.
    const samples = random.below(4);
    const memory = stream.memoryBytes(samples) + 48;
    expect(`:${memory}\r\n`, label).toBe(await ask('MEMORY', 'USAGE', 's', 'SAMPLES', `${samples}`));
  }
  expect(counts.size).toBe(Object.keys(commands).length);
});

it(`ids are read as the server reads them (seed ${seed})`, async () => {
  const random = new Random(seed).stream('ids');
  const pieces = [
    '',
    '-',
    '+',
    '*',
    '0',
    '5',
    '18446744073709551615',
    '18446744073709551616',
    ' ',
    'x',
    '\0',
    '007',
  ];
  await ask('DEL', 's');
  await ask('XADD', 's', '5-5', 'f', 'v');
  for (let round = 0; round < 2_000; round++) {
    const text = Array.from({ length: 1 + random.below(4) }, () => pieces[random.below(pieces.length)]).join(
      '',
    );
    const label = JSON.stringify(text);
    const loose = parseStreamId(bytesOf(text), 0n, false);
    const invalid = '-ERR Invalid stream ID specified as stream command argument\r\n';
    const range = await ask('XRANGE', 's', bytesOf(text), '+');
    if (loose === null) expect(range, label).toBe(invalid);
    else
      expect(range.slice(0, 2), label).toBe(
        compareStreamIds(loose.id, { ms: 5n, seq: 5n }) > 0 ? '*0' : '*1',
      );
    const strict = parseStreamId(bytesOf(text), 0n, true);
    const deleted = await ask('XDEL', 's', bytesOf(text));
    if (strict === null) expect(deleted, label).toBe(invalid);
    else if (compareStreamIds(strict.id, { ms: 5n, seq: 5n }) === 0) {
      expect(deleted, label).toBe(':1\r\n');
      await ask('DEL', 's');
      await ask('XADD', 's', '5-5', 'f', 'v');
    } else expect(deleted, label).toBe(':0\r\n');
  }
});
