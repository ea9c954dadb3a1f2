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
  // Slowly, so that the polling test sees it.
  await lab.page.getByRole('combobox', { name: 'Playback speed' }).selectOption('0.5×');
  // Input faster than typing would not be played.
  await lab.page.waitForTimeout(300);
  await lab.type('GET e');
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', /command 6 of 6 · step \d+ of/);
  await lab.rest();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 6 of 6 · done');
});

test('buttons go by moments and to both ends', async () => {
  await lab.back();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', /command 5 of 5 · step (\d+) of \1$/);
  await lab.button('Forward').click();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 5 of 5 · done');
  await lab.button('First').click();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'server started');
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
  await expect(lab.page.locator('.track-mark.is-resize').first()).toHaveAttribute('title', /Table allocated/);
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
  await lab.settle();
  // It is named by its first command, and forks where this one was left.
  await expect(lab.page.locator('.track-mark.is-branch')).toHaveAttribute('data-frame', '4');
  await lab.button('Branches').click();
  await lab.page.getByRole('button', { name: /original history.*splits off after command 3/ }).click();
  await expect(lab.replies).toContainText('SET e 5');
  await expect(lab.replies).not.toContainText('SET other 1');
  await lab.run('DBSIZE', '(integer) 5');
  await lab.settle();
  await lab.button('Branches').click();
  await expect(lab.page.getByRole('button', { name: /^SET other 1.*5 commands/ })).toBeVisible();
  await lab.button('Delete branch SET other 1').click();
  await lab.button('Delete').click();
  await expect(lab.page.locator('.track-mark.is-branch')).toHaveCount(0);
});

test('one press leads back to now', async () => {
  await lab.button('First').click();
  await lab.button('Back to now').click();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 5 of 5 · done');
  await expect(lab.button('Back to now')).toHaveCount(0);
});

test('marks of every kind are shown, hidden, and jumped to', async () => {
  const { keyboard } = lab.page;
  const mark = (kind: string) => lab.page.locator(`.track-mark.is-${kind}`);
  await lab.typeAll(['CONFIG SET hash-max-listpack-entries 1', 'HSET h a 1', 'HSET h b 2', 'LPUSH h x']);
  await lab.settle();
  await expect(mark('encoding')).toHaveCount(1);
  await expect(mark('encoding')).toHaveAttribute('title', /Encoding changed[\s\S]*HSET h b 2/);
  await expect(mark('error')).toHaveCount(1);
  await lab.run('OBJECT ENCODING h', 'hashtable');
  await lab.settle();
  await lab.timeline.focus();
  await keyboard.press('[');
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 9 of 10 · done');
  await keyboard.press('[');
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 8 of 10 · done');
  await keyboard.press('{');
  await keyboard.press('}');
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 8 of 10 · done');
  await lab.button('Marks').click();
  await lab.page.getByRole('checkbox', { name: 'Encoding changed' }).uncheck();
  await expect(mark('encoding')).toHaveCount(0);
  await lab.button('Next: Error reply').click();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 9 of 10 · done');
  await lab.button('Previous: Table allocated').click();
  await lab.page.getByRole('checkbox', { name: 'Encoding changed' }).check();
  await expect(mark('encoding')).toHaveCount(1);
  await keyboard.press('Escape');
  await mark('error').click();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 9 of 10 · done');
});

test('a command, or a range of them, can be looped', async () => {
  await lab.timeline.focus();
  await lab.page.keyboard.press('Shift+ArrowLeft');
  await lab.page.keyboard.press('l');
  await expect(lab.button('loops command 4')).toBeVisible();
  const seen = new Set<string>();
  // It comes to its end and begins again.
  await expect
    .poll(
      async () => {
        seen.add(await lab.place());
        return seen.has('command 4 of 5 · done') && [...seen].some((place) => /step 1 of/.test(place));
      },
      { intervals: [40] },
    )
    .toBe(true);
  expect([...seen].every((place) => place.startsWith('command 4 of 5'))).toBe(true);
  await lab.button('loops command 4').click();
  await lab.button('Loop from here').click();
  await expect(lab.button('loops commands 4 to 5')).toBeVisible();
  await lab.page.keyboard.press('l');
  await expect(lab.button('Loop')).toBeVisible();
  await lab.rest();
});

test('a part shows when it last changed, by pointer and by keyboard, and leads back', async () => {
  await lab.typeAll(['APPEND b xyz', 'ZADD z 1 one', 'GET b']);
  await lab.settle();
  const notice = lab.page.locator('.last-change');
  const keyspace = lab.panel('Keyspace');
  await keyspace.getByRole('row', { name: /^b / }).getByText('2xyz').click({ button: 'right' });
  await lab.page.getByRole('menuitem', { name: /When did this last change/ }).click();
  await expect(notice).toContainText('APPEND b xyz');
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', /^command 6 of 8/);
  await lab.button('Back to where I was').click();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 8 of 8 · done');
  await expect(notice).toHaveCount(0);
  // The type of the same row is unchanged since it was first written.
  const list = keyspace.getByRole('region', { name: 'Keys' });
  await list.focus();
  await lab.page.keyboard.press('ArrowDown');
  await lab.page.keyboard.press('ArrowDown');
  await lab.page.keyboard.press('ArrowRight');
  await lab.page.keyboard.press('w');
  await expect(notice).toContainText('SET b 2');
  await lab.button('Back to where I was').click();
  // An entry of the dictionary came to its place when it was inserted or moved there.
  const entry = lab.panel('Dictionary').locator('[data-entry]').filter({ hasText: 'z' });
  await entry.first().click({ button: 'right' });
  await lab.page.keyboard.press('Enter');
  await expect(notice).toContainText(/ZADD z 1 one|GET b/);
});
