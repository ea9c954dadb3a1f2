import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask } from './panels.ts';

test('a scene starts a server in its state, and proposes commands', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(lab.panel('Keyspace')).toContainText('0 keys');
  await lab.button('Scenes').click();
  await page.getByRole('button', { name: /^One field too many/ }).click();
  await expect(page).toHaveURL(/#\/lab\/object,packed$/);
  const note = page.getByRole('region', { name: 'One field too many' });
  await expect(note).toBeVisible();
  expect(await ask(lab, 'OBJECT ENCODING cart')).toBe('"listpack"');
  await lab.settle();
  await note.getByRole('button', { name: 'HSET cart kiwi 5' }).click();
  await expect(lab.replies).toContainText('HSET cart kiwi 5');
  await lab.settle();
  await expect(lab.panel('Object and string').locator('tr[data-row="encoding"] td')).toHaveText('hashtable');
  // Another scene ends this one, and asks before.
  await lab.button('Scenes').click();
  await page.getByRole('button', { name: /^A lock is stolen/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start new' }).click();
  await expect(page.getByRole('region', { name: 'A lock is stolen' })).toBeVisible();
  expect(await ask(lab, 'EXISTS cart')).toBe('(integer) 0');
  lab.expectNoTroubles();
});

test('data sets and traffic come from a seed, and traffic can be stopped', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(lab.panel('Keyspace')).toContainText('0 keys');
  await lab.button('Fill').click();
  await page.getByRole('combobox', { name: 'Data', exact: true }).selectOption('A leaderboard (sorted set)');
  await lab.button('1,000 keys').click();
  await expect(page.getByRole('status').filter({ hasText: '1,000 keys' })).toBeVisible();
  expect(await ask(lab, 'ZCARD board')).toBe('(integer) 1000');
  // The same seed gives the same scores everywhere.
  expect(await ask(lab, 'ZSCORE board player:0')).toBe('"13533"');

  await lab.button('Traffic').click();
  await page.getByRole('spinbutton', { name: 'Keys' }).fill('50');
  await lab.button('Start').click();
  await expect(page.getByText(/% hits$/)).toBeVisible();
  await lab.button('Stop traffic').click();
  await expect(lab.button('Traffic')).toBeVisible();
  const stats = await ask(lab, 'INFO stats');
  expect(Number(/keyspace_hits:(\d+)/.exec(stats)?.[1])).toBeGreaterThan(0);
  expect(Number(/keyspace_misses:(\d+)/.exec(stats)?.[1])).toBeGreaterThan(0);
  lab.expectNoTroubles();
});

test('while a database is filled on a low window, no control covers another', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.button('Scenes').click();
  await page.getByRole('button', { name: /^Counting without remembering/ }).click();
  await expect(page.getByRole('region', { name: 'Counting without remembering' })).toBeVisible();
  await lab.button('Fill').click();
  await lab.button('1,000,000 keys').click();
  await expect(page.getByText(/of 1,000,000/)).toBeVisible();
  const boxes = await page
    .locator('.lab-toolbar button:visible')
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().toJSON() as DOMRect));
  const covered = boxes.filter((one, nth) =>
    boxes.some(
      (other, later) =>
        later > nth &&
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1,
    ),
  );
  expect(covered).toEqual([]);
  await lab.button('Cancel').click();
  await expect(lab.button('Fill')).toBeVisible();
  lab.expectNoTroubles();
});

test('traffic does not pull the reader out of the past; one button leads back', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.hurry();
  await lab.run('SET mine 1', 'OK');
  await lab.button('Traffic').click();
  await page.getByRole('spinbutton', { name: 'Keys' }).fill('50');
  await lab.button('Start').click();
  await expect(page.getByText(/% hits$/)).toBeVisible();
  await expect(lab.panel('Keyspace')).toContainText('key:');
  await lab.button('First').click();
  await expect(lab.panel('Keyspace')).toContainText('0 keys');
  const length = () => lab.timeline.getAttribute('aria-valuemax').then(Number);
  const before = await length();
  await expect.poll(length).toBeGreaterThan(before + 20);
  // The stream went on, the reader stayed in place, and no branch was made.
  await expect(lab.panel('Keyspace')).toContainText('0 keys');
  await expect(page.locator('.branch-count')).toHaveCount(0);
  await lab.button('Stop traffic').click();
  await lab.button('Back to now').click();
  const size = await ask(lab, 'DBSIZE');
  await lab.settle();
  await expect(lab.panel('Keyspace')).toContainText(`${Number(/\d+/.exec(size)?.[0])} keys`);
  lab.expectNoTroubles();
});
