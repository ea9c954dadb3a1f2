/** The words on the panel. */
import type { LoopJob, TurnCause, TurnPartKind } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import type { Pair } from '../../i18n/pair.ts';

export interface LoopWords {
  readonly language: Language;
  readonly title: string;
  readonly stage: string;
  readonly columns: {
    readonly wakes: string;
    readonly reads: string;
    readonly runs: string;
    readonly own: string;
    readonly writes: string;
  };
  readonly columnsAbout: {
    readonly reads: string;
    readonly runs: string;
    readonly own: string;
    readonly writes: string;
  };
  readonly cause: (cause: TurnCause, who: string) => string;
  /** One whose name is not known. */
  readonly otherServer: string;
  readonly turn: (turn: number) => string;
  readonly from: (who: string, bytes: string) => string;
  readonly to: (who: string, bytes: string) => string;
  readonly fromAbout: string;
  readonly toAbout: string;
  readonly unread: string;
  readonly unreadAbout: string;
  /** Of bytes that lay in the socket until the thread was free. */
  readonly lateAbout: string;
  readonly part: (kind: TurnPartKind, amount: number, label: string, bytes: string) => string;
  readonly partAbout: Readonly<Record<TurnPartKind, string>>;
  readonly client: (client: number) => string;
  readonly takes: (time: string) => string;
  readonly uncounted: string;
  readonly inside: (commands: number, time: string) => string;
  readonly waits: string;
  readonly thenWaits: (time: string) => string;
  readonly failed: string;
  readonly blocks: (time: string) => string;
  readonly more: (count: number) => string;
  readonly held: (by: 'sleep' | 'script', time: string) => string;
  /** By a script, after the turn that began it. */
  readonly heldOn: (time: string) => string;
  readonly heldAbout: Readonly<Record<'sleep' | 'script', string>>;
  readonly slept: (time: string) => string;
  readonly sleptAbout: string;
  readonly queued: (time: string) => string;
  readonly idleTimers: (count: number) => string;
  readonly job: Readonly<Record<LoopJob['job'], string>>;
  readonly jobShort: Readonly<Record<LoopJob['job'], string>>;
  readonly jobState: Readonly<Record<LoopJob['state'], string>>;
  readonly jobAbout: Readonly<Record<LoopJob['job'], string>>;
  readonly threads: {
    /** In few words, beside the written bytes. */
    readonly short: (threads: number, isSpread: boolean) => string;
    readonly alone: (threads: number, clients: number) => string;
    readonly spread: (threads: number, clients: number) => string;
    readonly about: string;
    readonly reads: (isOn: boolean) => string;
  };
  readonly summary: {
    readonly turns: (count: number) => string;
    readonly commands: (count: number) => string;
    readonly busy: (time: string) => string;
    readonly longest: (label: string, time: string) => string;
  };
  readonly earlier: (count: number) => string;
  readonly about: string;
  readonly model: string;
  readonly empty: string;
  readonly tooLong: string;
}

