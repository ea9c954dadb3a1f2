import { expect, test } from '@playwright/test';

test('a browser without Worker gets a page that says so, in both languages', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(() => {
    Object.defineProperty(window, 'Worker', { value: undefined });
  });
  await page.goto('./#/lab');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The server cannot run in this browser');
  await expect(page.getByText('This browser does not support Web Workers')).toBeVisible();
  await page.getByRole('button', { name: '切换到中文' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('这个浏览器里跑不了服务器');
  expect(errors).toEqual([]);
});

test('a worker whose file does not arrive gets another message', async ({ page }) => {
  await page.route(/\/assets\/main-.*\.js$/, (route) => route.abort());
  await page.goto('./');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The server cannot run in this browser');
  await expect(page.getByText('The worker did not start')).toBeVisible();
  await page.unroute(/\/assets\/main-.*\.js$/);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('textbox', { name: 'Redis command' })).toBeVisible();
});
