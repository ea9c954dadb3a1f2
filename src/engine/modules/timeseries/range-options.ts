/** The arguments of TS.RANGE and its like, and of everything that takes filters. */

import type { ArgumentDoc } from '../../../protocol/docs.ts';
import { latin1 } from '../../base/bytes.ts';
import { parseDouble, parseInteger } from '../../base/numbers.ts';
import { isWord } from '../../commands/arguments.ts';
import { block, double, integer, many, oneOf, optional, string, token } from '../../commands/syntax.ts';
import { AGGREGATORS, type Aggregator, aggregatorNamed, REDUCERS } from './aggregation.ts';
import { type LabelFilter, parseFilter } from './label-index.ts';
import { findWord, refusal } from './options.ts';
import type { Aggregation, RangeQuery } from './range.ts';
import { aggregatorOf } from './type.ts';

const LAST_TIME = Number.MAX_SAFE_INTEGER;
const MAX_TIMES = 128;

/** Words that end a list. */
const KEYWORDS = [
  'latest',
  'filter_by_ts',
  'filter_by_value',
  'withlabels',
  'selected_labels',
  'count',
  'align',
  'aggregation',
  'buckettimestamp',
  'empty',
  'filter',
  'groupby',
  'reduce',
];

function isKeyword(argument: Uint8Array): boolean {
  return KEYWORDS.some((word) => isWord(argument, word));
}

/** The arguments after an option, up to the next one. */
function listBehind(args: readonly Uint8Array[], at: number): readonly Uint8Array[] {
  let end = at + 1;
  while (end < args.length && !isKeyword(args[end])) end++;
  return args.slice(at + 1, end);
}

function timeOf(argument: Uint8Array, sign: string, open: number, wrong: string): number {
  if (latin1(argument) === sign) return open;
  const timestamp = parseInteger(argument);
  if (timestamp === null || timestamp < 0) throw refusal(wrong);
  return Math.min(Number(timestamp), LAST_TIME);
}

/** From `from` on stand the two times, then the options. */
export function parseRange(args: readonly Uint8Array[], from: number, isReversed: boolean): RangeQuery {
  const start = timeOf(args[from], '-', 0, 'wrong fromTimestamp');
  const until = timeOf(args[from + 1], '+', LAST_TIME, 'wrong toTimestamp');
  const rest = from + 2;
  return {
    from: start,
    until,
    isReversed,
    withLatest: findWord(args, 'latest', rest) !== -1,
    count: countOf(args, rest),
    aggregation: aggregationOf(args, rest, start, until),
    values: valuesOf(args, rest),
    timestamps: timestampsOf(args, rest),
  };
}

function countOf(args: readonly Uint8Array[], from: number): number | null {
  let at = findWord(args, 'count', from);
  // It may be the aggregator of that name.
  if (at > from && isWord(args[at - 1], 'aggregation')) at = findWord(args, 'count', at + 1);
  if (at > from && isWord(args[at - 1], 'reduce')) return null;
  if (at === -1) return null;
  const count = at + 1 < args.length ? parseInteger(args[at + 1]) : null;
  if (count === null) throw refusal("Couldn't parse COUNT");
  if (count < 0) throw refusal('Invalid COUNT value');
  return Math.min(Number(count), LAST_TIME);
}

function aggregationOf(
  args: readonly Uint8Array[],
  from: number,
  start: number,
  until: number,
): Aggregation | null {
  const alignAt = findWord(args, 'align', from);
  const at = findWord(args, 'aggregation', from);
  if (at === -1) {
    if (alignAt !== -1) throw refusal('ALIGN parameter can only be used with AGGREGATION');
    return null;
  }
  const { aggregator, bucketMs } = parseAggregation(args, at);
  const bucketAt = findWord(args, 'buckettimestamp', from);
  return {
    aggregator,
    bucketMs,
    alignment: alignAt === -1 ? 0 : alignmentOf(args[alignAt + 1], args, from, start, until),
    bucketTime: bucketAt === -1 ? 'start' : bucketTimeOf(args[bucketAt + 1]),
    withEmpty: findWord(args, 'empty', at) !== -1,
  };
}

/** AGGREGATION with the aggregator and the duration of a bucket behind it. */
export function parseAggregation(
  args: readonly Uint8Array[],
  at: number,
): { aggregator: Aggregator; bucketMs: number } {
  if (at + 2 >= args.length) throw refusal("Couldn't parse AGGREGATION");
  const aggregator = aggregatorOf(args[at + 1]);
  const bucketMs = parseInteger(args[at + 2]);
  if (bucketMs === null) throw refusal("Couldn't parse AGGREGATION");
  if (bucketMs <= 0) throw refusal('bucketDuration must be greater than zero');
  return { aggregator, bucketMs: Math.min(Number(bucketMs), LAST_TIME) };
}

function alignmentOf(
  argument: Uint8Array | undefined,
  args: readonly Uint8Array[],
  from: number,
  start: number,
  until: number,
): number {
  const word = argument === undefined ? '' : latin1(argument).toLowerCase();
  if (word === 'start' || word === '-') {
    if (latin1(args[from - 2]) === '-')
      throw refusal('start alignment can only be used with explicit start timestamp');
    return start;
  }
  if (word === 'end' || word === '+') {
    if (latin1(args[from - 1]) === '+')
      throw refusal('end alignment can only be used with explicit end timestamp');
    return until;
  }
  const alignment = argument === undefined ? null : parseInteger(argument);
  if (alignment === null || alignment < 0) throw refusal('unknown ALIGN parameter');
  return Math.min(Number(alignment), LAST_TIME);
}

