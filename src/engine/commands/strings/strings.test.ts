import { beforeEach, describe, expect, test } from 'vitest';
import type { Step } from '../../../protocol/steps.ts';
import { EngineClients } from '../../../testing/transcript-players.ts';
import { bytesOf, latin1 } from '../../base/bytes.ts';
import type { Sds } from '../../structures/sds.ts';
import { ENCODING_QUICKLIST, OBJECT_BYTES, RedisObject, TYPE_LIST } from '../../types/object.ts';

let clients: EngineClients;
beforeEach(() => {
  clients = new EngineClients();
});

const ask = (...args: string[]) => latin1(clients.send(args)).trimEnd();

function objectAt(key: string): RedisObject {
  const entry = clients.engine.server.keyspace.databases[0].keys.find(bytesOf(key));
  if (entry === null) throw new Error(`there is no key ${key}`);
  return entry.value;
}

const WRONG_TYPE = '-WRONGTYPE Operation against a key holding the wrong kind of value';

/** As a live server answers for a list; where two things are wrong the order of the checks shows. */
describe('a key that holds no string', () => {
  beforeEach(() => {
    const { keyspace, env } = clients.engine.server;
    const list = new RedisObject(TYPE_LIST, ENCODING_QUICKLIST, null, env.heap.take(OBJECT_BYTES), 0);
    keyspace.add(keyspace.databases[0], bytesOf('l'), list);
  });

  test.each([
    ['GET l', WRONG_TYPE],
    ['SET l v GET', WRONG_TYPE],
    ['SET l v NX GET', WRONG_TYPE],
    ['SET l v GET EX 0', "-ERR invalid expire time in 'set' command"],
    ['SET l v NX', '$-1'],
    ['SETNX l v', ':0'],
    ['STRLEN l', WRONG_TYPE],
    ['APPEND l v', WRONG_TYPE],
    ['INCR l', WRONG_TYPE],
    ['INCRBY l abc', '-ERR value is not an integer or out of range'],
    ['INCRBY l 1', WRONG_TYPE],
    ['DECRBY l -9223372036854775808', '-ERR decrement would overflow'],
    ['INCRBYFLOAT l abc', WRONG_TYPE],
    ['INCRBYFLOAT l 1', WRONG_TYPE],
    ['GETRANGE l a 1', '-ERR value is not an integer or out of range'],
    ['GETRANGE l 0 1', WRONG_TYPE],
    ['SUBSTR l 0 1', WRONG_TYPE],
    ['SETRANGE l -1 x', '-ERR offset is out of range'],
    ['SETRANGE l 0 x', WRONG_TYPE],
    ['SETRANGE l 9223372036854775807 x', WRONG_TYPE],
    ['GETSET l v', WRONG_TYPE],
    ['GETDEL l', WRONG_TYPE],
    ['GETEX l', WRONG_TYPE],
    ['GETEX l EX abc', WRONG_TYPE],
    ['GETEX l foo', '-ERR syntax error'],
    ['MGET l', '*1\r\n$-1'],
    ['LCS l l', '-ERR The specified keys must contain string values'],
    ['LCS l l foo', '-ERR The specified keys must contain string values'],
    ['LCS missing l', '-ERR The specified keys must contain string values'],
    ['MSETNX l 1 z 2', ':0'],
    ['TYPE l', '+list'],
    ['SCAN 0 TYPE list', '*2\r\n$1\r\n0\r\n*1\r\n$1\r\nl'],
    ['SCAN 0 TYPE string', '*2\r\n$1\r\n0\r\n*0'],
    ['EXISTS l', ':1'],
  ])('%s', (command, reply) => {
    expect(ask(...command.split(' '))).toBe(reply);
    expect(objectAt('l').type).toBe(TYPE_LIST);
  });
});

