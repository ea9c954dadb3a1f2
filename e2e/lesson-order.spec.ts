import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

const step = './#/learn/global-dict-and-rehash/both-tables';

test('stages are put in order by the keyboard, and every place is judged at once', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open(step);
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  await lab.button('Show the rest anyway').click();
  const box = page.getByRole('region', { name: 'Put in order' });
  const handle = (words: string) => box.getByRole('button', { name: new RegExp(`^${words}.*arrow keys`) });
  const marks = box.locator('.puzzle-mark');
  await expect(box).not.toContainText('The old table is the one that goes');
  await expect(marks.locator('svg')).toHaveCount(0);

  // From the last to the first, each to the top.
  const stages = [
    'There are as many',
    'A new key comes',
    'Command after',
    'ht\\[0\\] is empty',
    'ht\\[1\\] takes',
  ];
  for (const words of stages.toReversed()) {
    await handle(words).focus();
    await page.keyboard.press('Home');
    await expect(box.getByRole('listitem').first()).toContainText(new RegExp(words));
  }
  await expect(box.locator('.puzzle-mark[data-verdict="right"]')).toHaveCount(5);
  await expect(box).toContainText('The old table is the one that goes');
  const { violations } = await new AxeBuilder({ page }).include('.lesson-puzzle').analyze();
  expect(violations).toEqual([]);

  // What is solved stays solved, and can be done again; the focus stays with a stage that moves.
  await page.reload();
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  await lab.button('Show the rest anyway').click();
  await expect(box).toContainText('already solved');
  await box.getByRole('button', { name: 'Shuffle and do it again' }).click();
  const last = box.getByRole('listitem').last().getByRole('button').first();
  const name = (await last.getAttribute('aria-label'))?.split(': place')[0] ?? '';
  await last.focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.locator(':focus')).toHaveAttribute(
    'aria-label',
    `${name}: place 4 of 5, arrow keys move it`,
  );
  lab.expectNoTroubles();
});

test('a stage is dragged by its handle', async ({ page }) => {
  // All stages are in sight.
  await page.setViewportSize({ width: 1440, height: 1100 });
  const lab = new Lab(page);
  await lab.open(step);
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  await lab.button('Show the rest anyway').click();
  const rows = page.getByRole('region', { name: 'Put in order' }).getByRole('listitem');
  await rows.last().scrollIntoViewIfNeeded();
  const words = await rows.first().locator('.order-text').innerText();
  const [from, to] = [await rows.first().boundingBox(), await rows.last().boundingBox()];
  if (from === null || to === null) throw new Error('the stages are not shown');
  await page.mouse.move(from.x + 15, from.y + 15);
  await page.mouse.down();
  await page.mouse.move(to.x + 15, to.y + to.height - 5, { steps: 8 });
  await page.mouse.up();
  await expect(rows.last().locator('.order-text')).toHaveText(words);
});
