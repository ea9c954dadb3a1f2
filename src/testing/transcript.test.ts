import { describe, expect, test } from 'vitest';
import { comparable, escapeReply, parseTranscript, printTranscript, unescapeReply } from './transcript.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

test('a file is read and printed as it was', () => {
  const source = `# About.
@ option enable-debug-command yes

> SET k "a\\x00 b"
< +OK
@ 20 ms
b!
~ b> KEYS *
< *2\\r\\n$1\\r\\na\\r\\n$1\\r\\nb
? RANDOMKEY
< $
`;
  const lines = parseTranscript(source);
  const replies = [bytes('+OK\r\n'), bytes('*2\r\n$1\r\nb\r\n$1\r\na\r\n'), bytes('$1\r\na\r\n')];
  expect(printTranscript(lines, replies)).toBe(source);
  const [set] = lines.filter((line) => line.type === 'command');
  expect(set.args.map((word) => Buffer.from(word).toString('latin1'))).toEqual(['SET', 'k', 'a\0 b']);
  expect(set.reply).toBe('+OK');
});

test('{n} repeats the byte before it', () => {
  const [line] = parseTranscript('> SET ab{3} "\\xff{2}"');
  if (line.type !== 'command') throw new Error('a command');
  expect(line.args.slice(1)).toEqual([bytes('abbb'), bytes('\xff\xff')]);
  expect(line.reply).toBeNull();
});

test('replies survive being written down', () => {
  const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const reply = bytes(`$256\r\n${Buffer.from(every).toString('latin1')}\r\n`);
  const text = escapeReply(reply);
  expect(text).toMatch(/^[ -~]*$/);
  expect(unescapeReply(text)).toEqual(reply);
});

describe('comparison', () => {
  const one = bytes('*2\r\n$1\r\n0\r\n*2\r\n$1\r\na\r\n$3\r\n\r\nb\r\n');
  const two = bytes('*2\r\n$1\r\n0\r\n*2\r\n$3\r\n\r\nb\r\n$1\r\na\r\n');
  test('exact distinguishes orders, unordered does not', () => {
    expect(comparable(one, 'exact')).not.toBe(comparable(two, 'exact'));
    expect(comparable(one, 'unordered')).toBe(comparable(two, 'unordered'));
  });
  test('unordered distinguishes different elements', () => {
    const other = bytes('*2\r\n$1\r\n0\r\n*2\r\n$1\r\na\r\n$1\r\na\r\n');
    expect(comparable(one, 'unordered')).not.toBe(comparable(other, 'unordered'));
  });
  test('a kind is the first byte', () => {
    expect(comparable(one, 'kind')).toBe(comparable(bytes('*0\r\n'), 'kind'));
    expect(comparable(one, 'kind')).not.toBe(comparable(bytes('$-1\r\n'), 'kind'));
  });
});

test.each(['SET k v', '@ sleep 3', '@ 20', '> SET "k'])('%j is refused', (line) => {
  expect(() => parseTranscript(line)).toThrow('line 1');
});
