import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

test('panels stand side by side as chosen, and the address remembers which', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(lab.panel('Dictionary')).toBeVisible();
  await lab.button('Other panels').click();
  // The choice is the address, which changes a moment after the click.
  await page.getByRole('checkbox', { name: 'Skiplist' }).click();
  await expect(lab.panel('Skiplist')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Keyspace' }).click();
  await expect(lab.panel('Keyspace')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/lab\/dict,skiplist$/);
  // All of them show the same server.
  await lab.run('CONFIG SET zset-max-listpack-entries 0', 'OK');
  await lab.run('ZADD board 1 ann', '(integer) 1');
  await expect(lab.panel('Skiplist')).toContainText('ann');
  await expect(lab.panel('Dictionary')).toContainText('board');
  await page.getByRole('combobox', { name: 'Panel', exact: true }).selectOption({ label: 'Packed bytes' });
  await expect(page).toHaveURL(/#\/lab\/packed,skiplist$/);
  await page.reload();
  await expect(lab.panel('Packed bytes')).toBeVisible();
  await expect(lab.panel('Skiplist')).toBeVisible();
  lab.expectNoTroubles();
});

test('an address with unknown panels shows those that there are', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/nonsense,geo,geo,keyspace');
  await expect(lab.panel('GeoHash')).toHaveCount(1);
  await expect(lab.panel('Keyspace')).toBeVisible();
  lab.expectNoTroubles();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });
  test('the choice of panels is wholly on the screen', async ({ page }) => {
    const lab = new Lab(page);
    await lab.open('./#/lab');
    await lab.button('Other panels').click();
    const choice = page.getByRole('checkbox', { name: 'Skiplist' });
    await choice.click();
    await expect(choice).toBeChecked();
    await expect(page.getByRole('tab', { name: 'Skiplist' })).toBeVisible();
    await expect(choice).toBeInViewport({ ratio: 1 });
  });
});
