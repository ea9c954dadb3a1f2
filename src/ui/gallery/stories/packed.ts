import type { Story } from '../story.ts';

const target = { kind: 'packed', db: 0, key: null, follow: true } as const;
const orders = Array.from(
  { length: 1200 },
  (_, nth) => `order:${1000 + nth},sku:A-${nth % 97},count:2,paid-by-card`,
);

const stories: readonly Story[] = [
  {
    id: 'packed-empty',
    title: { en: 'Packed bytes, nothing to show', zh: '紧凑编码：没有内容' },
    target,
  },
  {
    id: 'packed-insert',
    title: { en: 'Packed bytes, a hash gets a field', zh: '紧凑编码：哈希加一个字段' },
    given: ['HSET user:1 name ann'],
    shown: 'HSET user:1 age 41 city Hangzhou',
    target,
    openAt: 'packed.insert',
  },
  {
    id: 'packed-sorted',
    title: { en: 'Packed bytes, a ziplist insertion', zh: '紧凑编码：往 ziplist 中间插入' },
    generation: '6.2',
    given: ['ZADD board 90 ann 300 cat'],
    shown: 'ZADD board 120.5 bob',
    target,
    openAt: 'packed.insert',
  },
  {
    id: 'packed-delete',
    title: { en: 'Packed bytes, a field is deleted', zh: '紧凑编码：删掉一个字段' },
    given: ['HSET user:1 name ann age 41 zip 310000'],
    shown: 'HDEL user:1 name',
    target,
    openAt: 'packed.delete',
  },
  {
    id: 'packed-cascade',
    title: { en: 'Packed bytes, a cascade', zh: '紧凑编码：连锁更新' },
    generation: '6.2',
    given: [`RPUSH l ${'a'.repeat(250)} ${'b'.repeat(250)} ${'c'.repeat(250)} z`],
    shown: `LPUSH l ${'x'.repeat(251)}`,
    target,
    openAt: 'packed.cascade',
  },
  {
    id: 'packed-upgrade',
    title: { en: 'Packed bytes, an intset gets wider', zh: '紧凑编码：intset 升级' },
    given: ['SADD s 5 1 300'],
    shown: 'SADD s 70000',
    target,
    openAt: 'intset.upgrade',
  },
  {
    id: 'packed-conversion',
    title: { en: 'Packed bytes, no longer packed', zh: '紧凑编码：转为哈希表' },
    given: ['HSET user:1 name ann age 41'],
    shown: `HSET user:1 note ${'v'.repeat(65)}`,
    target,
    openAt: 'object.encoding',
  },
  {
    id: 'packed-nodes',
    title: { en: 'Packed bytes, the nodes of a list', zh: '紧凑编码：列表的节点' },
    given: [
      'CONFIG SET list-max-listpack-size 3',
      'CONFIG SET list-compress-depth 1',
      `RPUSH tasks a b c ${'x'.repeat(40)} ${'x'.repeat(40)} ${'y'.repeat(20)} 7 8 9 10`,
    ],
    shown: 'LINSERT tasks BEFORE 8 new',
    target,
    openAt: 'quicklist.split',
  },
  {
    id: 'packed-huge',
    title: { en: 'Packed bytes, twelve hundred entries', zh: '紧凑编码：一千两百个 entry' },
    config: { 'list-max-listpack-size': '-5' },
    given: [`RPUSH orders ${orders.join(' ')}`],
    target,
  },
];

export default stories;
