import { expect, it } from 'vitest';
import { wholeSentences } from './whole-sentences.ts';

it.each([
  ['No keys in this database. Type ', 'No keys in this database. '],
  ['这个数据库里没有键。输入 ', '这个数据库里没有键。'],
  ['Type ', ''],
  ['', ''],
])('of %j are %j', (text, whole) => {
  expect(wholeSentences(text)).toBe(whole);
});
