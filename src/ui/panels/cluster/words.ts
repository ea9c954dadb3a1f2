/** The words on the panel. */
import type { WayAnswer } from '../../../protocol/views-cluster.ts';
import { grouped, plural } from '../../i18n/amounts.ts';
import type { Pair } from '../../i18n/pair.ts';

export interface ClusterWords {
  readonly title: string;
  readonly stage: string;
  readonly seenBy: string;
  readonly firstNode: string;
  readonly show: string;
  readonly zooms: { readonly all: string; readonly part: string };
  readonly key: string;
  readonly keyHint: string;
  readonly latest: string;
  readonly latestHint: string;
  readonly badKeys: string;
  readonly empty: string;
  readonly slots: string;
  readonly slotsNote: (first: number, last: number) => string;
  readonly noOwner: string;
  readonly slot: (slot: number) => string;
  readonly keys: (count: number) => string;
  readonly keysUnknown: string;
  readonly movingOut: (from: string, to: string) => string;
  readonly movingIn: (to: string, from: string) => string;
  readonly otherwise: (node: string, owner: string | null) => string;
  readonly way: string;
  readonly wayOf: (key: string) => string;
  readonly noWay: string;
  readonly tag: string;
  readonly whole: string;
  readonly sums: string;
  readonly moreSums: (count: number) => string;
  readonly mod: (crc: number, slot: number) => string;
  readonly owner: (letter: string, name: string) => string;
  readonly notServed: string;
  readonly answers: string;
  readonly answersAbout: string;
  readonly here: (hasKey: boolean) => string;
  readonly afterAsking: string;
  readonly writes: (answer: string) => string;
  readonly meaning: Readonly<Record<WayAnswer, string>>;
  readonly nodes: string;
  readonly nodesNote: (name: string) => string;
  readonly flags: Readonly<Record<string, string>>;
  readonly epoch: (epoch: number) => string;
  readonly slotCount: (count: number, ranges: number) => string;
  readonly replicaOf: (name: string) => string;
  readonly pong: (time: string | null) => string;
  readonly ping: (time: string) => string;
  readonly linkDown: string;
  readonly reports: (names: string) => string;
  readonly servers: string;
  readonly serversAbout: string;
  readonly agrees: string;
  readonly disagrees: (count: number) => string;
  readonly states: Readonly<Record<'up' | 'down' | 'frozen' | 'removed', string>>;
  readonly ok: string;
  readonly fail: string;
  readonly currentEpoch: (epoch: number) => string;
  readonly lastVote: (epoch: number) => string;
  readonly election: string;
  readonly waits: (time: string, rank: number) => string;
  readonly votes: (votes: number, quorum: number, epoch: number) => string;
  readonly slotTitle: (slot: number) => string;
  readonly holders: (name: string, keys: number) => string;
  readonly noHolders: string;
  readonly more: (count: number) => string;
  readonly summary: {
    readonly seen: (name: string) => string;
    readonly state: (isOk: boolean) => string;
    readonly epoch: (epoch: number) => string;
    readonly served: (count: number) => string;
    readonly moving: (count: number) => string;
    readonly disagree: (count: number) => string;
  };
  readonly legend: {
    readonly keys: readonly [string, string, string];
    readonly moving: string;
    readonly disagree: string;
    readonly free: string;
  };
  readonly window: {
    readonly earlier: string;
    readonly later: string;
    readonly jump: string;
    readonly before: string;
    readonly after: (last: number, all: number) => string;
  };
}

