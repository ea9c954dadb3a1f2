/** What happened in a frame of several servers, in words. */
import type { Pair } from '../../i18n/pair.ts';

export interface WorldFrameWords {
  /** What happened, and how many commands there were before it. */
  readonly after: (what: string, here: number, commands: number) => string;
  readonly start: string;
  readonly at: (what: string, node: string) => string;
  readonly message: (from: string, to: string, text: string) => string;
  readonly byItself: (node: string) => string;
  readonly connects: (client: number, node: string) => string;
  readonly leaves: (client: number, node: string) => string;
  readonly crash: (node: string) => string;
  readonly restart: (node: string) => string;
  readonly disk: (node: string) => string;
  readonly diskFull: (node: string) => string;
  readonly diskWell: (node: string) => string;
  readonly diskSlow: (node: string, ms: number) => string;
  readonly cut: (from: string, to: string) => string;
  readonly mend: (from: string, to: string) => string;
  readonly slow: (from: string, to: string, ms: number) => string;
  readonly freeze: (node: string) => string;
  readonly thaw: (node: string) => string;
  readonly clock: (node: string, offsetMs: number, rate: number) => string;
  readonly add: (node: string) => string;
  readonly remove: (node: string) => string;
  readonly isMaster: string;
  readonly isReplica: (of: string) => string;
  readonly linkUp: string;
  readonly linkDown: string;
  readonly known: (nodes: number) => string;
  readonly slots: (count: number) => string;
  readonly health: (of: string, health: 'well' | 'suspected' | 'failed') => string;
  readonly clusterOk: string;
  readonly clusterFails: string;
  readonly asksVotes: (epoch: number) => string;
  readonly votes: (epoch: number) => string;
}

const seconds = (ms: number) => (Math.abs(ms) < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`);

export const worldFrameWords: Pair<WorldFrameWords> = {
  en: {
    after: (what, here, commands) => `${what} · after command ${here} of ${commands}`,
    start: 'servers started',
    at: (what, node) => `${what} · ${node}`,
    message: (from, to, text) => `${from} → ${to}${text === '' ? '' : `: ${text}`}`,
    byItself: (node) => `${node} by itself`,
    connects: (client, node) => `client ${client} connects to ${node}`,
    leaves: (client, node) => `client ${client} leaves ${node}`,
    crash: (node) => `${node} killed`,
    restart: (node) => `${node} restarted`,
    disk: (node) => `disk of ${node} changed`,
    diskFull: (node) => `disk of ${node} full`,
    diskWell: (node) => `disk of ${node} has room again`,
    diskSlow: (node, ms) => `a fsync of ${node} takes ${seconds(ms)}`,
    cut: (from, to) => `${from} → ${to} cut`,
    mend: (from, to) => `${from} → ${to} mended`,
    slow: (from, to, ms) => `${from} → ${to} takes ${seconds(ms)}`,
    freeze: (node) => `${node} frozen`,
    thaw: (node) => `${node} thawed`,
    clock: (node, offsetMs, rate) =>
      offsetMs === 0 && rate === 1
        ? `clock of ${node} right again`
        : `clock of ${node} ${offsetMs < 0 ? '−' : '+'}${seconds(Math.abs(offsetMs))}${rate === 1 ? '' : `, ×${rate}`}`,
    add: (node) => `${node} added`,
    remove: (node) => `${node} removed`,
    isMaster: 'is a master',
    isReplica: (of) => `follows ${of}`,
    linkUp: 'has all of its master’s data',
    linkDown: 'lost its master',
    known: (nodes) => `knows ${nodes} nodes`,
    slots: (count) => `serves ${count.toLocaleString('en')} slots`,
    health: (of, health) =>
      ({
        well: `takes ${of} for well`,
        suspected: `suspects ${of}`,
        failed: `takes ${of} for failed`,
      })[health],
    clusterOk: 'cluster ok',
    clusterFails: 'cluster fail',
    asksVotes: (epoch) => `asks for votes in epoch ${epoch}`,
    votes: (epoch) => `votes in epoch ${epoch}`,
  },
  zh: {
    after: (what, here, commands) => `${what} · 在命令 ${here} / ${commands} 之后`,
    start: '服务器启动',
    at: (what, node) => `${what} · ${node}`,
    message: (from, to, text) => `${from} → ${to}${text === '' ? '' : `：${text}`}`,
    byItself: (node) => `${node} 自己的动作`,
    connects: (client, node) => `客户端 ${client} 连上 ${node}`,
    leaves: (client, node) => `客户端 ${client} 离开 ${node}`,
    crash: (node) => `${node} 被杀掉`,
    restart: (node) => `${node} 重启`,
    disk: (node) => `${node} 的磁盘变了`,
    diskFull: (node) => `${node} 的磁盘写满`,
    diskWell: (node) => `${node} 的磁盘又有空间了`,
    diskSlow: (node, ms) => `${node} 的 fsync 要 ${seconds(ms)}`,
    cut: (from, to) => `剪断 ${from} → ${to}`,
    mend: (from, to) => `接通 ${from} → ${to}`,
    slow: (from, to, ms) => `${from} → ${to} 要走 ${seconds(ms)}`,
    freeze: (node) => `冻结 ${node}`,
    thaw: (node) => `解冻 ${node}`,
    clock: (node, offsetMs, rate) =>
      offsetMs === 0 && rate === 1
        ? `${node} 的时钟恢复正常`
        : `${node} 的时钟${offsetMs < 0 ? '慢' : '快'} ${seconds(Math.abs(offsetMs))}${rate === 1 ? '' : `，${rate} 倍速`}`,
    add: (node) => `加入 ${node}`,
    remove: (node) => `移走 ${node}`,
    isMaster: '成为主节点',
    isReplica: (of) => `跟随 ${of}`,
    linkUp: '主节点的数据已全部拿到',
    linkDown: '与主节点断开',
    known: (nodes) => `认识 ${nodes} 个节点`,
    slots: (count) => `负责 ${count.toLocaleString('en')} 个槽`,
    health: (of, health) =>
      ({ well: `认为 ${of} 正常`, suspected: `怀疑 ${of}`, failed: `判定 ${of} 已下线` })[health],
    clusterOk: '集群可用',
    clusterFails: '集群不可用',
    asksVotes: (epoch) => `在纪元 ${epoch} 拉票`,
    votes: (epoch) => `在纪元 ${epoch} 投票`,
  },
};
