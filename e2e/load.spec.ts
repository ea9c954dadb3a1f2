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

test('a remedy is laid over the run without it, can be stopped, and is in the link', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/load/breakdown/rate=400');
  const numbers = page.getByRole('region', { name: 'In numbers' });
  const queries = numbers.getByRole('row', { name: /Queries sent to the database/ }).getByRole('cell');
  await expect(queries).toHaveCount(1);
  const without = Number(await queries.innerText());
  expect(without).toBeGreaterThan(20);

  await page.getByRole('checkbox', { name: /Mutex/ }).check();
  await expect(queries).toHaveCount(2);
  expect(Number(await queries.nth(1).innerText())).toBeLessThan(10);
  const chart = page.getByRole('img', { name: /Cache hit rate/ });
  await expect(chart).toHaveAccessibleName(/no remedy: lowest .* with remedies: lowest/);
  // One excludes the other.
  await page.getByRole('checkbox', { name: /Never expires/ }).check();
  await expect(page.getByRole('checkbox', { name: /Mutex/ })).not.toBeChecked();
  await expect(page).toHaveURL(/rate=400,with=never-expire$/);
  const said = page.getByRole('main').getByRole('status').filter({ hasText: 'hash' });
  await expect(said).toBeVisible();
  const hash = /hash \w+/.exec(await said.innerText())![0];

  await page.reload();
  await expect(said).toContainText(hash);
  await expect(page.getByRole('checkbox', { name: /Never expires/ })).toBeChecked();
});

test('a run can be stopped and begun again', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/load/avalanche/rate=2500');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stopped.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'In numbers' })).toBeHidden();
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(page.getByRole('region', { name: 'In numbers' })).toBeVisible({ timeout: 60_000 });
});

test('a store on levels: written, merged, read and crashed, and the address has all of it', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open('./#/load/lsm');
  const levels = page.getByRole('region', { name: /An LSM store/ });
  const said = page.getByRole('main').getByRole('status');
  for (const count of [1, 2, 3, 4]) {
    await page.getByRole('button', { name: 'Write 50 keys' }).click();
    await expect(page).toHaveURL(new RegExp(`do=w50(\\+w50){${count - 1}}$`));
  }
  await expect(levels.getByText('due for compaction')).toBeVisible();
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(page.getByRole('region', { name: 'The way of this read' })).toContainText('filter says no');
  await page.getByRole('button', { name: 'Compact one step' }).click();
  await expect(said).toContainText(/files merged into \d+ on level 1/);
  await expect(levels).toContainText('Level 1');
  await page.getByRole('button', { name: 'Crash and recover' }).click();
  await expect(said).toContainText('came back from the log');
  const text = await said.innerText();
  await expect(page).toHaveURL(/do=w50\+w50\+w50\+w50\+g500\+c\+x$/);
  await page.reload();
  await expect(said).toHaveText(text);
});
