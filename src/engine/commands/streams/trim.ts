/**
 * The options of XADD and XTRIM (streamParseAddOrTrimArgsOrReply), and XTRIM:
 *
 *     [NOMKSTREAM] [MAXLEN|MINID [=|~] threshold [LIMIT count]] id …
 */

import type { ArgumentDoc } from '../../../protocol/docs.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import type { Int64 } from '../../base/numbers.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { type ParsedStreamId, parseStreamId } from '../../structures/stream-id.ts';
import type { StreamTrim } from '../../types/stream.ts';
import { integerOf, isWord } from '../arguments.ts';
import { block, integer, key, oneOf, optional, since, string, token } from '../syntax.ts';
import { propagateExactly } from './propagation.ts';
import { invalidId, strictIdOf, writableStream } from './value.ts';

/** An approximate trim looks at a hundred nodes by default, but never at more entries than this. */
const MAX_DEFAULT_LIMIT = 1_000_000;
const DEFAULT_LIMIT = 10_000;
const DEFAULT_LIMIT_NODES = 100n;

export interface AddOptions {
  /** Where the id was found, or would have been. */
  readonly idIndex: number;
  /** Null for `*`, and where there is none. */
  readonly id: ParsedStreamId | null;
  readonly createsStream: boolean;
  readonly trim: StreamTrim | null;
  /** Index of an approximate threshold; the command propagates an exact one. */
  readonly approximateAt: { readonly index: number; readonly strategy: StreamTrim['strategy'] } | null;
}

type Threshold =
  | { readonly strategy: 'maxlen'; readonly maxLength: number }
  | { readonly strategy: 'minid'; readonly minId: ParsedStreamId['id'] };

export function parseAddOptions(server: Server, args: readonly Uint8Array[], forAdd: boolean): AddOptions {
  let threshold: Threshold | null = null;
  let approximate = false;
  let thresholdAt = 0;
  let limit: Int64 | null = null;
  let createsStream = true;
  let id: ParsedStreamId | null = null;
  let at = 2;
  for (; at < args.length; at++) {
    const left = args.length - 1 - at;
    if (forAdd && isWord(args[at], '*')) break;
    const isLength = isWord(args[at], 'maxlen');
    if ((isLength || isWord(args[at], 'minid')) && left > 0) {
      if (threshold !== null) {
        throw new ReplyError(
          'ERR syntax error, MAXLEN and MINID options at the same time are not compatible',
        );
      }
      approximate = left >= 2 && isWord(args[at + 1], '~');
      if (approximate || (left >= 2 && isWord(args[at + 1], '='))) at++;
      at++;
      thresholdAt = at;
      threshold = isLength ? maxLengthOf(args[at]) : { strategy: 'minid', minId: strictIdOf(args[at]) };
    } else if (isWord(args[at], 'limit') && left > 0) {
      limit = integerOf(args[++at]);
      if (limit < 0) throw new ReplyError('ERR The LIMIT argument must be >= 0.');
    } else if (forAdd && isWord(args[at], 'nomkstream')) {
      createsStream = false;
    } else if (forAdd) {
      id = parseStreamId(args[at], 0n, true, true);
      if (id === null) throw invalidId();
      break;
    } else {
      throw errors.syntax();
    }
  }
  if (limit !== null && limit !== 0 && threshold === null) {
    throw new ReplyError('ERR syntax error, LIMIT cannot be used without specifying a trimming strategy');
  }
  if (!forAdd && threshold === null) {
    throw new ReplyError('ERR syntax error, XTRIM must be called with a trimming strategy');
  }
  // The append only file and the master say the exact threshold, but keep the LIMIT.
  const isRepeated = server.persistence.isLoading || server.keyspace.obeysMaster;
  if (limit !== null && !approximate && !isRepeated) {
    throw new ReplyError('ERR syntax error, LIMIT cannot be used without the special ~ option');
  }
  const most = isRepeated ? 0 : limit !== null ? Number(limit) : approximate ? defaultLimit(server) : 0;
  const trim = threshold === null ? null : { ...threshold, approximate, limit: most };
  const approximateAt =
    threshold === null || !approximate ? null : { index: thresholdAt, strategy: threshold.strategy };
  return { idIndex: at, id, createsStream, trim, approximateAt };
}

function maxLengthOf(argument: Uint8Array): Threshold {
  const maxLength = integerOf(argument);
  if (maxLength < 0) throw new ReplyError('ERR The MAXLEN argument must be >= 0.');
  return { strategy: 'maxlen', maxLength: Number(maxLength) };
}

function defaultLimit(server: Server): number {
  const entries = BigInt(server.config.printed('stream-node-max-entries'));
  const product = Number(BigInt.asIntN(64, entries * DEFAULT_LIMIT_NODES));
  return product <= 0 ? DEFAULT_LIMIT : Math.min(product, MAX_DEFAULT_LIMIT);
}

/** The arguments that both commands have. */
export const trimArguments: ArgumentDoc = block(
  'trim',
  oneOf('strategy', token('maxlen', 'MAXLEN'), since('6.2.0', token('minid', 'MINID'))),
  optional(oneOf('operator', token('equal', '='), token('approximately', '~'))),
  string('threshold'),
  since('6.2.0', optional(integer('count', { token: 'LIMIT' }))),
);

const xtrim: Command = {
  name: 'xtrim',
  arity: -4,
  flags: ['write'],
  categories: ['stream'],
  group: 'stream',
  since: '5.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Deletes the oldest entries, down to a length or up to an id.',
    zh: '删除最旧的条目，直到流的长度或最小 ID 符合要求。',
  },
  tips: ['nondeterministic_output'],
  keys: [keyRange(['RW', 'delete'])],
  arguments: [key(), trimArguments],
  run(server, client, args) {
    const { keyspace } = server;
    const { db } = client;
    const { trim, approximateAt } = parseAddOptions(server, args, false);
    const stream = writableStream(server, db, args[1]);
    const deleted = stream === null || trim === null ? 0 : stream.trim(trim);
    if (deleted > 0) {
      keyspace.notify('t', 'xtrim', db, args[1]);
      keyspace.modified(db, args[1]);
      keyspace.dirty += deleted;
      if (stream !== null) propagateExactly(server, args, stream, approximateAt, null);
    }
    client.reply.integer(deleted);
  },
};

export const trimStreamCommands: readonly Command[] = [xtrim];
