/** The pictures of time series and Bloom filters, and the steps between them. */
import { describe, expect, test } from 'vitest';
import type { Step } from '../../protocol/steps.ts';
import type { BloomView, TimeSeriesView } from '../../protocol/views.ts';
import { EngineClients } from '../../testing/transcript-players.ts';
import { latin1, utf8 } from '../base/bytes.ts';
import { readBits } from '../structures/bit-stream.ts';
import { readView } from './index.ts';

function connected() {
  const clients = new EngineClients({ loadmodule: 'timeseries bloom' });
  const { engine } = clients;
  const ask = (line: string) => latin1(clients.send(line.split(' ')));
  const during = (line: string): Step[] => {
    const steps: Step[] = [];
    const stop = engine.listen({ step: (step) => steps.push(step) });
    ask(line);
    stop();
    return steps.filter(({ type }) => type.startsWith('series.') || type.startsWith('bloom.'));
  };
  const series = (key: string | null = null, chunk = -1, window = { from: 0, count: 100 }) =>
    readView(engine.server, {
      kind: 'timeseries',
      db: 0,
      key: key === null ? null : utf8(key),
      chunk,
      window,
    }) as TimeSeriesView;
  const bloom = (item: string | null = null, layer = -1, window = { from: 0, count: 64 }) =>
    readView(engine.server, {
      kind: 'bloom',
      db: 0,
      key: null,
      layer,
      window,
      item: item === null ? null : utf8(item),
    }) as BloomView;
  return { clients, ask, during, series, bloom };
}

describe('a time series', () => {
  test('its bits, sample by sample', () => {
    const { ask, series } = connected();
    expect(series()).toMatchObject({ key: null, chunks: [], samples: [], index: [] });
    ask('TS.CREATE s CHUNK_SIZE 48 LABELS room kitchen');
    ask('TS.MADD s 1000 30 s 1010 30 s 1020 31');
    const view = series();
    expect(view).toMatchObject({
      key: 's',
      labels: [{ name: 'room', value: 'kitchen' }],
      totalSamples: 3,
      chunkCount: 1,
      shown: 0,
      bytesFrom: 0,
      index: [{ label: 'room=kitchen', keys: ['s'], count: 1 }],
      chunks: [{ sizeBytes: 48, usedBits: 153, samples: 3, firstTimestamp: 1000, lastTimestamp: 1020 }],
    });
    expect(
      view.samples.map(({ stepCode, valueCode, text, untilBit }) => [stepCode, valueCode, text, untilBit]),
    ).toEqual([
      ['whole', 'whole', '30', 128],
      ['10', '0', '30', 138],
      ['0', '11', '31', 153],
    ]);
    // The bytes are those that the spans speak of.
    expect(readBits(view.bytes, 128, 9)).toBe(0b100001010);
    expect(structuredClone(view)).toEqual(view);
  });

  test('a curve has the peaks of all samples', () => {
    const { ask, series } = connected();
    ask('TS.CREATE s CHUNK_SIZE 128');
    for (let time = 0; time < 600; time++) ask(`TS.ADD s ${time} ${time === 333 ? 99 : time % 7}`);
    const { curve } = series();
    expect(curve.length).toBeLessThanOrEqual(240);
    expect(curve).toContainEqual({ timestamp: 333, value: 99 });
    const times = curve.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    ask('DEL s');
    ask('TS.ADD s 5 1.5');
    expect(series().curve).toEqual([{ timestamp: 5, value: 1.5 }]);
  });

  test('windows of samples and chunks', () => {
    const { ask, series } = connected();
    ask('TS.CREATE s CHUNK_SIZE 48 ENCODING UNCOMPRESSED');
    for (let time = 0; time < 300; time++) ask(`TS.ADD s ${time} ${time / 2}`);
    const view = series('s', 10, { from: 1, count: 1 });
    expect(view.chunkCount).toBe(100);
    expect(view.chunks.length).toBe(64);
    expect(view.shown).toBe(10);
    expect(view.samples).toMatchObject([
      { index: 1, timestamp: 31, text: '15.5', stepFromBit: 128, untilBit: 256 },
    ]);
    expect(view.bytes.length).toBe(16);
    expect(view.bytesFrom).toBe(16);
    expect(new DataView(view.bytes.buffer).getFloat64(8, true)).toBe(15.5);
  });

  test('rules with their open bucket', () => {
    const { ask, series } = connected();
    ask('TS.CREATE raw');
    ask('TS.CREATE sum');
    ask('TS.CREATERULE raw sum AGGREGATION sum 10');
    ask('TS.ADD raw 12 3');
    expect(series('raw').rules).toEqual([
      {
        destination: 'sum',
        aggregator: 'sum',
        bucketMs: 10,
        alignment: 0,
        open: { start: 10, end: 20, samples: 1, value: 3 },
      },
    ]);
    expect(series('sum').source).toBe('raw');
    expect(series().names.map(({ key }) => key)).toEqual(['raw', 'sum']);
  });

  test('steps: appended, opened, inserted, split, compacted, trimmed', () => {
    const { ask, during } = connected();
    ask('TS.CREATE s CHUNK_SIZE 48 ENCODING UNCOMPRESSED RETENTION 50');
    expect(during('TS.ADD s 10 1')).toMatchObject([
      { type: 'series.sample', how: 'appended', index: 0, fromBit: 0, untilBit: 128 },
    ]);
    ask('TS.MADD s 20 1 s 30 1');
    expect(during('TS.ADD s 40 1')).toMatchObject([
      { type: 'series.chunk', how: 'opened', chunks: 2 },
      { type: 'series.sample', how: 'appended', index: 0 },
    ]);
    expect(during('TS.ADD s 15 1')).toMatchObject([
      { type: 'series.sample', how: 'inserted', index: 1, timestamp: 15 },
    ]);
    expect(during('TS.ADD s 12 1').map(({ type }) => type)).toContain('series.chunk');
    expect(during('TS.ADD s 12 9 ON_DUPLICATE MAX')).toMatchObject([
      { type: 'series.sample', how: 'changed', value: 9 },
    ]);
    ask('TS.MADD s 150 1 s 160 1');
    expect(during('TS.ADD s 170 1').filter(({ type }) => type === 'series.trim').length).toBeGreaterThan(0);
    ask('TS.CREATE raw');
    ask('TS.CREATE avg');
    ask('TS.CREATERULE raw avg AGGREGATION avg 10');
    ask('TS.MADD raw 1 2 raw 2 4');
    expect(during('TS.ADD raw 11 1')).toMatchObject([
      { type: 'series.sample', timestamp: 11 },
      { type: 'series.sample', timestamp: 0, value: 3 },
      { type: 'series.compaction', aggregator: 'avg', bucketStart: 0, value: 3 },
    ]);
  });
});

