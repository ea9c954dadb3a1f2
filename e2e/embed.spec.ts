import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { keptUpTo } from './kept.ts';
import { Lab } from './lab.ts';

test('a panel with its console lives in a frame of another page, at the shared step', async ({
  page,
  browser,
  baseURL,
}) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/skiplist');
  await lab.run('CONFIG SET zset-max-listpack-entries 0', 'OK');
  await lab.hurry();
  await lab.run('ZADD board 10 ann 20 bob', '(integer) 2');
  await lab.rest();
  await lab.button('Share this step').click();
  await page.getByText('Embed it in your own page:').click();
  const code = await page.getByRole('textbox', { name: 'HTML to embed' }).inputValue();
  expect(code).toContain(`${baseURL}#/embed/skiplist,keyspace/s/`);

  const context = await browser.newContext({ locale: 'en-US' });
  const other = await context.newPage();
  const blog = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<h1>Somebody's blog</h1>${code}`);
  }).listen(0, '127.0.0.1');
  await once(blog, 'listening');
  await other.goto(`http://localhost:${(blog.address() as AddressInfo).port}/`);
  const frame = other.frameLocator('iframe');
  await expect(frame.getByRole('region', { name: 'Skiplist' })).toContainText('bob');
  await expect(frame.getByRole('banner')).toHaveCount(0);
  const command = frame.getByRole('textbox', { name: 'Redis command' });
  await command.fill('ZADD board 30 cat');
  await command.press('Enter');
  await expect(frame.getByRole('region', { name: 'Skiplist' })).toContainText('cat');
  const whole = context.waitForEvent('page');
  await frame.getByRole('link', { name: 'Open in Rediscope' }).click();
  const site = new Lab(await whole);
  await expect(site.replies).toContainText('ZADD board 10 ann 20 bob');
  await expect(site.page.getByRole('banner')).toBeVisible();
  await context.close();
  blog.close();
});

test("a frame without a session begins its own, and leaves the reader's alone", async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/embed/dict');
  await lab.run('SET a 1', 'OK');
  await expect(lab.panel('Dictionary')).toContainText('a');
  await lab.open('./#/lab');
  await expect(lab.replies).not.toContainText('SET a 1');
  lab.expectNoTroubles();
});

test('a link does not destroy the previous session', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET mine 1', 'OK');
  await lab.button('Share this step').click();
  const link = await page.getByRole('textbox', { name: 'Link to this step' }).inputValue();
  await lab.button('Done').click();
  await lab.run('SET later 2', 'OK');
  await keptUpTo(page, 'SET later 2');
  await page.goto('about:blank');
  await page.goto(link);
  await expect(lab.replies).not.toContainText('SET later 2');
  await lab.button('Menu').click();
  await lab.button('My sessions…').click();
  await page.getByRole('button', { name: /^Before a link was opened/ }).click();
  await expect(lab.replies).toContainText('SET later 2');
});
