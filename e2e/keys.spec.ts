import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { openStill } from './panels.ts';

test('the lab opens with the focus on the prompt', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(lab.command).toBeFocused();
  await page.keyboard.type('SET a 1\n');
  await expect(lab.replies).toContainText('OK');
  lab.expectNoTroubles();
});

test('a question mark lists the keys, but at the prompt it is a letter', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(lab.command).toBeFocused();
  await page.keyboard.type('?');
  await expect(lab.command).toHaveValue('?');
  await lab.command.fill('');
  await lab.timeline.focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard and mouse' });
  await expect(keys).toContainText('Loop this command');
  // It begins at its beginning, however low the window is.
  await expect(keys.getByText('One step back or forward')).toBeInViewport({ ratio: 1 });
  await expect(keys).toContainText('right click');
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await expect(lab.timeline).toBeFocused();
  // And for the mouse there is a button.
  await lab.button('Keyboard and mouse').click();
  await expect(keys).toBeVisible();
  lab.expectNoTroubles();
});

test('the first stops of Tab lead past the header', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/gallery');
  await expect(page.getByRole('heading', { name: 'Gallery of panels' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(lab.button('Skip to the content')).toBeFocused();
  await expect(lab.button('Skip to the content')).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  // Without a console there is no prompt to go to.
  await expect(lab.button('Skip to the prompt')).toHaveCount(0);

  await lab.open('./#/lab');
  await expect(lab.command).toBeVisible();
  await lab.button('Skip to the prompt').focus();
  await page.keyboard.press('Enter');
  await expect(lab.command).toBeFocused();
});

test('a click on a command in the console goes to its moment', async ({ page }) => {
  const { lab } = await openStill(page);
  await lab.typeAll(['SET a 1', 'SET b 2', 'SET c 3']);
  await lab.settle();
  await lab.replies.getByText('SET b 2').click();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 2 of 3 · done');
  await expect(lab.panel('Keyspace')).toContainText('2 keys');
  // The arrow keys step on from there.
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 1 of 3 · done');
  // The newest command is the present.
  await lab.replies.getByText('SET c 3').click();
  await expect(lab.panel('Keyspace')).toContainText('3 keys');
  // A click beside the commands is for the prompt, as in a terminal.
  await lab.replies.getByText('OK').last().click();
  await expect(lab.command).toBeFocused();
  lab.expectNoTroubles();
});
