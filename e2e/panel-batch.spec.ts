import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

test('lines of commands are run, answered beside them as at the console, and kept', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/batch');
  const panel = lab.panel('Command script');
  const code = panel.getByRole('textbox', { name: 'Commands, one per line' });
  await expect(code).toContainText('HSET user:1 name ann age 30');
  await lab.stopClock();
  await panel.getByRole('button', { name: 'Run all' }).click();
  await expect(panel).toContainText('5 lines were run, 1 failed');
  const answers = panel.locator('.answer');
  await expect(answers).toHaveText([
    '→ OK',
    '→ (integer) 2',
    '→ (integer) 3',
    /^→ \(error\) WRONGTYPE/,
    '→ 1) "hello"  2) "3"',
  ]);
  await expect(panel.locator('.line-error')).toContainText('LPUSH user:1 x');
  await expect(lab.replies).toContainText('LPUSH user:1 x');
  await lab.run('GET visits', '"3"');

  // One line alone, from the keyboard; the cursor goes on to the next.
  await code.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('SADD ids 1 2 3\nSCARD ids\nSET "open');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+Enter');
  await expect(answers).toHaveText(['→ (integer) 3']);
  await page.keyboard.press('Control+Enter');
  await expect(answers).toHaveText(['→ (integer) 3', '→ (integer) 3']);
  await page.keyboard.press('Control+Enter');
  await expect(answers.last()).toHaveText('→ the quotes do not balance');
  await page.reload();
  await expect(code).toContainText('SCARD ids');
  lab.expectNoTroubles();
});
