import { expect, test } from 'vitest';
import { bytesOf } from '../base/bytes.ts';
import { messageWords } from './message-words.ts';

const words = (text: string) => messageWords(bytesOf(text), false);

test.each([
  ['*3\r\n$8\r\nREPLCONF\r\n$3\r\nACK\r\n$3\r\n140\r\n', 'command', 'REPLCONF', 'REPLCONF ACK 140'],
  ['*1\r\n$4\r\nping\r\n*1\r\n$4\r\nping\r\n', 'command', 'PING', 'ping'],
  [
    `*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$1000\r\n${'x'.repeat(1000)}\r\n`,
    'command',
    'SET',
    `SET k ${'x'.repeat(73)}…`,
  ],
  ['*3\r\n:0\r\n$1\r\n*\r\n:0\r\n', 'reply', '*3', '*3'],
  ['+CONTINUE 5f1b\r\n', 'reply', '+CONTINUE', '+CONTINUE 5f1b'],
  ['-NOMASTERLINK not now\r\n', 'reply', '-NOMASTERLINK', '-NOMASTERLINK not now'],
  ['$176\r\nREDIS0010', 'reply', '$176', '$176'],
  ['\n', 'bytes', '\\n', '\\n'],
  ['REDIS0010', 'bytes', '', 'REDIS0010'],
  ['*', 'reply', '*', '*'],
])('%j is said in words', (text, kind, what, all) => {
  expect(words(text)).toEqual({ kind, what, text: all });
});

test('a message of the bus has its type, and a part of one has none', () => {
  const message = new Uint8Array(2256);
  message.set(bytesOf('RCmb'));
  message[13] = 5;
  expect(messageWords(message, true)).toEqual({ kind: 'bus', what: 'auth-req', text: 'auth-req' });
  expect(messageWords(message.subarray(20), true).what).toBe('');
});
