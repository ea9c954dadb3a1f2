/** Replication: whom this server follows, who follows it, and the words that servers have for each other. */

import { splitArguments } from '../../../protocol/split-arguments.ts';
import { bytesOf, equalsIgnoreCase, latin1 } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import { INT64_MAX, INT64_MIN, parseInteger } from '../../base/numbers.ts';
import { findReplica } from '../../replication/failover.ts';
import { machineryOf } from '../../replication/machinery.ts';
import { refuseSynchronization } from '../../replication/serve.ts';
import { placeOf } from '../../replication/stream.ts';
import type { Client } from '../../state/client/client.ts';
import type { Command } from '../../state/command/command.ts';
import type { Master } from '../../state/replication/master.ts';
import type { Server } from '../../state/server.ts';
import { integerBetween, integerOf, isWord } from '../arguments.ts';
import { block, integer, oneOf, optional, string, token } from '../syntax.ts';

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
  run(server, client) {
    const { reply } = client;
    const { master, offset, replicas } = server.replication;
    if (master !== null) return describeMaster(client, master);
    const online = replicas.filter(({ replica }) => replica?.stage === 'online');
    reply.array(3);
    reply.text('master');
    reply.integer(offset);
    reply.array(online.length);
    for (const each of online) {
      const { host, port } = placeOf(each);
      reply.array(3);
      reply.text(host);
      reply.text(String(port));
      reply.text(String(each.replica?.acknowledged ?? 0));
    }
  },
};

function describeMaster({ reply }: Client, { host, port, stage, client, offset }: Master): void {
  reply.array(5);
  reply.text('slave');
  reply.bulk(bytesOf(host));
  reply.integer(port);
  reply.text(stage === 'transfer' ? 'sync' : stage);
  reply.integer(client === null ? -1 : offset);
}

const PORT_MAX = 65535;

const replicaof: Command = {
  name: 'replicaof',
  arity: 3,
  flags: ['admin', 'noscript', 'stale', 'no_async_loading'],
  group: 'server',
  since: '5.0.0',
  complexity: 'O(1)',
  summary: {
    en: 'Makes the server a replica of another one; NO ONE makes it a master again.',
    zh: '让服务器成为另一台服务器的副本；NO ONE 让它重新成为主节点。',
  },
  arguments: [
    oneOf(
      'args',
      block('host-port', string('host'), integer('port')),
      block('no-one', token('no', 'NO'), token('one', 'ONE')),
    ),
  ],
  run(server, client, args) {
    const { replication } = server;
    if (server.cluster !== null) throw new ReplyError('ERR REPLICAOF not allowed in cluster mode.');
    if (replication.failover !== null) throw new ReplyError('ERR REPLICAOF not allowed while failing over.');
    if (isWord(args[1], 'no') && isWord(args[2], 'one')) {
      if (replication.master !== null) machineryOf(server).following.stopFollowing();
      return client.reply.ok();
    }
    if (client.replica?.isReplica) throw new ReplyError('ERR Command is not valid when client is a replica.');
    const port = parseInteger(args[2]);
    if (port === null || port < 0 || port > PORT_MAX) throw new ReplyError('ERR Invalid master port');
    const host = latin1(args[1]);
    const { master } = replication;
    if (master !== null && equalsIgnoreCase(args[1], master.host) && master.port === Number(port)) {
      return client.reply.status('OK Already connected to specified master');
    }
    machineryOf(server).following.follow(host, Number(port));
    client.reply.ok();
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
    en: 'Hands the role of the master over to a replica, once it has everything.',
    zh: '等副本追上全部数据后，把主节点身份交给它。',
  },
  arguments: [
    optional({
      ...block('target', string('host'), integer('port'), optional(token('force', 'FORCE'))),
      token: 'TO',
    }),
    optional(token('abort', 'ABORT')),
    optional(integer('milliseconds', { token: 'TIMEOUT' })),
  ],
  run(server, client, args) {
    const { replication } = server;
    if (server.cluster !== null) throw new ReplyError('ERR FAILOVER not allowed in cluster mode.');
    if (args.length === 2 && isWord(args[1], 'abort')) {
      if (replication.failover === null) throw new ReplyError('ERR No failover in progress.');
      machineryOf(server).failing.abort('Failover manually aborted');
      return client.reply.ok();
    }
    let timeoutMs = 0;
    let target: { host: string; port: number } | null = null;
    let isForced = false;
    for (let at = 1; at < args.length; at++) {
      const following = args.length - 1 - at;
      if (isWord(args[at], 'timeout') && following >= 1 && timeoutMs === 0) {
        timeoutMs = Number(integerOf(args[++at]));
        if (timeoutMs <= 0) throw new ReplyError('ERR FAILOVER timeout must be greater than 0');
      } else if (isWord(args[at], 'to') && following >= 2 && target === null) {
        target = { host: latin1(args[at + 1]), port: Number(integerOf(args[at + 2])) };
        at += 2;
      } else if (isWord(args[at], 'force') && !isForced) {
        isForced = true;
      } else {
        throw errors.syntax();
      }
    }
    if (replication.failover !== null) throw new ReplyError('ERR FAILOVER already in progress.');
    if (replication.master !== null) {
      throw new ReplyError('ERR FAILOVER is not valid when server is a replica.');
    }
    if (replication.replicas.length === 0) throw new ReplyError('ERR FAILOVER requires connected replicas.');
    if (isForced && (timeoutMs === 0 || target === null)) {
      throw new ReplyError('ERR FAILOVER with force option requires both a timeout and target HOST and IP.');
    }
    if (target !== null) requireTarget(server, target.host, target.port);
    machineryOf(server).failing.begin({ target, isForced, timeoutMs });
    client.reply.ok();
  },
};

