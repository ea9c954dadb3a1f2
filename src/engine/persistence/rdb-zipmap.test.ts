import { expect, test } from 'vitest';
import { latin1 } from '../base/bytes.ts';
import { pairsOfZipmap } from './rdb-zipmap.ts';

function pairs(hex: string): string[][] | null {
  const found = pairsOfZipmap(new Uint8Array(Buffer.from(hex, 'hex')));
  return found === null ? null : found.map((pair) => pair.map((text) => latin1(text)));
}

test('the worked example', () => {
  expect(pairs('0203666f6f03006261720568656c6c6f0500776f726c64ff')).toEqual([
    ['foo', 'bar'],
    ['hello', 'world'],
  ]);
});

test('free bytes behind a value are passed over', () => {
  expect(pairs('0101610102620000ff')).toEqual([['a', 'b']]);
});

test('a length of 254 and more takes five bytes', () => {
  const long = '78'.repeat(300);
  expect(pairs(`01fe2c010000${long}010062ff`)).toEqual([['x'.repeat(300), 'b']]);
});

test('254 pairs and more are not counted in the header', () => {
  expect(pairs('fe01610100' + '62' + '01630100' + '64' + 'ff')).toHaveLength(2);
});

test.each([
  ['nothing', ''],
  ['only an end', 'ff'],
  ['no end', '010161010062'],
  ['a wrong count', '0201610100' + '62ff'],
  ['a field beyond the end', '01056162ff'],
  ['a long field beyond the end', '01feffffffff61ff'],
  ['a header cut off', '01fe01ff'],
  ['a field without a value', '010161ff'],
  ['a value beyond the end', '0101610500' + '62ff'],
  ['free bytes beyond the end', '01016101ff' + '62ff'],
  ['an end in the middle', '01016101' + '0062ff00ff'],
])('%s is refused', (_what, hex) => {
  expect(pairs(hex)).toBeNull();
});
