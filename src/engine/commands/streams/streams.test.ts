import { describe, expect, test } from 'vitest';
import { BIT_KEYS, BitsFuzz } from '../../../testing/bits-fuzz.ts';
import { STREAM_KEYS, StreamFuzz } from '../../../testing/stream-fuzz.ts';
import { EngineClients } from '../../../testing/transcript-players.ts';
import { latin1 } from '../../base/bytes.ts';

const words = (line: string) => line.split(' ');

const session = new EngineClients();

/** The keys that WATCH would see as modified, as a live server shows it. */
test.each([
  ['XADD k 1 f v', true],
  ['XADD k 2 f v', true],
  ['XADD k 3 f v', true],
  ['XADD k 3 f v', false],
  ['XADD none NOMKSTREAM 3 f v', false],
  ['XDEL k 1', true],
  ['XDEL k 1', false],
  ['XTRIM k MAXLEN 1', true],
  ['XTRIM k MAXLEN 1', false],
  ['XSETID k 10', false],
  ['XGROUP CREATE k g 0', false],
  ['XGROUP CREATE k h 0 MKSTREAM', false],
  ['XGROUP CREATE k2 g 0 MKSTREAM', true],
  ['XGROUP SETID k g 0', false],
  ['XREADGROUP GROUP g c STREAMS k >', false],
  ['XCLAIM k g d 0 3', false],
  ['XACK k g 3', false],
  ['XGROUP DESTROY k g', false],
  ['PFADD p a', true],
  ['PFCOUNT p', true],
  ['PFCOUNT p', false],
  ['PFADD p a', false],
  ['PFMERGE p', true],
  ['PFDEBUG TODENSE p', false],
  ['SETBIT b 3 1', true],
  ['SETBIT b 3 1', false],
  ['BITFIELD b SET u8 0 16', false],
  ['BITFIELD b SET u8 0 17', true],
  ['BITFIELD b2 OVERFLOW FAIL SET u1 0 5', false],
  ['BITOP AND b b', true],
  ['BITOP AND b none', true],
  ['BITOP AND b none', false],
] as const)('%s changes a watched key: %s', (line, expected) => {
  let modified = false;
  session.engine.server.keyspace.listeners.push({
    modified() {
      modified = true;
    },
    event() {},
  });
  session.send(words(line));
  expect(modified).toBe(expected);
});
describe('groups', () => {
  const clients = new EngineClients();
  const ask = (line: string) => latin1(clients.send(words(line)));
  ask('XADD s 1 f v');
  ask('XADD s 2 f v');
  ask('XGROUP CREATE s g 0');
  clients.nowMs += 1000;
  ask('XREADGROUP GROUP g ann STREAMS s >');

  test('time passes for what is pending and for consumers', () => {
    clients.nowMs += 250;
    expect(ask('XPENDING s g - + 1')).toContain('\r\n:250\r\n:1\r\n');
    expect(ask('XINFO CONSUMERS s g')).toContain('idle\r\n:250\r\n');
    expect(ask('XPENDING s g IDLE 251 - + 10')).toBe('*0\r\n');
    expect(ask('XPENDING s g IDLE 250 - + 10')).toMatch(/^\*2\r\n/);
  });

  test('what has not waited long enough is not claimed, and its consumer is not made', () => {
    expect(ask('XCLAIM s g bob 251 1')).toBe('*0\r\n');
    expect(ask('XAUTOCLAIM s g bob 251 0')).toBe('*3\r\n$3\r\n0-0\r\n*0\r\n*0\r\n');
    expect(ask('XINFO GROUPS s')).toContain('consumers\r\n:1\r\n');
    expect(ask('XCLAIM s g bob 250 1 JUSTID')).toBe('*1\r\n$3\r\n1-0\r\n');
    expect(ask('XPENDING s g - + 1')).toContain('bob\r\n:0\r\n:1\r\n');
    expect(ask('XAUTOCLAIM s g bob 250 0 JUSTID')).toContain('*1\r\n$3\r\n2-0\r\n');
  });

  test('reading again is a delivery more, at the time of reading', () => {
    clients.nowMs += 70;
    ask('XREADGROUP GROUP g bob COUNT 1 STREAMS s 0');
    clients.nowMs += 5;
    expect(ask('XPENDING s g - + 1')).toContain('bob\r\n:5\r\n:2\r\n');
  });
});

