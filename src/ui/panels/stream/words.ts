/** The words of the stream panel. */
import { grouped } from '../../i18n/amounts.ts';
import type { WindowWords } from '../WindowRow.tsx';

const en = {
  title: 'Stream',
  stage:
    'Radix tree, listpacks and groups of a stream. Arrow keys walk from box to box; Enter opens a listpack or a group.',
  database: 'Database',
  key: 'Stream',
  latestKey: 'latest stream',
  follow: 'Follow',
  followHint: 'Open the listpack and the group that the steps work on',
  empty: { before: 'Type ', command: 'XADD log * level info', after: ' to create a stream.' },
  gone: { before: '', after: ' is not a stream now.' },
  figures: {
    length: 'XLEN',
    lastId: 'last-generated-id',
    entriesAdded: 'entries-added',
    maxDeletedId: 'max-deleted-entry-id',
    memory: 'MEMORY USAGE',
  },
  figureSays: {
    lastId: 'The greatest id so far. It stays when its entry is deleted, so no id is used twice.',
    entriesAdded: 'Entries ever added; it never decreases.',
    maxDeletedId: 'The greatest deleted id. Up to this id, counting cannot give the lag.',
    memory: 'As MEMORY USAGE estimates it.',
  },
  tree: 'Radix tree',
  treeNote: (nodes: number, keys: number) => `${count(nodes, 'node')}, ${count(keys, 'key')} of 16 bytes`,
  milliseconds: 'milliseconds, 8 bytes',
  sequence: 'sequence, 8 bytes',
  raxSays: {
    compressed: (bytes: number) => `Compressed node: ${bytes} bytes, one child`,
    branch: (children: number) => `Node with ${count(children, 'child', 'children')}, one for each byte`,
    leaf: (id: string) => `Leaf: the key ${id} ends here`,
    detail: (depth: number, size: number) => `after ${depth} of 16 bytes, ${size} B in memory`,
    hidden: (shown: number, all: number) => `${shown} of ${all} children are in the window`,
  },
  node: (entries: number, deleted: number, most: number) => {
    const taken = most > 0 ? `${grouped.en(entries + deleted)} of ` : '';
    const places = count(most > 0 ? most : entries + deleted, 'entry', 'entries');
    return deleted === 0 ? `${taken}${places}` : `${taken}${places}, ${grouped.en(deleted)} deleted`;
  },
  nodeBytes: (used: number, most: number) =>
    most > 0 ? `${grouped.en(used)} B, limit ${grouped.en(most)} B` : `${grouped.en(used)} B`,
  nodeSays: {
    head: (id: string, lastId: string) => `Listpack ${id} … ${lastId}`,
    detail: (places: number, maxEntries: number, used: number, allocated: number) =>
      `${places}${maxEntries > 0 ? ` of ${maxEntries}` : ''} places taken, ${used} of ${allocated} allocated bytes in use`,
  },
  earlierNodes: (nodes: number) => `▲ ${count(nodes, 'listpack')} before`,
  laterNodes: (nodes: number) => `▼ ${count(nodes, 'listpack')} after`,
  open: (id: string) => `Inside listpack ${id}`,
  openNote: (used: number, allocated: number) => `${grouped.en(used)} of ${grouped.en(allocated)} B`,
  master: 'master entry',
  masterSays: 'What the entries refer to: it is written once and is not an entry itself.',
  cells: {
    count: 'count',
    deleted: 'deleted',
    fields: 'num-fields',
    field: 'field',
    end: 'end',
    flags: 'flags',
    ms: 'ms',
    seq: 'seq',
    value: 'value',
    elements: 'lp-count',
    more: (fields: number) => `+ ${fields} more fields`,
  },
  cellSays: {
    count: 'Entries in this listpack that are not deleted.',
    deleted: 'Entries marked as deleted: their bytes are still here.',
    fields: 'How many fields follow.',
    masterField: 'A field name. Entries with the same fields omit the names.',
    end: 'A zero: reading backwards stops here.',
    flagsSame: 'SAMEFIELDS: same field names as the master entry, so they are omitted.',
    flagsOwn: '0: this entry writes its own field names.',
    flagsDeleted: 'DELETED: a tombstone. Readers skip the entry; its bytes stay until the listpack is freed.',
    ms: 'Milliseconds minus those of the master id.',
    seq: 'Sequence number minus that of the master id.',
    ownField: 'A field name, written here because it differs from the master entry.',
    value: (field: string) => `The value of ${field}.`,
    elements: 'How many elements precede this one in the entry, for walking backwards.',
  },
  entrySays: (id: string, offset: number, size: number) => `Entry ${id}, ${size} bytes from offset ${offset}`,
  flagNames: { same: 'SAMEFIELDS', own: '0', deleted: 'DELETED', both: 'SAMEFIELDS | DELETED' },
  earlierEntries: (entries: number) => `▲ ${count(entries, 'entry', 'entries')} before`,
  laterEntries: (entries: number) => `▼ ${count(entries, 'entry', 'entries')} after`,
  pointer: (group: string) => `${group} has read up to here`,
  pointerSays: (group: string, id: string) => ({
    head: `${group}: last-delivered-id ${id}`,
    detail: 'XREADGROUP with > continues after it.',
  }),
  groups: 'Consumer groups',
  noGroups: 'none; XGROUP CREATE adds one',
  groupsNote: (groups: number) => String(groups),
  groupText: (name: string, pending: number) => `${name} · ${pending} pending`,
  groupSays: (lastId: string, read: string | null, lag: string | null) =>
    `last-delivered-id ${lastId}, entries-read ${read ?? 'unknown'}, lag ${lag ?? 'unknown'}`,
  moreGroups: (groups: number) => `+ ${count(groups, 'group')}`,
  lag: (lag: string | null) => `lag ${lag ?? '?'}`,
  pel: 'Group PEL',
  pelSays: (id: string, consumer: string) => ({
    head: `${id} is pending for ${consumer}`,
    detail: 'The same NACK is in the group’s list and in the consumer’s.',
  }),
  nothingPending: 'nothing pending',
  noConsumers: 'no consumer yet',
  consumerSays: (name: string, pending: number, idle: string) => ({
    head: `Consumer ${name}`,
    detail: `${pending} pending, last seen ${idle} ago`,
  }),
  nackSays: (id: string, deliveries: string, idle: string) => ({
    head: `${id}, delivered ${deliveries === '1' ? 'once' : `${deliveries} times`}`,
    detail: `waiting for XACK for ${idle}`,
  }),
  nackGone: 'The entry itself is no longer in the stream.',
  gone1: 'deleted',
  morePending: (entries: number) => `+ ${entries} more`,
  pendingWindow: {
    earlier: 'Earlier pending entries',
    later: 'Later pending entries',
    jump: 'First pending entry shown',
    before: 'Pending',
    after: (last: number, all: number) => `to ${last} of ${all}`,
  } satisfies WindowWords,
  accessible: (key: string, length: number, nodes: number, groups: number) =>
    `Stream ${key}: ${count(length, 'entry', 'entries')}, ${count(nodes, 'listpack')}, ${count(groups, 'group')}`,
  narrate: {
    node: {
      first: (id: string) => `The stream gets its first listpack; its key in the radix tree is ${id}.`,
      entries: (id: string, most: number) =>
        `The last listpack has its ${most} entries, deleted ones included: a new one starts at ${id}.`,
      bytes: (id: string, most: number) =>
        `The last listpack would exceed ${most} bytes: it is shrunk to fit, and a new one starts at ${id}.`,
    },
    append: (id: string, same: boolean) =>
      same
        ? `Entry ${id} is written: same fields as the master entry, so only the values.`
        : `Entry ${id} is written with its own field names because they differ from the master entry.`,
    delete: (id: string, entries: number) =>
      entries === 1
        ? `${id} is only marked as deleted: a tombstone stays in the listpack.`
        : `${entries} entries up to ${id} are marked as deleted; their bytes stay.`,
    drop: {
      trim: (id: string, entries: number) =>
        `The trim removes the whole listpack ${id}, ${count(entries, 'entry', 'entries')} at once.`,
      empty: (id: string) => `That was the last entry of the listpack ${id}, so the listpack is freed too.`,
    },
    keep: (id: string, entries: number) =>
      `Only part of the listpack ${id} is due for trimming. With ~ it stays whole: ${count(entries, 'entry', 'entries')} kept.`,
    create: (name: string, id: string) => `The group ${name} is created; it will read after ${id}.`,
    destroy: (name: string, pending: number) => `The group ${name} is removed, with ${pending} pending.`,
    join: (consumer: string) => `The consumer ${consumer} is created: this is its first command.`,
    leave: (consumer: string, pending: number) =>
      `The consumer ${consumer} is removed, with ${pending} pending.`,
    position: (group: string, from: string, id: string) =>
      `last-delivered-id of ${group} moves from ${from} to ${id}.`,
    deliver: {
      new: (id: string, consumer: string) =>
        `${id} goes to ${consumer} and is pending: a NACK in the group’s list and in the consumer’s.`,
      again: (id: string, consumer: string, times: string) =>
        `${consumer} reads its own pending ${id} again: delivery ${times}.`,
      claim: (id: string, consumer: string, from: string | null, times: string) =>
        from === null
          ? `${consumer} claims ${id}, which was not pending for anyone.`
          : `${id} changes hands: from ${from} to ${consumer}, delivery ${times}.`,
    },
    release: {
      acknowledged: (id: string, consumer: string) =>
        `${consumer}’s ${id} is acknowledged: it leaves both lists.`,
      deleted: (id: string, consumer: string) =>
        `${id} is no longer in the stream: it leaves the pending list of ${consumer}.`,
    },
    trees: {
      nodes: 'Radix tree of ids',
      group: 'Pending list of the group',
      consumer: (name: string) => `Pending list of ${name}`,
    },
    walk: (tree: string, matched: number, depth: number) =>
      matched === 0
        ? `${tree}: no child matches after ${depth} bytes.`
        : `${tree}: ${count(matched, 'byte')} match after ${depth}.`,
    split: (tree: string, at: number) =>
      `${tree}: the compressed node is split after ${count(at, 'byte')}, where the keys differ.`,
    grow: (tree: string, bytes: number) => `${tree}: a child is added, ${count(bytes, 'byte')} away.`,
    raxKey: (tree: string) => `${tree}: the leaf becomes a key and points to its value.`,
    raxRemove: (tree: string, freed: number) => `${tree}: the key is removed, ${count(freed, 'node')} freed.`,
    compress: (tree: string, merged: number) =>
      `${tree}: ${merged} nodes in a row become one compressed node.`,
    element: (value: string, offset: number) =>
      `Listpack: the element ${value} is written at offset ${offset}.`,
    counter: (value: string, offset: number) => `Listpack: the element at offset ${offset} becomes ${value}.`,
    realloc: (from: number, to: number) => `The listpack’s memory goes from ${from} to ${to} bytes.`,
  },
};

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

