import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { keptLive } from './kept.ts';
import { Lab } from './lab.ts';

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: item, exact: true }).click();
}

test('a reload brings the session back, history and all', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET fruit apple', 'OK');
  await keptLive(page);
  await page.reload();
  await expect(lab.replies).toContainText('SET fruit apple');
  await lab.run('GET fruit', '"apple"');
  lab.expectNoTroubles();
});

test('work in a lesson is kept, also if the page is left in that moment', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/learn/global-dict-and-rehash/shrink');
  const step = lab.lessonStep('Shrinking waits for the clock');
  await expect(step).toHaveAttribute('aria-busy', 'false');
  await step.getByRole('button', { name: 'Show a solution' }).click();
  const loaded = page.waitForEvent('load');
  await step.getByRole('button', { name: 'Show it' }).evaluate(async (button) => {
    (button as HTMLElement).click();
    // The write begins, and the page is busy until it goes: it has no time to end the write.
    for (let turns = 0; turns < 20; turns++) await null;
    location.reload();
    const from = performance.now();
    while (performance.now() - from < 200);
  });
  await loaded;
  await expect(step.locator('.lesson-task[data-status="shown"]')).toHaveCount(1);
  lab.expectNoTroubles();
});

test('sessions are kept by name, opened again, and removing one can be undone', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET fruit apple', 'OK');
  await choose(page, 'My sessions…');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('No saved sessions yet');
  await dialog.getByRole('textbox').fill('fruit stall');
  await lab.button('Save this session').click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await lab.button('Remove fruit stall').click();
  await expect(dialog.getByRole('listitem')).toHaveCount(0);
  await lab.button('Bring back “fruit stall”').click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await lab.button('Done').click();
  await lab.run('DEL fruit', '(integer) 1');
  await choose(page, 'My sessions…');
  await dialog.getByRole('button', { name: /^fruit stall/ }).click();
  await expect(lab.replies).not.toContainText('DEL fruit');
  await lab.run('GET fruit', '"apple"');
  lab.expectNoTroubles();
});

test('a session is saved as lines for redis-cli', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET 水果 "red apple"', 'OK');
  await lab.run('SELECT 2', 'OK');
  await lab.run('INCR n', '(integer) 1');
  const download = page.waitForEvent('download');
  await choose(page, 'Save as redis-cli script');
  expect(await readFile(await (await download).path(), 'utf8')).toBe(
    'SET 水果 "red apple"\nSELECT 2\nINCR n\n',
  );
});

const happened = (page: Page) => page.getByRole('list', { name: 'What happened' }).getByRole('listitem');

test('a backup carries progress, sessions and work on scenarios to another browser', async ({
  page,
  browser,
}) => {
  await page.goto('./#/explore/stock-decrement/get-set');
  await expect(happened(page)).toHaveCount(1);
  await page.getByRole('group', { name: 'Buyer B' }).getByRole('button').first().click();
  await expect(happened(page)).toHaveCount(2);
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET fruit apple', 'OK');
  await choose(page, 'My sessions…');
  await page.getByRole('dialog').getByRole('textbox').fill('fruit stall');
  await lab.button('Save this session').click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
  await lab.button('Done').click();
  const download = page.waitForEvent('download');
  await choose(page, 'Back up progress and sessions');
  const backup = await readFile(await (await download).path());

  const context = await browser.newContext({ locale: 'en-US' });
  const other = new Lab(await context.newPage());
  await other.open('./#/lab');
  const take = async (name: string, buffer: Buffer) => {
    const chooser = other.page.waitForEvent('filechooser');
    await choose(other.page, 'Import a backup…');
    await (await chooser).setFiles({ name, mimeType: 'application/json', buffer });
  };
  await take('wrong.json', Buffer.from('{}'));
  await expect(other.page.getByRole('alert')).toContainText('not a backup');
  await other.button('Dismiss').click();
  await take('backup.json', backup);
  await expect(other.page.getByText('Progress and sessions imported')).toBeVisible();
  await choose(other.page, 'My sessions…');
  await expect(
    other.page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'fruit stall' }),
  ).toHaveCount(1);
  await other.page.goto('./#/explore/stock-decrement/get-set');
  await expect(happened(other.page)).toHaveCount(2);
  await expect(happened(other.page).nth(1)).toContainText('Buyer B');
  await context.close();
});

test('a backup with a damaged entry brings the rest, and says what is missing', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(lab.command).toBeVisible();
  const entry = { id: 'whole', name: 'whole one', savedAtMs: 1, bytes: 'AQ==' };
  const backup = {
    format: 'rediscope-backup-1',
    progress: {
      'global-dict-and-rehash': { steps: { shrink: { done: true, tasks: {} } }, lastStep: 'shrink' },
    },
    drills: { 'a/b/c': { dueMs: 'soon' } },
    sessions: [null, { ...entry, id: 'torn', name: 'torn one', bytes: '%%%' }, entry],
  };
  const chooser = page.waitForEvent('filechooser');
  await choose(page, 'Import a backup…');
  await (await chooser).setFiles({
    name: 'backup.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(backup)),
  });
  await expect(page.getByRole('alert')).toContainText('The rest of the backup was imported');
  await expect(page.getByRole('alert')).toContainText('#1, torn one, Drills (1)');
  await lab.button('Dismiss').click();
  await page.reload();
  await choose(page, 'My sessions…');
  await expect(page.getByRole('dialog').getByRole('listitem')).toContainText('whole one');
  await lab.button('Done').click();
  await page.goto('./#/progress');
  await expect(page.getByRole('main')).toContainText('1 / 7');
});

test('a backup that could not be saved is not called imported', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(lab.command).toBeVisible();
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });
  const chooser = page.waitForEvent('filechooser');
  await choose(page, 'Import a backup…');
  await (await chooser).setFiles({
    name: 'backup.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify({
        format: 'rediscope-backup-1',
        sessions: [{ id: 'a', name: 'fruit stall', savedAtMs: 1, bytes: 'AQ==' }],
      }),
    ),
  });
  await expect(page.getByRole('alert')).toContainText('fruit stall');
  await expect(page.getByText('Progress and sessions imported')).toHaveCount(0);
  await expect(lab.button('Not saved')).toBeVisible();
});
