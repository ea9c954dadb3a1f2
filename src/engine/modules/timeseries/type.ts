/** Time series as values: the type TSDB-TYPE with its form in RDB, and how commands find them. */
import { equalBytes, latin1 } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import type { Environment } from '../../base/probe.ts';
import { NO_TOUCH } from '../../keyspace/keyspace.ts';
import type { Client } from '../../state/client/client.ts';
import type { Server } from '../../state/server.ts';
import { readGorilla } from '../../structures/gorilla-chunk.ts';
import { readPlain } from '../../structures/plain-chunk.ts';
import type { Samples } from '../../structures/series-chunk.ts';
import type { ModuleLoader, ModuleSaver, ModuleType, ModuleValue } from '../../types/module-type.ts';
import { moduleObject, moduleValueOf } from '../../types/module-type.ts';
import { type RedisObject, TYPE_MODULE } from '../../types/object.ts';
import { Accumulator, AGGREGATORS, aggregatorNamed } from './aggregation.ts';
import { LabelIndex } from './label-index.ts';
import { CompactionRule } from './rule.ts';
import { type PendingRule, POLICIES, type SeriesOptions, TimeSeries } from './series.ts';

const MAX_CHUNK_BYTES = 2 ** 21;
const MIN_CHUNK_BYTES = 48;
const NO_TIME = Number.MAX_SAFE_INTEGER;

export function seriesOf(value: ModuleValue): TimeSeries {
  return value as TimeSeries;
}

export const timeSeriesType: ModuleType = {
  name: 'TSDB-TYPE',
  encodingVersion: 7,
  free(value) {
    seriesOf(value).release();
  },
  bytes(value) {
    return seriesOf(value).memoryBytes;
  },
  freeEffort(value) {
    return seriesOf(value).chunks.length;
  },
  copy(env, value) {
    const original = seriesOf(value);
    const copy = new TimeSeries(timeSeriesType, env, original);
    for (const chunk of original.chunks) copy.adopt(chunk.sizeBytes, chunk.samples());
    return copy;
  },
  save,
  load,
};

function save(saver: ModuleSaver, value: ModuleValue): void {
  const series = seriesOf(value);
  saver.unsigned(series.retentionMs);
  saver.unsigned(series.chunkBytes);
  saver.unsigned(series.isCompressed ? 1 : 0);
  saver.unsigned(series.policy === null ? 0 : POLICIES.indexOf(series.policy) + 1);
  saver.unsigned(series.labels.length);
  for (const label of series.labels) {
    saver.string(label.name);
    saver.string(label.value);
  }
  const source = series.source?.home?.key ?? null;
  saver.unsigned(source === null ? 0 : 1);
  if (source !== null) saver.string(source);
  const rules = series.rules.filter(({ destination }) => destination.home !== null);
  saver.unsigned(rules.length);
  for (const rule of rules) {
    saver.string(rule.destination.home!.key);
    saver.unsigned(AGGREGATORS.indexOf(rule.aggregator));
    saver.unsigned(rule.bucketMs);
    saver.unsigned(rule.alignment);
    saver.unsigned(rule.open === null ? 0 : 1);
    if (rule.open !== null) saveBucket(saver, rule.open);
  }
  saver.unsigned(series.chunks.length);
  for (const chunk of series.chunks) {
    saver.unsigned(chunk.sizeBytes);
    saver.unsigned(chunk.count);
    saver.string(chunk.data());
  }
}

function saveBucket(saver: ModuleSaver, bucket: Accumulator): void {
  saver.unsigned(bucket.start);
  saver.unsigned(bucket.end);
  saver.unsigned(bucket.before === null ? 0 : 1);
  saver.unsigned(bucket.before?.timestamp ?? 0);
  saver.double(bucket.before?.value ?? 0);
  saver.unsigned(bucket.count);
  saver.unsigned(bucket.last.timestamp);
  saver.unsigned(bucket.coveredFrom);
  for (const figure of [
    bucket.last.value,
    bucket.first,
    bucket.sum,
    bucket.sumOfSquares,
    bucket.min,
    bucket.max,
    bucket.area,
  ]) {
    saver.double(figure);
  }
}

