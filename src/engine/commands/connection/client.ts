/** CLIENT: connections among themselves. */
import { latin1, lowerAscii } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import { parseInteger } from '../../base/numbers.ts';
import type { Client } from '../../state/client/client.ts';
import { clientType } from '../../state/client/flags.ts';
import { describeClient, localAddress } from '../../state/client/line.ts';
import type { Command } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { isWord } from '../arguments.ts';
import { help } from '../help.ts';
import { block, integer, many, oneOf, optional, since, string, token } from '../syntax.ts';
import { setClientName } from './identity.ts';
import { pause, unpause } from './pause.ts';
import { trackingCommands } from './tracking.ts';
import { unblock } from './unblock.ts';

const shared = {
  flags: ['noscript', 'loading', 'stale'],
  categories: ['connection'],
  group: 'connection',
  complexity: 'O(1)',
} as const;
const administration = { ...shared, flags: ['admin', 'noscript', 'loading', 'stale'] } as const;

const id: Command = {
  ...shared,
  name: 'id',
  arity: 2,
  since: '5.0.0',
  summary: { en: 'The number of this connection.', zh: '返回本连接的编号。' },
  run(_server, client) {
    client.reply.integer(client.id);
  },
};

const getname: Command = {
  ...shared,
  name: 'getname',
  arity: 2,
  since: '2.6.9',
  summary: { en: 'The name given to this connection, if any.', zh: '返回本连接的名称（如果设置过）。' },
  run(_server, client) {
    if (client.name === '') client.reply.nil();
    else client.reply.text(client.name);
  },
};

const setname: Command = {
  ...shared,
  name: 'setname',
  arity: 3,
  since: '2.6.9',
  summary: {
    en: 'Names this connection; an empty name takes it away.',
    zh: '给本连接命名，空串表示取消名称。',
  },
  arguments: [string('connection-name')],
  run(_server, client, args) {
    setClientName(client, args[2]);
    client.reply.ok();
  },
};

const info: Command = {
  ...shared,
  name: 'info',
  arity: 2,
  since: '6.2.0',
  summary: {
    en: 'What CLIENT LIST says about this connection.',
    zh: '返回 CLIENT LIST 中关于本连接的一行。',
  },
  tips: ['nondeterministic_output'],
  run(server, client, args) {
    client.reply.verbatim(`${describeClient(server, client, args)}\n`);
  },
};

const CLIENT_TYPES = ['normal', 'slave', 'replica', 'pubsub', 'master'];

function requireType(argument: Uint8Array): string {
  const type = lowerAscii(argument);
  if (!CLIENT_TYPES.includes(type)) throw new ReplyError(`ERR Unknown client type '${latin1(argument)}'`);
  return type === 'replica' ? 'slave' : type;
}

const list: Command = {
  ...administration,
  name: 'list',
  arity: -2,
  since: '2.4.0',
  complexity: 'O(N)',
  summary: { en: 'One line about every connection.', zh: '逐行列出所有连接。' },
  tips: ['nondeterministic_output'],
  arguments: [
    optional(
      since('5.0.0', {
        ...oneOf(
          'normal_master_replica_pubsub',
          token('normal', 'NORMAL'),
          token('master', 'MASTER'),
          token('replica', 'REPLICA'),
          token('pubsub', 'PUBSUB'),
        ),
        token: 'TYPE',
      }),
    ),
    optional(since('6.2.0', { ...block('id', many(integer('client-id'))), token: 'ID' })),
  ],
  run(server, client, args) {
    let listed: Iterable<Client> = server.clients.values();
    if (args.length === 4 && isWord(args[2], 'type')) {
      const type = requireType(args[3]);
      listed = [...server.clients.values()].filter((each) => clientType(each) === type);
    } else if (args.length > 3 && isWord(args[2], 'id')) {
      listed = args.slice(3).flatMap((argument) => {
        const number = parseInteger(argument);
        if (number === null) throw new ReplyError('ERR Invalid client ID');
        return server.clients.get(Number(number)) ?? [];
      });
    } else if (args.length !== 2) {
      throw errors.syntax();
    }
    const line = (each: Client) => describeClient(server, each, each === client ? args : []);
    client.reply.verbatim(Array.from(listed, (each) => `${line(each)}\n`).join(''));
  },
};

const reply: Command = {
  ...shared,
  name: 'reply',
  arity: 3,
  since: '3.2.0',
  summary: {
    en: 'Turns replies to this connection on or off, or skips the next one.',
    zh: '开启或关闭对本连接的回复，或跳过下一条回复。',
  },
  arguments: [oneOf('on_off_skip', token('on', 'ON'), token('off', 'OFF'), token('skip', 'SKIP'))],
  run(_server, client, args) {
    if (isWord(args[2], 'on')) {
      client.speakAgain();
      client.reply.ok();
    } else if (isWord(args[2], 'off')) {
      client.fallSilent();
    } else if (isWord(args[2], 'skip')) {
      if (client.replyMode !== 'off') client.skipsNextReply = true;
    } else {
      throw errors.syntax();
    }
  },
};

