import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

test('saved keys come back after a crash, unsaved ones are gone, and going back shows them again', async ({
  page,
}) => {
  const lab = new Lab(page);
  const keys = lab.panel('Keyspace').locator('tbody');
  await lab.open('./#/lab');
  await lab.stopClock();
  await lab.run('SET saved 1', 'OK');
  await lab.run('SAVE', 'OK');
  // A save takes time on the server's clock.
  await page.getByRole('button', { name: /^Server clock/ }).click();
  await page.getByRole('button', { name: '+1 s' }).click();
  await page.keyboard.press('Escape');
  await lab.run('SET unsaved 2', 'OK');
  await lab.button('Power').click();
  await lab.button('Cut the power: unsynced data is lost').click();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', /^server crashed after command 3 of 3/);
  await expect(lab.panel('Keyspace')).toContainText('No keys in this database');
  // Nobody can connect meanwhile, and the page says so.
  await lab.button('Connect another client').first().click();
  await expect(page.getByText('Could not connect: the server is not running.')).toBeVisible();
  await expect(page.getByRole('tab', { name: /^client/ })).toHaveCount(0);
  await lab.button('Power').click();
  await lab.button('Restart from disk').click();
  await lab.run('EXISTS saved unsaved', '(integer) 1');
  await expect(keys).toContainText('saved');
  await expect(keys).not.toContainText('unsaved');
  // Before the crash both are there.
  await lab.timeline.focus();
  for (let presses = 0; presses < 12; presses++) {
    if (/^command 3 of/.test(await lab.place())) break;
    await page.keyboard.press('Shift+ArrowLeft');
  }
  await expect(keys).toContainText('unsaved');
  lab.expectNoTroubles();
});
