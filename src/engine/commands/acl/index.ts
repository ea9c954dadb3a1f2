/** ACL: users, what they may do, and what they were denied. */
import { bytesOf, latin1 } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import { DEFAULT_USER } from '../../state/acl/acl.ts';
import { findDenial } from '../../state/acl/check.ts';
import { commandRules, describeUser } from '../../state/acl/describe.ts';
import { aclFileText, loadAclFile } from '../../state/acl/file.ts';
import { mergeSelectors } from '../../state/acl/rules.ts';
import { channelRules, hasSpaces, keyRules, type Selector } from '../../state/acl/selector.ts';
import { User } from '../../state/acl/user.ts';
import type { ReplyBuffer } from '../../state/client/reply.ts';
import type { Command } from '../../state/command/command.ts';
import { CATEGORIES } from '../../state/command/facts.ts';
import { namedInError } from '../../state/command/table.ts';
import { DiskFailure } from '../../state/disk/disk.ts';
import type { Server } from '../../state/server.ts';
import { integerOf, isWord } from '../arguments.ts';
import { help } from '../help.ts';
import { integer, many, oneOf, optional, string, token } from '../syntax.ts';
import { dropClientsOf, dropListenersDenied } from './clients.ts';

const shared = {
  flags: ['noscript', 'loading', 'stale'],
  group: 'server',
  since: '6.0.0',
  complexity: 'O(1)',
} as const;
const administration = { ...shared, flags: ['admin', 'noscript', 'loading', 'stale'] } as const;

/** More arguments than a subcommand of open arity takes. */
function wrongSyntax(args: readonly Uint8Array[]): ReplyError {
  return new ReplyError(
    `ERR unknown subcommand or wrong number of arguments for '${namedInError(args[1])}'. Try ACL HELP.`,
  );
}

const cat: Command = {
  ...shared,
  name: 'cat',
  arity: -2,
  summary: {
    en: 'The categories of commands, or the commands of one category.',
    zh: '列出命令分类，或某个分类中的全部命令。',
  },
  arguments: [optional(string('categoryname'))],
  run(server, client, args) {
    const { reply } = client;
    if (args.length > 3) throw wrongSyntax(args);
    if (args.length === 2) return writeTexts(reply, CATEGORIES);
    const category = CATEGORIES.findIndex((name) => isWord(args[2], name));
    if (category === -1) throw new ReplyError(`ERR Unknown category '${namedInError(args[2])}'`);
    const members = server.commands.all.filter(({ categoryBits }) => (categoryBits >> category) & 1);
    writeTexts(
      reply,
      members.map(({ fullName }) => fullName),
    );
  },
};

function writeTexts(reply: ReplyBuffer, texts: readonly string[]): void {
  reply.array(texts.length);
  for (const text of texts) reply.text(text);
}

const setuser: Command = {
  ...administration,
  name: 'setuser',
  arity: -3,
  complexity: 'O(N)',
  summary: {
    en: 'Creates or changes a user by rules: all of them or, if one is refused, none.',
    zh: '按规则创建或修改用户：要么全部生效，要么（有一条被拒绝时）全部不变。',
  },
  arguments: [string('username'), optional(many(string('rule')))],
  run(server, client, args) {
    if (hasSpaces(args[2])) throw new ReplyError("ERR Usernames can't contain spaces or null characters");
    const rules = mergeSelectors(args.slice(3));
    if (typeof rules === 'string') throw new ReplyError(`ERR ${rules}`);
    const draft = server.acl.draft(latin1(args[2]), rules);
    if (!(draft instanceof User)) {
      throw new ReplyError(`ERR Error in ACL SETUSER modifier '${untilNul(draft.rule)}': ${draft.problem}`);
    }
    const { isUnlimited } = server.acl.find(draft.name) ?? draft;
    server.acl.settle(draft);
    dropListenersDenied(server, draft.name);
    const { probe } = server.env;
    if (probe !== null) probe.emit({ type: 'acl.changed', user: draft.name, wasUnlimited: isUnlimited });
    client.reply.ok();
  },
};

function untilNul(text: string): string {
  return text.split('\0')[0];
}

