import { describe, expect, it } from 'vitest';
import { quote } from './quote.ts';
import recorded from './redis-cli.recorded.json' with { type: 'json' };
import { splitArguments } from './split-arguments.ts';
import { encodeUtf8 } from './utf8.ts';

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

it('takes the example of its header apart', () => {
  expect(splitArguments(String.raw`SET k "a\tb\x00" 'it\'s'`)).toEqual(
    ['SET', 'k', 'a\tb\0', "it's"].map(encodeUtf8),
  );
});

describe('lines, as redis-cli 7.0.15 took them apart', () => {
  for (const [line, args] of recorded.lines as [string, string[] | null][]) {
    it(JSON.stringify(line), () => {
      expect(splitArguments(line)?.map(hex) ?? null).toEqual(args);
      expect(splitArguments(encodeUtf8(line))?.map(hex) ?? null).toEqual(args);
    });
  }
});

it('an empty line has no arguments', () => {
  expect(splitArguments('')).toEqual([]);
  expect(splitArguments(' \t ')).toEqual([]);
});

it('takes back what is quoted, whatever the bytes', () => {
  const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  expect(splitArguments(`SET k ${quote(every)}`)?.[2]).toEqual(every);
});

it('arguments do not share memory with the line', () => {
  const line = encodeUtf8('GET k');
  const args = splitArguments(line)!;
  line.fill(0);
  expect(args).toEqual(['GET', 'k'].map(encodeUtf8));
});