describe('a Bloom filter', () => {
  test('its layers, a window of its bits and the bits of an item', () => {
    const { ask, bloom } = connected();
    expect(bloom('x')).toMatchObject({ key: null, layers: [], item: null });
    ask('BF.RESERVE bf 0.1 10');
    ask('BF.ADD bf item1');
    const view = bloom('item1');
    expect(view).toMatchObject({ key: 'bf', items: 1, capacity: 10, expansion: 2, shown: 0, from: 0 });
    expect([...view.bytes]).toEqual([0x01, 0x08, 0x00, 0x80, 0x00, 0x04, 0x20, 0x00]);
    expect(view.layers).toMatchObject([{ bits: 64, bitsSet: 5, hashes: 5, entries: 10, items: 1 }]);
    expect(view.layers[0].fillRatio).toBeCloseTo(5 / 64);
    expect(view.falsePositiveRate).toBeCloseTo((5 / 64) ** 5);
    expect(view.item).toMatchObject({ item: 'item1', layers: [true] });
    expect(view.item?.bits).toEqual([11, 0, 53, 42, 31].map((bit) => ({ bit, isSet: true })));
    expect(bloom('stranger').item?.layers).toEqual([false]);
    expect(structuredClone(view)).toEqual(view);
    for (let i = 0; i < 100; i++) ask(`BF.ADD bf more:${i}`);
    const grown = bloom('item1', 0, { from: 6, count: 100 });
    expect(grown.layers.length).toBe(4);
    expect(grown.item?.layers[0]).toBe(true);
    expect(grown).toMatchObject({ shown: 0, from: 0 });
    expect(grown.falsePositiveRate).toBeLessThan(0.2);
  });

  test('steps: hashed, tested, set, grown', () => {
    const { ask, during } = connected();
    ask('BF.RESERVE bf 0.1 2');
    expect(during('BF.ADD bf item1').map(({ type }) => type)).toEqual([
      'bloom.hash',
      'bloom.test',
      ...Array.from({ length: 5 }, () => 'bloom.set'),
    ]);
    const again = during('BF.ADD bf item1');
    expect(again.map(({ type }) => type)).toEqual([
      'bloom.hash',
      ...Array.from({ length: 5 }, () => 'bloom.test'),
    ]);
    expect(again.slice(1).every((step) => step.type === 'bloom.test' && step.isSet)).toBe(true);
    ask('BF.ADD bf a');
    expect(during('BF.ADD bf b').find(({ type }) => type === 'bloom.layer')).toMatchObject({
      layers: 2,
      entries: 4,
    });
  });
});