const deluser: Command = {
  ...administration,
  name: 'deluser',
  arity: -3,
  summary: {
    en: 'Removes users and hangs up on whoever is logged in as one of them.',
    zh: '删除用户，并断开以这些用户登录的连接。',
  },
  arguments: [many(string('username'))],
  run(server, client, args) {
    let removed = 0;
    const names = args.slice(2).map((argument) => latin1(argument));
    if (names.includes(DEFAULT_USER)) throw new ReplyError("ERR The 'default' user cannot be removed");
    for (const name of names) {
      const user = server.acl.remove(name);
      if (user === null) continue;
      removed++;
      dropClientsOf(server, user);
    }
    client.reply.integer(removed);
  },
};

const getuser: Command = {
  ...administration,
  name: 'getuser',
  arity: 3,
  complexity: 'O(N)',
  summary: {
    en: 'Flags, passwords, commands, keys and channels of a user.',
    zh: '返回用户的标志、密码摘要，以及可用的命令、键和频道。',
  },
  arguments: [string('username')],
  run(server, client, args) {
    const { reply } = client;
    const user = server.acl.find(latin1(args[2]));
    if (user === null) return reply.nil();
    const [root, ...others] = user.selectors;
    reply.map(6);
    reply.text('flags');
    const flags = user.flags();
    reply.set(flags.length);
    for (const flag of flags) reply.text(flag);
    reply.text('passwords');
    writeTexts(reply, user.passwords);
    writeSelector(server, reply, root);
    reply.text('selectors');
    reply.array(others.length);
    for (const selector of others) {
      reply.map(3);
      writeSelector(server, reply, selector);
    }
  },
};

function writeSelector(server: Server, reply: ReplyBuffer, selector: Selector): void {
  reply.text('commands');
  reply.text(commandRules(server.commands, selector));
  reply.text('keys');
  reply.text(keyRules(selector).join(' '));
  reply.text('channels');
  reply.text(channelRules(selector).join(' '));
}

const list: Command = {
  ...administration,
  name: 'list',
  arity: 2,
  complexity: 'O(N)',
  summary: {
    en: 'Every user as a line of a configuration file.',
    zh: '以配置文件的格式列出所有用户。',
  },
  run(server, client) {
    writeTexts(
      client.reply,
      server.acl.users().map((user) => `user ${user.name} ${describeUser(server.commands, user)}`),
    );
  },
};

const users: Command = {
  ...administration,
  name: 'users',
  arity: 2,
  complexity: 'O(N)',
  summary: { en: 'The names of all users.', zh: '列出所有用户名。' },
  run(server, client) {
    writeTexts(
      client.reply,
      server.acl.users().map(({ name }) => name),
    );
  },
};

const whoami: Command = {
  ...shared,
  name: 'whoami',
  arity: 2,
  summary: { en: 'As whom this connection is logged in.', zh: '返回本连接登录所用的用户名。' },
  run(_server, client) {
    if (client.user === null) client.reply.nil();
    else client.reply.text(client.user.name);
  },
};

const GENPASS_DEFAULT_BITS = 256;
const GENPASS_MAX_BITS = 4096;

const genpass: Command = {
  ...shared,
  name: 'genpass',
  arity: -2,
  summary: {
    en: 'A random password in hexadecimal digits, of 256 bits or as many as asked for.',
    zh: '生成一个十六进制的随机密码，默认 256 位，也可指定位数。',
  },
  arguments: [optional(integer('bits'))],
  run(server, client, args) {
    if (args.length > 3) throw wrongSyntax(args);
    const bits = args.length === 3 ? integerOf(args[2]) : GENPASS_DEFAULT_BITS;
    if (bits <= 0 || bits > GENPASS_MAX_BITS) {
      throw new ReplyError(
        `ERR ACL GENPASS argument must be the number of bits for the output password, a positive number up to ${GENPASS_MAX_BITS}`,
      );
    }
    const random = server.env.random.stream('acl-genpass');
    const digits = Math.floor((Number(bits) + 3) / 4);
    client.reply.text(Array.from({ length: digits }, () => random.below(16).toString(16)).join(''));
  },
};

const DEFAULT_LOG_COUNT = 10;

