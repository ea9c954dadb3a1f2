import { describe, expect, it } from 'vitest';
import type { BranchSummary, Mark } from '../../protocol/messages.ts';
import { frameWith } from '../../testing/frames.ts';
import { frameAt, type Marked, markCounts, nextMark, partingsOf, placedMarks, progressOf } from './marks.ts';
import type { MarkKind } from './words.ts';

function marked(
  marks: readonly (readonly Mark[])[],
  partings: readonly number[] = [],
  hidden: readonly MarkKind[] = [],
): Marked {
  const frames = marks.map((mark, index) => frameWith(index, { marks: mark }));
  return { frames, partings, hidden: new Set(hidden) };
}

describe('marks', () => {
  it('show the most important event of each frame, and list all of them', () => {
    expect(placedMarks(marked([[], ['rehash', 'swap'], [], ['rehash', 'error']]), 500)).toEqual([
      {
        kind: 'swap',
        frame: 1,
        counts: [
          { kind: 'swap', count: 1 },
          { kind: 'rehash', count: 1 },
        ],
      },
      {
        kind: 'error',
        frame: 3,
        counts: [
          { kind: 'error', count: 1 },
          { kind: 'rehash', count: 1 },
        ],
      },
    ]);
  });

  it('stay as few as have room, however many frames there are, and none is left out of the counts', () => {
    const many = marked(
      Array.from({ length: 10_000 }, (_, index) => (index === 5000 ? ['error'] : ['rehash'])),
    );
    for (const pixels of [120, 600, 1200]) {
      const placed = placedMarks(many, pixels);
      expect(placed.length).toBeLessThanOrEqual(pixels / 12 + 1);
      expect(placed.find(({ kind }) => kind === 'error')).toMatchObject({ frame: 5000 });
      const all = placed.flatMap(({ counts }) => counts).reduce((sum, { count }) => sum + count, 0);
      expect(all).toBe(10_000);
    }
  });

  it('of hidden kinds are left out', () => {
    const some = marked([[], ['rehash'], ['error', 'rehash']], [1], ['rehash', 'branch']);
    expect(placedMarks(some, 500).map(({ kind }) => kind)).toEqual(['error']);
    expect([...markCounts(some)]).toEqual([
      ['rehash', 2],
      ['branch', 1],
      ['error', 1],
    ]);
  });

  it('can be jumped to, one after the other or within a kind', () => {
    const some = marked([[], ['rehash'], [], ['rehash', 'error'], ['encoding'], []], [4]);
    expect(nextMark(some, 0, 1, null)).toEqual({ frame: 1, kind: 'rehash' });
    expect(nextMark(some, 1, 1, null)).toEqual({ frame: 3, kind: 'error' });
    expect(nextMark(some, 3, 1, null)).toEqual({ frame: 4, kind: 'encoding' });
    expect(nextMark(some, 4, 1, null)).toBeNull();
    expect(nextMark(some, 5, -1, null)).toEqual({ frame: 4, kind: 'encoding' });
    expect(nextMark(some, 4, -1, 'rehash')).toEqual({ frame: 3, kind: 'rehash' });
    expect(nextMark(some, 3, -1, 'rehash')).toEqual({ frame: 1, kind: 'rehash' });
    expect(nextMark(some, 0, 1, 'branch')).toEqual({ frame: 4, kind: 'branch' });
    expect(nextMark(some, 1, -1, 'rehash')).toBeNull();
  });

  it('show where other branches fork, once for each place', () => {
    const branch = (id: number, sharedFrame: number): BranchSummary => ({
      id,
      parent: null,
      frames: 9,
      commands: 7,
      begins: '',
      sharedFrame,
    });
    expect(partingsOf([branch(1, 5), branch(2, 8), branch(3, 3), branch(4, 5)], 2)).toEqual([3, 5]);
    expect(partingsOf([branch(1, 8)], 1)).toEqual([]);
    const both = placedMarks(marked([[], ['error'], []], [1]), 500);
    expect(both.map(({ kind, frame }) => [kind, frame])).toEqual([
      ['error', 1],
      ['branch', 1],
    ]);
  });
});

describe('places on the track', () => {
  it('go from 0 to 1', () => {
    expect(progressOf(1, 0, 0, 2)).toBe(0);
    expect(progressOf(5, 0, 1, 2)).toBe(0);
    expect(progressOf(5, 4, 9, 10)).toBe(1);
    expect(progressOf(5, 2, 0, 5)).toBe(0.25);
    expect(progressOf(5, 2, 2, 5)).toBe(0.375);
  });

  it('are found again', () => {
    for (const [frame, moment] of [
      [1, 2],
      [2, 4],
      [4, 3],
    ]) {
      const found = frameAt(5, progressOf(5, frame, moment, 5));
      expect(found.frame).toBe(frame);
      expect(found.within * 4).toBeCloseTo(moment);
    }
    expect(frameAt(5, -1)).toEqual({ frame: 0, within: 1 });
    expect(frameAt(5, 2).frame).toBe(4);
    expect(frameAt(1, 0.5)).toEqual({ frame: 0, within: 1 });
  });
});
