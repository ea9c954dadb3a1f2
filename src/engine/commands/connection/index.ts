/** Commands about the connection itself: greeting, choosing a database and a protocol, leaving. */
import { bytesOf, latin1 } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import { parseInteger } from '../../base/numbers.ts';
import type { Client } from '../../state/client/client.ts';
import type { Command } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { databaseOf, int32Of, isWord } from '../arguments.ts';
import { modeOf } from '../server/mode.ts';
import { versionOf } from '../server/version.ts';
import { block, integer, optional, since, string } from '../syntax.ts';
import { clientCommand } from './client.ts';
import { authenticate, logOut, setClientName } from './identity.ts';

/** Possible before a password was given, and while a script keeps the server busy. */
const HANDSHAKE = ['noscript', 'loading', 'stale', 'fast', 'no_auth', 'allow_busy'] as const;

const ping: Command = {
  name: 'ping',
  arity: -1,
  flags: ['fast'],
  categories: ['connection'],
  group: 'connection',
  since: '1.0.0',
  complexity: 'O(1)',
  summary: {
    en: 'Answers PONG, or the message given: a sign of life.',
    zh: '回复 PONG，或原样返回所给的消息，用来确认服务器在线。',
  },
  tips: ['request_policy:all_shards', 'response_policy:all_succeeded'],
  arguments: [optional(string('message'))],
  run(_server, client, args) {
    if (args.length > 2) throw errors.wrongArity('ping');
    const { subscriptions, reply } = client;
    if (subscriptions !== null && subscriptions.total > 0 && reply.protocol === 2) {
      // To a subscriber the reply comes as a message.
      reply.array(2);
      reply.text('pong');
      if (args.length === 1) reply.text('');
      else reply.bulk(args[1]);
    } else if (args.length === 1) client.reply.status('PONG');
    else client.reply.bulk(args[1]);
  },
};

const echo: Command = {
  name: 'echo',
  arity: 2,
  flags: ['loading', 'stale', 'fast'],
  categories: ['connection'],
  group: 'connection',
  since: '1.0.0',
  complexity: 'O(1)',
  summary: { en: 'Sends the message back.', zh: '把消息原样发回。' },
  arguments: [string('message')],
  run(_server, client, args) {
    client.reply.bulk(args[1]);
  },
};

const select: Command = {
  name: 'select',
  arity: 2,
  flags: ['loading', 'stale', 'fast'],
  categories: ['connection'],
  group: 'connection',
  since: '1.0.0',
  complexity: 'O(1)',
  summary: {
    en: 'Chooses the database that this connection works on from now on.',
    zh: '选择本连接此后使用的数据库。',
  },
  arguments: [integer('index')],
  run(server, client, args) {
    if (server.cluster !== null && int32Of(args[1]) !== 0) {
      throw new ReplyError('ERR SELECT is not allowed in cluster mode');
    }
    client.db = databaseOf(server, args[1]);
    client.reply.ok();
  },
};

const quit: Command = {
  name: 'quit',
  arity: -1,
  flags: HANDSHAKE,
  categories: ['connection'],
  group: 'connection',
  since: '1.0.0',
  complexity: 'O(1)',
  summary: { en: 'Says goodbye: the server hangs up after its reply.', zh: '道别：服务器回复后断开连接。' },
  run(_server, client) {
    client.reply.ok();
    client.closeAfterReply = true;
  },
};

const reset: Command = {
  name: 'reset',
  arity: 1,
  flags: HANDSHAKE,
  categories: ['connection'],
  group: 'connection',
  since: '6.2.0',
  complexity: 'O(1)',
  summary: {
    en: 'Makes the connection as good as new: database 0, RESP2, no name, not logged in.',
    zh: '让连接恢复如初：0 号数据库、RESP2、无名称、未登录。',
  },
  run(server, client) {
    server.monitors.clients.delete(client);
    server.tracking.disable(client);
    client.db = server.keyspace.databases[0];
    client.reply.protocol = 2;
    logOut(server, client);
    server.watching.discard(client);
    server.subscriptions.leave(client);
    client.name = '';
    client.isAsking = false;
    client.readsFromReplica = false;
    if (client.replyMode !== 'skip') client.speakAgain();
    client.skipsNextReply = false;
    client.reply.status('RESET');
  },
};