const log: Command = {
  ...administration,
  name: 'log',
  arity: -2,
  complexity: 'O(N)',
  summary: {
    en: 'The latest commands, keys, channels and logins that were denied; or forgets them.',
    zh: '查看最近被拒绝的命令、键、频道和登录，或清空这份日志。',
  },
  arguments: [optional(oneOf('operation', integer('count'), token('reset', 'RESET')))],
  run(server, client, args) {
    if (args.length > 3) throw wrongSyntax(args);
    const { reply } = client;
    const { log: denials } = server.acl;
    if (args.length === 3 && isWord(args[2], 'reset')) {
      denials.entries = [];
      return reply.ok();
    }
    const count = args.length === 3 ? Math.max(0, Number(integerOf(args[2]))) : DEFAULT_LOG_COUNT;
    const shown = denials.entries.slice(0, count);
    reply.array(shown.length);
    for (const entry of shown) {
      reply.map(7);
      reply.text('count');
      reply.integer(entry.count);
      for (const field of ['reason', 'context', 'object', 'username'] as const) {
        reply.text(field);
        reply.text(entry[field]);
      }
      reply.text('age-seconds');
      reply.double(Math.floor(server.nowMs - entry.atMs) / 1000);
      reply.text('client-info');
      reply.text(entry.clientInfo);
    }
  },
};

const dryrun: Command = {
  ...administration,
  name: 'dryrun',
  arity: -4,
  since: '7.0.0',
  summary: {
    en: 'Whether a user may run a command, without running it.',
    zh: '检查某个用户能否执行一条命令，但不真正执行。',
  },
  arguments: [string('username'), string('command'), optional(many(string('arg')))],
  run(server, client, args) {
    const user = server.acl.find(latin1(args[2]));
    if (user === null) throw new ReplyError(`ERR User '${untilNul(latin1(args[2]))}' not found`);
    const inner = args.slice(3);
    const entry = server.commands.resolve(inner);
    if (entry === null) throw new ReplyError(`ERR Command '${untilNul(latin1(args[3]))}' not found`);
    if (!entry.acceptsCount(inner.length)) {
      throw new ReplyError(`ERR wrong number of arguments for '${entry.fullName}' command`);
    }
    const denial = findDenial(user, entry, inner);
    if (denial === null) return client.reply.ok();
    const { reason, index } = denial;
    client.reply.text(
      reason === 'command'
        ? `This user has no permissions to run the '${entry.fullName}' command`
        : `This user has no permissions to access the '${untilNul(latin1(inner[index]))}' ${reason}`,
    );
  },
};

function requireFile(server: Server): string {
  const path = server.config.text('aclfile');
  if (path !== '') return path;
  throw new ReplyError(
    'ERR This Redis instance is not configured to use an ACL file. You may want to specify users via the ACL SETUSER command and then issue a CONFIG REWRITE (assuming you have a Redis configuration file set) in order to store users in the Redis configuration.',
  );
}

const load: Command = {
  ...administration,
  name: 'load',
  arity: 2,
  complexity: 'O(N)',
  summary: {
    en: 'Reads all users from the file that aclfile names, and hangs up on those of before.',
    zh: '从 aclfile 指定的文件重新读取全部用户，并断开以旧用户登录的连接。',
  },
  run(server, client) {
    requireFile(server);
    const before = server.acl.users();
    const problem = loadAclFile(server);
    if (problem !== null) throw new ReplyError(`ERR ${problem}`);
    for (const user of before) if (user !== server.acl.defaultUser) dropClientsOf(server, user);
    client.reply.ok();
  },
};

const save: Command = {
  ...administration,
  name: 'save',
  arity: 2,
  complexity: 'O(N)',
  summary: {
    en: 'Writes all users to the file that aclfile names.',
    zh: '把全部用户写入 aclfile 指定的文件。',
  },
  run(server, client) {
    const path = requireFile(server);
    try {
      const draft = `${path}.tmp`;
      server.disk.write(draft, bytesOf(aclFileText(server)), server.nowMs);
      server.disk.rename(draft, path);
    } catch (problem) {
      if (!(problem instanceof DiskFailure)) throw problem;
      throw new ReplyError(
        'ERR There was an error trying to save the ACLs. Please check the server logs for more information',
      );
    }
    client.reply.ok();
  },
};

export const aclCommand: Command = {
  name: 'acl',
  arity: -2,
  flags: [],
  group: 'server',
  since: '6.0.0',
  complexity: 'that of the subcommand',
  summary: { en: 'Says which user may do what.', zh: '管理用户及其权限。' },
  subcommands: [
    cat,
    deluser,
    dryrun,
    genpass,
    getuser,
    help('server', '6.0.0'),
    list,
    load,
    log,
    save,
    setuser,
    users,
    whoami,
  ],
};
