/** What a reader does with a scenario outlives the page, and a link takes nothing of it away. */
import { expect, type Page, test } from '@playwright/test';
import { delayDatabase, openDatabase } from './late-database.ts';

const player = (page: Page) => page.getByRole('region', { name: 'Who goes next?' });
const rows = (page: Page) => player(page).getByRole('list', { name: 'What happened' }).getByRole('listitem');
const program = (page: Page) => page.getByRole('textbox', { name: /^Program of Buyer A/ });

async function choose(page: Page, buyer: string): Promise<void> {
  await expect(rows(page).first()).toBeVisible();
  const before = await rows(page).count();
  await player(page).getByRole('group', { name: buyer }).getByRole('button').first().click();
  await expect(rows(page)).toHaveCount(before + 1);
}

async function write(page: Page, source: string): Promise<void> {
  await program(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(source);
  await expect(program(page)).toContainText(source);
}

/** Kept once the database has it: another page of the site is opened in place of this one. */
async function comeBack(page: Page, address: string): Promise<void> {
  await page.goto('./#/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(player(page)).toHaveCount(0);
  await page.goto(address);
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
}

test('steps and programs are there after a reload, and can be cleared and taken back', async ({ page }) => {
  await page.goto('./#/explore/stock-decrement/get-set');
  await choose(page, 'Buyer A');
  await choose(page, 'Buyer B');
  await write(page, "redis('GET', 'stock') redis('PING')");
  await page.getByRole('link', { name: /^A script(?!, three)/ }).click();
  await choose(page, 'Buyer B');
  await comeBack(page, './#/explore/stock-decrement');
  await expect(page.getByText('Your work from last time is back.')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await page.goto('./#/explore/stock-decrement/get-set');
  await expect(rows(page)).toHaveCount(3);
  await expect(program(page)).toContainText("redis('PING')");

  await page.getByRole('button', { name: 'Clear all my work' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(program(page)).not.toContainText("redis('PING')");
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(program(page)).toContainText("redis('PING')");
  await page.getByRole('button', { name: 'Clear all my work' }).click();
  await expect(rows(page)).toHaveCount(1);
  await comeBack(page, './#/explore/stock-decrement/get-set');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Clear all my work' })).toHaveCount(0);
});

test('a link over kept work shows what it holds, and the work is still there', async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const elsewhere = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const sender = await elsewhere.newPage();
  await sender.goto('./#/explore/stock-decrement/get-set');
  await choose(sender, 'Buyer B');
  await write(sender, "redis('GET', 'sent')");
  await sender.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(sender.getByRole('button', { name: 'Link copied' })).toBeVisible();
  const link = await sender.evaluate(() => navigator.clipboard.readText());
  await elsewhere.close();

  await page.goto('./#/explore/stock-decrement/get-set');
  await choose(page, 'Buyer A');
  await choose(page, 'Buyer A');
  await comeBack(page, link);
  await expect(program(page)).toContainText("redis('GET', 'sent')");
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText('Your own work on this scenario is kept.')).toBeVisible();
  // What is done there is kept as well, beside the reader's own.
  await choose(page, 'Buyer A');
  await comeBack(page, link);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('link', { name: 'Open my own' }).click();
  await expect(program(page)).not.toContainText('sent');
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(1)).toContainText('Buyer A');
});

/** Two steps of Buyer A, kept; then another page whose database opens late. */
async function lateAfterWork(page: Page): Promise<Page> {
  await page.goto('./#/explore/stock-decrement/get-set');
  await choose(page, 'Buyer A');
  await choose(page, 'Buyer A');
  await comeBack(page, './#/explore/stock-decrement/get-set');
  await expect(rows(page)).toHaveCount(3);
  const late = await page.context().newPage();
  await page.close();
  await delayDatabase(late);
  await late.goto('./#/explore/stock-decrement/get-set');
  await expect(rows(late)).toHaveCount(1);
  await expect(late.getByText('The browser has not brought back your earlier work yet')).toBeVisible();
  return late;
}

test('kept work that comes late takes its place where nothing was done meanwhile', async ({ page }) => {
  const late = await lateAfterWork(page);
  await openDatabase(late);
  await expect(rows(late)).toHaveCount(3);
  await expect(late.getByText('Your work from last time is back.')).toBeVisible();
  await expect(late.getByText('Work from before is kept as well.')).toHaveCount(0);
});

test('kept work that comes late is not overwritten by what was done meanwhile', async ({ page }) => {
  const late = await lateAfterWork(page);
  await choose(late, 'Buyer B');
  // Left before the database opens: both are kept all the same.
  await late.evaluate(() => {
    location.hash = '#/about';
  });
  await expect(player(late)).toHaveCount(0);
  await openDatabase(late);
  await late.goto('./#/explore/stock-decrement/get-set');
  const offer = late.getByText('Work from before is kept as well.');
  await expect(offer).toBeVisible();
  await expect(rows(late)).toHaveCount(2);
  await expect(rows(late).nth(1)).toContainText('Buyer B');

  const open = late.getByRole('button', { name: 'Open it in place of this' });
  await open.press('Enter');
  await expect(rows(late)).toHaveCount(3);
  await expect(open).toBeFocused();
  await comeBack(late, './#/explore/stock-decrement/get-set');
  await expect(rows(late)).toHaveCount(3);
  await open.click();
  await expect(rows(late)).toHaveCount(2);
  await late.getByRole('button', { name: 'Delete it' }).click();
  await late.getByRole('button', { name: 'Keep it after all' }).click();
  await expect(offer).toBeVisible();
  await late.getByRole('button', { name: 'Delete it' }).click();
  await comeBack(late, './#/explore/stock-decrement/get-set');
  await expect(rows(late)).toHaveCount(2);
  await expect(offer).toHaveCount(0);
});

test('where the browser keeps nothing, the page works as ever', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  await page.goto('./#/explore/stock-decrement/get-set');
  await choose(page, 'Buyer A');
  await choose(page, 'Buyer B');
  await page.getByRole('button', { name: 'Search every order' }).click();
  await expect(page.getByRole('region', { name: 'What the search found' })).toContainText('orders break');
});

test('the first schedule that breaks is offered before the search has ended', async ({ page }) => {
  // The worker's last word is held back, as that of a long search.
  await page.addInitScript(() => {
    window.Worker = class extends Worker {
      override set onmessage(hear: ((this: Worker, event: MessageEvent) => unknown) | null) {
        super.onmessage = (event: MessageEvent) => {
          if (event.data.type === 'verdict') return;
          hear?.call(this, event);
        };
      }
    };
  });
  await page.goto('./#/explore/stock-decrement/get-set');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Search every order' }).click();
  await expect(page.getByText('The search goes on for the shortest one and the count.')).toBeVisible();
  await page.getByRole('button', { name: 'Step through it' }).click();
  await expect(rows(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('The search was stopped, so it may not be the shortest.')).toBeVisible();
});
