/** A time series as its panel sees it: chunks, the bits of one of them sample by sample, rules and the label index. */
import type {
  SeriesChunkView,
  SeriesRuleView,
  SeriesSampleView,
  TimeSeriesTarget,
  TimeSeriesView,
} from '../../protocol/views.ts';
import { repr } from '../base/bytes.ts';
import type { Database } from '../keyspace/database.ts';
import { valueText } from '../modules/timeseries/replies.ts';
import type { CompactionRule } from '../modules/timeseries/rule.ts';
import type { TimeSeries } from '../modules/timeseries/series.ts';
import { labelIndexOf, timeSeriesType } from '../modules/timeseries/type.ts';
import type { Server } from '../state/server.ts';
import { GorillaChunk } from '../structures/gorilla-chunk.ts';
import { PLAIN_SAMPLE_BYTES } from '../structures/plain-chunk.ts';
import type { SeriesChunk } from '../structures/series-chunk.ts';
import type { ViewKind } from './kind.ts';
import { keysOfType, valueOfType } from './module-keys.ts';

const MAX_CHUNKS = 64;
const MAX_SAMPLES = 200;
const MAX_CURVE = 240;
/** How many samples are decompressed for the curve at most. */
const MAX_CURVE_READ = 4000;
const MAX_LABELS = 50;
const MAX_KEYS = 20;
const HALF_SAMPLE_BITS = (PLAIN_SAMPLE_BYTES * 8) / 2;

export const timeSeriesView: ViewKind<'timeseries'> = {
  read: readTimeSeries,
  turnsTo: ['timeseries'],
  changedBy: ({ type }) => type.startsWith('series.'),
};

function readTimeSeries(server: Server, db: Database, target: TimeSeriesTarget): TimeSeriesView {
  const names = keysOfType(db, timeSeriesType);
  const key = target.key ?? names[0]?.keyBytes ?? null;
  const series = key === null ? null : (valueOfType(db, key, timeSeriesType) as TimeSeries | null);
  const common = {
    kind: 'timeseries',
    db: db.id,
    key: key === null ? null : repr(key),
    index: readIndex(server, db),
    names,
  } as const;
  return series === null ? { ...common, ...NOTHING } : { ...common, ...readSeries(series, target) };
}

const NOTHING: Omit<TimeSeriesView, 'kind' | 'db' | 'key' | 'index' | 'names'> = {
  address: 0,
  labels: [],
  retentionMs: 0,
  chunkBytes: 0,
  isCompressed: true,
  policy: null,
  totalSamples: 0,
  firstTimestamp: 0,
  lastTimestamp: 0,
  memoryBytes: 0,
  chunkCount: 0,
  chunksFrom: 0,
  chunks: [],
  curve: [],
  curveIsWhole: true,
  shown: 0,
  bytesFrom: 0,
  bytes: new Uint8Array(0),
  samples: [],
  rules: [],
  source: null,
};

function readSeries(series: TimeSeries, { chunk, window }: TimeSeriesTarget): typeof NOTHING {
  const { chunks } = series;
  const shown = chunk < 0 ? chunks.length - 1 : Math.min(chunk, chunks.length - 1);
  const chunksFrom = clamp(shown - MAX_CHUNKS / 2, 0, Math.max(0, chunks.length - MAX_CHUNKS));
  const open = chunks[shown];
  const count = clamp(window.count, 1, MAX_SAMPLES);
  const from = clamp(window.from, 0, Math.max(0, open.count - count));
  const samples = readSamples(open, from, count);
  const bytesFrom = Math.floor((samples[0]?.stepFromBit ?? 0) / 8);
  const bytesUntil = Math.ceil((samples.at(-1)?.untilBit ?? 0) / 8);
  return {
    address: series.address,
    labels: series.labels.map(({ name, value }) => ({ name: repr(name), value: repr(value) })),
    retentionMs: series.retentionMs,
    chunkBytes: series.chunkBytes,
    isCompressed: series.isCompressed,
    policy: series.policy,
    totalSamples: series.totalSamples,
    firstTimestamp: series.firstTimestamp,
    lastTimestamp: series.lastTimestamp,
    memoryBytes: series.memoryBytes,
    chunkCount: chunks.length,
    chunksFrom,
    chunks: chunks.slice(chunksFrom, chunksFrom + MAX_CHUNKS).map(readChunk),
    curve: readCurve(series),
    curveIsWhole: series.totalSamples <= MAX_CURVE_READ,
    shown,
    bytesFrom,
    bytes: open.data().slice(bytesFrom, bytesUntil),
    samples,
    rules: series.rules.map(readRule),
    source: series.source?.home ? repr(series.source.home.key) : null,
  };
}

