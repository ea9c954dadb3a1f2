/**
 * The options of TS.CREATE, TS.ADD, TS.INCRBY and TS.ALTER. As in RedisTimeSeries, an option may stand anywhere,
 * unknown words are ignored, and LABELS takes everything after it.
 */

import type { ArgumentDoc } from '../../../protocol/docs.ts';
import { latin1 } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import { parseDouble, parseInteger } from '../../base/numbers.ts';
import { isWord } from '../../commands/arguments.ts';
import { integer, oneOf, optional, string, token } from '../../commands/syntax.ts';
import { type DuplicatePolicy, type Label, POLICIES } from './series.ts';

export const DEFAULT_CHUNK_BYTES = 4096;
const MIN_CHUNK_BYTES = 48;
const MAX_CHUNK_BYTES = 1048576;

/** The options given; undefined for the others. */
export interface GivenOptions {
  readonly retentionMs?: number;
  readonly chunkBytes?: number;
  readonly isCompressed?: boolean;
  readonly policy?: DuplicatePolicy;
  readonly labels?: readonly Label[];
}

export function refusal(text: string): ReplyError {
  return new ReplyError(`ERR TSDB: ${text}`);
}

/** Where a word stands, from `from` to before `until`; -1 when it does not. */
export function findWord(
  args: readonly Uint8Array[],
  word: string,
  from: number,
  until = args.length,
): number {
  for (let at = from; at < until; at++) if (isWord(args[at], word)) return at;
  return -1;
}

export function parseOptions(args: readonly Uint8Array[], from: number): GivenOptions {
  const labelsAt = findWord(args, 'labels', from);
  const end = labelsAt === -1 ? args.length : labelsAt;
  const argumentOf = (word: string): Uint8Array | null | undefined => {
    const at = findWord(args, word, from, end);
    if (at === -1) return undefined;
    return at + 1 < end ? args[at + 1] : null;
  };
  const labels = labelsAt === -1 ? undefined : labelsOf(args.slice(labelsAt + 1));
  return {
    labels,
    retentionMs: retentionOf(argumentOf('retention')),
    chunkBytes: chunkBytesOf(argumentOf('chunk_size')),
    isCompressed: encodingOf(argumentOf('encoding'), findWord(args, 'uncompressed', from, end) !== -1),
    policy: policyOf(argumentOf('duplicate_policy'), 'DUPLICATE_POLICY'),
  };
}

function labelsOf(words: readonly Uint8Array[]): Label[] {
  if (words.length % 2 !== 0) throw refusal("Couldn't parse LABELS");
  const labels: Label[] = [];
  for (let at = 0; at < words.length; at += 2) {
    const [name, value] = [words[at], words[at + 1]];
    // Brackets and commas would be read as a list by a filter.
    if (name.length === 0 || value.length === 0 || /[(),]/.test(latin1(value)))
      throw refusal("Couldn't parse LABELS");
    labels.push({ name: name.slice(), value: value.slice() });
  }
  return labels;
}

function retentionOf(argument: Uint8Array | null | undefined): number | undefined {
  if (argument === undefined) return undefined;
  const retentionMs = argument === null ? null : parseInteger(argument);
  if (retentionMs === null || retentionMs < 0) throw refusal("Couldn't parse RETENTION");
  return Math.min(Number(retentionMs), Number.MAX_SAFE_INTEGER);
}

function chunkBytesOf(argument: Uint8Array | null | undefined): number | undefined {
  if (argument === undefined) return undefined;
  const chunkBytes = argument === null ? null : parseInteger(argument);
  if (chunkBytes === null) throw refusal("Couldn't parse CHUNK_SIZE");
  if (chunkBytes < MIN_CHUNK_BYTES || chunkBytes > MAX_CHUNK_BYTES || Number(chunkBytes) % 8 !== 0) {
    throw refusal('CHUNK_SIZE value must be a multiple of 8 in the range [48 .. 1048576]');
  }
  return Number(chunkBytes);
}

/** UNCOMPRESSED without ENCODING is the older way of saying it. */
function encodingOf(argument: Uint8Array | null | undefined, isUncompressed: boolean): boolean | undefined {
  if (argument === undefined) return isUncompressed ? false : undefined;
  if (argument !== null && isWord(argument, 'uncompressed')) return false;
  if (argument !== null && isWord(argument, 'compressed')) return true;
  throw refusal('unknown ENCODING parameter');
}

export function policyOf(argument: Uint8Array | null | undefined, word: string): DuplicatePolicy | undefined {
  if (argument === undefined) return undefined;
  const policy = argument === null ? undefined : POLICIES.find((name) => isWord(argument, name));
  if (policy === undefined) throw refusal(`Unknown ${word}`);
  return policy;
}

/** A time in milliseconds, or `*` for now. Times beyond 2^53 - 1 are refused: a number could not hold them exactly. */
export function timestampOf(argument: Uint8Array, nowMs: number): number {
  if (argument.length === 1 && argument[0] === 0x2a) return nowMs;
  const timestamp = parseInteger(argument);
  if (timestamp === null) throw refusal('invalid timestamp');
  if (timestamp < 0) throw refusal('invalid timestamp, must be a nonnegative integer');
  if (typeof timestamp !== 'number') throw refusal('invalid timestamp');
  return timestamp;
}

/** A number as JSON writes it: neither infinite nor NaN. */
export function sampleValueOf(argument: Uint8Array, why = 'invalid value'): number {
  const value = parseDouble(argument);
  if (value === null || !Number.isFinite(value)) throw refusal(why);
  return value;
}

const policies = () => POLICIES.map((name) => token(name, name.toUpperCase()));

export const RETENTION: ArgumentDoc = optional(integer('retentionPeriod', { token: 'RETENTION' }));
export const ENCODING: ArgumentDoc = optional({
  ...oneOf('enc', token('uncompressed', 'UNCOMPRESSED'), token('compressed', 'COMPRESSED')),
  token: 'ENCODING',
});
export const CHUNK_SIZE: ArgumentDoc = optional(integer('size', { token: 'CHUNK_SIZE' }));
export const DUPLICATE_POLICY: ArgumentDoc = optional({
  ...oneOf('policy', ...policies()),
  token: 'DUPLICATE_POLICY',
});
export const ON_DUPLICATE: ArgumentDoc = optional({
  ...oneOf('policy_ovr', ...policies()),
  token: 'ON_DUPLICATE',
});
export const LABELS: ArgumentDoc = {
  name: 'labels',
  type: 'block',
  token: 'LABELS',
  optional: true,
  multiple: true,
  arguments: [string('label'), string('value')],
};
