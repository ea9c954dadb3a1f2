import type { WatchTarget } from '../../../protocol/views.ts';
import type { Story } from '../story.ts';

const intset: WatchTarget = {
  kind: 'intset',
  db: 0,
  key: null,
  window: { from: 0, count: 128 },
  follow: true,
};
const numbers = (count: number, step: number) =>
  Array.from({ length: count }, (_, nth) => nth * step).join(' ');

const stories: readonly Story[] = [
  {
    id: 'intset-search',
    title: { zh: '二分查找一个整数', en: 'Binary search for a number' },
    given: ['SADD primes 2 3 5 7 11 13 17 19 23 29 31 37'],
    shown: 'SISMEMBER primes 23',
    target: intset,
    openAt: 'intset.search',
  },
  {
    id: 'intset-insert',
    title: { zh: '插入：后面的整体右移', en: 'Inserting moves the larger numbers' },
    given: ['SADD ages 18 21 34 40 55 63'],
    shown: 'SADD ages 29',
    target: intset,
    openAt: 'intset.insert',
  },
  {
    id: 'intset-upgrade',
    title: { zh: '升级进行到一半', en: 'In the middle of an upgrade' },
    given: ['SADD scores 10 20 30 40 50'],
    shown: 'SADD scores 100000',
    target: intset,
    openAt: 'intset.widen',
  },
  {
    id: 'intset-front',
    title: {
      zh: '升级到 64 位，负数排在最前',
      en: 'An upgrade to 64 bits, with the new number at the front',
    },
    given: ['SADD offsets 7 300 70000'],
    shown: 'SADD offsets -9000000000000',
    target: intset,
    openAt: 'intset.upgrade',
  },
  {
    id: 'intset-large',
    title: { zh: '四百个整数中的一段', en: 'A window on four hundred numbers' },
    given: [`SADD big ${numbers(400, 7)}`],
    shown: 'SADD big 1999',
    target: intset,
    openAt: 'intset.insert',
  },
  {
    id: 'intset-converted',
    title: { zh: '来了一个不是整数的成员', en: 'A member that is not an integer' },
    given: ['SADD tags 1 2 3 5 8 13'],
    shown: 'SADD tags redis',
    target: intset,
    openAt: 'object.encoding',
  },
  {
    id: 'intset-limit',
    title: { zh: '超过 set-max-intset-entries', en: 'Beyond set-max-intset-entries' },
    config: { 'set-max-intset-entries': '8' },
    given: ['SADD few 1 2 3 4 5 6 7 8'],
    shown: 'SADD few 9',
    target: intset,
  },
  { id: 'intset-empty', title: { zh: '还没有集合', en: 'No set yet' }, target: intset },
];

export default stories;
