import type { FollowedView, ReplicationNode, ReplicaView, ResyncView } from '../../../protocol/views.ts';
import { formatAllBytes, formatBytes, formatCount, plural } from '../../i18n/amounts.ts';
import type { Pair } from '../../i18n/pair.ts';

export interface ReplicationWords {
  readonly title: string;
  readonly stage: string;
  readonly single: string;
  readonly masters: (masters: number) => string;
  readonly replicas: (replicas: number) => string;
  readonly behind: (bytes: number) => string;
  readonly linkDown: (replicas: number) => string;
  readonly roles: Record<'master' | 'replica' | 'down', string>;
  readonly nodeNote: (node: ReplicationNode) => string;
  readonly figures: Record<
    'id' | 'second' | 'offset' | 'full' | 'partial' | 'refused' | 'min',
    { readonly name: string; readonly about: string }
  >;
  readonly noId: string;
  readonly second: (id: string, offset: number) => string;
  readonly min: (good: number, wanted: number) => string;
  readonly minRefuses: string;
  readonly failover: (stage: string) => string;
  readonly backlog: string;
  readonly backlogAbout: string;
  readonly noBacklog: string;
  readonly backlogNote: (size: number, length: number) => string;
  readonly bead: (from: number, to: number, isKept: boolean) => string;
  readonly perBead: (bytes: number) => string;
  readonly written: (offset: number) => string;
  readonly firstByte: (offset: number) => string;
  readonly at: (name: string, offset: number) => string;
  readonly noReplica: string;
  readonly alone: string;
  readonly masterSays: string;
  readonly replicaSays: string;
  readonly notKnown: string;
  readonly masterStages: Record<'wait_bgsave_start' | 'wait_bgsave_end' | 'online', string>;
  readonly masterStagesAbout: Record<'wait_bgsave_start' | 'wait_bgsave_end' | 'online', string>;
  readonly hasFile: string;
  readonly replicaStages: Record<FollowedView['stage'], string>;
  readonly replicaStagesAbout: Record<FollowedView['stage'], string>;
  readonly acknowledged: (replica: ReplicaView) => string;
  readonly waitsForAck: string;
  readonly upToDate: string;
  readonly pending: (bytes: number) => string;
  readonly runs: (followed: FollowedView) => string;
  readonly transfer: (received: number, length: number | null) => string;
  readonly tries: (tries: number) => string;
  readonly downFor: (seconds: number) => string;
  readonly goesOn: (offset: number) => string;
  readonly cannotGoOn: string;
  readonly resync: (resync: ResyncView) => string;
  readonly good: string;
  readonly more: (replicas: number) => string;
}

const count = (value: number) => formatCount(value, 'en');