test('watched or not, the replies are the same', () => {
  const lines = [
    'TS.CREATE s CHUNK_SIZE 48 LABELS a b',
    'TS.CREATE d',
    'TS.CREATERULE s d AGGREGATION max 7',
    ...Array.from({ length: 80 }, (_, at) => `TS.ADD s ${(at * 53) % 97} ${at} ON_DUPLICATE SUM`),
    'TS.DEL s 20 50',
    'TS.RANGE d - +',
    'TS.MRANGE - + FILTER a=b',
    'TS.INFO s DEBUG',
    'BF.RESERVE bf 0.01 5',
    ...Array.from({ length: 40 }, (_, at) => `BF.ADD bf ${at % 30}`),
    'BF.INFO bf',
  ];
  const silent = connected();
  const watched = connected();
  const expected = lines.map((line) => silent.ask(line));
  const steps: Step[] = [];
  watched.clients.engine.listen({ step: (step) => steps.push(step) });
  expect(lines.map((line) => watched.ask(line))).toEqual(expected);
  expect(steps.length).toBeGreaterThan(500);
});

test('a stranger that it takes for its own is one that BF.EXISTS takes too', () => {
  const { clients, ask, bloom } = connected();
  ask('BF.RESERVE f 0.2 20 NONSCALING');
  for (let nth = 0; nth < 20; nth++) ask(`BF.ADD f item${nth}`);
  expect(bloom().strangers).toBeNull();
  const { engine } = clients;
  const view = readView(engine.server, {
    kind: 'bloom',
    db: 0,
    key: null,
    layer: -1,
    window: { from: 0, count: 64 },
    item: null,
    strangers: 500,
  }) as BloomView;
  const { tried, found } = view.strangers!;
  expect(found?.item).toBe(`stranger:${tried}`);
  for (let nth = 1; nth < tried; nth++) expect(ask(`BF.EXISTS f stranger:${nth}`)).toBe(':0\r\n');
  expect(ask(`BF.EXISTS f stranger:${tried}`)).toBe(':1\r\n');
});

test('a rate of false positives is exact however small it is', () => {
  const { ask, bloom } = connected();
  ask('BF.RESERVE f 0.001 20000');
  for (let nth = 0; nth < 50; nth++) ask(`BF.ADD f item${nth}`);
  const [layer] = bloom().layers;
  expect(layer.falsePositiveRate).toBeGreaterThan(0);
  expect(layer.falsePositiveRate).toBeLessThan(1e-20);
  expect(bloom().falsePositiveRate / layer.falsePositiveRate).toBeCloseTo(1, 9);
});

test('a series can be looked at in the middle of losing everything', () => {
  const { clients, ask, series } = connected();
  ask('TS.CREATE s CHUNK_SIZE 48');
  for (let time = 0; time < 60; time++) ask(`TS.ADD s ${time * time} ${time / 3}`);
  expect(series().chunkCount).toBeGreaterThan(3);
  const seen: number[] = [];
  const stop = clients.engine.listen({
    step: ({ type }) => {
      if (type.startsWith('series.')) seen.push(series().chunkCount);
    },
  });
  ask('TS.DEL s 0 100000');
  stop();
  expect(seen.length).toBeGreaterThan(3);
  expect(series()).toMatchObject({ totalSamples: 0, curve: [] });
});
