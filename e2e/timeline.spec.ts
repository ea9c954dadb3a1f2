import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

let lab: Lab;

/** Five keys: the fifth makes the first table of four buckets too small. */
const growth = ['SET a 1', 'SET b 2', 'SET c 3', 'SET d 4', 'SET e 5'];

test.beforeEach(async ({ page }) => {
  lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.stopClock();
  await lab.hurry();
  await lab.typeAll(growth);
  await lab.rest();
});

test.afterEach(() => lab.expectNoTroubles());

test('a command is played step by step and rests at its end', async () => {
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 5 of 5 · done');
  // Slowly, so that whoever looks now and then sees it.
  await lab.page.getByRole('combobox', { name: 'Playing speed' }).selectOption('0.5×');
  await lab.type('GET e');
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', /command 6 of 6 · step \d+ of/);
  await lab.rest();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 6 of 6 · done');
});

test('buttons go by moments and to both ends', async () => {
  await lab.button('Back').click();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', /command 5 of 5 · step (\d+) of \1$/);
  await lab.button('Forward').click();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 5 of 5 · done');
  await lab.button('First').click();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'the server has started');
  await lab.button('Last').click();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 5 of 5 · done');
});

test('keys work wherever no text is typed', async () => {
  await lab.timeline.focus();
  const { keyboard } = lab.page;
  await keyboard.press('Shift+ArrowLeft');
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 4 of 5 · done');
  await keyboard.press('ArrowLeft');
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', /command 4 of 5 · step/);
  await keyboard.press('End');
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 5 of 5 · done');
  await lab.page.getByRole('link', { name: 'Lab', exact: true }).focus();
  await keyboard.press('Home');
  await expect(lab.timeline).toHaveAttribute('aria-valuenow', '0');
  await keyboard.press('Shift+ArrowRight');
  await expect(lab.timeline).toHaveAttribute('aria-valuenow', '1');
  await lab.command.focus();
  await keyboard.press('Home');
  await keyboard.press('ArrowLeft');
  await expect(lab.timeline).toHaveAttribute('aria-valuenow', '1');
});

test('Space plays from the past until now', async () => {
  await lab.timeline.focus();
  await lab.page.keyboard.press('Home');
  await lab.page.keyboard.press(' ');
  await expect(lab.button('Pause')).toBeVisible();
  await lab.rest();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 5 of 5 · done');
});

test('the slider can be dragged, and shows where something happened', async () => {
  await expect(lab.page.locator('.track-mark.is-resize').first()).toHaveAttribute(
    'title',
    /A table was allocated/,
  );
  const box = await lab.page.locator('.track-line').boundingBox();
  if (box === null) throw new Error('the track is not on the page');
  await lab.page.mouse.move(box.x + box.width, box.y + 3);
  await lab.page.mouse.down();
  await lab.page.mouse.move(box.x + 2, box.y + 3, { steps: 8 });
  await lab.page.mouse.up();
  await expect(lab.timeline).toHaveAttribute('aria-valuenow', '1');
  await expect(lab.replies.locator('.console-entry.is-later')).toHaveCount(5);
});

test('the picture goes back as well', async () => {
  const dictionary = lab.panel('Dictionary');
  await expect(dictionary).toContainText('5 keys');
  await lab.timeline.focus();
  await lab.page.keyboard.press('Shift+ArrowLeft');
  await expect(dictionary).toContainText('4 keys');
  await lab.page.keyboard.press('Home');
  await expect(dictionary).toContainText('0 keys');
});

test('typing in the past starts a branch, after saying so, and the old one is kept', async () => {
  await lab.timeline.focus();
  await lab.page.keyboard.press('Shift+ArrowLeft');
  await lab.page.keyboard.press('Shift+ArrowLeft');
  await expect(lab.page.getByText('You are looking at command 3 of 5.')).toBeVisible();
  await lab.type('SET other 1');
  await lab.rest();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 4 of 4 · done');
  await expect(lab.replies).not.toContainText('SET d 4');
  await expect(lab.page.getByText('A new branch begins here. The old one is kept.')).toBeVisible();
  await lab.run('DBSIZE', '(integer) 4');
  const branches = lab.page.getByRole('combobox', { name: 'Branch' });
  await branches.selectOption({ index: 0 });
  await expect(lab.replies).toContainText('SET e 5');
  await expect(lab.replies).not.toContainText('SET other 1');
  await lab.run('DBSIZE', '(integer) 5');
});

test('one press leads back to now', async () => {
  await lab.button('First').click();
  await lab.button('Back to now').click();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 5 of 5 · done');
  await expect(lab.button('Back to now')).toHaveCount(0);
});
