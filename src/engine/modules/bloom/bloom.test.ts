/** BF.* over the wire: the examples that RedisBloom documents, errors, both protocols, and the rate of false positives. */
import { describe, expect, test } from 'vitest';
import { EngineClients } from '../../../testing/transcript-players.ts';
import { latin1 } from '../../base/bytes.ts';
import { moduleValueOf } from '../../types/module-type.ts';
import type { BloomFilter } from './filter.ts';

function connected(config: Record<string, string> = {}) {
  const clients = new EngineClients({ loadmodule: 'bloom', ...config });
  const send = (...args: (string | Uint8Array)[]) => clients.send(args);
  const ask = (line: string) => latin1(clients.send(line.split(' ')));
  const { server } = clients.engine;
  const filter = (key: string) =>
    moduleValueOf(
      server.keyspace.databases[0].keys.find(new TextEncoder().encode(key))!.value,
    ) as BloomFilter;
  return { clients, send, ask, server, filter };
}

const HEADER =
  '\x01\0\0\0\0\0\0\0\x01\0\0\0\x05\0\0\0\x02\0\0\0\x08\0\0\0\0\0\0\0@\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0' +
  '\x9a\x99\x99\x99\x99\x99\xa9?J\xf7\xd4\x9e\xde\xf0\x18@\x05\0\0\0\n\0\0\0\0\0\0\0\0';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('as documented', () => {
  test('the figures of a filter that BF.ADD made', () => {
    const { ask } = connected();
    expect(ask('BF.ADD bf1 observation1')).toBe(':1\r\n');
    expect(ask('BF.INFO bf1')).toBe(
      '*10\r\n+Capacity\r\n:100\r\n+Size\r\n:240\r\n+Number of filters\r\n:1\r\n+Number of items inserted\r\n:1\r\n+Expansion rate\r\n:2\r\n',
    );
    expect(ask('BF.INFO bf1 CAPACITY')).toBe('*1\r\n:100\r\n');
    expect(ask('BF.INFO bf1 size')).toBe('*1\r\n:240\r\n');
    expect(ask('TYPE bf1')).toBe('+MBbloom--\r\n');
    expect(ask('OBJECT ENCODING bf1')).toBe('$3\r\nraw\r\n');
  });

  test('adding many, and again', () => {
    const { ask } = connected();
    expect(ask('BF.MADD bf item1 item2 item2')).toBe('*3\r\n:1\r\n:1\r\n:0\r\n');
    expect(ask('BF.ADD bf item1')).toBe(':0\r\n');
    expect(ask('BF.CARD bf')).toBe(':2\r\n');
    expect(ask('BF.CARD none')).toBe(':0\r\n');
    expect(ask('BF.MEXISTS bf item1 item3')).toBe('*2\r\n:1\r\n:0\r\n');
    expect(ask('BF.EXISTS none x')).toBe(':0\r\n');
  });

  test('a filter in portions, to the byte, and back', () => {
    const { ask, send } = connected();
    ask('BF.RESERVE bf 0.1 10');
    ask('BF.ADD bf item1');
    expect(latin1(send('BF.SCANDUMP', 'bf', '0'))).toBe(`*2\r\n:1\r\n$${HEADER.length}\r\n${HEADER}\r\n`);
    expect(latin1(send('BF.SCANDUMP', 'bf', '1'))).toBe('*2\r\n:9\r\n$8\r\n\x01\b\0\x80\0\x04 \0\r\n');
    expect(ask('BF.SCANDUMP bf 9')).toBe('*2\r\n:0\r\n$0\r\n\r\n');
    ask('DEL bf');
    expect(latin1(send('BF.LOADCHUNK', 'bf', '1', bytes(HEADER)))).toBe('+OK\r\n');
    expect(ask('BF.EXISTS bf item1')).toBe(':0\r\n');
    expect(latin1(send('BF.LOADCHUNK', 'bf', '9', bytes('\x01\b\0\x80\0\x04 \0')))).toBe('+OK\r\n');
    expect(ask('BF.EXISTS bf item1')).toBe(':1\r\n');
    expect(ask('BF.CARD bf')).toBe(':1\r\n');
  });

  test('a filter that may not grow refuses the rest', () => {
    const { ask } = connected();
    expect(ask('BF.INSERT b CAPACITY 3 ERROR 0.001 NONSCALING ITEMS a b c d e')).toBe(
      '*4\r\n:1\r\n:1\r\n:1\r\n-Non scaling filter is full\r\n',
    );
    expect(ask('BF.ADD b d')).toBe('-Non scaling filter is full\r\n');
    expect(ask('BF.ADD b a')).toBe(':0\r\n');
    expect(ask('BF.INFO b EXPANSION')).toBe('*1\r\n$-1\r\n');
  });

  test('RESP3: booleans and maps', () => {
    const { ask } = connected();
    ask('HELLO 3');
    expect(ask('BF.ADD bf a')).toBe('#t\r\n');
    expect(ask('BF.MADD bf a b')).toBe('*2\r\n#f\r\n#t\r\n');
    expect(ask('BF.EXISTS bf c')).toBe('#f\r\n');
    expect(ask('BF.INFO bf ITEMS')).toBe('%1\r\n+Number of items inserted\r\n:2\r\n');
    expect(ask('BF.INFO bf')).toMatch(/^%5\r\n\+Capacity\r\n:100\r\n/);
  });
});

