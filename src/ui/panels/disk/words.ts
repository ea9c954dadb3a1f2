/** The words on the panel. */

import type { DiskFileRow, DiskSpanRole, JobRow } from '../../../protocol/views-disk.ts';
import { formatExactBytes } from '../../i18n/amounts.ts';
import type { Pair } from '../../i18n/pair.ts';

export interface DiskWords {
  readonly title: string;
  readonly process: string;
  readonly cache: string;
  readonly disk: string;
  readonly processAbout: string;
  readonly cacheAbout: string;
  readonly diskAbout: string;
  readonly buffer: (bytes: number) => string;
  readonly changes: (count: number) => string;
  readonly unsynced: (bytes: number) => string;
  readonly safe: (bytes: number, files: number) => string;
  readonly down: (why: string) => string;
  readonly write: string;
  readonly fsync: (policy: string) => string;
  readonly fsyncIn: (ms: number) => string;
  readonly fsyncRuns: (leftMs: number) => string;
  readonly noAof: string;
  readonly waiting: string;
  readonly killLoses: (bytes: number) => string;
  readonly killLosesChanges: (count: number) => string;
  readonly powerLoses: (bytes: number, commands: number | null) => string;
  readonly killSafe: string;
  readonly powerSafe: string;
  readonly powerLosesChanges: (count: number) => string;
  readonly lost: (bytes: number) => string;
  readonly full: string;
  readonly slow: (ms: number) => string;
  readonly cut: string;
  readonly cutShort: string;
  readonly places: string;
  readonly bytes: string;
  /** Words and commands by turns. */
  readonly noFile: readonly string[];
  readonly offset: (from: number, to: number) => string;
  readonly unknown: string;
  readonly emptyFile: string;
  readonly notSynced: string;
  readonly files: string;
  readonly latest: string;
  readonly latestHint: string;
  readonly roles: Record<DiskSpanRole, string>;
  readonly fileRoles: Record<DiskFileRow['role'], string>;
  readonly syncedOf: (synced: number, bytes: number) => string;
  readonly open: string;
  readonly meanings: string;
  readonly moreSpans: (count: number) => string;
  readonly jobs: string;
  readonly noJobs: string;
  readonly jobKinds: Record<JobRow['job'], string>;
  readonly done: (share: number, bytes: number) => string;
  readonly savePoints: string;
  readonly savePoint: (seconds: number, changes: number, now: number) => string;
  readonly noSavePoints: string;
  readonly lastSave: (ok: boolean) => string;
  readonly rewrite: (current: number, base: number) => string;
  readonly log: string;
  readonly noLog: string;
  readonly window: {
    readonly earlier: string;
    readonly later: string;
    readonly jump: string;
    readonly before: string;
    readonly after: (last: number, all: number) => string;
  };
  readonly toEnd: string;
}

const number = (value: number) => value.toLocaleString('en-US');
const seconds = (ms: number) => (ms / 1000).toFixed(1);

