/** EVAL and its relatives: a script in Lua, run with nothing in between. */
import { latin1 } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import { beginScript } from '../../scripting/slices.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, type KeySpec, keysCounted } from '../../state/command/command.ts';
import type { CachedScript } from '../../state/scripting.ts';
import type { Server } from '../../state/server.ts';
import { integer, key, many, optional, string } from '../syntax.ts';
import { cacheScript, checkFlags, machineOf, takeKeys } from './checks.ts';

export function scriptKeys(isReadOnly: boolean, notes: boolean): KeySpec[] {
  const flags = isReadOnly ? (['RO', 'access'] as const) : (['RW', 'access', 'update'] as const);
  const worst = isReadOnly ? 'RO and ACCESS' : 'RW and UPDATE';
  return [
    {
      ...(notes
        ? { notes: `We cannot tell how the keys will be used so we assume the worst, ${worst}` }
        : {}),
      ...keysCounted(flags, 2),
    },
  ];
}

const BOTH_FLAGS = ['noscript', 'stale', 'skip_monitor', 'no_mandatory_keys', 'movablekeys'] as const;
export const SCRIPT_COMMAND_FLAGS = [...BOTH_FLAGS, 'may_replicate'] as const;
/** Flags of EVAL_RO and its relatives, which only read and so never propagate. */
export const READ_ONLY_SCRIPT_COMMAND_FLAGS = ['readonly', ...BOTH_FLAGS] as const;

const shared = {
  arity: -3,
  categories: ['scripting'],
  group: 'scripting',
  complexity: 'that of the script',
} as const;

export const keysAndValues = [integer('numkeys'), optional(many(key())), optional(many(string('arg')))];

const NO_SCRIPT = 'NOSCRIPT No matching script. Please use EVAL.';

function findScript(server: Server, digest: Uint8Array): CachedScript {
  const script =
    digest.length === 40 ? server.scripting.scripts.get(latin1(digest).toLowerCase()) : undefined;
  if (script === undefined) throw new ReplyError(NO_SCRIPT);
  return script;
}

function evaluate(
  server: Server,
  client: Client,
  args: readonly Uint8Array[],
  isDigest: boolean,
  isReadOnlyCommand: boolean,
): void {
  const { keys, values } = takeKeys(args);
  const script = isDigest ? findScript(server, args[1]) : cacheScript(server, args[1]);
  machineOf(server);
  const isReadOnly = checkFlags(server, script.flags, isReadOnlyCommand);
  const { sha: name, source, flags, compiled } = script;
  beginScript(server, {
    kind: 'eval',
    client,
    name,
    source,
    compiled,
    keys,
    values,
    flags,
    isReadOnly,
    command: args,
  });
}

const evalCommand: Command = {
  ...shared,
  name: 'eval',
  flags: SCRIPT_COMMAND_FLAGS,
  since: '2.6.0',
  summary: {
    en: 'Runs a script in Lua; no other command runs until it has ended.',
    zh: '执行一段 Lua 脚本；脚本结束之前不会执行其他命令。',
  },
  keys: scriptKeys(false, true),
  arguments: [string('script'), ...keysAndValues],
  run: (server, client, args) => evaluate(server, client, args, false, false),
};

const evalsha: Command = {
  ...shared,
  name: 'evalsha',
  flags: SCRIPT_COMMAND_FLAGS,
  since: '2.6.0',
  summary: {
    en: 'Runs a script that the server has seen before, by the SHA-1 of its text.',
    zh: '按 SHA-1 执行服务器已缓存的脚本。',
  },
  keys: scriptKeys(false, false),
  arguments: [string('sha1'), ...keysAndValues],
  run: (server, client, args) => evaluate(server, client, args, true, false),
};

const evalRo: Command = {
  ...shared,
  name: 'eval_ro',
  flags: READ_ONLY_SCRIPT_COMMAND_FLAGS,
  since: '7.0.0',
  summary: {
    en: 'Runs a script in Lua that may only read.',
    zh: '执行一段只读的 Lua 脚本，其中不能使用写命令。',
  },
  keys: scriptKeys(true, true),
  arguments: [string('script'), ...keysAndValues],
  run: (server, client, args) => evaluate(server, client, args, false, true),
};

const evalshaRo: Command = {
  ...shared,
  name: 'evalsha_ro',
  flags: READ_ONLY_SCRIPT_COMMAND_FLAGS,
  since: '7.0.0',
  summary: {
    en: 'Runs a script that the server has seen before and that may only read.',
    zh: '按 SHA-1 以只读方式执行服务器已缓存的脚本。',
  },
  keys: scriptKeys(true, false),
  arguments: [string('sha1'), ...keysAndValues],
  run: (server, client, args) => evaluate(server, client, args, true, true),
};

export const evalCommands: readonly Command[] = [evalCommand, evalsha, evalRo, evalshaRo];
