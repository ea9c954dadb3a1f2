/** Values that modules bring: Bloom filters and time series. Null where the key holds none. */
import { encodeUtf8 } from '../utf8.ts';
import type { BloomView, TimeSeriesView } from '../views-modules.ts';
import { observation } from './observation.ts';
import type { EngineReader } from './reader.ts';

const config = { loadmodule: 'timeseries bloom' };
const seen = 'BF.RESERVE seen 0.01 100\nBF.ADD seen ann';
const temp = 'TS.CREATE temp\nTS.ADD temp 1000 21.5\nTS.ADD temp 2000 21.5\nTS.ADD temp 3000 21.5';

interface Where {
  readonly db: number;
  readonly key: string;
}

export const moduleObservations = [
  observation({
    path: 'db<db>.bloom(<key>).bitsSet',
    value: 'number',
    zh: ({ key }) => `${key} 中置 1 的位`,
    en: ({ key }) => `bits set in ${key}`,
    note: 'of all layers',
    example: { config, given: seen, path: 'db0.bloom(seen).bitsSet' },
    read: (engine, given) => sum(bloomOf(engine, given)?.layers.map(({ bitsSet }) => bitsSet)),
  }),
  observation({
    path: 'db<db>.bloom(<key>).bits',
    value: 'number',
    zh: ({ key }) => `${key} 的总位数`,
    en: ({ key }) => `bits of ${key}`,
    note: 'of all layers',
    example: { config, given: seen, path: 'db0.bloom(seen).bits' },
    read: (engine, given) => sum(bloomOf(engine, given)?.layers.map(({ bits }) => bits)),
  }),
  observation({
    path: 'db<db>.bloom(<key>).layers',
    value: 'number',
    zh: ({ key }) => `${key} 的层数`,
    en: ({ key }) => `layers of ${key}`,
    example: {
      config,
      given: seen,
      path: 'db0.bloom(seen).layers',
      reportedBy: ['BF.INFO seen FILTERS', '(integer) '],
    },
    read: (engine, given) => bloomOf(engine, given)?.layers.length ?? null,
  }),
  observation({
    path: 'db<db>.series(<key>).samples',
    value: 'number',
    zh: ({ key }) => `${key} 的采样点`,
    en: ({ key }) => `samples of ${key}`,
    example: { config, given: temp, path: 'db0.series(temp).samples' },
    read: (engine, given) => seriesOf(engine, given)?.totalSamples ?? null,
  }),
  observation({
    path: 'db<db>.series(<key>).chunks',
    value: 'number',
    zh: ({ key }) => `${key} 的块数`,
    en: ({ key }) => `chunks of ${key}`,
    example: { config, given: temp, path: 'db0.series(temp).chunks' },
    read: (engine, given) => seriesOf(engine, given)?.chunkCount ?? null,
  }),
  observation({
    path: 'db<db>.series(<key>).lastBits',
    value: 'number',
    zh: ({ key }) => `${key} 最后一个采样点占的位`,
    en: ({ key }) => `bits of the last sample of ${key}`,
    note: 'null in an empty or uncompressed chunk',
    example: { config, given: temp, path: 'db0.series(temp).lastBits' },
    read(engine, given) {
      const samples = seriesOf(engine, given)?.samples ?? [];
      const last = samples[samples.length - 1];
      return last === undefined ? null : last.untilBit - last.stepFromBit;
    },
  }),
];

function sum(numbers: readonly number[] | undefined): number | null {
  return numbers?.reduce((total, each) => total + each, 0) ?? null;
}

function bloomOf(engine: EngineReader, { db, key }: Where): BloomView | null {
  const window = { from: 0, count: 1 };
  const view = engine.view({ kind: 'bloom', db, key: encodeUtf8(key), layer: -1, window, item: null });
  return view === null || view.layers.length === 0 ? null : view;
}

/** With the last of at most 200 samples of the last chunk. */
function seriesOf(engine: EngineReader, { db, key }: Where): TimeSeriesView | null {
  const look = (from: number) =>
    engine.view({ kind: 'timeseries', db, key: encodeUtf8(key), chunk: -1, window: { from, count: 200 } });
  const view = look(0);
  if (view === null || view.chunkCount === 0) return null;
  const inLast = view.chunks[view.chunks.length - 1]?.samples ?? 0;
  return inLast > 200 ? look(inLast - 200) : view;
}