function readCurve({ chunks, totalSamples }: TimeSeries): { timestamp: number; value: number }[] {
  const every = Math.ceil(totalSamples / MAX_CURVE_READ);
  const points: { timestamp: number; value: number }[] = [];
  for (const [nth, chunk] of chunks.entries()) {
    // The last one is always read: that is where samples arrive.
    if (nth % every !== 0 && nth !== chunks.length - 1) continue;
    const { timestamps, values } = chunk.samples();
    for (const [at, timestamp] of timestamps.entries()) points.push({ timestamp, value: values[at] });
  }
  if (points.length <= MAX_CURVE) return points;
  const stretch = Math.ceil(points.length / (MAX_CURVE / 2));
  const edges: { timestamp: number; value: number }[] = [];
  for (let from = 0; from < points.length; from += stretch) {
    const part = points.slice(from, from + stretch);
    const least = part.reduce((best, point) => (point.value < best.value ? point : best));
    const greatest = part.reduce((best, point) => (point.value > best.value ? point : best));
    const pair = least.timestamp <= greatest.timestamp ? [least, greatest] : [greatest, least];
    edges.push(...(least === greatest ? [least] : pair));
  }
  return edges;
}

function readChunk(chunk: SeriesChunk): SeriesChunkView {
  const { address, sizeBytes, usedBits, count, firstTimestamp, lastTimestamp } = chunk;
  return { address, sizeBytes, usedBits, samples: count, firstTimestamp, lastTimestamp };
}

function readSamples(chunk: SeriesChunk, from: number, count: number): SeriesSampleView[] {
  const samples: SeriesSampleView[] = [];
  if (chunk instanceof GorillaChunk) {
    for (const span of chunk.spans()) {
      if (span.index >= from + count) break;
      if (span.index >= from) samples.push({ ...span, text: valueText(span.value) });
    }
    return samples;
  }
  const { timestamps, values } = chunk.samples();
  for (let index = from; index < Math.min(timestamps.length, from + count); index++) {
    const stepFromBit = index * PLAIN_SAMPLE_BYTES * 8;
    samples.push({
      index,
      timestamp: timestamps[index],
      value: values[index],
      text: valueText(values[index]),
      stepFromBit,
      valueFromBit: stepFromBit + HALF_SAMPLE_BITS,
      untilBit: stepFromBit + 2 * HALF_SAMPLE_BITS,
      stepCode: 'whole',
      deltaOfDelta: 0,
      valueCode: 'whole',
      leadingZeros: 0,
      windowBits: 0,
    });
  }
  return samples;
}

function readRule(rule: CompactionRule): SeriesRuleView {
  const { destination, aggregator, bucketMs, alignment, open } = rule;
  return {
    destination: destination.home === null ? '' : repr(destination.home.key),
    aggregator,
    bucketMs,
    alignment,
    open:
      open === null
        ? null
        : { start: open.start, end: open.end, samples: open.count, value: open.result(aggregator) },
  };
}

/** The index of this database, by label. */
function readIndex(server: Server, db: Database): TimeSeriesView['index'] {
  if (server.modules.type(timeSeriesType.name) === null) return [];
  const entries: { label: string; keys: string[]; count: number }[] = [];
  for (const [label, found] of labelIndexOf(server).trees?.pairs.entries() ?? []) {
    const keys = [...(found ?? [])].flatMap(({ home }) => (home?.keys === db.keys ? [repr(home.key)] : []));
    if (keys.length === 0) continue;
    entries.push({ label: repr(label), keys: keys.sort().slice(0, MAX_KEYS), count: keys.length });
    if (entries.length === MAX_LABELS) break;
  }
  return entries;
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, Math.floor(value)));
}
