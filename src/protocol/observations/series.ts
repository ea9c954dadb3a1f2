/** A time series of the module. Null if the key is not a series, or the module is not loaded. */
import { encodeUtf8 } from '../utf8.ts';
import type { TimeSeriesView } from '../views.ts';
import { observation } from './observation.ts';
import type { EngineReader } from './reader.ts';

const readings = [
  'MODULE LOAD timeseries',
  'TS.CREATE temp:1 RETENTION 600000 LABELS device 1',
  'TS.ADD temp:1 1000 25.1',
  'TS.ADD temp:1 61000 25.9',
].join('\n');

export const seriesObservations = [
  observation({
    path: 'db<db>.series(<key>).samples',
    value: 'number',
    zh: ({ key }) => `${key} 的样本数`,
    en: ({ key }) => `samples of ${key}`,
    note: 'with those beyond the retention whose chunk is still there',
    example: {
      given: readings,
      path: 'db0.series(temp:1).samples',
      reportedBy: ['TS.INFO temp:1', 'totalSamples'],
    },
    read: (engine, given) => seriesOf(engine, given)?.totalSamples ?? null,
  }),
  observation({
    path: 'db<db>.series(<key>).retentionMs',
    value: 'number',
    reads: 'value',
    zh: ({ key }) => `${key} 的保留时间（毫秒）`,
    en: ({ key }) => `retention of ${key} in milliseconds`,
    note: '0 if samples are kept for ever',
    example: {
      given: readings,
      path: 'db0.series(temp:1).retentionMs',
      reportedBy: ['TS.INFO temp:1', 'retentionTime'],
    },
    read: (engine, given) => seriesOf(engine, given)?.retentionMs ?? null,
  }),
  observation({
    path: 'db<db>.series(<key>).label(<field>)',
    value: 'text',
    zh: ({ key, field }) => `${key} 的标签 ${field}`,
    en: ({ key, field }) => `label ${field} of ${key}`,
    note: 'null if there is no such label',
    example: { given: readings, path: 'db0.series(temp:1).label(device)' },
    read: (engine, given) =>
      seriesOf(engine, given)?.labels.find(({ name }) => name === given.field)?.value ?? null,
  }),
  observation({
    path: 'db<db>.series(<key>).chunks',
    value: 'number',
    zh: ({ key }) => `${key} 的数据块`,
    en: ({ key }) => `chunks of ${key}`,
    example: {
      given: readings,
      path: 'db0.series(temp:1).chunks',
      reportedBy: ['TS.INFO temp:1', 'chunkCount'],
    },
    read: (engine, given) => seriesOf(engine, given)?.chunkCount ?? null,
  }),
  observation({
    path: 'db<db>.series(<key>).lastBits',
    value: 'number',
    zh: ({ key }) => `${key} 最后一个样本占的位`,
    en: ({ key }) => `bits of the last sample of ${key}`,
    note: 'null in an empty or uncompressed chunk',
    example: { given: readings, path: 'db0.series(temp:1).lastBits' },
    read(engine, given) {
      const samples = seriesOf(engine, given)?.chunks.at(-1)?.samples ?? 0;
      const last = seriesOf(engine, given, samples - 1)?.samples.at(-1);
      return last === undefined ? null : last.untilBit - last.stepFromBit;
    },
  }),
];

/** With one sample of its last chunk, the first unless told. */
function seriesOf(
  engine: EngineReader,
  { db, key }: { db: number; key: string },
  from = 0,
): TimeSeriesView | null {
  const window = { from: Math.max(0, from), count: 1 };
  const series = engine.view({ kind: 'timeseries', db, key: encodeUtf8(key), chunk: -1, window });
  return series === null || series.address === 0 ? null : series;
}
