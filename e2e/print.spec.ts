import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

test('a lesson prints as text: every step, its transcripts, and the answers at the end', async ({ page }) => {
  const lab = new Lab(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await lab.open('./#/learn/global-dict-and-rehash/fifth-key');
  await expect(lab.lessonStep('The fifth key')).toHaveAttribute('aria-busy', 'false');
  await expect(page.locator('.printed')).toHaveCount(0);

  // The browser's event before it prints.
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const sheet = page.locator('.printed');
  await expect(sheet).toBeVisible();
  await expect(sheet.locator('section > h2')).toHaveCount(8);
  await expect(sheet.locator('.printed-demo pre').first()).toHaveText(
    /^> SET user:1 ann\nOK\n> SET user:2 bob/,
  );
  await expect(lab.command).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  // The right option stands only on the last page.
  const question = sheet.locator('.printed-box', { hasText: 'How many buckets will' }).first();
  await expect(question).not.toContainText('There must be room for 5 keys');
  const answers = sheet.locator('.printed-answers');
  await expect(answers).toContainText('There must be room for 5 keys');
  await expect(answers.locator('.printed-box')).toHaveCount(13);

  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(sheet).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  lab.expectNoTroubles();
});

for (const [page, last] of [
  ['cheatsheets', 'ACL'],
  ['interview', 'ACL'],
  ['read/skiplist', 'In an interview'],
  ['curriculum', 'the script counts it as 0'],
] as const) {
  test(`#/${page} prints to its end, and in light colours`, async ({ page: tab }) => {
    const lab = new Lab(tab);
    await tab.emulateMedia({ colorScheme: 'dark' });
    await lab.open(`./#/${page}`);
    const text = tab.getByText(last).last();
    await expect(text).toBeAttached();
    await tab.emulateMedia({ media: 'print' });
    await tab.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(tab.getByRole('banner')).toBeHidden();
    await expect(tab.locator('html')).toHaveAttribute('data-theme', 'light');
    // Nothing around it may cut it off: a page on paper does not scroll.
    const cutting = await text.evaluate((last) => {
      for (let around = last.parentElement; around !== null; around = around.parentElement) {
        if (around !== document.documentElement && around.scrollHeight > around.clientHeight + 1) {
          const { overflowY } = getComputedStyle(around);
          if (overflowY !== 'visible') return around.className;
        }
      }
      return null;
    });
    expect(cutting).toBeNull();
    expect(await tab.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(2000);
    lab.expectNoTroubles();
  });
}
