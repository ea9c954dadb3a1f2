/** The words on the panel. */
import type { ClientRow } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import type { Pair } from '../../i18n/pair.ts';

type TrackingMode = NonNullable<ClientRow['tracking']>['mode'];

export interface ClientsWords {
  readonly language: Language;
  readonly title: string;
  readonly stage: string;
  readonly channelsStage: string;
  readonly client: (id: number) => string;
  readonly you: string;
  readonly db: (db: number) => string;
  readonly last: (command: string) => string;
  readonly none: string;
  readonly idle: (time: string) => string;
  readonly flags: Readonly<Record<string, string>>;
  readonly flagsAbout: Readonly<Record<string, string>>;
  readonly buffers: { readonly query: string; readonly reply: string; readonly unsent: string };
  readonly buffersAbout: { readonly query: string; readonly reply: string; readonly unsent: string };
  readonly limit: (limit: ClientRow['outputLimit']) => string;
  readonly total: (bytes: string) => string;
  readonly multi: string;
  readonly queueEmpty: string;
  readonly queued: (position: number, command: string) => string;
  readonly queuedAbout: string;
  readonly spoiled: Readonly<Record<'error' | 'watch', string>>;
  readonly watch: string;
  readonly watchedKey: (key: string, db: number) => string;
  readonly waits: string;
  readonly waitsFor: (why: string) => string;
  readonly place: (place: number, of: number) => string;
  readonly placeAbout: string;
  readonly until: (time: string | null) => string;
  readonly listens: string;
  readonly kind: Readonly<Record<'channel' | 'pattern' | 'shard', string>>;
  readonly monitors: string;
  readonly tracking: string;
  readonly trackingMode: Readonly<Record<TrackingMode, string>>;
  readonly redirect: (client: number, broken: boolean) => string;
  readonly noLoop: string;
  readonly line: string;
  readonly lineOf: (key: string, db: number, count: number) => string;
  readonly lineAbout: string;
  readonly watchers: string;
  readonly watchersOf: (key: string, count: number) => string;
  readonly more: (count: number) => string;
  readonly channels: string;
  readonly subscribers: (count: number) => string;
  readonly messages: string;
  readonly message: (from: number, channel: string, receivers: number) => string;
  readonly noMessages: string;
  readonly summary: {
    readonly clients: (count: number) => string;
    readonly blocked: (count: number) => string;
    readonly inMulti: (count: number) => string;
    readonly listening: (count: number) => string;
  };
  readonly window: {
    readonly earlier: string;
    readonly later: string;
    readonly jump: string;
    readonly before: string;
    readonly after: (last: number, all: number) => string;
  };
  readonly empty: string;
}

