import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { createEnvironment } from '../base/probe.ts';
import { Random } from '../base/random.ts';
import { NOWHERE } from '../structures/packed-list.ts';
import {
  compareStreamIds,
  formatStreamId,
  MAX_STREAM_ID,
  MIN_STREAM_ID,
  nextStreamId,
  parseStreamId,
  previousStreamId,
  type StreamId,
  streamIdKey,
  streamIdOfKey,
} from '../structures/stream-id.ts';
import { isValidStreamNode } from '../structures/stream-node.ts';
import { Stream, type StreamTrim } from './stream.ts';
import { ENTRIES_READ_UNKNOWN } from './stream-group.ts';

// Thousands of operations, each followed by a look at the whole stream: slow where the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

const LIMITS = { maxBytes: 4096, maxEntries: 100 };
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const id = (text: string): StreamId => parseStreamId(bytesOf(text), 0n, true)!.id;
const pairs = (...texts: string[]) => texts.map(bytesOf);
const nodesOf = (stream: Stream) =>
  [...stream.nodes.entries()].map(([key, node]) => [hex(key), hex(node!.listpack.bytes())]);

describe('worked examples', () => {
  it('an id as a key', () => {
    expect(hex(streamIdKey(id('1599203861727-0')))).toBe('0000017457fa64df0000000000000000');
    expect(streamIdOfKey(streamIdKey(id('7-9')))).toEqual({ ms: 7n, seq: 9n });
  });

  it('one entry in one node, and its deletion', () => {
    const env = createEnvironment(1);
    const stream = new Stream(env);
    stream.add(id('1599203861727-0'), pairs('a', '1'), LIMITS);
    expect(nodesOf(stream)).toEqual([
      ['0000017457fa64df0000000000000000', '1c0000000a00010100010101816102000102010001000101010401ff'],
    ]);
    expect([stream.length, stream.entriesAdded, formatStreamId(stream.firstId)]).toEqual([
      1,
      1n,
      '1599203861727-0',
    ]);
    expect(stream.nodes.nodes).toBe(2);
    // With the object, the key "k" and its entry the 4728 bytes of the recorded server.
    expect(stream.memoryBytes(5)).toBe(4728 - 16 - 8 - 24);

    expect(stream.delete([id('1599203861727-0'), id('5-5')])).toBe(1);
    expect([stream.length, stream.nodes.size, stream.entriesAdded]).toEqual([0, 0, 1n]);
    expect([stream.lastId, stream.maxDeletedId, stream.firstId].map(formatStreamId)).toEqual([
      '1599203861727-0',
      '1599203861727-0',
      '0-0',
    ]);
    stream.release();
    expect(env.heap.usedBytes).toBe(0);
  });

  it('an entry that is delivered again belongs to the second consumer alone', () => {
    const env = createEnvironment(1);
    const stream = new Stream(env);
    const group = stream.createGroup(bytesOf('billing'), MIN_STREAM_ID, 0n)!;
    expect(stream.createGroup(bytesOf('billing'), MIN_STREAM_ID, 0n)).toBeNull();
    const alice = group.createConsumer(bytesOf('alice'), 1)!;
    const bob = group.createConsumer(bytesOf('bob'), 1)!;
    group.deliver(alice, id('3-0'), 10);
    group.deliver(bob, id('5-0'), 20);
    const nack = group.deliver(bob, id('3-0'), 30);
    expect([alice.pending.size, bob.pending.size, group.pending.size]).toEqual([0, 2, 2]);
    expect([nack.consumer, nack.deliveryCount, nack.deliveryTimeMs]).toEqual([bob, 1n, 30]);
    expect([group.acknowledge(id('3-0')), group.acknowledge(id('3-0'))]).toEqual([true, false]);
    expect(group.deleteConsumer(bob)).toBe(1);
    expect(group.pending.size).toBe(0);
    const copy = stream.copy();
    copy.release();
    stream.release();
    expect(env.heap.usedBytes).toBe(0);
  });
});

