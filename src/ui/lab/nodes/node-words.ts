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
  },
};