export const replicationWords: Pair<ReplicationWords> = {
  en: {
    title: 'Replication',
    stage: 'Masters, their backlogs, and how far every replica is',
    single:
      'This session has one server, and nobody copies it. Start from a master with replicas to see more.',
    masters: (masters) => plural(masters, 'master', 'masters'),
    replicas: (replicas) => plural(replicas, 'replica', 'replicas'),
    behind: (bytes) => (bytes === 0 ? 'all up to date' : `up to ${formatAllBytes(bytes)} behind`),
    linkDown: (replicas) => `${plural(replicas, 'link', 'links')} down`,
    roles: { master: 'master', replica: 'replica', down: 'down' },
    nodeNote: ({ address, following }) =>
      following === null ? address : `${address} · replica of ${following.address}`,
    figures: {
      id: {
        name: 'replication id',
        about: 'Names the history of the data. Who has the same id and a smaller offset misses only the end.',
      },
      second: {
        name: 'second id, valid up to',
        about:
          'The history before the last promotion. A replica that still knows this one may go on, up to this offset.',
      },
      offset: {
        name: 'offset',
        about: 'How many bytes of the stream have been written since the history began.',
      },
      full: { name: 'full resyncs', about: 'How often a replica was sent everything.' },
      partial: { name: 'partial', about: 'How often a replica was sent only what it missed.' },
      refused: {
        name: 'partial refused',
        about: 'How often a replica asked to go on where it was and could not.',
      },
      min: {
        name: 'min-replicas-to-write',
        about: 'With fewer replicas that acknowledge in time, writes are refused with NOREPLICAS.',
      },
    },
    noId: 'none yet',
    second: (id, offset) => `${id.slice(0, 8)}… < ${count(offset)}`,
    min: (good, wanted) => `${good} of ${wanted} good`,
    minRefuses: 'writes are refused: NOREPLICAS',
    failover: (stage) => `FAILOVER: ${stage}`,
    backlog: 'Backlog',
    backlogAbout:
      'The latest bytes of the stream, by their offset in a ring of repl-backlog-size. Since Redis 7.0 they lie in blocks that the output buffers share.',
    noBacklog: 'no backlog: nobody has followed this server yet',
    backlogNote: (size, length) => `${formatBytes(size)}, ${formatAllBytes(length)} kept`,
    bead: (from, to, isKept) =>
      `bytes ${count(from)} to ${count(to)}: ${isKept ? 'kept' : 'not written yet, or overwritten'}`,
    perBead: (bytes) => `one bead is ${formatBytes(bytes)}`,
    written: (offset) => `next byte: ${count(offset)}`,
    firstByte: (offset) => `first byte kept: ${count(offset)}`,
    at: (name, offset) => `${name} has acknowledged ${count(offset)}`,
    noReplica: 'No replica follows it.',
    alone: 'Nobody has this address',
    masterSays: 'master',
    replicaSays: 'replica',
    notKnown: 'does not know this replica',
    masterStages: {
      wait_bgsave_start: 'file to be begun',
      wait_bgsave_end: 'file on its way',
      online: 'online',
    },
    masterStagesAbout: {
      wait_bgsave_start:
        'wait_bgsave: it waits until a child begins to write the RDB file, perhaps for more replicas to join.',
      wait_bgsave_end:
        'wait_bgsave: a child writes the file; what is written meanwhile is kept for the replica.',
      online: 'online: it has the file, or needed none, and gets the stream.',
    },
    hasFile: 'has the file and wanted no more',
    replicaStages: {
      connect: 'connect',
      connecting: 'connecting',
      handshake: 'handshake',
      sync: 'sync',
      connected: 'connected',
    },
    replicaStagesAbout: {
      connect: 'connect: it will dial its master again within a second.',
      connecting: 'connecting: it has dialled and hears nothing yet.',
      handshake: 'handshake: PING, AUTH, REPLCONF and PSYNC, each with its answer.',
      sync: 'sync: the RDB file comes.',
      connected: 'connected: the stream comes, command by command.',
    },
    acknowledged: ({ acknowledged, lagBytes, lagSeconds }) =>
      `ack ${count(acknowledged)} · ${lagBytes === 0 ? 'nothing missing' : `${formatAllBytes(lagBytes)} behind`} · ${lagSeconds} s ago`,
    waitsForAck: 'the stream waits for its first ACK',
    upToDate: 'up to date',
    pending: (bytes) => `${formatAllBytes(bytes)} of the stream kept for it`,
    runs: ({ offset, readOffset }) =>
      readOffset === offset
        ? `has run up to ${count(offset)}`
        : `has run up to ${count(offset)}, read up to ${count(readOffset)}`,
    transfer: (received, length) =>
      length === null
        ? `${formatAllBytes(received)} of the file`
        : `${formatAllBytes(received)} of ${formatAllBytes(length)}`,
    tries: (tries) => `${plural(tries, 'try', 'tries')} failed`,
    downFor: (seconds) => `down for ${seconds} s`,
    goesOn: (offset) => `would go on after ${count(offset)}`,
    cannotGoOn: 'has to get everything',
    resync: ({ kind, reason, asked, bytes }) => {
      const amount = bytes === null ? '' : `, ${formatAllBytes(bytes)}`;
      if (kind === 'partial') return `last resync: partial from ${count(asked)}${amount}`;
      const why = {
        first: ': it came with nothing',
        'other-history': ': it knew another history',
        backlog: `: the backlog did not reach back to ${count(asked)}`,
      };
      return `last resync: full${amount}${reason === null ? '' : why[reason]}`;
    },
    good: 'counts as good',
    more: (replicas) => `${replicas} more are not drawn`,
  },
  zh: {
    title: '复制',
    stage: '主节点、积压缓冲区和每个从节点的进度',
    single: '这个会话只有一台服务器，没有从节点。从“一主多从”开始才看得到更多。',
    masters: (masters) => `${masters} 个主节点`,
    replicas: (replicas) => `${replicas} 个从节点`,
    behind: (bytes) => (bytes === 0 ? '都追平了' : `最多落后 ${formatAllBytes(bytes)}`),
    linkDown: (replicas) => `${replicas} 条链路断开`,
    roles: { master: '主节点', replica: '从节点', down: '宕机' },
    nodeNote: ({ address, following }) =>
      following === null ? address : `${address} · ${following.address} 的从节点`,
    figures: {
      id: { name: '复制 ID', about: '这段历史的名字。ID 相同、偏移更小的，只差末尾一截。' },
      second: {
        name: '第二 ID，有效到',
        about: '上次升主之前的历史。还认得它的从节点，在这个偏移之前可以接着来。',
      },
      offset: { name: '偏移', about: '这段历史开始以来，复制流一共写了多少字节。' },
      full: { name: '全量同步', about: '给从节点发过几次全量数据。' },
      partial: { name: '部分同步', about: '有几次只补发了从节点错过的部分。' },
      refused: { name: '部分同步被拒', about: '从节点想接着来却不行，一共几次。' },
      min: { name: 'min-replicas-to-write', about: '按时确认的从节点不够时，写命令会被拒绝：NOREPLICAS。' },
    },
    noId: '还没有',
    second: (id, offset) => `${id.slice(0, 8)}… < ${count(offset)}`,
    min: (good, wanted) => `合格 ${good} / 要求 ${wanted}`,
    minRefuses: '拒绝写入：NOREPLICAS',
    failover: (stage) => `FAILOVER：${stage}`,
    backlog: '积压缓冲区',
    backlogAbout:
      '复制流最近的一段，按偏移排在 repl-backlog-size 大小的环上。Redis 7.0 起，它实际是一串数据块，和各从节点的输出缓冲共用。',
    noBacklog: '没有积压缓冲区：还没有谁跟随过它',
    backlogNote: (size, length) => `${formatBytes(size)}，存着 ${formatAllBytes(length)}`,
    bead: (from, to, isKept) =>
      `第 ${count(from)} 到 ${count(to)} 字节：${isKept ? '还留着' : '还没写到，或已被覆盖'}`,
    perBead: (bytes) => `一颗珠子是 ${formatBytes(bytes)}`,
    written: (offset) => `下一个字节：${count(offset)}`,
    firstByte: (offset) => `最早留着的字节：${count(offset)}`,
    at: (name, offset) => `${name} 确认到 ${count(offset)}`,
    noReplica: '没有从节点跟随它。',
    alone: '这个地址没有人',
    masterSays: '主节点看',
    replicaSays: '从节点自己',
    notKnown: '不认得这个从节点',
    masterStages: { wait_bgsave_start: '等着开始写文件', wait_bgsave_end: '文件传输中', online: '在线' },
    masterStagesAbout: {
      wait_bgsave_start: 'wait_bgsave：等子进程开始写 RDB 文件，也可能在等别的从节点一起。',
      wait_bgsave_end: 'wait_bgsave：子进程在写文件，这期间的写入先替从节点留着。',
      online: 'online：文件有了（或者不需要），开始收复制流。',
    },
    hasFile: '拿到文件就够了',
    replicaStages: {
      connect: '待连接',
      connecting: '连接中',
      handshake: '握手',
      sync: '同步',
      connected: '已接上',
    },
    replicaStagesAbout: {
      connect: 'connect：一秒之内会再去连主节点。',
      connecting: 'connecting：已经去连，还没有回音。',
      handshake: 'handshake：PING、AUTH、REPLCONF、PSYNC，一问一答。',
      sync: 'sync：正在收 RDB 文件。',
      connected: 'connected：复制流一条命令一条命令地来。',
    },
    acknowledged: ({ acknowledged, lagBytes, lagSeconds }) =>
      `确认到 ${count(acknowledged)} · ${lagBytes === 0 ? '不落后' : `落后 ${formatAllBytes(lagBytes)}`} · ${lagSeconds} 秒前`,
    waitsForAck: '等它第一次 ACK，才开始发复制流',
    upToDate: '追平了',
    pending: (bytes) => `替它留着 ${formatAllBytes(bytes)} 复制流`,
    runs: ({ offset, readOffset }) =>
      readOffset === offset
        ? `执行到 ${count(offset)}`
        : `执行到 ${count(offset)}，读到 ${count(readOffset)}`,
    transfer: (received, length) =>
      length === null
        ? `文件已收 ${formatAllBytes(received)}`
        : `已收 ${formatAllBytes(received)}，共 ${formatAllBytes(length)}`,
    tries: (tries) => `失败了 ${tries} 次`,
    downFor: (seconds) => `断了 ${seconds} 秒`,
    goesOn: (offset) => `会从 ${count(offset)} 之后接着来`,
    cannotGoOn: '只能全量重来',
    resync: ({ kind, reason, asked, bytes }) => {
      const amount = bytes === null ? '' : `，${formatAllBytes(bytes)}`;
      if (kind === 'partial') return `上次同步：部分，从 ${count(asked)} 起${amount}`;
      const why = {
        first: '：来时什么都没有',
        'other-history': '：它说的是另一段历史',
        backlog: `：积压缓冲区够不着 ${count(asked)}`,
      };
      return `上次同步：全量${amount}${reason === null ? '' : why[reason]}`;
    },
    good: '算合格从节点',
    more: (replicas) => `还有 ${replicas} 个没画出来`,
  },
};