describe('ids', () => {
  it.each([
    ['5', '5-7'],
    ['5-3', '5-3'],
    ['+5-+3', '5-3'],
    ['007-01', '7-1'],
    ['18446744073709551615-18446744073709551615', '18446744073709551615-18446744073709551615'],
    ['-', '0-0'],
    ['+', '18446744073709551615-18446744073709551615'],
    ['5\0x', '5-7'],
    [' 5', '5-7'],
    ['5- -3', '5-18446744073709551613'],
    ['5--0', '5-0'],
  ])('%j is read as %s', (text, expected) => {
    expect(formatStreamId(parseStreamId(bytesOf(text), 7n, false)!.id)).toBe(expected);
  });

  it.each([
    '5-*',
    'x',
    '5-x',
    '5 ',
    ' ',
    '',
    '5-',
    '-3',
    '\0',
    '5--3',
    '18446744073709551616',
    '+-1',
    '1'.repeat(128),
  ])('%j is refused', (text) => {
    expect(parseStreamId(bytesOf(text), 0n, false)).toBeNull();
  });

  it('- and + are refused where they must be, and * is read where it may be', () => {
    expect(parseStreamId(bytesOf('-'), 0n, true)).toBeNull();
    expect(parseStreamId(bytesOf('+'), 0n, true)).toBeNull();
    expect(parseStreamId(bytesOf('5-*'), 0n, true, true)).toEqual({
      id: { ms: 5n, seq: 0n },
      seqGiven: false,
    });
  });

  it('have neighbours but at the ends', () => {
    expect(nextStreamId(id('5-18446744073709551615'))).toEqual(id('6-0'));
    expect(previousStreamId(id('6-0'))).toEqual(id('5-18446744073709551615'));
    expect(nextStreamId(MAX_STREAM_ID)).toBeNull();
    expect(previousStreamId(MIN_STREAM_ID)).toBeNull();
  });

  it('are chosen after the last one', () => {
    const stream = new Stream(createEnvironment(1));
    expect(stream.nextIdAt(0n)).toEqual(id('0-1'));
    stream.add(id('100-5'), pairs('f', 'v'), LIMITS);
    expect(stream.nextId(99)).toEqual(id('100-6'));
    expect(stream.nextId(101)).toEqual(id('101-0'));
    expect([stream.nextIdAt(100n), stream.nextIdAt(102n), stream.nextIdAt(99n)]).toEqual([
      id('100-6'),
      id('102-0'),
      null,
    ]);
    stream.lastId = id('100-18446744073709551615');
    expect([stream.nextIdAt(100n), stream.nextIdAt(101n)]).toEqual([null, id('101-0')]);
    stream.lastId = MAX_STREAM_ID;
    expect(stream.nextId(1)).toBeNull();
  });
});

describe('recorded streams', () => {
  interface Line {
    readonly type: string;
    readonly name: string;
    readonly commands: string[][];
    readonly dump: string;
    readonly memory: number;
  }
  const recorded = new URL('./stream.recorded.json', import.meta.url);
  const lines = JSON.parse(readFileSync(recorded, 'utf8')) as Line[];

  it.each(lines.map((line) => [line.name, line] as const))(
    '%s has the nodes and the memory of the server',
    (_, line) => {
      const stream = new Stream(createEnvironment(1));
      for (const [command, , ...args] of line.commands) {
        if (command === 'XADD') stream.add(id(args[0]), pairs(...args.slice(1)), LIMITS);
        else if (command === 'XDEL') stream.delete(args.map(id));
        else stream.createGroup(bytesOf(args[1]), id(args[2]), ENTRIES_READ_UNKNOWN);
      }
      expect(stream.nodes.size).toBe(Number.parseInt(line.dump.slice(2, 4), 16));
      for (const [key, listpack] of nodesOf(stream)) {
        expect(line.dump).toContain(`10${key}`);
        expect(line.dump).toContain(listpack);
        expect(isValidStreamNode(new Uint8Array(Buffer.from(listpack, 'hex')))).toBe(true);
      }
      expect(stream.memoryBytes(5)).toBe(line.memory - 16 - 8 - 24);
    },
  );
});

it('a listpack that is no node of a stream is refused, whatever byte of it is wrong', () => {
  const stream = new Stream(createEnvironment(1));
  stream.add(id('5-1'), pairs('a', '1', 'b', 'x'), LIMITS);
  stream.add(id('5-2'), pairs('a', '2'), LIMITS);
  const [[, listpack]] = nodesOf(stream);
  const bytes = new Uint8Array(Buffer.from(listpack, 'hex'));
  expect(isValidStreamNode(bytes)).toBe(true);
  let refused = 0;
  for (let at = 0; at < bytes.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const other = bytes.slice();
      other[at] ^= 1 << bit;
      if (!isValidStreamNode(other)) refused++;
    }
    expect(isValidStreamNode(bytes.slice(0, at))).toBe(false);
  }
  // What is left are other values, other fields and other differences.
  expect(refused).toBeGreaterThan(bytes.length * 5);
});

interface Known {
  readonly id: StreamId;
  readonly pairs: string[];
}

