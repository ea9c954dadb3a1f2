/** CLIENT PAUSE and UNPAUSE: postpones commands, whose clients wait. */
import { ReplyError } from '../../base/errors.ts';
import type { PauseKind } from '../../state/client/pause.ts';
import type { Command } from '../../state/command/command.ts';
import { namedInError } from '../../state/command/table.ts';
import { isWord } from '../arguments.ts';
import { integer, oneOf, optional, since, token } from '../syntax.ts';
import { untilAfterMilliseconds } from '../timeout.ts';

const shared = {
  flags: ['admin', 'noscript', 'loading', 'stale'],
  categories: ['connection'],
  group: 'connection',
} as const;

export const pause: Command = {
  ...shared,
  name: 'pause',
  arity: -3,
  since: '2.9.50',
  complexity: 'O(1)',
  summary: {
    en: 'Holds back commands, or those that write, for so many milliseconds; their clients wait.',
    zh: '在若干毫秒内暂缓执行所有命令（或只暂缓写命令），发来命令的客户端一直等待。',
  },
  arguments: [
    integer('timeout'),
    optional(since('6.2.0', oneOf('mode', token('write', 'WRITE'), token('all', 'ALL')))),
  ],
  run(server, client, args) {
    if (args.length > 4) {
      throw new ReplyError(
        `ERR unknown subcommand or wrong number of arguments for '${namedInError(args[1])}'. Try CLIENT HELP.`,
      );
    }
    let kind: PauseKind = 'all';
    if (args.length === 4) {
      if (isWord(args[3], 'write')) kind = 'write';
      else if (!isWord(args[3], 'all')) throw new ReplyError('ERR CLIENT PAUSE mode must be WRITE or ALL');
    }
    const untilMs = untilAfterMilliseconds(server, args[2]);
    server.pause.begin(kind, untilMs);
    client.reply.ok();
  },
};

export const unpause: Command = {
  ...shared,
  name: 'unpause',
  arity: 2,
  since: '6.2.0',
  complexity: 'O(N)',
  summary: { en: 'Ends a pause: whoever waited goes on.', zh: '结束暂停，等待中的客户端继续执行。' },
  run(server, client) {
    server.pause.end();
    client.reply.ok();
  },
};
