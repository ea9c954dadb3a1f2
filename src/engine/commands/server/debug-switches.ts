/** DEBUG about how the server works by itself: its cron, its identity, its log, what scripts may call. */
import { latin1 } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import type { Command } from '../../state/command/command.ts';
import { namedInError } from '../../state/command/table.ts';
import { integerOf, isWord } from '../arguments.ts';
import { oneOf, optional, string, token } from '../syntax.ts';

const inner = {
  flags: ['admin', 'noscript', 'loading', 'stale'],
  group: 'server',
  since: '1.0.0',
  complexity: 'O(1)',
} as const;

/** atoi: 0 for what is no number. */
function isOn(argument: Uint8Array): boolean {
  return Number(/^\s*[+-]?[0-9]+/.exec(latin1(argument))?.[0] ?? 0) !== 0;
}

const onOrOff = [oneOf('enabled', token('off', '0'), token('on', '1'))];

const changeReplId: Command = {
  ...inner,
  name: 'change-repl-id',
  arity: 2,
  summary: { en: 'Gives the history of the data a new name.', zh: '更换复制 ID。' },
  run(server, client) {
    server.replication.renewId();
    server.replication.forgetSecondId();
    client.reply.ok();
  },
};

const log: Command = {
  ...inner,
  name: 'log',
  arity: 3,
  summary: { en: "Writes a line to the server's log.", zh: '向服务器日志写入一行。' },
  arguments: [string('message')],
  run(server, client, args) {
    server.persistence.note(`DEBUG LOG: ${latin1(args[2])}`);
    client.reply.ok();
  },
};

const pauseCron: Command = {
  ...inner,
  name: 'pause-cron',
  arity: 3,
  summary: { en: 'Keeps the server from doing anything by itself.', zh: '暂停服务器的定时任务。' },
  arguments: onOrOff,
  run(server, client, args) {
    server.cronIsPaused = isOn(args[2]);
    client.reply.ok();
  },
};

const setDisableDenyScripts: Command = {
  ...inner,
  name: 'set-disable-deny-scripts',
  arity: 3,
  summary: {
    en: 'Whether scripts may call commands that are not meant for them.',
    zh: '设置脚本能否调用禁止在脚本中使用的命令。',
  },
  arguments: onOrOff,
  run(server, client, args) {
    server.scripting.allowsEverything = isOn(args[2]);
    client.reply.ok();
  },
};

/** The figures of reply buffers are modelled; whether they change with use can be switched off. */
const replybuffer: Command = {
  ...inner,
  name: 'replybuffer',
  arity: -3,
  summary: { en: 'How the buffers for replies grow and shrink.', zh: '设置回复缓冲区如何伸缩。' },
  arguments: [
    oneOf('setting', token('peak-reset-time', 'PEAK-RESET-TIME'), token('resizing', 'RESIZING')),
    optional(string('value')),
  ],
  run(server, client, args) {
    const isPeak = args.length === 4 && isWord(args[2], 'peak-reset-time');
    if (isPeak) {
      if (!isWord(args[3], 'never') && !isWord(args[3], 'reset')) integerOf(args[3]);
    } else if (args.length === 4 && isWord(args[2], 'resizing')) {
      server.replyBuffersResize = isOn(args[3]);
    } else {
      throw new ReplyError(
        `ERR unknown subcommand or wrong number of arguments for '${namedInError(args[1])}'. Try DEBUG HELP.`,
      );
    }
    client.reply.ok();
  },
};

export const switchDebugCommands: readonly Command[] = [
  changeReplId,
  log,
  pauseCron,
  replybuffer,
  setDisableDenyScripts,
];
