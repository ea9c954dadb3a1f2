import { expect, it } from 'vitest';
import type { FrameSummary } from '../../../protocol/messages.ts';
import { frameWith } from '../../../testing/frames.ts';
import { answerIn, batchLines } from './run.ts';

it('lines are commands by their number; comments and blanks are none', () => {
  const lines = batchLines('# note\n\nSET a 1\n3 INCR n\nGET "a\n0 PING\nhelp');
  expect(
    lines.map((each) => ('problem' in each ? [each.line, each.problem] : [each.line, each.times])),
  ).toEqual([
    [3, 1],
    [4, 3],
    [5, 'invalid-arguments'],
    [6, 'invalid-repeat'],
  ]);
});

it('an answer is what redis-cli prints, on one line', () => {
  const frame = (text: string): FrameSummary =>
    frameWith(1, { replies: text === '' ? [] : [{ client: 1, bytes: new TextEncoder().encode(text) }] });
  expect(answerIn(frame('*2\r\n$1\r\na\r\n$-1\r\n'), 1)).toEqual({ text: '1) "a"  2) (nil)', failed: false });
  expect(answerIn(frame('-ERR no\r\n'), 1)).toEqual({ text: '(error) ERR no', failed: true });
  expect(answerIn(frame(''), 1)).toBeNull();
});
