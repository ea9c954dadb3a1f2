/** TS.CREATE, TS.ALTER, TS.ADD, TS.MADD, TS.INCRBY, TS.DECRBY, TS.DEL and the compaction rules. */
import { equalBytes } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import { integerBytes, parseInteger } from '../../base/numbers.ts';
import { isWord } from '../../commands/arguments.ts';
import { block, double, integer, key, many, oneOf, optional, string, token } from '../../commands/syntax.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { AGGREGATORS } from './aggregation.ts';
import {
  CHUNK_SIZE,
  DEFAULT_CHUNK_BYTES,
  DUPLICATE_POLICY,
  ENCODING,
  findWord,
  type GivenOptions,
  LABELS,
  ON_DUPLICATE,
  parseOptions,
  policyOf,
  RETENTION,
  refusal,
  sampleValueOf,
  timestampOf,
} from './options.ts';
import { parseAggregation } from './range-options.ts';
import { CompactionRule } from './rule.ts';
import type { DuplicatePolicy, SeriesOptions, TimeSeries } from './series.ts';
import { createSeries, findSeries, MODULE_NAME, seriesIn, writeSeries } from './type.ts';

const shared = { group: 'timeseries', module: MODULE_NAME, since: '1.0.0' } as const;
const WRITING = ['write', 'denyoom', 'module'] as const;

function wholeOptions(given: GivenOptions): SeriesOptions {
  return {
    retentionMs: given.retentionMs ?? 0,
    chunkBytes: given.chunkBytes ?? DEFAULT_CHUNK_BYTES,
    isCompressed: given.isCompressed ?? true,
    policy: given.policy ?? null,
    labels: given.labels ?? [],
  };
}

function changed(server: Server, client: Client, name: Uint8Array, event: string): void {
  const { keyspace } = server;
  keyspace.modified(client.db, name);
  keyspace.notify('d', event, client.db, name);
  keyspace.dirty++;
}

/** A series has changed, and with it perhaps those that are compactions of it. */
function samplesChanged(
  server: Server,
  client: Client,
  name: Uint8Array,
  series: TimeSeries,
  event: string,
): void {
  const { keyspace } = server;
  changed(server, client, name, event);
  for (const rule of series.rules) {
    const { home } = rule.destination;
    const db = keyspace.databases.find(({ keys }) => keys === home?.keys);
    if (!rule.hasWritten || home === null || db === undefined) continue;
    rule.hasWritten = false;
    keyspace.modified(db, home.key);
    keyspace.notify('d', 'ts.add:dest', db, home.key);
  }
}

const create: Command = {
  ...shared,
  name: 'ts.create',
  arity: -2,
  flags: WRITING,
  complexity: 'O(1)',
  summary: { en: 'Makes an empty time series.', zh: '创建一个空的时间序列。' },
  keys: [keyRange(['RW', 'insert'])],
  arguments: [key(), RETENTION, ENCODING, CHUNK_SIZE, DUPLICATE_POLICY, LABELS],
  run(server, client, args) {
    const options = wholeOptions(parseOptions(args, 2));
    if (server.keyspace.lookupWrite(client.db, args[1]) !== null) throw refusal('key already exists');
    createSeries(server, client, args[1], options);
    changed(server, client, args[1], 'ts.create');
    client.reply.ok();
  },
};

const alter: Command = {
  ...shared,
  name: 'ts.alter',
  arity: -2,
  flags: WRITING,
  complexity: 'O(N) in the labels',
  summary: {
    en: 'Changes retention, chunk size, duplicate policy or labels of a series.',
    zh: '修改时间序列的保留时长、块大小、重复策略或标签。',
  },
  keys: [keyRange(['RW', 'update'])],
  arguments: [key(), RETENTION, CHUNK_SIZE, DUPLICATE_POLICY, LABELS],
  run(server, client, args) {
    const { retentionMs, chunkBytes, policy, labels } = parseOptions(args, 2);
    const series = writeSeries(server, client, args[1]);
    if (retentionMs !== undefined) series.retentionMs = retentionMs;
    if (chunkBytes !== undefined) series.chunkBytes = chunkBytes;
    if (policy !== undefined) series.policy = policy;
    if (labels !== undefined) series.labels = labels;
    changed(server, client, args[1], 'ts.alter');
    client.reply.ok();
  },
};

/** Adds a sample, or throws why it is refused. */
function addSample(series: TimeSeries, timestamp: number, value: number, policy?: DuplicatePolicy): void {
  switch (series.add(timestamp, value, policy ?? series.policy ?? 'block')) {
    case 'too old':
      throw refusal('Timestamp is older than retention');
    case 'blocked':
      throw refusal('Error at upsert, update is not supported when DUPLICATE_POLICY is set to BLOCK mode');
  }
}

/** The series at a key for TS.ADD and TS.MADD, which have a word of their own for what is no series. */
function seriesToAddTo(server: Server, client: Client, name: Uint8Array): TimeSeries | null {
  const object = server.keyspace.lookupWrite(client.db, name);
  if (object === null) return null;
  const series = seriesIn(object);
  if (series === null) throw refusal('the key is not a TSDB key');
  return series;
}

