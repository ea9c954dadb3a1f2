import { beforeEach, describe, expect, test } from 'vitest';
import { decodeReplies } from '../../../protocol/resp.ts';
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
  if (reply.type !== 'array') throw new Error(`${reply.type} is no array`);
  return reply.items.map((item) => (item.type === 'string' ? latin1(item.bytes) : '?'));
}

const heapBytes = () => clients.engine.server.env.heap.usedBytes;
const encoding = (key: string) => ask('OBJECT', 'ENCODING', key).split('\r\n')[1];

const kinds = [
  ['intset', (index: number) => String(index)],
  ['table', (index: number) => `m${index}`],
] as const;

describe.each(kinds)('a set that is an %s', (_name, member) => {
  const members = Array.from({ length: 300 }, (_, index) => member(index));
  beforeEach(() => {
    clients.send(['SADD', 's', ...members]);
    // Every lookup carries a bucket over, until the table is in one piece.
    for (let lookups = 0; lookups < 300; lookups++) clients.send(['SISMEMBER', 's', 'none']);
  });

  test.each(['1', '2', '50', '150', '299', '-5', '-1500'])('SRANDMEMBER %s', (count) => {
    const before = heapBytes();
    const drawn = list('SRANDMEMBER', 's', count);
    expect(drawn).toHaveLength(Math.abs(Number(count)));
    for (const each of drawn) expect(members).toContain(each);
    if (Number(count) > 0) expect(new Set(drawn).size).toBe(drawn.length);
    expect(ask('SCARD', 's')).toBe(':300');
    expect(heapBytes()).toBe(before);
  });

  test.each(['1', '2', '100', '249', '250', '299', '300', '1000'])('SPOP %s', (count) => {
    const popped = list('SPOP', 's', count);
    const taken = Math.min(300, Number(count));
    expect(popped).toHaveLength(taken);
    expect(new Set(popped).size).toBe(taken);
    const rest = list('SMEMBERS', 's');
    expect(rest).toHaveLength(300 - taken);
    expect([...popped, ...rest].sort()).toEqual([...members].sort());
    ask('DEL', 's');
    const before = heapBytes();
    clients.send(['SADD', 's', ...members]);
    list('SPOP', 's', count);
    ask('DEL', 's');
    expect(heapBytes()).toBe(before);
  });

  test('SPOP one by one empties it', () => {
    const popped: string[] = [];
    for (let left = 300; left > 0; left--) popped.push(ask('SPOP', 's').split('\r\n')[1]);
    expect(popped.sort()).toEqual([...members].sort());
    expect(ask('EXISTS', 's')).toBe(':0');
    expect(ask('SPOP', 's')).toBe('$-1');
  });

  test('over many draws every member comes up about equally often', () => {
    const counts = new Map<string, number>();
    for (const each of list('SRANDMEMBER', 's', '-30000')) counts.set(each, (counts.get(each) ?? 0) + 1);
    expect(counts.size).toBe(300);
    for (const [each, times] of counts) {
      expect(times, each).toBeGreaterThan(30);
      expect(times, each).toBeLessThan(250);
    }
  });

  test('the seed decides', () => {
    const draw = (seed: number) => {
      clients = new EngineClients({}, undefined, seed);
      clients.send(['SADD', 's', ...members]);
      return [...list('SRANDMEMBER', 's', '-10'), ...list('SPOP', 's', '10')].join();
    };
    expect(draw(7)).toBe(draw(7));
    expect(draw(7)).not.toBe(draw(8));
  });
});

test('what is left of a table may be an intset when most of it was taken', () => {
  ask('SADD', 's', 'x', ...'0123456789');
  ask('SREM', 's', 'x');
  expect(encoding('s')).toBe('hashtable');
  list('SPOP', 's', '2');
  expect(encoding('s')).toBe('hashtable');
  list('SPOP', 's', '7');
  expect(encoding('s')).toBe('intset');
});

