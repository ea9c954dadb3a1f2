/**
 * The parameters of redis.conf in 7.0.15: kind, bounds, default. One line each. Parameters without effect in this
 * engine are stored and returned, because clients ask for them, and marked `effect: false`.
 */
import {
  ConfigError,
  choice,
  choices,
  fileName,
  flag,
  INT_MAX,
  integer,
  LONG_MAX,
  memory,
  memoryOrPercent,
  octal,
  type Parameter,
  secret,
  text,
  UINT_MAX,
  ULONG_MAX,
} from './kinds.ts';
import { SPECIAL_PARAMETERS } from './special.ts';

export type { ConfigReader, ConfigValue, Parameter } from './kinds.ts';
export { ConfigError } from './kinds.ts';

const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;
const PORT_MAX = 65535;
/** All of them are made at the start; the real server takes more and then has no memory for them. */
const MAX_DATABASES = 10_000;
const HZ_MAX = 500;
const IMMUTABLE = { immutable: true };
const HIDDEN = { hidden: true };
const GUARDED = ['no', 'yes', 'local'];

/** What the engine follows. A test compares this with what its code asks for. */
const FOLLOWED: ReadonlySet<string> = new Set([
  'acl-pubsub-default',
  'aclfile',
  'acllog-max-len',
  'active-expire-effort',
  'activerehashing',
  'aof-disable-auto-gc',
  'aof-load-truncated',
  'aof-timestamp-enabled',
  'aof-use-rdb-preamble',
  'appenddirname',
  'appendfilename',
  'appendfsync',
  'appendonly',
  'auto-aof-rewrite-min-size',
  'auto-aof-rewrite-percentage',
  'busy-reply-threshold',
  'client-output-buffer-limit',
  'client-query-buffer-limit',
  'cluster-allow-pubsubshard-when-down',
  'cluster-allow-reads-when-down',
  'cluster-allow-replica-migration',
  'cluster-announce-bus-port',
  'cluster-announce-hostname',
  'cluster-announce-ip',
  'cluster-announce-port',
  'cluster-config-file',
  'cluster-enabled',
  'cluster-migration-barrier',
  'cluster-node-timeout',
  'cluster-port',
  'cluster-preferred-endpoint-type',
  'cluster-replica-no-failover',
  'cluster-replica-validity-factor',
  'cluster-require-full-coverage',
  'databases',
  'dbfilename',
  'enable-debug-command',
  'enable-module-command',
  'enable-protected-configs',
  'hash-max-listpack-entries',
  'hash-max-listpack-value',
  'hash-max-ziplist-entries',
  'hash-max-ziplist-value',
  'hll-sparse-max-bytes',
  'hz',
  'io-threads',
  'latency-monitor-threshold',
  'latency-tracking',
  'latency-tracking-info-percentiles',
  'lazyfree-lazy-eviction',
  'lazyfree-lazy-expire',
  'lazyfree-lazy-server-del',
  'lazyfree-lazy-user-del',
  'lazyfree-lazy-user-flush',
  'lfu-decay-time',
  'lfu-log-factor',
  'list-compress-depth',
  'list-max-listpack-size',
  'list-max-ziplist-size',
  'maxclients',
  'maxmemory',
  'maxmemory-clients',
  'maxmemory-eviction-tenacity',
  'maxmemory-policy',
  'maxmemory-samples',
  'min-replicas-max-lag',
  'min-replicas-to-write',
  'no-appendfsync-on-rewrite',
  'notify-keyspace-events',
  'proto-max-bulk-len',
  'rdb-key-save-delay',
  'rdbchecksum',
  'rdbcompression',
  'masterauth',
  'masteruser',
  'repl-backlog-size',
  'repl-backlog-ttl',
  'repl-diskless-load',
  'repl-diskless-sync',
  'repl-diskless-sync-delay',
  'repl-diskless-sync-max-replicas',
  'repl-ping-replica-period',
  'repl-timeout',
  'replica-announce-ip',
  'replica-announce-port',
  'replica-announced',
  'replica-ignore-maxmemory',
  'replica-lazy-flush',
  'replica-priority',
  'replica-read-only',
  'replica-serve-expired',
  'replica-serve-stale-data',
  'replicaof',
  'requirepass',
  'save',
  'set-max-intset-entries',
  'slowlog-log-slower-than',
  'slowlog-max-len',
  'stop-writes-on-bgsave-error',
  'stream-node-max-bytes',
  'stream-node-max-entries',
  'timeout',
  'tracking-table-max-keys',
  'zset-max-listpack-entries',
  'zset-max-listpack-value',
  'zset-max-ziplist-entries',
  'zset-max-ziplist-value',
]);

