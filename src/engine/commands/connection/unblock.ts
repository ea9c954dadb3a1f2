/** CLIENT UNBLOCK: ends the wait of another connection. */
import { ReplyError } from '../../base/errors.ts';
import type { Blocked } from '../../state/client/blocking.ts';
import type { Client } from '../../state/client/client.ts';
import type { Command } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { isSlow, noteDistribution, noteSlow } from '../../state/statistics/durations.ts';
import { integerOf, isWord } from '../arguments.ts';
import { integer, oneOf, optional, token } from '../syntax.ts';

export const unblock: Command = {
  name: 'unblock',
  arity: -3,
  flags: ['admin', 'noscript', 'loading', 'stale'],
  categories: ['connection'],
  group: 'connection',
  since: '5.0.0',
  complexity: 'O(log N)',
  summary: {
    en: 'Ends the wait of another connection, as if its time were over or with an error.',
    zh: '解除另一个连接的阻塞，效果等同于超时，或者让它收到错误。',
  },
  arguments: [
    integer('client-id'),
    optional(oneOf('timeout_error', token('timeout', 'TIMEOUT'), token('error', 'ERROR'))),
  ],
  run(server, client, args) {
    if (args.length > 4) {
      throw new ReplyError(
        "ERR unknown subcommand or wrong number of arguments for 'UNBLOCK'. Try CLIENT HELP.",
      );
    }
    const withError = args.length === 4 && isWord(args[3], 'error');
    if (args.length === 4 && !withError && !isWord(args[3], 'timeout')) {
      throw new ReplyError('ERR CLIENT UNBLOCK reason should be TIMEOUT or ERROR');
    }
    const target = server.clients.get(Number(integerOf(args[2])));
    // A postponed command is not blocked on anything yet.
    if (target === undefined || target.blocked === null || target.blocked.why === 'postpone') {
      return client.reply.integer(0);
    }
    const { blocking, statistics } = server;
    noteUnblocked(server, target, target.blocked);
    if (withError) {
      const text = 'UNBLOCKED client unblocked via CLIENT UNBLOCK';
      statistics.countError(text);
      blocking.answer(target, () => target.reply.error(text));
      blocking.unblock(target, 'command');
    } else {
      blocking.timeOut(target, 'command');
    }
    client.reply.integer(1);
  },
};

/** The server has dropped the arguments when it writes this slow log entry: it shows none. */
function noteUnblocked(server: Server, client: Client, { entry, sent }: Blocked): void {
  if (entry === null) return;
  const counts = server.commands.countsOf(entry);
  counts.failedCalls++;
  if (sent === null) return;
  const { microseconds } = sent;
  counts.microseconds += microseconds;
  if (server.settings.latencyTracking) noteDistribution(counts, microseconds);
  if (isSlow(server, entry, microseconds)) noteSlow(server, client, entry, [], microseconds, server.nowMs);
}
