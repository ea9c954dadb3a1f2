/** The seat of a reader who goes back, loses the server and walks from scene to scene. */
import { expect, type Page, test } from '@playwright/test';
import { readCourse } from '../src/content/course.ts';
import { zh } from '../src/ui/i18n/zh.ts';
import { scenarios } from '../src/ui/lab/scenarios.ts';
import { numberOf } from '../src/ui/lesson/course-order.ts';
import { Lab } from './lab.ts';

async function scene(lab: Lab, title: string): Promise<void> {
  await lab.button('Scenes').click();
  await lab.page.getByRole('dialog').getByRole('button', { name: title }).click();
  const again = lab.button('Start new');
  const note = lab.page.getByRole('region', { name: title });
  await expect(again.or(note)).toBeVisible();
  if (await again.isVisible()) await again.click();
  await expect(note).toBeVisible();
}

/** How many pixels of the last reply and the prompt are outside the log. */
function outside(page: Page): Promise<number> {
  return page.evaluate(() => {
    const log = document.querySelector('.console-scroller')!.getBoundingClientRect();
    const last = [...document.querySelectorAll('.console-entry, .console-input-line')].slice(-2);
    const bottoms = last.map((element) => element.getBoundingClientRect().bottom);
    return Math.max(0, Math.max(...bottoms) - log.bottom, log.top - bottoms[0]);
  });
}

test('after every scene the replies to its commands are in sight', async ({ page }) => {
  test.slow();
  const lab = new Lab(page);
  await lab.open('./#/lab');
  for (const { title, next } of scenarios) {
    await scene(lab, title.en);
    await expect.poll(() => outside(page)).toBeLessThan(2);
    // Even after somebody has looked at the beginning.
    await page.locator('.console-scroller').evaluate((element) => element.scrollTo({ top: 0 }));
    await page.locator('.lab-scene-command').first().click();
    await expect(lab.replies.locator('.console-line').last()).toContainText(next[0].split(' ')[0]);
    await expect.poll(() => outside(page)).toBeLessThan(2);
  }
  lab.expectNoTroubles();
});

test('a scene and what was filled end with their session, and come back with it', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await scene(lab, 'A table is about to double');
  const note = page.getByRole('region', { name: 'A table is about to double' });
  await lab.button('Fill').click();
  await lab.button('1,000 keys').click();
  const filled = page.getByText(/^1,000 keys · [\d,]+\/s$/);
  await expect(filled).toBeVisible();
  await page.goto('./#/learn');
  await expect(note).toHaveCount(0);
  await page.goto('./#/lab');
  await expect(note).toBeVisible();
  await lab.button('Menu').click();
  await page.getByRole('button', { name: 'New session' }).click();
  await lab.button('Start new').click();
  await expect(lab.panel('Keyspace')).toContainText('0 keys');
  await expect(note).toHaveCount(0);
  await expect(filled).toHaveCount(0);
  lab.expectNoTroubles();
});

test('a server that is down offers its start from disk; nothing invites typing, and notices end', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await scene(lab, 'A table is about to double');
  const keys = lab.panel('Keyspace');
  await expect(keys).toContainText('8 keys');
  await lab.button('Power').click();
  await lab.button('Kill the process (kill -9)').click();
  const start = lab.page
    .getByRole('region', { name: 'Console' })
    .getByRole('button', { name: 'Start the server from disk' });
  await expect(start).toBeVisible();
  await expect(lab.command).toHaveCount(0);
  await expect(lab.replies).toContainText('SET user:8 8');
  for (const command of await page.locator('.lab-scene-command').all()) await expect(command).toBeDisabled();
  await expect(keys).toContainText('No keys in this database. The server is not running');
  await expect(keys).not.toContainText('Type');
  // A crash has no command that could follow "After".
  await expect(lab.panel('Dictionary').locator('.panel-frame-narration')).toHaveText('');
  await lab.button('Connect another client').click();
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('the server is not running');
  await expect(notice).not.toContainText('Crashed');
  await start.click();
  await expect(page.locator('.notice')).toHaveCount(0);
  await expect(lab.command).toBeFocused();
  await lab.run('PING', 'PONG');
  lab.expectNoTroubles();
});

