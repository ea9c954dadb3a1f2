import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { Lab } from './lab.ts';

/** The limits of one message to the page, and of the page's text: neither grows with a reply. */
const maxMessageBytes = 400_000;
const maxCharacters = 60_000;
const maxElements = 6000;

/** Weighs every message that a worker sends from now on. */
async function weighMessages(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const weigh = (value: unknown): number => {
      if (typeof value === 'string') return value.length;
      if (ArrayBuffer.isView(value)) return value.byteLength;
      if (value instanceof ArrayBuffer) return value.byteLength;
      if (typeof value !== 'object' || value === null) return 8;
      return Object.values(value).reduce((sum: number, part) => sum + weigh(part), 0);
    };
    const weights = { heaviest: 0 };
    Object.assign(window, { weights });
    const { Worker } = window;
    window.Worker = class extends Worker {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        this.addEventListener('message', ({ data }) => {
          weights.heaviest = Math.max(weights.heaviest, weigh(data));
        });
      }
    };
  });
  return () => page.evaluate(() => (window as unknown as { weights: { heaviest: number } }).weights.heaviest);
}

async function linkTo(lab: Lab): Promise<string> {
  await lab.button('Share this step').click();
  const link = await lab.page.getByRole('textbox', { name: 'Link to this step' }).inputValue();
  await lab.button('Done').click();
  return link;
}

async function expectLightPage(page: Page): Promise<void> {
  const { characters, elements, longest } = await page.evaluate(() => ({
    characters: document.body.textContent.length,
    elements: document.querySelectorAll('*').length,
    longest: [...document.querySelectorAll('.console-output, .console-line')].reduce(
      (most, { textContent }) => Math.max(most, textContent.length),
      0,
    ),
  }));
  expect(longest).toBeLessThanOrEqual(4001);
  expect(characters).toBeLessThan(maxCharacters);
  expect(elements).toBeLessThan(maxElements);
}

test('a reply of one long line is shown in part, also after every reload; the rest comes on request', async ({
  page,
}) => {
  const heaviest = await weighMessages(page);
  const lab = new Lab(page);
  await lab.open('#/lab');
  await lab.run('SETRANGE k 5000000 x', '(integer) 5000001');
  for (let nth = 0; nth < 3; nth++) await lab.type('GET k');
  await lab.run('ECHO after', '"after"');
  await expect(lab.replies).toContainText('The whole reply is 4.77 MB.');
  await expectLightPage(page);
  expect(await heaviest()).toBeLessThan(maxMessageBytes);

  await page.goto(await linkTo(lab));
  await page.reload();
  await expect(lab.replies).toContainText('"after"');
  await lab.run('ECHO again', '"again"');
  await expectLightPage(page);
  expect(await heaviest()).toBeLessThan(maxMessageBytes);

  const download = page.waitForEvent('download');
  await lab.button('Save as file').last().click();
  const file = await readFile(await (await download).path());
  expect(file.length).toBe(5_000_001);
  expect(file.at(-1)).toBe('x'.charCodeAt(0));
  await lab.button('Show more').last().click();
  await expect
    .poll(() =>
      lab.replies
        .locator('.console-output')
        .evaluateAll((all) => Math.max(...all.map((one) => one.textContent.length))),
    )
    .toBe(100_001);
  expect(lab.troubles).toEqual([]);
});

test('replies of many lines, long typed lines, floods and errors leave the page light', async ({ page }) => {
  const heaviest = await weighMessages(page);
  const lab = new Lab(page);
  await lab.open('#/lab');
  await lab.connect(2);
  await lab.run('MONITOR', 'OK');
  await page.getByRole('tab', { name: 'client 1', exact: true }).click();
  await lab.run('DEBUG POPULATE 100000 key 10', 'OK');
  await lab.run('KEYS *', 'The whole reply is');
  await lab.run(`EVAL "local t = {} for i = 1, 100000 do t[i] = i end return t" 0`, '(integer) 40');
  await lab.run(`EVAL "return redis.error_reply(string.rep('e', 3000000))" 0`, '(error)');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('v'.repeat(2_000_000)));
  await lab.command.fill('SET pasted ');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(lab.command).toHaveValue('');
  await lab.run('STRLEN pasted', '(integer) 2000000');
  await lab.command.fill('SET "unfinished ');
  await page.keyboard.press('ControlOrMeta+v');
  await lab.run('ECHO after', 'Invalid argument(s)');
  await lab.run('2000 GET key:1', 'and 999 more, sent at once');
  await lab.run('ECHO last', '"last"');
  for (let back = 0; back < 8; back++) await lab.command.press('ArrowUp');
  expect((await lab.command.inputValue()).length).toBeLessThan(1000);
  await expectLightPage(page);
  await page.getByRole('tab', { name: /^client 2/ }).click();
  await expect(lab.replies).toContainText('"STRLEN" "pasted"');
  await expectLightPage(page);
  // Everything but the table of all commands, which every page gets once.
  expect(await heaviest()).toBeLessThan(2 * maxMessageBytes);
  expect(lab.troubles).toEqual([]);
});

test('the prompt shows the selected database, however it was selected', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('#/lab');
  const prompt = page.locator('.console-input-line .console-prompt');
  await lab.typeAll(['MULTI', 'SELECT 3', 'EXEC']);
  await expect(prompt).toHaveText('db3>');
  await lab.typeAll(['RESET']);
  await expect(prompt).toHaveText('db0>');
  await lab.typeAll(['PING', 'MULTI', 'SELECT 4', 'EXEC']);
  await expect(prompt).toHaveText('db4>');
  await page.goto(await linkTo(lab));
  await page.reload();
  await expect(prompt).toHaveText('db4>');
});
