import type { WatchTarget } from '../../../protocol/views.ts';
import type { Story } from '../story.ts';

const bitmap: WatchTarget = {
  kind: 'bitmap',
  db: 0,
  key: null,
  window: { from: 0, count: 64 },
  follow: true,
};

const stories: readonly Story[] = [
  {
    id: 'bitmap-set',
    title: { zh: 'SETBIT：从最高位数起', en: 'SETBIT counts from the highest bit' },
    given: ['SET greeting hello'],
    shown: 'SETBIT greeting 10 0',
    target: bitmap,
    openAt: 'bits.set',
  },
  {
    id: 'bitmap-grow',
    title: { zh: '很远的一位：补零，再写', en: 'A far bit: zeros are added first' },
    given: ['SETBIT seen 3 1', 'SETBIT seen 12 1'],
    shown: 'SETBIT seen 90 1',
    target: bitmap,
    openAt: 'bits.grow',
  },
  {
    id: 'bitmap-count',
    title: { zh: 'BITCOUNT，按位的范围', en: 'BITCOUNT over a range of bits' },
    given: ['SET days "\\xff\\x0f\\xf0\\xaa\\x01"'],
    shown: 'BITCOUNT days 5 27 BIT',
    target: bitmap,
    openAt: 'bits.count',
  },
  {
    id: 'bitmap-position',
    title: { zh: 'BITPOS 找第一个 0', en: 'BITPOS looks for the first 0' },
    given: ['SET full "\\xff\\xff\\xff\\xef\\xff"'],
    shown: 'BITPOS full 0',
    target: bitmap,
    openAt: 'bits.found',
  },
  {
    id: 'bitmap-fields',
    title: { zh: 'BITFIELD：几个不同宽度的整数', en: 'BITFIELD: integers of different widths' },
    given: ['BITFIELD player SET u8 0 250 SET i5 8 -3 SET u12 13 1000'],
    shown:
      'BITFIELD player INCRBY u8 0 10 OVERFLOW SAT INCRBY i5 8 40 OVERFLOW FAIL INCRBY u12 13 4000 GET u4 28',
    target: bitmap,
  },
  {
    id: 'bitmap-and',
    title: { zh: 'BITOP AND 做到一半', en: 'BITOP AND, halfway' },
    given: [
      'SET mon "\\xf1\\x3c\\xff\\x81"',
      'SET tue "\\xb3\\x0f\\xe0"',
      'SET wed "\\x91\\xff\\xff\\x80\\x07"',
    ],
    shown: 'BITOP AND every mon tue wed',
    target: bitmap,
    openAt: 'bits.combine',
  },
  {
    id: 'bitmap-not',
    title: { zh: 'BITOP NOT 之后', en: 'After BITOP NOT' },
    given: ['SET a "\\x0f\\xa5\\x00"'],
    shown: 'BITOP NOT b a',
    target: bitmap,
  },
  {
    id: 'bitmap-large',
    title: { zh: '一百万位中的一段', en: 'A window on a million bits' },
    given: [
      ...Array.from({ length: 60 }, (_, nth) => `SETBIT users ${(nth * 7919) % 100_000} 1`),
      'SETBIT users 999999 1',
      'BITFIELD users SET u32 500000 4294967295 SET u32 500032 4042322160',
    ],
    shown: 'SETBIT users 500037 1',
    target: bitmap,
    openAt: 'bits.set',
  },
  { id: 'bitmap-empty', title: { zh: '还没有位图', en: 'No bitmap yet' }, target: bitmap },
];

export default stories;
