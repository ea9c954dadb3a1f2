import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

test('two runs of a lesson stand side by side, and what differs is marked', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/learn/eviction/resists');
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  await lab.button('Show the rest anyway').click();
  const box = page.getByRole('region', { name: 'Two runs side by side' });
  const row = (name: string) => box.getByRole('row', { name });
  await expect(row('maxmemory-policy')).toContainText('allkeys-lruallkeys-lfu');
  await expect(row('keys evicted')).toHaveText('keys evicted……');

  await box.getByRole('button', { name: 'Run both' }).focus();
  await page.keyboard.press('Enter');
  await expect(row('keys evicted')).toHaveText('keys evicted= same101101');
  await expect(row('hits')).toHaveText('hits≠ differs2025');
  await expect(row('misses')).toHaveText('misses≠ differs50');
  await expect(box).toContainText('So alert on the hit rate');
  await expect(box.getByRole('button', { name: 'Run again' })).toBeFocused();

  const { violations } = await new AxeBuilder({ page }).include('.lesson-compare').analyze();
  expect(violations).toEqual([]);
  lab.expectNoTroubles();
});