test('everything a stream took is given back with it', () => {
  const clients = new EngineClients();
  const { heap } = clients.engine.server.env;
  clients.send(['SET', 'k', 'v']);
  clients.send(['DEL', 'k']);
  const before = heap.usedBytes;
  const lines = [
    ...Array.from({ length: 300 }, (_, index) => `XADD s ${index + 1} f ${index} g v`),
    'XGROUP CREATE s g 0',
    'XGROUP CREATE s h 0',
    'XREADGROUP GROUP g ann COUNT 50 STREAMS s >',
    'XREADGROUP GROUP h bob COUNT 250 STREAMS s >',
    'XAUTOCLAIM s g bob 0 0 COUNT 20',
    'XACK s g 3 4 5',
    'XDEL s 1 2 150 151 250',
    'XTRIM s MAXLEN 120',
    'XAUTOCLAIM s h ann 0 0',
    'COPY s t',
    'XGROUP DELCONSUMER s g ann',
    'XGROUP DESTROY t h',
  ];
  for (const line of lines) expect(latin1(clients.send(words(line))), line).not.toMatch(/^-/);
  const payload = clients.send(['DUMP', 's']);
  const bytes = payload.slice(payload.indexOf(10) + 1, -2);
  expect(latin1(clients.send(['RESTORE', 'u', '0', bytes]))).toBe('+OK\r\n');
  expect(clients.send(['DUMP', 'u'])).toEqual(payload);
  expect(clients.send(['XINFO', 'STREAM', 'u', 'FULL'])).toEqual(
    clients.send(['XINFO', 'STREAM', 's', 'FULL']),
  );
  clients.send(['DEL', 's', 't', 'u']);
  expect(heap.usedBytes).toBe(before);
});

test('a stream of 6.2 is read by 7.0, which works out what it does not say; not the other way round', () => {
  const old = new EngineClients({}, undefined, undefined, '6.2');
  const lines = [
    'XADD s 1 f v',
    'XADD s 2 f v',
    'XADD s 3 f v',
    'XDEL s 1',
    'XGROUP CREATE s g 2 ENTRIESREAD 1',
  ];
  for (const line of lines) old.send(words(line));
  const dump = (clients: EngineClients) => {
    const reply = clients.send(['DUMP', 's']);
    return reply.slice(reply.indexOf(10) + 1, -2);
  };
  const payload = dump(old);
  expect(payload[0]).toBe(15);

  const recent = new EngineClients();
  expect(latin1(recent.send(['RESTORE', 's', '0', payload]))).toBe('+OK\r\n');
  const info = latin1(recent.send(['XINFO', 'STREAM', 's', 'FULL']));
  expect(info).toContain('entries-added\r\n:2\r\n');
  expect(info).toContain('recorded-first-entry-id\r\n$3\r\n2-0\r\n');
  expect(info).toContain('max-deleted-entry-id\r\n$3\r\n0-0\r\n');
  expect(info).toContain('entries-read\r\n:1\r\n');
  expect(info).toContain('lag\r\n:1\r\n');
  expect(dump(recent)[0]).toBe(19);
  expect(latin1(old.send(['RESTORE', 't', '0', dump(recent)]))).toBe(
    '-ERR DUMP payload version or checksum are wrong\r\n',
  );
});

test.each([
  ['streams', new StreamFuzz(11), STREAM_KEYS],
  ['bitmaps and HyperLogLogs', new BitsFuzz(11), BIT_KEYS],
] as const)('whether somebody watches makes no difference to %s', (_family, fuzz, keys) => {
  const watched = new EngineClients();
  const unwatched = new EngineClients();
  let steps = 0;
  watched.engine.server.env.probe = {
    emit() {
      steps++;
    },
  };
  for (let left = 1500; left > 0; left--) {
    const { args } = fuzz.next();
    expect(watched.send(args), args.join(' ')).toEqual(unwatched.send(args));
  }
  for (const key of keys) expect(watched.send(['DUMP', key])).toEqual(unwatched.send(['DUMP', key]));
  const [ours, theirs] = [watched, unwatched].map(({ engine }) => engine.server.env.heap.usedBytes);
  expect(ours).toBe(theirs);
  expect(steps).toBeGreaterThan(1000);
});