test('layers: each larger and stricter than the one before', () => {
  const { ask, filter } = connected();
  ask('BF.RESERVE bf 0.02 50 EXPANSION 3');
  for (let i = 0; i < 1000; i++) ask(`BF.ADD bf item:${i}`);
  const { layers } = filter('bf');
  expect(layers.map(({ plan }) => plan.entries)).toEqual([50, 150, 450, 1350]);
  expect(layers.map(({ plan }) => plan.error)).toEqual([0.01, 0.005, 0.0025, 0.00125]);
  expect(layers.slice(0, -1).every(({ items, plan }) => items === plan.entries)).toBe(true);
  expect(ask('BF.INFO bf FILTERS')).toBe('*1\r\n:4\r\n');
  for (let i = 0; i < 1000; i++) expect(ask(`BF.EXISTS bf item:${i}`)).toBe(':1\r\n');
});

test.each([0.1, 0.01, 0.001])('no false negatives, and about the false positives asked for: %d', (error) => {
  const { ask } = connected();
  const count = 4000;
  ask(`BF.RESERVE bf ${error} ${count} NONSCALING`);
  for (let i = 0; i < count; i++) {
    if (ask(`BF.ADD bf in:${i}`).startsWith('-')) break;
  }
  let missing = 0;
  let wrong = 0;
  const probes = 20_000;
  for (let i = 0; i < count; i++) if (ask(`BF.EXISTS bf in:${i}`) !== ':1\r\n') missing++;
  for (let i = 0; i < probes; i++) if (ask(`BF.EXISTS bf out:${i}`) === ':1\r\n') wrong++;
  expect(missing).toBe(0);
  expect(wrong / probes).toBeLessThan(error * 1.5);
  expect(wrong / probes).toBeGreaterThan(error * 0.4);
});

test('a growing filter keeps to the error it was made for, all layers together', () => {
  const { ask } = connected();
  ask('BF.RESERVE bf 0.05 100');
  for (let i = 0; i < 3000; i++) ask(`BF.ADD bf in:${i}`);
  let wrong = 0;
  for (let i = 0; i < 10_000; i++) if (ask(`BF.EXISTS bf out:${i}`) === ':1\r\n') wrong++;
  // Almost every layer is full: ½ + ¼ + ⅛ + … of the error.
  expect(wrong / 10_000).toBeLessThan(0.055);
  expect(wrong / 10_000).toBeGreaterThan(0.02);
});

