import { beforeEach, describe, expect, test } from 'vitest';
import { decodeReplies, type Reply } from '../../../protocol/resp.ts';
import type { Step } from '../../../protocol/steps.ts';
import { EngineClients } from '../../../testing/transcript-players.ts';
import { latin1 } from '../../base/bytes.ts';

let clients: EngineClients;
beforeEach(() => {
  clients = new EngineClients();
});

const ask = (...args: string[]) => latin1(clients.send(args)).trimEnd();

/** The elements of an array of strings. */
function list(...args: string[]): string[] {
  const [reply] = decodeReplies(clients.send(args));
  return strings(reply);
}

function strings(reply: Reply): string[] {
  if (reply.type !== 'array' && reply.type !== 'set') throw new Error(`${reply.type} is no array`);
  return reply.items.map((item) => (item.type === 'string' ? latin1(item.bytes) : '?'));
}

/** A hash of `count` fields f0, f1 … with values v0, v1 …: packed up to 512. */
function fill(count: number): void {
  clients.send([
    'HSET',
    'h',
    ...Array.from({ length: count }, (_, index) => [`f${index}`, `v${index}`]).flat(),
  ]);
}

const heapBytes = () => clients.engine.server.env.heap.usedBytes;

describe.each([
  ['packed', 200],
  ['table', 600],
])('HRANDFIELD of a %s hash', (_encoding, count) => {
  beforeEach(() => {
    fill(count);
    // Every lookup carries a bucket over, until a table is in one piece.
    for (let lookups = 0; lookups < 600; lookups++) clients.send(['HEXISTS', 'h', 'none']);
  });

  test.each(['1', '5', '60', '199', '-5', '-300', '-2500'])('count %s', (wanted) => {
    const before = heapBytes();
    const drawn = list('HRANDFIELD', 'h', wanted);
    expect(drawn).toHaveLength(Math.abs(Number(wanted)));
    for (const field of drawn) expect(field).toMatch(/^f\d+$/);
    for (const field of drawn) expect(Number(field.slice(1))).toBeLessThan(count);
    if (Number(wanted) > 0) expect(new Set(drawn).size).toBe(drawn.length);
    expect(heapBytes()).toBe(before);
  });

  test('values go with their fields', () => {
    for (const wanted of ['3', '150', '1000', '-40']) {
      const drawn = list('HRANDFIELD', 'h', wanted, 'WITHVALUES');
      for (let at = 0; at < drawn.length; at += 2) expect(drawn[at + 1]).toBe(drawn[at].replace('f', 'v'));
    }
  });

  test('over many draws every field comes up about equally often', () => {
    const counts = new Map<string, number>();
    for (const field of list('HRANDFIELD', 'h', String(-count * 100))) {
      counts.set(field, (counts.get(field) ?? 0) + 1);
    }
    expect(counts.size).toBe(count);
    for (const [field, times] of counts) {
      expect(times, field).toBeGreaterThan(30);
      expect(times, field).toBeLessThan(250);
    }
  });

  test('the seed decides', () => {
    const draw = (seed: number) => {
      clients = new EngineClients({}, undefined, seed);
      fill(count);
      return list('HRANDFIELD', 'h', '-20').join();
    };
    expect(draw(7)).toBe(draw(7));
    expect(draw(7)).not.toBe(draw(8));
  });
});

test('more repetitions than can be sent end the connection, as a full output buffer does', () => {
  fill(3);
  for (const wanted of ['-1000000000', '-9223372036854775807']) {
    expect(ask('HRANDFIELD', 'h', wanted)).toBe('');
    expect(clients.engine.server.clients.size).toBe(0);
  }
  expect(ask('HLEN', 'h')).toBe(':3');
});

test('HSCAN finds whatever was there all the time, while the table grows', () => {
  fill(600);
  const seen = new Set<string>();
  let cursor = '0';
  let added = 600;
  do {
    const [reply] = decodeReplies(clients.send(['HSCAN', 'h', cursor, 'COUNT', '7']));
    if (reply.type !== 'array' || reply.items[0].type !== 'string') throw new Error('HSCAN answers with two');
    cursor = latin1(reply.items[0].bytes);
    const pairs = strings(reply.items[1]);
    for (let at = 0; at < pairs.length; at += 2) {
      expect(pairs[at + 1]).toBe(pairs[at].replace('f', 'v'));
      seen.add(pairs[at]);
    }
    for (let more = 0; more < 10; more++, added++) ask('HSET', 'h', `f${added}`, `v${added}`);
  } while (cursor !== '0');
  for (let index = 0; index < 600; index++) expect(seen.has(`f${index}`), `f${index}`).toBe(true);
});

test('a long field name in the wrong place changes nothing', () => {
  ask('SET', 's', 'v');
  const before = heapBytes();
  ask('HSET', 's', 'f'.repeat(100), 'v');
  ask('HSET', 'h', 'f'.repeat(100));
  ask('HINCRBY', 'h', 'f', 'x');
  ask('HINCRBYFLOAT', 'h', 'f', 'nan');
  expect(heapBytes()).toBe(before);
  expect(ask('DBSIZE')).toBe(':1');
});

test('all memory comes back with the key', () => {
  ask('SET', 'other', 'v');
  ask('HSET', 'h', 'f', 'v');
  ask('DEL', 'h');
  const before = heapBytes();
  for (const count of [5, 600]) {
    fill(count);
    ask('HSET', 'h', 'f1', 'changed');
    ask('HINCRBYFLOAT', 'h', 'n', '1.5');
    ask('HDEL', 'h', 'f2', 'f3');
    ask('DEL', 'h');
    expect(heapBytes()).toBe(before);
    fill(count);
    for (let index = 0; index < count; index++) ask('HDEL', 'h', `f${index}`);
    expect(ask('EXISTS', 'h')).toBe(':0');
    expect(heapBytes()).toBe(before);
  }
});

describe('steps', () => {
  function stepsOf(...args: string[]): Step[] {
    const steps: Step[] = [];
    const stop = clients.engine.listen({ step: (step) => steps.push(step) });
    clients.send(args);
    stop();
    return steps;
  }

  test('the conversion is one step, at the moment it happens', () => {
    ask('CONFIG', 'SET', 'hash-max-listpack-entries', '2');
    ask('HSET', 'h', 'a', '1', 'b', '2');
    const types = stepsOf('HSET', 'h', 'c', '3', 'd', '4').map(({ type }) => type);
    const at = types.indexOf('object.encoding');
    expect(types.filter((type) => type === 'object.encoding')).toHaveLength(1);
    // Before it the field and value go into the listpack, after it only the table is worked on.
    expect(types.slice(0, at).filter((type) => type === 'packed.insert')).toHaveLength(2);
    expect(types.slice(at).some((type) => type.startsWith('packed.'))).toBe(false);
    expect(types.slice(at).filter((type) => type === 'dict.insert')).toHaveLength(1);
  });

  test('it names the key and both encodings', () => {
    ask('HSET', 'h', 'a', '1');
    const steps = stepsOf('HSET', 'h', 'a', 'v'.repeat(65));
    expect(steps).toContainEqual({ type: 'object.encoding', key: 'h', from: 'listpack', to: 'hashtable' });
  });

  test('tables that only serve to draw emit no steps', () => {
    fill(600);
    for (const count of ['500', '30']) {
      const dicts = new Set(
        stepsOf('HRANDFIELD', 'h', count).flatMap((step) => ('dict' in step ? [step.dict] : [])),
      );
      expect(dicts.size).toBeLessThanOrEqual(2);
    }
  });
});
