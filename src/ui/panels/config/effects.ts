/** What each parameter does, in a sentence, for the parameters that have an effect here. */
import type { Pair } from '../../i18n/pair.ts';

const packedEntries: Pair = {
  zh: '元素超过这个数，就从紧凑编码换成真正的结构',
  en: 'Above this many elements, the packed encoding is converted to the full structure',
};
const packedValue: Pair = {
  zh: '任何一个元素超过这么多字节，就从紧凑编码换出去',
  en: 'One element longer than this many bytes ends the packed encoding',
};
const listSize: Pair = {
  zh: 'quicklist 一个节点装多少：正数是个数，-1 到 -5 是 4 KB 到 64 KB',
  en: 'How much one quicklist node holds: a count, or -1 to -5 for 4 KB to 64 KB',
};

export const effects: Readonly<Record<string, Pair>> = {
  'active-expire-effort': {
    zh: '定期删除有多卖力：1 到 10，越大越费 CPU',
    en: 'How hard the active expiry cycle works, 1 to 10',
  },
  activerehashing: { zh: '空闲时也由定时任务搬桶', en: 'Whether the cron moves buckets in idle time' },
  'aof-load-truncated': {
    zh: '启动时遇到被截断的 AOF：截掉坏尾巴继续，还是拒绝启动',
    en: 'If the AOF is truncated at startup: cut its tail and continue, or refuse to start',
  },
  'aof-use-rdb-preamble': {
    zh: 'AOF 重写后的基础文件用 RDB 格式',
    en: 'Whether a rewritten AOF begins with an RDB',
  },
  appendfsync: {
    zh: '什么时候把 AOF 刷进磁盘：每条命令、每秒、听操作系统的',
    en: 'When the server syncs the AOF to disk: on every write, every second, or never (left to the OS)',
  },
  appendonly: { zh: '是否写 AOF', en: 'Whether the server logs writes to the append-only file' },
  'auto-aof-rewrite-min-size': {
    zh: 'AOF 至少这么大才会自动重写',
    en: 'Minimum size for an automatic AOF rewrite',
  },
  'auto-aof-rewrite-percentage': {
    zh: 'AOF 比上次重写后大出这么多（百分比）就自动重写',
    en: 'AOF growth since the last rewrite, in percent, that triggers the next one',
  },
  'hash-max-listpack-entries': packedEntries,
  'hash-max-ziplist-entries': packedEntries,
  'hash-max-listpack-value': packedValue,
  'hash-max-ziplist-value': packedValue,
  'hll-sparse-max-bytes': {
    zh: 'HyperLogLog 的稀疏编码超过这么多字节就转成稠密编码',
    en: 'A sparse HyperLogLog longer than this becomes dense',
  },
  hz: { zh: '定时任务每秒跑几次', en: 'How many times per second the cron runs' },
  'io-threads': {
    zh: '多少个线程一起写回复：客户端够多时才分工，只影响统计里的计数',
    en: 'Threads that share writing replies when there are enough clients; only the statistics show it',
  },
  'lazyfree-lazy-eviction': {
    zh: '淘汰的值交给后台线程释放',
    en: 'Evicted values are freed in the background',
  },
  'lazyfree-lazy-expire': {
    zh: '过期的值交给后台线程释放',
    en: 'Expired values are freed in the background',
  },
  'lazyfree-lazy-server-del': {
    zh: 'RENAME、SET 等命令顶掉的旧值交给后台释放',
    en: 'Values replaced by RENAME, SET and the like are freed in the background',
  },
  'lazyfree-lazy-user-del': { zh: 'DEL 当 UNLINK 用', en: 'DEL behaves like UNLINK' },
  'lazyfree-lazy-user-flush': { zh: 'FLUSHALL 默认异步', en: 'FLUSHALL is asynchronous by default' },
  'lfu-decay-time': { zh: 'LFU 计数器每过几分钟减一', en: 'Minutes after which an LFU counter drops by one' },
  'lfu-log-factor': { zh: '越大，LFU 计数器涨得越慢', en: 'The larger it is, the slower LFU counters grow' },
  'list-compress-depth': {
    zh: 'quicklist 两端留几个节点不压缩，0 是都不压缩',
    en: 'How many quicklist nodes at both ends stay uncompressed; 0 compresses none',
  },
  'list-max-listpack-size': listSize,
  'list-max-ziplist-size': listSize,
  maxmemory: { zh: '内存上限，0 是不限', en: 'Memory limit; 0 means no limit' },
  'maxmemory-policy': { zh: '内存满了淘汰谁', en: 'Which keys to evict when memory is full' },
  'maxmemory-samples': {
    zh: '淘汰时抽几个键来比较，越多越接近真正的 LRU',
    en: 'How many keys an eviction samples; more come closer to true LRU',
  },
  'notify-keyspace-events': {
    zh: '哪些键事件会发到频道里，比如 KEA',
    en: 'Which keyspace events the server publishes, such as KEA',
  },
  rdbcompression: {
    zh: 'RDB 里的字符串用 LZF 压缩',
    en: 'Whether strings in an RDB are compressed with LZF',
  },
  requirepass: {
    zh: '连接后要先用 AUTH 给出的密码',
    en: 'The password that clients must send with AUTH first',
  },
  save: {
    zh: '多少秒内有多少次修改就自动 BGSAVE，比如 3600 1 300 100',
    en: 'Seconds and changes that trigger an automatic BGSAVE, such as 3600 1 300 100',
  },
  'set-max-intset-entries': {
    zh: '整数集合超过这么多个就换成哈希表',
    en: 'A set of integers larger than this becomes a hashtable',
  },
  'slowlog-log-slower-than': {
    zh: '慢于这么多微秒的命令记进慢日志，负数是不记',
    en: 'Commands slower than this many microseconds are logged; negative logs none',
  },
  'slowlog-max-len': { zh: '慢日志最多留几条', en: 'How many entries the slow log keeps' },
  'stop-writes-on-bgsave-error': {
    zh: '后台保存失败后拒绝写入',
    en: 'Whether the server refuses writes after a failed background save',
  },
  'stream-node-max-bytes': { zh: '流的一个节点最多几字节', en: 'How many bytes one node of a stream holds' },
  'stream-node-max-entries': {
    zh: '流的一个节点最多几条',
    en: 'How many entries one node of a stream holds',
  },
  'zset-max-listpack-entries': packedEntries,
  'zset-max-ziplist-entries': packedEntries,
  'zset-max-listpack-value': packedValue,
  'zset-max-ziplist-value': packedValue,
};
