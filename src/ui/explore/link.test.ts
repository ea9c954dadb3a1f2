import { expect, test } from 'vitest';
import { decodeShared, encodeShared } from './link.ts';

test('what is shared comes back', async () => {
  const shared = { sources: { 'a.lua': `redis('SET', 'k', '值')` }, choices: ['a', 'pass', 'crash:a'] };
  const link = await encodeShared(shared);
  expect(link).toMatch(/^[\w-]+$/);
  expect(await decodeShared(link)).toEqual(shared);
});

test('many choices make a short link', async () => {
  const choices = Array.from({ length: 200 }, (_, nth) => (nth % 3 === 0 ? 'a' : 'b'));
  expect((await encodeShared({ sources: {}, choices })).length).toBeLessThan(150);
});

async function packed(value: unknown): Promise<string> {
  return encodeShared(value as { sources: Record<string, string>; choices: string[] });
}

test.each([
  ['something else', () => 'not-ours'],
  ['nothing', () => ''],
  ['choices that are no texts', () => packed({ sources: {}, choices: [1] })],
  ['programs that are no texts', () => packed({ sources: { 'a.lua': 1 }, choices: [] })],
  ['far too many choices', () => packed({ sources: {}, choices: new Array(3000).fill('a') })],
  ['a bomb', () => packed({ sources: { 'a.lua': ' '.repeat(1_000_000) }, choices: [] })],
])('a link with %s is refused', async (_, make) => {
  expect(await decodeShared(await make())).toBeNull();
});