function loadBucket(loader: ModuleLoader): Accumulator {
  const start = loader.unsigned();
  const end = loader.unsigned();
  const hasBefore = loader.unsigned() === 1;
  const before = { timestamp: loader.unsigned(), value: loader.double() };
  const bucket = new Accumulator(start, end, hasBefore ? before : null);
  bucket.count = loader.unsigned();
  const timestamp = loader.unsigned();
  bucket.coveredFrom = loader.unsigned();
  bucket.last = { timestamp, value: loader.double() };
  bucket.first = loader.double();
  bucket.sum = loader.double();
  bucket.sumOfSquares = loader.double();
  bucket.min = loader.double();
  bucket.max = loader.double();
  bucket.area = loader.double();
  return bucket;
}

interface ChunkImage {
  readonly sizeBytes: number;
  readonly samples: Samples;
}

function load(loader: ModuleLoader, env: Environment): TimeSeries {
  const retentionMs = loader.unsigned();
  const chunkBytes = loadChunkBytes(loader);
  const isCompressed = loader.unsigned() === 1;
  const policy = POLICIES[loader.unsigned() - 1] ?? null;
  const labels = Array.from({ length: countOf(loader) }, () => ({
    name: loader.string(),
    value: loader.string(),
  }));
  const options: SeriesOptions = { retentionMs, chunkBytes, isCompressed, policy, labels };
  const pendingSource = loader.unsigned() === 1 ? loader.string() : null;
  const pendingRules = Array.from({ length: countOf(loader) }, () => loadRule(loader));
  const images = Array.from({ length: countOf(loader) }, () => loadChunk(loader, isCompressed));
  checkOrder(loader, images);

  const series = new TimeSeries(timeSeriesType, env, options);
  series.pendingSource = pendingSource;
  series.pendingRules = pendingRules;
  for (const { sizeBytes, samples } of images) {
    if (series.adopt(sizeBytes, samples)) continue;
    series.release();
    loader.refuse('more samples than fit into a chunk');
  }
  return series;
}

/** A number of items; refuses more than a value can have. */
function countOf(loader: ModuleLoader): number {
  const count = loader.unsigned();
  return count < 2 ** 24 ? count : loader.refuse('too many parts');
}

function loadChunkBytes(loader: ModuleLoader): number {
  const bytes = loader.unsigned();
  const isSize = bytes % 8 === 0 && bytes >= MIN_CHUNK_BYTES && bytes <= MAX_CHUNK_BYTES;
  return isSize ? bytes : loader.refuse('the size of a chunk');
}

function loadRule(loader: ModuleLoader): PendingRule {
  const destination = loader.string();
  const aggregator = AGGREGATORS[loader.unsigned()] ?? loader.refuse('unknown aggregator');
  const bucketMs = loader.unsigned();
  const alignment = loader.unsigned();
  if (bucketMs < 1) loader.refuse('a bucket without duration');
  const open = loader.unsigned() === 1 ? loadBucket(loader) : null;
  return {
    destination,
    create(series) {
      const rule = new CompactionRule(series, aggregator, bucketMs, alignment);
      rule.open = open;
      return rule;
    },
  };
}

function loadChunk(loader: ModuleLoader, isCompressed: boolean): ChunkImage {
  const sizeBytes = loadChunkBytes(loader);
  const count = loader.unsigned();
  const bytes = loader.string();
  const samples = isCompressed ? readGorilla(bytes, count) : readPlain(bytes, count);
  return { sizeBytes, samples: samples ?? loader.refuse('the bytes are no samples') };
}

function checkOrder(loader: ModuleLoader, images: readonly ChunkImage[]): void {
  if (images.length === 0) loader.refuse('a series without a chunk');
  let last = -1;
  for (const { samples } of images) {
    if (samples.timestamps.length === 0 && images.length > 1) loader.refuse('an empty chunk among others');
    for (const timestamp of samples.timestamps) {
      if (timestamp <= last || timestamp > NO_TIME) loader.refuse('times that go backwards');
      last = timestamp;
    }
  }
}

