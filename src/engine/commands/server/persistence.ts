/** Saving, rewriting and ending. */
import { errors, ReplyError } from '../../base/errors.ts';
import { rewriteInBackground } from '../../persistence/aof-rewrite.ts';
import { planAnew } from '../../persistence/housekeeping.ts';
import { foregroundSaveMs, saveInBackground, saveNow } from '../../persistence/rdb-save.ts';
import { shutDown } from '../../persistence/shutdown.ts';
import type { Command } from '../../state/command/command.ts';
import { hasChild } from '../../state/disk/save-points.ts';
import { isWord } from '../arguments.ts';
import { BUSY_FUNCTION, BUSY_SCRIPT, refuseWhileBusy } from '../scripting/busy.ts';
import { oneOf, optional, token } from '../syntax.ts';

const common = { group: 'server', since: '1.0.0' } as const;

const save: Command = {
  ...common,
  name: 'save',
  arity: 1,
  flags: ['admin', 'noscript', 'no_async_loading', 'no_multi'],
  complexity: 'O(N)',
  summary: {
    en: 'Writes the data set to the RDB file and answers when that is done; nothing else happens meanwhile.',
    zh: '把数据集写入 RDB 文件，写完才返回；其间服务器不处理任何其他请求。',
  },
  run(server, client) {
    const { rdb } = server.persistence;
    if (rdb.child !== null) throw new ReplyError('ERR Background save already in progress');
    rdb.saves++;
    if (!saveNow(server)) throw new ReplyError('ERR');
    const durationMs = foregroundSaveMs(server);
    if (durationMs > 0) server.blockedUntilMs = server.nowMs + durationMs;
    client.reply.ok();
  },
};

const bgsave: Command = {
  ...common,
  name: 'bgsave',
  arity: -1,
  flags: ['admin', 'noscript', 'no_async_loading'],
  complexity: 'O(1)',
  summary: {
    en: 'Forks a child that writes the data set of this instant to the RDB file.',
    zh: 'fork 一个子进程，把此刻的数据集写入 RDB 文件。',
  },
  arguments: [optional(token('schedule', 'SCHEDULE', { since: '3.2.2' }))],
  run(server, client, args) {
    const { rdb } = server.persistence;
    const isScheduling = args.length === 2 && isWord(args[1], 'schedule');
    if (args.length > 1 && !isScheduling) throw errors.syntax();
    if (rdb.child !== null) throw new ReplyError('ERR Background save already in progress');
    if (hasChild(server) || server.inExec) {
      if (!isScheduling && !server.inExec) {
        throw new ReplyError(
          "ERR Another child process is active (AOF?): can't BGSAVE right now. Use BGSAVE SCHEDULE in order to schedule a BGSAVE whenever possible.",
        );
      }
      rdb.isScheduled = true;
      planAnew(server);
      client.reply.status('Background saving scheduled');
      return;
    }
    if (!saveInBackground(server)) throw new ReplyError('ERR');
    planAnew(server);
    client.reply.status('Background saving started');
  },
};

const lastsave: Command = {
  ...common,
  name: 'lastsave',
  arity: 1,
  flags: ['loading', 'stale', 'fast'],
  categories: ['admin', 'dangerous'],
  complexity: 'O(1)',
  summary: {
    en: 'When the data set was last saved to the RDB file: Unix seconds.',
    zh: '返回最近一次成功保存 RDB 文件的时间（Unix 秒数）。',
  },
  tips: ['nondeterministic_output'],
  run(server, client) {
    client.reply.integer(server.persistence.rdb.lastSaveSeconds);
  },
};

const bgrewriteaof: Command = {
  ...common,
  name: 'bgrewriteaof',
  arity: 1,
  flags: ['admin', 'noscript', 'no_async_loading'],
  complexity: 'O(1)',
  summary: {
    en: 'Forks a child that writes the append only file anew, as short as possible.',
    zh: 'fork 一个子进程重写 AOF，让它尽可能短。',
  },
  run(server, client) {
    const { aof } = server.persistence;
    if (aof.child !== null) {
      throw new ReplyError('ERR Background append only file rewriting already in progress');
    }
    planAnew(server);
    if (hasChild(server) || server.inExec) {
      aof.isRewriteScheduled = true;
      // A rewrite by command ignores the delay after a failed one.
      aof.failuresInARow = 0;
      aof.nextRewriteTrySeconds = 0;
      client.reply.status('Background append only file rewriting scheduled');
      return;
    }
    if (!rewriteInBackground(server)) {
      throw new ReplyError(
        "ERR Can't execute an AOF background rewriting. Please check the server logs for more information.",
      );
    }
    client.reply.status('Background append only file rewriting started');
  },
};

const shutdown: Command = {
  ...common,
  name: 'shutdown',
  arity: -1,
  flags: ['admin', 'noscript', 'loading', 'stale', 'no_multi', 'allow_busy'],
  complexity: 'O(N)',
  summary: {
    en: 'Saves if there are save points or if told to, and ends the server. It does not answer.',
    zh: '按需保存数据后关闭服务器（配置了保存点或指定 SAVE 时保存）；成功则没有回复。',
  },
  arguments: [
    optional(oneOf('nosave_save', token('nosave', 'NOSAVE'), token('save', 'SAVE'))),
    optional(token('now', 'NOW', { since: '7.0.0' })),
    optional(token('force', 'FORCE', { since: '7.0.0' })),
    optional(token('abort', 'ABORT', { since: '7.0.0' })),
  ],
  run(server, client, args) {
    const words = new Set<string>();
    for (const argument of args.slice(1)) {
      const word = ['nosave', 'save', 'now', 'force', 'abort'].find((known) => isWord(argument, known));
      if (word === undefined) throw errors.syntax();
      words.add(word);
    }
    const isAbort = words.delete('abort');
    if ((isAbort && words.size > 0) || (words.has('save') && words.has('nosave'))) throw errors.syntax();
    // No shutdown is ever in progress: it ends before the next command.
    if (isAbort) throw new ReplyError('ERR No shutdown in progress.');
    if (!words.has('nosave')) refuseWhileBusy(server);
    if (!words.has('now') && client.denyBlocking) {
      throw new ReplyError("ERR SHUTDOWN without NOW or ABORT isn't allowed for DENY BLOCKING client");
    }
    const { running } = server.scripting;
    if (running?.isBusy && !words.has('nosave')) {
      // A half-done script must not be saved.
      throw new ReplyError(running.request.kind === 'eval' ? BUSY_SCRIPT : BUSY_FUNCTION);
    }
    const saving = words.has('save') ? 'save' : words.has('nosave') ? 'nosave' : 'as-configured';
    if (!shutDown(server, saving, words.has('force'))) {
      throw new ReplyError('ERR Errors trying to SHUTDOWN. Check logs.');
    }
  },
};

export const persistenceCommands: readonly Command[] = [bgrewriteaof, bgsave, lastsave, save, shutdown];
