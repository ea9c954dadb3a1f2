/** CLUSTER and what goes with it: a server that is part of no cluster refuses all of it, as redis-server does. */
import { ReplyError } from '../base/errors.ts';
import type { Command, CommandFlag } from '../state/command/command.ts';
import { block, integer, many, oneOf, optional, string, token } from './syntax.ts';

function refuse(): never {
  throw new ReplyError('ERR This instance has cluster support disabled');
}

const READING: readonly CommandFlag[] = ['stale'];
const ADMINISTRATION: readonly CommandFlag[] = ['admin', 'stale'];
const CHANGING: readonly CommandFlag[] = ['admin', 'stale', 'no_async_loading'];
const VARYING = ['nondeterministic_output'] as const;

interface Facts {
  readonly since?: string;
  readonly complexity?: string;
  readonly tips?: readonly string[];
  readonly deprecated?: Command['deprecated'];
  readonly arguments?: Command['arguments'];
}

function subcommand(
  name: string,
  arity: number,
  flags: readonly CommandFlag[],
  summary: Command['summary'],
  facts: Facts = {},
): Command {
  return {
    name,
    arity,
    flags,
    summary,
    group: 'cluster',
    since: '3.0.0',
    complexity: 'O(1)',
    ...facts,
    run: refuse,
  };
}

const node = [string('node-id')];
const slots = [many(integer('slot'))];
const ranges = [many(block('start-slot_end-slot', integer('start-slot'), integer('end-slot')))];

