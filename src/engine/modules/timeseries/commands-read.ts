/** TS.GET, TS.MGET, the ranges, TS.QUERYINDEX and TS.INFO. */
import { bytesOf, compareBytes, concatBytes } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import { isWord } from '../../commands/arguments.ts';
import { key, many, optional, string, token } from '../../commands/syntax.ts';
import { mayRead } from '../../state/acl/check.ts';
import type { Client } from '../../state/client/client.ts';
import type { ReplyBuffer } from '../../state/client/reply.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import type { Sample } from './aggregation.ts';
import type { LabelFilter } from './label-index.ts';
import { findWord } from './options.ts';
import { latestOf, limited, queryRange, type RangeQuery, reduced } from './range.ts';
import {
  AGGREGATION_ARGUMENT,
  COUNT_ARGUMENT,
  FILTER_ARGUMENT,
  filtersOf,
  GROUPBY_ARGUMENT,
  type Grouping,
  groupingOf,
  LABELS_ARGUMENT,
  parseFilters,
  parseRange,
  RANGE_ARGUMENTS,
  type WantedLabels,
  wantedLabelsOf,
} from './range-options.ts';
import { selectLabels, writeLabels, writeSample, writeSamples } from './replies.ts';
import type { TimeSeries } from './series.ts';
import { isStillThere, labelIndexOf, MODULE_NAME, readSeries } from './type.ts';

const shared = { group: 'timeseries', module: MODULE_NAME, since: '1.0.0' } as const;
const READING = ['readonly', 'module'] as const;

function lastOf(series: TimeSeries, withLatest: boolean): Sample | null {
  return (withLatest ? latestOf(series) : null) ?? series.lastSample();
}

/** The series that filters match, to be read: all of them must be open to the user. */
function readable(server: Server, client: Client, filters: readonly LabelFilter[]): TimeSeries[] {
  const found = matching(server, client, filters);
  if (found.every((series) => mayRead(client.user, series.home!.key))) return found;
  throw new ReplyError(
    "NOPERM TSDB: current user doesn't have read permission to one or more keys that match the specified filter",
  );
}

function matching(server: Server, client: Client, filters: readonly LabelFilter[]): TimeSeries[] {
  return labelIndexOf(server)
    .query(client.db.keys, filters)
    .filter((series) => isStillThere(server, client, series));
}

const get: Command = {
  ...shared,
  name: 'ts.get',
  arity: -2,
  flags: READING,
  complexity: 'O(1)',
  summary: { en: 'The latest sample of a series.', zh: '返回时间序列的最新样本。' },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), optional(token('latest', 'LATEST'))],
  run(server, client, args) {
    const withLatest = findWord(args, 'latest', 2) !== -1;
    writeSample(client.reply, lastOf(readSeries(server, client, args[1]), withLatest));
  },
};

/** The key and the labels of one series among several: a pair in an array, or a key and its value in a map. */
function writeHead(reply: ReplyBuffer, name: Uint8Array, parts: number): void {
  if (reply.protocol === 2) reply.array(parts + 1);
  reply.bulk(name);
  if (reply.protocol === 3) reply.array(parts);
}

function writeWantedLabels(reply: ReplyBuffer, series: TimeSeries, wanted: WantedLabels): void {
  if (wanted === 'none') reply.array(0);
  else writeLabels(reply, selectLabels(series, wanted));
}

const getMany: Command = {
  ...shared,
  name: 'ts.mget',
  arity: -3,
  flags: READING,
  complexity: 'O(N) in the series that match',
  summary: {
    en: 'The latest sample of every series that the filters match.',
    zh: '返回符合标签过滤条件的各序列的最新样本。',
  },
  arguments: [optional(token('latest', 'LATEST')), LABELS_ARGUMENT, FILTER_ARGUMENT],
  run(server, client, args) {
    const { reply } = client;
    const wanted = wantedLabelsOf(args, 1);
    const withLatest = findWord(args, 'latest', 1) !== -1;
    const found = readable(server, client, filtersOf(args, 1));
    if (reply.protocol === 3) reply.map(found.length);
    else reply.array(found.length);
    for (const series of found) {
      writeHead(reply, series.home!.key, 2);
      writeWantedLabels(reply, series, wanted);
      writeSample(reply, lastOf(series, withLatest));
    }
  },
};

