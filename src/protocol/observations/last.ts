/** What the last frame did: the last command, or the cron's work after the clock was moved. */
import { printReplies } from '../redis-cli.ts';
import { readReplies } from '../resp.ts';
import type { Step } from '../steps.ts';
import { decodeUtf8 } from '../utf8.ts';
import { observation } from './observation.ts';
import type { EngineReader, FrameFacts } from './reader.ts';

const rehashing = 'SET user:{1..5} x';
const board = 'CONFIG SET zset-max-listpack-entries 0\nZADD board 310 ann 120 bob 275 cat 90 dan';
const search =
  'GEOADD cars 116.034579 39.030452 33 116.05 39.04 34 117 40 35\nGEOSEARCH cars FROMLONLAT 116.04 39.03 BYRADIUS 5 km ASC';
const hash = 'HSET user:1 name ann age 41';

export const lastObservations = [
  observation({
    path: 'last.reply',
    value: 'text',
    zh: '回复',
    en: 'reply',
    sentence: { zh: '服务器的回复是 {n}', en: 'The server replies {n}' },
    note: 'what redis-cli prints; null without a reply',
    example: { given: 'INCR visits', path: 'last.reply' },
    read: (_engine, _given, { reply }) => (reply === null ? null : printedReply(reply)),
  }),
  observation({
    path: 'last.replyBytes',
    value: 'number',
    zh: '回复的字节数',
    en: 'bytes of the reply',
    note: 'as sent, with the types and lengths of RESP; null without a reply',
    example: { given: 'RPUSH queue ann bob\nLRANGE queue 0 -1', path: 'last.replyBytes' },
    read: (_engine, _given, { reply }) => reply?.length ?? null,
  }),
  observation({
    path: 'last.answered',
    value: 'number',
    zh: '同一轮里得到回复的客户端',
    en: 'clients answered in one turn',
    note: 'by the last turn of the event loop; a subscriber that gets a message counts',
    example: {
      given: '2> SUBSCRIBE news\n3> SUBSCRIBE news\nPUBLISH news hello',
      path: 'last.answered',
    },
    read: (_engine, _given, { answered }) => answered,
  }),
  observation({
    path: 'last.client',
    value: 'number',
    zh: '发出命令的客户端',
    en: 'client of the command',
    sentence: { zh: '最后一条命令由客户端 {n} 发出', en: 'The last command comes from client {n}' },
    note: 'null when the clock was moved',
    example: { given: '2> GET user:1', path: 'last.client' },
    read: (_engine, _given, { client }) => client,
  }),
  observation({
    path: 'last.costUs',
    value: 'number',
    zh: '耗时（微秒，按模型估算）',
    en: 'estimated microseconds',
    sentence: { zh: '这条命令约耗时 {n} 微秒', en: 'The command takes about {n} microseconds' },
    note: 'by the cost model of the cost panel, which SLOWLOG uses too; commands that EXEC or a script calls are added',
    example: { given: 'SET user:{1..200} x\nKEYS *', path: 'last.costUs' },
    read: (_engine, _given, { costUs }) => Math.max(0, costUs()),
  }),
  observation({
    path: 'last.tables',
    value: 'text',
    zh: '查过的表',
    en: 'tables visited',
    sentence: { zh: '这条命令查过的表是 {n}', en: 'The tables that the command visits are {n}' },
    note: "opened by lookups in the main dictionary, in order: '0', '1' or '0,1'; null without a lookup",
    example: { given: `${rehashing}\nGET user:9`, path: 'last.tables' },
    read(engine, _given, last) {
      const tables = new Set<number>();
      for (const step of mainSteps(engine, last)) if (step.type === 'dict.bucket') tables.add(step.table);
      return tables.size === 0 ? null : [...tables].join(',');
    },
  }),
  observation({
    path: 'last.bucket',
    value: 'number',
    zh: '打开的桶',
    en: 'bucket opened',
    sentence: { zh: '这条命令打开的桶是 {n}', en: 'The command opens bucket {n}' },
    note: 'the first one of the main dictionary; null without a lookup',
    example: { given: `${rehashing}\nGET user:3`, path: 'last.bucket' },
    read: (engine, _given, last) =>
      mainSteps(engine, last).find((step) => step.type === 'dict.bucket')?.bucket ?? null,
  }),
  observation({
    path: 'last.moved',
    value: 'number',
    zh: '搬走的键',
    en: 'keys moved by rehash',
    sentence: { zh: '这条命令搬走 {n} 个键', en: 'The command moves {n} keys' },
    note: 'from ht[0] to ht[1] of the main dictionary',
    example: { given: `${rehashing}\nGET user:3`, path: 'last.moved' },
    read: (engine, _given, last) => count(mainSteps(engine, last), 'dict.move'),
  }),
  observation({
    path: 'last.rehashedBuckets',
    value: 'number',
    zh: '搬走的桶',
    en: 'buckets moved by rehash',
    sentence: { zh: '这条命令搬走 {n} 个桶', en: 'The command moves {n} buckets' },
    example: { given: `${rehashing}\nGET user:3`, path: 'last.rehashedBuckets' },
    read: (engine, _given, last) => count(mainSteps(engine, last), 'dict.rehash'),
  }),
  observation({
    path: 'last.compared',
    value: 'number',
    zh: '比较过的节点',
    en: 'nodes compared',
    note: 'entries of the main dictionary',
    example: { given: `${rehashing}\nGET user:3`, path: 'last.compared' },
    read: (engine, _given, last) => count(mainSteps(engine, last), 'dict.walk'),
  }),
  observation({
    path: 'last.insertedTable',
    value: 'number',
    zh: '插入的表',
    en: 'table inserted into',
    sentence: { zh: '新节点插入 ht[{n}]', en: 'The new entry goes into ht[{n}]' },
    note: '0 or 1; null if nothing was inserted',
    example: { given: `${rehashing}\nSET user:9 x`, path: 'last.insertedTable' },
    read: (engine, _given, last) =>
      mainSteps(engine, last).findLast((step) => step.type === 'dict.insert')?.table ?? null,
  }),
  observation({
    path: 'last.cursor',
    value: 'number',
    zh: '返回的游标',
    en: 'cursor returned',
    sentence: { zh: 'SCAN 返回的游标是 {n}', en: 'The cursor that SCAN returns is {n}' },
    sayings: {
      '0': { zh: '遍历走到了头：SCAN 返回游标 0', en: 'The walk has ended: SCAN returns cursor 0' },
    },
    note: 'of SCAN, HSCAN, SSCAN and ZSCAN; null after any other command',
    example: { given: 'SET user:{1..8} x\nSCAN 0 COUNT 1', path: 'last.cursor' },
    read: (_engine, _given, last) => scanReplyOf(last)?.cursor ?? null,
  }),
  observation({
    path: 'last.returned',
    value: 'number',
    zh: '返回的元素',
    en: 'elements returned',
    sentence: { zh: '这次 SCAN 返回 {n} 个元素', en: 'SCAN returns {n} elements' },
    note: 'in the reply of SCAN and its relatives; HSCAN and ZSCAN return two for each field or member',
    example: { given: 'SET user:{1..8} x\nSCAN 0 COUNT 1', path: 'last.returned' },
    read: (_engine, _given, last) => scanReplyOf(last)?.elements ?? null,
  }),
  observation({
    path: 'last.scanned',
    value: 'number',
    zh: '遍历的桶',
    en: 'buckets scanned',
    sentence: { zh: '这条命令遍历了 {n} 个桶', en: 'The command scans {n} buckets' },
    note: 'read by SCAN in the main dictionary, in both tables during a rehash',
    example: { given: `${rehashing}\nSCAN 0 COUNT 1`, path: 'last.scanned' },
    read: (engine, _given, last) => count(mainSteps(engine, last), 'dict.scan'),
  }),
  observation({
    path: 'last.hops',
    value: 'number',
    zh: '跳了几步',
    en: 'hops',
    sentence: { zh: '查找跳了 {n} 步', en: 'The search makes {n} hops' },
    note: 'of its searches in skiplists',
    example: { given: `${board}\nZRANK board ann`, path: 'last.hops' },
    read: (_engine, _given, { steps }) => count(steps, 'skiplist.hop'),
  }),
  observation({
    path: 'last.spans',
    value: 'text',
    zh: '走过的跨度',
    en: 'spans hopped',
    sentence: { zh: '查找走过的跨度是 {n}', en: 'The spans that the search hops are {n}' },
    sayings: {
      '>=': {
        zh: '查找一跳就到，跨度至少是 {n}',
        en: 'The search arrives with one hop, whose span is at least {n}',
      },
    },
    note: 'spans of these hops in order, such as 4+2+1; null without a hop',
    example: { given: `${board}\nZRANK board ann`, path: 'last.spans' },
    read(_engine, _given, { steps }) {
      const hops = steps.filter((step) => step.type === 'skiplist.hop');
      return hops.length === 0 ? null : hops.map(({ span }) => span).join('+');
    },
  }),
  observation({
    path: 'last.drawnLevels',
    value: 'number',
    zh: '抽到的层数',
    en: 'levels drawn',
    sentence: { zh: '新节点抽到 {n} 层', en: 'The new node gets {n} levels' },
    note: 'for the last new node of a skiplist; null without one',
    example: { given: `${board}\nZADD board 200 eve`, path: 'last.drawnLevels' },
    read: (_engine, _given, { steps }) =>
      steps.findLast((step) => step.type === 'skiplist.draw')?.levels ?? null,
  }),
  observation({
    path: 'last.visited',
    value: 'number',
    zh: '沿底层取出的节点',
    en: 'nodes visited on level 0',
    note: 'of a skiplist',
    example: { given: `${board}\nZRANGE board 0 2`, path: 'last.visited' },
    read: (_engine, _given, { steps }) => count(steps, 'skiplist.visit'),
  }),
  observation({
    path: 'last.cells',
    value: 'number',
    zh: '查过的格子',
    en: 'cells searched',
    note: 'of the grid of a geo search; null without one',
    example: { given: search, path: 'last.cells' },
    read: (_engine, _given, last) =>
      cellsOf(last)?.filter(({ state }) => state === 'searched').length ?? null,
  }),
  observation({
    path: 'last.cuts',
    value: 'number',
    zh: '每个轴切的刀数',
    en: 'cuts per axis',
    sentence: { zh: '每个轴切 {n} 刀', en: 'Each axis is cut {n} times' },
    note: 'of that grid',
    example: { given: search, path: 'last.cuts' },
    read: (_engine, _given, last) => cellsOf(last)?.[0].precision ?? null,
  }),
  observation({
    path: 'last.candidates',
    value: 'number',
    zh: '量过距离的成员',
    en: 'members measured',
    note: 'by a geo search',
    example: { given: search, path: 'last.candidates' },
    read: (_engine, _given, last) =>
      cellsOf(last)?.reduce((sum, { candidates }) => sum + candidates, 0) ?? null,
  }),
  observation({
    path: 'last.found',
    value: 'number',
    zh: '落在范围内的成员',
    en: 'members inside the shape',
    note: 'of a geo search',
    example: { given: search, path: 'last.found' },
    read: (_engine, _given, last) => cellsOf(last)?.reduce((sum, { found }) => sum + found, 0) ?? null,
  }),
  observation({
    path: 'last.walked',
    value: 'number',
    zh: '比较过的 entry',
    en: 'entries compared',
    note: 'of packed bytes',
    example: { given: `${hash}\nHGET user:1 age`, path: 'last.walked' },
    read: (_engine, _given, { steps }) => count(steps, 'packed.walk'),
  }),
  observation({
    path: 'last.reallocations',
    value: 'number',
    zh: '换内存块的次数',
    en: 'reallocations',
    note: 'of packed bytes that got another slot',
    example: { given: `${hash}\nHSET user:1 town london`, path: 'last.reallocations' },
    read: (_engine, _given, { steps }) => count(steps, 'packed.realloc'),
  }),
  observation({
    path: 'last.cascaded',
    value: 'number',
    zh: 'prevlen 变长的 entry',
    en: 'entries whose prevlen grew',
    note: 'from one byte to five; only the ziplists of 6.2 have a prevlen',
    example: { generation: '6.2', given: hash, path: 'last.cascaded' },
    read: (_engine, _given, { steps }) => count(steps, 'packed.cascade'),
  }),
  observation({
    path: 'last.shifted',
    value: 'number',
    zh: '挪动的字节',
    en: 'bytes shifted',
    note: 'of packed bytes, to make room or to close a gap; the end does not count',
    example: { given: `${hash}\nHSET user:1 name anna`, path: 'last.shifted' },
    read(_engine, _given, { steps }) {
      let sum = 0;
      for (const step of steps) {
        if (
          step.type === 'packed.insert' ||
          step.type === 'packed.replace' ||
          step.type === 'packed.delete'
        ) {
          sum += Math.max(0, step.moved.sizeBytes - 1);
        }
      }
      return sum;
    },
  }),
  observation({
    path: 'last.lostBytes',
    value: 'number',
    zh: '崩溃丢掉的字节数',
    en: 'bytes lost by the crash',
    note: 'of files; null unless the last frame is a crash',
    example: {
      given: 'CONFIG SET appendonly yes\n@ 2000 ms\nSET paid 1\nSET paid 2\n@ crash unsynced',
      path: 'last.lostBytes',
    },
    read: (_engine, _given, { steps }) =>
      steps.flatMap((step) => (step.type === 'disk.crash' ? [step.lostBytes] : [])).at(-1) ?? null,
  }),
  observation({
    path: 'last.truncatedBytes',
    value: 'number',
    zh: '启动时截掉的字节数',
    en: 'bytes cut off at the start',
    note: 'from the end of a torn AOF; null unless the last frame is a start that read files',
    example: { given: 'SET paid 1\nSAVE\n@ restart', path: 'last.truncatedBytes' },
    read: (_engine, _given, { steps }) => {
      const loads = steps.flatMap((step) => (step.type === 'disk.load' ? [step.truncatedBytes] : []));
      return loads.length === 0 ? null : loads.reduce((sum, bytes) => sum + bytes, 0);
    },
  }),
];

