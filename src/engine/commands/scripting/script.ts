/** SCRIPT: the cache of scripts, and ending one that does not end by itself. */
import { latin1 } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import type { Command } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { isWord } from '../arguments.ts';
import { help } from '../help.ts';
import { many, oneOf, optional, since, string, token } from '../syntax.ts';
import { BUSY_FUNCTION, BUSY_SCRIPT } from './busy.ts';
import { cacheScript } from './checks.ts';

const shared = { categories: ['scripting'], group: 'scripting', since: '2.6.0' } as const;

const load: Command = {
  ...shared,
  name: 'load',
  arity: 3,
  flags: ['noscript', 'stale'],
  tips: ['request_policy:all_nodes', 'response_policy:all_succeeded'],
  complexity: 'O(N)',
  summary: {
    en: 'Compiles a script and keeps it, without running it; tells its SHA-1.',
    zh: '编译并缓存脚本但不执行，返回其 SHA-1。',
  },
  arguments: [string('script')],
  run(server, client, args) {
    client.reply.text(cacheScript(server, args[2]).sha);
  },
};

const exists: Command = {
  ...shared,
  name: 'exists',
  arity: -3,
  flags: ['noscript'],
  tips: ['request_policy:all_shards', 'response_policy:agg_logical_and'],
  complexity: 'O(N)',
  summary: {
    en: 'Whether the server has seen scripts of these SHA-1s.',
    zh: '检查给定 SHA-1 的脚本是否已缓存。',
  },
  arguments: [many(string('sha1'))],
  run(server, client, args) {
    const { scripts } = server.scripting;
    client.reply.array(args.length - 2);
    for (const digest of args.slice(2))
      client.reply.integer(scripts.has(latin1(digest).toLowerCase()) ? 1 : 0);
  },
};

/** ASYNC or SYNC at the end of a flush. */
export function checkFlushMode(args: readonly Uint8Array[], problem: ReplyError): void {
  if (args.length === 2) return;
  if (args.length === 3 && (isWord(args[2], 'sync') || isWord(args[2], 'async'))) return;
  throw problem;
}

const flush: Command = {
  ...shared,
  name: 'flush',
  arity: -2,
  flags: ['noscript'],
  tips: ['request_policy:all_nodes', 'response_policy:all_succeeded'],
  complexity: 'O(N)',
  summary: { en: 'Forgets all scripts.', zh: '清空脚本缓存。' },
  arguments: [optional(since('6.2.0', oneOf('async', token('async', 'ASYNC'), token('sync', 'SYNC'))))],
  run(server, client, args) {
    checkFlushMode(args, new ReplyError('ERR SCRIPT FLUSH only support SYNC|ASYNC option'));
    server.scripting.scripts.clear();
    server.scripting.compiledBytes = 0;
    server.scripting.existingMachine?.resetScripts();
    client.reply.ok();
  },
};

/** SCRIPT KILL and FUNCTION KILL: each ends its own kind, and only while nothing was written. */
export function killRunning(server: Server, kind: 'eval' | 'function'): void {
  const { running } = server.scripting;
  if (running === null) throw new ReplyError('NOTBUSY No scripts in execution right now.');
  if (running.hasWritten) {
    throw new ReplyError(
      'UNKILLABLE Sorry the script already executed write commands against the dataset. You can either wait the script termination or kill the server in a hard way using the SHUTDOWN NOSAVE command.',
    );
  }
  if (running.request.kind !== kind) {
    throw new ReplyError(kind === 'eval' ? BUSY_FUNCTION : BUSY_SCRIPT);
  }
  running.isKilled = true;
  const { probe } = server.env;
  if (probe !== null) probe.emit({ type: 'script.killed', name: running.request.name });
}

const kill: Command = {
  ...shared,
  name: 'kill',
  arity: 2,
  flags: ['noscript', 'allow_busy'],
  tips: ['request_policy:all_shards', 'response_policy:one_succeeded'],
  complexity: 'O(1)',
  summary: {
    en: 'Ends the script that runs, if it has written nothing.',
    zh: '终止正在执行的脚本，前提是它还没有执行过写命令。',
  },
  run(server, client) {
    killRunning(server, 'eval');
    client.reply.ok();
  },
};

const debug: Command = {
  ...shared,
  name: 'debug',
  arity: 3,
  flags: ['noscript'],
  since: '3.2.0',
  complexity: 'O(1)',
  summary: {
    en: "Switches redis-cli's step-by-step debugger for scripts; here the script panel takes its place.",
    zh: '切换 redis-cli 的脚本单步调试模式；此处由脚本面板代替。',
  },
  arguments: [oneOf('mode', token('yes', 'YES'), token('sync', 'SYNC'), token('no', 'NO'))],
  run(_server, client, args) {
    if (isWord(args[2], 'no')) return client.reply.ok();
    if (isWord(args[2], 'yes') || isWord(args[2], 'sync')) {
      throw new ReplyError('ERR SCRIPT DEBUG is not available: watch the script panel instead');
    }
    throw new ReplyError('ERR Use SCRIPT DEBUG YES/SYNC/NO');
  },
};

export const scriptCommand: Command = {
  name: 'script',
  arity: -2,
  flags: [],
  group: 'scripting',
  since: '2.6.0',
  complexity: 'that of the subcommand',
  summary: { en: 'The cache of scripts.', zh: '管理脚本缓存的命令。' },
  subcommands: [flush, exists, debug, help('scripting', '5.0.0', ['scripting']), load, kill],
};
