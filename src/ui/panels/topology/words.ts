import type {
  ConnectionUse,
  NodeRole,
  NodeState,
  TopologyMessage,
  TopologyNode,
} from '../../../protocol/views.ts';
import { formatCount, plural } from '../../i18n/amounts.ts';
import type { Pair } from '../../i18n/pair.ts';

export interface TopologyWords {
  readonly title: string;
  readonly stage: string;
  readonly only: string;
  readonly nodes: (nodes: number) => string;
  readonly down: (nodes: number) => string;
  readonly connections: (connections: number) => string;
  readonly underWay: (messages: number) => string;
  readonly held: (messages: number) => string;
  readonly cutPaths: (paths: number) => string;
  readonly more: (connections: number) => string;
  readonly removed: (names: string) => string;
  readonly roles: Record<NodeRole, string>;
  readonly roleless: string;
  readonly states: Record<NodeState, string>;
  readonly inCluster: string;
  readonly keys: (keys: number) => string;
  readonly offset: (offset: number) => string;
  readonly epoch: (epoch: number) => string;
  readonly slots: (slots: number) => string;
  readonly clusterFails: string;
  readonly unread: (messages: number) => string;
  readonly clock: (offset: string, rate: number) => string;
  readonly link: (stage: string) => string;
  readonly follows: (master: string) => string;
  readonly willFollow: (master: string) => string;
  readonly consoles: (clients: readonly number[]) => string;
  readonly uses: Record<ConnectionUse, string>;
  readonly pair: (one: string, other: string) => string;
  readonly dialledBy: (uses: string) => string;
  readonly linkDown: string;
  readonly cut: (from: string, to: string) => string;
  readonly cutAbout: string;
  readonly slow: (from: string, to: string, ms: number, jitterMs: number) => string;
  readonly slowShort: (ms: number) => string;
  readonly messageKinds: Record<TopologyMessage['kind'], string>;
  readonly message: (what: string, from: string, to: string) => string;
  readonly flight: (passedMs: number, restMs: number) => string;
  readonly isHeld: string;
  readonly hasArrived: string;
  readonly size: (bytes: number) => string;
  readonly bytes: string;
  readonly legend: Record<'master' | 'replica' | 'sentinel' | 'message' | 'cut', string>;
  readonly arrived: (what: string, from: string, to: string) => string;
}

/** Milliseconds as a person reads them. */
export function formatMs(ms: number): string {
  const rounded = Math.round(ms * 10) / 10;
  return rounded < 1000 ? `${rounded} ms` : `${Math.round(rounded / 100) / 10} s`;
}

export function nameOf({ name, host, port }: Pick<TopologyNode, 'name' | 'host' | 'port'>): string {
  return name === '' ? `${host}:${port}` : name;
}

