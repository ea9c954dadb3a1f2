import { expect, test } from 'vitest';
import { cutReplies, replyBytes, sameReply, totalBytes } from './frame-replies.ts';

const reply = (client: number, text: string) => ({ client, bytes: new TextEncoder().encode(text) });

test('replies within the limit stay as they are', () => {
  const replies = [reply(1, '+OK\r\n'), reply(2, ':1\r\n')];
  expect(cutReplies(replies, 9)).toBe(replies);
});

test('a long reply leaves room for the others of its frame, and says how long it was', () => {
  const replies = [reply(1, '+OK\r\n'), reply(2, 'x'.repeat(1000)), reply(3, 'y'.repeat(1000))];
  const kept = cutReplies(replies, 100);
  expect(replyBytes(kept)).toBeLessThanOrEqual(100);
  expect(kept[0]).toBe(replies[0]);
  expect(kept.map(totalBytes)).toEqual([5, 1000, 1000]);
  expect(kept[1].bytes.length).toBeGreaterThanOrEqual(40);
});

test('a cut reply holds no more memory than its beginning', () => {
  const [kept] = cutReplies([reply(1, 'x'.repeat(100_000))], 10);
  expect(kept.bytes.buffer.byteLength).toBe(10);
});

test('replies are compared as wholes, however much of them is here', () => {
  const long = `${'x'.repeat(100)}a`;
  const one = reply(1, long);
  const [cut] = cutReplies([one], 10);
  const [shorter] = cutReplies([cut], 5);
  expect(shorter.cut).toEqual(cut.cut);
  expect(sameReply(one, cut) && sameReply(cut, one) && sameReply(cut, shorter)).toBe(true);
  const [different] = cutReplies([reply(1, `${'x'.repeat(100)}b`)], 10);
  expect(different.bytes).toEqual(cut.bytes);
  expect(sameReply(cut, different) || sameReply(one, different)).toBe(false);
  expect(sameReply(cut, { ...cut, client: 2 })).toBe(false);
});
