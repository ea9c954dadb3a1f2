import { expect, type Page, test } from '@playwright/test';
import { Lab } from './lab.ts';

/** Presses Tab until something of this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let count = 0; count < 60; count++) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if ((await focused.count()) === 0) continue;
    const label = (await focused.getAttribute('aria-label')) ?? (await focused.innerText());
    if (typeof name === 'string' ? label === name : name.test(label)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

test('everything can be done without a mouse', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await expect(lab.command).toBeVisible();
  await tabTo(page, 'Lab');
  await page.keyboard.press('Enter');
  await expect(lab.panel('Keyspace')).toBeVisible();
  await tabTo(page, 'Redis command');
  await page.keyboard.type('SET a 1\n');
  await expect(lab.replies).toContainText('OK');
  await lab.rest();
  await tabTo(page, 'Timeline');
  await page.keyboard.press('ArrowLeft');
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', /step/);
  await page.keyboard.press('End');

  await lab.command.focus();
  await tabTo(page, /^Share this step/).catch(async () => {
    await page.keyboard.press('Home');
  });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Share this step' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await tabTo(page, 'Menu');
  await page.keyboard.press('Enter');
  await expect(lab.button('Save to file')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(lab.button('Save to file')).toHaveCount(0);
  await expect(lab.button('Menu')).toBeFocused();
  lab.expectNoTroubles();
});
