import { expect, test } from 'vitest';
import { elementsPerCount, hasBytes, kindOf, lineEndFrom, numberIn } from './resp-elements.ts';
import { encodeUtf8 } from './utf8.ts';

test('the example of the header', () => {
  const bytes = encodeUtf8('*2\r\n:1\r\n_\r\n');
  const lineEnd = lineEndFrom(bytes, 0);
  expect([kindOf(bytes[0]), lineEnd, numberIn(bytes, 1, lineEnd)]).toEqual(['array', 2, 2]);
  expect(elementsPerCount('array')).toBe(1);
  expect(['array', 'map', 'string', 'nil'].map((kind) => hasBytes(kind as 'map'))).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect(kindOf(0x3f)).toBeUndefined();
});

test('a line ends with both bytes, and only when both are there', () => {
  expect(lineEndFrom(encodeUtf8('+a\rb\r\n'), 0)).toBe(4);
  for (const text of ['', '+a', '+a\r', '+a\n']) expect(lineEndFrom(encodeUtf8(text), 0)).toBe(-1);
});

test('numbers', () => {
  const read = (text: string) => numberIn(encodeUtf8(text), 0, text.length);
  expect(['0', '-1', '123456789012345'].map(read)).toEqual([0, -1, 123456789012345]);
  expect(['', '-', '+1', '1.5', 'x', '1234567890123456'].map(read)).toEqual(Array(6).fill(null));
});