export const loopWords: Pair<LoopWords> = {
  en: {
    language: 'en',
    title: 'Event loop',
    stage: 'Turns of the event loop, the latest below',
    columns: { wakes: 'wakes', reads: 'reads', runs: 'runs', own: 'own work', writes: 'writes' },
    columnsAbout: {
      reads: 'Bytes from sockets, parsed into commands.',
      runs: 'Commands, one at a time, on the single thread.',
      own: 'The server’s own work: timers, expiry, the append-only file.',
      writes: 'Replies, sent before the loop sleeps again.',
    },
    cause: (cause, who) =>
      ({
        start: 'start',
        open: `${who} connects`,
        close: `${who} disconnects`,
        data: `${who} sends`,
        timer: 'a timer is due',
        crash: 'crash',
        restart: 'restart',
        disk: 'the disk changes',
        'peer-open': `${who} connects to this server`,
        'link-open': `connected to ${who}`,
        'link-refused': `${who} refuses the connection`,
        'peer-data': `${who} sends`,
        'peer-close': `the connection to ${who} ends`,
      })[cause],
    otherServer: 'another server',
    turn: (turn) => `Turn ${turn}`,
    from: (who, bytes) => `${who} · ${bytes}`,
    to: (who, bytes) => `${who} · ${bytes}`,
    fromAbout: 'Read from its socket. The model does not time reads.',
    toAbout: 'Written to its socket at the end of the turn. The model does not time writes.',
    unread: 'unread',
    unreadAbout: 'It arrived while the thread was busy and waits in the socket, unread.',
    lateAbout: 'These bytes arrived while the thread was busy; the server reads them now.',
    part: (kind, amount, label, bytes) =>
      ({
        command: label,
        commands: `${amount} commands of a pipeline`,
        script: 'a slice of the script',
        timeout: amount === 1 ? '1 client times out' : `${amount} clients time out`,
        expire: `${amount} expired, ${label}`,
        rehash: amount === 1 ? '1 bucket rehashed' : `${amount} buckets rehashed`,
        evict: amount === 1 ? '1 key evicted' : `${amount} keys evicted`,
        fork: `fork for ${label}`,
        'aof-write': `AOF write ${bytes}`,
        fsync: `fsync ${bytes}`,
        'job-done': `done: ${label}`,
        load: `loads ${label}`,
      })[kind],
    partAbout: {
      command: 'Nothing else runs until it finishes.',
      commands: 'A long pipeline; its commands are not shown one by one here.',
      script: 'Another slice of a long script.',
      timeout: 'A blocking command reached its timeout.',
      expire: 'Active expiry samples keys with a time to live. Its time depends on how many it sampled.',
      rehash: 'The server moves a few buckets of a growing or shrinking table. The model does not time this.',
      evict: 'Memory reached maxmemory: the server evicted keys before it could run the command.',
      fork: 'A child gets a copy of the page tables. The model does not time forks.',
      'aof-write': 'Into the kernel’s page cache. The model does not time this.',
      fsync: 'appendfsync always: the thread waits here until the disk finishes the fsync.',
      'job-done': 'Another thread or a child process has finished, and the loop handles it.',
      load: 'Read from disk at startup.',
    },
    client: (client) => `client ${client}`,
    takes: (time) => `${time} by the model`,
    uncounted: 'not timed by the model',
    inside: (commands, time) =>
      `${commands === 1 ? '1 command' : `${commands} commands`} inside, ${time} of it`,
    waits: 'then waits',
    thenWaits: (time) => `${time}, then waits`,
    failed: 'returned an error',
    blocks: (time) => `blocks all clients for ${time}`,
    more: (count) => `${count} more`,
    held: (by, time) => `${by === 'sleep' ? 'DEBUG SLEEP' : 'script'} holds the thread ${time}`,
    heldOn: (time) => `script holds the thread ${time} more`,
    heldAbout: {
      sleep: 'The single thread is asleep: it reads nothing and replies to no one.',
      script:
        'The script holds the thread until its next slice. After busy-reply-threshold other clients get BUSY.',
    },
    slept: (time) => `slept ${time}`,
    sleptAbout: 'The thread waits in the poll call until a socket or a timer wakes it.',
    queued: (time) => `waited ${time} for the thread`,
    idleTimers: (count) =>
      count === 1 ? '1 timer with nothing to do' : `${count} timers with nothing to do`,
    job: {
      'rdb-save': 'save in a child',
      'aof-rewrite': 'AOF rewrite in a child',
      'aof-fsync': 'fsync in a thread',
      'lazy-free': 'lazy free in a thread',
    },
    jobShort: { 'rdb-save': 'save', 'aof-rewrite': 'rewrite', 'aof-fsync': 'fsync', 'lazy-free': 'free' },
    jobState: { running: 'still running', done: 'done', 'given-up': 'cancelled' },
    jobAbout: {
      'rdb-save': 'A forked child writes the file; the loop continues.',
      'aof-rewrite': 'A forked child writes a shorter file; the loop continues.',
      'aof-fsync': 'appendfsync everysec: a thread waits for the disk; the loop continues.',
      'lazy-free': 'UNLINK or FLUSHALL ASYNC: a thread frees the memory; the loop continues.',
    },
    threads: {
      short: (threads, isSpread) => (isSpread ? `across ${threads} threads` : 'by one thread'),
      alone: (threads, clients) =>
        `io-threads ${threads}: ${clients === 1 ? '1 client' : `${clients} clients`} to write to, fewer than ${threads * 2}: the main thread writes alone`,
      spread: (threads, clients) =>
        `io-threads ${threads}: ${clients} clients to write to, at least ${threads * 2}: writing is spread across ${threads} threads`,
      about:
        'Since 6.0 the server can spread reading and writing over threads, but never the commands themselves. It uses threads when there are at least two clients for each.',
      reads: (isOn) =>
        isOn ? 'io-threads-do-reads yes: reading and parsing too' : 'io-threads-do-reads no: writing only',
    },
    summary: {
      turns: (count) => (count === 1 ? '1 turn' : `${count} turns`),
      commands: (count) => (count === 1 ? '1 command' : `${count} commands`),
      busy: (time) => `${time} of work counted`,
      longest: (label, time) => `longest ${time}: ${label}`,
    },
    earlier: (count) =>
      `${count === 1 ? '1 earlier turn' : `${count} earlier turns`}: go back on the timeline to see them`,
    about: 'About the durations',
    model:
      'Durations come from the cost model, as in SLOWLOG and INFO commandstats; it does not time reading, writing and forking. For a script that continues after its first slice, they cover only that slice; the red line shows how long it holds the thread. Click a turn to go to it.',
    empty: 'Nothing has happened yet: the loop is asleep.',
    tooLong: 'This session is too long to replay here: more than 30,000 frames or 300,000 commands.',
  },
  zh: {
    language: 'zh',
    title: '事件循环',
    stage: '事件循环的每一轮，最新的在下面',
    columns: { wakes: '唤醒', reads: '读', runs: '执行', own: '自身事务', writes: '写' },
    columnsAbout: {
      reads: '从套接字读字节，解析成命令。',
      runs: '命令在唯一的线程上一条接一条执行。',
      own: '服务器自己要做的事：定时任务、过期、AOF。',
      writes: '回复在循环再次休眠之前写出。',
    },
    cause: (cause, who) =>
      ({
        start: '启动',
        open: `${who} 连接`,
        close: `${who} 断开`,
        data: `${who} 发来数据`,
        timer: '定时器到点',
        crash: '崩溃',
        restart: '重启',
        disk: '磁盘变化',
        'peer-open': `${who} 连了进来`,
        'link-open': `连上了 ${who}`,
        'link-refused': `连不上 ${who}`,
        'peer-data': `${who} 发来数据`,
        'peer-close': `与 ${who} 的连接断了`,
      })[cause],
    otherServer: '另一台服务器',
    turn: (turn) => `第 ${turn} 轮`,
    from: (who, bytes) => `${who} · ${bytes}`,
    to: (who, bytes) => `${who} · ${bytes}`,
    fromAbout: '从它的套接字读入。模型里读没有耗时。',
    toAbout: '在这一轮结尾写到它的套接字。模型里写没有耗时。',
    unread: '没人读',
    unreadAbout: '数据到来时线程正被占住，只能留在套接字里，这期间没人去看。',
    lateAbout: '这些字节在线程被占住时就到了，线程空出来后才读。',
    part: (kind, amount, label, bytes) =>
      ({
        command: label,
        commands: `流水线中的 ${amount} 条命令`,
        script: '脚本的一个时间片',
        timeout: `${amount} 个等待到时`,
        expire: `${label === 'fast' ? '快' : '慢'}周期过期 ${amount} 个`,
        rehash: `迁移 ${amount} 个桶`,
        evict: `驱逐 ${amount} 个键`,
        fork: `为 ${label} fork`,
        'aof-write': `写 AOF ${bytes}`,
        fsync: `fsync ${bytes}`,
        'job-done': `完成：${label}`,
        load: `载入 ${label}`,
      })[kind],
    partAbout: {
      command: '它执行完之前，别的什么都不会执行。',
      commands: '很长的流水线，这里不逐条查看。',
      script: '长脚本的又一个时间片。',
      timeout: '阻塞命令等到了它的时限。',
      expire: '主动过期抽查带有效期的键，耗时按查看的数量计算。',
      rehash: '扩缩中的哈希表每次迁移一点。模型里没有耗时。',
      evict: '达到 maxmemory：命令执行之前必须先腾出空间。',
      fork: '子进程得到页表的副本。模型里 fork 没有耗时。',
      'aof-write': '写进内核的页缓存。模型里没有耗时。',
      fsync: 'appendfsync always：线程停在这里，直到数据落盘；耗时即磁盘一次 fsync 的时间。',
      'job-done': '别的线程或子进程完成了，循环在此得知。',
      load: '启动时从磁盘读入。',
    },
    client: (client) => `客户端 ${client}`,
    takes: (time) => `按模型耗时 ${time}`,
    uncounted: '模型里没有耗时',
    inside: (commands, time) => `内含 ${commands} 条命令，占其中 ${time}`,
    waits: '随后等待',
    thenWaits: (time) => `${time}，随后等待`,
    failed: '返回错误',
    blocks: (time) => `所有人被它挡住 ${time}`,
    more: (count) => `另有 ${count} 项`,
    held: (by, time) => `${by === 'sleep' ? 'DEBUG SLEEP' : '脚本'}占住线程 ${time}`,
    heldOn: (time) => `脚本继续占住线程 ${time}`,
    heldAbout: {
      sleep: '唯一的线程睡着了：没人读，也没人回复。',
      script: '在下一个时间片之前线程归脚本所有。超过 busy-reply-threshold 后，别人会收到 BUSY。',
    },
    slept: (time) => `休眠 ${time}`,
    sleptAbout: '线程停在 poll 调用里，等套接字或定时器唤醒。',
    queued: (time) => `等线程空出来用了 ${time}`,
    idleTimers: (count) => `定时器 ${count} 次无事可做`,
    job: {
      'rdb-save': '子进程保存快照',
      'aof-rewrite': '子进程重写 AOF',
      'aof-fsync': '后台线程 fsync',
      'lazy-free': '后台线程释放内存',
    },
    jobShort: { 'rdb-save': '快照', 'aof-rewrite': '重写', 'aof-fsync': 'fsync', 'lazy-free': '释放' },
    jobState: { running: '进行中', done: '已完成', 'given-up': '已放弃' },
    jobAbout: {
      'rdb-save': '由 fork 出的子进程写文件，循环照常进行。',
      'aof-rewrite': '由 fork 出的子进程写更短的文件，循环照常进行。',
      'aof-fsync': 'appendfsync everysec：由后台线程等磁盘，循环照常进行。',
      'lazy-free': 'UNLINK 或 FLUSHALL ASYNC：由后台线程归还内存，循环照常进行。',
    },
    threads: {
      short: (threads, isSpread) => (isSpread ? `${threads} 个线程分担` : '主线程独自写'),
      alone: (threads, clients) =>
        `io-threads ${threads}：待写的客户端 ${clients} 个，不足 ${threads * 2} 个：主线程独自写`,
      spread: (threads, clients) =>
        `io-threads ${threads}：待写的客户端 ${clients} 个，达到 ${threads * 2} 个：分给 ${threads} 个线程写`,
      about:
        '从 6.0 起，命令前后的读写阶段可以分给多个线程，命令本身始终单线程执行。平均每个线程至少有两个客户端时才启用。',
      reads: (isOn) =>
        isOn ? 'io-threads-do-reads yes：读和解析也分担' : 'io-threads-do-reads no：只分担写',
    },
    summary: {
      turns: (count) => `${count} 轮`,
      commands: (count) => `${count} 条命令`,
      busy: (time) => `计入耗时 ${time}`,
      longest: (label, time) => `最久 ${time}：${label}`,
    },
    earlier: (count) => `前面还有 ${count} 轮：在时间轴上往回走就能看到`,
    about: '关于耗时',
    model:
      '耗时来自成本模型，与 SLOWLOG 和 INFO commandstats 所示一致；读、写和 fork 在模型里没有耗时。脚本若没能在第一个时间片内结束，账上也只有这一片；它实际占住线程多久，看红线。点一轮可跳到那里。',
    empty: '还什么都没发生：循环在休眠。',
    tooLong: '这个会话太长，无法为此重放：超过 30,000 帧或 300,000 条命令。',
  },
};
