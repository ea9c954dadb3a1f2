import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

const step = './#/learn/ziplist-and-listpack/limits';

test('pairs are matched by the keyboard; a wrong one is marked and costs nothing', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open(step);
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  const box = page.getByRole('region', { name: 'Match the pairs' });
  const press = async (name: string) => {
    await box.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await press('a set of 3 integers');
  await press('quicklist');
  await expect(box).toContainText('“a set of 3 integers” and “quicklist” are no pair.');
  await expect(box.locator('.match-choice[data-verdict="wrong"]')).toHaveCount(2);
  await expect(box.getByRole('list', { name: 'Pairs found' })).toHaveCount(0);

  await press('intset');
  await press('a set of 3 integers');
  await expect(box.getByRole('list', { name: 'Pairs found' }).getByRole('listitem')).toHaveText([
    /^a set of 3 integersintset.*intset$/,
  ]);
  // The next one on the left has the focus.
  await expect(box.getByRole('button', { name: 'a hash of 3 short fields' })).toBeFocused();
  await expect(box).toContainText('1 of 5 pairs found');

  for (const [left, right] of [
    ['a hash of 3 short fields', 'listpack'],
    ['a hash of 513 fields', 'hashtable'],
    ['a sorted set of 129 members', 'skiplist'],
  ]) {
    await press(left);
    await press(right);
  }
  await expect(box).not.toContainText('The list is the odd one');

  // The last one by dragging.
  const [from, to] = await Promise.all(
    ['a list of 3 short elements', 'quicklist'].map((name) =>
      box.getByRole('button', { name, exact: true }).boundingBox(),
    ),
  );
  if (from === null || to === null) throw new Error('the pair is not shown');
  await page.mouse.move(from.x + 20, from.y + 15);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 15, { steps: 8 });
  await page.mouse.up();
  await expect(box).toContainText('The list is the odd one');
  const { violations } = await new AxeBuilder({ page }).include('.lesson-puzzle').analyze();
  expect(violations).toEqual([]);
  lab.expectNoTroubles();
});

test('pairs and their proof are printed', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open(step);
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const answer = page.locator('.printed-answers tr', { hasText: 'a set of 3 integers' });
  await expect(answer).toContainText('intset');
});
