import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReplyScanner } from './reply-scanner.ts';

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const scan = (text: string) => new ReplyScanner().push(bytesOf(text)).map(textOf);

const complete = {
  'a simple string': '+OK\r\n',
  'an error': '-ERR unknown command\r\n',
  'an integer': ':-42\r\n',
  'a bulk string': '$5\r\nhello\r\n',
  'a bulk string that looks like replies': '$9\r\n+a\r\n$1\r\nb\r\n',
  'an empty bulk string': '$0\r\n\r\n',
  'the null of RESP2': '$-1\r\n',
  'the null array of RESP2': '*-1\r\n',
  'an empty array': '*0\r\n',
  'an array': '*2\r\n$1\r\na\r\n:1\r\n',
  'nested arrays': '*2\r\n*2\r\n:1\r\n*0\r\n*1\r\n$-1\r\n',
  'the null of RESP3': '_\r\n',
  'a boolean': '#t\r\n',
  'a double': ',-inf\r\n',
  'a big number': '(3492890328409238509324850943850943825024385\r\n',
  'a blob error': '!5\r\nERR x\r\n',
  'a verbatim string': '=8\r\ntxt:hi\r\n\r\n',
  'a map': '%2\r\n+a\r\n:1\r\n+b\r\n*1\r\n:2\r\n',
  'a set': '~2\r\n:1\r\n:2\r\n',
  'a push': '>3\r\n$9\r\nsubscribe\r\n$1\r\nc\r\n:1\r\n',
  'an attribute and what it describes': '|1\r\n+ttl\r\n:3600\r\n*1\r\n:1\r\n',
  'an attribute inside an array': '*2\r\n|1\r\n+a\r\n%1\r\n+b\r\n:1\r\n:1\r\n:2\r\n',
};

test.each(Object.entries(complete))('%s is one reply', (_name, reply) => {
  expect(scan(reply)).toEqual([reply]);
});

test.each(Object.entries(complete))('%s is not complete before its last byte', (_name, reply) => {
  for (let length = 0; length < reply.length; length++) expect(scan(reply.slice(0, length))).toEqual([]);
});

test('the replies are the same however the bytes are split', () => {
  const replies = fc.array(fc.constantFrom(...Object.values(complete)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(replies, fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (sent, sizes) => {
      const bytes = bytesOf(sent.join(''));
      const scanner = new ReplyScanner();
      const found: string[] = [];
      for (let position = 0, turn = 0; position < bytes.length; turn++) {
        const size = sizes[turn % sizes.length];
        found.push(...scanner.push(bytes.subarray(position, position + size)).map(textOf));
        position += size;
      }
      expect(found).toEqual(sent);
    }),
  );
});

test.each(['?\r\n', '$x\r\n', '*1.5\r\n', '+OK\rX'])('%j is refused', (text) => {
  expect(() => scan(text)).toThrow();
});
