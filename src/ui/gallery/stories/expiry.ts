import type { Story } from '../story.ts';

const target = { kind: 'expiry', db: 0, window: { from: 0, count: 60 } } as const;
const config = { 'enable-debug-command': 'yes' };
const noCycle = ['DEBUG SET-ACTIVE-EXPIRE 0'];
const sessions = (count: number, ttlMs: (nth: number) => number) =>
  Array.from({ length: count }, (_, nth) => `SET session:${nth + 1} s PX ${ttlMs(nth)}`);

const stories: readonly Story[] = [
  {
    id: 'expiry-lazy',
    title: { en: 'Expiry: a command accesses a stale key', zh: '过期：有人访问一个已过期的键' },
    config,
    given: [
      ...noCycle,
      'SET user:1 ann',
      'SET code:7781 042519 PX 900',
      'SET token:ann t EX 30',
      'SET cart:9 c EX 1800',
      'SET banner b EX 86400',
      'SET code:7790 118265 PX 1500',
      '@ 2000 ms',
    ],
    shown: 'GET code:7781',
    target,
    openAt: 'key.expired',
  },
  {
    id: 'expiry-cycle',
    title: { en: 'Expiry: a cycle samples twenty keys at a time', zh: '过期：周期任务每轮抽查 20 个键' },
    config,
    given: [
      ...noCycle,
      ...sessions(60, (nth) => (nth % 5 < 2 ? 300 : 20_000 + nth * 4000)),
      '@ 1000 ms',
      'DEBUG SET-ACTIVE-EXPIRE 1',
    ],
    shown: '@ 100 ms',
    target,
    openAt: 'expire.sample',
  },
  {
    id: 'expiry-many',
    title: { en: 'Expiry: two thousand keys, cycle after cycle', zh: '过期：两千个键，一个周期接一个周期' },
    given: [...sessions(2000, (nth) => 200 + ((nth * 7919) % 60_000)), '@ 9000 ms'],
    target,
  },
  {
    id: 'expiry-empty',
    title: { en: 'Expiry: no key expires', zh: '过期：没有会过期的键' },
    given: ['SET user:1 ann'],
    target,
  },
];

export default stories;