export const clusterWords: Pair<ClusterWords> = {
  en: {
    title: 'Cluster',
    stage: 'Slots, nodes and the way of a key',
    seenBy: 'Seen by',
    firstNode: 'the first node that runs',
    show: 'Slots shown',
    zooms: { all: 'All', part: 'Part' },
    key: 'Keys',
    keyHint: 'user:7 {user:7}:cart',
    latest: 'Latest command',
    latestHint: 'Show the way of the keys of the latest command',
    badKeys: 'The quotes do not match.',
    empty: 'No server here is a node of a cluster. Choose the cluster preset in the lab.',
    slots: 'Slots',
    slotsNote: (first, last) => `${first} to ${last}, row by row`,
    noOwner: 'nobody serves it',
    slot: (slot) => `Slot ${slot}`,
    keys: (count) => plural(count, 'key', 'keys'),
    keysUnknown: 'keys unknown',
    movingOut: (from, to) => `${from} is migrating it to ${to}`,
    movingIn: (to, from) => `${to} is importing it from ${from}`,
    otherwise: (node, owner) =>
      owner === null ? `${node} knows no owner` : `${node} believes that ${owner} has it`,
    way: 'The way of a key',
    wayOf: (key) => `The way of ${key}`,
    noWay: 'Type a key above, or send a command with a key.',
    tag: 'only the hash tag between { and } is hashed',
    whole: 'the whole key is hashed',
    sums: 'CRC16 after each byte',
    moreSums: (count) => `and ${plural(count, 'more byte', 'more bytes')}`,
    mod: (crc, slot) => `${crc} mod 16384 = ${slot}`,
    owner: (letter, name) => `owner ${letter} ${name}`,
    notServed: 'no owner',
    answers: 'What each node would answer',
    answersAbout: 'Computed by each node from what it believes now.',
    here: (hasKey) => (hasKey ? 'runs here' : 'runs here; there is no such key'),
    afterAsking: 'after ASKING: runs here',
    writes: (answer) => `a write: ${answer}`,
    meaning: {
      here: 'The slot is this node’s own.',
      moved: 'The slot belongs to another node: the client notes it and goes there from now on.',
      ask: 'The slot is on its way and the key is not here any more: the client asks there, this once.',
      'cross-slot': 'The keys lie in different slots, and no node may serve them together.',
      'try-again': 'Of several keys some have moved and some have not: the client tries later.',
      down: 'This node takes the cluster as down.',
      'down-for-writes': 'This node takes the cluster as down and serves only reads.',
      'not-served': 'This node knows no owner of the slot.',
    },
    nodes: 'Nodes',
    nodesNote: (name) => `as ${name} sees them`,
    flags: {
      myself: 'itself',
      master: 'master',
      slave: 'replica',
      'fail?': 'suspected (fail?)',
      fail: 'failed (fail)',
      handshake: 'handshake',
      noaddr: 'no address',
      nofailover: 'no failover',
    },
    epoch: (epoch) => `epoch ${epoch}`,
    slotCount: (count, ranges) =>
      ranges > 1 ? `${grouped.en(count)} slots in ${ranges} ranges` : plural(count, 'slot', 'slots'),
    replicaOf: (name) => `follows ${name}`,
    pong: (time) => (time === null ? 'no pong yet' : `last pong ${time} ago`),
    ping: (time) => `ping unanswered for ${time}`,
    linkDown: 'not connected',
    reports: (names) => `suspected by ${names}`,
    servers: 'Who believes what',
    serversAbout: 'Each node has a picture of its own; gossip makes them alike.',
    agrees: 'the same slots',
    disagrees: (count) => `another owner for ${plural(count, 'slot', 'slots')}`,
    states: { up: 'up', down: 'down', frozen: 'frozen', removed: 'removed' },
    ok: 'ok',
    fail: 'fail',
    currentEpoch: (epoch) => `currentEpoch ${epoch}`,
    lastVote: (epoch) => `voted in ${epoch}`,
    election: 'Election',
    waits: (time, rank) => `asks for votes in ${time} (rank ${rank})`,
    votes: (votes, quorum, epoch) => `${votes} of ${quorum} votes in epoch ${epoch}`,
    slotTitle: (slot) => `Keys of slot ${slot}`,
    holders: (name, keys) => `${name}: ${plural(keys, 'key', 'keys')}`,
    noHolders: 'no keys anywhere',
    more: (count) => `${count} more`,
    summary: {
      seen: (name) => `seen by ${name}`,
      state: (isOk) => (isOk ? 'cluster ok' : 'cluster down'),
      epoch: (epoch) => `epoch ${epoch}`,
      served: (count) => `${grouped.en(count)} of 16,384 slots served`,
      moving: (count) => `${plural(count, 'slot', 'slots')} moving`,
      disagree: (count) => `${plural(count, 'node disagrees', 'nodes disagree')}`,
    },
    legend: {
      keys: ['1 key', '2 to 9', '10 or more'],
      moving: 'migrating or importing',
      disagree: 'nodes disagree',
      free: 'nobody’s',
    },
    window: {
      earlier: 'Slots before these',
      later: 'Slots after these',
      jump: 'First slot shown',
      before: 'Slots',
      after: (last, all) => `to ${last} of ${all}`,
    },
  },
  zh: {
    title: '集群',
    stage: '槽、节点，以及一个键怎么找到它的节点',
    seenBy: '以谁的眼光看',
    firstNode: '第一个在运行的节点',
    show: '显示哪些槽',
    zooms: { all: '全部', part: '局部' },
    key: '键',
    keyHint: 'user:7 {user:7}:cart',
    latest: '跟随命令',
    latestHint: '显示最近一条命令里的键怎么走',
    badKeys: '引号没有配对。',
    empty: '这里没有集群节点。到实验室里选「集群」起步就有了。',
    slots: '槽',
    slotsNote: (first, last) => `${first} 到 ${last}，从左到右逐行排`,
    noOwner: '没人负责',
    slot: (slot) => `槽 ${slot}`,
    keys: (count) => `${grouped.zh(count)} 个键`,
    keysUnknown: '键数未知',
    movingOut: (from, to) => `${from} 正把它迁往 ${to}（migrating）`,
    movingIn: (to, from) => `${to} 正从 ${from} 迁入（importing）`,
    otherwise: (node, owner) => (owner === null ? `${node} 认为没人负责` : `${node} 认为它归 ${owner}`),
    way: '一个键怎么走',
    wayOf: (key) => `${key} 怎么走`,
    noWay: '在上面输入一个键，或者发一条带键的命令。',
    tag: '只对 { } 之间的哈希标签求值',
    whole: '对整个键求值',
    sums: '每吃进一个字节后的 CRC16',
    moreSums: (count) => `后面还有 ${count} 个字节`,
    mod: (crc, slot) => `${crc} mod 16384 = ${slot}`,
    owner: (letter, name) => `归 ${letter} ${name}`,
    notServed: '没有主人',
    answers: '问到各个节点会得到什么',
    answersAbout: '由每个节点按自己此刻的认知算出来。',
    here: (hasKey) => (hasKey ? '就在这里执行' : '就在这里执行；没有这个键'),
    afterAsking: '先发 ASKING：就在这里执行',
    writes: (answer) => `写命令：${answer}`,
    meaning: {
      here: '这个槽归本节点。',
      moved: '槽归别的节点：客户端记下来，以后都去那边。',
      ask: '槽正在搬，键已经不在这里：客户端只这一次去那边问。',
      'cross-slot': '这些键分属不同的槽，没有哪个节点能一起处理。',
      'try-again': '几个键里有的已搬走、有的还在：客户端过会儿再试。',
      down: '本节点认为集群不可用。',
      'down-for-writes': '本节点认为集群不可用，只接受读命令。',
      'not-served': '本节点不知道这个槽归谁。',
    },
    nodes: '节点',
    nodesNote: (name) => `${name} 眼中的样子`,
    flags: {
      myself: '自己',
      master: '主节点',
      slave: '从节点',
      'fail?': '疑似下线（fail?）',
      fail: '已下线（fail）',
      handshake: '握手中',
      noaddr: '地址未知',
      nofailover: '不参与接替',
    },
    epoch: (epoch) => `纪元 ${epoch}`,
    slotCount: (count, ranges) =>
      ranges > 1 ? `${grouped.zh(count)} 个槽，分 ${ranges} 段` : `${grouped.zh(count)} 个槽`,
    replicaOf: (name) => `跟随 ${name}`,
    pong: (time) => (time === null ? '还没收到过 pong' : `上次 pong 在 ${time}前`),
    ping: (time) => `ping 已等 ${time}没有回音`,
    linkDown: '连接断开',
    reports: (names) => `被 ${names} 怀疑`,
    servers: '各自的认知',
    serversAbout: '每个节点都有自己的一份认知，靠 gossip 慢慢统一。',
    agrees: '槽的归属一致',
    disagrees: (count) => `有 ${grouped.zh(count)} 个槽归属不同`,
    states: { up: '运行中', down: '已停', frozen: '冻结', removed: '已移除' },
    ok: 'ok',
    fail: 'fail',
    currentEpoch: (epoch) => `currentEpoch ${epoch}`,
    lastVote: (epoch) => `在纪元 ${epoch} 投过票`,
    election: '选举',
    waits: (time, rank) => `${time}后开始拉票（排位 ${rank}）`,
    votes: (votes, quorum, epoch) => `纪元 ${epoch}：已得 ${votes} 票，需要 ${quorum} 票`,
    slotTitle: (slot) => `槽 ${slot} 里的键`,
    holders: (name, keys) => `${name}：${grouped.zh(keys)} 个键`,
    noHolders: '哪里都没有键',
    more: (count) => `另有 ${count} 个`,
    summary: {
      seen: (name) => `${name} 眼中`,
      state: (isOk) => (isOk ? '集群 ok' : '集群不可用'),
      epoch: (epoch) => `纪元 ${epoch}`,
      served: (count) => `16384 个槽中 ${grouped.zh(count)} 个有人负责`,
      moving: (count) => `${count} 个槽在搬`,
      disagree: (count) => `${count} 个节点看法不同`,
    },
    legend: {
      keys: ['1 个键', '2 到 9 个', '10 个以上'],
      moving: '迁出或迁入中',
      disagree: '各节点看法不同',
      free: '没人负责',
    },
    window: {
      earlier: '前面的槽',
      later: '后面的槽',
      jump: '从哪个槽开始显示',
      before: '槽',
      after: (last, all) => `至 ${last}，共 ${all} 个`,
    },
  },
};
