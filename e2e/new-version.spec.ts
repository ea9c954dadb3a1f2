import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { keptLive } from './kept.ts';
import { Lab } from './lab.ts';
import { copyOfSite, type SiteCopy } from './site-copy.ts';

test.use({ serviceWorkers: 'allow' });

let site: SiteCopy;
test.beforeEach(async () => {
  site = await copyOfSite();
});
test.afterEach(() => site.close());

const notice = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: 'A new version of Rediscope is available. Your session is kept.' });

const version = (page: Page) => page.locator('html');

/** A tab whose site the browser keeps. */
async function visit(context: BrowserContext, key: string): Promise<Lab> {
  const lab = new Lab(await context.newPage());
  await lab.open(`${site.address}#/lab`);
  await lab.run(`SET ${key} typed`, 'OK');
  await lab.page.evaluate(async () => {
    const { serviceWorker } = navigator;
    if (serviceWorker.controller === null)
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
  });
  return lab;
}

async function askForNewVersion(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
}

test('a new version is announced in every tab, and reloading takes it and keeps the session', async ({
  context,
}) => {
  const one = await visit(context, 'one');
  const two = await visit(context, 'two');
  await expect(notice(one.page)).toHaveCount(0);
  site.publish('next');
  await askForNewVersion(one.page);
  await expect(notice(one.page)).toBeVisible();
  await expect(notice(two.page)).toBeVisible();
  // No tab is updated unasked.
  await two.run('GET two', '"typed"');
  await expect(version(two.page)).not.toHaveAttribute('data-version');
  await one.run('APPEND one " more"', '(integer) 10');
  await notice(one.page).getByRole('button', { name: 'Reload' }).click();
  await expect(version(one.page)).toHaveAttribute('data-version', 'next');
  await expect(one.replies).toContainText('APPEND one " more"');
  await one.run('GET one', '"typed more"');
  await expect(notice(one.page)).toHaveCount(0);
  // The other tab still runs the old version, and says so.
  await two.run('STRLEN two', '(integer) 5');
  await expect(notice(two.page)).toBeVisible();
  await notice(two.page).getByRole('button', { name: 'Reload' }).click();
  await expect(version(two.page)).toHaveAttribute('data-version', 'next');
  await two.run('GET two', '"typed"');
  one.expectNoTroubles();
  two.expectNoTroubles();
});

test('a new version that the browser finds before the page asks is announced as well', async ({
  context,
}) => {
  const lab = await visit(context, 'mine');
  site.publish('next');
  // A browser looks for it by itself at every visit, and may be fetching it when the page begins to listen.
  const firstPage = site.holdBack('index.html');
  await lab.page.reload();
  await firstPage.asked;
  await lab.run('GET mine', '"typed"');
  await expect(notice(lab.page)).toHaveCount(0);
  firstPage.release();
  await expect(notice(lab.page)).toBeVisible();
  await lab.button('Dismiss').click();
  await expect(notice(lab.page)).toHaveCount(0);
  await lab.run('STRLEN mine', '(integer) 5');
  lab.expectNoTroubles();
});

test('a file that the new version no longer has is not an error: reload brings it and the session', async ({
  context,
}) => {
  const one = await visit(context, 'one');
  const two = await visit(context, 'two');
  site.publish('next');
  await askForNewVersion(one.page);
  await notice(one.page).getByRole('button', { name: 'Reload' }).click();
  await expect(version(one.page)).toHaveAttribute('data-version', 'next');
  await expect(notice(two.page)).toBeVisible();
  // Neither the browser nor the host has the old files any more.
  await two.button('Share this step').click();
  const dialog = two.page.getByRole('dialog');
  await expect(dialog).toContainText('A new version of Rediscope is available. Reload the page to continue');
  await expect(dialog.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Reload' }).click();
  await expect(version(two.page)).toHaveAttribute('data-version', 'next');
  await two.run('GET two', '"typed"');
  await two.button('Share this step').click();
  await expect(dialog.getByRole('textbox')).toBeVisible();
});

test('without an offline copy, a command that needs a file of the old version says what to do', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'en-US', serviceWorkers: 'block' });
  const lab = new Lab(await context.newPage());
  await lab.open(`${site.address}#/lab`);
  await lab.run('SET mine typed', 'OK');
  await lab.run('ZADD z 1 m', '(integer) 1');
  await keptLive(lab.page);
  site.publish('next');
  await lab.type('EVAL "return 1 + 6" 0');
  await expect(lab.page.getByRole('alert')).toContainText('could not be loaded');
  await notice(lab.page).getByRole('button', { name: 'Reload' }).click();
  await expect(version(lab.page)).toHaveAttribute('data-version', 'next');
  await lab.run('GET mine', '"typed"');
  await lab.run('EVAL "return 1 + 6" 0', '(integer) 7');
  await context.close();
});
