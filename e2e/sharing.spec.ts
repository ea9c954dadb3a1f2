import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { Lab } from './lab.ts';

/**
 * What the reader sees: the position on the timeline, the replies, and both panels with everything drawn in them.
 * Touched entries are drawn last, over the rest, so the order of the drawn words means nothing; the accessible table
 * says which entry is in which bucket.
 */
async function seen(lab: Lab): Promise<string[]> {
  const dictionary = lab.panel('Dictionary');
  const keyspace = lab.panel('Keyspace');
  await expect(dictionary).not.toContainText('Reading the structure');
  await lab.arrived();
  await lab.painted();
  return [
    await lab.place(),
    ...(await dictionary.innerText()).split('\n').sort(),
    ...(await keyspace.innerText()).split('\n').sort(),
    await lab.replies.innerText(),
  ];
}

async function work(page: Page): Promise<Lab> {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.hurry();
  await lab.typeAll(['SET a 1', 'SET b 2', 'SET c 3', 'SET d 4', 'SET e 5', 'GET a']);
  await lab.rest();
  return lab;
}

/** Somebody else's browser: nothing is shared with ours but the link. */
async function somebodyElse(browser: Browser, address: string): Promise<Lab> {
  const lab = new Lab(await (await browser.newContext({ locale: 'en-US' })).newPage());
  await lab.open(address);
  return lab;
}

async function linkTo(lab: Lab): Promise<string> {
  await lab.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await lab.button('Share this step').click();
  const field = lab.page.getByRole('textbox', { name: 'Link to this step' });
  await expect(field).toBeVisible();
  const link = await field.inputValue();
  await expect(lab.page.getByText('Link copied.')).toBeVisible();
  expect(await lab.page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await lab.button('Done').click();
  return link;
}

test('a link shows somebody else the same step and the same picture', async ({ page, browser }) => {
  const lab = await work(page);
  await lab.timeline.focus();
  for (let count = 0; count < 2; count++) await page.keyboard.press('ArrowLeft');
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', /step \d+ of \d+$/);
  const link = await linkTo(lab);
  expect(link).toContain('#/s/');
  const other = await somebodyElse(browser, link);
  await expect(other.timeline).toHaveAttribute('aria-valuetext', await lab.place());
  // Each panel draws once its view has arrived.
  await expect(async () => expect(await seen(other)).toEqual(await seen(lab))).toPass();
  await expect(other.button('Back to now')).toHaveCount(await lab.button('Back to now').count());
  lab.expectNoTroubles();
  other.expectNoTroubles();
  await other.page.context().close();
});

test('a damaged link says so and takes nothing away', async ({ page }) => {
  const lab = await work(page);
  const link = await linkTo(lab);
  const before = await seen(lab);
  for (const damaged of [`${link.slice(0, -20)}`, '#/s/not-a-session', '#/s/%%%', `${link}AAAA`]) {
    await page.evaluate((address) => {
      location.hash = address.slice(address.indexOf('#'));
    }, damaged);
    await expect(page.getByRole('alert')).toContainText('This link is damaged');
    await lab.button('Dismiss').click();
    await expect(async () => expect(await seen(lab)).toEqual(before)).toPass();
  }
  await lab.run('DBSIZE', '(integer) 5');
  lab.expectNoTroubles();
});

test('a damaged link opened first leads to a working page, in Chinese too', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto('./#/s/eJwdamaged');
  await expect(page.getByRole('alert')).toContainText('链接已损坏');
  await page.getByRole('textbox', { name: 'Redis 命令' }).fill('PING');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log', { name: '回复' })).toContainText('PONG');
  await context.close();
});

test('a file brings everything back', async ({ page, browser }) => {
  const lab = await work(page);
  await lab.button('Back').click();
  const downloading = page.waitForEvent('download');
  await lab.button('Menu').click();
  await lab.button('Save to file').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^rediscope-[\d-]+\.rediscope$/);
  const saved = await readFile(await download.path());

  const other = await somebodyElse(browser, './');
  await expect(other.command).toBeVisible();
  await other.run('SET mine 1', 'OK');
  await open(other.page, saved.subarray(0, saved.length - 30));
  await expect(other.page.getByRole('alert')).toContainText('not a saved session, or it is damaged');
  await other.button('Dismiss').click();
  await other.run('GET mine', '"1"');
  await open(other.page, saved);
  await expect(other.timeline).toHaveAttribute('aria-valuetext', await lab.place());
  await expect(async () => expect(await seen(other)).toEqual(await seen(lab))).toPass();
  other.expectNoTroubles();
  await other.page.context().close();
});

async function open(page: Page, bytes: Buffer): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Open file…' }).click();
  await (await choosing).setFiles({
    name: 'a.rediscope',
    mimeType: 'application/octet-stream',
    buffer: bytes,
  });
}

test('a new session asks first once there is work', async ({ page }) => {
  const lab = await work(page);
  await lab.button('Menu').click();
  await lab.button('New session').click();
  await lab.button('Cancel').click();
  await lab.run('DBSIZE', '(integer) 5');
  await lab.button('Menu').click();
  await lab.button('New session').click();
  await lab.button('Start new').click();
  await expect(lab.replies).toHaveText('');
  await lab.run('DBSIZE', '(integer) 0');
  lab.expectNoTroubles();
});

test('a lesson leaves the session of the lab as it was', async ({ page }) => {
  const lab = await work(page);
  const lesson = page.getByRole('link', { name: 'Learn', exact: true });
  await lesson.click();
  await page.locator('.lesson-row', { hasText: 'Rehashing' }).first().click();
  await expect(lab.panel('Dictionary')).toContainText('0 keys');
  await page.getByRole('link', { name: 'Lab', exact: true }).click();
  await expect(lab.panel('Dictionary')).toContainText('5 keys');
  await lab.run('DBSIZE', '(integer) 5');
  lab.expectNoTroubles();
});
