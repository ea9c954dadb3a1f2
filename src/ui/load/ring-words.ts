import type { RingHash } from '../../protocol/ring.ts';
import { grouped, plural } from '../i18n/amounts.ts';
import type { Pair } from '../i18n/index.ts';

interface RingWords {
  title: string;
  about: string;
  lead: string;
  look: readonly string[];
  points: string;
  pointsOf(count: number): string;
  hash: string;
  hashes: Readonly<Record<RingHash, string>>;
  hashAbout: Readonly<Record<RingHash, string>>;
  nodes: string;
  add: string;
  remove(name: string): string;
  change(before: string, after: string): string;
  ring: string;
  mod: string;
  modFormula(before: number, after: number): string;
  ringFormula(points: number): string;
  moved(count: number, of: number): string;
  movedShare: string;
  legendInner: string;
  legendMoved: string;
  described(kind: 'ring' | 'mod', moved: number, shown: number): string;
  load: string;
  loadAbout: string;
  node: string;
  before: string;
  after: string;
  arc: string;
  evenness: string;
  evennessAbout: string;
  pointsColumn: string;
  deviation: string;
  fullest: string;
  emptiest: string;
  cluster: string;
  clusterLink: string;
  waiting: string;
}

export const ringWords: Pair<RingWords> = {
  en: {
    title: 'Consistent hashing: a ring of caches',
    about:
      'Add a cache and count the keys that change hands: three quarters with mod N, one quarter on a ring.',
    lead: 'You have three caches and add a fourth. Which keys are now looked up on a cache that has never seen them? Every one of them is a miss, and the database pays for it.',
    look: [
      'Compare the two circles: with mod N about three keys in four move, although only one cache is new. On the ring only keys that the new cache takes over move.',
      'With one point per node the arcs are very unequal, and so is the load. Drag the slider to 100 points and watch the bars level out.',
      'Remove the cache in the middle. On the ring only its own keys move; with mod N it is three in four again.',
      'Choose FNV-1a with few points: numbered names hash close together, and even ten points don’t spread. A ring is only as good as its hash.',
    ],
    points: 'Points per node',
    pointsOf: (count) => plural(count, 'point', 'points'),
    hash: 'Hash',
    hashes: { md5: 'MD5', crc32: 'CRC32', fnv1a: 'FNV-1a' },
    hashAbout: {
      md5: 'The first 32 bits of MD5, as ketama takes them: similar names land anywhere.',
      crc32: 'A checksum. It is linear, so numbered names land in a pattern.',
      fnv1a: 'Fast and simple: the last letters of a name move it only a little.',
    },
    nodes: 'Nodes',
    add: 'Add a node',
    remove: (name) => `Remove ${name}`,
    change: (before, after) => `From ${before} to ${after}`,
    ring: 'Ring',
    mod: 'Mod N',
    modFormula: (before, after) => `hash(key) mod ${before} becomes hash(key) mod ${after}`,
    ringFormula: (points) => `first point clockwise, ${plural(points, 'point', 'points')} per node`,
    moved: (count, of) => `${grouped.en(count)} of ${grouped.en(of)} keys move`,
    movedShare: 'keys move',
    legendInner: 'Outer dot: node before. Inner dot: node after.',
    legendMoved: 'A line joins them where a key moves.',
    described: (kind, moved, shown) =>
      `${kind === 'ring' ? 'The ring' : 'Mod N'} with ${shown} keys drawn at their hashes; ${moved} of them change their node.`,
    load: 'Keys on each node of the ring',
    loadAbout: 'The dashed line is an equal share.',
    node: 'Node',
    before: 'before',
    after: 'after',
    arc: 'share of the circle',
    evenness: 'How even is the ring?',
    evennessAbout: 'The same nodes and keys, with other numbers of points.',
    pointsColumn: 'Points per node',
    deviation: 'Standard deviation',
    fullest: 'Fullest node',
    emptiest: 'Emptiest node',
    cluster:
      'Redis Cluster doesn’t use a ring. A key belongs to slot CRC16(key) mod 16384, and a table that all nodes share says which node owns which slot. A new node gets the slots you move to it, key by key and without a gap, and no hash decides how many.',
    clusterLink: 'See the slots in the lab',
    waiting: 'Counting keys…',
  },
  zh: {
    title: '一致性哈希：一圈缓存节点',
    about: '加一台缓存，数数有多少键换了主人：取模要搬四分之三，哈希环只搬四分之一。',
    lead: '三台缓存不够用，加了第四台。这时有多少键会跑到一台从没见过它的机器上去查？每一个都是未命中，账全算在数据库头上。',
    look: [
      '对比两个圆：取模时，明明只新来了一台，却有大约四分之三的键要搬家；环上只有被新节点接手的那些键才动。',
      '每个节点只放 1 个点时，弧长短不一，负载也就忽高忽低。把滑块拖到 100，看柱子怎么被拉平。',
      '把中间那台撤掉：环上只有它自己的键要搬；取模又是四分之三左右。',
      '点数少的时候换成 FNV-1a：带编号的名字哈希值挨得很近，放 10 个点也散不开。环好不好，全看哈希好不好。',
    ],
    points: '每个节点的虚拟节点数',
    pointsOf: (count) => `${count} 个点`,
    hash: '哈希函数',
    hashes: { md5: 'MD5', crc32: 'CRC32', fnv1a: 'FNV-1a' },
    hashAbout: {
      md5: '取 MD5 的前 32 位，和 ketama 的做法一样：名字再像，位置也毫不相干。',
      crc32: '校验和，运算是线性的：带编号的名字会排出规律。',
      fnv1a: '又快又简单，但末尾几个字母对结果影响很小。',
    },
    nodes: '节点',
    add: '加一个节点',
    remove: (name) => `移除 ${name}`,
    change: (before, after) => `从 ${before} 变成 ${after}`,
    ring: '哈希环',
    mod: '取模',
    modFormula: (before, after) => `hash(key) mod ${before} 变成 hash(key) mod ${after}`,
    ringFormula: (points) => `顺时针遇到的第一个点，每个节点 ${points} 个点`,
    moved: (count, of) => `${grouped.zh(of)} 个键里有 ${grouped.zh(count)} 个要搬`,
    movedShare: '的键要搬',
    legendInner: '外圈的点：原来的节点；内圈的点：现在的节点。',
    legendMoved: '中间连着线的，就是要搬家的键。',
    described: (kind, moved, shown) =>
      `${kind === 'ring' ? '哈希环' : '取模'}：按哈希值画出 ${shown} 个键，其中 ${moved} 个换了节点。`,
    load: '环上每个节点有多少键',
    loadAbout: '虚线是平均值。',
    node: '节点',
    before: '之前',
    after: '之后',
    arc: '占圆周',
    evenness: '环有多均匀？',
    evennessAbout: '节点和键都不变，只换虚拟节点数。',
    pointsColumn: '每节点点数',
    deviation: '标准差',
    fullest: '最满的节点',
    emptiest: '最空的节点',
    cluster:
      'Redis Cluster 用的不是哈希环：键属于 CRC16(key) mod 16384 号槽，哪个槽归哪个节点，由所有节点共有的一张表说了算。新节点分到多少槽，由你来迁移决定，一个键一个键地搬，服务不中断，和哈希无关。',
    clusterLink: '到实验室看槽',
    waiting: '正在数键……',
  },
};