function isNow(argument: Uint8Array): boolean {
  return argument.length === 1 && argument[0] === 0x2a;
}

const add: Command = {
  ...shared,
  name: 'ts.add',
  arity: -4,
  flags: WRITING,
  complexity: 'O(M) in the compaction rules',
  summary: {
    en: 'Adds a sample, making the series if it is not there.',
    zh: '添加一个样本，时间序列不存在时自动创建。',
  },
  keys: [keyRange(['RW', 'insert'])],
  arguments: [
    key(),
    string('timestamp'),
    double('value'),
    RETENTION,
    ENCODING,
    CHUNK_SIZE,
    DUPLICATE_POLICY,
    ON_DUPLICATE,
    LABELS,
  ],
  run(server, client, args) {
    const value = sampleValueOf(args[3]);
    const timestamp = timestampOf(args[2], server.keyspace.nowMs);
    const existing = seriesToAddTo(server, client, args[1]);
    // An existing series stays as it is: the options to create one are not even parsed.
    const options = existing === null ? wholeOptions(parseOptions(args, 4)) : null;
    const at = findWord(args, 'on_duplicate', 4);
    const policy = at === -1 ? undefined : policyOf(args[at + 1] ?? null, 'DUPLICATE_POLICY');
    const series = existing ?? createSeries(server, client, args[1], options!);
    addSample(series, timestamp, value, policy);
    samplesChanged(server, client, args[1], series, 'ts.add');
    if (isNow(args[2]) && server.propagation.wanted) {
      server.propagation.rewrite([...args.slice(0, 2), integerBytes(timestamp), ...args.slice(3)]);
    }
    client.reply.integer(timestamp);
  },
};

const addMany: Command = {
  ...shared,
  name: 'ts.madd',
  arity: -4,
  flags: WRITING,
  complexity: 'O(N × M)',
  summary: { en: 'Adds samples to one series or several.', zh: '向一个或多个时间序列批量添加样本。' },
  keys: [keyRange(['RW', 'update'], 1, -1, 3)],
  arguments: [many(block('ktv', key(), string('timestamp'), double('value')))],
  run(server, client, args) {
    if (args.length % 3 !== 1) throw errors.wrongArity('ts.madd');
    const { reply } = client;
    const propagated = [...args];
    reply.array((args.length - 1) / 3);
    for (let at = 1; at < args.length; at += 3) {
      try {
        const value = sampleValueOf(args[at + 2]);
        const timestamp = timestampOf(args[at + 1], server.keyspace.nowMs);
        const series = seriesToAddTo(server, client, args[at]);
        if (series === null) throw refusal('the key does not exist');
        addSample(series, timestamp, value);
        samplesChanged(server, client, args[at], series, 'ts.add');
        if (isNow(args[at + 1])) propagated[at + 1] = integerBytes(timestamp);
        reply.integer(timestamp);
      } catch (problem) {
        if (!(problem instanceof ReplyError)) throw problem;
        reply.error(problem.text);
      }
    }
    if (server.propagation.wanted) server.propagation.rewrite(propagated);
  },
};

function counting(name: 'ts.incrby' | 'ts.decrby', sign: 1 | -1, summary: Command['summary']): Command {
  return {
    ...shared,
    name,
    arity: -3,
    flags: WRITING,
    complexity: 'O(M) in the compaction rules',
    summary,
    keys: [keyRange(['RW', 'update'])],
    arguments: [
      key(),
      double('value'),
      optional(string('timestamp', { token: 'TIMESTAMP' })),
      RETENTION,
      ENCODING,
      CHUNK_SIZE,
      DUPLICATE_POLICY,
      LABELS,
    ],
    run(server, client, args) {
      const existing = findSeries(server, client, args[1]);
      const options = existing === null ? wholeOptions(parseOptions(args, 3)) : null;
      const labelsAt = findWord(args, 'labels', 3);
      const at = findWord(args, 'timestamp', 3, labelsAt === -1 ? args.length : labelsAt);
      if (at !== -1 && at + 1 >= args.length) throw refusal('invalid timestamp');
      const timestamp = at === -1 ? server.keyspace.nowMs : timestampOf(args[at + 1], server.keyspace.nowMs);
      const change = sign * sampleValueOf(args[2], 'invalid increase/decrease value');
      const last = existing?.lastSample() ?? null;
      if (last !== null && timestamp < last.timestamp) {
        throw refusal('timestamp must be equal to or higher than the maximum existing timestamp');
      }
      const series = existing ?? createSeries(server, client, args[1], options!);
      addSample(series, timestamp, (last?.value ?? 0) + change, 'last');
      samplesChanged(server, client, args[1], series, name);
      if (server.propagation.wanted && (at === -1 || isNow(args[at + 1]))) {
        const before = at === -1 ? args.slice(0, 3) : [...args.slice(0, at)];
        const after = at === -1 ? args.slice(3) : args.slice(at + 2);
        server.propagation.rewrite([...before, TIMESTAMP, integerBytes(timestamp), ...after]);
      }
      client.reply.integer(timestamp);
    },
  };
}

