/** Subcommands that show what the sentinel knows. */
import { bytesOf, latin1 } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import { many, string } from '../../commands/syntax.ts';
import type { Client } from '../../state/client/client.ts';
import type { Command } from '../../state/command/command.ts';
import { currentAddress, type Instance } from '../../state/sentinel/instance.ts';
import type { Server } from '../../state/server.ts';
import { sentinelOf, timeOf } from '../watch.ts';
import { describeInstance } from './describe-instance.ts';
import { masterOf, SUBCOMMAND } from './subcommand.ts';

function describeAll(server: Server, { reply }: Client, instances: Iterable<Instance>): void {
  const all = [...instances];
  reply.array(all.length);
  for (const instance of all) describeInstance(server, reply, instance);
}

const NAMED = [string('master-name')];

const masters: Command = {
  ...SUBCOMMAND,
  name: 'masters',
  arity: 2,
  complexity: 'O(N)',
  summary: { en: 'All masters that are watched, with their state.', zh: '列出被监视的全部主节点及其状态。' },
  run(server, client) {
    describeAll(server, client, sentinelOf(server).masters.values());
  },
};

const master: Command = {
  ...SUBCOMMAND,
  name: 'master',
  arity: 3,
  summary: { en: 'The state of one master.', zh: '返回一个主节点的状态。' },
  arguments: NAMED,
  run(server, client, args) {
    describeInstance(server, client.reply, masterOf(server, args));
  },
};

const listReplicas: NonNullable<Command['run']> = (server, client, args) => {
  const { replicas: all } = masterOf(server, args);
  describeAll(
    server,
    client,
    [...all.values()].filter(({ isAnnounced }) => isAnnounced),
  );
};

const replicas: Command = {
  ...SUBCOMMAND,
  name: 'replicas',
  arity: 3,
  since: '5.0.0',
  complexity: 'O(N)',
  summary: { en: 'The replicas of a master, with their state.', zh: '列出某个主节点的副本及其状态。' },
  arguments: NAMED,
  run: listReplicas,
};

const slaves: Command = {
  ...SUBCOMMAND,
  name: 'slaves',
  arity: 3,
  since: '2.8.0',
  complexity: 'O(N)',
  summary: {
    en: 'The replicas of a master, under their old name.',
    zh: '列出某个主节点的副本（旧称）。',
  },
  deprecated: { since: '5.0.0', replacedBy: '`SENTINEL REPLICAS`' },
  arguments: NAMED,
  run: listReplicas,
};

const sentinels: Command = {
  ...SUBCOMMAND,
  name: 'sentinels',
  arity: 3,
  complexity: 'O(N)',
  summary: {
    en: 'The other sentinels that watch a master.',
    zh: '列出监视同一主节点的其他哨兵。',
  },
  arguments: NAMED,
  run(server, client, args) {
    describeAll(server, client, masterOf(server, args).sentinels.values());
  },
};

const myid: Command = {
  ...SUBCOMMAND,
  name: 'myid',
  arity: 2,
  since: '6.2.0',
  summary: { en: 'The id of this sentinel.', zh: '返回本哨兵的编号。' },
  run(server, client) {
    client.reply.text(sentinelOf(server).id);
  },
};

const getMasterAddress: Command = {
  ...SUBCOMMAND,
  name: 'get-master-addr-by-name',
  arity: 3,
  summary: {
    en: 'Where the master of this name is now; what clients ask first.',
    zh: '返回该名称的主节点当前地址，客户端首先要问的就是它。',
  },
  arguments: NAMED,
  run(server, { reply }, args) {
    const found = sentinelOf(server).masters.get(latin1(args[2]));
    if (found === undefined) {
      reply.nilArray();
      return;
    }
    const { host, port } = currentAddress(found);
    reply.array(2);
    reply.text(host);
    reply.text(String(port));
  },
};

const infoCache: Command = {
  ...SUBCOMMAND,
  name: 'info-cache',
  arity: -3,
  since: '3.2.0',
  complexity: 'O(N)',
  summary: {
    en: 'The latest INFO of masters and their replicas, and how old it is.',
    zh: '返回各主节点及其副本最近一次 INFO 的内容和它的时效。',
  },
  arguments: [many(string('nodename'))],
  run(server, { reply }, args) {
    const nowMs = timeOf(server);
    const names = args.slice(2).map((name) => latin1(name));
    const chosen = [...sentinelOf(server).masters.values()].filter(({ name }) => names.includes(name));
    reply.map(chosen.length);
    for (const each of chosen) {
      reply.text(each.name);
      const instances = [each, ...each.replicas.values()];
      reply.array(instances.length);
      for (const { info, infoRefreshMs } of instances) {
        reply.array(2);
        reply.integer(infoRefreshMs === 0 ? 0 : nowMs - infoRefreshMs);
        if (info === null) reply.nil();
        else reply.bulk(bytesOf(info));
      }
    }
  },
};

const ckquorum: Command = {
  ...SUBCOMMAND,
  name: 'ckquorum',
  arity: 3,
  complexity: '',
  summary: {
    en: 'Whether enough sentinels can be reached to find the master down and to elect a leader.',
    zh: '检查当前可达的哨兵是否足以判定主节点下线并选出领导者。',
  },
  arguments: NAMED,
  run(server, client, args) {
    const found = masterOf(server, args);
    let usable = 1;
    for (const other of found.sentinels.values()) {
      if (!other.is('s_down') && !other.is('o_down')) usable++;
    }
    const majority = Math.floor((found.sentinels.size + 1) / 2) + 1;
    if (usable >= found.quorum && usable >= majority) {
      client.reply.status(`OK ${usable} usable Sentinels. Quorum and failover authorization can be reached`);
      return;
    }
    const parts = [`NOQUORUM ${usable} usable Sentinels. `];
    if (usable < found.quorum) {
      parts.push('Not enough available Sentinels to reach the specified quorum for this master');
    }
    if (usable < majority) {
      parts.push(
        usable < found.quorum ? '. ' : '',
        'Not enough available Sentinels to reach the majority and authorize a failover',
      );
    }
    throw new ReplyError(parts.join(''));
  },
};

const pendingScripts: Command = {
  ...SUBCOMMAND,
  name: 'pending-scripts',
  arity: 2,
  complexity: '',
  summary: {
    en: 'Programs that are to be started; there are none, because none can be started from here.',
    zh: '列出等待执行的脚本；这里无法启动外部程序，所以总是空的。',
  },
  run(_server, client) {
    client.reply.array(0);
  },
};

export const lookCommands: readonly Command[] = [
  ckquorum,
  getMasterAddress,
  infoCache,
  master,
  masters,
  myid,
  pendingScripts,
  replicas,
  sentinels,
  slaves,
];
