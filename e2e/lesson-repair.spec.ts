import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

const step = './#/learn/lock-evolution/script';

test('a script is mended; the first case that fails is shown, and can be stepped through', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open(step);
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  const box = page.getByRole('region', { name: 'Repair it' });
  const editor = box.getByRole('textbox', { name: 'Your script' });
  const cases = box.getByRole('list', { name: 'Cases' }).getByRole('listitem');
  const write = async (text: string) => {
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
  };
  await expect(editor).toContainText("redis.call('DEL', KEYS[1])");

  await editor.focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(cases).toHaveText([/^passes: A releases/, /^fails: A comes too late/, /^not run: /]);
  await expect(box).toContainText('Expected reply(integer) 0Reply(integer) 1');
  await expect(box).toContainText('That’s B’s lock you’ve deleted.'.replaceAll('’', "'"));

  // The case in the lesson's own server, at the first line of the script.
  await box.getByRole('button', { name: 'Step through this case' }).click();
  const panel = lab.panel('Lua script');
  await expect(panel).toContainText("return redis.call('DEL', KEYS[1])");
  await panel.getByRole('button', { name: 'Into', exact: true }).click();
  await expect(panel.locator('.script-where')).toContainText(/lines run: 1 of \d/);
  await box.getByRole('button', { name: 'Back to the step' }).click();
  await expect(panel).toHaveCount(0);

  await write('while true do end');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(box).toContainText('The script did not end and was stopped.', { timeout: 30_000 });

  await write("if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end\nreturn 1");
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(box).toContainText('but A is told that it released something');

  // The text outlives the page.
  await page.reload();
  await expect(editor).toContainText('return 1');
  await write(
    "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end\nreturn 0",
  );
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(box).toContainText('All cases pass.');
  await expect(box).toContainText('to every other client they are one command');
  const { violations } = await new AxeBuilder({ page }).include('.lesson-repair').analyze();
  expect(violations).toEqual([]);

  await page.reload();
  await expect(box).toContainText('already solved');
  lab.expectNoTroubles();
});

test('a line that is longer than the editor goes on below it, whole', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open(step);
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  const box = page.getByRole('region', { name: 'Repair it' });
  await box.getByRole('textbox', { name: 'Your script' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(`return '${'x'.repeat(200)}'`);
  const line = box.locator('.cm-line');
  await expect.poll(async () => (await line.boundingBox())!.height).toBeGreaterThan(40);
  const hidden = box
    .locator('.cm-scroller')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(await hidden).toBe(0);
});
