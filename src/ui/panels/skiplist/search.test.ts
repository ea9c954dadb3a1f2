import { describe, expect, it } from 'vitest';
import type { Step } from '../../../protocol/steps.ts';
import { walkOf } from './search.ts';

const skiplist = 7;
const header = 100;
const hop = (level: number, from: number, to: number, span: number, rank: number): Step => ({
  type: 'skiplist.hop',
  skiplist,
  level,
  from,
  to,
  span,
  rank,
});
const down = (level: number, at: number, next: number, rank: number): Step => ({
  type: 'skiplist.down',
  skiplist,
  level,
  at,
  next,
  rank,
});
const visit = (node: number, rank: number, from: number): Step => ({
  type: 'skiplist.visit',
  skiplist,
  node,
  member: `m${node}`,
  rank,
  from,
  backward: false,
});

describe('the running search', () => {
  const first = [hop(1, header, 4, 4, 4), down(1, 4, 0, 4), hop(0, 4, 5, 1, 5)];

  it('grows step by step from the header', () => {
    expect(walkOf(skiplist, []).search).toBeNull();
    expect(walkOf(skiplist, first.slice(0, 1)).search).toMatchObject({
      stops: [
        { address: header, rank: 0, level: 1 },
        { address: 4, rank: 4, level: 1 },
      ],
      tooFar: null,
    });
    const after = walkOf(skiplist, first).search!;
    expect(after.stops.map(({ rank, level }) => [rank, level])).toEqual([
      [0, 1],
      [4, 1],
      [4, 0],
      [5, 0],
    ]);
    expect(after.hops.map(({ span }) => span)).toEqual([4, 1]);
  });

  it('records the node that was too far', () => {
    expect(walkOf(skiplist, first.slice(0, 2)).search!.tooFar).toBe(0);
    expect(walkOf(skiplist, [down(0, header, 9, 0)]).search!.tooFar).toBe(9);
  });

  it('starts anew when another search begins, even in the same place', () => {
    const twice = [...first, hop(1, header, 4, 4, 4)];
    expect(walkOf(skiplist, twice).search!.stops).toHaveLength(2);
    // Two searches that both end before the first node.
    const still = [down(0, header, 3, 0), down(0, header, 4, 0)];
    expect(walkOf(skiplist, still).search).toMatchObject({ stops: [{ rank: 0 }], tooFar: 4 });
  });

  it('stays in sight while a node is drawn, linked in or taken out', () => {
    const draw: Step = { type: 'skiplist.draw', skiplist, member: 'x', draws: [1], levels: 1 };
    const search = walkOf(skiplist, [...first, down(0, 5, 6, 5), draw]).search!;
    expect(search.stops).toHaveLength(4);
    expect(search.tooFar).toBeNull();
  });

  it('ignores the steps of other lists', () => {
    const elsewhere = { ...hop(0, header, 4, 1, 1), skiplist: 8 } as Step;
    expect(walkOf(skiplist, [elsewhere]).search).toBeNull();
  });

  it('gathers the nodes a range takes, and of the next range only its own', () => {
    const { search, visits } = walkOf(skiplist, [...first, visit(5, 5, 0), visit(6, 6, 5)]);
    expect(search!.hops).toHaveLength(2);
    expect(visits.map(({ node }) => node)).toEqual([5, 6]);
    expect(walkOf(skiplist, [visit(5, 5, 0), visit(1, 1, 0)]).visits).toHaveLength(1);
  });
});