test('more repetitions than can be sent end the connection, as a full output buffer does', () => {
  ask('SADD', 's', 'a');
  for (const count of ['-1000000000', '-9223372036854775807']) {
    expect(ask('SRANDMEMBER', 's', count)).toBe('');
    expect(clients.engine.server.clients.size).toBe(0);
  }
  expect(ask('SCARD', 's')).toBe(':1');
});

test('SSCAN finds whatever was there all the time, while the table shrinks', () => {
  const lasting = Array.from({ length: 50 }, (_, index) => `lasting:${index}`);
  const leaving = Array.from({ length: 2000 }, (_, index) => `leaving:${index}`);
  clients.send(['SADD', 's', ...lasting, ...leaving]);
  const seen = new Set<string>();
  let cursor = '0';
  do {
    const [reply] = decodeReplies(clients.send(['SSCAN', 's', cursor, 'COUNT', '20']));
    if (reply.type !== 'array' || reply.items[0].type !== 'string' || reply.items[1].type !== 'array') {
      throw new Error('SSCAN answers with a cursor and an array');
    }
    cursor = latin1(reply.items[0].bytes);
    for (const item of reply.items[1].items) if (item.type === 'string') seen.add(latin1(item.bytes));
    clients.send(['SREM', 's', ...leaving.splice(0, 60)]);
  } while (cursor !== '0');
  for (const member of lasting) expect(seen.has(member), member).toBe(true);
});

test('all memory comes back with the key', () => {
  ask('SET', 'other', 'v');
  ask('SADD', 's', '1');
  ask('DEL', 's');
  const before = heapBytes();
  for (const members of [
    ['1', '2', '3'],
    ['a', 'b', 'c', '1', '2'],
  ]) {
    ask('SADD', 's', ...members);
    ask('SUNIONSTORE', 't', 's');
    ask('SINTERSTORE', 't', 's', 't');
    ask('SDIFFSTORE', 't', 's', 'missing');
    ask('SMOVE', 't', 'u', members[0]);
    for (const command of ['SUNION', 'SINTER', 'SDIFF']) list(command, 's', 't', 'u');
    ask('SDIFFSTORE', 't', 's', 's');
    ask('SINTERSTORE', 'u', 's', 'missing');
    ask('SREM', 's', ...members);
    expect(ask('DBSIZE')).toBe(':1');
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

  test('the conversion is one step, with key and encodings', () => {
    ask('SADD', 's', '1', '2');
    const steps = stepsOf('SADD', 's', '3', 'a', 'b');
    const conversions = steps.filter(({ type }) => type === 'object.encoding');
    expect(conversions).toEqual([{ type: 'object.encoding', key: 's', from: 'intset', to: 'hashtable' }]);
    const types = steps.map(({ type }) => type);
    const at = types.indexOf('object.encoding');
    expect(types.slice(0, at)).toContain('intset.insert');
    expect(types.slice(at).filter((type) => type === 'dict.insert')).toHaveLength(2);
  });

  test('SPOP that leaves a new set emits its encoding', () => {
    ask('SADD', 's', 'x', ...'0123456789');
    ask('SREM', 's', 'x');
    const steps = stepsOf('SPOP', 's', '9');
    expect(steps).toContainEqual({ type: 'object.encoding', key: 's', from: 'hashtable', to: 'intset' });
  });

  test('sets in the making emit no steps, lookups in the sources do', () => {
    ask('SADD', 'a', 'x', 'y');
    ask('SADD', 'b', 'y', 'z', 'u');
    const steps = stepsOf('SINTERSTORE', 'c', 'a', 'b');
    // Two members are looked for in the larger set; nothing is inserted but the key.
    expect(steps.filter(({ type }) => type === 'dict.insert')).toHaveLength(1);
    expect(steps.filter((step) => step.type === 'dict.hash' && ['x', 'y'].includes(step.key))).toHaveLength(
      2,
    );
  });
});
