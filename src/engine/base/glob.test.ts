import { describe, expect, it } from 'vitest';
import { bytesOf } from './bytes.ts';
import { globMatch } from './glob.ts';

const matches = (pattern: string, text: string, ignoreCase = false) =>
  globMatch(bytesOf(pattern), bytesOf(text), ignoreCase);

describe('globMatch', () => {
  it.each([
    ['h?llo', 'hello hallo hxllo', 'hllo heello'],
    ['h*llo', 'hllo heeeello', 'hell ohllo'],
    ['h[ae]llo', 'hello hallo', 'hillo'],
    ['h[^e]llo', 'hallo hbllo', 'hello'],
    ['h[a-b]llo', 'hallo hbllo', 'hcllo'],
    ['h[b-a]llo', 'hallo hbllo', 'hcllo'],
    ['[a-c]*[x-z]', 'ax bz a-long-way-to-z', 'dx a za'],
    ['\\*', '*', 'a \\*'],
    ['a\\?', 'a?', 'ab'],
    ['[\\]]', ']', '\\'],
    ['[a\\-z]', 'a - z', 'b'],
    ['a**b', 'ab axxb', 'a b'],
    ['a*', 'a ab', 'ba'],
    ['*a*b*', 'ab xaxbx', 'ba'],
    ['abc\\', 'abc\\', 'abc'],
    ['[abc', 'a b c', 'd ['],
    ['[^', 'x', ''],
    ['[-x]', '- x', 'a'],
    ['[]a]', '', 'a ] ]a'],
    ['', '', 'a'],
  ])('%s', (pattern, yes, no) => {
    for (const text of yes === '' ? [] : yes.split(' ')) expect(matches(pattern, text), text).toBe(true);
    for (const text of no === '' ? [] : no.split(' ')) expect(matches(pattern, text), text).toBe(false);
  });

  it('meets the empty string as the C function does', () => {
    expect(matches('', '')).toBe(true);
    // The loop is never entered; KEYS * is short-cut before it comes to this.
    expect(matches('*', '')).toBe(false);
    expect(matches('a*', 'a')).toBe(true);
  });

  it('ignores ASCII case on demand', () => {
    expect(matches('MaxMem*', 'maxmemory', true)).toBe(true);
    expect(matches('MaxMem*', 'maxmemory')).toBe(false);
    expect(matches('[A-C]x', 'bX', true)).toBe(true);
    // An escaped byte inside brackets is compared as it is.
    expect(matches('[\\A]', 'a', true)).toBe(false);
  });

  it('compares signed characters in ranges', () => {
    expect(matches('[\x80-a]', '\xff')).toBe(true);
    expect(matches('[\x80-a]', '\0')).toBe(true);
    expect(matches('[a-\xff]', 'z')).toBe(false);
    expect(matches('[a-\xff]', '\xff')).toBe(true);
  });

  it('matches 1000 waiting stars and no more', () => {
    const text = 'a'.repeat(3000);
    expect(matches('*a'.repeat(1000), text)).toBe(true);
    expect(matches('*a'.repeat(1001), text)).toBe(false);
  });

  it('gives a hopeless pattern up at once', () => {
    // Without the guard this would try some 10^26 ways.
    expect(matches(`${'a*'.repeat(20)}b`, 'a'.repeat(100))).toBe(false);
    expect(matches(`${'*?'.repeat(20)}b`, 'a'.repeat(100))).toBe(false);
  });
});