function requireTarget(server: Server, host: string, port: number): void {
  const replica = findReplica(server, host, port);
  if (replica === null) throw new ReplyError('ERR FAILOVER target HOST and PORT is not a replica.');
  if (replica.replica?.stage !== 'online') throw new ReplyError('ERR FAILOVER target replica is not online.');
}

const MAX_HOST_BYTES = 256;

/** REPLCONF, which replicas send about themselves and masters to ask them. Some options get no reply. */
const replconf: Command = {
  name: 'replconf',
  arity: -1,
  flags: ['admin', 'noscript', 'loading', 'stale', 'allow_busy'],
  group: 'server',
  since: '3.0.0',
  complexity: 'O(1)',
  system: true,
  summary: {
    en: 'What a replica says about itself, and how it acknowledges what it has.',
    zh: '副本用来自报情况，并确认已收到的数据。',
  },
  run(server, client, args) {
    if (args.length % 2 === 0) throw errors.syntax();
    const { following, serving } = machineryOf(server);
    for (let at = 1; at < args.length; at += 2) {
      const value = args[at + 1];
      const is = (word: string) => isWord(args[at], word);
      if (is('ack')) {
        const offset = parseInteger(value);
        if (offset !== null) serving.acknowledge(client, Number(offset));
        return;
      }
      if (is('getack')) return following.acknowledge();
      const replica = serving.about(client);
      if (is('listening-port')) replica.listeningPort = Number(integerOf(value));
      else if (is('ip-address')) {
        if (value.length >= MAX_HOST_BYTES) {
          throw new ReplyError(
            `ERR REPLCONF ip-address provided by replica instance is too long: ${value.length} bytes`,
          );
        }
        replica.announcedHost = latin1(value);
      } else if (is('capa')) {
        if (isWord(value, 'eof')) replica.takesEof = true;
        else if (isWord(value, 'psync2')) replica.takesPsync2 = true;
      } else if (is('rdb-only')) {
        replica.wantsOnlyFile = integerBetween(value, 0, 1, OUT_OF_RANGE) === 1;
      } else if (is('rdb-filter-only')) {
        const parts = partsIn(value);
        replica.leavesOutData = true;
        replica.leavesOutFunctions = !parts.includes('functions');
      } else {
        throw new ReplyError(`ERR Unrecognized REPLCONF option: ${latin1(args[at])}`);
      }
    }
    client.reply.ok();
  },
};

const OUT_OF_RANGE = 'ERR value is out of range, value must between 0 and 1';

function partsIn(value: Uint8Array): string[] {
  const words = splitArguments(value);
  if (words === null) throw new ReplyError('ERR Missing rdb-filter-only values');
  return words.map((word) => {
    if (!isWord(word, 'functions')) {
      throw new ReplyError(`ERR Unsupported rdb-filter-only option: ${latin1(word)}`);
    }
    return 'functions';
  });
}

const following = {
  flags: ['admin', 'noscript', 'no_async_loading', 'no_multi'],
  group: 'server',
} as const;

const psync: Command = {
  ...following,
  name: 'psync',
  arity: -3,
  since: '2.8.0',
  complexity: '',
  summary: {
    en: 'Makes the caller a replica that goes on at an offset, or gets everything if that is not possible.',
    zh: '让调用者成为副本：从给定偏移量继续，若做不到则发送全部数据。',
  },
  arguments: [string('replicationid'), integer('offset')],
  run(server, client, args) {
    if (client.replica?.isReplica) return;
    if (args.length > 3 && isWord(args[3], 'failover')) takeOver(server, args[1]);
    const refusal = refuseSynchronization(server, client);
    if (refusal !== null) throw refusal;
    const offset = integerBetween(args[2], INT64_MIN, INT64_MAX, errors.notAnInteger().text);
    machineryOf(server).serving.synchronize(client, { id: latin1(args[1]), offset: Number(offset) });
  },
};

/** The master hands over to this replica, and becomes its replica. */
function takeOver(server: Server, id: Uint8Array): void {
  const { replication } = server;
  if (replication.master === null) throw new ReplyError("ERR PSYNC FAILOVER can't be sent to a master.");
  if (!equalsIgnoreCase(id, replication.id)) {
    throw new ReplyError('ERR PSYNC FAILOVER replid must match my replid.');
  }
  machineryOf(server).following.stopFollowing();
}

const sync: Command = {
  ...following,
  name: 'sync',
  arity: 1,
  since: '1.0.0',
  complexity: '',
  summary: {
    en: 'Makes the caller a replica, the old way: it gets everything.',
    zh: '旧式的同步命令：让调用者成为副本，并发送全部数据。',
  },
  run(server, client) {
    if (client.replica?.isReplica) return;
    const refusal = refuseSynchronization(server, client);
    if (refusal !== null) throw refusal;
    machineryOf(server).serving.synchronize(client, null);
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
