/** One line about each panel for the picker, and more words by which a reader may search for it. */
import type { Pair } from '../i18n/pair.ts';

interface Blurb extends Pair {
  readonly words: string;
}

export const panelBlurbs: Readonly<Record<string, Blurb>> = {
  dict: {
    en: 'Two hash tables, chains, and a rehash bucket by bucket',
    zh: '两张哈希表、冲突链，一桶一桶地 rehash',
    words: 'hash table rehash rehashidx bucket collision siphash SCAN 哈希表 渐进式 扩容 缩容 冲突',
  },
  object: {
    en: 'robj and SDS: type, encoding, refcount, every byte',
    zh: 'robj 与 SDS：类型、编码、引用计数和每个字节',
    words: 'redisObject sds string embstr raw int refcount encoding 字符串 编码 引用计数',
  },
  list: {
    en: 'Quicklist nodes: split, merged, compressed',
    zh: 'quicklist 的节点：分裂、合并、压缩',
    words: 'quicklist LPUSH RPOP linked list lzf 快速列表 链表',
  },
  packed: {
    en: 'Listpack and ziplist, byte by byte, with cascade updates',
    zh: 'listpack 与 ziplist 的每个字节，看得到连锁更新',
    words: 'listpack ziplist prevlen backlen cascade encoding 压缩列表 紧凑列表 连锁更新',
  },
  intset: {
    en: 'Sorted integers, binary search, upgrade to a wider type',
    zh: '有序整数数组：二分查找、升级到更宽的类型',
    words: 'set integers upgrade binary search int16 int32 int64 整数集合 升级',
  },
  skiplist: {
    en: 'Levels, spans, and the path of a search',
    zh: '层、跨度（span）和查找路径',
    words: 'zset sorted set ZADD ZRANK level span backward leaderboard 跳跃表 有序集合 排行榜',
  },
  sets: {
    en: 'Intersection, union and difference, member by member',
    zh: '交集、并集、差集，一个成员一个成员地算',
    words: 'SINTER SUNION SDIFF SINTERCARD 交集 并集 差集',
  },
  ladder: {
    en: 'A sorted set by score and rank, and a range query',
    zh: '按分值和名次排开的有序集合，以及范围查询',
    words: 'zset ZRANGE ZRANGEBYSCORE ZREVRANK score rank leaderboard 分值 名次 排行榜',
  },
  stream: {
    en: 'Entries, macro nodes, consumer groups and pending lists',
    zh: '消息、宏节点、消费者组和待确认列表（PEL）',
    words: 'XADD XREADGROUP XACK XCLAIM rax PEL consumer group 消息队列 消费者组 基数树',
  },
  bitmap: {
    en: 'Bits of a string: set, counted, combined',
    zh: '字符串里的位：设置、计数、按位运算',
    words: 'SETBIT BITCOUNT BITOP BITFIELD BITPOS 签到 位运算',
  },
  hll: {
    en: 'Registers, sparse and dense, and the estimate',
    zh: '稀疏与稠密的寄存器，以及估算值',
    words: 'PFADD PFCOUNT PFMERGE cardinality UV 基数统计',
  },
  geo: {
    en: 'Locations on a map, their 52 bits, and a search',
    zh: '地图上的位置、它的 52 个二进制位，以及附近搜索',
    words: 'GEOADD GEOSEARCH GEORADIUS nearby map 附近的人 地理位置',
  },
  keyspace: {
    en: 'All keys: type, encoding, time to live, memory',
    zh: '所有的键：类型、编码、剩余时间、内存',
    words: 'keys TTL OBJECT ENCODING MEMORY USAGE database 数据库 编码 大 key bigkey',
  },
  expiry: {
    en: 'Deadlines, lazy deletion and the active cycle',
    zh: '到期时间、惰性删除与定期删除',
    words: 'EXPIRE TTL lazy active expire cycle 惰性删除 定期删除',
  },
  eviction: {
    en: 'Samples, the pool, and who has to go under maxmemory',
    zh: '采样、淘汰池，内存满了谁先走',
    words: 'maxmemory LRU LFU allkeys volatile noeviction 内存淘汰',
  },
  memory: {
    en: 'Where the bytes are: size classes, tables, overhead',
    zh: '字节都去了哪里：尺寸档、哈希表、额外开销',
    words: 'jemalloc MEMORY USAGE MEMORY DOCTOR fragmentation lazyfree UNLINK 碎片 分配器 内存占用',
  },
  pages: {
    en: 'Memory pages that a saving child shares, and those copied',
    zh: '子进程共享的内存页，写一页复制一页',
    words: 'fork copy-on-write COW BGSAVE BGREWRITEAOF huge pages THP 写时复制 大页 子进程',
  },
  loop: {
    en: 'One thread: who has it, for how long, who waits',
    zh: '单线程：谁占着、占多久、谁在等',
    words: 'event loop ae epoll single thread io-threads blocked slow 单线程 事件循环 阻塞',
  },
  clients: {
    en: 'Connections: MULTI, WATCH, blocked, subscribed',
    zh: '连接：MULTI、WATCH、阻塞、订阅',
    words: 'CLIENT LIST transaction EXEC pubsub SUBSCRIBE BLPOP 事务 发布订阅 阻塞',
  },
  wire: {
    en: 'RESP on the wire, byte by byte, in both directions',
    zh: '线上的 RESP 字节，来回两个方向',
    words: 'RESP2 RESP3 protocol pipeline bytes 协议 管道',
  },
  cost: {
    en: 'What each command did: nodes, bytes, microseconds',
    zh: '每条命令做了多少事：节点、字节、微秒',
    words: 'complexity O(N) O(log N) slowlog latency 复杂度 慢查询 耗时',
  },
  locks: {
    en: 'Who holds a lock, who waits, who released it wrongly',
    zh: '谁拿着锁、谁在等、谁误删了别人的锁',
    words: 'SETNX SET NX PX distributed lock redlock token 分布式锁 误删',
  },
  script: {
    en: 'Write Lua, run it, and step through it both ways',
    zh: '写 Lua、运行，前后单步调试',
    words: 'EVAL FUNCTION FCALL debugger lua 脚本 函数 调试',
  },
  batch: {
    en: 'Write many commands and send them at once or one by one',
    zh: '写好一串命令，一次发送或逐条发送',
    words: 'pipeline script redis-cli commands 管道 批量',
  },
  disk: {
    en: 'RDB and AOF files, fsync, and what a power cut leaves',
    zh: 'RDB 与 AOF 文件、fsync，断电之后还剩什么',
    words: 'persistence SAVE BGSAVE BGREWRITEAOF appendfsync fork 持久化 快照',
  },
  config: {
    en: 'Settings that can be changed while the server runs',
    zh: '运行时可以改的配置',
    words: 'CONFIG SET CONFIG GET redis.conf maxmemory 参数',
  },
  acl: {
    en: 'Users, their rules, and whom the server refused',
    zh: '用户、权限规则，以及谁被拒绝了',
    words: 'ACL SETUSER AUTH password permission security 权限 密码 安全',
  },
  timeseries: {
    en: 'Samples in compressed chunks, and rules that aggregate',
    zh: '压缩成块的采样点，以及聚合规则',
    words: 'TS.ADD TS.RANGE gorilla chunk module 模块 时序',
  },
  sentinel: {
    en: 'Who thinks the master is down, the vote, and the failover',
    zh: '谁认为主节点下线，怎么投票，怎么故障转移',
    words:
      'SENTINEL sdown odown quorum epoch leader vote failover TILT switch-master get-master-addr-by-name 哨兵 主观下线 客观下线 投票 选举 纪元 故障转移 高可用',
  },
  cluster: {
    en: '16,384 slots, their owners, and the way of a key',
    zh: '16384 个槽归谁，一个键怎么找到它的节点',
    words:
      'CLUSTER slot hash tag CRC16 MOVED ASK ASKING TRYAGAIN CROSSSLOT CLUSTERDOWN gossip epoch failover reshard migrate SETSLOT 哈希槽 集群 重定向 迁移 扩容 分片 选举',
  },
  bloom: {
    en: 'Bits, hash positions, false positives, layers',
    zh: '位、哈希位置、误判和分层',
    words: 'BF.ADD BF.EXISTS false positive cache penetration 布隆 误判 缓存穿透',
  },
  topology: {
    en: 'Nodes, links, cuts, and every message under way',
    zh: '节点、连接、断开处，还有路上的每条消息',
    words:
      'world network nodes master replica sentinel cluster cut partition latency message kill freeze 网络 分区 延迟 节点 主从 宕机',
  },
  replication: {
    en: 'Offsets, the backlog as a ring, lag, and every handshake',
    zh: '偏移、积压缓冲区、落后多少，以及每一次握手',
    words:
      'PSYNC REPLICAOF ROLE INFO WAIT replid backlog offset lag full partial resync FAILOVER 主从复制 全量同步 部分同步 复制积压',
  },
};
