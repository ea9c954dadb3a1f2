/** SLOWLOG: commands that took long. */
import { ReplyError } from '../../base/errors.ts';
import { INT64_MAX } from '../../base/numbers.ts';
import type { Command } from '../../state/command/command.ts';
import { namedInError } from '../../state/command/table.ts';
import { integerBetween } from '../arguments.ts';
import { help } from '../help.ts';
import { integer, optional } from '../syntax.ts';

const shared = {
  flags: ['admin', 'loading', 'stale'],
  group: 'server',
  since: '2.2.12',
} as const;

const DEFAULT_COUNT = 10;

const get: Command = {
  ...shared,
  name: 'get',
  arity: -2,
  complexity: 'O(N)',
  summary: {
    en: 'The latest slow commands: number, time, microseconds, arguments and who sent them.',
    zh: '返回最近的慢命令：编号、时间、耗时（微秒）、参数以及发送者。',
  },
  tips: ['request_policy:all_nodes', 'nondeterministic_output'],
  arguments: [optional(integer('count'))],
  run(server, client, args) {
    if (args.length > 3) {
      throw new ReplyError(
        `ERR unknown subcommand or wrong number of arguments for '${namedInError(args[1])}'. Try SLOWLOG HELP.`,
      );
    }
    const asked =
      args.length === 3
        ? integerBetween(args[2], -1, INT64_MAX, 'ERR count should be greater than or equal to -1')
        : DEFAULT_COUNT;
    const { entries } = server.slowLog;
    const shown = asked === -1 ? entries : entries.slice(0, Number(asked));
    const { reply } = client;
    reply.array(shown.length);
    for (const entry of shown) {
      reply.array(6);
      reply.integer(entry.id);
      reply.integer(entry.atSeconds);
      reply.integer(entry.microseconds);
      reply.array(entry.args.length);
      for (const argument of entry.args) reply.bulk(argument);
      reply.text(entry.address);
      reply.text(entry.clientName);
    }
  },
};

const len: Command = {
  ...shared,
  name: 'len',
  arity: 2,
  complexity: 'O(1)',
  summary: { en: 'How many slow commands are kept.', zh: '返回慢日志中的条数。' },
  tips: ['request_policy:all_nodes', 'response_policy:agg_sum', 'nondeterministic_output'],
  run(server, client) {
    client.reply.integer(server.slowLog.entries.length);
  },
};

const reset: Command = {
  ...shared,
  name: 'reset',
  arity: 2,
  complexity: 'O(N)',
  summary: { en: 'Forgets all slow commands.', zh: '清空慢日志。' },
  tips: ['request_policy:all_nodes', 'response_policy:all_succeeded'],
  run(server, client) {
    server.slowLog.entries = [];
    client.reply.ok();
  },
};

export const slowlogCommand: Command = {
  name: 'slowlog',
  arity: -2,
  flags: [],
  group: 'server',
  since: '2.2.12',
  complexity: 'that of the subcommand',
  summary: { en: 'Looks at commands that took long.', zh: '查看慢日志。' },
  subcommands: [get, help('server', '6.2.0'), len, reset],
};
