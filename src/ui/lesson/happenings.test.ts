import { expect, it } from 'vitest';
import type { Action } from '../../protocol/actions.ts';
import { lineCommand } from '../../protocol/redis-cli.ts';
import { frameWith } from '../../testing/frames.ts';
import { happeningsOf } from './happenings.ts';

const ok = new TextEncoder().encode('+OK\r\n');
const given: Action[] = [
  { type: 'command', client: 1, line: 'CLIENT SETNAME A' },
  { type: 'advance', ms: 5 },
];
const frames = [
  frameWith(0, { kind: 'start', client: 0 }),
  frameWith(1, { kind: 'connect' }),
  frameWith(2, { text: 'CLIENT SETNAME A', replies: [{ client: 1, bytes: ok }] }),
  frameWith(3, { text: 'SET k v', replies: [{ client: 1, bytes: ok }] }),
  frameWith(4, { client: 2, text: 'GET k' }),
  frameWith(5, { kind: 'disconnect' }),
  frameWith(6, { kind: 'connect' }),
  frameWith(7, { client: 2, text: 'CLIENT KILL ID 1', closed: [1] }),
];

it('what a client did and suffered since the step began', () => {
  expect(happeningsOf(frames, given, 1, 7)).toEqual([
    { type: 'command', command: lineCommand('SET k v'), printed: 'OK' },
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