/** Names and defaults of the sizes up to which collections stay packed. */
const packed: readonly Parameter[] = [
  ...packedSizes('7.0', 'listpack', (oldName) => ({ alias: oldName })),
  ...packedSizes('6.2', 'ziplist', () => ({})),
];

/** In 7.0 the listpack has taken the ziplist's place, and the old names still work. */
function packedSizes(
  generation: '7.0' | '6.2',
  structure: string,
  aliased: (oldName: string) => { alias?: string },
): Parameter[] {
  const extra = (name: string) => ({ generation, ...aliased(name.replace('#', 'ziplist')) });
  const named = (name: string) => name.replace('#', structure);
  const entries = (name: string, byDefault: number) =>
    integer(named(name), byDefault, 0, LONG_MAX, extra(name));
  const value = (name: string) => memory(named(name), 64, 0, LONG_MAX, extra(name));
  const list = 'list-max-#-size';
  return [
    entries('hash-max-#-entries', 512),
    value('hash-max-#-value'),
    integer(named(list), -2, -INT_MAX - 1, INT_MAX, extra(list)),
    entries('zset-max-#-entries', 128),
    value('zset-max-#-value'),
  ];
}

const parameters: readonly Parameter[] = [
  integer('active-expire-effort', 1, 1, 10),
  flag('activerehashing', true),
  integer('databases', 16, 1, MAX_DATABASES, IMMUTABLE),
  choice('enable-debug-command', 'no', GUARDED, IMMUTABLE),
  choice('enable-protected-configs', 'no', GUARDED, IMMUTABLE),
  // Any number is taken and then brought into bounds.
  integer('hz', 10, 0, INT_MAX, { apply: (value) => Math.min(HZ_MAX, Math.max(1, Number(value))) }),
  memory('proto-max-bulk-len', 512 * MB, MB, LONG_MAX),
  flag('rdbcompression', true),
  secret('requirepass'),

  ...packed,
  ...SPECIAL_PARAMETERS,

  // Files and logs
  text('aclfile', '', IMMUTABLE),
  flag('always-show-logo', false, IMMUTABLE),
  flag('crash-log-enabled', true),
  flag('crash-memcheck-enabled', true),
  flag('daemonize', false, IMMUTABLE),
  fileName('dbfilename', 'dump.rdb', 'filename', { protected: true, mayBeEmpty: true }),
  text('ignore-warnings', ''),
  text('logfile', '', IMMUTABLE),
  choice('loglevel', 'notice', ['debug', 'verbose', 'notice', 'warning']),
  text('pidfile', '', IMMUTABLE),
  flag('set-proc-title', true, IMMUTABLE),
  choice('supervised', 'no', ['upstart', 'systemd', 'auto', 'no'], IMMUTABLE),
  flag('syslog-enabled', false, IMMUTABLE),
  choice(
    'syslog-facility',
    'local0',
    ['user', ...Array.from({ length: 8 }, (_, n) => `local${n}`)],
    IMMUTABLE,
  ),
  text('syslog-ident', 'redis', IMMUTABLE),

  // Network and clients
  text('bind-source-addr', ''),
  memory('client-query-buffer-limit', GB, MB, LONG_MAX),
  integer('maxclients', 10000, 1, UINT_MAX),
  memoryOrPercent('maxmemory-clients', 0),
  integer('port', 6379, 0, PORT_MAX),
  flag('protected-mode', true),
  integer('socket-mark-id', 0, 0, UINT_MAX, IMMUTABLE),
  integer('tcp-backlog', 511, 0, INT_MAX, IMMUTABLE),
  integer('tcp-keepalive', 300, 0, INT_MAX),
  integer('timeout', 0, 0, INT_MAX),
  integer('tracking-table-max-keys', 1000000, 0, LONG_MAX),
  text('unixsocket', '', IMMUTABLE),
  octal('unixsocketperm', 0, 0o777, IMMUTABLE),

  // TLS
  choice('tls-auth-clients', 'yes', ['no', 'yes', 'optional']),
  text('tls-ca-cert-dir', ''),
  text('tls-ca-cert-file', ''),
  text('tls-cert-file', ''),
  text('tls-ciphers', ''),
  text('tls-ciphersuites', ''),
  text('tls-client-cert-file', ''),
  text('tls-client-key-file', ''),
  text('tls-client-key-file-pass', ''),
  withoutTls(flag('tls-cluster', false)),
  text('tls-dh-params-file', ''),
  text('tls-key-file', ''),
  text('tls-key-file-pass', ''),
  withoutTls(integer('tls-port', 0, 0, PORT_MAX)),
  flag('tls-prefer-server-ciphers', false),
  text('tls-protocols', ''),
  withoutTls(flag('tls-replication', false)),
  integer('tls-session-cache-size', 20480, 0, INT_MAX),
  integer('tls-session-cache-timeout', 300, 0, INT_MAX),
  flag('tls-session-caching', true),

  // Process and threads
  text('aof_rewrite_cpulist', '', IMMUTABLE),
  text('bgsave_cpulist', '', IMMUTABLE),
  text('bio_cpulist', '', IMMUTABLE),
  flag('disable-thp', true, IMMUTABLE),
  flag('dynamic-hz', true),
  choice('enable-module-command', 'no', GUARDED, IMMUTABLE),
  integer('io-threads', 1, 1, 128, IMMUTABLE),
  flag('io-threads-do-reads', false, IMMUTABLE),
  flag('jemalloc-bg-thread', true),
  choice('oom-score-adj', 'no', ['no', 'yes', 'relative', 'absolute'], { same: { relative: 'yes' } }),
  text('server_cpulist', '', IMMUTABLE),
  choices('shutdown-on-sigint', ['default', 'save', 'nosave', 'now', 'force'], notBothSaves),
  choices('shutdown-on-sigterm', ['default', 'save', 'nosave', 'now', 'force'], notBothSaves),
  integer('shutdown-timeout', 10, 0, INT_MAX),

  // Memory and eviction
  integer('active-defrag-cycle-max', 25, 1, 99),
  integer('active-defrag-cycle-min', 1, 1, 99),
  memory('active-defrag-ignore-bytes', 100 * MB, 1, LONG_MAX),
  integer('active-defrag-max-scan-fields', 1000, 1, LONG_MAX),
  integer('active-defrag-threshold-lower', 10, 0, 1000),
  integer('active-defrag-threshold-upper', 100, 0, 1000),
  {
    ...flag('activedefrag', false),
    parse(given, current) {
      const value = flag('activedefrag', false).parse(given, current);
      return value === true ? new ConfigError(DEFRAG_REFUSED) : value;
    },
  },
  flag('lazyfree-lazy-eviction', false),
  flag('lazyfree-lazy-expire', false),
  flag('lazyfree-lazy-server-del', false),
  flag('lazyfree-lazy-user-del', false),
  flag('lazyfree-lazy-user-flush', false),
  integer('lfu-decay-time', 1, 0, INT_MAX),
  integer('lfu-log-factor', 10, 0, INT_MAX),
  memory('maxmemory', 0, 0, ULONG_MAX),
  integer('maxmemory-eviction-tenacity', 10, 0, 100),
  choice('maxmemory-policy', 'noeviction', [
    'volatile-lru',
    'volatile-lfu',
    'volatile-random',
    'volatile-ttl',
    'allkeys-lru',
    'allkeys-lfu',
    'allkeys-random',
    'noeviction',
  ]),
  integer('maxmemory-samples', 5, 1, INT_MAX),

  // Encodings
  memory('hll-sparse-max-bytes', 3000, 0, LONG_MAX),
  integer('list-compress-depth', 0, 0, INT_MAX),
  integer('set-max-intset-entries', 512, 0, LONG_MAX),
  memory('stream-node-max-bytes', 4096, 0, LONG_MAX),
  integer('stream-node-max-entries', 100, 0, LONG_MAX),

  // Persistence
  flag('aof-disable-auto-gc', false),
  flag('aof-load-truncated', true),
  flag('aof-rewrite-incremental-fsync', true),
  flag('aof-timestamp-enabled', false),
  flag('aof-use-rdb-preamble', true),
  fileName('appenddirname', 'appendonlydir', 'dirname', IMMUTABLE),
  fileName('appendfilename', 'appendonly.aof', 'filename', IMMUTABLE),
  choice('appendfsync', 'everysec', ['everysec', 'always', 'no']),
  flag('appendonly', false),
  memory('auto-aof-rewrite-min-size', 64 * MB, 0, LONG_MAX),
  integer('auto-aof-rewrite-percentage', 100, 0, INT_MAX),
  integer('key-load-delay', 0, -INT_MAX - 1, INT_MAX, HIDDEN),
  integer('loading-process-events-interval-bytes', 2 * MB, KB, INT_MAX, HIDDEN),
  flag('no-appendfsync-on-rewrite', false),
  flag('rdb-del-sync-files', false),
  integer('rdb-key-save-delay', 0, -INT_MAX - 1, INT_MAX, HIDDEN),
  flag('rdb-save-incremental-fsync', true),
  flag('rdbchecksum', true, IMMUTABLE),
  choice('sanitize-dump-payload', 'no', ['no', 'yes', 'clients']),
  flag('stop-writes-on-bgsave-error', true),

  // Replication
  secret('masterauth'),
  text('masteruser', ''),
  integer('min-replicas-max-lag', 10, 0, INT_MAX, { alias: 'min-slaves-max-lag' }),
  integer('min-replicas-to-write', 0, 0, INT_MAX, { alias: 'min-slaves-to-write' }),
  choice('propagation-error-behavior', 'ignore', ['ignore', 'panic', 'panic-on-replicas']),
  memory('repl-backlog-size', MB, 1, LONG_MAX, {
    apply: (size) => (Number(size) < 16 * KB ? 16 * KB : size),
  }),
  integer('repl-backlog-ttl', 3600, 0, LONG_MAX),
  flag('repl-disable-tcp-nodelay', false),
  choice('repl-diskless-load', 'disabled', ['disabled', 'on-empty-db', 'swapdb']),
  flag('repl-diskless-sync', true),
  integer('repl-diskless-sync-delay', 5, 0, INT_MAX),
  integer('repl-diskless-sync-max-replicas', 0, 0, INT_MAX),
  integer('repl-ping-replica-period', 10, 1, INT_MAX, { alias: 'repl-ping-slave-period' }),
  integer('repl-timeout', 60, 1, INT_MAX),
  text('replica-announce-ip', '', { alias: 'slave-announce-ip' }),
  integer('replica-announce-port', 0, 0, PORT_MAX, { alias: 'slave-announce-port' }),
  flag('replica-announced', true),
  flag('replica-ignore-disk-write-errors', false),
  flag('replica-ignore-maxmemory', true, { alias: 'slave-ignore-maxmemory' }),
  flag('replica-lazy-flush', false, { alias: 'slave-lazy-flush' }),
  integer('replica-priority', 100, 0, INT_MAX, { alias: 'slave-priority' }),
  flag('replica-read-only', true, { alias: 'slave-read-only' }),
  // Not of redis-server: a replica as before 3.2, which answers with keys whose time is over until its master deletes them.
  flag('replica-serve-expired', false, HIDDEN),
  flag('replica-serve-stale-data', true, { alias: 'slave-serve-stale-data' }),

  // Cluster
  flag('cluster-allow-pubsubshard-when-down', true),
  flag('cluster-allow-reads-when-down', false),
  flag('cluster-allow-replica-migration', true),
  integer('cluster-announce-bus-port', 0, 0, PORT_MAX),
  text('cluster-announce-ip', ''),
  integer('cluster-announce-port', 0, 0, PORT_MAX),
  integer('cluster-announce-tls-port', 0, 0, PORT_MAX),
  text('cluster-config-file', 'nodes.conf', IMMUTABLE),
  flag('cluster-enabled', false, IMMUTABLE),
  memory('cluster-link-sendbuf-limit', 0, 0, ULONG_MAX),
  integer('cluster-migration-barrier', 1, 0, INT_MAX),
  integer('cluster-node-timeout', 15000, 0, LONG_MAX),
  integer('cluster-port', 0, 0, PORT_MAX, IMMUTABLE),
  choice('cluster-preferred-endpoint-type', 'ip', ['ip', 'hostname', 'unknown-endpoint']),
  flag('cluster-replica-no-failover', false, { alias: 'cluster-slave-no-failover' }),
  integer('cluster-replica-validity-factor', 10, 0, INT_MAX, { alias: 'cluster-slave-validity-factor' }),
  flag('cluster-require-full-coverage', true),

  // Scripts, users, slow log and latency
  choice('acl-pubsub-default', 'resetchannels', ['allchannels', 'resetchannels']),
  integer('acllog-max-len', 128, 0, LONG_MAX),
  integer('busy-reply-threshold', 5000, 0, LONG_MAX, { alias: 'lua-time-limit' }),
  integer('latency-monitor-threshold', 0, 0, LONG_MAX),
  flag('latency-tracking', true),
  flag('lua-enable-deprecated-api', false, { hidden: true, immutable: true }),
  integer('slowlog-log-slower-than', 10000, -1, LONG_MAX),
  integer('slowlog-max-len', 128, 0, LONG_MAX),
  flag('use-exit-on-panic', false, HIDDEN),
  // A watchdog that barks before the cron has come round twice would bark always.
  integer('watchdog-period', 0, 0, INT_MAX, {
    hidden: true,
    apply: (value, config) =>
      Number(value) > 0 ? Math.max(Number(value), Math.floor(1000 / config.number('hz')) * 2) : value,
  }),
];

export const PARAMETERS: readonly Parameter[] = parameters.map((parameter) =>
  FOLLOWED.has(parameter.name) ? parameter : { ...parameter, effect: false },
);

/** Names of the parameters that can be set and read but change nothing. */
export function idleParameters(): string[] {
  const idle = PARAMETERS.filter(({ effect, hidden }) => effect === false && hidden !== true);
  return [...new Set(idle.map(({ name }) => name))].sort();
}

const DEFRAG_REFUSED =
  'Active defragmentation cannot be enabled: it requires a Redis server compiled with a modified Jemalloc like the one shipped by default with the Redis source distribution';

/** Without a certificate nothing that needs TLS can be turned on. */
function withoutTls(parameter: Parameter): Parameter {
  return {
    ...parameter,
    parse(given, current) {
      const value = parameter.parse(given, current);
      if (value instanceof ConfigError || !value) return value;
      return new ConfigError('Unable to update TLS configuration. Check server logs.');
    },
  };
}

function notBothSaves(chosen: readonly string[]): ConfigError | null {
  return chosen.includes('save') && chosen.includes('nosave')
    ? new ConfigError("shutdown options SAVE and NOSAVE can't be used simultaneously")
    : null;
}
