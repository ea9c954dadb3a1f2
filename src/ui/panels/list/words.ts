/** The words of the panel that shows a list as its quicklist. */
import type { ListNodeView } from '../../../protocol/views-list.ts';
import { grouped, plural } from '../../i18n/amounts.ts';
import type { Pair } from '../../i18n/pair.ts';
import type { WindowedWords } from '../WindowedPanel.tsx';

type Format = ListNodeView['format'];

export interface ListWords extends WindowedWords {
  readonly figures: Readonly<Record<'elements' | 'nodes' | 'depth' | 'memory', string>>;
  readonly between: string;
  readonly nodes: (total: number) => string;
  readonly elements: (total: number) => string;
  readonly fill: (setting: string, fill: number, bytes: number, elements: number | null) => string;
  readonly fillShort: (bytes: number, elements: number | null) => string;
  readonly depth: (depth: number) => string;
  readonly chain: string;
  readonly node: (index: number) => string;
  readonly head: string;
  readonly tail: string;
  readonly headSays: string;
  readonly tailSays: string;
  readonly outside: (nodes: number) => string;
  readonly formats: Readonly<Record<Format, string>>;
  readonly formatSays: Readonly<Record<Format, string>>;
  readonly compressed: (raw: number, stored: number) => string;
  readonly merged: string;
  readonly borrowed: string;
  readonly used: (node: ListNodeView, mostBytes: number, mostElements: number | null) => string;
  readonly nodeSays: (node: ListNodeView) => string;
  readonly more: (count: number) => string;
  readonly moreSays: (from: number, to: number) => string;
  readonly element: (rank: number, index: number, offset: number) => string;
  readonly left: string;
  readonly cost: string;
  readonly costNote: (elements: number, isWhole: boolean) => string;
  readonly quicklist: string;
  readonly linkedList: string;
  readonly bytes: (bytes: number) => string;
  readonly each: (bytes: number) => string;
  readonly quicklistSays: string;
  readonly linkedListSays: (elements: number, links: number, objects: number, link: number) => string;
  readonly accessible: (key: string, elements: number, nodes: number) => string;
}

const { en, zh } = grouped;
const kilobytes = (bytes: number) => `${bytes / 1024}\u00a0KB`;

