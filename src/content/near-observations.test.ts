import { expect, it } from 'vitest';
import { nearObservations } from './near-observations.ts';

it.each([
  ['last.table', 'last.tables'],
  ['db0.zset(board).levl', 'db0.zset(board).level'],
  ['db3.zset(board).level(bob)', 'db3.zset(board).levels(bob)'],
  ['db0.ht1.sizes', 'db0.ht1.size'],
  ['db0.expires.ht1.sizes', 'db0.expires.ht1.size'],
  ['db0.rehashidx', 'db0.rehashIndex'],
  ['db0.encodng(user:1)', 'db0.encoding(user:1)'],
  ['rehashIndex', 'db0.rehashIndex'],
])('%s: perhaps %s', (path, meant) => {
  expect(nearObservations(path)[0]).toBe(meant);
});

it('finds nothing for a path that resembles none', () => {
  expect(nearObservations('temperature of the machine')).toEqual([]);
});
