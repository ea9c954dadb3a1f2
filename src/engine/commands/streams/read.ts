/** Reading streams without groups: length and ranges. */
import { errors } from '../../base/errors.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { integerOf, isWord } from '../arguments.ts';
import { integer, key, optional, string } from '../syntax.ts';
import { intervalEnd, intervalStart, readStream, replyEntries } from './value.ts';

const common = { categories: ['stream'], group: 'stream', since: '5.0.0' } as const;

const xlen: Command = {
  ...common,
  name: 'xlen',
  arity: 2,
  flags: ['readonly', 'fast'],
  complexity: 'O(1)',
  summary: { en: 'Counts the entries of a stream.', zh: '返回流中条目的数量。' },
  keys: [keyRange(['RO'])],
  arguments: [key()],
  run(server, client, args) {
    client.reply.integer(readStream(server, client.db, args[1])?.length ?? 0);
  },
};

const xrange: Command = {
  ...common,
  name: 'xrange',
  arity: -4,
  flags: ['readonly'],
  complexity: 'O(N)',
  summary: {
    en: 'Reads the entries between two ids, the oldest first.',
    zh: '按 ID 从小到大读取两个 ID 之间的条目。',
  },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), string('start'), string('end'), optional(integer('count', { token: 'COUNT' }))],
  run(server, client, args) {
    replyRange(server, client, args, false);
  },
};

const xrevrange: Command = {
  ...common,
  name: 'xrevrange',
  arity: -4,
  flags: ['readonly'],
  complexity: 'O(N)',
  summary: {
    en: 'Reads the entries between two ids, the newest first.',
    zh: '按 ID 从大到小读取两个 ID 之间的条目。',
  },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), string('end'), string('start'), optional(integer('count', { token: 'COUNT' }))],
  run(server, client, args) {
    replyRange(server, client, args, true);
  },
};

function replyRange(server: Server, client: Client, args: readonly Uint8Array[], reverse: boolean): void {
  const { reply } = client;
  const start = intervalStart(args[reverse ? 3 : 2]);
  const end = intervalEnd(args[reverse ? 2 : 3]);
  /** -1 where none is given. */
  let count = -1;
  for (let at = 4; at < args.length; at += 2) {
    if (!isWord(args[at], 'count') || at + 1 >= args.length) throw errors.syntax();
    count = Math.max(0, Number(integerOf(args[at + 1])));
  }
  const stream = readStream(server, client.db, args[1]);
  if (stream === null) reply.array(0);
  else if (count === 0) reply.nilArray();
  else replyEntries(reply, stream.entries(start, end, reverse), Math.max(0, count));
}

export const readStreamCommands: readonly Command[] = [xlen, xrange, xrevrange];