test('in Chinese the notices are Chinese, the one about a server that is down too', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(page.getByRole('textbox', { name: 'Redis 命令' })).toBeVisible();
  await lab.button(zh.lab.power).click();
  await lab.button(zh.lab.crash.nothing).click();
  await lab.button(zh.console.openClient).first().click();
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('服务器没有在运行');
  expect(await notice.innerText()).not.toMatch(/[A-Za-z]{3}/);
  await context.close();
});

test('a step of a lesson opens with the search and the caption of no command', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/learn/skiplist');
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  const panel = lab.panel('Skiplist');
  const caption = panel.locator('.panel-frame-narration');
  await expect(panel.locator('[data-node]').filter({ hasText: 'hal' })).toBeVisible();
  await expect(caption).toHaveText('');
  await expect(panel.locator('.skiplist-lane')).toHaveText('');
  const path = panel.locator('.skiplist-path path');
  await expect(path).toHaveAttribute('display', 'none');
  // What has prepared it has left a caption, and can be looked at.
  await lab.back();
  await expect(caption).not.toHaveText('');
  await expect(path).not.toHaveAttribute('display');
  lab.expectNoTroubles();
});

test('in the past each client of that moment can go on, and others can connect', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.stopClock();
  await lab.connect(2);
  await lab.run('SET a 1', 'SET a 1');
  await lab.button('Close client 2').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  const second = page.getByRole('tab', { name: 'client 2' });
  await expect(second).toHaveCount(0);
  await lab.run('SET b 2', 'SET b 2');
  await lab.settle();
  // Before it was closed.
  await lab.timeline.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await second.click();
  await lab.run('SET c 3', 'client 2 db0> SET c 3');
  await lab.settle();
  // Before it connected: it is in the present, but not there.
  await lab.timeline.focus();
  await page.keyboard.press('Home');
  await expect(lab.command).toHaveCount(0);
  await expect(page.getByText('Client 2 is not connected at this moment.')).toBeVisible();
  await page.locator('.console-instead').getByRole('button', { name: 'Connect another client' }).click();
  await expect(lab.command).toBeFocused();
  await lab.run('DBSIZE', 'DBSIZE\n(integer) 0');
  lab.expectNoTroubles();
});

test('a part with lessons to come is not called finished, and a lesson has the number of the map', async ({
  page,
}) => {
  const { parts } = readCourse(process.cwd()).index;
  const part = parts.find(({ lessons, planned }) => lessons.length > 0 && planned.length > 0)!;
  const [lesson] = part.lessons;
  const { number, count } = numberOf(part, lesson.id);
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(lab.command).toBeVisible();
  const progress = Object.fromEntries(
    part.lessons.map(({ id, steps }) => [
      id,
      { steps: Object.fromEntries(steps.map((step) => [step, { done: true }])), lastStep: steps[0] },
    ]),
  );
  const chooser = page.waitForEvent('filechooser');
  await lab.button('Menu').click();
  await lab.button('Import a backup…').click();
  await (await chooser).setFiles({
    name: 'backup.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ format: 'rediscope-backup-1', progress, drills: {}, sessions: [] })),
  });
  await expect(page.locator('.notice')).toContainText('imported');
  await page.goto('./#/');
  await expect(page.getByText(/All that is written is finished; \d+ more to come/).first()).toBeVisible();
  await expect(page.getByText('Finished', { exact: true })).toHaveCount(0);
  await page.goto(`./#/learn/${lesson.id}`);
  await expect(page.getByText(`${part.title.en} · ${number} of ${count}`)).toBeVisible();
});