export const clientsWords: Pair<ClientsWords> = {
  en: {
    language: 'en',
    title: 'Clients',
    stage: 'Clients, one card each',
    channelsStage: 'Channels, their subscribers, and the latest messages',
    client: (id) => `Client ${id}`,
    you: 'sent the current command',
    db: (db) => `db ${db}`,
    last: (command) => `last ${command}`,
    none: 'nothing yet',
    idle: (time) => `idle ${time}`,
    flags: {
      O: 'monitors',
      P: 'subscribed',
      x: 'in MULTI',
      b: 'blocked',
      t: 'tracks keys',
      R: 'redirect lost',
      B: 'broadcast',
      d: 'EXEC will fail',
      c: 'closing',
      e: 'not evicted',
      N: 'no flags',
    },
    flagsAbout: {
      O: 'MONITOR: it receives every command of every client.',
      P: 'It is subscribed to channels; in RESP2 it can do little else.',
      x: 'The server queues its commands until EXEC.',
      b: 'A blocking command blocks it; the server reads nothing it sends.',
      t: 'The server tracks the keys it has read and notifies it when they change.',
      R: 'The client that its invalidations redirect to is gone.',
      B: 'It gets invalidations for every key that matches its prefixes.',
      d: 'A watched key has changed: EXEC will return nil.',
      c: 'The server closes the connection after sending the reply.',
      e: 'CLIENT NO-EVICT: the server keeps it even when clients use too much memory.',
      N: 'No flags, the N of CLIENT LIST.',
    },
    buffers: { query: 'query', reply: 'reply', unsent: 'unsent' },
    buffersAbout: {
      query: 'Bytes received that wait for the rest of their command (qbuf).',
      reply: 'Replies written in this turn but not sent yet.',
      unsent: 'Sent, but not read by the other side yet (oll, omem).',
    },
    limit: ({ of, hardBytes, softBytes, softSeconds }) =>
      hardBytes === 0 && softBytes === 0
        ? `client-output-buffer-limit ${of}: none`
        : `client-output-buffer-limit ${of}: ${hardBytes} B at once, or ${softBytes} B for ${softSeconds} s`,
    total: (bytes) => `${bytes} in all`,
    multi: 'MULTI queue',
    queueEmpty: 'empty so far',
    queued: (position, command) => `${position + 1}. ${command}`,
    queuedAbout: 'Queued, not run: EXEC runs all of them with no other client in between.',
    spoiled: {
      error: 'a command was rejected: EXEC will abort',
      watch: 'a watched key changed: EXEC will return nil',
    },
    watch: 'watches',
    watchedKey: (key, db) => `WATCH ${key} in db ${db}`,
    waits: 'blocked on',
    waitsFor: (why) => `Blocked in ${why} on this key.`,
    place: (place, of) => `${place} of ${of} in line`,
    placeAbout: 'The client that has waited longest is served first.',
    until: (time) => (time === null ? 'no timeout' : `${time} left`),
    listens: 'subscribed to',
    kind: { channel: 'channel', pattern: 'pattern', shard: 'shard channel' },
    monitors: 'every command of the server',
    tracking: 'tracking',
    trackingMode: {
      read: 'for keys it has read',
      optin: 'for keys read after CLIENT CACHING yes',
      optout: 'for keys read, except after CLIENT CACHING no',
      broadcast: 'for all keys with its prefixes',
    },
    redirect: (client, broken) =>
      broken ? `redirect target client ${client} is gone` : `redirected to client ${client}`,
    noLoop: 'except its own changes',
    line: 'Clients blocked on keys',
    lineOf: (key, db, count) => `${key} in db ${db}: ${count} waiting`,
    lineAbout: 'The leftmost client is served first when an element arrives.',
    watchers: 'Clients watching keys',
    watchersOf: (key, count) => `${key}: watched by ${count}`,
    more: (count) => `${count} more`,
    channels: 'Channels',
    subscribers: (count) => (count === 1 ? '1 subscriber' : `${count} subscribers`),
    messages: 'Latest messages',
    message: (from, channel, receivers) =>
      `${from === 0 ? 'the server' : `client ${from}`} to ${channel}: ${receivers === 1 ? '1 receiver' : `${receivers} receivers`}`,
    noMessages: 'none yet: a message without a receiver is stored nowhere',
    summary: {
      clients: (count) => (count === 1 ? '1 client' : `${count} clients`),
      blocked: (count) => `${count} blocked`,
      inMulti: (count) => `${count} in MULTI`,
      listening: (count) => `${count} subscribed`,
    },
    window: {
      earlier: 'Clients before these',
      later: 'Clients after these',
      jump: 'First client shown',
      before: 'Clients',
      after: (last, all) => `to ${last} of ${all}`,
    },
    empty: 'No client is connected.',
  },
  zh: {
    language: 'zh',
    title: '客户端',
    stage: '客户端，每个一张卡片',
    channelsStage: '频道、订阅者与最近的消息',
    client: (id) => `客户端 ${id}`,
    you: '正在看的命令由它发出',
    db: (db) => `db ${db}`,
    last: (command) => `上一条 ${command}`,
    none: '还没发过命令',
    idle: (time) => `空闲 ${time}`,
    flags: {
      O: '监视中',
      P: '订阅中',
      x: '事务中',
      b: '阻塞',
      t: '跟踪键',
      R: '转发已断',
      B: '广播模式',
      d: '已作废',
      c: '即将断开',
      e: '不被驱逐',
      N: '普通',
    },
    flagsAbout: {
      O: 'MONITOR：所有客户端的每条命令都会发给它。',
      P: '正在监听频道；在 RESP2 下几乎不能做别的事。',
      x: '它的命令先排队，等 EXEC 才执行。',
      b: '睡在阻塞命令里，它发来的内容暂时没人读。',
      t: '服务器记着它读过哪些键，变了就通知它。',
      R: '本该代收通知的客户端已经离开。',
      B: '凡是前缀相符的键有变动都会通知它。',
      d: '监视的键已被改动：EXEC 会返回 nil。',
      c: '回复发完就会断开。',
      e: 'CLIENT NO-EVICT：客户端占用内存过多时也不会断开它。',
      N: '没有特别状态，即 CLIENT LIST 里的 N。',
    },
    buffers: { query: '待读', reply: '待发', unsent: '未取走' },
    buffersAbout: {
      query: '已收到、还在等命令剩余部分的字节（qbuf）。',
      reply: '本轮命令写下、还没交给网络的字节。',
      unsent: '已交给网络、对方还没取走的字节（oll、omem）。',
    },
    limit: ({ of, hardBytes, softBytes, softSeconds }) =>
      hardBytes === 0 && softBytes === 0
        ? `client-output-buffer-limit ${of}：不限`
        : `client-output-buffer-limit ${of}：达到 ${hardBytes} B 立即断开，或超过 ${softBytes} B 持续 ${softSeconds} 秒`,
    total: (bytes) => `共占 ${bytes}`,
    multi: 'MULTI 队列',
    queueEmpty: '还是空的',
    queued: (position, command) => `${position + 1}. ${command}`,
    queuedAbout: '只是入队，还没执行：EXEC 会一口气全部执行，中间不插入别人的命令。',
    spoiled: { error: '有命令被拒绝：EXEC 会放弃整个事务', watch: '监视的键被改动：EXEC 会返回 nil' },
    watch: '监视',
    watchedKey: (key, db) => `WATCH ${key}，在 db ${db}`,
    waits: '等待',
    waitsFor: (why) => `在 ${why} 中等这个键。`,
    place: (place, of) => `排第 ${place}，共 ${of} 个`,
    placeAbout: '先等的先得到。',
    until: (time) => (time === null ? '不限时' : `还剩 ${time}`),
    listens: '订阅',
    kind: { channel: '频道', pattern: '模式', shard: '分片频道' },
    monitors: '服务器的每一条命令',
    tracking: '跟踪',
    trackingMode: {
      read: '读过的键变了就通知',
      optin: '只通知 CLIENT CACHING yes 之后读的键',
      optout: '读过的都通知，CLIENT CACHING no 之后读的除外',
      broadcast: '前缀相符的键都通知',
    },
    redirect: (client, broken) => (broken ? `代收的客户端 ${client} 已离开` : `由客户端 ${client} 代收`),
    noLoop: '自己改的不通知',
    line: '谁在等哪个键',
    lineOf: (key, db, count) => `db ${db} 的 ${key}：${count} 个在等`,
    lineAbout: '有东西到来时，最左边的先得到。',
    watchers: '谁在监视哪个键',
    watchersOf: (key, count) => `${key}：${count} 个客户端在监视`,
    more: (count) => `另有 ${count} 个`,
    channels: '频道',
    subscribers: (count) => `${count} 个订阅者`,
    messages: '最近的消息',
    message: (from, channel, receivers) =>
      `${from === 0 ? '服务器' : `客户端 ${from}`} → ${channel}：${receivers} 个接收者`,
    noMessages: '还没有：没有接收者的消息不会保存在任何地方',
    summary: {
      clients: (count) => `${count} 个客户端`,
      blocked: (count) => `${count} 个在等待`,
      inMulti: (count) => `${count} 个在事务中`,
      listening: (count) => `${count} 个在订阅`,
    },
    window: {
      earlier: '前面的客户端',
      later: '后面的客户端',
      jump: '从第几个客户端开始显示',
      before: '第',
      after: (last, all) => `至 ${last} 个，共 ${all} 个`,
    },
    empty: '没有客户端连接。',
  },
};
