/**
 * What a server may be started with by a link or a file. They come from strangers, and some settings decide how much
 * memory a server takes or how long a command works: those have limits here. The names are those that lessons, scenes
 * and the lab have a use for; anything else is refused by its name. What the values mean is the engine's to judge.
 */
import { RefusedError } from '../protocol/refused.ts';

/** Databases are made when the server starts, one by one. */
const MAX_DATABASES = 1024;
const MAX_TEXT = 512;
/** The longest string a server takes by default. */
const MAX_BULK_BYTES = 512 * 1024 * 1024;

/** Upper limits of numbers; null where the engine's own bounds are enough. */
const ALLOWED: Readonly<Record<string, number | null>> = {
  databases: MAX_DATABASES,
  'maxmemory-samples': 1000,
  maxclients: 100_000,
  'proto-max-bulk-len': MAX_BULK_BYTES,
  ...unlimited(
    'acl-pubsub-default',
    'aclfile',
    'acllog-max-len',
    'active-expire-effort',
    'activerehashing',
    'aof-disable-auto-gc',
    'aof-load-truncated',
    'aof-timestamp-enabled',
    'aof-use-rdb-preamble',
    'appendfsync',
    'appendonly',
    'auto-aof-rewrite-min-size',
    'auto-aof-rewrite-percentage',
    'busy-reply-threshold',
    'client-output-buffer-limit',
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
    'loadmodule',
    'lua-time-limit',
    'maxmemory',
    'maxmemory-clients',
    'maxmemory-eviction-tenacity',
    'maxmemory-policy',
    'min-replicas-max-lag',
    'min-replicas-to-write',
    'no-appendfsync-on-rewrite',
    'notify-keyspace-events',
    'rdbchecksum',
    'rdbcompression',
    'repl-backlog-size',
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
    'user',
    'zset-max-listpack-entries',
    'zset-max-listpack-value',
    'zset-max-ziplist-entries',
    'zset-max-ziplist-value',
  ),
};

/** What only a server of a world of several has a use for. */
const ALLOWED_OF_NODES: Readonly<Record<string, number | null>> = unlimited(
  'cluster-enabled',
  'cluster-node-timeout',
  'cluster-require-full-coverage',
  'repl-diskless-sync',
  'repl-diskless-sync-delay',
  'repl-ping-replica-period',
  'repl-timeout',
  'replica-priority',
  'replica-read-only',
  'replica-serve-expired',
  'replica-serve-stale-data',
  'replicaof',
);

function unlimited(...names: readonly string[]): Record<string, null> {
  return Object.fromEntries(names.map((name) => [name, null]));
}

/** The settings, if all of them are allowed; otherwise throws a refusal that names the one that is not. */
export function allowedSettings(
  settings: Readonly<Record<string, unknown>>,
  isOfNode = false,
): Record<string, string> {
  const allowed: Record<string, string> = {};
  const limits = isOfNode ? { ...ALLOWED, ...ALLOWED_OF_NODES } : ALLOWED;
  for (const [name, value] of Object.entries(settings)) {
    if (typeof value !== 'string') throw new Error(`start.config.${name} is not text`);
    const shown = `${name.slice(0, 80)} ${value.slice(0, 80)}`;
    const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
    if (limit === undefined || value.length > MAX_TEXT) throw new RefusedError('forbidden-setting', shown);
    if (limit !== null && !(amountOf(value) <= limit))
      throw new RefusedError('forbidden-setting', `${shown}, at most ${limit}`);
    allowed[name] = value;
  }
  return allowed;
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 1000,
  kb: 1024,
  m: 1000 ** 2,
  mb: 1024 ** 2,
  g: 1000 ** 3,
  gb: 1024 ** 3,
};

/** A number as redis.conf takes it, with its unit; NaN when it is none. */
function amountOf(value: string): number {
  const [, digits = 'x', unit = ''] = /^(-?\d{1,20})([a-z]{0,2})$/i.exec(value) ?? [];
  return Number(digits) * (UNITS[unit.toLowerCase()] ?? Number.NaN);
}