export const diskWords: Pair<DiskWords> = {
  en: {
    title: 'Disk',
    process: 'Process',
    cache: 'Page cache',
    disk: 'Disk',
    processAbout: 'The server’s memory. A kill -9 loses it.',
    cacheAbout: 'The kernel’s memory: written, but not fsynced. Survives a kill; a power failure loses it.',
    diskAbout: 'Fsynced, or written back by the kernel after thirty seconds. Survives a power failure.',
    buffer: (bytes) => `AOF buffer ${formatExactBytes(bytes)}`,
    changes: (count) =>
      count === 1 ? '1 change since last save' : `${number(count)} changes since last save`,
    unsynced: (bytes) => `${formatExactBytes(bytes)} not fsynced`,
    safe: (bytes, files) => `${formatExactBytes(bytes)} in ${files === 1 ? '1 file' : `${files} files`}`,
    // Other reasons are quoted from its log.
    down: (why) => (why === 'Crashed' ? 'not running: crashed' : `not running: ${why}`),
    write: 'write',
    fsync: (policy) => `fsync: ${policy}`,
    fsyncIn: (ms) => `fsync in ${seconds(ms)} s`,
    fsyncRuns: (leftMs) => `fsync running, ${seconds(leftMs)} s left`,
    noAof: 'AOF is off',
    waiting: 'AOF is waiting for its first rewrite',
    killLoses: (bytes) => `kill -9 now loses ${formatExactBytes(bytes)} of commands`,
    killLosesChanges: (count) =>
      count === 1 ? 'kill -9 now loses 1 change' : `kill -9 now loses ${number(count)} changes`,
    powerLoses: (bytes, commands) =>
      `power failure now loses ${formatExactBytes(bytes)}${
        commands === null ? '' : commands === 1 ? ', 1 command' : `, ${number(commands)} commands`
      }`,
    killSafe: 'kill -9 now loses nothing',
    powerSafe: 'power failure now loses nothing',
    powerLosesChanges: (count) =>
      count === 1 ? 'power failure now loses 1 change' : `power failure now loses ${number(count)} changes`,
    lost: (bytes) => `${formatExactBytes(bytes)} were lost`,
    full: 'the disk is full',
    slow: (ms) => `an fsync takes ${number(ms)} ms`,
    cut: 'a power failure cuts here',
    cutShort: 'ends in the middle of a command',
    places: 'Where the bytes are: process, page cache, disk',
    bytes: 'Bytes of the file with their meaning',
    noFile: ['The disk is empty. ', 'SAVE', ' or ', 'CONFIG SET appendonly yes', ' writes the first file.'],
    offset: (from, to) =>
      to - from === 1 ? `byte ${number(from)}` : `bytes ${number(from)} to ${number(to - 1)}`,
    unknown: 'not decoded: the file is too large',
    emptyFile: 'The file has no bytes yet.',
    notSynced: 'not fsynced yet',
    files: 'Files',
    latest: 'Latest',
    latestHint: 'Follows the file being written',
    roles: {
      magic: 'magic and version',
      aux: 'note about the file',
      opcode: 'opcode',
      number: 'number',
      form: 'value type',
      key: 'key',
      value: 'value',
      checksum: 'checksum',
      command: 'command',
      header: 'length',
      argument: 'content',
      annotation: 'annotation',
      manifest: 'manifest line',
      damaged: 'damaged',
    },
    fileRoles: {
      rdb: 'snapshot',
      'aof-base': 'AOF base',
      'aof-increment': 'AOF increment',
      'aof-manifest': 'AOF manifest',
      temporary: 'being written',
      other: 'other',
    },
    syncedOf: (synced, bytes) =>
      synced >= bytes
        ? `all ${formatExactBytes(bytes)} fsynced`
        : `${formatExactBytes(synced)} of ${formatExactBytes(bytes)} fsynced`,
    open: 'commands are appended here',
    meanings: 'What the bytes mean',
    moreSpans: (count) => `${number(count)} more`,
    jobs: 'Background jobs',
    noJobs: 'none',
    jobKinds: {
      'rdb-save': 'child writes a snapshot',
      'aof-rewrite': 'child rewrites the AOF',
      'aof-fsync': 'thread fsyncs the AOF',
      'lazy-free': 'thread frees memory',
    },
    done: (share, bytes) => `${Math.round(share * 100)}%${bytes > 0 ? ` of ${formatExactBytes(bytes)}` : ''}`,
    savePoints: 'Save points',
    savePoint: (after, changes, now) =>
      `${number(now)} of ${number(changes)} changes, after ${number(after)} s`,
    noSavePoints: 'none: only SAVE and BGSAVE write a snapshot',
    lastSave: (ok) => (ok ? 'the last snapshot succeeded' : 'the last snapshot failed'),
    rewrite: (current, base) =>
      `AOF ${formatExactBytes(current)}, ${formatExactBytes(base)} after the last rewrite`,
    log: 'Server log',
    noLog: 'nothing yet',
    window: {
      earlier: 'Earlier bytes',
      later: 'Later bytes',
      jump: 'First byte shown',
      before: 'bytes',
      after: (last, all) => `to ${number(last)} of ${number(all)}`,
    },
    toEnd: 'Follow the end',
  },
  zh: {
    title: '磁盘',
    process: '进程内存',
    cache: '页缓存',
    disk: '磁盘',
    processAbout: '服务器自己的内存，kill -9 之后就没了。',
    cacheAbout: '内核的内存：已经 write，还没 fsync。进程被杀不受影响，断电会丢。',
    diskAbout: '已经 fsync，或由内核在 30 秒后写回。断电也不丢。',
    buffer: (bytes) => `AOF 缓冲区 ${formatExactBytes(bytes)}`,
    changes: (count) => `上次保存后改动 ${number(count)} 次`,
    unsynced: (bytes) => `${formatExactBytes(bytes)} 未 fsync`,
    safe: (bytes, files) => `${files} 个文件，${formatExactBytes(bytes)}`,
    down: (why) => (why === 'Crashed' ? '没有在运行：已崩溃' : `没有在运行：${why}`),
    write: 'write',
    fsync: (policy) => `fsync：${policy}`,
    fsyncIn: (ms) => `${seconds(ms)} 秒后 fsync`,
    fsyncRuns: (leftMs) => `正在 fsync，还要 ${seconds(leftMs)} 秒`,
    noAof: '没有开启 AOF',
    waiting: 'AOF 正等待第一次重写',
    killLoses: (bytes) => `此刻 kill -9 会丢 ${formatExactBytes(bytes)}`,
    killLosesChanges: (count) => `此刻 kill -9 会丢 ${number(count)} 次改动`,
    powerLoses: (bytes, commands) =>
      `此刻断电会丢 ${formatExactBytes(bytes)}${commands === null ? '' : `，${number(commands)} 条命令`}`,
    killSafe: '此刻 kill -9 什么都不丢',
    powerSafe: '此刻断电什么都不丢',
    powerLosesChanges: (count) => `此刻断电会丢 ${number(count)} 次改动`,
    lost: (bytes) => `丢了 ${formatExactBytes(bytes)}`,
    full: '磁盘已满',
    slow: (ms) => `一次 fsync 要 ${number(ms)} 毫秒`,
    cut: '断电从这里截断',
    cutShort: '断在一条命令中间',
    places: '字节在哪里：进程内存、页缓存、磁盘',
    bytes: '文件的字节与含义',
    noFile: ['磁盘是空的。执行 ', 'SAVE', ' 或 ', 'CONFIG SET appendonly yes', '，就有第一个文件。'],
    offset: (from, to) =>
      to - from === 1 ? `第 ${number(from)} 字节` : `第 ${number(from)} 到 ${number(to - 1)} 字节`,
    unknown: '文件太大，没有解码',
    emptyFile: '文件里还没有字节。',
    notSynced: '还没 fsync',
    files: '文件',
    latest: '最新',
    latestHint: '跟随正在写入的文件',
    roles: {
      magic: '魔数与版本',
      aux: '文件说明',
      opcode: '操作码',
      number: '数字',
      form: '值的类型',
      key: '键',
      value: '值',
      checksum: '校验和',
      command: '命令',
      header: '长度',
      argument: '内容',
      annotation: '注释',
      manifest: '清单的一行',
      damaged: '损坏',
    },
    fileRoles: {
      rdb: '快照',
      'aof-base': 'AOF 基础文件',
      'aof-increment': 'AOF 增量文件',
      'aof-manifest': 'AOF 清单',
      temporary: '正在写',
      other: '其他',
    },
    syncedOf: (synced, bytes) =>
      synced >= bytes
        ? `${formatExactBytes(bytes)} 全部已 fsync`
        : `${formatExactBytes(bytes)} 中已 fsync ${formatExactBytes(synced)}`,
    open: '命令追加到这里',
    meanings: '字节的含义',
    moreSpans: (count) => `还有 ${number(count)} 项`,
    jobs: '后台任务',
    noJobs: '没有',
    jobKinds: {
      'rdb-save': '子进程写快照',
      'aof-rewrite': '子进程重写 AOF',
      'aof-fsync': '线程 fsync AOF',
      'lazy-free': '线程释放内存',
    },
    done: (share, bytes) =>
      `${Math.round(share * 100)}%${bytes > 0 ? `，共 ${formatExactBytes(bytes)}` : ''}`,
    savePoints: '自动保存条件',
    savePoint: (after, changes, now) =>
      `${number(after)} 秒内改动 ${number(changes)} 次（现在 ${number(now)} 次）`,
    noSavePoints: '没有：只有 SAVE 和 BGSAVE 会写快照',
    lastSave: (ok) => (ok ? '上一次快照成功' : '上一次快照失败'),
    rewrite: (current, base) => `AOF 现在 ${formatExactBytes(current)}，上次重写后 ${formatExactBytes(base)}`,
    log: '服务器日志',
    noLog: '还没有',
    window: {
      earlier: '前面的字节',
      later: '后面的字节',
      jump: '从第几个字节看起',
      before: '字节',
      after: (last, all) => `到 ${number(last)}，共 ${number(all)}`,
    },
    toEnd: '跟随末尾',
  },
};
