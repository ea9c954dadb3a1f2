import { expect, test } from '@playwright/test';
import { openStill } from './panels.ts';

test('two runs differ where a setting differs, as the engine says, and the link shows the same', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { lab } = await openStill(page);
  await lab.typeAll(['HSET h a 1', 'HSET h b 2', 'HSET h c 3', 'SET s 1']);
  await lab.settle();
  // From the second command on, the second run packs two fields at most.
  await lab.timeline.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 2 of 4 · done');
  await lab.button('Branches').click();
  await lab.button('Compare two runs').click();
  await expect(page.getByRole('heading', { name: 'Two runs side by side' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Setting' }).fill('hash-max-listpack-entries');
  await page.getByRole('textbox', { name: 'Value in run B' }).fill('2');
  await lab.button('Compare').click();

  const one = page.getByRole('region', { name: 'Run A' });
  const other = page.getByRole('region', { name: 'Run B' });
  const encoding = (side: typeof one) => side.getByRole('row', { name: /^h / }).locator('.keyspace-encoding');
  await expect(encoding(one)).toHaveText('listpack');
  await expect(encoding(other)).toHaveText('hashtable');
  // Both servers answer what their panels show.
  const replies = page.getByRole('region', { name: 'Replies' });
  await page.getByRole('textbox', { name: 'Command for both runs' }).fill('OBJECT ENCODING h');
  await page.keyboard.press('Enter');
  const asked = replies.getByRole('row', { name: /OBJECT ENCODING h/ });
  await expect(asked.getByRole('cell')).toHaveText(['"listpack"', '"hashtable"']);
  await expect(asked).toHaveAttribute('data-differs', 'true');
  const different = page
    .getByRole('region', { name: 'What differs' })
    .getByRole('row', { name: /h encoding/ });
  await expect(different.getByRole('cell')).toHaveText(['listpack', 'hashtable']);
  await expect(replies.getByRole('row', { name: /SET s 1/ })).toHaveAttribute('data-differs', 'false');

  // Before the third field only the setting itself differs.
  const slider = page.getByRole('slider', { name: 'Moment in both runs' });
  await lab.button('First difference').click();
  await expect(slider).toHaveAttribute('aria-valuetext', 'CONFIG GET hash-max-listpack-entries');
  await expect(encoding(other)).toHaveText('listpack');
  await slider.press('End');
  await expect(encoding(other)).toHaveText('hashtable');

  await lab.button('Copy link').click();
  await expect(lab.button('Link copied')).toBeVisible();
  const second = await context.newPage();
  await second.goto(page.url());
  const again = second.getByRole('region', { name: 'Run B' }).getByRole('row', { name: /^h / });
  await expect(again.locator('.keyspace-encoding')).toHaveText('hashtable');
  await expect(
    second.getByRole('region', { name: 'Replies' }).getByRole('row', { name: /OBJECT ENCODING h/ }),
  ).toHaveAttribute('data-differs', 'true');
  await second.setViewportSize({ width: 390, height: 844 });
  await expect(second.getByRole('region', { name: 'Run A' })).toBeVisible();
  await expect(second.getByRole('region', { name: 'Run B' })).toBeHidden();
  await second.getByRole('radio', { name: 'Run B' }).dispatchEvent('click');
  await expect(second.getByRole('region', { name: 'Run B' })).toBeVisible();

  // The reader's own session has not moved.
  await page.getByRole('link', { name: 'Back to the lab' }).click();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 2 of 4 · done');
  lab.expectNoTroubles();
});

test('two branches of a session are compared command by command', async ({ page }) => {
  const { lab } = await openStill(page);
  await lab.typeAll(['SET a 1', 'SET b 2']);
  await lab.settle();
  // Another history from the first command on.
  await lab.timeline.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 1 of 2 · done');
  await lab.typeAll(['SET c 3']);
  await lab.settle();
  await lab.button('Branches').click();
  await lab.button('Compare with branch original history').click();
  const one = page.getByRole('region', { name: 'Run A' });
  const other = page.getByRole('region', { name: 'Run B' });
  await expect(one).toContainText('SET c 3');
  await expect(other).toContainText('original history');
  await expect(one.getByRole('row', { name: /^c / })).toBeVisible();
  await expect(other.getByRole('row', { name: /^b / })).toBeVisible();
  await expect(other.getByRole('row', { name: /^c / })).toHaveCount(0);
  const replies = page.getByRole('region', { name: 'Replies' });
  await expect(replies.getByRole('row', { name: /SET a 1/ })).toHaveAttribute('data-differs', 'false');
  const parted = replies.getByRole('row', { name: /SET c 3\s*SET b 2/ });
  await expect(parted).toHaveAttribute('data-differs', 'true');
  // The choice is in the page, too.
  const choice = page.getByRole('combobox', { name: 'Or another branch as run B' });
  await expect(choice.locator('option:checked')).toHaveText('original history');
  lab.expectNoTroubles();
});
