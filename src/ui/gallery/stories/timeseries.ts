import { encodeUtf8 } from '../../../protocol/utf8.ts';
import type { TimeSeriesTarget } from '../../../protocol/views.ts';
import type { Story } from '../story.ts';

const latest: TimeSeriesTarget = {
  kind: 'timeseries',
  db: 0,
  key: null,
  chunk: -1,
  window: { from: Number.MAX_SAFE_INTEGER, count: 20 },
};
const config = { loadmodule: 'timeseries' };
const hourMs = 3_600_000;
const noonMs = Date.UTC(2024, 0, 1, 12);

/** A day of readings: a wave with a little noise, the same every time. */
const wave = (nth: number) => Math.round((21 + 4 * Math.sin(nth / 8) + ((nth * 7919) % 10) / 10) * 10) / 10;

const stories: readonly Story[] = [
  {
    id: 'timeseries-bits',
    title: { en: 'A sample in a few bits', zh: '几个比特写下一个样本' },
    config,
    given: [
      'TS.CREATE temp LABELS room kitchen unit C',
      'TS.MADD temp 1000 30 temp 1010 30 temp 1020 31 temp 1030 31.5 temp 1045 31.5',
    ],
    shown: 'TS.ADD temp 1055 31',
    target: latest,
    openAt: 'series.sample',
  },
  {
    id: 'timeseries-rule',
    title: { en: 'A bucket closes', zh: '一个时间桶关闭' },
    config,
    given: [
      'TS.CREATE temp LABELS room kitchen',
      'TS.CREATE temp:avg LABELS room kitchen kind average',
      'TS.CREATERULE temp temp:avg AGGREGATION avg 60000',
      ...[21, 21.5, 22, 22.5, 23].map((value, nth) => `TS.ADD temp ${noonMs + nth * 14_000} ${value}`),
    ],
    shown: `TS.ADD temp ${noonMs + 125_000} 24`,
    target: { ...latest, key: encodeUtf8('temp') },
    openAt: 'series.compaction',
  },
  {
    id: 'timeseries-many',
    title: { en: 'Many chunks, some beyond the retention', zh: '许多数据块，有的已超出保留期' },
    config,
    given: [
      `TS.CREATE temp CHUNK_SIZE 256 RETENTION ${hourMs * 10}`,
      ...Array.from({ length: 430 }, (_, nth) => `TS.ADD temp ${noonMs + nth * 120_000} ${wave(nth)}`),
    ],
    target: latest,
  },
  {
    id: 'timeseries-split',
    title: { en: 'A late sample splits a chunk', zh: '迟到的样本让数据块一分为二' },
    config,
    given: [
      'TS.CREATE load CHUNK_SIZE 128',
      ...Array.from({ length: 40 }, (_, nth) => `TS.ADD load ${1000 + nth * 10} ${wave(nth * 3)}`),
    ],
    shown: 'TS.ADD load 1005 99.9',
    target: { ...latest, chunk: 0, window: { from: 0, count: 20 } },
    openAt: 'series.sample',
  },
  { id: 'timeseries-empty', title: { en: 'No series yet', zh: '还没有时间序列' }, config, target: latest },
];

export default stories;
