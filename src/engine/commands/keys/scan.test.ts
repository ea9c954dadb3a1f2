import { describe, expect, test } from 'vitest';
import { decodeReplies } from '../../../protocol/resp.ts';
import { EngineClients } from '../../../testing/transcript-players.ts';
import { bytesOf } from '../../base/bytes.ts';
import { RandomStream } from '../../base/random.ts';
import { scanCursor } from '../scan.ts';

/** Runs what the cron has to do, until it has nothing left. */
function settle(clients: EngineClients): void {
  for (let runs = 0; runs < 100; runs++) {
    const { wakeAtMs } = clients.engine.step({ type: 'tick', nowMs: clients.nowMs });
    if (wakeAtMs === null) return;
    clients.nowMs = wakeAtMs;
  }
}

function scan(clients: EngineClients, cursor: string, count: number): { cursor: string; keys: string[] } {
  const [reply] = decodeReplies(clients.send(['SCAN', cursor, 'COUNT', String(count)]));
  if (reply.type !== 'array' || reply.items[0].type !== 'string' || reply.items[1].type !== 'array') {
    throw new Error('SCAN answers with a cursor and an array');
  }
  const text = (item: (typeof reply.items)[number]) =>
    item.type === 'string' ? Buffer.from(item.bytes).toString() : '';
  return { cursor: text(reply.items[0]), keys: reply.items[1].items.map(text) };
}

/** A whole iteration, with `between` called after every answer but the last. */
function iterate(clients: EngineClients, count: number, between: (round: number) => void): string[] {
  const seen: string[] = [];
  let cursor = '0';
  for (let round = 0; round < 100_000; round++) {
    const answer = scan(clients, cursor, count);
    seen.push(...answer.keys);
    cursor = answer.cursor;
    if (cursor === '0') return seen;
    between(round);
  }
  throw new Error('SCAN does not come to an end');
}

const stable = Array.from({ length: 300 }, (_, number) => `stay:${number}`);

function start(): EngineClients {
  const clients = new EngineClients();
  for (const key of stable) clients.send(['SET', key, 'v']);
  settle(clients);
  return clients;
}

function tableSize(clients: EngineClients): number {
  return clients.engine.server.keyspace.databases[0].keys.tables[0].size;
}

describe('SCAN gives every key that was there all the time', () => {
  test('each once, while nothing changes', () => {
    const seen = iterate(start(), 7, () => {});
    expect([...seen].sort()).toEqual([...stable].sort());
  });

  test('while the table grows between the calls', () => {
    const clients = start();
    const before = tableSize(clients);
    let added = 0;
    const seen = iterate(clients, 5, () => {
      for (let more = 0; more < 40 && added < 3000; more++) clients.send(['SET', `more:${added++}`, 'v']);
    });
    settle(clients);
    expect(tableSize(clients)).toBeGreaterThan(before * 2);
    for (const key of stable) expect(seen).toContain(key);
  });

  test('while the table shrinks between the calls', () => {
    const clients = start();
    for (let number = 0; number < 8000; number++) clients.send(['SET', `gone:${number}`, 'v']);
    settle(clients);
    const before = tableSize(clients);
    let removed = 0;
    const seen = iterate(clients, 5, (round) => {
      for (let less = 0; less < 400 && removed < 8000; less++) clients.send(['DEL', `gone:${removed++}`]);
      if (round % 3 === 0) clients.nowMs += 100;
      // The cron starts the shrinking; only every other time does it get to finish.
      if (round % 6 === 0) settle(clients);
      else clients.engine.step({ type: 'tick', nowMs: clients.nowMs });
    });
    expect(tableSize(clients)).toBeLessThan(before / 4);
    for (const key of stable) expect(seen).toContain(key);
  });

  test.each([1, 2, 3, 4, 5])('under random growth and shrinking (seed %i)', (seed) => {
    const clients = start();
    clients.send(['CONFIG', 'SET', 'activerehashing', seed % 2 === 0 ? 'yes' : 'no']);
    const random = new RandomStream(seed, 0, 7);
    const others = new Set<string>();
    const known = new Set(stable);
    const seen = iterate(clients, 1 + random.below(8), () => {
      const grows = random.below(2) === 0;
      for (let changes = random.below(300); changes > 0; changes--) {
        const key = `other:${random.below(3000)}`;
        known.add(key);
        if (grows) others.add(key);
        else others.delete(key);
        clients.send(grows ? ['SET', key, 'v'] : ['DEL', key]);
      }
      if (random.below(8) === 0) clients.send(['DEL', ...[...others].slice(0, 2000), 'none']);
      if (random.below(3) === 0) {
        clients.nowMs += 100;
        clients.engine.step({ type: 'tick', nowMs: clients.nowMs });
      }
    });
    const found = new Set(seen);
    expect(stable.filter((key) => !found.has(key))).toEqual([]);
    expect(seen.filter((key) => !known.has(key))).toEqual([]);
  });
});

describe('a cursor is read as strtoul does', () => {
  test.each([
    ['0', 0],
    ['', 0],
    ['17', 17],
    ['+17', 17],
    ['0000000000000000000000000000000017', 17],
    ['17\0junk', 17],
    ['\0', 0],
    ['-1', 0x3fff_ffff],
    ['18446744073709551615', 0x3fff_ffff],
    ['-18446744073709551615', 1],
  ])('%j', (text, cursor) => {
    expect(scanCursor(bytesOf(text))).toBe(cursor);
  });

  test.each([
    'x',
    '1x',
    ' 1',
    '1 ',
    '-',
    '+',
    '--1',
    '0x10',
    '1.0',
    '18446744073709551616',
    '-18446744073709551616',
  ])('and %j is refused', (text) => {
    expect(() => scanCursor(bytesOf(text))).toThrow(expect.objectContaining({ text: 'ERR invalid cursor' }));
  });
});