/** The steps in the main dictionaries of all databases. */
function mainSteps(engine: EngineReader, { steps }: FrameFacts): readonly Step[] {
  const main = new Set<number>();
  for (let db = 0; db < engine.databases; db++) main.add(engine.dict(db, 'keys').address);
  return steps.filter((step) => 'dict' in step && main.has(step.dict));
}

function count(steps: readonly Step[], type: Step['type']): number {
  return steps.filter((step) => step.type === type).length;
}

/** The reply of a SCAN, known by its shape: digits, and an array of elements. Null for any other. */
function scanReplyOf({ reply }: FrameFacts): { cursor: number; elements: number } | null {
  const [first] = reply === null ? [] : readReplies(reply.subarray(0, observedReply.bytes));
  if (first?.type !== 'array' || first.items.length !== 2) return null;
  const [next, found] = first.items;
  if (next.type !== 'string' || found.type !== 'array') return null;
  const cursor = decodeUtf8(next.bytes);
  if (!/^\d+$/.test(cursor)) return null;
  return { cursor: Number(cursor), elements: found.items.length + (found.missing ?? 0) };
}

/** The cells of a geo search; null when nothing was searched for. */
function cellsOf({ steps }: FrameFacts) {
  const cells = steps.filter((step) => step.type === 'geohash.cell');
  return cells.length === 0 ? null : cells;
}

/** The longest part of a reply to compare. */
const observedReply = { bytes: 64 * 1024, chars: 64 * 1024, lines: 10_000 };

/** What redis-cli prints for the replies to one input. */
function printedReply(bytes: Uint8Array): string {
  return printReplies(readReplies(bytes.subarray(0, observedReply.bytes)), observedReply).text;
}
