import { describe, expect, it } from 'vitest';
import type { MemoryMapView } from '../../protocol/views.ts';
import { TestServer } from './test-server.ts';

const look = (server: TestServer) => server.look({ kind: 'memory', db: 0, count: 60 }) as MemoryMapView;
const many = (amount: number, text = 'member:') =>
  Array.from({ length: amount }, (_, at) => `${text}${at}`).join(' ');
const pairs = (amount: number) => Array.from({ length: amount }, (_, at) => `${at} value${at}`).join(' ');

/** A reply of several lines, which redis-cli quotes. */
const linesOf = (reply: string) => reply.replace(/^"|"$/g, '').replaceAll('\\r', '').replaceAll('\\n', '\n');

const values = [
  'SET int 123456789',
  'SET shared 7',
  'SET k hello',
  `SET raw ${'x'.repeat(300)}`,
  'SET grown short',
  'APPEND grown and-longer',
  `SET a-very-long-name-of-a-key-that-needs-another-class 1`,
  `HSET packed ${pairs(5)}`,
  `HSET table ${pairs(200)} long ${'y'.repeat(100)}`,
  'SADD intset 1 2 3',
  `SADD settable ${many(50)}`,
  'ZADD zpacked 1 a 2 b',
  `ZADD ztable ${pairs(200)}`,
  `RPUSH list ${many(400)}`,
  'XADD stream 1-1 f v',
  'PFADD hll a b c',
];

describe.each(['7.0', '6.2'] as const)('the memory of a server of %s', (generation) => {
  const server = new TestServer(generation);
  server.runAll(...values);
  const view = look(server);

  it('is divided so that the parts of a key add up to MEMORY USAGE', () => {
    expect(view.rows).toHaveLength(values.length - 1);
    for (const { key, memoryBytes, parts } of view.rows) {
      expect(server.run(`MEMORY USAGE ${key}`), key).toBe(`(integer) ${memoryBytes}`);
      expect(
        parts.reduce((sum, { bytes }) => sum + bytes, 0),
        key,
      ).toBe(memoryBytes);
      expect(
        parts.every(({ bytes }) => bytes > 0),
        key,
      ).toBe(true);
    }
    const all = view.rows.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
    expect(view.lookedAtBytes).toBe(all);
  });

  it('has the figures of INFO memory', () => {
    const info = linesOf(server.run('INFO memory'));
    const figure = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1]);
    expect(view.figures).toMatchObject({
      usedBytes: figure('used_memory'),
      startupBytes: figure('used_memory_startup'),
      overheadBytes: figure('used_memory_overhead'),
      datasetBytes: figure('used_memory_dataset'),
    });
    const { startupBytes, tablesBytes, datasetBytes, usedBytes } = view.figures;
    expect(startupBytes + tablesBytes + datasetBytes).toBe(usedBytes);
  });

  it('has the classes of MEMORY MALLOC-STATS, which add up to what is used', () => {
    const rows = linesOf(server.run('MEMORY MALLOC-STATS'))
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter((row) => row.length === 4);
    expect(
      view.classes.map(({ slotBytes, slabs, slotsPerSlab, liveSlots }) => [
        slotBytes,
        slabs,
        slabs * slotsPerSlab,
        liveSlots,
      ]),
    ).toEqual(rows);
    const live = view.classes.reduce((sum, { slotBytes, liveSlots }) => sum + slotBytes * liveSlots, 0);
    expect(live).toBe(view.figures.usedBytes);
  });
});

it('distinguishes a freed slot from one that was never used', () => {
  const server = new TestServer();
  server.runAll('SET a 1', 'SET b 1', 'SET c 1');
  const freed = () => look(server).classes.reduce((sum, { freedSlots }) => sum + freedSlots, 0);
  const before = freed();
  server.run('DEL b');
  // The entry of the dictionary and its key.
  expect(freed()).toBe(before + 2);
});

it('knows every byte of a short string', () => {
  const server = new TestServer();
  server.run('SET k hello');
  expect(look(server).rows[0]).toMatchObject({
    memoryBytes: 64,
    isEstimated: false,
    parts: [
      { name: 'entry', bytes: 24 },
      { name: 'key', bytes: 3 },
      { name: 'object', bytes: 16 },
      { name: 'header', bytes: 4 },
      { name: 'payload', bytes: 5 },
      { name: 'slack', bytes: 12 },
    ],
  });
});

it('knows which slabs are empty, and what the classes held before', () => {
  const keys = Array.from({ length: 300 }, (_, at) => `k${at}`);
  const filled = () => {
    const server = new TestServer();
    server.runAll(...keys.map((key) => `SET ${key} ${'x'.repeat(70)}`));
    return server;
  };
  const valuesOf = (server: TestServer) => look(server).classes.find(({ slotBytes }) => slotBytes === 80)!;
  const everySecond = filled();
  everySecond.runAll(...keys.filter((_, at) => at % 2 === 0).map((key) => `DEL ${key}`));
  const firstHalf = filled();
  firstHalf.runAll(...keys.slice(0, 260).map((key) => `DEL ${key}`));
  expect(valuesOf(everySecond)).toMatchObject({ emptySlabs: 0, liveSlots: 150 });
  expect(valuesOf(firstHalf)).toMatchObject({ emptySlabs: 1, liveSlots: 40 });
  const { past, figures } = look(everySecond);
  expect(past.at(-1)).toMatchObject({
    commands: 450,
    usedBytes: figures.usedBytes,
    slabBytes: figures.slabBytes,
  });
  expect(Math.max(...past.map(({ usedBytes }) => usedBytes))).toBeGreaterThan(1.5 * figures.usedBytes);
});
