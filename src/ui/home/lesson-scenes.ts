/**
 * Lessons that are not written yet, and what the lab already has of their subject: a scene, servers, or panels to try it with. A
 * test holds every planned lesson to this list or to `nothingYet`.
 */
import { hashOf } from '../browser/routes.ts';

type Target =
  | { readonly scene: string }
  | { readonly servers: string }
  | { readonly panels: readonly string[] };

const targets: Readonly<Record<string, Target>> = {
  'strings-and-counters': { panels: ['object', 'keyspace'] },
  hashes: { scene: 'conversion' },
  lists: { panels: ['list', 'keyspace'] },
  sets: { panels: ['sets', 'intset'] },
  'sorted-sets': { scene: 'leaderboard' },
  streams: { scene: 'group' },
  bitmaps: { panels: ['bitmap', 'object'] },
  hyperloglog: { scene: 'visitors' },
  geo: { scene: 'places' },
  'keys-ttl-scan': { panels: ['keyspace', 'expiry'] },
  'choosing-a-type': { panels: ['object', 'keyspace'] },
  'pubsub-and-events': { panels: ['clients', 'wire'] },

  'global-dict-and-rehash': { scene: 'rehash' },
  sds: { panels: ['object', 'memory'] },
  'linked-list-to-quicklist': { panels: ['list', 'packed'] },
  skiplist: { scene: 'leaderboard' },
  'ziplist-and-listpack': { scene: 'cascade' },
  'object-encodings': { scene: 'conversion' },
  'memory-of-a-hundred-million-ids': { panels: ['memory', 'object'] },
  expiry: { scene: 'expiry' },
  eviction: { scene: 'eviction' },
  threads: { panels: ['loop', 'cost'] },
  'blocking-and-lazy-free': { scene: 'big-key' },
  'big-keys': { scene: 'big-key' },
  geohash: { scene: 'places' },
  'why-is-redis-slow': { panels: ['loop', 'cost'] },
  fragmentation: { panels: ['memory', 'object'] },
  'module-type': { panels: ['timeseries', 'bloom'] },

  'set-statistics': { panels: ['sets', 'keyspace'] },
  'latest-comments': { panels: ['ladder', 'list'] },
  'sign-in-statistics': { panels: ['bitmap', 'keyspace'] },
  'time-series': { panels: ['timeseries', 'keyspace'] },
  'queue-on-lists': { scene: 'queue' },
  'queue-on-streams': { scene: 'group' },
  'pipeline-multi-lua': { panels: ['wire', 'loop'] },
  'lua-atomicity': { scene: 'script' },
  'lua-timeout': { panels: ['script', 'loop'] },
  transactions: { scene: 'transaction' },
  'lock-evolution': { scene: 'lock' },
  'reentrant-lock': { panels: ['locks', 'script'] },
  redlock: { scene: 'lock' },
  'rate-limit-windows': { panels: ['ladder', 'script'] },
  'rate-limit-buckets': { panels: ['script', 'expiry'] },
  'delayed-orders': { panels: ['ladder', 'expiry'] },
  'flash-sale': { scene: 'script' },
  'cache-aside': { panels: ['keyspace', 'expiry'] },
  'cache-penetration': { panels: ['bloom', 'keyspace'] },
  'cache-breakdown': { panels: ['expiry', 'locks'] },
  'cache-avalanche': { scene: 'expiry' },
  'cache-and-database': { panels: ['keyspace', 'wire'] },
  'hot-keys-and-client-caching': { panels: ['clients', 'wire'] },

  'rdb-and-fork': { panels: ['pages', 'disk'] },
  'aof-and-rewrite': { scene: 'crash' },
  'recovery-and-mixed': { scene: 'crash' },
  'acl-and-dangerous-commands': { panels: ['clients', 'config'] },
  replication: { servers: 'replicas' },
  'sentinel-failover': { servers: 'sentinels' },
  'split-brain': { servers: 'sentinels' },
  'cluster-slots': { servers: 'cluster' },
};

/** The lab has nothing of their subject yet. */
export const nothingYet: readonly string[] = ['consistent-hashing', 'ssd-and-lsm'];

export function sceneTargetOf(lessonId: string): Target | null {
  return targets[lessonId] ?? null;
}

/** Where the lab shows the subject of a lesson; null where it has nothing of it yet. */
export function labHrefOf(lessonId: string): string | null {
  const target = sceneTargetOf(lessonId);
  return target === null ? null : hashOf({ page: 'lab', ...target });
}