const TIMESTAMP = Uint8Array.from('TIMESTAMP', (character) => character.charCodeAt(0));

const remove: Command = {
  ...shared,
  name: 'ts.del',
  arity: 4,
  flags: ['write', 'module'],
  since: '1.6.0',
  complexity: 'O(N) in the samples of the chunks that are touched',
  summary: {
    en: 'Deletes the samples between two times, both included.',
    zh: '删除两个时间点之间（含两端）的样本。',
  },
  keys: [keyRange(['RW', 'delete'])],
  arguments: [key(), string('fromTimestamp'), string('toTimestamp')],
  run(server, client, args) {
    const series = writeSeries(server, client, args[1]);
    const isOpen = args[2].length === 1 && args[2][0] === 0x2d;
    const from = isOpen ? series.oldest : boundOf(args[2], 'wrong fromTimestamp');
    const isEndless = args[3].length === 1 && args[3][0] === 0x2b;
    const until = isEndless ? Number.MAX_SAFE_INTEGER - 1 : boundOf(args[3], 'wrong toTimestamp');
    if (!series.isEmpty && from < series.oldest) {
      throw refusal("Can't delete an event which is older than retention time");
    }
    const removed = from > until ? 0 : series.remove(from, until);
    if (removed > 0) samplesChanged(server, client, args[1], series, 'ts.del');
    client.reply.integer(removed);
  },
};

function boundOf(argument: Uint8Array, wrong: string): number {
  const timestamp = parseInteger(argument);
  if (timestamp === null || timestamp < 0) throw refusal(wrong);
  return Math.min(Number(timestamp), Number.MAX_SAFE_INTEGER - 1);
}

const createRule: Command = {
  ...shared,
  name: 'ts.createrule',
  arity: -6,
  flags: WRITING,
  complexity: 'O(1)',
  summary: {
    en: 'From now on, samples of one series become aggregated samples of another.',
    zh: '创建压缩规则：源序列的新样本按时间桶聚合后写入目标序列。',
  },
  keys: [keyRange(['RW', 'access', 'update'], 1, 1)],
  arguments: [
    key('sourceKey'),
    key('destKey'),
    {
      ...oneOf('aggregator', ...AGGREGATORS.map((name) => token(name, name.toUpperCase()))),
      token: 'AGGREGATION',
    },
    integer('bucketDuration'),
    optional(integer('alignTimestamp')),
  ],
  run(server, client, args) {
    if (args.length > 7) throw errors.wrongArity('ts.createrule');
    if (!isWord(args[3], 'aggregation')) throw refusal("Couldn't parse AGGREGATION");
    const { aggregator, bucketMs } = parseAggregation(args, 3);
    const alignment = args.length === 7 ? alignmentOf(args[6]) : 0;
    if (equalBytes(args[1], args[2])) throw refusal('the source key and destination key should be different');
    const source = writeSeries(server, client, args[1]);
    if (source.source !== null) throw refusal('the source key already has a source rule');
    const destination = writeSeries(server, client, args[2]);
    if (destination.source !== null) throw refusal('the destination key already has a src rule');
    if (destination.rules.length > 0) throw refusal('the destination key already has a dst rule');
    source.addRule(new CompactionRule(destination, aggregator, bucketMs, alignment));
    changed(server, client, args[1], 'ts.createrule:src');
    changed(server, client, args[2], 'ts.createrule:dest');
    client.reply.ok();
  },
};

function alignmentOf(argument: Uint8Array): number {
  const alignment = parseInteger(argument);
  if (typeof alignment !== 'number' || alignment < 0) throw refusal("Couldn't parse alignTimestamp");
  return alignment;
}

const deleteRule: Command = {
  ...shared,
  name: 'ts.deleterule',
  arity: 3,
  flags: ['write', 'module'],
  complexity: 'O(1)',
  summary: { en: 'Ends a compaction rule.', zh: '删除一条压缩规则。' },
  keys: [keyRange(['RW', 'access', 'update'], 1, 1)],
  arguments: [key('sourceKey'), key('destKey')],
  run(server, client, args) {
    const source = writeSeries(server, client, args[1]);
    const destination = findSeries(server, client, args[2]);
    if (destination === null || !source.removeRule(destination)) {
      throw refusal('compaction rule does not exist');
    }
    changed(server, client, args[1], 'ts.deleterule:src');
    changed(server, client, args[2], 'ts.deleterule:dest');
    client.reply.ok();
  },
};

export const writeCommands: readonly Command[] = [
  create,
  alter,
  add,
  addMany,
  counting('ts.incrby', 1, {
    en: 'Adds a sample that is so much more than the last.',
    zh: '在最新样本的基础上增加一个值，作为新样本。',
  }),
  counting('ts.decrby', -1, {
    en: 'Adds a sample that is so much less than the last.',
    zh: '在最新样本的基础上减少一个值，作为新样本。',
  }),
  remove,
  createRule,
  deleteRule,
];
