import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

const step = './#/learn/hashes/five-hundred';

test('a dial is turned by the keyboard, and the engine fills in its curves', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open(step);
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  await lab.button('Show the rest anyway').click();
  const box = page.getByRole('region', { name: 'Turn it' });
  const slider = box.getByRole('slider', { name: 'Fields in the hash' });
  const points = box.locator('.dial-point');
  await expect(slider).toHaveAttribute('aria-valuetext', /^8; the default.*: not run yet/);
  await expect(points).toHaveCount(0);

  // The stop it is turned to, and the one it came from.
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    '32; the default: packed up to 512 fields: 8.5 bytes; never packed: 51.2 bytes',
  );
  await expect(points).toHaveCount(4);
  await expect(box).not.toContainText('you fall off the cliff');

  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', /^2,048;.*48.1 bytes; never packed: 48.1 bytes$/);
  await expect(box).toContainText('you fall off the cliff');

  await page.keyboard.press('Tab');
  await expect(box.getByRole('button', { name: 'Run all stops' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(points).toHaveCount(14);
  await expect(box.getByRole('button', { name: 'Run all stops' })).toHaveAttribute('aria-disabled', 'true');

  // The reader's own server was left alone.
  await expect(page.getByRole('log', { name: 'Replies' })).not.toContainText('EVAL');
  const { violations } = await new AxeBuilder({ page }).include('.lesson-dial').analyze();
  expect(violations).toEqual([]);
  lab.expectNoTroubles();
});

test('a dial prints the values that the tests hold', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open(step);
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const row = page.locator('.printed tr', { hasText: /^513/ });
  await expect(row).toHaveText('51356.2 bytes64.2 bytes');
});
