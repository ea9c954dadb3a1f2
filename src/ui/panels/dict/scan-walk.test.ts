import { expect, it } from 'vitest';
import type { FrameSummary } from '../../../protocol/messages.ts';
import { encodeUtf8 } from '../../../protocol/utf8.ts';
import { frameWith } from '../../../testing/frames.ts';
import { callOf, walkAt } from './scan-walk.ts';

function frameOf(index: number, text: string, reply: string, client = 1): FrameSummary {
  return frameWith(index, { client, text, replies: [{ client, bytes: encodeUtf8(reply) }] });
}

const bulk = (text: string) => `$${encodeUtf8(text).length}\r\n${text}\r\n`;
const scanned = (next: number, keys: readonly string[]) =>
  `*2\r\n${bulk(String(next))}*${keys.length}\r\n${keys.map(bulk).join('')}`;

const frames: FrameSummary[] = [
  frameOf(0, 'SET a 1', '+OK\r\n'),
  frameOf(1, 'SCAN 0 COUNT 2', scanned(6, ['a', 'b'])),
  frameOf(2, 'SCAN 5', scanned(0, ['z']), 2),
  frameOf(3, 'SET c 1', '+OK\r\n'),
  frameOf(4, 'scan 6 MATCH *', scanned(1, ['b', '键'])),
  frameOf(5, 'SCAN 1', scanned(0, ['d'])),
  frameOf(6, 'GET a', '$1\r\n1\r\n'),
];

it('reads a call from the command and its reply', () => {
  expect(callOf(frames[4])).toEqual({
    frame: 4,
    command: 'scan',
    key: null,
    cursor: 6,
    next: 1,
    keys: ['b', '键'],
    unseen: 0,
    isFiltered: true,
  });
  expect(callOf(frames[0])).toBeNull();
  expect(callOf(frameOf(9, 'SCAN x', '-ERR invalid cursor\r\n'))).toBeNull();
});

it('follows a walk from reply to reply, past other commands and other walks', () => {
  const walk = walkAt(frames, 5, { db: 0, key: null })!;
  expect(walk.calls.map(({ frame }) => frame)).toEqual([1, 4, 5]);
  expect([...walk.returned]).toEqual([
    ['a', 1],
    ['b', 2],
    ['键', 1],
    ['d', 1],
  ]);
  expect(walk).toMatchObject({ isWhole: true, isOver: true, isFiltered: true });
  expect(walkAt(frames, 1, { db: 0, key: null })).toMatchObject({ isOver: false, isFiltered: false });
});

it('exists between its calls, and ends with the last', () => {
  expect(walkAt(frames, 0, { db: 0, key: null })).toBeNull();
  expect(walkAt(frames.slice(0, 2).concat(frames[3]), 2, { db: 0, key: null })!.calls).toHaveLength(1);
  expect(walkAt(frames, 6, { db: 0, key: null })).toBeNull();
  // Another client's walk that ended in between does not end this one.
  expect(walkAt(frames, 3, { db: 0, key: null })!.calls.map(({ frame }) => frame)).toEqual([1]);
  expect(walkAt(frames, 5, { db: 1, key: null })).toBeNull();
});

it("walks over a value's table are distinguished from the one over the keys, and by their key", () => {
  const inside: FrameSummary[] = [
    frameOf(0, 'HSCAN user:1 0', scanned(4, ['name', 'ann', 'age', '9'])),
    frameOf(1, 'SCAN 0', scanned(4, ['k'])),
    frameOf(2, 'SSCAN tags 0', scanned(4, ['x'])),
    frameOf(3, 'hscan "user:1" 4 COUNT 5', scanned(0, ['city', 'rome'])),
  ];
  const walk = walkAt(inside, 3, { db: 0, key: 'user:1' })!;
  expect([...walk.returned.keys()]).toEqual(['name', 'age', 'city']);
  expect(walk).toMatchObject({ command: 'hscan', isOver: true, isWhole: true });
  expect(walkAt(inside, 3, { db: 0, key: null })!.calls.map(({ frame }) => frame)).toEqual([1]);
  expect(walkAt(inside, 3, { db: 0, key: 'nobody' })).toBeNull();
});
