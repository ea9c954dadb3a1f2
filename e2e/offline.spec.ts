import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

test.use({ serviceWorkers: 'allow' });

test('the second visit needs no network: home, the lab with every panel, a lesson', async ({
  page,
  context,
}) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET first visit', 'OK');
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise<void>((resolve) =>
      active?.addEventListener('statechange', () => {
        if (active.state === 'activated') resolve();
      }),
    );
  });
  await context.setOffline(true);
  await page.goto('about:blank');
  await lab.open('./#/lab');
  await lab.run('SET second visit', 'OK');
  // Each panel and its pictures are files of their own.
  await lab.open('./#/gallery');
  const links = page.getByRole('navigation', { name: 'Panels' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  expect(await links.count()).toBeGreaterThan(20);
  for (const link of await links.all()) {
    const title = await link.innerText();
    await link.click();
    await expect(page.locator('.gallery-wall[data-complete="true"]'), title).toBeVisible();
    await expect(page.locator('.gallery-piece .panel-frame').first(), title).toBeVisible();
    await expect(page.locator('.panel-frame[data-state="error"]'), title).toHaveCount(0);
  }
  await lab.open('./#/learn/skiplist');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await lab.open('./');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(lab.troubles).toEqual([]);
});
