import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

test('a fourth cache moves three quarters of the keys by remainder and about a quarter on the ring', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open('./#/load');
  await page.getByRole('link', { name: /Consistent hashing/ }).click();
  const mod = page.getByRole('figure', { name: 'Mod N' });
  const ring = page.getByRole('figure', { name: 'Ring' });
  await expect(mod).toContainText('7,483 of 10,000 keys move');
  await page.getByRole('slider', { name: 'Points per node' }).press('End');
  await expect(ring).toContainText('200 points per node');
  await expect(ring).toContainText(/2,[3-6]\d\d of 10,000 keys move/);
  const table = page.getByRole('region', { name: 'Keys on each node of the ring' });
  await expect(table.getByRole('row', { name: /cache-d 0/ })).toBeVisible();

  // Without the second cache only its keys move.
  await page.getByRole('button', { name: 'Remove cache-b' }).click();
  const cells = table.getByRole('row', { name: /cache-b/ }).getByRole('cell');
  await expect(cells.nth(1)).toHaveText('0');
  const itsKeys = await cells.nth(0).innerText();
  await expect(ring).toContainText(`${itsKeys} of 10,000 keys move`);

  // The address has all of it.
  await expect(page).toHaveURL(/points=200,before=abcd,after=acd$/);
  await page.reload();
  await expect(page.getByRole('figure', { name: 'Ring' })).toContainText(`${itsKeys} of 10,000 keys move`);
});
