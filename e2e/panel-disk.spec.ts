import { expect, type Locator, test } from '@playwright/test';
import { splitArguments } from '../src/protocol/split-arguments.ts';
import { Lab } from './lab.ts';
import { ask } from './panels.ts';

/** The bytes drawn, as text in hexadecimal. */
async function drawnHex(panel: Locator): Promise<string> {
  const hex = await panel
    .locator('[data-box^="bytes:"]')
    .evaluateAll((boxes) =>
      boxes.map((box) =>
        [...box.querySelectorAll('text')]
          .filter((text) => text.getAttribute('y') === '12')
          .map((text) => text.textContent),
      ),
    );
  return hex.flat().join('');
}

const hexOf = (text: string) => Buffer.from(text, 'latin1').toString('hex');
const command = (...words: string[]) =>
  `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`;

/** The bytes of a quoted string of redis-cli. */
function unquoted(printed: string): string {
  return Buffer.from(splitArguments(printed)![0]).toString('latin1');
}

test("bytes are those of the server's files; a power failure loses what the panel predicts", async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/disk');
  const panel = lab.panel('Disk');
  await expect(panel).toContainText('The disk is empty');
  await lab.stopClock();
  await lab.hurry();
  const pass = async () => {
    await page.getByRole('button', { name: /^Server clock/ }).click();
    await page.getByRole('button', { name: '+1 s' }).click();
    await page.keyboard.press('Escape');
  };

  // A snapshot: the value lies in the file as DUMP returns it, between its type and the footer.
  await lab.run('SET greeting hello', 'OK');
  const dumped = unquoted(await ask(lab, 'DUMP greeting'));
  await lab.run('SAVE', 'OK');
  await pass();
  await lab.settle();
  await panel.locator('[data-path="dump.rdb"]').click();
  await expect.poll(async () => (await drawnHex(panel)).slice(0, 18)).toBe(hexOf('REDIS0010'));
  const value = dumped.slice(1, -10);
  const inFile = await drawnHex(panel);
  expect(inFile).toContain(hexOf(`${dumped[0]}\x08greeting${value}`));
  const table = panel.getByRole('table', { name: 'Bytes of the file with their meaning: dump.rdb' });
  await expect(table).toContainText(/key\s*greeting/);
  await expect(table.locator('tr').last()).toContainText('CRC-64');

  // The append only file: every command, and its size as INFO has it.
  await lab.run('CONFIG SET appendonly yes', 'OK');
  await pass();
  await pass();
  await panel.getByRole('button', { name: 'Latest' }).click();
  await lab.run('SET a 1', 'OK');
  await pass();
  await lab.run('INCR a', '(integer) 2');
  await lab.run('SET b lost', 'OK');
  await lab.settle();
  const expected =
    command('SELECT', '0') + command('SET', 'a', '1') + command('INCR', 'a') + command('SET', 'b', 'lost');
  await expect.poll(() => drawnHex(panel)).toBe(hexOf(expected));
  const info = await ask(lab, 'INFO persistence');
  const size = Number(/aof_current_size:(\d+)/.exec(info)?.[1]);
  const sizes = await panel.locator('.disk-file small').allInnerTexts();
  const bytes = sizes
    .filter((text) => /base|increment/.test(text))
    .map((text) => Number(/([\d,]+) B/.exec(text)?.[1].replace(',', '')));
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBe(size);

  // Power off: exactly the predicted part is gone, and the server starts from the rest.
  const predicted = await panel.locator('.sheet-label', { hasText: 'power failure now loses' }).textContent();
  const loses = /loses (\d+ B), (\d) command/.exec(predicted ?? '')!;
  // The write before it came a second after the latest fsync, and so took one with it.
  expect(loses[1]).toBe(`${command('SET', 'b', 'lost').length} B`);
  expect(loses[2]).toBe('1');
  await lab.button('Power').click();
  await lab.button('Cut the power: unsynced data is lost').click();
  await expect(panel).toContainText(`${loses[1]} were lost`);
  await expect(panel).toContainText('not running: crashed');
  await expect
    .poll(() => drawnHex(panel))
    .toBe(hexOf(expected.slice(0, -command('SET', 'b', 'lost').length)));
  await lab.button('Power').click();
  await lab.button('Restart from disk').click();
  // It starts with its first settings, without an append only file: it reads the snapshot.
  await expect(panel.locator('.disk-log')).toContainText('Done loading RDB, keys loaded: 1');
  await lab.run('EXISTS greeting a b', '(integer) 1');
  lab.expectNoTroubles();
});
