import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

const LOOP = `local total = 0
for i = 1, 1000 do
  total = total + i
  redis.call('incr', KEYS[1])
end
return total`;

test('a script is written, run, and followed line by line in both directions', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/script');
  const panel = lab.panel('Lua script');
  const local = (name: string) => panel.locator(`[data-local="${name}"] code`);
  const stride = (name: string) => panel.getByRole('button', { name, exact: true });
  const code = panel.getByRole('textbox', { name: /^Source of the script/ });
  await expect(panel).toContainText('No script has run yet');
  await lab.stopClock();
  await lab.hurry();

  // A sample with its data: the reply in the panel is the one at the console.
  await panel.getByRole('button', { name: 'Write a script' }).click();
  await panel.getByRole('combobox', { name: 'Sample' }).selectOption('A function and a loop');
  await panel.getByRole('button', { name: 'Run these first' }).click();
  await expect(lab.replies).toContainText('DEL collatz');
  await panel.getByRole('button', { name: 'Run', exact: true }).click();
  await lab.button('Last').dispatchEvent('click');
  await expect(panel.locator('.script-reply')).toHaveText('(integer) 8');
  await expect(lab.replies.locator('[data-key]').last()).toContainText('(integer) 8');

  // Back from the end, then forward: into the function, out of it, and over it.
  await stride('Back').click();
  await expect(panel.locator('.line-current')).toContainText('return steps');
  await expect(local('n')).toHaveText('1');
  await expect(local('steps')).toHaveText('8');
  await stride('Previous breakpoint').click();
  // A function is made at the line of its end.
  const current = panel.locator('.line-current');
  await expect(current).toHaveText('end');
  await stride('Over').click();
  await expect(current).toContainText('local n = tonumber(ARGV[1])');
  for (let times = 0; times < 4; times++) await stride('Over').click();
  await expect(current).toContainText('n = follow(n)');
  await expect(panel.locator('.script-calls li')).toContainText(['RPUSH collatz 6→ (integer) 1']);
  await stride('Into').click();
  await expect(current).toContainText('if n % 2 == 0 then');
  await expect(panel.locator('.script-part h4').first()).toContainText('function at line 2');
  await expect(local('n').first()).toHaveText('6');
  await stride('Out').click();
  await expect(current).toContainText('steps = steps + 1');
  await expect(panel.locator('[data-local="n"]')).toHaveAttribute('data-changed', 'true');
  await expect(panel.locator('[data-local="n"]')).toContainText('3was 6');

  // The question when a variable last changed leads back to that line, and from there back again.
  const notice = page.locator('.last-change');
  for (let times = 0; times < 2; times++) await stride('Over').click();
  await expect(current).toContainText('redis.call');
  await panel.getByRole('button', { name: 'n', exact: true }).click();
  await page.getByRole('menuitem', { name: /When did this last change/ }).click();
  await expect(notice).toContainText('EVAL');
  await expect(current).toContainText('steps = steps + 1');
  await expect(panel.locator('[data-local="n"]')).toContainText('3was 6');
  await lab.button('Back to where I was').click();
  await expect(current).toContainText('redis.call');
  await panel.getByRole('button', { name: 'n', exact: true }).focus();
  await page.keyboard.press('w');
  await expect(current).toContainText('steps = steps + 1');
  await lab.button('Back to where I was').click();

  // A loop of thousands of lines: a breakpoint set by keyboard is hit far beyond the first hundred steps.
  await lab.button('Last').dispatchEvent('click');
  await lab.run(`EVAL "${LOOP.replaceAll('\n', '\\n')}" 1 counter`, '(integer) 500500');
  await lab.button('Last').dispatchEvent('click');
  await lab.run('GET counter', '"1000"');
  await expect(panel).toContainText('This script ran earlier');
  await stride('Go to where it ran').click();
  await code.focus();
  await page.keyboard.press('Control+Home');
  for (let line = 1; line < 4; line++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F9');
  await expect(panel.locator('.sign-breakpoint')).toHaveCount(1);
  // At the end of its frame: back over breakpoints, the last turns of the loop first.
  await stride('Previous breakpoint').click();
  await expect(local('i')).toHaveText('1000');
  await expect(local('total')).toHaveText('500500');
  await code.focus();
  await page.keyboard.press('Shift+F8');
  await page.keyboard.press('Shift+F8');
  await expect(local('i')).toHaveText('998');
  await expect(local('total')).toHaveText(String((998 * 999) / 2));
  await page.keyboard.press('F8');
  await expect(local('i')).toHaveText('999');
  await expect(panel.locator('.script-calls li').last()).toContainText('→ (integer) 998');

  // The next run stops at the breakpoint by itself, and goes on from there.
  await lab.button('Last').dispatchEvent('click');
  await lab.type(`EVAL "${LOOP.replaceAll('\n', '\\n')}" 1 counter`);
  await expect(local('i')).toHaveText('1');
  await lab.rest();
  await lab.button('Play').click();
  await expect(local('i')).toHaveText('2');
  await lab.rest();
  lab.expectNoTroubles();
});

test('mistakes are shown at their line, and a draft outlives a reload', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/script');
  const panel = lab.panel('Lua script');
  await expect(panel).toContainText('No script has run yet');
  await lab.stopClock();
  await panel.getByRole('button', { name: 'Write a script' }).click();
  const code = panel.getByRole('textbox', { name: 'Lua script', exact: true });
  const write = async (text: string) => {
    await code.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  };
  await write('local a = 1\nlocal b =\nreturn a');
  await code.press('Control+Enter');
  // A script that does not compile stays in the editor.
  await expect(panel.getByRole('status', { name: 'Reply' })).toContainText('user_script:3');
  await expect(panel.locator('.line-error')).toContainText('return a');
  await expect(lab.replies).toContainText('Error compiling script');
  await write("local key = KEYS[1]\nredis.call('lpush', key, ARGV[1])\nreturn redis.call('incr', key)");
  await panel.getByRole('textbox', { name: 'KEYS' }).fill('"my list"');
  await panel.getByRole('textbox', { name: 'ARGV' }).fill('x');
  await panel.getByRole('button', { name: 'Run', exact: true }).click();
  await lab.button('Last').dispatchEvent('click');
  await expect(panel.locator('.line-error')).toContainText("redis.call('incr', key)");
  await expect(panel.locator('.script-reply')).toContainText(/WRONGTYPE .* on @user_script:3\./);
  await lab.run('LRANGE "my list" 0 -1', '1) "x"');

  await page.reload();
  await lab.choose('Write');
  await expect(code).toContainText("redis.call('lpush', key, ARGV[1])");
  await expect(panel.getByRole('textbox', { name: 'KEYS' })).toHaveValue('"my list"');
  lab.expectNoTroubles();
});
