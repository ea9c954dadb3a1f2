import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

test('the page opens without an error and makes no request to other hosts', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await expect(page).toHaveTitle(/Rediscope/);
  await expect(page.locator('#root')).not.toBeEmpty();
  await page.waitForLoadState('networkidle');
  lab.expectNoTroubles();
});

test('the built page carries a policy that the browser enforces', async ({ page }) => {
  await new Lab(page).open();
  const blocked = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
        const script = document.createElement('script');
        script.textContent = 'window.injected = true';
        document.head.append(script);
      }),
  );
  expect(blocked).toBe('script-src-elem');
  expect(await page.evaluate(() => 'injected' in window)).toBe(false);
});