describe('errors', () => {
  const { ask, send } = connected();
  ask('SET text x');
  ask('BF.RESERVE here 0.1 10');
  test.each([
    ['BF.RESERVE', "ERR wrong number of arguments for 'bf.reserve' command"],
    ['BF.RESERVE k x 10', 'ERR bad error rate'],
    ['BF.RESERVE k 0 10', 'ERR (0 < error rate range < 1)'],
    ['BF.RESERVE k 1 10', 'ERR (0 < error rate range < 1)'],
    ['BF.RESERVE k 0.1 x', 'ERR bad capacity'],
    ['BF.RESERVE k 0.1 0', 'ERR (capacity should be larger than 0)'],
    ['BF.RESERVE k 0.1 10 EXPANSION 0', 'ERR expansion should be greater or equal to 1'],
    ['BF.RESERVE k 0.1 10 EXPANSION x', 'ERR bad expansion'],
    ['BF.RESERVE k 0.1 10 EXPANSION 2 NONSCALING', 'Nonscaling filters cannot expand'],
    ['BF.RESERVE k 0.1 9223372036854775807', 'ERR could not create filter'],
    ['BF.RESERVE here 0.1 10', 'ERR item exists'],
    ['BF.RESERVE text 0.1 10', 'WRONGTYPE Operation against a key holding the wrong kind of value'],
    ['BF.ADD text x', 'WRONGTYPE Operation against a key holding the wrong kind of value'],
    ['BF.EXISTS text x', 'WRONGTYPE Operation against a key holding the wrong kind of value'],
    ['BF.INFO none', 'ERR not found'],
    ['BF.INFO here WHAT', 'ERR Invalid information value'],
    ['BF.INSERT none NOCREATE ITEMS a', 'ERR not found'],
    ['BF.INSERT none WHAT x ITEMS a', 'ERR Unknown argument received'],
    ['BF.INSERT none CAPACITY 3 ITEMS', "ERR wrong number of arguments for 'bf.insert' command"],
    ['BF.SCANDUMP none 0', 'ERR not found'],
    ['BF.SCANDUMP here x', 'ERR Second argument must be numeric'],
    ['BF.LOADCHUNK here 1 x', 'ERR item exists'],
    ['BF.LOADCHUNK none 1 x', 'ERR received bad data'],
    ['BF.LOADCHUNK none 9 12345678', 'ERR not found'],
    ['BF.LOADCHUNK here 90 12345678', 'ERR invalid offset - no link found'],
    ['BF.LOADCHUNK here 20 12345678901234567', 'ERR invalid chunk - Too big for current filter'],
    ['GET here', 'WRONGTYPE Operation against a key holding the wrong kind of value'],
  ])('%s', (line, error) => {
    expect(ask(line)).toBe(`-${error}\r\n`);
  });

  test('a header that lies about its sizes is refused', () => {
    for (let at = 0; at < HEADER.length; at++) {
      const damaged = bytes(HEADER);
      damaged[at] ^= 0xff;
      const reply = latin1(send('BF.LOADCHUNK', `bad:${at}`, '1', damaged));
      expect(['+OK\r\n', '-ERR received bad data\r\n']).toContain(reply);
    }
  });
});

describe('the value', () => {
  test('DUMP and RESTORE keep it, COPY too, and all memory comes back', () => {
    const { ask, send, server, filter } = connected();
    ask('SET table x');
    ask('DEL table');
    const before = server.env.heap.usedBytes;
    ask('BF.RESERVE bf 0.01 20');
    for (let i = 0; i < 200; i++) ask(`BF.ADD bf item:${i}`);
    const reply = send('DUMP', 'bf');
    const payload = reply.subarray(reply.indexOf(10) + 1, reply.length - 2);
    expect(payload[0]).toBe(7);
    expect(latin1(send('RESTORE', 'again', '0', payload))).toBe('+OK\r\n');
    expect(ask('COPY bf third')).toBe(':1\r\n');
    for (const key of ['again', 'third']) {
      expect(filter(key).layers.map(({ plan, items, bitsSet }) => [plan, items, bitsSet])).toEqual(
        filter('bf').layers.map(({ plan, items, bitsSet }) => [plan, items, bitsSet]),
      );
      expect(ask(`BF.INFO ${key}`)).toBe(ask('BF.INFO bf'));
      expect(latin1(send('DUMP', key))).toBe(latin1(reply));
    }
    expect(ask('MEMORY USAGE bf')).toMatch(/^:\d+/);
    ask('DEL bf again third');
    expect(server.env.heap.usedBytes).toBe(before);
  });

  test('a damaged payload is refused, and leaves nothing behind', () => {
    const { ask, send, server } = connected();
    ask('BF.ADD bf a');
    const reply = send('DUMP', 'bf');
    const payload = reply.slice(reply.indexOf(10) + 1, reply.length - 2);
    ask('DEL bf');
    const before = server.env.heap.usedBytes;
    for (let at = 0; at < payload.length; at++) {
      const damaged = payload.slice();
      damaged[at] ^= 0x41;
      expect(latin1(send('RESTORE', 'x', '0', damaged))).toMatch(/^-ERR/);
    }
    expect(server.env.heap.usedBytes).toBe(before);
  });

  test('without the module there are neither commands nor values', () => {
    const other = connected();
    other.ask('BF.ADD bf a');
    const reply = other.send('DUMP', 'bf');
    const plain = new EngineClients();
    expect(latin1(plain.send(['BF.ADD', 'bf', 'a']))).toMatch(/^-ERR unknown command/);
    const payload = reply.subarray(reply.indexOf(10) + 1, reply.length - 2);
    expect(latin1(plain.send(['RESTORE', 'bf', '0', payload]))).toBe('-ERR Bad data format\r\n');
  });
});
