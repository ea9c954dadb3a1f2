import { expect, type Page, test } from '@playwright/test';
import { Lab } from './lab.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** Nothing sticks out to the side. */
async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
}

test('on a phone the stage comes first and the rest are tabs', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET a 1', 'OK');
  await lab.rest();
  await expectFits(page);
  await expect(lab.panel('Dictionary')).toBeVisible();
  await expect(lab.panel('Keyspace')).toBeHidden();
  await page.getByRole('tab', { name: 'Keyspace' }).click();
  await expect(lab.panel('Keyspace')).toBeVisible();
  await expect(lab.command).toBeHidden();
  await expect(lab.panel('Dictionary')).toBeVisible();
  await page.getByRole('tab', { name: 'Console' }).click();
  await expect(lab.replies).toContainText('SET a 1');
  lab.expectNoTroubles();
});

test('the menu holds what the header has no room for', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await expectFits(page);
  await lab.button('Menu').click();
  await lab.choose('中文');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expectFits(page);
  await page.getByRole('button', { name: '分享这一步' }).click();
  await expect(page.getByRole('dialog', { name: '分享这一步' })).toBeVisible();
  await expectFits(page);
});

test('the home page keeps the same margin on both sides', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.run('MSET a 1 b 2 c 3', 'OK');
  await lab.hurry();
  // A line that is longer than the screen is wide.
  await lab.run(`EVAL "return redis.call('GET', KEYS[1])" 1 a`, '"1"');
  await lab.rest();
  await expect(lab.panel('Dictionary')).toContainText('ht[0]');
  const edges = await page.locator('.home-console, .home-panel, .home-chips').evaluateAll((elements) =>
    elements.map((element) => {
      const { left, right } = element.getBoundingClientRect();
      return [left, innerWidth - right];
    }),
  );
  for (const [left, right] of edges) expect(right).toBeCloseTo(left, 0);
});

test('notices leave prompt and timeline free and stick out nowhere', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET a 1', 'OK');
  await expect(lab.button('Not saved')).toBeVisible();
  await expectFits(page);
  await expect(lab.button('Menu')).toBeInViewport({ ratio: 1 });
  await page.goto('./#/s/damaged');
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('damaged');
  await expectFits(page);
  const said = await notice.boundingBox();
  for (const needed of [lab.command, page.getByRole('contentinfo')])
    expect((await needed.boundingBox())?.y).toBeGreaterThanOrEqual((said?.y ?? 0) + (said?.height ?? 0));
});
