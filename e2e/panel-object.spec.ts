import { expect, type Locator, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask } from './panels.ts';

/** A row of the accessible table. */
const row = (panel: Locator, id: string) => panel.locator(`tr[data-row="${id}"] td`);

test('a value lies in memory as OBJECT, STRLEN and MEMORY USAGE say', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/object');
  const panel = lab.panel('Object and string');
  await expect(panel).toContainText('SET greeting hello');
  for (const command of [
    'SET s hello',
    'APPEND s ", world of strings"',
    'SET s 1234567',
    'INCR s',
    `SET s ${'x'.repeat(45)}`,
    'SETRANGE s 100 end',
    'SET s 7',
    'HSET h a 1',
    `HSET h b ${'v'.repeat(65)}`,
  ]) {
    const key = command.split(' ')[1];
    await ask(lab, command);
    await lab.settle();
    const encoding = await ask(lab, `OBJECT ENCODING ${key}`);
    const memory = await ask(lab, `MEMORY USAGE ${key}`);
    await lab.settle();
    await expect(row(panel, 'encoding'), command).toHaveText(encoding.replaceAll('"', ''));
    await expect(panel).toContainText(
      `${Number(memory.replace('(integer) ', '')).toLocaleString('en')} B in all`,
    );
    if (key !== 's') continue;
    const length = (await ask(lab, 'STRLEN s')).replace('(integer) ', '');
    const text = (await ask(lab, 'GET s')).slice(1, -1);
    await lab.settle();
    const boxes = panel.locator('[data-box^="byte:"].tone-old');
    if (encoding === '"int"') await expect(row(panel, 'pointer')).toHaveText(text);
    else {
      await expect(boxes).toHaveCount(Number(length));
      await expect(row(panel, 'length')).toHaveText(length);
    }
  }
  // Keys reach every byte, which is announced.
  await ask(lab, 'SET s hello');
  await lab.settle();
  await panel.getByRole('application').focus();
  await page.keyboard.press('End');
  await expect(panel.locator('.visually-hidden[aria-live]')).not.toHaveText('');
  lab.expectNoTroubles();
});

test('a key in the keyspace can be explained, by pointer and by keyboard', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(lab.panel('Keyspace')).toContainText('0 keys');
  await lab.typeAll(['SET a 1', 'SET b two', 'HSET h f v']);
  await lab.settle();
  await lab.panel('Keyspace').getByRole('cell', { name: 'embstr' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Explain this key' }).click();
  const object = lab.panel('Object and string');
  await expect(object.getByRole('combobox', { name: 'Key' })).toHaveValue(/\d/);
  await expect(object).toContainText('It is not an integer and has 3 of at most 44 bytes');
  await lab.panel('Keyspace').getByRole('region').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+F10');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(object).toContainText('hash-max-listpack-entries allows 512');
  lab.expectNoTroubles();
});

test('the figures beside the title are those of the key shown', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/object');
  const summary = lab.panel('Object and string').locator('.panel-frame-summary');
  await ask(lab, 'SADD ids 1 2 3');
  // Its type and its encoding are the same word.
  await ask(lab, 'XADD orders 1-1 item tea');
  await lab.settle();
  await expect(summary).toContainText('stream · stream');
  await ask(lab, 'OBJECT ENCODING ids');
  await ask(lab, 'SADD ids four');
  await lab.settle();
  await expect(summary).toContainText('set · hashtable');
  await expect(summary).not.toContainText('stream');
});
