import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

test('programs stand in tabs, can be copied, and the choice is remembered', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const lab = new Lab(page);
  await lab.open('./#/learn/strings-and-counters/incr');
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  const box = page.getByRole('region', { name: 'In a program' });
  await expect(box.getByRole('tabpanel', { name: 'Node.js · ioredis' })).toContainText(
    "redis.incr('page:views')",
  );
  await expect(box.locator('.code-prints')).toHaveText('150');

  await box.getByRole('tab', { name: 'Node.js · ioredis' }).focus();
  await page.keyboard.press('ArrowRight');
  const python = box.getByRole('tab', { name: 'Python · redis-py' });
  await expect(python).toBeFocused();
  await expect(python).toHaveAttribute('aria-selected', 'true');
  await expect(box.getByRole('tabpanel')).toContainText("visitors.submit(r.incr, 'page:views')");

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^import redis\n\nr = redis\.Redis\(decode_responses=True\)\n\nfrom concurrent/);
  const { violations } = await new AxeBuilder({ page }).include('.lesson-program').analyze();
  expect(violations).toEqual([]);

  await page.reload();
  await expect(box.getByRole('tab', { name: 'Python · redis-py' })).toHaveAttribute('aria-selected', 'true');
  lab.expectNoTroubles();
});

test('a printed lesson has the programs in both languages', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/learn/strings-and-counters/incr');
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const sheet = page.locator('.printed');
  await expect(sheet).toContainText("import Redis from 'ioredis'");
  await expect(sheet).toContainText('import redis');
});
