import type { LsmHappening } from '../../protocol/lsm.ts';
import { grouped, plural } from '../i18n/amounts.ts';
import type { Pair } from '../i18n/index.ts';
import type { FileState } from './lsm-layout.ts';

interface LsmWords {
  title: string;
  about: string;
  lead: string;
  look: readonly string[];
  scale: string;
  actions: string;
  write: string;
  overwrite: string;
  remove: string;
  flush: string;
  compact: string;
  crash: string;
  undo: string;
  restart: string;
  read: string;
  readKey: string;
  memtable: string;
  log: string;
  logIs(bytes: string, unsynced: string): string;
  memtableIs(entries: number, bytes: string, limit: string): string;
  level(level: number): string;
  levelFiles(files: number, limit: number): string;
  levelBytes(bytes: string, limit: string): string;
  due: string;
  empty: string;
  file(name: string, first: string, last: string, entries: number, tombstones: number): string;
  states: Readonly<Record<FileState, string>>;
  said(last: LsmHappening | null): string;
  pathTitle: string;
  stop(level: number, file: string | null): string;
  costs: string;
  cost: Readonly<Record<'write' | 'writeParts' | 'space' | 'reads' | 'memory' | 'disk', string>>;
  writeParts(user: string, log: string, flushed: string, compacted: string): string;
  readsAre(blocks: number, reads: number, no: number): string;
  keys(count: number): string;
  compare: string;
  compareAbout: string;
  compareRun: string;
  comparing: string;
  inMemory: string;
  onLsm: string;
  row: Readonly<Record<'memory' | 'disk' | 'hit' | 'miss' | 'amplification', string>>;
  none: string;
  types: string;
  typesAbout: string;
  typeRows: readonly (readonly [string, string])[];
}