export type StreamWords = typeof en;

const zh: StreamWords = {
  title: 'Stream 流',
  stage: '流的基数树、listpack 和消费组。方向键逐格移动，回车打开一个 listpack 或消费组。',
  database: '数据库',
  key: '流',
  latestKey: '最近的流',
  follow: '跟随',
  followHint: '自动打开当前步骤涉及的 listpack 和消费组',
  empty: { before: '输入 ', command: 'XADD log * level info', after: '，新建一个流。' },
  gone: { before: '', after: ' 现在不是流。' },
  figures: {
    length: 'XLEN',
    lastId: 'last-generated-id',
    entriesAdded: 'entries-added',
    maxDeletedId: 'max-deleted-entry-id',
    memory: 'MEMORY USAGE',
  },
  figureSays: {
    lastId: '迄今最大的 ID。条目删了它也不变，所以 ID 不会重复。',
    entriesAdded: '累计加入过的条目数，只增不减。',
    maxDeletedId: '被删除过的最大 ID。在它之前，lag 没法靠计数推算。',
    memory: 'MEMORY USAGE 给出的估算。',
  },
  tree: '基数树（rax）',
  treeNote: (nodes, keys) => `${nodes} 个节点，${keys} 个 16 字节的键`,
  milliseconds: '毫秒，8 字节',
  sequence: '序号，8 字节',
  raxSays: {
    compressed: (bytes) => `压缩节点：${bytes} 个字节，只有一个子节点`,
    branch: (children) => `分支节点：${children} 个子节点，每个字节一个`,
    leaf: (id) => `叶子：键 ${id} 到此结束`,
    detail: (depth, size) => `位于 16 字节中的第 ${depth} 字节之后，占内存 ${size} B`,
    hidden: (shown, all) => `${all} 个子节点中有 ${shown} 个在窗口里`,
  },
  node: (entries, deleted, most) => {
    const places = `${grouped.zh(entries + deleted)}${most > 0 ? ` / ${grouped.zh(most)}` : ''} 条`;
    return deleted === 0 ? places : `${places}，已删 ${grouped.zh(deleted)}`;
  },
  nodeBytes: (used, most) =>
    most > 0 ? `${grouped.zh(used)} B，上限 ${grouped.zh(most)} B` : `${grouped.zh(used)} B`,
  nodeSays: {
    head: (id, lastId) => `listpack ${id} … ${lastId}`,
    detail: (places, maxEntries, used, allocated) =>
      `占了 ${places}${maxEntries > 0 ? ` / ${maxEntries}` : ''} 个位置，已分配 ${allocated} 字节，用了 ${used} 字节`,
  },
  earlierNodes: (nodes) => `▲ 前面还有 ${nodes} 个 listpack`,
  laterNodes: (nodes) => `▼ 后面还有 ${nodes} 个 listpack`,
  open: (id) => `listpack ${id} 的内部`,
  openNote: (used, allocated) => `${grouped.zh(used)} / ${grouped.zh(allocated)} B`,
  master: '主条目',
  masterSays: '其他条目都参照它来写；它只写一次，本身不是条目。',
  cells: {
    count: 'count',
    deleted: 'deleted',
    fields: 'num-fields',
    field: '字段',
    end: '结束',
    flags: 'flags',
    ms: 'ms',
    seq: 'seq',
    value: '值',
    elements: 'lp-count',
    more: (fields) => `还有 ${fields} 个字段`,
  },
  cellSays: {
    count: '这个 listpack 里没有被删除的条目数。',
    deleted: '标记为已删除的条目数：字节还在这里。',
    fields: '后面有几个字段。',
    masterField: '字段名。字段相同的条目不再重复写名字。',
    end: '一个 0：从后往前读到这里为止。',
    flagsSame: 'SAMEFIELDS：字段名与主条目相同，省略不写。',
    flagsOwn: '0：这个条目自己写了字段名。',
    flagsDeleted: 'DELETED：墓碑。读取时跳过，字节要等整个 listpack 一起释放。',
    ms: '毫秒部分，减去主条目 ID 的毫秒。',
    seq: '序号，减去主条目 ID 的序号。',
    ownField: '字段名：与主条目不同，所以写在这里。',
    value: (field) => `${field} 的值。`,
    elements: '本条目在此之前有几个元素，供从后往前走。',
  },
  entrySays: (id, offset, size) => `条目 ${id}，从偏移 ${offset} 起共 ${size} 字节`,
  flagNames: { same: 'SAMEFIELDS', own: '0', deleted: 'DELETED', both: 'SAMEFIELDS | DELETED' },
  earlierEntries: (entries) => `▲ 前面还有 ${entries} 条`,
  laterEntries: (entries) => `▼ 后面还有 ${entries} 条`,
  pointer: (group) => `${group} 读到这里`,
  pointerSays: (group, id) => ({
    head: `${group}：last-delivered-id 为 ${id}`,
    detail: 'XREADGROUP 用 > 时从它后面接着读。',
  }),
  groups: '消费组',
  noGroups: '还没有；用 XGROUP CREATE 创建',
  groupsNote: (groups) => String(groups),
  groupText: (name, pending) => `${name} · 待确认 ${pending}`,
  groupSays: (lastId, read, lag) =>
    `last-delivered-id ${lastId}，entries-read ${read ?? '未知'}，lag ${lag ?? '未知'}`,
  moreGroups: (groups) => `还有 ${groups} 个`,
  lag: (lag) => `lag ${lag ?? '?'}`,
  pel: '组的 PEL',
  pelSays: (id, consumer) => ({
    head: `${id} 在等 ${consumer} 确认`,
    detail: '组的列表和消费者的列表里是同一个 NACK。',
  }),
  nothingPending: '没有待确认的条目',
  noConsumers: '还没有消费者',
  consumerSays: (name, pending, idle) => ({
    head: `消费者 ${name}`,
    detail: `待确认 ${pending} 条，${idle}前活动过`,
  }),
  nackSays: (id, deliveries, idle) => ({
    head: `${id}，已投递 ${deliveries} 次`,
    detail: `等 XACK 已有 ${idle}`,
  }),
  nackGone: '条目本身已从流中删除。',
  gone1: '已删除',
  morePending: (entries) => `还有 ${entries} 条`,
  pendingWindow: {
    earlier: '更早的待确认条目',
    later: '更晚的待确认条目',
    jump: '显示的第一条待确认条目',
    before: '待确认',
    after: (last, all) => `至 ${last}，共 ${all} 条`,
  },
  accessible: (key, length, nodes, groups) =>
    `流 ${key}：${length} 条，${nodes} 个 listpack，${groups} 个消费组`,
  narrate: {
    node: {
      first: (id) => `流有了第一个 listpack，它在基数树里的键是 ${id}。`,
      entries: (id, most) => `最后一个 listpack 已满 ${most} 条（含已删除的），从 ${id} 起新开一个。`,
      bytes: (id, most) => `再写就要超过 ${most} 字节：最后一个 listpack 收缩到刚好，从 ${id} 起新开一个。`,
    },
    append: (id, same) =>
      same
        ? `写入条目 ${id}：字段与主条目相同，只写值。`
        : `写入条目 ${id}：字段与主条目不同，连字段名一起写。`,
    delete: (id, entries) =>
      entries === 1
        ? `${id} 只是被标记为已删除：墓碑留在 listpack 里。`
        : `到 ${id} 为止的 ${entries} 条被标记为已删除，字节还在。`,
    drop: {
      trim: (id, entries) => `裁剪把 listpack ${id} 整个删掉，一次去掉 ${entries} 条。`,
      empty: (id) => `这是 listpack ${id} 的最后一条，整个 listpack 一起删除。`,
    },
    keep: (id, entries) => `listpack ${id} 只需要删一部分。带 ~ 就整个保留：留下 ${entries} 条。`,
    create: (name, id) => `创建消费组 ${name}，从 ${id} 之后开始读。`,
    destroy: (name, pending) => `删除消费组 ${name}，连同 ${pending} 条待确认记录。`,
    join: (consumer) => `第一次见到消费者 ${consumer}，把它建出来。`,
    leave: (consumer, pending) => `删除消费者 ${consumer}，连同它的 ${pending} 条待确认记录。`,
    position: (group, from, id) => `${group} 的 last-delivered-id 从 ${from} 移到 ${id}。`,
    deliver: {
      new: (id, consumer) => `${id} 交给 ${consumer}，等待确认：组和消费者的列表里各挂上同一个 NACK。`,
      again: (id, consumer, times) => `${consumer} 重读自己未确认的 ${id}：第 ${times} 次投递。`,
      claim: (id, consumer, from, times) =>
        from === null
          ? `${consumer} 认领 ${id}，此前没有人持有它。`
          : `${id} 换手：从 ${from} 到 ${consumer}，投递次数 ${times}。`,
    },
    release: {
      acknowledged: (id, consumer) => `${consumer} 的 ${id} 得到确认，从两个列表里移出。`,
      deleted: (id, consumer) => `${id} 已从流中删除，也从 ${consumer} 的待确认列表里移出。`,
    },
    trees: {
      nodes: 'ID 基数树',
      group: '组的 PEL',
      consumer: (name) => `${name} 的 PEL`,
    },
    walk: (tree, matched, depth) =>
      matched === 0
        ? `${tree}：第 ${depth} 字节之后没有可走的子节点。`
        : `${tree}：第 ${depth} 字节之后又有 ${matched} 个字节相同。`,
    split: (tree, at) => `${tree}：压缩节点在第 ${at} 个字节之后分裂，键从这里分叉。`,
    grow: (tree, bytes) => `${tree}：加上一个子节点，相隔 ${bytes} 个字节。`,
    raxKey: (tree) => `${tree}：叶子成为键，指向它的值。`,
    raxRemove: (tree, freed) => `${tree}：删除这个键，释放 ${freed} 个节点。`,
    compress: (tree, merged) => `${tree}：连成一串的 ${merged} 个节点合成一个压缩节点。`,
    element: (value, offset) => `listpack：在偏移 ${offset} 处写入元素 ${value}。`,
    counter: (value, offset) => `listpack：偏移 ${offset} 处的元素改为 ${value}。`,
    realloc: (from, to) => `listpack 的内存从 ${from} 字节变为 ${to} 字节。`,
  },
};

export const streamWords = { en, zh };
