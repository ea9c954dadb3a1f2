/** CLUSTER and what goes with it: a server that is part of no cluster refuses all of it, as redis-server does. */
import type { Command } from '../../state/command/command.ts';
import { help } from '../help.ts';
import { nodeCommands } from './nodes.ts';
import { reportCommands } from './report.ts';
import { slotCommands } from './slots.ts';
import { inCluster } from './subcommand.ts';

const helpCommand = help('cluster', '5.0.0');

const subcommands: readonly Command[] = [
  ...nodeCommands,
  ...reportCommands,
  ...slotCommands,
  {
    ...helpCommand,
    run: inCluster((server, _cluster, client, args) => helpCommand.run?.(server, client, args)),
  },
].sort((a, b) => (a.name < b.name ? -1 : 1));

const cluster: Command = {
  name: 'cluster',
  arity: -2,
  flags: [],
  group: 'cluster',
  since: '3.0.0',
  complexity: 'that of the subcommand',
  summary: {
    en: 'Looks after the cluster that this server is part of.',
    zh: '管理本服务器所在的集群。',
  },
  subcommands,
};

const connection = {
  arity: 1,
  categories: ['connection'],
  group: 'cluster',
  since: '3.0.0',
  complexity: 'O(1)',
} as const;

export const clusterCommands: readonly Command[] = [
  cluster,
  {
    ...connection,
    name: 'asking',
    flags: ['fast'],
    summary: {
      en: 'Announces a key that is on the move between nodes.',
      zh: '声明下一条命令访问的是正在迁移的槽。',
    },
    run: inCluster((_server, _cluster, client) => {
      client.isAsking = true;
      client.reply.ok();
    }),
  },
  {
    ...connection,
    name: 'readonly',
    flags: ['loading', 'stale', 'fast'],
    summary: { en: 'Allows reading from a replica of a cluster.', zh: '允许从集群副本读取数据。' },
    run: inCluster((_server, _cluster, client) => {
      client.readsFromReplica = true;
      client.reply.ok();
    }),
  },
  {
    ...connection,
    name: 'readwrite',
    flags: ['loading', 'stale', 'fast'],
    summary: { en: 'Takes READONLY back.', zh: '取消 READONLY。' },
    run: inCluster((_server, _cluster, client) => {
      client.readsFromReplica = false;
      client.reply.ok();
    }),
  },
];
