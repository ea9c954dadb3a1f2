import { describe, expect, it } from 'vitest';
import type { FrameSummary } from '../../protocol/messages.ts';
import { frameWith } from '../../testing/frames.ts';
import { clientsAfter, commandNumber, databaseOf, hasActed, isConnected, withFrames } from './frames.ts';

function frame(index: number, part: Partial<FrameSummary> = {}): FrameSummary {
  return frameWith(index, {
    text: 'PING',
    replies: [{ client: 1, bytes: new TextEncoder().encode('+OK\r\n') }],
    ...part,
  });
}

const story = [
  frame(0, { kind: 'start', client: 0, replies: [] }),
  frame(1, { kind: 'connect', client: 1, replies: [] }),
  frame(2, { text: 'SELECT 3', selected: [{ client: 1, db: 3 }] }),
  frame(3, { kind: 'connect', client: 2, replies: [] }),
  frame(4, { kind: 'cron', client: 0, replies: [] }),
  frame(5, { text: 'QUIT', closed: [1] }),
  frame(6, { kind: 'disconnect', client: 2, replies: [] }),
];

describe('frames', () => {
  it('are added, replaced when they come twice, and never with a hole', () => {
    const two = story.slice(0, 2);
    expect(withFrames(two, [story[2]])).toEqual(story.slice(0, 3));
    expect(withFrames(story, [story[2]])).toEqual(story);
    expect(withFrames(two, [story[3]])).toBeNull();
  });

  it('show which clients there are and what they have selected', () => {
    expect(clientsAfter([], story.slice(0, 5))).toEqual([
      { id: 1, db: 3 },
      { id: 2, db: 0 },
    ]);
    expect(clientsAfter([], story)).toEqual([]);
    const released = frame(5, { client: 2, selected: [{ client: 1, db: 4 }] });
    expect(clientsAfter([{ id: 1, db: 3 }], [released])).toEqual([{ id: 1, db: 4 }]);
    expect(databaseOf([...story.slice(0, 5), released], 1, 5)).toBe(4);
    expect(databaseOf(story, 1, 1)).toBe(0);
    expect(databaseOf(story, 1, 4)).toBe(3);
    expect([0, 1, 4, 5].map((at) => isConnected(story, 1, at))).toEqual([false, true, true, false]);
    expect([2, 3, 5, 6].map((at) => isConnected(story, 2, at))).toEqual([false, true, true, false]);
  });

  it('show whether a client has done anything since it connected', () => {
    expect(hasActed(story, 1)).toBe(true);
    expect(hasActed(story, 2)).toBe(false);
    expect(hasActed([...story, frame(7, { kind: 'connect', client: 1, replies: [] })], 1)).toBe(false);
  });

  it('count commands alone', () => {
    expect(commandNumber(story, 0)).toBe(0);
    expect(commandNumber(story, 4)).toBe(1);
    expect(commandNumber(story, 6)).toBe(2);
  });
});
