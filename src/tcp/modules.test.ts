/** node-redis, with the clients of RedisTimeSeries and RedisBloom that come with it, over a real socket. */
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCommandLine } from './command-line.ts';
import { configurationOf } from './configuration.ts';
import { listen, type TcpServer, wallClockMs } from './server.ts';

let server: TcpServer;

beforeAll(async () => {
  const line = parseCommandLine(['--module', 'timeseries', '--module', 'bloom']);
  if (typeof line === 'string') throw new Error(line);
  const { config } = configurationOf(line);
  expect(config.loadmodule).toBe('timeseries bloom');
  const start = { generation: '7.0', seed: 1, startMs: wallClockMs(), config } as const;
  server = await listen({ port: 0, host: '127.0.0.1', start });
});

afterAll(() => server.stop());

describe.each([2, 3] as const)('node-redis with RESP%d', (RESP) => {
  async function connected() {
    const client = createClient({ socket: { port: server.port, host: '127.0.0.1' }, RESP });
    await client.connect();
    return client;
  }

  it('works with time series', async () => {
    const client = await connected();
    const { ts } = client;
    const name = (key: string) => `${RESP}:${key}`;
    try {
      expect(
        await ts.create(name('raw'), {
          RETENTION: 100_000,
          CHUNK_SIZE: 128,
          DUPLICATE_POLICY: 'LAST',
          LABELS: { room: name('study'), kind: 'temperature' },
        }),
      ).toBe('OK');
      await ts.create(name('compact'), { ENCODING: 'UNCOMPRESSED' });
      expect(await ts.createRule(name('raw'), name('compact'), 'AVG', 10)).toBe('OK');
      expect(await ts.add(name('raw'), 1000, 20.5)).toBe(1000);
      expect(
        await ts.mAdd([
          { key: name('raw'), timestamp: 1005, value: 21.5 },
          { key: name('raw'), timestamp: 1012, value: 30 },
        ]),
      ).toEqual([1005, 1012]);
      expect(await ts.incrBy(name('raw'), 2, { TIMESTAMP: 1012 })).toBe(1012);
      expect(await ts.get(name('raw'))).toEqual({ timestamp: 1012, value: 32 });
      expect(await ts.range(name('raw'), '-', '+')).toEqual([
        { timestamp: 1000, value: 20.5 },
        { timestamp: 1005, value: 21.5 },
        { timestamp: 1012, value: 32 },
      ]);
      expect(await ts.range(name('compact'), '-', '+')).toEqual([{ timestamp: 1000, value: 21 }]);
      expect(await ts.get(name('compact'), { LATEST: true })).toEqual({ timestamp: 1010, value: 32 });
      expect(
        await ts.revRange(name('raw'), 0, 2000, {
          COUNT: 1,
          AGGREGATION: { type: 'MAX', timeBucket: 100, EMPTY: true },
        }),
      ).toEqual([{ timestamp: 1000, value: 32 }]);
      expect(await ts.queryIndex(`room=${name('study')}`)).toEqual([name('raw')]);
      expect(await ts.mGet(`room=${name('study')}`)).toEqual({
        [name('raw')]: { sample: { timestamp: 1012, value: 32 } },
      });
      expect(await ts.mRange('-', '+', `room=${name('study')}`, { COUNT: 1 })).toEqual({
        [name('raw')]: [{ timestamp: 1000, value: 20.5 }],
      });
      expect(await ts.mRangeWithLabels('-', '+', `room=${name('study')}`, { COUNT: 1 })).toEqual({
        [name('raw')]: {
          labels: { room: name('study'), kind: 'temperature' },
          samples: [{ timestamp: 1000, value: 20.5 }],
        },
      });
      expect(
        await ts.mRangeGroupBy('-', '+', `room=${name('study')}`, { label: 'kind', REDUCE: 'SUM' }),
      ).toMatchObject({ 'kind=temperature': { samples: [{ value: 20.5 }, { value: 21.5 }, { value: 32 }] } });
      const info = await ts.info(name('raw'));
      expect(info).toMatchObject({
        totalSamples: 3,
        firstTimestamp: 1000,
        lastTimestamp: 1012,
        retentionTime: 100_000,
        chunkCount: 1,
        chunkSize: 128,
        chunkType: 'compressed',
        duplicatePolicy: 'last',
        sourceKey: null,
        rules: [{ key: name('compact'), timeBucket: 10, aggregationType: 'AVG' }],
      });
      const debug = await ts.infoDebug(name('raw'));
      expect(debug.chunks).toMatchObject([
        { startTimestamp: 1000, endTimestamp: 1012, samples: 3, size: 128 },
      ]);
      expect(await ts.del(name('raw'), 1000, 1005)).toBe(2);
      expect(await ts.deleteRule(name('raw'), name('compact'))).toBe('OK');
      expect(await ts.alter(name('raw'), { LABELS: { room: 'hall' } })).toBe('OK');
      await expect(ts.add(name('raw'), -1, 1)).rejects.toThrow('TSDB: invalid timestamp');
      expect(await client.type(name('raw'))).toBe('TSDB-TYPE');
    } finally {
      client.destroy();
    }
  });

  it('works with Bloom filters', async () => {
    const client = await connected();
    const { bf } = client;
    const key = `${RESP}:bf`;
    try {
      expect(await bf.reserve(key, 0.01, 50, { EXPANSION: 4 })).toBe('OK');
      expect(await bf.add(key, 'a')).toBe(true);
      expect(await bf.add(key, 'a')).toBe(false);
      expect(await bf.mAdd(key, ['a', 'b'])).toEqual([false, true]);
      expect(await bf.exists(key, 'b')).toBe(true);
      expect(await bf.mExists(key, ['a', 'z'])).toEqual([true, false]);
      expect(await bf.insert(`${key}:2`, ['x'], { CAPACITY: 5, ERROR: 0.1, NONSCALING: true })).toEqual([
        true,
      ]);
      expect(await bf.card(key)).toBe(2);
      expect(await bf.info(key)).toMatchObject({
        Capacity: 50,
        'Number of filters': 1,
        'Number of items inserted': 2,
        'Expansion rate': 4,
      });
      const { iterator } = await bf.scanDump(key, 0);
      expect(iterator).toBe(1);
      await expect(bf.reserve(key, 0.01, 50)).rejects.toThrow('item exists');
      expect(await client.type(key)).toBe('MBbloom--');
    } finally {
      client.destroy();
    }
  });
});
