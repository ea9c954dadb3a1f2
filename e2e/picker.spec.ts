import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

test('a picture puts its panel on the stage, and a tick puts one beside it', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(lab.panel('Keyspace')).toContainText('0 keys');
  const picker = await lab.openPicker();
  // Every panel has its picture, and those in sight have arrived.
  const cards = picker.locator('.picker-card');
  expect(await cards.count()).toBeGreaterThan(25);
  const first = cards.first().locator('img');
  await expect
    .poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
  await expect(picker.getByRole('button', { name: 'Dictionary' })).toHaveAttribute('aria-current', 'true');
  await picker.getByRole('checkbox', { name: 'Skiplist beside the stage' }).click();
  await expect(page).toHaveURL(/#\/lab\/dict,keyspace,skiplist$/);
  await picker.getByRole('button', { name: 'Packed bytes' }).click();
  await expect(picker).toHaveCount(0);
  await expect(page).toHaveURL(/#\/lab\/packed,keyspace,skiplist$/);
  await expect(lab.panel('Packed bytes')).toBeVisible();
  await expect(lab.panel('Skiplist')).toBeVisible();
  lab.expectNoTroubles();
});

test('the picker is searched in both languages and walked with the arrow keys', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(lab.panel('Keyspace')).toContainText('0 keys');
  const picker = await lab.openPicker();
  const search = picker.getByRole('searchbox', { name: 'Search panels' });
  await expect(search).toBeFocused();
  const card = (name: string) => picker.getByRole('button', { name, exact: true });

  await page.keyboard.press('ArrowDown');
  await expect(card('Dictionary')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(card('Object and string')).toBeFocused();
  // Beside the stage, and away again.
  const beside = picker.getByRole('checkbox', { name: 'Object and string beside the stage' });
  await page.keyboard.press('Shift+Enter');
  await expect(beside).toBeChecked();
  await page.keyboard.press('Shift+Enter');
  await expect(beside).not.toBeChecked();
  // Down and up again in the first column, and out of it to the search.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await expect(card('Dictionary')).not.toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(card('Dictionary')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(search).toBeFocused();

  // A letter typed on a card is a search; both languages find the same panel.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('rehash');
  await expect(search).toHaveValue('rehash');
  await expect(picker.locator('.picker-card')).toHaveCount(1);
  await expect(card('Dictionary')).toBeVisible();
  await search.fill('跳表');
  await expect(picker.locator('.picker-card')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(picker).toHaveCount(0);
  await expect(page).toHaveURL(/#\/lab\/skiplist,keyspace$/);

  // Escape changes nothing and gives the focus back.
  await lab.openPicker();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(lab.choosePanels).toBeFocused();
  await expect(page).toHaveURL(/#\/lab\/skiplist,keyspace$/);
  lab.expectNoTroubles();
});

test('the pictures are fetched only for an open picker, and the picker leads to the gallery', async ({
  page,
}) => {
  const pictures: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/panels/')) pictures.push(request.url());
  });
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET a 1', 'OK');
  expect(pictures).toEqual([]);
  const picker = await lab.openPicker();
  await expect.poll(() => pictures.length).toBeGreaterThan(0);
  const { violations } = await new AxeBuilder({ page }).include('.picker').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await picker.getByRole('link', { name: /^Gallery/ }).click();
  await expect(page.getByRole('heading', { name: 'Gallery of panels' })).toBeVisible();
  lab.expectNoTroubles();
});
