import { expect, it } from 'vitest';
import { inLines } from './script-lines.ts';

it('leaves an ordinary command as it is', () => {
  expect(inLines('SET lock:order 1 NX EX 10')).toBe('SET lock:order 1 NX EX 10');
  expect(inLines(`EVAL "return redis.call('GET', KEYS[1])" 1 a`)).toBe(
    `EVAL "return redis.call('GET', KEYS[1])" 1 a`,
  );
});

it('breaks a script where its lines end', () => {
  expect(inLines(String.raw`EVAL "local n = 1\nreturn n\n" 0`)).toBe('EVAL "local n = 1\nreturn n" 0');
});

it('breaks nothing outside of double quotes, and keeps other escapes', () => {
  expect(inLines(String.raw`SET a\nb 'c\nd'`)).toBe(String.raw`SET a\nb 'c\nd'`);
  expect(inLines(String.raw`EVAL "return \"a\\n\" .. '\x00'\nend" 0`)).toBe(
    `EVAL "return ${String.raw`\"a\\n\" .. '\x00'`}\nend" 0`,
  );
});

it('shows the first and the last line of a long script', () => {
  const script = Array.from({ length: 9 }, (_, nth) => `line${nth}`).join(String.raw`\n`);
  expect(inLines(`EVAL "${script}" 1 k`)).toBe('EVAL "line0\n…\nline8" 1 k');
});