const subcommands: readonly Command[] = [
  subcommand(
    'addslots',
    -3,
    CHANGING,
    { en: 'Gives slots to this node.', zh: '把若干槽分配给本节点。' },
    {
      complexity: 'O(N)',
      arguments: slots,
    },
  ),
  subcommand(
    'addslotsrange',
    -4,
    CHANGING,
    { en: 'Gives ranges of slots to this node.', zh: '把若干段连续的槽分配给本节点。' },
    {
      since: '7.0.0',
      complexity: 'O(N)',
      arguments: ranges,
    },
  ),
  subcommand(
    'bumpepoch',
    2,
    CHANGING,
    { en: 'Raises the configuration epoch.', zh: '递增配置纪元。' },
    { tips: VARYING },
  ),
  subcommand(
    'count-failure-reports',
    3,
    ADMINISTRATION,
    { en: 'How many nodes say that a node has failed.', zh: '返回认为某节点已下线的报告数。' },
    {
      complexity: 'O(N)',
      tips: VARYING,
      arguments: node,
    },
  ),
  subcommand(
    'countkeysinslot',
    3,
    READING,
    { en: 'How many keys lie in a slot.', zh: '返回某个槽中的键数。' },
    { arguments: [integer('slot')] },
  ),
  subcommand(
    'delslots',
    -3,
    CHANGING,
    { en: 'Takes slots from this node.', zh: '取消本节点对若干槽的负责。' },
    {
      complexity: 'O(N)',
      arguments: slots,
    },
  ),
  subcommand(
    'delslotsrange',
    -4,
    CHANGING,
    { en: 'Takes ranges of slots from this node.', zh: '取消本节点对若干段连续槽的负责。' },
    {
      since: '7.0.0',
      complexity: 'O(N)',
      arguments: ranges,
    },
  ),
  subcommand(
    'failover',
    -2,
    CHANGING,
    { en: 'Lets a replica take over from its master.', zh: '让副本接替它的主节点。' },
    {
      arguments: [optional(oneOf('options', token('force', 'FORCE'), token('takeover', 'TAKEOVER')))],
    },
  ),
  subcommand('flushslots', 2, CHANGING, {
    en: 'Takes all slots from this node.',
    zh: '取消本节点对所有槽的负责。',
  }),
  subcommand(
    'forget',
    3,
    CHANGING,
    { en: 'Strikes a node off the list.', zh: '从节点表中移除一个节点。' },
    { arguments: node },
  ),
  subcommand(
    'getkeysinslot',
    4,
    READING,
    { en: 'Some keys of a slot.', zh: '返回某个槽中的若干键。' },
    {
      complexity: 'O(log(N))',
      tips: VARYING,
      arguments: [integer('slot'), integer('count')],
    },
  ),
  {
    ...subcommand('help', 2, ['loading', 'stale'], {
      en: 'Lists the subcommands; refused like the others.',
      zh: '列出全部子命令；未启用集群时同样被拒绝。',
    }),
    since: '5.0.0',
  },
  subcommand(
    'info',
    2,
    READING,
    { en: 'The state of the cluster.', zh: '返回集群状态。' },
    { tips: VARYING },
  ),
  subcommand(
    'keyslot',
    3,
    READING,
    { en: 'The slot of a key.', zh: '返回键所属的槽。' },
    { complexity: 'O(N)', arguments: [string('key')] },
  ),
  subcommand(
    'links',
    2,
    READING,
    { en: 'The connections to other nodes.', zh: '列出与其他节点之间的连接。' },
    {
      since: '7.0.0',
      complexity: 'O(N)',
      tips: VARYING,
    },
  ),
  subcommand(
    'meet',
    -4,
    CHANGING,
    { en: 'Introduces this node to another.', zh: '让本节点与另一个节点握手。' },
    {
      arguments: [
        string('ip'),
        integer('port'),
        optional({ ...integer('cluster_bus_port'), since: '4.0.0' }),
      ],
    },
  ),
  subcommand('myid', 2, READING, { en: 'The id of this node.', zh: '返回本节点的编号。' }),
  subcommand(
    'nodes',
    2,
    READING,
    { en: 'All nodes, a line each.', zh: '逐行列出所有节点。' },
    { complexity: 'O(N)', tips: VARYING },
  ),
  subcommand(
    'replicas',
    3,
    ADMINISTRATION,
    { en: 'The replicas of a master.', zh: '列出某个主节点的副本。' },
    {
      since: '5.0.0',
      tips: VARYING,
      arguments: node,
    },
  ),
  subcommand(
    'replicate',
    3,
    CHANGING,
    { en: 'Makes this node a replica of another.', zh: '让本节点成为另一个节点的副本。' },
    { arguments: node },
  ),
  subcommand(
    'reset',
    -2,
    ['admin', 'noscript', 'stale'],
    { en: 'Makes the node forget the cluster.', zh: '让节点忘掉所在的集群。' },
    {
      complexity: 'O(N)',
      arguments: [optional(oneOf('hard_soft', token('hard', 'HARD'), token('soft', 'SOFT')))],
    },
  ),
  subcommand('saveconfig', 2, CHANGING, {
    en: 'Writes the state of the node to disk.',
    zh: '把节点状态写入磁盘。',
  }),
  subcommand(
    'set-config-epoch',
    3,
    CHANGING,
    { en: 'Sets the configuration epoch of a new node.', zh: '设置新节点的配置纪元。' },
    {
      arguments: [integer('config-epoch')],
    },
  ),
  subcommand(
    'setslot',
    -4,
    CHANGING,
    { en: 'Says to whom a slot belongs or moves.', zh: '指定某个槽归谁所有、正迁往何处。' },
    {
      arguments: [
        integer('slot'),
        oneOf(
          'subcommand',
          string('node-id', { token: 'IMPORTING' }),
          string('node-id', { token: 'MIGRATING' }),
          string('node-id', { token: 'NODE' }),
          token('stable', 'STABLE'),
        ),
      ],
    },
  ),
  subcommand(
    'shards',
    2,
    READING,
    { en: 'Which nodes serve which slots.', zh: '返回各分片的槽与节点。' },
    {
      since: '7.0.0',
      complexity: 'O(N)',
      tips: VARYING,
    },
  ),
  subcommand(
    'slaves',
    3,
    ADMINISTRATION,
    { en: 'The replicas of a master, under their old name.', zh: '列出某个主节点的副本（旧称）。' },
    {
      tips: VARYING,
      deprecated: { since: '5.0.0', replacedBy: '`CLUSTER REPLICAS`' },
      arguments: node,
    },
  ),
  subcommand(
    'slots',
    2,
    READING,
    { en: 'Which slots are served by which nodes.', zh: '返回各段槽由哪些节点负责。' },
    {
      complexity: 'O(N)',
      tips: VARYING,
      deprecated: { since: '7.0.0', replacedBy: '`CLUSTER SHARDS`' },
    },
  ),
];

const cluster: Command = {
  name: 'cluster',
  arity: -2,
  flags: [],
  group: 'cluster',
  since: '3.0.0',
  complexity: 'that of the subcommand',
  summary: {
    en: 'Looks after a cluster; this server is in none.',
    zh: '管理集群；这台服务器不属于任何集群。',
  },
  subcommands,
};

const connection = {
  arity: 1,
  categories: ['connection'],
  group: 'cluster',
  since: '3.0.0',
  complexity: 'O(1)',
  run: refuse,
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
  },
  {
    ...connection,
    name: 'readonly',
    flags: ['loading', 'stale', 'fast'],
    summary: { en: 'Allows reading from a replica of a cluster.', zh: '允许从集群副本读取数据。' },
  },
  {
    ...connection,
    name: 'readwrite',
    flags: ['loading', 'stale', 'fast'],
    summary: { en: 'Takes READONLY back.', zh: '取消 READONLY。' },
  },
];