function range(name: 'ts.range' | 'ts.revrange', isReversed: boolean, summary: Command['summary']): Command {
  return {
    ...shared,
    name,
    arity: -4,
    flags: READING,
    complexity: 'O(N/M + K)',
    summary,
    keys: [keyRange(['RO', 'access'])],
    arguments: [key(), ...RANGE_ARGUMENTS, COUNT_ARGUMENT, AGGREGATION_ARGUMENT],
    run(server, client, args) {
      const series = readSeries(server, client, args[1]);
      const query = parseRange(args, 2, isReversed);
      writeSamples(client.reply, queryRange(series, query));
    },
  };
}

/** The aggregators or reducers, which RESP3 has beside the samples. */
function writeWords(reply: ReplyBuffer, title: string, words: readonly Uint8Array[]): void {
  reply.map(1);
  reply.text(title);
  reply.array(words.length);
  for (const word of words) reply.bulk(word);
}

function writeSeries(reply: ReplyBuffer, series: TimeSeries, query: RangeQuery, wanted: WantedLabels): void {
  writeHead(reply, series.home!.key, reply.protocol === 3 ? 3 : 2);
  writeWantedLabels(reply, series, wanted);
  if (reply.protocol === 3) {
    writeWords(
      reply,
      'aggregators',
      query.aggregation === null ? [] : [bytesOf(query.aggregation.aggregator)],
    );
  }
  writeSamples(reply, queryRange(series, query));
}

/** Series with the same value of a label, and that value. */
interface Group {
  readonly value: Uint8Array;
  readonly members: TimeSeries[];
}

function groupsOf(found: readonly TimeSeries[], { label }: Grouping): Group[] {
  const groups: Group[] = [];
  for (const series of found) {
    const value = series.labelValue(label);
    if (value === null) continue;
    const group = groups.find((each) => compareBytes(each.value, value) === 0);
    if (group === undefined) groups.push({ value, members: [series] });
    else group.members.push(series);
  }
  return groups.sort((a, b) => compareBytes(a.value, b.value));
}

const EQUALS = Uint8Array.of(0x3d);
const COMMA = Uint8Array.of(0x2c);

function writeGroup(
  reply: ReplyBuffer,
  { value, members }: Group,
  { label, reducer }: Grouping,
  query: RangeQuery,
  wanted: WantedLabels,
): void {
  const keys = members.map((series) => series.home!.key);
  const own = { name: label, value };
  const parts = members.map((series) => queryRange(series, { ...query, isReversed: false, count: null }));
  const samples = limited(reduced(parts, reducer), query.isReversed, query.count);
  writeHead(reply, concatBytes([label, EQUALS, value]), reply.protocol === 3 ? 4 : 2);
  if (reply.protocol === 3) {
    if (wanted === 'none') reply.array(0);
    else writeLabels(reply, [own]);
    writeWords(reply, 'reducers', [bytesOf(reducer)]);
    writeWords(reply, 'sources', keys);
  } else if (wanted === 'none') {
    reply.array(0);
  } else {
    const sources = concatBytes(keys.flatMap((name, index) => (index === 0 ? [name] : [COMMA, name])));
    writeLabels(reply, [
      own,
      { name: bytesOf('__reducer__'), value: bytesOf(reducer) },
      { name: bytesOf('__source__'), value: sources },
    ]);
  }
  writeSamples(reply, samples);
}

function rangeOfMany(
  name: 'ts.mrange' | 'ts.mrevrange',
  isReversed: boolean,
  summary: Command['summary'],
): Command {
  return {
    ...shared,
    name,
    arity: -5,
    flags: READING,
    complexity: 'O(N/M + K) for each series that matches',
    summary,
    arguments: [
      ...RANGE_ARGUMENTS,
      LABELS_ARGUMENT,
      COUNT_ARGUMENT,
      AGGREGATION_ARGUMENT,
      FILTER_ARGUMENT,
      GROUPBY_ARGUMENT,
    ],
    run(server, client, args) {
      const { reply } = client;
      const query = parseRange(args, 1, isReversed);
      const wanted = wantedLabelsOf(args, 3);
      const filters = filtersOf(args, 3);
      const grouping = groupingOf(args, 3);
      const found = readable(server, client, filters);
      const begin = (count: number) => (reply.protocol === 3 ? reply.map(count) : reply.array(count));
      if (grouping === null) {
        begin(found.length);
        for (const series of found) writeSeries(reply, series, query, wanted);
        return;
      }
      const groups = groupsOf(found, grouping);
      begin(groups.length);
      for (const group of groups) writeGroup(reply, group, grouping, query, wanted);
    },
  };
}

