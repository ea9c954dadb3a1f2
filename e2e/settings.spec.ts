import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

test('the language comes from the browser, can be changed, and is remembered', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A Redis you can see through');
  await lab.button('切换到中文').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('看得见内部的 Redis');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  lab.expectNoTroubles();
});

test.describe('in a Chinese browser', () => {
  test.use({ locale: 'zh-CN' });
  test('the page speaks Chinese from the start', async ({ page }) => {
    await page.goto('./#/lab');
    await expect(page.getByRole('textbox', { name: 'Redis 命令' })).toBeVisible();
    await expect(page.getByRole('slider', { name: '时间线' })).toBeVisible();
    await expect(page.getByRole('region', { name: '字典' })).toBeVisible();
  });
});

test('a link does not force its language on the reader', async ({ page, browser }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET a 1', 'OK');
  await lab.button('Share this step').click();
  const link = await page.getByRole('textbox', { name: 'Link to this step' }).inputValue();
  const context = await browser.newContext({ locale: 'zh-CN' });
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole('log', { name: '回复' })).toContainText('SET a 1');
  await context.close();
});

test('colours follow the system until chosen, and are remembered', async ({ page }) => {
  const lab = new Lab(page);
  const root = page.locator('html');
  await page.emulateMedia({ colorScheme: 'dark' });
  await lab.open();
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveAttribute('data-theme', 'light');
  await lab.button('Colours: System').click();
  await lab.button('Colours: Light').click();
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(root).toHaveAttribute('data-theme', 'dark');
  lab.expectNoTroubles();
});

test('the clock can be stopped, moved and sped up', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.stopClock();
  await lab.run('SET soon gone PX 500', 'OK');
  await lab.run('PTTL soon', '(integer) 500');
  await lab.button('Server clock: Paused').click();
  await lab.button('+100 ms').click();
  await lab.run('PTTL soon', '(integer) 400');
  await lab.button('Server clock: Paused').click();
  await lab.button('+1 s').click();
  await lab.run('EXISTS soon', '(integer) 0');
  lab.expectNoTroubles();
});

test('another generation is another server, after a question', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET a 1', 'OK');
  await lab.choose('6.2');
  await lab.button('Cancel').click();
  await expect(page.getByRole('radio', { name: '7.0' })).toBeChecked();
  await lab.choose('6.2');
  await lab.button('Start new').click();
  await expect(page.getByRole('radio', { name: '6.2' })).toBeChecked();
  await lab.run('DBSIZE', '(integer) 0');
  await expect(page.getByText('Redis 6.2')).toBeVisible();
  lab.expectNoTroubles();
});

test('a database is filled through pipelines, and filling can be stopped', async ({ page }) => {
  test.slow();
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.button('Fill').click();
  await lab.button('1,000 keys').click();
  await expect(page.getByText(/^1,000 keys · [\d,]+\/s$/)).toBeVisible();
  await lab.run('DBSIZE', '(integer) 1000');
  await lab.button('Fill').click();
  await lab.button('1,000,000 keys').click();
  await expect(page.getByRole('progressbar', { name: 'Fill' })).toBeVisible();
  await lab.run('PING', 'PONG');
  await lab.button('Cancel').click();
  await expect(lab.button('Fill')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'client 2' })).toHaveCount(0);
  lab.expectNoTroubles();
});