function bucketTimeOf(argument: Uint8Array | undefined): Aggregation['bucketTime'] {
  switch (argument === undefined ? '' : latin1(argument).toLowerCase()) {
    case '-':
    case 'low':
    case 'start':
      return 'start';
    case '+':
    case 'high':
    case 'end':
      return 'end';
    case '~':
    case 'mid':
      return 'middle';
    default:
      throw refusal('unknown BUCKETTIMESTAMP parameter');
  }
}

function valuesOf(args: readonly Uint8Array[], from: number): RangeQuery['values'] {
  const at = findWord(args, 'filter_by_value', from);
  if (at === -1) return null;
  if (at + 2 >= args.length) throw refusal('FILTER_BY_VALUE one or more arguments are missing');
  const min = parseDouble(args[at + 1]);
  if (min === null) throw refusal("Couldn't parse MIN");
  const max = parseDouble(args[at + 2]);
  if (max === null) throw refusal("Couldn't parse MAX");
  return { min, max };
}

function timestampsOf(args: readonly Uint8Array[], from: number): readonly number[] | null {
  const at = findWord(args, 'filter_by_ts', from);
  if (at === -1) return null;
  const given = listBehind(args, at);
  if (given.length === 0) throw refusal('FILTER_BY_TS one or more arguments are missing');
  if (given.length > MAX_TIMES) throw refusal(`FILTER_BY_TS allows up to ${MAX_TIMES} timestamps`);
  return given
    .map((argument) => {
      const timestamp = parseInteger(argument);
      if (typeof timestamp !== 'number' || timestamp < 0) throw refusal("Couldn't parse FILTER_BY_TS");
      return timestamp;
    })
    .sort((a, b) => a - b);
}

/** Which labels the reply has: none, all, or these. */
export type WantedLabels = 'none' | 'all' | readonly Uint8Array[];

export function wantedLabelsOf(args: readonly Uint8Array[], from: number): WantedLabels {
  const selectedAt = findWord(args, 'selected_labels', from);
  const withAll = findWord(args, 'withlabels', from) !== -1;
  if (selectedAt === -1) return withAll ? 'all' : 'none';
  if (withAll) throw refusal('cannot accept WITHLABELS and SELECT_LABELS together');
  const selected = listBehind(args, selectedAt);
  if (selected.length === 0) throw refusal('SELECT_LABELS should have at least 1 parameter');
  return selected;
}

/** The filters behind FILTER, of which one at least has to say what a label is. */
export function filtersOf(args: readonly Uint8Array[], from: number): LabelFilter[] {
  const at = findWord(args, 'filter', from);
  if (at === -1) throw refusal('missing FILTER argument');
  return parseFilters(listBehind(args, at));
}

export function parseFilters(words: readonly Uint8Array[]): LabelFilter[] {
  const filters = words.map((word) => {
    const filter = parseFilter(word);
    if (filter === null) throw refusal('failed parsing labels');
    return filter;
  });
  if (!filters.some(({ comparison }) => comparison === 'is one of')) {
    throw refusal('please provide at least one matcher');
  }
  return filters;
}

export interface Grouping {
  readonly label: Uint8Array;
  readonly reducer: Aggregator;
}

export function groupingOf(args: readonly Uint8Array[], from: number): Grouping | null {
  const at = findWord(args, 'groupby', from);
  if (at === -1) return null;
  if (at + 3 >= args.length || !isWord(args[at + 2], 'reduce')) throw refusal("Couldn't parse GROUPBY");
  const reducer = aggregatorNamed(latin1(args[at + 3]));
  if (reducer === null || !REDUCERS.includes(reducer)) throw refusal('Invalid reducer type');
  return { label: args[at + 1], reducer };
}

const names = (list: readonly string[]) => list.map((name) => token(name, name.toUpperCase()));

export const RANGE_ARGUMENTS: readonly ArgumentDoc[] = [
  string('fromTimestamp'),
  string('toTimestamp'),
  optional(token('latest', 'LATEST')),
  optional(many(integer('timestamp', { token: 'FILTER_BY_TS' }))),
  optional({ ...block('filter_by_value', double('min'), double('max')), token: 'FILTER_BY_VALUE' }),
];

export const COUNT_ARGUMENT: ArgumentDoc = optional(integer('count', { token: 'COUNT' }));

export const AGGREGATION_ARGUMENT: ArgumentDoc = optional(
  block(
    'aggregation',
    optional(string('align', { token: 'ALIGN' })),
    { ...oneOf('aggregator', ...names(AGGREGATORS)), token: 'AGGREGATION' },
    integer('bucketDuration'),
    optional(string('bt', { token: 'BUCKETTIMESTAMP' })),
    optional(token('empty', 'EMPTY')),
  ),
);

export const LABELS_ARGUMENT: ArgumentDoc = optional(
  oneOf('labels', token('withlabels', 'WITHLABELS'), many(string('label', { token: 'SELECTED_LABELS' }))),
);

export const FILTER_ARGUMENT: ArgumentDoc = many(string('filterExpr', { token: 'FILTER' }));

export const GROUPBY_ARGUMENT: ArgumentDoc = optional(
  block('groupby', string('label', { token: 'GROUPBY' }), {
    ...oneOf('reducer', ...names(REDUCERS)),
    token: 'REDUCE',
  }),
);
