import { expect, it } from 'vitest';
import { nextZoom } from '../zoom.ts';
import { fittingCount } from './geometry.ts';
import { type Cursor, roam, settle } from './roam.ts';
import { addressOfMember, people, sampleNodes } from './test-views.ts';

const list = sampleNodes(people(12));
const header = list.header.address;
const at = (member: string, level: number): Cursor => ({ address: addressOfMember(member), level });

it('right follows the pointer, left goes back along the lane', () => {
  expect(roam(list, { address: header, level: 2 }, 'ArrowRight')).toEqual(at('dan', 2));
  expect(roam(list, at('dan', 2), 'ArrowRight')).toEqual(at('joe', 2));
  expect(roam(list, at('joe', 2), 'ArrowRight')).toBeNull();
  expect(roam(list, at('dan', 1), 'ArrowLeft')).toEqual(at('bob', 1));
  expect(roam(list, at('bob', 1), 'ArrowLeft')).toEqual({ address: header, level: 1 });
});

it('up and down stay in the tower', () => {
  expect(roam(list, at('dan', 1), 'ArrowUp')).toEqual(at('dan', 2));
  expect(roam(list, at('dan', 2), 'ArrowUp')).toEqual(at('dan', 2));
  expect(roam(list, at('dan', 0), 'ArrowDown')).toEqual(at('dan', 0));
  expect(roam(list, at('dan', 2), 'End')).toEqual(at('leo', 0));
  expect(roam(list, at('dan', 2), 'Home')).toEqual({ address: header, level: 2 });
});

it('begins at the top of the header, and stays inside the drawing', () => {
  expect(roam(list, null, 'ArrowRight')).toEqual({ address: header, level: 3 });
  expect(settle(list, { address: 1, level: 0 })).toEqual({ address: header, level: 3 });
  expect(settle(list, at('ann', 3))).toEqual(at('ann', 0));
});

it('leads out of a window at both sides', () => {
  const part = sampleNodes(people(12), { from: 4, count: 4 });
  expect(roam(part, at('eve', 0), 'ArrowLeft')).toBeNull();
  expect(roam(part, at('hal', 0), 'ArrowRight')).toBeNull();
});

it('as many nodes are shown as there is room for', () => {
  expect(fittingCount({ width: 870, height: 300 }, 12)).toBeGreaterThanOrEqual(12);
  expect(fittingCount({ width: 870, height: 300 }, 1000)).toBeLessThan(12);
  expect(fittingCount({ width: 320, height: 300 }, 1000)).toBeGreaterThanOrEqual(5);
  expect([nextZoom(9, 1), nextZoom(9, -1), nextZoom(64, 1), nextZoom(8, -1)]).toEqual([16, 8, 64, 8]);
});
