/** The words of what can be done to the lab's servers. */
import type { Pair } from '../../i18n/pair.ts';
import type { NodeKind } from './new-node.ts';

interface NodeWords {
  readonly nodes: string;
  readonly about: string;
  readonly node: string;
  readonly down: string;
  readonly frozen: string;
  readonly other: string;
  readonly nobody: string;
  readonly add: string;
  readonly addTitle: string;
  readonly name: string;
  readonly kind: string;
  readonly kinds: Record<NodeKind, string>;
  /** What the new node is told about another one. */
  readonly of: Record<Exclude<NodeKind, 'server'>, string>;
  readonly address: (address: string) => string;
  readonly sends: string;
  readonly sendsNothing: string;
  readonly nameTaken: string;
  /** What a node of a cluster is to be. */
  readonly place: {
    readonly open: string;
    readonly title: (name: string) => string;
    readonly about: (name: string, slots: number) => string;
    readonly nobody: string;
    readonly what: string;
    readonly replica: string;
    readonly slots: string;
    readonly master: string;
    readonly count: string;
    readonly replicaSends: (master: string) => string;
    readonly slotsSend: (share: number) => string;
    readonly joining: string;
    readonly moved: (done: number, all: number) => string;
    readonly refused: (reason: string) => string;
    readonly follow: string;
    readonly move: string;
    readonly stop: string;
  };
}

export const nodeWords: Pair<NodeWords> = {
  en: {
    nodes: 'Nodes',
    about: 'What you do to a process, its clock, its disk or the network is a frame on the timeline.',
    node: 'Node',
    down: 'not running',
    frozen: 'frozen',
    other: 'Way to',
    nobody: 'choose a node',
    add: 'Add a node…',
    addTitle: 'Add a node',
    name: 'Name',
    kind: 'Kind',
    kinds: {
      server: 'Server',
      replica: 'Replica',
      cluster: 'Cluster node',
      sentinel: 'Sentinel',
    },
    of: { replica: 'Follows', cluster: 'Meets', sentinel: 'Watches' },
    address: (address) => `It listens at ${address}.`,
    sends: 'A console on it then sends:',
    sendsNothing: 'It starts empty and knows nobody.',
    nameTaken: 'A node has this name already.',
    place: {
      open: 'Place in the cluster…',
      title: (name) => `Place ${name} in the cluster`,
      about: (name, slots) =>
        slots === 0
          ? `${name} has no slots, so no key belongs to it yet.`
          : `${name} has ${slots.toLocaleString('en')} slots.`,
      nobody: 'No other master that runs has slots.',
      what: 'It becomes',
      replica: 'a replica',
      slots: 'a master with slots',
      master: 'Of',
      count: 'Slots to move',
      replicaSends: (master) => `It is sent CLUSTER REPLICATE with the id of ${master}.`,
      slotsSend: (share) =>
        `They come from the masters with most, and all commands are on the timeline: slots with keys one by one, as redis-cli --cluster reshard moves them, empty ones many in a packet. An even share is ${share.toLocaleString('en')}.`,
      joining: 'Waiting until all nodes know each other…',
      moved: (done, all) => `${done.toLocaleString('en')} of ${all.toLocaleString('en')} slots moved`,
      refused: (reason) => (reason === '' ? 'It did not answer.' : `Refused: ${reason}`),
      follow: 'Make it a replica',
      move: 'Move slots',
      stop: 'Stop',
    },
  },
  zh: {
    nodes: '节点',
    about: '对进程、时钟、磁盘和网络做的每件事，都是时间轴上的一帧。',
    node: '节点',
    down: '没有运行',
    frozen: '已冻结',
    other: '通往',
    nobody: '选一个节点',
    add: '加一个节点……',
    addTitle: '加一个节点',
    name: '名字',
    kind: '种类',
    kinds: { server: '服务器', replica: '从节点', cluster: '集群节点', sentinel: '哨兵' },
    of: { replica: '跟随', cluster: '加入它的集群', sentinel: '盯着' },
    address: (address) => `它的地址是 ${address}。`,
    sends: '随后由它的控制台发送：',
    sendsNothing: '启动后是空的，谁也不认识。',
    nameTaken: '已经有节点叫这个名字。',
    place: {
      open: '在集群里安排它……',
      title: (name) => `在集群里安排 ${name}`,
      about: (name, slots) =>
        slots === 0
          ? `${name} 一个槽也没有，所以还没有键归它管。`
          : `${name} 有 ${slots.toLocaleString('en')} 个槽。`,
      nobody: '没有别的主节点既在运行又有槽。',
      what: '让它成为',
      replica: '从节点',
      slots: '有槽的主节点',
      master: '跟随',
      count: '迁多少个槽',
      replicaSends: (master) => `给它发送 CLUSTER REPLICATE，带上 ${master} 的 id。`,
      slotsSend: (share) =>
        `谁槽最多就多拿谁的，每条命令都在时间轴上：有键的槽照 redis-cli --cluster reshard 逐个迁，空槽一包命令过户一批。平均每台是 ${share.toLocaleString('en')} 个。`,
      joining: '等所有节点互相认识……',
      moved: (done, all) => `已迁 ${done.toLocaleString('en')} / ${all.toLocaleString('en')} 个槽`,
      refused: (reason) => (reason === '' ? '它没有回答。' : `被拒绝：${reason}`),
      follow: '设为从节点',
      move: '迁移这些槽',
      stop: '停止',
    },
  },
};
