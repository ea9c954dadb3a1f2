import { expect, test } from 'vitest';
import { shortNames } from './short-names.ts';

test.each([
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['writer', 'worker', 'reader'],
    ['wr', 'wo', 'r'],
  ],
  [
    ['buyer', 'buyer_2'],
    ['buyer', 'buyer_'],
  ],
  [['only'], ['o']],
])('%j is %j', (names, short) => {
  expect(shortNames(names)).toEqual(short);
});
