import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

test('panels stand side by side as chosen, and the address remembers which', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(lab.panel('Dictionary')).toBeVisible();
  const picker = await lab.openPicker();
  // The choice is the address, which changes a moment after the click.
  await picker.getByRole('checkbox', { name: 'Skiplist beside the stage' }).click();
  await expect(lab.panel('Skiplist')).toBeVisible();
  await picker.getByRole('checkbox', { name: 'Keyspace beside the stage' }).click();
  await expect(lab.panel('Keyspace')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/lab\/dict,skiplist$/);
  // All of them show the same server.
  await lab.run('CONFIG SET zset-max-listpack-entries 0', 'OK');
  await lab.run('ZADD board 1 ann', '(integer) 1');
  await expect(lab.panel('Skiplist')).toContainText('ann');
  await expect(lab.panel('Dictionary')).toContainText('board');
  await (await lab.openPicker()).getByRole('button', { name: 'Packed bytes' }).click();
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
    const picker = await lab.openPicker();
    const choice = picker.getByRole('checkbox', { name: 'Skiplist beside the stage' });
    await choice.click();
    await expect(choice).toBeChecked();
    await expect(choice).toBeInViewport({ ratio: 1 });
    await expect(picker).toBeInViewport({ ratio: 1 });
    await lab.button('Done').click();
    await expect(page.getByRole('tab', { name: 'Skiplist' })).toBeVisible();
  });
});