const auth: Command = {
  name: 'auth',
  arity: -2,
  flags: HANDSHAKE,
  categories: ['connection'],
  group: 'connection',
  since: '1.0.0',
  complexity: 'O(N)',
  summary: { en: 'Logs the connection in with a password.', zh: '用密码登录本连接。' },
  arguments: [optional(since('6.0.0', string('username'))), string('password')],
  run(server, client, args) {
    if (args.length > 3) throw errors.syntax();
    if (args.length === 2 && server.acl.defaultUser.noPassword) {
      throw new ReplyError(
        'ERR AUTH <password> called without any password configured for the default user. Are you sure your configuration is correct?',
      );
    }
    authenticate(server, client, args.length === 3 ? args[1] : DEFAULT_USER, args[args.length - 1], args[0]);
    client.reply.ok();
  },
};

const DEFAULT_USER = bytesOf('default');

const hello: Command = {
  name: 'hello',
  arity: -1,
  flags: HANDSHAKE,
  categories: ['connection'],
  group: 'connection',
  since: '6.0.0',
  complexity: 'O(1)',
  summary: {
    en: 'The handshake: chooses RESP2 or RESP3, may log in and name the connection, and tells about the server.',
    zh: '握手：选择 RESP2 或 RESP3，可同时登录并给连接命名，返回服务器信息。',
  },
  arguments: [
    optional(
      block(
        'arguments',
        integer('protover'),
        {
          ...block('username_password', string('username'), string('password')),
          token: 'AUTH',
          optional: true,
        },
        string('clientname', { token: 'SETNAME', optional: true }),
      ),
    ),
  ],
  run(server, client, args) {
    const protocol = args.length > 1 ? requestedProtocol(args[1]) : client.reply.protocol;
    readHelloOptions(server, client, args);
    if (!client.authenticated) {
      throw new ReplyError(
        'NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO AUTH <user> <pass> option can be used to authenticate the client and select the RESP protocol version at the same time',
      );
    }
    client.reply.protocol = protocol;
    const { reply } = client;
    const isSentinel = server.sentinel !== null;
    reply.map(isSentinel ? 6 : 7);
    reply.text('server');
    reply.text('redis');
    reply.text('version');
    reply.text(versionOf(server.generation));
    reply.text('proto');
    reply.integer(protocol);
    reply.text('id');
    reply.integer(client.id);
    reply.text('mode');
    reply.text(modeOf(server));
    if (!isSentinel) {
      reply.text('role');
      reply.text(server.replication.master === null ? 'master' : 'replica');
    }
    reply.text('modules');
    reply.array(0);
  },
};

function requestedProtocol(argument: Uint8Array): 2 | 3 {
  const version = parseInteger(argument);
  if (version === null) throw new ReplyError('ERR Protocol version is not an integer or out of range');
  if (version !== 2 && version !== 3) throw new ReplyError('NOPROTO unsupported protocol version');
  return version;
}

/** Options take hold as they are read, as in the server: a later mistake does not undo an earlier SETNAME. */
function readHelloOptions(server: Server, client: Client, args: readonly Uint8Array[]): void {
  for (let at = 2; at < args.length; at++) {
    const following = args.length - 1 - at;
    if (isWord(args[at], 'auth') && following >= 2) {
      authenticate(server, client, args[at + 1], args[at + 2], args[0]);
      at += 2;
    } else if (isWord(args[at], 'setname') && following >= 1) {
      setClientName(client, args[at + 1]);
      at++;
    } else {
      throw new ReplyError(`ERR Syntax error in HELLO option '${latin1(args[at])}'`);
    }
  }
}

export const connectionCommands: readonly Command[] = [
  auth,
  clientCommand,
  echo,
  hello,
  ping,
  quit,
  reset,
  select,
];
