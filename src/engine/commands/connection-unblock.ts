/** CLIENT UNBLOCK: another connection need not wait any longer. */
import { ReplyError } from '../base/errors.ts';
import type { Command } from '../state/command.ts';
import { integerOf, isWord } from './arguments.ts';
import { integer, oneOf, optional, token } from './syntax.ts';

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
    // A command that was only held back has not begun to wait for anything.
    if (target === undefined || target.blocked === null || target.blocked.why === 'postpone') {
      return client.reply.integer(0);
    }
    const { blocking, statistics } = server;
    const { entry } = target.blocked;
    if (entry !== null) entry.failedCalls++;
    if (withError) {
      const text = 'UNBLOCKED client unblocked via CLIENT UNBLOCK';
      statistics.countError(text);
      // The server counts an error to whichever command runs when it is written.
      const own = server.commands.findFull('client|unblock');
      if (own !== null) own.failedCalls++;
      blocking.answer(target, () => target.reply.error(text));
      blocking.unblock(target, 'command');
    } else {
      blocking.timeOut(target, 'command');
    }
    client.reply.integer(1);
  },
};