/** The series in an object, or null. */
export function seriesIn(object: RedisObject): TimeSeries | null {
  if (object.type !== TYPE_MODULE) return null;
  const value = moduleValueOf(object);
  return value.moduleType === timeSeriesType ? seriesOf(value) : null;
}

function requireSeries(object: RedisObject | null): TimeSeries {
  if (object === null) throw new ReplyError('ERR TSDB: the key does not exist');
  const series = seriesIn(object);
  if (series === null)
    throw new ReplyError('WRONGTYPE Operation against a key holding the wrong kind of value');
  return series;
}

export function readSeries(server: Server, client: Client, key: Uint8Array): TimeSeries {
  return requireSeries(server.keyspace.lookupRead(client.db, key));
}

export function writeSeries(server: Server, client: Client, key: Uint8Array): TimeSeries {
  return requireSeries(server.keyspace.lookupWrite(client.db, key));
}

/** The series at a key, or null where there is nothing. */
export function findSeries(server: Server, client: Client, key: Uint8Array): TimeSeries | null {
  const object = server.keyspace.lookupWrite(client.db, key);
  return object === null ? null : requireSeries(object);
}

/** Whether a series that the index has found is still what its key holds: it may have expired meanwhile. */
export function isStillThere(server: Server, client: Client, series: TimeSeries): boolean {
  const { home } = series;
  if (home === null) return false;
  const object = server.keyspace.lookupRead(client.db, home.key, NO_TOUCH);
  return object !== null && seriesIn(object) === series;
}

/** A new series at a key that is known to be free. */
export function createSeries(
  server: Server,
  client: Client,
  key: Uint8Array,
  options: SeriesOptions,
): TimeSeries {
  const { keyspace, env } = server;
  const series = new TimeSeries(timeSeriesType, env, options);
  keyspace.add(client.db, key, moduleObject(env, series, keyspace.stamps.fresh));
  return series;
}

/** Follows the keys that hold series, whatever command stores them: the index, and rules that wait for them. */
export function followKeys(server: Server): LabelIndex {
  const index = new LabelIndex(server.env);
  server.keyspace.listeners.push({
    modified() {},
    event() {},
    moduleValueAdded(db, key, object) {
      const series = seriesIn(object);
      if (series === null) return;
      if (series.index === null) index.add(series);
      series.index = index;
      series.home = { keys: db.keys, key: key.slice() };
      connectRules(series);
    },
  });
  return index;
}

export const MODULE_NAME = 'timeseries';

/** The index of a server that has the module. */
export function labelIndexOf(server: Server): LabelIndex {
  return server.modules.find(MODULE_NAME)!.state as LabelIndex;
}

/** Rules are saved by name. They begin to work again when both ends are there and know each other. */
function connectRules(series: TimeSeries): void {
  for (const pending of series.pendingRules) {
    const destination = neighbour(series, pending.destination);
    if (destination !== null && isNamed(series, destination.pendingSource))
      connect(series, pending, destination);
  }
  const source = series.pendingSource === null ? null : neighbour(series, series.pendingSource);
  const pending = source?.pendingRules.find(({ destination }) => isNamed(series, destination));
  if (source && pending !== undefined) connect(source, pending, series);
}

function neighbour(series: TimeSeries, key: Uint8Array): TimeSeries | null {
  const entry = series.home!.keys.find(key);
  return entry === null ? null : seriesIn(entry.value);
}

function isNamed(series: TimeSeries, key: Uint8Array | null): boolean {
  return key !== null && series.home !== null && equalBytes(series.home.key, key);
}

function connect(source: TimeSeries, pending: PendingRule, destination: TimeSeries): void {
  source.pendingRules = source.pendingRules.filter((each) => each !== pending);
  destination.pendingSource = null;
  source.addRule(pending.create(destination));
}

/** The aggregator that an argument names; throws if it names none. */
export function aggregatorOf(argument: Uint8Array): (typeof AGGREGATORS)[number] {
  const aggregator = aggregatorNamed(latin1(argument));
  if (aggregator === null) throw new ReplyError('ERR TSDB: Unknown aggregation type');
  return aggregator;
}
