import { expect, type Page, test } from '@playwright/test';
import { Lab } from './lab.ts';

/** Presses Tab until something of this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let count = 0; count < 120; count++) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!(focused instanceof HTMLElement) || focused === document.body) return '';
      return focused.getAttribute('aria-label') ?? focused.innerText;
    });
    if (typeof name === 'string' ? label === name : name.test(label)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

/** Presses Tab until the box with this label has the focus. */
async function tabToInput(page: Page, label: string): Promise<void> {
  const input = page.getByLabel(label, { exact: true });
  for (let count = 0; count < 120; count++) {
    await page.keyboard.press('Tab');
    if (await input.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never reached ${label}`);
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

test('the whole lab, from a scene to the power switch, without a mouse', async ({ page }) => {
  const lab = new Lab(page);
  const { keyboard } = page;
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await keyboard.press(key);
  };
  await lab.open('./#/lab');
  await expect(lab.panel('Keyspace')).toContainText('0 keys');

  // Another panel on the stage, and one more beside it.
  await tabTo(page, /^Choose panels/);
  await press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search panels' })).toBeFocused();
  await keyboard.type('Object and');
  await press('Enter');
  await expect(lab.panel('Object and string')).toBeVisible();
  await tabTo(page, /^Choose panels/);
  await press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search panels' })).toBeFocused();
  await keyboard.type('Skiplist');
  await tabToInput(page, 'Skiplist beside the stage');
  await press('Space', 'Escape');
  await expect(lab.panel('Skiplist')).toBeVisible();

  // Data from a seed, through the sheet of a button.
  await tabTo(page, 'Fill');
  await press('Enter');
  await tabTo(page, '1,000 keys');
  await press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '1,000 keys' })).toBeVisible();

  // A command, and the drawing walked byte by byte.
  await tabTo(page, 'Redis command');
  await keyboard.type('SET greeting hello\n');
  await expect(lab.replies).toContainText('OK');
  await press('Shift+Tab');
  await lab.rest();
  const object = lab.panel('Object and string');
  await expect(page.getByLabel(/^A value in memory/)).toBeVisible();
  await tabTo(page, /^A value in memory/);
  await press('End', 'Home', 'ArrowRight');
  await expect(object.locator('.visually-hidden[aria-live]')).toContainText('encoding');

  // Back and forth in time, and a question to the past.
  await tabTo(page, 'Timeline');
  await press('Home');
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', /start/i);
  await press('End');

  // A scene: asked for, confirmed, tried.
  await tabTo(page, 'Scenes');
  await press('Enter');
  await tabTo(page, /^A table is about to double/);
  await press('Enter');
  await tabTo(page, 'Start new');
  await press('Enter');
  await expect(page.getByRole('region', { name: 'A table is about to double' })).toBeVisible();
  await tabTo(page, 'SET user:9 9');
  await press('Enter');
  await expect(lab.replies).toContainText('SET user:9 9');

  // The power fails, and comes back.
  await tabTo(page, 'Power');
  await press('Enter');
  await tabTo(page, 'Kill the process (kill -9)');
  await press('Enter');
  await tabTo(page, 'Power');
  await press('Enter');
  await tabTo(page, 'Restart from disk');
  await press('Enter');
  await tabTo(page, 'Redis command');
  await keyboard.type('DBSIZE\n');
  await expect(lab.replies).toContainText('(integer) 0');
  lab.expectNoTroubles();
});