export const listWords: Pair<ListWords> = {
  en: {
    title: 'List',
    stage: 'The nodes of a list. Arrow keys walk from node to node and from element to element.',
    database: 'Database',
    key: 'Key shown',
    latestKey: 'latest key',
    follow: 'Follow',
    followHint: 'Show the nodes that the steps work on',
    empty: {
      before: 'No list yet. Type ',
      command: 'RPUSH queue a b c d e',
      after: ' and see its nodes.',
    },
    gone: (key) => `${key} does not exist: a list without elements is deleted.`,
    otherType: (key, type) => `${key} is a ${type}, not a list.`,
    window: {
      earlier: 'Nodes before',
      later: 'Nodes after',
      jump: 'First node shown',
      before: 'nodes',
      after: (last, all) => `to ${en(last)} of ${en(all)}`,
    },
    between: '; ',
    figures: {
      elements: 'elements',
      nodes: 'nodes',
      depth: 'list-compress-depth',
      memory: 'MEMORY USAGE',
    },
    nodes: (total) => plural(total, 'node', 'nodes'),
    elements: (total) => plural(total, 'element', 'elements'),
    fill: (setting, fill, bytes, elements) =>
      elements === null
        ? `${setting} ${fill}: a node holds up to ${kilobytes(bytes)}`
        : `${setting} ${fill}: a node holds up to ${plural(elements, 'element', 'elements')}, and no more than ${kilobytes(bytes)}`,
    fillShort: (bytes, elements) =>
      elements === null ? `up to ${kilobytes(bytes)}` : `up to ${plural(elements, 'element', 'elements')}`,
    depth: (depth) =>
      depth === 0
        ? 'list-compress-depth 0: nothing is compressed'
        : `list-compress-depth ${depth}: ${plural(depth, 'node', 'nodes')} at either end ${depth === 1 ? 'stays' : 'stay'} uncompressed, those between are compressed`,
    chain: 'Nodes',
    node: (index) => `node ${en(index)}`,
    head: 'head',
    tail: 'tail',
    headSays: 'LPUSH and LPOP work here',
    tailSays: 'RPUSH and RPOP work here',
    outside: (nodes) => `${plural(nodes, 'node', 'nodes')} more`,
    formats: { listpack: 'listpack', ziplist: 'ziplist', plain: 'plain', lzf: 'LZF', intset: 'intset' },
    formatSays: {
      listpack: 'One listpack holds its elements in order',
      ziplist: 'One ziplist holds its elements in order',
      plain: 'A single element as plain bytes: it is too large to pack',
      lzf: 'Compressed: it must be decompressed before reading',
      intset: '',
    },
    compressed: (raw, stored) => `${en(raw)} → ${en(stored)} B`,
    merged: 'merged, about to go',
    borrowed: 'decompressed for a look',
    used: ({ count, sizeBytes }, mostBytes, mostElements) =>
      mostElements === null
        ? `${plural(count, 'element', 'elements')}, ${en(sizeBytes)} of at most ${en(mostBytes)} bytes`
        : `${en(count)} of at most ${plural(mostElements, 'element', 'elements')}, ${en(sizeBytes)} bytes`,
    nodeSays: ({ sizeBytes, storedBytes, allocationBytes, format }) =>
      `${format === 'lzf' ? `${en(sizeBytes)} bytes, compressed to ${en(storedBytes)}` : `${en(sizeBytes)} bytes`}, in a slot of ${en(allocationBytes)}`,
    more: (count) => `+${en(count)}`,
    moreSays: (from, to) =>
      `elements ${en(from)} to ${en(to)} of this node are not shown here; the packed bytes panel shows all`,
    element: (rank, index, offset) => `index ${en(rank)} · ${en(index)} in its node, at byte ${en(offset)}`,
    left: 'just removed',
    cost: 'What it costs',
    costNote: (elements, isWhole) =>
      isWhole ? plural(elements, 'element', 'elements') : `measured on the first ${en(elements)} elements`,
    quicklist: 'quicklist',
    linkedList: 'linked list',
    bytes: (bytes) => `${en(bytes)} B`,
    each: (bytes) => `${bytes.toFixed(1)} B per element`,
    quicklistSays: 'Its actual slots: the list, its nodes and their blocks',
    linkedListSays: (elements, links, objects, link) =>
      `The same elements, one node each, as before Redis 3.2: 48 bytes for the list, ${en(elements)} × ${link} = ${en(links)} for nodes with two links, ${en(objects)} for objects with their strings`,
    accessible: (key, elements, nodes) =>
      `${key}: ${plural(elements, 'element', 'elements')} in ${plural(nodes, 'node', 'nodes')}`,
  },
  zh: {
    title: '列表',
    stage: '列表的节点。方向键在节点和元素之间移动。',
    database: '数据库',
    key: '查看哪个键',
    latestKey: '最近用到的键',
    follow: '跟随',
    followHint: '显示步骤正在操作的节点',
    empty: {
      before: '还没有列表。输入 ',
      command: 'RPUSH queue a b c d e',
      after: '，看看它存放在哪些节点里。',
    },
    gone: (key) => `${key} 不存在：列表空了就会被删除。`,
    otherType: (key, type) => `${key} 是 ${type} 类型，不是列表。`,
    window: {
      earlier: '前面的节点',
      later: '后面的节点',
      jump: '从第几个节点开始显示',
      before: '第',
      after: (last, all) => `到 ${zh(last)} 个节点，共 ${zh(all)} 个`,
    },
    between: '；',
    figures: {
      elements: '元素',
      nodes: '节点',
      depth: 'list-compress-depth',
      memory: 'MEMORY USAGE',
    },
    nodes: (total) => `${zh(total)} 个节点`,
    elements: (total) => `${zh(total)} 个元素`,
    fill: (setting, fill, bytes, elements) =>
      elements === null
        ? `${setting} ${fill}：每个节点最多 ${kilobytes(bytes)}`
        : `${setting} ${fill}：每个节点最多 ${zh(elements)} 个元素，且不超过 ${kilobytes(bytes)}`,
    fillShort: (bytes, elements) =>
      elements === null ? `最多 ${kilobytes(bytes)}` : `最多 ${zh(elements)} 个元素`,
    depth: (depth) =>
      depth === 0
        ? 'list-compress-depth 0：不压缩'
        : `list-compress-depth ${depth}：两端各 ${zh(depth)} 个节点保持原样，中间的用 LZF 压缩`,
    chain: '节点',
    node: (index) => `节点 ${zh(index)}`,
    head: 'head',
    tail: 'tail',
    headSays: 'LPUSH、LPOP 在这一端操作',
    tailSays: 'RPUSH、RPOP 在这一端操作',
    outside: (nodes) => `还有 ${zh(nodes)} 个节点`,
    formats: { listpack: 'listpack', ziplist: 'ziplist', plain: 'plain', lzf: 'LZF', intset: 'intset' },
    formatSays: {
      listpack: '元素一个挨一个，放在一个 listpack 里',
      ziplist: '元素一个挨一个，放在一个 ziplist 里',
      plain: '一个元素独占一个节点，直接存放字节：它超过了可以紧凑存放的大小',
      lzf: '已压缩：解压之前什么也读不出来',
      intset: '',
    },
    compressed: (raw, stored) => `${zh(raw)} → ${zh(stored)} B`,
    merged: '已并入邻居，即将移除',
    borrowed: '临时解压，看完再压回去',
    used: ({ count, sizeBytes }, mostBytes, mostElements) =>
      mostElements === null
        ? `${zh(count)} 个元素，${zh(sizeBytes)} 字节（上限 ${zh(mostBytes)}）`
        : `${zh(count)} 个元素（上限 ${zh(mostElements)}），${zh(sizeBytes)} 字节`,
    nodeSays: ({ sizeBytes, storedBytes, allocationBytes, format }) =>
      `${format === 'lzf' ? `${zh(sizeBytes)} 字节，压缩后 ${zh(storedBytes)}` : `${zh(sizeBytes)} 字节`}，分到 ${zh(allocationBytes)} 字节的内存块`,
    more: (count) => `+${zh(count)}`,
    moreSays: (from, to) =>
      `这个节点的第 ${zh(from)} 到 ${zh(to)} 个元素没有画出来，在“紧凑编码”面板里能看到全部`,
    element: (rank, index, offset) => `下标 ${zh(rank)} · 节点内第 ${zh(index)} 个，偏移 ${zh(offset)}`,
    left: '刚刚离开',
    cost: '占多少内存',
    costNote: (elements, isWhole) => (isWhole ? `${zh(elements)} 个元素` : `只量了前 ${zh(elements)} 个元素`),
    quicklist: 'quicklist',
    linkedList: '普通双向链表',
    bytes: (bytes) => `${zh(bytes)} B`,
    each: (bytes) => `平均每个元素 ${bytes.toFixed(1)} B`,
    quicklistSays: '实际占用的内存块：列表本身、节点，以及节点后面的数据块',
    linkedListSays: (elements, links, objects, link) =>
      `同样的元素，每个一个节点，Redis 3.2 之前就是这样：列表本身 48 字节，带前后指针的节点 ${zh(elements)} × ${link} = ${zh(links)} 字节，对象和字符串 ${zh(objects)} 字节`,
    accessible: (key, elements, nodes) => `${key}：${zh(elements)} 个元素，分在 ${zh(nodes)} 个节点里`,
  },
};