const queryIndex: Command = {
  ...shared,
  name: 'ts.queryindex',
  arity: -2,
  flags: READING,
  complexity: 'O(N) in the series that match',
  summary: {
    en: 'The keys of the series that the filters match.',
    zh: '返回符合标签过滤条件的时间序列键名。',
  },
  arguments: [many(string('filterExpr'))],
  run(server, client, args) {
    const found = matching(server, client, parseFilters(args.slice(1)));
    client.reply.set(found.length);
    for (const series of found) client.reply.bulk(series.home!.key);
  },
};

const info: Command = {
  ...shared,
  name: 'ts.info',
  arity: -2,
  flags: READING,
  complexity: 'O(1)',
  summary: { en: 'Figures, labels and rules of a series.', zh: '返回时间序列的统计信息、标签和压缩规则。' },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), optional(token('debug', 'DEBUG'))],
  run(server, client, args) {
    const series = readSeries(server, client, args[1]);
    const isDebug = args.length > 2 && isWord(args[2], 'debug');
    writeInfo(client.reply, series, args[1], isDebug);
  },
};

function writeInfo(reply: ReplyBuffer, series: TimeSeries, name: Uint8Array, isDebug: boolean): void {
  const figures: readonly [string, number][] = [
    ['totalSamples', series.totalSamples],
    ['memoryUsage', series.memoryBytes],
    ['firstTimestamp', series.firstTimestamp],
    ['lastTimestamp', series.lastTimestamp],
    ['retentionTime', series.retentionMs],
    ['chunkCount', series.chunks.length],
    ['chunkSize', series.chunkBytes],
  ];
  reply.map(figures.length + 5 + (isDebug ? 2 : 0));
  for (const [title, figure] of figures) {
    reply.status(title);
    reply.integer(figure);
  }
  reply.status('chunkType');
  reply.status(series.isCompressed ? 'compressed' : 'uncompressed');
  reply.status('duplicatePolicy');
  if (series.policy === null) reply.nil();
  else reply.status(series.policy);
  reply.status('labels');
  writeLabels(reply, series.labels);
  reply.status('sourceKey');
  if (series.source?.home) reply.bulk(series.source.home.key);
  else reply.nil();
  reply.status('rules');
  writeRules(reply, series);
  if (!isDebug) return;
  reply.status('keySelfName');
  reply.bulk(name);
  reply.status('Chunks');
  reply.array(series.chunks.length);
  for (const { firstTimestamp, lastTimestamp, count, sizeBytes } of series.chunks) {
    reply.map(5);
    reply.status('startTimestamp');
    reply.integer(firstTimestamp);
    reply.status('endTimestamp');
    reply.integer(lastTimestamp);
    reply.status('samples');
    reply.integer(count);
    reply.status('size');
    reply.integer(sizeBytes);
    reply.status('bytesPerSample');
    reply.double(Math.fround(sizeBytes / count));
  }
}

/** In RESP2 a list with the key in front, in RESP3 a map by key. */
function writeRules(reply: ReplyBuffer, { rules }: TimeSeries): void {
  if (reply.protocol === 3) reply.map(rules.length);
  else reply.array(rules.length);
  for (const { destination, bucketMs, aggregator, alignment } of rules) {
    if (reply.protocol === 2) reply.array(4);
    reply.bulk(destination.home!.key);
    if (reply.protocol === 3) reply.array(3);
    reply.integer(bucketMs);
    reply.status(aggregator.toUpperCase());
    reply.integer(alignment);
  }
}

export const readCommands: readonly Command[] = [
  get,
  getMany,
  range('ts.range', false, {
    en: 'Samples between two times, or aggregated buckets of them.',
    zh: '按时间升序查询一段样本，可按时间桶聚合。',
  }),
  range('ts.revrange', true, {
    en: 'Samples between two times, the latest first.',
    zh: '按时间降序查询一段样本，可按时间桶聚合。',
  }),
  rangeOfMany('ts.mrange', false, {
    en: 'The range of every series that the filters match, each or in groups.',
    zh: '查询符合标签过滤条件的多个序列，可分组归并。',
  }),
  rangeOfMany('ts.mrevrange', true, {
    en: 'The range of every series that the filters match, the latest first.',
    zh: '按时间降序查询符合标签过滤条件的多个序列，可分组归并。',
  }),
  queryIndex,
  info,
];
