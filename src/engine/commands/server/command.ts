/** COMMAND: replies with the command table. */
import { bytesOf, latin1, lowerAscii } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import { globMatch } from '../../base/glob.ts';
import type { Command, KeyUse } from '../../state/command/command.ts';
import { categoriesOf, hasKeys, keysOf, sortedKeyFlags } from '../../state/command/facts.ts';
import type { CommandEntry } from '../../state/command/table.ts';
import type { Server } from '../../state/server.ts';
import { isWord } from '../arguments.ts';
import { help } from '../help.ts';
import { many, oneOf, optional, pattern, string } from '../syntax.ts';
import { writeCommandDocs, writeCommandInfo, writeStatuses } from './command-reply.ts';

const shared = { flags: ['loading', 'stale'], categories: ['connection'], group: 'server' } as const;
const inAnyOrder = { tips: ['nondeterministic_output_order'] } as const;

const count: Command = {
  ...shared,
  name: 'count',
  arity: 2,
  since: '2.8.13',
  complexity: 'O(1)',
  summary: {
    en: 'How many commands there are, subcommands not counted.',
    zh: '返回命令总数（不含子命令）。',
  },
  run(server, client) {
    client.reply.integer(server.commands.entries.length);
  },
};

const info: Command = {
  ...shared,
  ...inAnyOrder,
  name: 'info',
  arity: -2,
  since: '2.8.13',
  complexity: 'O(N)',
  summary: {
    en: 'Arity, flags, categories and keys of the commands named, or of all.',
    zh: '返回指定命令（缺省为全部）的参数个数、标志、分类和键的位置。',
  },
  arguments: [optional(many(string('command-name')))],
  run(server, client, args) {
    if (args.length === 2) return writeAll(server, client.reply);
    client.reply.array(args.length - 2);
    for (const name of args.slice(2)) {
      const entry = server.commands.findFull(latin1(name));
      if (entry === null) client.reply.nil();
      else writeCommandInfo(client.reply, entry);
    }
  },
};

function writeAll(server: Server, reply: Parameters<typeof writeCommandInfo>[0]): void {
  const { entries } = server.commands;
  reply.array(entries.length);
  for (const entry of entries) writeCommandInfo(reply, entry);
}

const docs: Command = {
  ...shared,
  ...inAnyOrder,
  name: 'docs',
  arity: -2,
  since: '7.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'What the commands named, or all, are for and which arguments they take.',
    zh: '返回指定命令（缺省为全部）的用途和参数说明。',
  },
  arguments: [optional(many(string('command-name')))],
  run(server, client, args) {
    const { reply } = client;
    const asked = args.slice(2).map((name) => server.commands.findFull(latin1(name)));
    const entries = args.length === 2 ? server.commands.entries : asked.filter((entry) => entry !== null);
    reply.map(entries.length);
    for (const entry of entries) {
      reply.text(entry.fullName);
      writeCommandDocs(reply, entry);
    }
  },
};

const list: Command = {
  ...shared,
  ...inAnyOrder,
  name: 'list',
  arity: -2,
  since: '7.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Names of commands: all, or those of a category or a pattern.',
    zh: '列出命令名，可按分类或模式筛选。',
  },
  arguments: [
    optional({
      ...oneOf(
        'filterby',
        string('module-name', { token: 'MODULE' }),
        string('category', { token: 'ACLCAT' }),
        pattern('pattern', { token: 'PATTERN' }),
      ),
      token: 'FILTERBY',
    }),
  ],
  run(server, client, args) {
    let wanted = server.commands.all;
    if (args.length > 2) {
      if (args.length !== 5 || !isWord(args[2], 'filterby')) throw errors.syntax();
      wanted = wanted.filter(listFilter(server, args[3], args[4]));
    }
    client.reply.array(wanted.length);
    for (const { fullName } of wanted) client.reply.text(fullName);
  },
};

function listFilter(server: Server, kind: Uint8Array, value: Uint8Array): (entry: CommandEntry) => boolean {
  if (isWord(kind, 'module')) {
    const commands = server.modules.find(latin1(value))?.module.commands ?? [];
    return ({ command }) => commands.includes(command);
  }
  if (isWord(kind, 'aclcat')) {
    const category = lowerAscii(value);
    return ({ command }) => categoriesOf(command).includes(category);
  }
  if (isWord(kind, 'pattern')) return ({ fullName }) => globMatch(value, bytesOf(fullName), true);
  throw errors.syntax();
}

/** The keys in a whole command given from the third argument on. */
function keysInside(
  server: Server,
  args: readonly Uint8Array[],
): { inner: readonly Uint8Array[]; keys: readonly KeyUse[] } {
  const inner = args.slice(2);
  const entry = server.commands.resolve(inner);
  if (entry === null) throw new ReplyError('ERR Invalid command specified');
  const { command } = entry;
  if (!hasKeys(command)) throw new ReplyError('ERR The command has no key arguments');
  if (!entry.acceptsCount(inner.length)) {
    throw new ReplyError('ERR Invalid number of arguments specified for command');
  }
  const keys = keysOf(command, inner);
  if (keys.length === 0 && !command.flags.includes('no_mandatory_keys')) {
    throw new ReplyError('ERR Invalid arguments specified for command');
  }
  return { inner, keys };
}

const getkeys: Command = {
  ...shared,
  name: 'getkeys',
  arity: -4,
  since: '2.8.13',
  complexity: 'O(N)',
  summary: { en: 'Picks the keys out of a whole command.', zh: '从一条完整命令中找出所有键。' },
  run(server, client, args) {
    const { inner, keys } = keysInside(server, args);
    client.reply.array(keys.length);
    for (const { index } of keys) client.reply.bulk(inner[index]);
  },
};

const getkeysandflags: Command = {
  ...shared,
  name: 'getkeysandflags',
  arity: -4,
  since: '7.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Picks the keys out of a whole command and tells what it does to each.',
    zh: '从一条完整命令中找出所有键，并说明命令对每个键做什么。',
  },
  run(server, client, args) {
    const { inner, keys } = keysInside(server, args);
    client.reply.array(keys.length);
    for (const { index, flags } of keys) {
      client.reply.array(2);
      client.reply.bulk(inner[index]);
      writeStatuses(client.reply, sortedKeyFlags(flags));
    }
  },
};

export const commandCommand: Command = {
  ...shared,
  ...inAnyOrder,
  name: 'command',
  arity: -1,
  since: '2.8.13',
  complexity: 'O(N)',
  summary: {
    en: 'Arity, flags, categories and keys of every command.',
    zh: '返回每条命令的参数个数、标志、分类和键的位置。',
  },
  subcommands: [count, docs, getkeys, getkeysandflags, help('server', '5.0.0', ['connection']), info, list],
  run(server, client) {
    writeAll(server, client.reply);
  },
};
