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
  for (const [panel, title] of [
    ['skiplist', 'Skiplist'],
    ['packed', 'Packed bytes'],
    ['geo', 'GeoHash'],
  ]) {
    await lab.open(`./#/lab/${panel}`);
    await expect(lab.panel(title)).toBeVisible();
  }
  await lab.open('./#/learn/skiplist');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await lab.open('./');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(lab.troubles).toEqual([]);
});
