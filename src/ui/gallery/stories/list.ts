import type { WatchTarget } from '../../../protocol/views.ts';
import type { Story } from '../story.ts';

const list: WatchTarget = { kind: 'list', db: 0, key: null, window: { from: 0, count: 24 }, follow: true };
const words = (count: number, word: string) =>
  Array.from({ length: count }, (_, nth) => `${word}-${nth + 1}`).join(' ');

const stories: readonly Story[] = [
  {
    id: 'list-split',
    title: { zh: '插入满节点：先分裂', en: 'Inserting into a full node splits it' },
    config: { 'list-max-listpack-size': '4' },
    given: ['RPUSH tasks wake wash eat read write walk cook sleep'],
    shown: 'LINSERT tasks AFTER wash dress',
    target: list,
    openAt: 'quicklist.split',
  },
  {
    id: 'list-push',
    title: { zh: '尾节点还有空位', en: 'The tail has room' },
    given: [`RPUSH queue ${words(90, 'job')}`],
    shown: 'RPUSH queue "the next job"',
    target: list,
    openAt: 'packed.insert',
  },
  {
    id: 'list-pop',
    title: { zh: 'LPOP：元素从头部离开', en: 'LPOP: an element leaves at the head' },
    config: { 'list-max-listpack-size': '3' },
    given: ['RPUSH queue ann bob cat dan eve fay gus'],
    shown: 'LPOP queue',
    target: list,
    openAt: 'packed.delete',
  },
  {
    id: 'list-compressed',
    title: { zh: '中间的节点被压缩，读之前先解压', en: 'Compressed in the middle, decompressed to read' },
    config: { 'list-max-listpack-size': '16', 'list-compress-depth': '1' },
    given: [`RPUSH log ${words(110, 'event:login:user')}`],
    shown: 'LINDEX log 50',
    target: list,
    openAt: 'quicklist.decompress',
  },
  {
    id: 'list-large',
    title: { zh: '四百个节点中的一段', en: 'A window on four hundred nodes' },
    config: { 'list-max-listpack-size': '5' },
    given: [`RPUSH big ${words(2000, 'item')}`],
    shown: 'LSET big 1003 changed',
    target: list,
    openAt: 'packed.replace',
  },
  {
    id: 'list-plain',
    title: {
      zh: '超过阈值（这里设为 64 B）的元素独占一个 plain 节点（6.2 没有）',
      en: 'An element over the threshold, 64 B here, in its own plain node',
    },
    config: { 'enable-debug-command': 'yes' },
    given: ['DEBUG QUICKLIST-PACKED-THRESHOLD 64b', 'RPUSH pages short pages'],
    shown: `LINSERT pages AFTER short ${'<html>'.repeat(40)}`,
    target: list,
  },
  {
    id: 'list-old',
    title: { zh: '6.2 的节点是 ziplist', en: 'In 6.2 the nodes are ziplists' },
    generation: '6.2',
    config: { 'list-max-ziplist-size': '3' },
    given: ['RPUSH l 1 2 3 "" long-enough-to-be-cut-somewhere-in-the-middle x y'],
    target: list,
  },
  {
    id: 'list-empty',
    title: { zh: '还没有列表', en: 'No list yet' },
    target: list,
  },
];

export default stories;