const noEvict: Command = {
  ...administration,
  name: 'no-evict',
  arity: 3,
  since: '7.0.0',
  summary: {
    en: 'Keeps this connection from being dropped when clients take too much memory.',
    zh: '客户端占用内存过多时，不淘汰本连接。',
  },
  arguments: [oneOf('enabled', token('on', 'ON'), token('off', 'OFF'))],
  run(_server, client, args) {
    if (isWord(args[2], 'on')) client.noEvict = true;
    else if (isWord(args[2], 'off')) client.noEvict = false;
    else throw errors.syntax();
    client.reply.ok();
  },
};

const kill: Command = {
  ...administration,
  name: 'kill',
  arity: -3,
  since: '2.4.0',
  complexity: 'O(N)',
  summary: {
    en: 'Hangs up on connections chosen by address, number or kind.',
    zh: '按地址、编号或类型断开连接。',
  },
  arguments: [
    oneOf(
      'filter',
      string('ip:port', { deprecatedSince: '2.8.12' }),
      many(
        oneOf(
          'new-format',
          integer('client-id', { token: 'ID', since: '2.8.12', optional: true }),
          {
            ...oneOf(
              'normal_master_slave_pubsub',
              token('normal', 'NORMAL'),
              token('master', 'MASTER', { since: '3.2.0' }),
              token('slave', 'SLAVE'),
              token('replica', 'REPLICA', { since: '5.0.0' }),
              token('pubsub', 'PUBSUB'),
            ),
            token: 'TYPE',
            since: '2.8.12',
            optional: true,
          },
          string('username', { token: 'USER', optional: true }),
          string('ip:port', { token: 'ADDR', optional: true }),
          string('ip:port', { token: 'LADDR', since: '6.2.0', optional: true }),
          string('yes/no', { token: 'SKIPME', optional: true }),
        ),
      ),
    ),
  ],
  run(server, client, args) {
    const byAddress = args.length === 3;
    const isMeant = byAddress
      ? (each: Client) => each.address === latin1(args[2])
      : readKillFilters(server, client, args);
    const killed = [...server.clients.values()].filter(isMeant);
    for (const each of killed) {
      // The client that asks still gets its reply.
      if (each === client) client.closeAfterReply = true;
      else if (!server.closing.includes(each.id)) server.closing.push(each.id);
    }
    if (!byAddress) client.reply.integer(killed.length);
    else if (killed.length === 0) throw new ReplyError('ERR No such client');
    else client.reply.ok();
  },
};

function readKillFilters(
  server: Server,
  client: Client,
  args: readonly Uint8Array[],
): (each: Client) => boolean {
  const filters: ((each: Client) => boolean)[] = [];
  let skipMe = true;
  for (let at = 2; at < args.length; at += 2) {
    if (at + 1 >= args.length) throw errors.syntax();
    const value = args[at + 1];
    switch (lowerAscii(args[at])) {
      case 'id': {
        const number = parseInteger(value);
        if (number === null || number <= 0) throw new ReplyError('ERR client-id should be greater than 0');
        filters.push((each) => each.id === number);
        break;
      }
      case 'type': {
        const type = requireType(value);
        filters.push((each) => clientType(each) === type);
        break;
      }
      case 'addr':
        filters.push((each) => each.address === latin1(value));
        break;
      case 'laddr':
        filters.push(() => localAddress(server) === latin1(value));
        break;
      case 'user':
        filters.push(ofUser(server, latin1(value)));
        break;
      case 'skipme':
        if (!isWord(value, 'yes') && !isWord(value, 'no')) throw errors.syntax();
        skipMe = isWord(value, 'yes');
        break;
      default:
        throw errors.syntax();
    }
  }
  return (each) => !(skipMe && each === client) && filters.every((filter) => filter(each));
}

function ofUser(server: Server, name: string): (each: Client) => boolean {
  const user = server.acl.find(name);
  if (user === null) throw new ReplyError(`ERR No such user '${name}'`);
  return (each) => each.user === user;
}

export const clientCommand: Command = {
  name: 'client',
  arity: -2,
  flags: [],
  group: 'connection',
  since: '2.4.0',
  complexity: 'that of the subcommand',
  summary: { en: 'Looks after connections.', zh: '管理客户端连接。' },
  subcommands: [
    getname,
    help('connection', '5.0.0', ['connection']),
    id,
    info,
    kill,
    list,
    noEvict,
    pause,
    reply,
    setname,
    ...trackingCommands,
    unblock,
    unpause,
  ],
};
