/** Replication as a server without replicas knows it: it is a master and stays one. */
import { latin1 } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import { parseInteger } from '../../base/numbers.ts';
import type { Command } from '../../state/command/command.ts';
import { integerOf, isWord } from '../arguments.ts';
import { block, integer, oneOf, optional, string, token } from '../syntax.ts';

const ALONE = 'ERR There is no replication here: this server is alone';

const role: Command = {
  name: 'role',
  arity: 1,
  flags: ['noscript', 'loading', 'stale', 'fast'],
  categories: ['admin', 'dangerous'],
  group: 'server',
  since: '2.8.12',
  complexity: 'O(1)',
  summary: {
    en: 'Whether the server is a master or a replica, and of whom.',
    zh: '返回服务器的角色：主节点还是副本。',
  },
  run(_server, client) {
    const { reply } = client;
    reply.array(3);
    reply.text('master');
    reply.integer(0);
    reply.array(0);
  },
};

const PORT_MAX = 65535;

const replicaof: Command = {
  name: 'replicaof',
  arity: 3,
  flags: ['admin', 'noscript', 'stale', 'no_async_loading'],
  group: 'server',
  since: '5.0.0',
  complexity: 'O(1)',
  summary: {
    en: 'NO ONE leaves the server a master; to follow another server is refused.',
    zh: 'NO ONE 让服务器保持主节点身份；跟随另一台服务器的请求会被拒绝。',
  },
  arguments: [
    oneOf(
      'args',
      block('host-port', string('host'), integer('port')),
      block('no-one', token('no', 'NO'), token('one', 'ONE')),
    ),
  ],
  run(_server, client, args) {
    if (isWord(args[1], 'no') && isWord(args[2], 'one')) return client.reply.ok();
    const port = parseInteger(args[2]);
    if (port === null || port < 0 || port > PORT_MAX) throw new ReplyError('ERR Invalid master port');
    throw new ReplyError(ALONE);
  },
};

const slaveof: Command = {
  ...replicaof,
  name: 'slaveof',
  since: '1.0.0',
  deprecated: { since: '5.0.0', replacedBy: '`REPLICAOF`' },
  summary: { en: 'REPLICAOF under its old name.', zh: 'REPLICAOF 的旧名。' },
};

const failover: Command = {
  name: 'failover',
  arity: -1,
  flags: ['admin', 'noscript', 'stale'],
  group: 'server',
  since: '6.2.0',
  complexity: 'O(1)',
  summary: {
    en: 'Hands over to a replica, of which there is none.',
    zh: '把主节点身份交给副本；这里没有副本。',
  },
  arguments: [
    optional({
      ...block('target', string('host'), integer('port'), optional(token('force', 'FORCE'))),
      token: 'TO',
    }),
    optional(token('abort', 'ABORT')),
    optional(integer('milliseconds', { token: 'TIMEOUT' })),
  ],
  run(_server, _client, args) {
    if (args.length === 2 && isWord(args[1], 'abort')) throw new ReplyError('ERR No failover in progress.');
    const given = { timeout: false, to: false, force: false };
    for (let at = 1; at < args.length; at++) {
      const following = args.length - 1 - at;
      if (isWord(args[at], 'timeout') && following >= 1 && !given.timeout) {
        if (integerOf(args[++at]) <= 0) throw new ReplyError('ERR FAILOVER timeout must be greater than 0');
        given.timeout = true;
      } else if (isWord(args[at], 'to') && following >= 2 && !given.to) {
        integerOf(args[at + 2]);
        at += 2;
        given.to = true;
      } else if (isWord(args[at], 'force') && !given.force) {
        given.force = true;
      } else {
        throw errors.syntax();
      }
    }
    throw new ReplyError('ERR FAILOVER requires connected replicas.');
  },
};

/** REPLCONF, which replicas send about themselves. Some options get no reply. */
const replconf: Command = {
  name: 'replconf',
  arity: -1,
  flags: ['admin', 'noscript', 'loading', 'stale', 'allow_busy'],
  group: 'server',
  since: '3.0.0',
  complexity: 'O(1)',
  system: true,
  summary: { en: 'What a replica says before it asks for data.', zh: '副本在请求数据之前用来自报情况。' },
  run(_server, client, args) {
    if (args.length % 2 === 0) throw errors.syntax();
    for (let at = 1; at < args.length; at += 2) {
      const is = (word: string) => isWord(args[at], word);
      if (is('listening-port') || is('rdb-only')) integerOf(args[at + 1]);
      else if (is('ack') || is('getack')) return;
      else if (!is('ip-address') && !is('capa') && !is('rdb-filter-only')) {
        throw new ReplyError(`ERR Unrecognized REPLCONF option: ${latin1(args[at])}`);
      }
    }
    client.reply.ok();
  },
};

const following = {
  flags: ['admin', 'noscript', 'no_async_loading', 'no_multi'],
  group: 'server',
  run() {
    throw new ReplyError(ALONE);
  },
} as const;

const psync: Command = {
  ...following,
  name: 'psync',
  arity: -3,
  since: '2.8.0',
  complexity: '',
  summary: { en: 'Would make the caller a replica; refused here.', zh: '用于让调用者成为副本；此处拒绝。' },
  arguments: [string('replicationid'), integer('offset')],
};

const sync: Command = {
  ...following,
  name: 'sync',
  arity: 1,
  since: '1.0.0',
  complexity: '',
  summary: {
    en: 'Would make the caller a replica, the old way; refused here.',
    zh: '旧式的同步命令，用于让调用者成为副本；此处拒绝。',
  },
};

export const replicationCommands: readonly Command[] = [
  failover,
  psync,
  replconf,
  replicaof,
  role,
  slaveof,
  sync,
];
