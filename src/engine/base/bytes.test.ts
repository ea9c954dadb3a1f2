import { describe, expect, it } from 'vitest';
import {
  bytesOf,
  compareBytes,
  concatBytes,
  equalBytes,
  equalsIgnoreCase,
  latin1,
  lowerAscii,
  repr,
  utf8,
} from './bytes.ts';

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);

describe('latin1 and bytesOf', () => {
  it('are inverse over every byte, short and long', () => {
    expect(bytesOf(latin1(everyByte))).toEqual(everyByte);
    const long = new Uint8Array(100_000).map((_, index) => (index * 7) & 0xff);
    expect(bytesOf(latin1(long))).toEqual(long);
  });

  it('read a part', () => {
    expect(latin1(bytesOf('rehashidx'), 2, 6)).toBe('hash');
    expect(latin1(bytesOf('rehashidx'.repeat(9)), 9, 45)).toBe('rehashidx'.repeat(4));
    expect(latin1(new Uint8Array(0))).toBe('');
  });
});

describe('utf8', () => {
  it.each(['', 'GET', 'é', '键', '一二三', '🔑 key', '\ud800', 'a\udc00b', '\ud83d', '\u07ff\u0800\uffff'])(
    'encodes %j as TextEncoder does',
    (text) => {
      expect([...utf8(text)]).toEqual([...new TextEncoder().encode(text)]);
    },
  );
});

describe('comparison', () => {
  it('orders as memcmp does, then by length', () => {
    expect(compareBytes(bytesOf('a'), bytesOf('b'))).toBeLessThan(0);
    expect(compareBytes(bytesOf('\xff'), bytesOf('a'))).toBeGreaterThan(0);
    expect(compareBytes(bytesOf('ab'), bytesOf('abc'))).toBeLessThan(0);
    expect(compareBytes(bytesOf('abc'), bytesOf('abc'))).toBe(0);
    expect(compareBytes(bytesOf(''), bytesOf(''))).toBe(0);
  });

  it('tells equal from unequal', () => {
    expect(equalBytes(bytesOf('abc'), bytesOf('abc'))).toBe(true);
    expect(equalBytes(bytesOf('abc'), bytesOf('abd'))).toBe(false);
    expect(equalBytes(bytesOf('abc'), bytesOf('ab'))).toBe(false);
  });

  it('ignores ASCII case and nothing else', () => {
    expect(equalsIgnoreCase(bytesOf('KeEpTtL'), 'keepttl')).toBe(true);
    expect(equalsIgnoreCase(bytesOf('keepttl '), 'keepttl')).toBe(false);
    expect(equalsIgnoreCase(bytesOf('['), '{')).toBe(false);
    expect(equalsIgnoreCase(bytesOf('\xc0'), '\xe0')).toBe(false);
    expect(lowerAscii(bytesOf('SET[\xc0'))).toBe('set[\xc0');
  });
});

it('joins parts', () => {
  expect(latin1(concatBytes([bytesOf('+'), bytesOf(''), bytesOf('OK'), bytesOf('\r\n')]))).toBe('+OK\r\n');
  expect(concatBytes([])).toEqual(new Uint8Array(0));
});

describe('repr', () => {
  it('quotes as sdscatrepr does', () => {
    expect(repr(bytesOf('a"b\\c\n\r\t\x07\x08\x00\x7f\xff é'))).toBe(
      String.raw`a\"b\\c\n\r\t\a\b\x00\x7f\xff \xe9`,
    );
  });

  it('shows text in any language, and escapes what is none or cannot be seen', () => {
    expect(repr(utf8('用户:1 é 🙂'))).toBe('用户:1 é 🙂');
    expect(repr(utf8('排行榜').subarray(0, 7))).toBe(String.raw`排行\xe6`);
    expect(repr(utf8('\u202egnp.exe\u0085'))).toBe(String.raw`\xe2\x80\xaegnp.exe\xc2\x85`);
    // An overlong slash is no text.
    expect(repr(Uint8Array.of(0xc0, 0xaf))).toBe(String.raw`\xc0\xaf`);
    expect(repr(utf8('字'.repeat(70)), 64)).toBe(`${'字'.repeat(63)}…`);
  });

  it('keeps what fits and cuts the rest with an ellipsis', () => {
    expect(repr(bytesOf('x'.repeat(64)))).toBe('x'.repeat(64));
    expect(repr(bytesOf('x'.repeat(65)))).toBe(`${'x'.repeat(63)}…`);
    expect(repr(bytesOf('abcdef'), 4)).toBe('abc…');
  });

  it('never cuts inside an escape', () => {
    expect(repr(bytesOf('ab\x00c'), 6)).toBe('ab…');
    expect(repr(bytesOf('a\x00\x00'), 6)).toBe(String.raw`a\x00…`);
    expect(repr(bytesOf('ab\x00'), 6)).toBe(String.raw`ab\x00`);
  });
});
