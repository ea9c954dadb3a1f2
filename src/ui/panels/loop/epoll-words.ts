/** The words of the epoll view. */
import type { Pair } from '../../i18n/pair.ts';

export type EpollStage = 'wait' | 'share' | 'read' | 'run' | 'collect' | 'write';

export interface EpollWords {
  readonly view: string;
  readonly views: { readonly turns: string; readonly epoll: string };
  readonly stage: string;
  readonly stages: Readonly<Record<EpollStage, string>>;
  readonly about: Readonly<Record<EpollStage, string>>;
  readonly ready: (ready: number, sockets: number) => string;
  readonly notCalled: string;
  readonly timer: string;
  /** Why the turn began, if it reads what came while the thread was held. */
  readonly freeAgain: string;
  readonly listening: string;
  readonly listeningAbout: string;
  readonly state: {
    readonly ready: (bytes: string) => string;
    readonly unread: (bytes: string) => string;
    readonly waits: string;
    readonly idle: string;
  };
  readonly moreSockets: (count: number) => string;
  readonly read: (who: string, bytes: string, commands: number) => string;
  readonly reply: (who: string, bytes: string) => string;
  readonly mainReads: string;
  readonly threadsMayRead: (threads: number) => string;
  readonly mainWrites: string;
  readonly nothing: string;
  readonly narrate: {
    readonly unread: (who: string) => string;
    readonly none: string;
    readonly turn: (ready: number, sockets: number, ran: number, wrote: number) => string;
  };
}

export const epollWords: Pair<EpollWords> = {
  en: {
    view: 'View',
    views: { turns: 'Turns', epoll: 'epoll' },
    stage: 'The latest turn in six stages: which sockets were ready, what was read, run and written',
    stages: {
      wait: '1  epoll_wait',
      share: '2  Share out',
      read: '3  Read and parse',
      run: '4  Run',
      collect: '5  Collect replies',
      write: '6  Write',
    },
    about: {
      wait: 'One call names every socket with something to read. The thread sleeps in it until there is one, or until a timer is due.',
      share: 'Who reads the sockets that are ready.',
      read: 'Bytes from each socket that is ready, parsed into commands.',
      run: 'Always the main thread, one command after the other.',
      collect:
        'A reply goes into its client’s output buffer. Before anything is sent, the server does its own work, such as writing the append-only file.',
      write: 'From the output buffers into the sockets.',
    },
    ready: (ready, sockets) => `${ready} of ${sockets} ready`,
    notCalled: 'not called: the thread is held',
    timer: 'no socket: a timer is due',
    freeAgain: 'the thread is free again',
    listening: 'listening socket',
    listeningAbout: 'A new connection: the server accepts it and watches its socket from now on.',
    state: {
      ready: (bytes) => `Ready: ${bytes} to read.`,
      unread: (bytes) => `${bytes} have arrived; nobody asks for them while the thread is held.`,
      waits: 'Silent: its client waits in a blocking command.',
      idle: 'Silent: it is watched, and costs the loop nothing.',
    },
    moreSockets: (count) => `${count} more`,
    read: (who, bytes, commands) =>
      `${who} · ${bytes} · ${commands === 1 ? '1 command' : `${commands} commands`}`,
    reply: (who, bytes) => `${who} · ${bytes}`,
    mainReads: 'the main thread reads all of them',
    threadsMayRead: (threads) =>
      `io-threads-do-reads yes: up to ${threads} threads, when there is enough to do`,
    mainWrites: 'by the main thread',
    nothing: 'nothing',
    narrate: {
      unread: (who) =>
        `Bytes of ${who} arrive, but the thread is held: epoll_wait isn’t called, and nobody notices.`,
      none: 'No socket is ready: a timer wakes the loop.',
      turn: (ready, sockets, ran, wrote) =>
        `epoll_wait names ${ready} of ${sockets} ${sockets === 1 ? 'socket' : 'sockets'}. The thread runs ${ran === 1 ? '1 command' : `${ran} commands`} and answers ${wrote === 1 ? '1 client' : `${wrote} clients`}.`,
    },
  },
  zh: {
    view: '看什么',
    views: { turns: '逐轮', epoll: 'epoll' },
    stage: '最近一轮的六个阶段：哪些套接字就绪，读了什么，执行了什么，写了什么',
    stages: {
      wait: '1  epoll_wait',
      share: '2  分派',
      read: '3  读取并解析',
      run: '4  执行',
      collect: '5  回复进缓冲区',
      write: '6  写回',
    },
    about: {
      wait: '一次调用就报出所有有数据可读的套接字。没有就绪的，线程就睡在里面，直到有数据来，或者定时器到点。',
      share: '就绪的套接字由谁来读。',
      read: '从每个就绪的套接字读字节，解析成命令。',
      run: '永远是主线程，一条接一条。',
      collect: '回复先放进各客户端的输出缓冲区；发出去之前，服务器先做自身事务，比如写 AOF。',
      write: '从输出缓冲区写进套接字。',
    },
    ready: (ready, sockets) => `${sockets} 个里有 ${ready} 个就绪`,
    notCalled: '没有调用：线程被占住',
    timer: '没有套接字就绪：定时器到点',
    freeAgain: '线程空出来了',
    listening: '监听套接字',
    listeningAbout: '有新连接：服务器接受它，从此监视它的套接字。',
    state: {
      ready: (bytes) => `就绪：有 ${bytes} 可读。`,
      unread: (bytes) => `到了 ${bytes}，但线程被占住，没人来问。`,
      waits: '没有数据：这个客户端正等在阻塞命令里。',
      idle: '没有数据：只是被监视着，不花循环的时间。',
    },
    moreSockets: (count) => `另有 ${count} 个`,
    read: (who, bytes, commands) => `${who} · ${bytes} · ${commands} 条命令`,
    reply: (who, bytes) => `${who} · ${bytes}`,
    mainReads: '全由主线程来读',
    threadsMayRead: (threads) => `io-threads-do-reads yes：活儿够多时，最多 ${threads} 个线程一起读`,
    mainWrites: '由主线程写',
    nothing: '无',
    narrate: {
      unread: (who) => `${who} 的数据到了，但线程被占住：没人调用 epoll_wait，也就没人知道。`,
      none: '没有套接字就绪：是定时器唤醒了循环。',
      turn: (ready, sockets, ran, wrote) =>
        `epoll_wait 报出 ${sockets} 个套接字里的 ${ready} 个。线程执行 ${ran} 条命令，回复 ${wrote} 个客户端。`,
    },
  },
};