describe('changing in place', () => {
  test('INCR keeps the object beyond the shared integers and replaces it at their edge', () => {
    ask('SET', 'n', '10000');
    const first = objectAt('n');
    ask('INCR', 'n');
    expect(objectAt('n')).toBe(first);
    ask('INCRBY', 'n', '-2');
    expect(objectAt('n')).not.toBe(first);
    const shared = objectAt('n');
    ask('SET', 'other', '9999');
    expect(objectAt('other')).toBe(shared);
    ask('INCR', 'n');
    expect(objectAt('n')).not.toBe(shared);
    expect(ask('GET', 'other')).toBe('$4\r\n9999');
  });

  test('APPEND asks the allocator once for many small pieces', () => {
    ask('SET', 'k', 'hello');
    ask('APPEND', 'k', ' world');
    const sds = objectAt('k').value as Sds;
    // 11 bytes doubled and, with header and terminator, rounded up to a slot of 32.
    expect({ length: sds.length, alloc: sds.alloc }).toEqual({ length: 11, alloc: 28 });
    const { address } = sds;
    ask('APPEND', 'k', 'x'.repeat(17));
    expect(objectAt('k').value).toBe(sds);
    expect(sds.available).toBe(0);
    expect(sds.address).toBe(address);
    ask('APPEND', 'k', 'y');
    expect(sds.alloc).toBeGreaterThanOrEqual(58);
  });

  test('a value read before is not changed by what is appended later', () => {
    ask('SETRANGE', 'k', '0', 'abc');
    const before = clients.send(['GET', 'k']);
    ask('SETRANGE', 'k', '0', 'X');
    ask('APPEND', 'k', 'more');
    expect(latin1(before)).toBe('$3\r\nabc\r\n');
    expect(ask('GET', 'k')).toBe('$7\r\nXbcmore');
  });
});

describe('memory', () => {
  test('everything is given back with the keys', () => {
    const { heap } = clients.engine.server.env;
    const round = () => {
      ask('SET', 'k', 'short');
      ask('SET', 'k', 'x'.repeat(100), 'EX', '100');
      ask('APPEND', 'k', 'y'.repeat(1000));
      ask('SETRANGE', 'k', '5000', 'z');
      ask('SET', 'k', '123456', 'GET');
      ask('INCRBYFLOAT', 'k', '0.5');
      ask('GETSET', 'k', 'x'.repeat(50));
      ask('RENAME', 'k', 'k2');
      ask('COPY', 'k2', 'k3');
      ask('COPY', 'k2', 'k3', 'REPLACE');
      ask('SET', 'k3', 'v', 'NX');
      ask('SET', 'k3', 'v', 'EX', '0');
      ask('INCR', 'k3');
      ask('MSET', 'a', '1', 'b', 'x'.repeat(60), 'a', 'y');
      ask('SETEX', 'a', '100', 'v');
      ask('RENAME', 'a', 'b');
      ask('MOVE', 'b', '1');
      ask('SELECT', '1');
      ask('DEL', 'b');
      ask('SELECT', '0');
      ask('GETDEL', 'k2');
      ask('EXPIRE', 'k3', '-1');
    };
    // The first round also allocates what stays: tables and shared integers.
    round();
    expect(ask('DBSIZE')).toBe(':0');
    const { usedBytes } = heap;
    for (let rounds = 0; rounds < 5; rounds++) round();
    expect(ask('DBSIZE')).toBe(':0');
    expect(heap.usedBytes).toBe(usedBytes);
  });
});

describe('a change of encoding is a step', () => {
  const changes: [string, string[], string[]][] = [
    ['SET over an int', ['SET k 1', 'SET k abc'], ['k int embstr']],
    ['SET that stays', ['SET k abc', 'SET k def'], []],
    ['SET of a long value', ['SET k abc', `SET k ${'x'.repeat(45)}`], ['k embstr raw']],
    ['APPEND to an embstr', ['SET k abc', 'APPEND k d', 'APPEND k e'], ['k embstr raw']],
    ['APPEND to an int', ['SET k 12', 'APPEND k 3'], ['k int raw']],
    ['INCR of a raw', ['APPEND k 1', 'APPEND k 2', 'INCR k'], ['k int raw', 'k raw int']],
    ['INCR of an int', ['SET k 9999', 'INCR k', 'INCR k'], []],
    ['INCRBYFLOAT of an int', ['SET k 1', 'INCRBYFLOAT k 1.5'], ['k int embstr']],
    ['SETRANGE', ['SET k abc', 'SETRANGE k 0 x'], ['k embstr raw']],
    ['GETSET', ['SET k abc', 'GETSET k 5'], ['k embstr int']],
    ['MSET', ['SET k abc', 'MSET k 5 j 6'], ['k embstr int']],
  ];

  test.each(changes)('%s', (_name, commands, expected) => {
    const steps: Step[] = [];
    clients.engine.listen({ step: (step) => steps.push(step) });
    for (const command of commands) ask(...command.split(' '));
    const changes = steps.flatMap((step) =>
      step.type === 'object.encoding' ? [`${step.key} ${step.from} ${step.to}`] : [],
    );
    expect(changes).toEqual(expected);
  });
});
