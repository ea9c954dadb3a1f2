import { expect, it } from 'vitest';
import { largestShare, limitShare, rememberedShare, shareAfterKey, smallestShare } from './share.ts';

it('arrow keys move the edge between stage and sheet, Home and End take it to its limits', () => {
  expect(shareAfterKey(50, 'ArrowUp')).toBe(45);
  expect(shareAfterKey(50, 'ArrowDown')).toBe(55);
  expect(shareAfterKey(50, 'Home')).toBe(smallestShare);
  expect(shareAfterKey(50, 'End')).toBe(largestShare);
  expect(shareAfterKey(50, 'x')).toBeNull();
});

it('neither part can be pushed off the screen', () => {
  expect(limitShare(-20)).toBe(smallestShare);
  expect(limitShare(400)).toBe(largestShare);
  expect(shareAfterKey(smallestShare, 'ArrowUp')).toBe(smallestShare);
});

it('beside a text the stage begins with less than half of the screen', () => {
  expect(rememberedShare('text')).toBeLessThan(50);
  expect(rememberedShare('console')).toBeGreaterThan(50);
});