export const topologyWords: Pair<TopologyWords> = {
  en: {
    title: 'Topology',
    stage: 'Nodes, their connections and messages under way',
    only: 'This session has one server and no network around it.',
    nodes: (nodes) => plural(nodes, 'node', 'nodes'),
    down: (nodes) => `${nodes} not running`,
    connections: (connections) => plural(connections, 'connection', 'connections'),
    underWay: (messages) => `${plural(messages, 'message', 'messages')} under way`,
    held: (messages) => `${messages} held by a cut`,
    cutPaths: (paths) => `${plural(paths, 'path', 'paths')} cut`,
    more: (connections) => `${plural(connections, 'more connection is', 'more connections are')} not drawn`,
    removed: (names) => `Removed: ${names}`,
    roles: { master: 'master', replica: 'replica', sentinel: 'sentinel' },
    roleless: 'no process',
    states: { up: 'up', down: 'down', frozen: 'frozen', removed: 'removed' },
    inCluster: 'cluster',
    keys: (keys) => plural(keys, 'key', 'keys'),
    offset: (offset) => `offset ${formatCount(offset, 'en')}`,
    epoch: (epoch) => `epoch ${epoch}`,
    slots: (slots) => plural(slots, 'slot', 'slots'),
    clusterFails: 'cluster fail',
    unread: (messages) => `${plural(messages, 'message', 'messages')} unread`,
    clock: (offset, rate) => `clock ${offset}${rate === 1 ? '' : ` × ${rate}`}`,
    link: (stage) => `link: ${stage}`,
    follows: (master) => `follows ${master}`,
    willFollow: (master) => `will follow ${master} when it starts`,
    consoles: (clients) => `console ${clients.join(', ')}`,
    uses: { replication: 'replication', bus: 'cluster bus', sentinel: 'sentinel', other: 'connection' },
    pair: (one, other) => `${one} – ${other}`,
    dialledBy: (uses) => uses,
    linkDown: 'replication: the link is down',
    cut: (from, to) => `${from} → ${to} is cut`,
    cutAbout:
      'Nothing gets through in this direction. What is sent waits, and arrives once the path is mended.',
    slow: (from, to, ms, jitterMs) =>
      `${from} → ${to} takes ${formatMs(ms)}${jitterMs === 0 ? '' : ` and up to ${formatMs(jitterMs)} more`}`,
    slowShort: (ms) => formatMs(ms),
    messageKinds: {
      dial: 'dials',
      accept: 'accepts the connection',
      refuse: 'refuses the connection',
      end: 'hangs up',
      command: 'command',
      reply: 'reply',
      bus: 'cluster bus',
      bytes: 'bytes',
    },
    message: (what, from, to) => `${what}: ${from} → ${to}`,
    flight: (passedMs, restMs) => `under way for ${formatMs(passedMs)}, arrives in ${formatMs(restMs)}`,
    isHeld: 'held: the path is cut',
    hasArrived: 'has just arrived',
    size: (bytes) => `${formatCount(bytes, 'en')} B`,
    bytes: 'bytes',
    legend: {
      master: 'master',
      replica: 'replica',
      sentinel: 'sentinel',
      message: 'message under way',
      cut: 'cut, in the direction of the arrow',
    },
    arrived: (what, from, to) => `${what} from ${from} arrives at ${to}.`,
  },
  zh: {
    title: '拓扑',
    stage: '节点、连接和路上的消息',
    only: '这个会话只有一台服务器，周围没有网络。',
    nodes: (nodes) => `${nodes} 个节点`,
    down: (nodes) => `${nodes} 个没在运行`,
    connections: (connections) => `${connections} 条连接`,
    underWay: (messages) => `${messages} 条消息在路上`,
    held: (messages) => `${messages} 条卡在断开处`,
    cutPaths: (paths) => `${paths} 个方向断开`,
    more: (connections) => `还有 ${connections} 条连接没画出来`,
    removed: (names) => `已移除：${names}`,
    roles: { master: '主节点', replica: '从节点', sentinel: '哨兵' },
    roleless: '没有进程',
    states: { up: '运行中', down: '宕机', frozen: '冻结', removed: '已移除' },
    inCluster: '集群',
    keys: (keys) => `${formatCount(keys, 'zh')} 个键`,
    offset: (offset) => `偏移 ${formatCount(offset, 'zh')}`,
    epoch: (epoch) => `纪元 ${epoch}`,
    slots: (slots) => `${formatCount(slots, 'zh')} 个槽`,
    clusterFails: '集群不可用',
    unread: (messages) => `${messages} 条没读`,
    clock: (offset, rate) => `时钟 ${offset}${rate === 1 ? '' : ` × ${rate}`}`,
    link: (stage) => `链路：${stage}`,
    follows: (master) => `跟随 ${master}`,
    willFollow: (master) => `启动后会跟随 ${master}`,
    consoles: (clients) => `控制台 ${clients.join('、')}`,
    uses: { replication: '复制', bus: '集群总线', sentinel: '哨兵', other: '连接' },
    pair: (one, other) => `${one} – ${other}`,
    dialledBy: (uses) => uses,
    linkDown: '复制：链路断了',
    cut: (from, to) => `${from} → ${to} 已断开`,
    cutAbout: '这个方向什么都过不去。发出的消息会等着，恢复以后才到。',
    slow: (from, to, ms, jitterMs) =>
      `${from} → ${to} 要走 ${formatMs(ms)}${jitterMs === 0 ? '' : `，最多再加 ${formatMs(jitterMs)}`}`,
    slowShort: (ms) => formatMs(ms),
    messageKinds: {
      dial: '发起连接',
      accept: '接受连接',
      refuse: '拒绝连接',
      end: '挂断',
      command: '命令',
      reply: '回复',
      bus: '集群总线',
      bytes: '字节',
    },
    message: (what, from, to) => `${what}：${from} → ${to}`,
    flight: (passedMs, restMs) => `已经走了 ${formatMs(passedMs)}，还有 ${formatMs(restMs)} 到`,
    isHeld: '卡住了：这条路断开了',
    hasArrived: '刚刚到达',
    size: (bytes) => `${formatCount(bytes, 'zh')} B`,
    bytes: '字节',
    legend: {
      master: '主节点',
      replica: '从节点',
      sentinel: '哨兵',
      message: '路上的消息',
      cut: '断开（箭头的方向）',
    },
    arrived: (what, from, to) => `${from} 发来的 ${what} 到了 ${to}。`,
  },
};
