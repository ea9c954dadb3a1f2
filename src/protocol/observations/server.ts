/** The server as a whole: its memory, files, clients and counts. */
import type { UserRow } from '../views-admin.ts';
import { type Observation, observation } from './observation.ts';
import type { EngineReader } from './reader.ts';

const guest = 'ACL SETUSER guest on nopass ~news:* +get\n2> AUTH guest any';

export const serverObservations = [
  observation({
    path: 'server.role',
    value: 'text',
    zh: '角色',
    en: 'role',
    note: '`master` or `slave`',
    example: {
      given: 'SET user:1 ann',
      path: 'server.role',
      reportedBy: ['INFO replication', 'role:'],
    },
    read: (engine) => String(engine.info('replication', 'role')),
  }),
  infoFigure('server.replicas', ['replication', 'connected_slaves'], {
    zh: '连着的从库',
    en: 'replicas connected',
    given: 'SET user:1 ann',
  }),
  infoFigure('server.replicationOffset', ['replication', 'master_repl_offset'], {
    zh: '复制偏移量',
    en: 'replication offset',
    sentence: { zh: '复制偏移量是 {n}', en: 'The replication offset is {n}' },
    given: 'SET user:1 ann',
  }),
  infoFigure('server.usedMemory', ['memory', 'used_memory'], {
    zh: '已用内存',
    en: 'memory used',
    sentence: { zh: '已用内存是 {n} 字节', en: 'The server uses {n} bytes of memory' },
    given: 'SET user:1 ann',
  }),
  infoFigure('server.rss', ['memory', 'used_memory_rss'], {
    zh: '占用的物理内存',
    en: 'resident memory',
    sentence: { zh: '占用的物理内存是 {n} 字节', en: 'The server holds {n} bytes of resident memory' },
    note: 'pages that the heap has opened',
    given: 'SET user:1 ann',
  }),
  infoFigure('server.fragmentation', ['memory', 'mem_fragmentation_ratio'], {
    zh: '碎片率',
    en: 'fragmentation ratio',
    sentence: { zh: 'mem_fragmentation_ratio 是 {n}', en: 'mem_fragmentation_ratio is {n}' },
    given: 'SET user:{1..300} x\nDEL user:{1..280}',
  }),
  infoFigure('server.maxMemory', ['memory', 'maxmemory'], {
    zh: 'maxmemory',
    en: 'maxmemory',
    sentence: { zh: 'maxmemory 是 {n} 字节', en: 'maxmemory is {n} bytes' },
    given: 'CONFIG SET maxmemory 2mb',
  }),
  infoFigure('server.lazyFreed', ['memory', 'lazyfreed_objects'], {
    zh: '后台释放的对象',
    en: 'objects freed in the background',
    given: 'CONFIG SET list-max-listpack-size 1\nRPUSH big {1..100}\nUNLINK big\n@ 100 ms',
  }),
  infoFigure('server.cachedScripts', ['memory', 'number_of_cached_scripts'], {
    zh: '缓存的脚本',
    en: 'scripts cached',
    given: 'SCRIPT LOAD "return 1"\nSCRIPT LOAD "return 2"',
  }),
  infoFigure('server.expiredKeys', ['stats', 'expired_keys'], {
    zh: '已过期删除的键',
    en: 'keys expired',
    given: 'SET session:{1..3} x PX 100\n@ 1000 ms',
  }),
  infoFigure('server.evictedKeys', ['stats', 'evicted_keys'], {
    zh: '被淘汰的键',
    en: 'keys evicted',
    given: 'SET user:{1..5} x\nCONFIG SET maxmemory-policy allkeys-lru\nCONFIG SET maxmemory 1\nGET user:1',
  }),
  infoFigure('server.hits', ['stats', 'keyspace_hits'], {
    zh: '命中次数',
    en: 'hits',
    given: 'SET user:1 ann\nGET user:1\nGET user:2',
  }),
  infoFigure('server.misses', ['stats', 'keyspace_misses'], {
    zh: '未命中次数',
    en: 'misses',
    given: 'SET user:1 ann\nGET user:1\nGET user:2',
  }),
  infoFigure('server.channels', ['stats', 'pubsub_channels'], {
    zh: '有订阅者的频道',
    en: 'channels with subscribers',
    given: '2> SUBSCRIBE news sport',
  }),
  infoFigure('server.patterns', ['stats', 'pubsub_patterns'], {
    zh: '有订阅者的模式',
    en: 'patterns with subscribers',
    given: '2> PSUBSCRIBE news.*',
  }),
  infoFigure('server.forks', ['stats', 'total_forks'], {
    zh: 'fork 的次数',
    en: 'forks',
    given: 'BGSAVE',
  }),
  infoFigure('server.trackedKeys', ['stats', 'tracking_total_keys'], {
    zh: '被跟踪的键',
    en: 'keys tracked for clients',
    given: 'SET user:1 ann\n2> HELLO 3\n2> CLIENT TRACKING on\n2> GET user:1',
  }),
  infoFigure('server.clients', ['clients', 'connected_clients'], {
    zh: '已连接的客户端',
    en: 'clients connected',
    given: '3> PING',
  }),
  infoFigure('server.blockedClients', ['clients', 'blocked_clients'], {
    zh: '阻塞的客户端',
    en: 'clients blocked',
    given: '2> BLPOP queue 0',
  }),
  infoFigure('server.threadedWrites', ['stats', 'io_threaded_writes_processed'], {
    zh: 'I/O 线程写出的回复',
    en: 'replies written by I/O threads',
    given: '2> SUBSCRIBE news\nPUBLISH news hello',
  }),
  infoFigure('server.unsavedChanges', ['persistence', 'rdb_changes_since_last_save'], {
    zh: '上次保存后的修改',
    en: 'changes since the last save',
    given: 'SET user:{1..5} x\nSAVE\nDEL user:1',
  }),
  infoFigure('server.rdbSaves', ['persistence', 'rdb_saves'], {
    zh: 'RDB 保存次数',
    en: 'RDB saves',
    given: 'SET user:1 ann\nSAVE',
  }),
  infoFigure('server.lastSave', ['persistence', 'rdb_last_save_time'], {
    zh: '上次保存的时间',
    en: 'time of the last save',
    sentence: { zh: '上次保存的时间是 {n}', en: 'The time of the last save is {n}' },
    note: 'Unix seconds',
    given: '@ 5000 ms\nSAVE',
  }),
  infoFigure('server.saving', ['persistence', 'rdb_bgsave_in_progress'], {
    zh: '正在 BGSAVE',
    en: 'BGSAVE in progress',
    sentence: { zh: 'BGSAVE 的状态是 {n}', en: 'The state of BGSAVE is {n}' },
    sayings: {
      '1': { zh: 'BGSAVE 正在进行', en: 'A BGSAVE is under way' },
      '0': { zh: '没有 BGSAVE 在进行', en: 'No BGSAVE is under way' },
    },
    note: '1 or 0',
    given: 'SET user:1 ann\nBGSAVE',
  }),
  infoFigure('server.aofBytes', ['persistence', 'aof_current_size'], {
    zh: 'AOF 的字节数',
    en: 'AOF bytes',
    sentence: { zh: 'AOF 有 {n} 字节', en: 'The AOF has {n} bytes' },
    note: 'null while the AOF is off',
    given: 'CONFIG SET appendonly yes\n@ 1000 ms\nSET user:1 ann',
  }),
  infoFigure('server.aofRewrites', ['persistence', 'aof_rewrites'], {
    zh: 'AOF 重写次数',
    en: 'AOF rewrites',
    given: 'CONFIG SET appendonly yes\n@ 1000 ms',
  }),
  infoFigure('server.delayedFsyncs', ['persistence', 'aof_delayed_fsync'], {
    zh: '没等 fsync 就写入的次数',
    en: 'AOF writes that stopped waiting for an fsync',
    note: 'null while the AOF is off',
    given:
      'CONFIG SET appendonly yes\n@ 2000 ms\n@ fsync 9 s\nSET paid 1\n@ 1500 ms\nSET paid 2\n@ 3000 ms\nSET paid 3',
  }),
  observation({
    path: 'server.slowLogLength',
    value: 'number',
    zh: '慢日志条数',
    en: 'slow log entries',
    example: {
      given: 'CONFIG SET slowlog-log-slower-than 0\nSET user:{1..3} x\nCONFIG SET slowlog-log-slower-than -1',
      path: 'server.slowLogLength',
      reportedBy: ['SLOWLOG LEN'],
    },
    read: (engine) => engine.view({ kind: 'slowlog', db: 0, window: { from: 0, count: 0 } })?.length ?? null,
  }),
  observation({
    path: 'server.latency(<event>)',
    value: 'number',
    zh: ({ event }) => `${event} 最长的一次`,
    en: ({ event }) => `worst ${event}`,
    sentence: {
      zh: ({ event }) => `LATENCY 记下的 ${event} 最长 {n} 毫秒`,
      en: ({ event }) => `The worst ${event} that LATENCY has noted took {n} ms`,
    },
    note: 'milliseconds; null before a spike of that event',
    example: {
      given: 'CONFIG SET latency-monitor-threshold 1\nSET code:{1..5000} x PX 100\n@ 1 s',
      path: 'server.latency(expire-cycle)',
    },
    read: (engine, { event }) =>
      engine
        .view({ kind: 'slowlog', db: 0, window: { from: 0, count: 0 } })
        ?.events.find(({ name }) => name === event)?.maxMs ?? null,
  }),
  observation({
    path: 'server.watchedKeys',
    value: 'number',
    zh: '被 WATCH 的键',
    en: 'keys watched',
    example: { given: 'WATCH stock price', path: 'server.watchedKeys' },
    read: (engine) =>
      engine.view({ kind: 'clients', db: 0, window: { from: 0, count: 0 } })?.watchedKeys ?? null,
  }),
  observation({
    path: 'server.denials',
    value: 'number',
    zh: 'ACL 日志条数',
    en: 'ACL log entries',
    example: { given: `${guest}\n2> GET user:1`, path: 'server.denials' },
    read: (engine) => engine.view({ kind: 'acl', db: 0, window: { from: 0, count: 0 } })?.logLength ?? null,
  }),
  observation({
    path: 'user(<user>).clients',
    value: 'number',
    zh: ({ user }) => `以 ${user} 登录的客户端`,
    en: ({ user }) => `clients logged in as ${user}`,
    sentence: {
      zh: ({ user }) => `以 ${user} 登录的客户端有 {n} 个`,
      en: ({ user }) => `The number of clients logged in as ${user} is {n}`,
    },
    note: '0 if there is no such user; counted up to 100',
    example: { given: guest, path: 'user(guest).clients' },
    read: (engine, { user }) => userOf(engine, user)?.clients.length ?? 0,
  }),
  observation({
    path: 'user(<user>).commands',
    value: 'number',
    zh: ({ user }) => `${user} 能执行的命令`,
    en: ({ user }) => `commands ${user} may run`,
    note: 'by the rules of the root selector, subcommands counted; null if there is no such user',
    example: { given: guest, path: 'user(guest).commands' },
    read: (engine, { user }) => userOf(engine, user)?.selectors[0].allowedCommands ?? null,
  }),
];

function userOf(engine: EngineReader, name: string): UserRow | undefined {
  const view = engine.view({ kind: 'acl', db: 0, window: { from: 0, count: 0 } });
  return view?.users.find((user) => user.name === name);
}

/** A number that INFO reports. */
function infoFigure(
  path: `server.${string}`,
  [section, field]: readonly [section: string, field: string],
  {
    given,
    ...words
  }: Pick<Observation, 'note' | 'sentence' | 'sayings'> & { zh: string; en: string; given: string },
): Observation {
  return observation<string, 'number'>({
    path,
    value: 'number',
    ...words,
    example: { given, path, reportedBy: [`INFO ${section}`, `${field}:`] },
    read(engine) {
      const value = engine.info(section, field);
      return value === null ? null : Number(value);
    },
  });
}
