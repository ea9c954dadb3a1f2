import { describe, expect, it } from 'vitest';
import type { FrameSummary, Mark } from '../../protocol/messages.ts';
import { frameAt, placedMarks, progressOf } from './marks.ts';

function frames(marks: readonly (readonly Mark[])[]): FrameSummary[] {
  return marks.map((mark, index) => ({
    index,
    kind: 'command',
    client: 1,
    atMs: 0,
    text: '',
    commands: 1,
    replies: [],
    closed: [],
    marks: mark,
  }));
}

describe('marks', () => {
  it('show of each frame what matters most', () => {
    expect(placedMarks(frames([[], ['rehash', 'swap'], [], ['rehash', 'error']]))).toEqual([
      { mark: 'swap', frame: 1, count: 1 },
      { mark: 'error', frame: 3, count: 1 },
    ]);
  });

  it('stay few however many frames there are', () => {
    const many = frames(
      Array.from({ length: 10_000 }, (_, index) => (index === 5000 ? ['error'] : ['rehash'])),
    );
    const placed = placedMarks(many);
    expect(placed.length).toBeLessThanOrEqual(121);
    expect(placed.find(({ mark }) => mark === 'error')).toMatchObject({ frame: 5000 });
    expect(placed.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
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