export const lsmWords: Pair<LsmWords> = {
  en: {
    title: 'An LSM store: data on disk, written in order',
    about:
      'Memtable, log, sorted files in levels: write, read, compact and crash a small store step by step.',
    lead: 'Redis keeps everything in memory. Stores like Pika put Redis types on an SSD instead, with RocksDB below: a log-structured merge tree. It never changes a file, it only writes new ones and merges them later.',
    look: [
      'Write 50 keys a few times. Each full memtable becomes a file on level 0, and because every memtable has keys from everywhere, those files overlap.',
      'Read a key that isn’t there. Without its Bloom filter each file would cost a read from the disk; see how many of them say no.',
      'Compact: the files of level 0 become files with separate ranges on level 1, so a read asks one of them at most. Old versions go, and so do tombstones that have nothing left to hide.',
      'Delete 20 keys: the store grows. A deletion is a write, and only a compaction gives the room back.',
      'Crash it. The memtable is gone, but the log brings it back, up to the last sync. The log is synced every 10 writes here, so up to nine are lost.',
    ],
    scale:
      'A small but complete store: memtable as a skiplist of some 40 keys, log with CRC, blocks of 256 bytes, filters with ten bits per key, level 1 up to 6,400 bytes and each level below four times as much. Every byte goes through a simulated disk. Keys are k000 to k999, drawn with a fixed seed.',
    actions: 'What to do',
    write: 'Write 50 keys',
    overwrite: 'Overwrite 50',
    remove: 'Delete 20',
    flush: 'Flush the memtable',
    compact: 'Compact one step',
    crash: 'Crash and recover',
    undo: 'Undo',
    restart: 'Empty store',
    read: 'Read',
    readKey: 'Key number, 0 to 999',
    memtable: 'Memtable (in memory)',
    log: 'Write-ahead log (on disk)',
    logIs: (bytes, unsynced) => `${bytes}, of which ${unsynced} not synced`,
    memtableIs: (entries, bytes, limit) => `${plural(entries, 'entry', 'entries')}, ${bytes} of ${limit}`,
    level: (level) => `Level ${level}`,
    levelFiles: (files, limit) => `${plural(files, 'file', 'files')}, merged from ${limit} on`,
    levelBytes: (bytes, limit) => `${bytes} of ${limit}`,
    due: 'due for compaction',
    empty: 'no files',
    file: (name, first, last, entries, tombstones) =>
      `${name}: ${first} to ${last}, ${plural(entries, 'entry', 'entries')}, ${plural(tombstones, 'tombstone', 'tombstones')}`,
    states: {
      idle: 'not asked',
      new: 'new',
      range: 'out of range',
      filter: 'filter says no',
      missing: 'not there',
      found: 'found',
      deleted: 'deleted',
    },
    said(last) {
      if (last === null) return 'The store is empty. Write some keys.';
      switch (last.type) {
        case 'written':
          return `${plural(last.writes, 'write', 'writes')} done, each first to the log, then to the memtable; the memtable was full ${plural(last.flushes, 'time', 'times')}.`;
        case 'read':
          return `${last.key} ${last.value === null ? 'is not there' : `is “${last.value}”`}.`;
        case 'flushed':
          return last.file === null
            ? 'The memtable is empty: nothing to flush.'
            : `The memtable became ${last.file} on level 0, and a new log began.`;
        case 'compacted':
          return `${plural(last.inputs.length, 'file', 'files')} merged into ${last.outputs.length} on level ${last.fromLevel + 1}: ${last.entriesIn} entries in, ${last.entriesOut} out; ${plural(last.overwritten, 'old version', 'old versions')} and ${plural(last.tombstonesDropped, 'tombstone', 'tombstones')} gone.`;
        case 'nothing-to-compact':
          return 'There are no files yet: nothing to compact.';
        case 'crashed':
          return `The power failed. ${plural(last.recovered, 'write', 'writes')} came back from the log; ${plural(last.lost, 'key', 'keys')} lost what was not synced.`;
      }
    },
    pathTitle: 'The way of this read',
    stop: (level, file) => (file === null ? 'memtable' : `level ${level}, ${file}`),
    costs: 'What it costs',
    cost: {
      write: 'Write amplification',
      writeParts: 'Bytes written',
      space: 'Space amplification',
      reads: 'Blocks read',
      memory: 'Memory',
      disk: 'Disk',
    },
    writeParts: (user, log, flushed, compacted) =>
      `${user} asked for; log ${log}, flushed ${flushed}, compacted ${compacted}`,
    readsAre: (blocks, reads, no) =>
      `${blocks} in ${plural(reads, 'read', 'reads')}; filters said no ${plural(no, 'time', 'times')}`,
    keys: (count) => plural(count, 'key', 'keys'),
    compare: 'The same work in memory',
    compareAbout:
      '8,000 writes to 2,000 keys of about 100 bytes, then reads of keys that are there and of others, on this store with blocks of 4 KB and on the real engine.',
    compareRun: 'Run it',
    comparing: 'Running…',
    inMemory: 'Redis engine',
    onLsm: 'LSM store',
    row: {
      memory: 'Memory for the data',
      disk: 'Disk',
      hit: 'Disk reads per key found',
      miss: 'Disk reads per key not there',
      amplification: 'Bytes written per byte asked for',
    },
    none: 'none',
    types: 'Redis types on ordered keys',
    typesAbout:
      'The store knows only keys in order. A hash, list or sorted set becomes a meta key and one key per part. DEL only notes the version and deletes the meta key: with the next version, all old parts are invisible.',
    typeRows: [
      ['HSET user name ann', 'M·user → h 1 1\nD·user·1·name → ann'],
      ['RPUSH jobs a', 'M·jobs → l 1 2147483648 2147483649\nD·jobs·1·2147483648 → a'],
      ['ZADD board 880 kim', 'M·board → z 1 1\nD·board·1·kim → 880\nS·board·1·880·kim → (empty)'],
      ['DEL user', 'V·user → 1\nM·user deleted; D·user·1·name stays until it is swept'],
    ],
  },
  zh: {
    title: 'LSM 存储：数据在磁盘上，只按顺序写',
    about: '内存表、日志、分层的有序文件：亲手写、读、压缩、断电，一步步看清一个小型 LSM。',
    lead: 'Redis 把一切放在内存里。Pika 这类存储把 Redis 的类型放到 SSD 上，底下是 RocksDB，也就是 LSM 树：从不改动已有文件，只管写新文件，过后再合并。',
    look: [
      '多写几次 50 个键。内存表一满就变成第 0 层的一个文件；每张内存表的键都散布在各处，所以这些文件互相重叠。',
      '读一个不存在的键。没有布隆过滤器的话，每个文件都要读一次磁盘；看看有多少个过滤器直接说“没有”。',
      '压缩一步：第 0 层的文件变成第 1 层互不重叠的文件，读的时候最多问其中一个。旧版本没了，没东西可遮的墓碑也没了。',
      '删 20 个键：存储反而变大了。删除也是一次写，空间要等压缩才还回来。',
      '让它断电。内存表没了，但日志能把它找回来，到最后一次落盘为止。这里每 10 次写落一次盘，所以最多丢 9 次。',
    ],
    scale:
      '麻雀虽小五脏俱全：内存表是跳表，约 40 个键就满；日志带 CRC；每块 256 字节；过滤器每键 10 位；第 1 层上限 6400 字节，往下每层 4 倍。每个字节都经过一块模拟的磁盘。键从 k000 到 k999，按固定的种子抽取。',
    actions: '做点什么',
    write: '写 50 个键',
    overwrite: '覆盖 50 个',
    remove: '删除 20 个',
    flush: '内存表落盘',
    compact: '压缩一步',
    crash: '断电再恢复',
    undo: '撤销',
    restart: '清空',
    read: '读取',
    readKey: '键的编号，0 到 999',
    memtable: '内存表（在内存里）',
    log: '预写日志 WAL（在磁盘上）',
    logIs: (bytes, unsynced) => `${bytes}，其中 ${unsynced} 还没落盘`,
    memtableIs: (entries, bytes, limit) => `${entries} 项，${bytes} / ${limit}`,
    level: (level) => `第 ${level} 层`,
    levelFiles: (files, limit) => `${files} 个文件，满 ${limit} 个就该合并`,
    levelBytes: (bytes, limit) => `${bytes} / ${limit}`,
    due: '该压缩了',
    empty: '没有文件',
    file: (name, first, last, entries, tombstones) =>
      `${name}：${first} 到 ${last}，${entries} 项，其中墓碑 ${tombstones} 个`,
    states: {
      idle: '没问',
      new: '新文件',
      range: '不在范围内',
      filter: '过滤器说没有',
      missing: '没找到',
      found: '找到了',
      deleted: '已删除',
    },
    said(last) {
      if (last === null) return '现在是空的，先写点键吧。';
      switch (last.type) {
        case 'written':
          return `写了 ${last.writes} 次，每次都先记日志、再进内存表；内存表写满了 ${last.flushes} 次。`;
        case 'read':
          return last.value === null ? `${last.key} 不存在。` : `${last.key} 是“${last.value}”。`;
        case 'flushed':
          return last.file === null
            ? '内存表是空的，没什么可落盘。'
            : `内存表变成了第 0 层的 ${last.file}，日志也换了新的。`;
        case 'compacted':
          return `${last.inputs.length} 个文件合并成第 ${last.fromLevel + 1} 层的 ${last.outputs.length} 个：进 ${last.entriesIn} 项，出 ${last.entriesOut} 项；清掉旧版本 ${last.overwritten} 个、墓碑 ${last.tombstonesDropped} 个。`;
        case 'nothing-to-compact':
          return '还没有文件，没什么可压缩。';
        case 'crashed':
          return `断电了。日志找回 ${last.recovered} 次写入；有 ${last.lost} 个键丢了没落盘的内容。`;
      }
    },
    pathTitle: '这次读走过的路',
    stop: (level, file) => (file === null ? '内存表' : `第 ${level} 层 ${file}`),
    costs: '代价',
    cost: {
      write: '写放大',
      writeParts: '写入的字节',
      space: '空间放大',
      reads: '读了多少块',
      memory: '内存',
      disk: '磁盘',
    },
    writeParts: (user, log, flushed, compacted) =>
      `要求写 ${user}；日志 ${log}，落盘 ${flushed}，压缩 ${compacted}`,
    readsAre: (blocks, reads, no) => `${reads} 次读共 ${blocks} 块；过滤器说了 ${no} 次“没有”`,
    keys: (count) => `${grouped.zh(count)} 个键`,
    compare: '同样的活，放内存里呢？',
    compareAbout:
      '对 2000 个约 100 字节的键写 8000 次，再读存在的键和不存在的键：一边是这个存储（每块 4 KB），一边是真实的引擎。',
    compareRun: '跑一遍',
    comparing: '运行中……',
    inMemory: 'Redis 引擎',
    onLsm: 'LSM 存储',
    row: {
      memory: '数据占用的内存',
      disk: '磁盘',
      hit: '每次命中要读几次磁盘',
      miss: '每次查不存在的键要读几次磁盘',
      amplification: '每写 1 字节实际写了多少',
    },
    none: '无',
    types: 'Redis 的类型怎么变成有序的键',
    typesAbout:
      '存储只认识排好序的键。哈希、列表、有序集合都拆成一个元数据键，外加每个部分一个键。DEL 只记下版本号、删掉元数据键：版本号一变，旧的部分就都看不见了。',
    typeRows: [
      ['HSET user name ann', 'M·user → h 1 1\nD·user·1·name → ann'],
      ['RPUSH jobs a', 'M·jobs → l 1 2147483648 2147483649\nD·jobs·1·2147483648 → a'],
      ['ZADD board 880 kim', 'M·board → z 1 1\nD·board·1·kim → 880\nS·board·1·880·kim →（空）'],
      ['DEL user', 'V·user → 1\n删除 M·user；D·user·1·name 留到清扫时再删'],
    ],
  },
};
