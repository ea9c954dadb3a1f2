/** Messages in a reply buffer outlive the reply they stand beside. */
import { expect, test } from 'vitest';
import { latin1 } from '../../base/bytes.ts';
import { ReplyBuffer } from './reply.ts';

function push(reply: ReplyBuffer, text: string): void {
  const start = reply.length;
  reply.ascii(text);
  reply.endPush(start);
}

test('what is taken back is the reply, not the messages before, in and after it', () => {
  const reply = new ReplyBuffer();
  reply.ascii('old;');
  push(reply, '<0>');
  const start = reply.length;
  push(reply, '<1>');
  reply.ascii('half a');
  push(reply, '<2>');
  reply.ascii(' reply');
  push(reply, '<3>');
  reply.truncate(start);
  reply.ascii('error');
  expect(reply.toString()).toBe('old;<0><1><2><3>error');
  reply.truncate(start);
  expect(latin1(reply.take())).toBe('old;<0><1><2><3>');
  reply.ascii('gone');
  reply.truncate(0);
  expect(reply.length).toBe(0);
});

test('a header that is put in front moves the messages behind it', () => {
  const reply = new ReplyBuffer();
  push(reply, '<0>');
  const mark = reply.begin();
  reply.ascii('a');
  push(reply, '<1>');
  reply.ascii('b');
  reply.endArray(mark, 12);
  expect(reply.toString()).toBe('<0>*12\r\na<1>b');
  reply.truncate(3);
  expect(reply.toString()).toBe('<0><1>');
});

test('a buffer is not made longer by taking back', () => {
  const reply = new ReplyBuffer();
  reply.ascii('abc');
  reply.truncate(10);
  expect(reply.length).toBe(3);
});