function checkInvariants(stream: Stream): void {
  let live = 0;
  let previous = MIN_STREAM_ID;
  for (const [key, node] of stream.nodes.entries()) {
    if (compareStreamIds(streamIdOfKey(key), node!.masterId) !== 0) throw new Error('master id');
    if (!isValidStreamNode(node!.listpack.bytes())) throw new Error('a node that is not valid');
    let count = 0;
    let deleted = 0;
    const positions: number[] = [];
    for (let at = node!.firstEntry(); at !== NOWHERE; at = node!.nextEntry(at)) {
      positions.push(at);
      const entryId = node!.idAt(at);
      if (compareStreamIds(entryId, previous) <= 0) throw new Error('order of ids');
      previous = entryId;
      if (node!.isDeleted(at)) deleted++;
      else count++;
    }
    if (node!.count !== count || node!.deletedCount !== deleted) throw new Error('counters');
    const backwards: number[] = [];
    for (let at = node!.lastEntry(); at !== NOWHERE; at = node!.previousEntry(at)) backwards.unshift(at);
    if (backwards.join() !== positions.join()) throw new Error('backwards');
    live += count;
  }
  if (live !== stream.length) throw new Error('length');
  if (compareStreamIds(previous, stream.lastId) > 0) throw new Error('last id');
}

it.each([20240509, 31])('seed %i: equals an array over 5,000 random operations', (seed) => {
  const random = new Random(seed).stream('stream');
  const env = createEnvironment(seed);
  const stream = new Stream(env);
  let model: Known[] = [];
  let last = MIN_STREAM_ID;
  let limits = LIMITS;
  const anyId = (): StreamId => {
    const near = model.length > 0 && random.below(3) > 0 ? model[random.below(model.length)].id : null;
    return near ?? { ms: BigInt(random.below(Number(last.ms) + 2)), seq: BigInt(random.below(4)) };
  };
  for (let operation = 0; operation < 5_000; operation++) {
    const label = `seed ${seed}, operation ${operation}`;
    const kind = random.below(100);
    if (kind < 60) {
      last =
        random.below(3) === 0
          ? { ms: last.ms, seq: last.seq + 1n + BigInt(random.below(200)) }
          : {
              ms: last.ms + 1n + BigInt(random.below(random.below(9) === 0 ? 1e12 : 300)),
              seq: BigInt(random.below(3)),
            };
      const fields =
        random.below(4) > 0
          ? ['a', '12']
          : Array.from({ length: 1 + random.below(4) }, () => `f${random.below(3)}`);
      const texts = fields.flatMap((field) => [
        field,
        'v'.repeat(random.below(random.below(9) === 0 ? 300 : 5)) + random.below(99),
      ]);
      stream.add(last, pairs(...texts), limits);
      model.push({ id: last, pairs: texts });
    } else if (kind < 80) {
      const ids = [anyId(), anyId()];
      const kept = model.filter((known) => !ids.some((each) => compareStreamIds(each, known.id) === 0));
      expect(stream.delete(ids), label).toBe(model.length - kept.length);
      model = kept;
    } else if (kind < 84) {
      const common = { approximate: random.below(2) === 0, limit: 0 };
      const trim: StreamTrim =
        random.below(2) === 0
          ? { ...common, strategy: 'maxlen', maxLength: random.below(150) }
          : {
              ...common,
              strategy: 'minid',
              minId: model[Math.min(model.length - 1, random.below(30))]?.id ?? last,
            };
      const target =
        trim.strategy === 'maxlen'
          ? Math.max(0, model.length - trim.maxLength)
          : model.filter((known) => compareStreamIds(known.id, trim.minId) < 0).length;
      const deleted = stream.trim(trim);
      if (trim.approximate) expect(deleted, label).toBeLessThanOrEqual(target);
      else expect(deleted, label).toBe(target);
      model = model.slice(deleted);
    } else if (kind < 86) {
      limits = [
        LIMITS,
        { maxBytes: 0, maxEntries: 3 },
        { maxBytes: 200, maxEntries: 0 },
        { maxBytes: 0, maxEntries: 0 },
      ][random.below(4)];
    } else {
      const [start, end] = [anyId(), anyId()];
      const reverse = random.below(2) === 0;
      const inside = model.filter(
        (known) => compareStreamIds(known.id, start) >= 0 && compareStreamIds(known.id, end) <= 0,
      );
      if (reverse) inside.reverse();
      const found = [...stream.entries(start, end, reverse)].map((entry) => ({
        id: entry.id,
        pairs: entry.node.pairsAt(entry.position).map((each) => latin1(each)),
      }));
      expect(found, label).toEqual(inside);
    }
    expect(stream.length, label).toBe(model.length);
    expect(formatStreamId(stream.firstId), label).toBe(formatStreamId(model[0]?.id ?? MIN_STREAM_ID));
    expect(stream.lastId, label).toBe(last);
    try {
      checkInvariants(stream);
    } catch (error) {
      throw new Error(label, { cause: error });
    }
  }
  const copy = stream.copy();
  expect(nodesOf(copy)).toEqual(nodesOf(stream));
  copy.release();
  stream.release();
  expect(env.heap.usedBytes, `seed ${seed}`).toBe(0);
});
