import { expect, it } from 'vitest';
import type { Action } from '../../protocol/lesson.ts';
import type { FrameSummary } from '../../protocol/messages.ts';
import { happeningsOf } from './happenings.ts';

function frame(index: number, part: Partial<FrameSummary>): FrameSummary {
  return {
    index,
    kind: 'command',
    client: 1,
    atMs: 0,
    text: '',
    commands: 1,
    replies: [],
    selected: [],
    closed: [],
    marks: [],
    ...part,
  };
}

const ok = new TextEncoder().encode('+OK\r\n');
const given: Action[] = [
  { type: 'command', client: 1, line: 'CLIENT SETNAME A' },
  { type: 'advance', ms: 5 },
];
const frames = [
  frame(0, { kind: 'start', client: 0 }),
  frame(1, { kind: 'connect' }),
  frame(2, { text: 'CLIENT SETNAME A', replies: [{ client: 1, bytes: ok }] }),
  frame(3, { text: 'SET k v', replies: [{ client: 1, bytes: ok }] }),
  frame(4, { client: 2, text: 'GET k' }),
  frame(5, { kind: 'disconnect' }),
  frame(6, { kind: 'connect' }),
  frame(7, { client: 2, text: 'CLIENT KILL ID 1', closed: [1] }),
];

it('what a client did and suffered since the step began', () => {
  expect(happeningsOf(frames, given, 1, 7)).toEqual([
    { type: 'command', text: 'SET k v', printed: 'OK' },
    { type: 'closed' },
    { type: 'opened' },
    { type: 'closed' },
  ]);
  expect(happeningsOf(frames, given, 2, 7)).toHaveLength(2);
});

it('up to the frame looked at, and nothing of what the step began with', () => {
  expect(happeningsOf(frames, given, 1, 2)).toEqual([]);
  expect(happeningsOf(frames, given, 1, 3)).toHaveLength(1);
  expect(happeningsOf(frames.slice(0, 3), given, 1, 2)).toEqual([]);
});
