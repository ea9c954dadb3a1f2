/** Sessions come back: after links, files, failed loads, in two tabs, and when the browser is slow or full. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Input } from '../src/protocol/session.ts';
import { encodeFile } from '../src/worker/session-file.ts';
import { keptLive, keptUpTo, nowMs, replaceKept, storedSessions } from './kept.ts';
import { Lab } from './lab.ts';
import { delayDatabase, openDatabase } from './late-database.ts';

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: item, exact: true }).click();
}

/** A lab with one key of this name in it, kept. */
async function labWith(page: Page, key: string): Promise<Lab> {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  const sinceMs = await nowMs(page);
  await lab.run(`SET ${key} 1`, 'OK');
  await keptLive(page, sinceMs);
  return lab;
}

async function expectKeys(lab: Lab, ...keys: readonly string[]): Promise<void> {
  await expect(lab.command).toBeVisible();
  await lab.type('KEYS *');
  const shown = keys.map((key, index) => `${index + 1}) "${key}"`);
  await expect(lab.replies).toContainText(shown.length === 0 ? '(empty array)' : shown.join('\n'), {
    useInnerText: true,
  });
}

/** A link to a session with the key `theirs`, made in somebody else's browser. */
async function linkOf(context: BrowserContext): Promise<string> {
  const page = await context.newPage();
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET theirs 1', 'OK');
  await lab.button('Share this step').click();
  const link = await page.getByRole('textbox', { name: 'Link to this step' }).inputValue();
  await page.close();
  return link.slice(link.indexOf('#'));
}

const rows = (page: Page) => page.getByRole('dialog').getByRole('listitem');

test('a link never replaces the reader’s own session', async ({ page, browser }) => {
  const other = await browser.newContext({ locale: 'en-US' });
  const link = await linkOf(other);
  await other.close();
  const lab = await labWith(page, 'mine');

  for (let time = 0; time < 2; time++) {
    await page.goto(`./${link}`);
    await expect(lab.replies).toContainText('SET theirs 1');
    // The address names the page, not the link; a reload goes on with the present session.
    await expect(page).toHaveURL(/#\/lab/);
    await page.reload();
    await expect(lab.replies).toContainText('SET theirs 1');
  }
  // Nothing of the link was kept, and the reader's own session waits.
  expect((await storedSessions(page)).map(({ sizeBytes }) => sizeBytes > 0)).toEqual([true]);
  await choose(page, 'My sessions…');
  await rows(page).getByRole('button').first().click();
  await expect(lab.replies).toContainText('SET mine 1');
  await expectKeys(lab, 'mine');
  lab.expectNoTroubles();
});

test('the same link opens again in the same tab', async ({ page, browser }) => {
  const other = await browser.newContext({ locale: 'en-US' });
  const link = await linkOf(other);
  await other.close();
  const lab = await labWith(page, 'mine');
  for (const key of ['first', 'second']) {
    await page.goto(`./${link}`);
    await expect(page).toHaveURL(/#\/lab/);
    await expect(lab.replies).toContainText('SET theirs 1');
    await expect(lab.replies).not.toContainText('SET first');
    await lab.type(`SET ${key} 1`);
    await expect(lab.replies).toContainText(`SET ${key} 1`);
  }
  lab.expectNoTroubles();
});

test('a link opened in another tab leaves the own session for the next visit', async ({ page, browser }) => {
  const other = await browser.newContext({ locale: 'en-US' });
  const link = await linkOf(other);
  await other.close();
  await labWith(page, 'mine');
  const context = page.context();
  await page.close();
  const second = await context.newPage();
  await second.goto(`./${link}`);
  await expect(new Lab(second).replies).toContainText('SET theirs 1');
  await second.close();
  const third = new Lab(await context.newPage());
  await third.open('./#/lab');
  await expectKeys(third, 'mine');
});

test('a changed link session belongs to the reader', async ({ page, browser }) => {
  const other = await browser.newContext({ locale: 'en-US' });
  const link = await linkOf(other);
  await other.close();
  const lab = await labWith(page, 'mine');
  await page.goto(`./${link}`);
  await expect(lab.replies).toContainText('SET theirs 1');
  const sinceMs = await nowMs(page);
  await lab.type('SET added 1');
  await expect(lab.replies).toContainText('SET added 1');
  await keptLive(page, sinceMs);
  const context = page.context();
  await page.close();
  const next = new Lab(await context.newPage());
  await next.open('./#/lab');
  await expect(next.replies).toContainText('SET added 1');
  await expect(next.replies).toContainText('SET theirs 1');
  await choose(next.page, 'My sessions…');
  await expect(rows(next.page)).toContainText('Before a link was opened');
});

test('a file sets the session aside, and one click brings it back', async ({ page }) => {
  const lab = await labWith(page, 'first');
  const downloading = page.waitForEvent('download');
  await choose(page, 'Save to file');
  const path = await (await downloading).path();
  await lab.run('SET second 1', 'OK');
  await expect(lab.replies).toContainText('SET second 1');
  const choosing = page.waitForEvent('filechooser');
  await choose(page, 'Open file…');
  await (await choosing).setFiles(path);
  await expect(page.getByText('Your session was moved to My sessions')).toBeVisible();
  await expect(lab.replies).not.toContainText('SET second 1');
  await lab.button('Go back to it').click();
  await expect(lab.replies).toContainText('SET second 1');
  lab.expectNoTroubles();
});

test('a kept session is not lost if its program does not arrive', async ({ page }) => {
  await labWith(page, 'mine');
  const context = page.context();
  await page.close();
  const cut = await context.newPage();
  let isCut = true;
  await context.route('**/assets/*.js', (route) =>
    isCut && /\/(commands|background|startup)-/.test(route.request().url())
      ? route.abort()
      : route.continue(),
  );
  const lab = new Lab(cut);
  await lab.open('./#/lab');
  await expect(cut.getByText('Your last session could not be opened')).toBeVisible();
  await choose(cut, 'My sessions…');
  await expect(rows(cut)).toContainText('Could not be opened: part of the program did not load');
  await lab.button('Done').click();
  isCut = false;
  // The network is back, and the next visit finds it.
  await cut.reload();
  await expect(lab.replies).toContainText('SET mine 1');
});

test('a kept session of a newer format, or a damaged one, is kept with the reason', async ({ page }) => {
  await labWith(page, 'mine');
  await replaceKept(page, Uint8Array.of(1, 2, 3));
  const context = page.context();
  await page.close();
  const lab = new Lab(await context.newPage());
  await lab.open('./#/lab');
  await expect(lab.page.getByRole('alert')).toContainText('could not be opened');
  // The page goes on with a new session, which does not overwrite it.
  const sinceMs = await nowMs(lab.page);
  await lab.run('SET another 1', 'OK');
  await keptLive(lab.page, sinceMs);
  const stored = await storedSessions(lab.page);
  expect(stored.map(({ problem }) => problem?.code ?? null).sort()).toEqual(['damaged-file', null]);
  await choose(lab.page, 'My sessions…');
  await expect(rows(lab.page)).toContainText('Could not be opened: damaged');
  const downloading = lab.page.waitForEvent('download');
  await lab.page.getByRole('button', { name: /to a file$/ }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.rediscope$/);
});

test('a kept session whose replay is stopped waits with the reason', async ({ page }) => {
  await labWith(page, 'mine');
  const [startMs, tickMs, ticks] = [1_700_000_000_000, 100, 1_700_000];
  const bytes = new TextEncoder().encode('SET slow 1 EX 10000000\r\n');
  const inputs: Input[] = [
    { type: 'open', nowMs: startMs, client: 1 },
    { type: 'data', nowMs: startMs, client: 1, bytes },
  ];
  for (let nth = 1; nth <= ticks; nth++) inputs.push({ type: 'tick', nowMs: startMs + nth * tickMs });
  const start = { generation: '7.0', seed: 1, startMs, config: {} } as const;
  const position = { frame: 0, moment: 0 };
  await replaceKept(page, await encodeFile({ start, inputs, position, page: { route: '#/lab' } }));
  const context = page.context();
  await page.close();
  const lab = new Lab(await context.newPage());
  await lab.open('./#/lab');
  await lab.page.getByRole('dialog', { name: 'Replaying the session' }).getByRole('button').click();
  await choose(lab.page, 'My sessions…');
  await expect(rows(lab.page)).toContainText('Could not be opened: you stopped it');
  await expect(lab.page.getByRole('button', { name: 'Try again: Left open in a tab' })).toBeVisible();
});

test('two tabs keep a session each, and one can take over the other’s', async ({ page }) => {
  const one = await labWith(page, 'one');
  const two = new Lab(await page.context().newPage());
  await two.open('./#/lab');
  await expect(two.page.getByText('Your session is open in another tab')).toBeVisible();
  const sinceMs = await nowMs(two.page);
  await two.run('SET two 1', 'OK');
  await one.run('SET more 1', 'OK');
  await keptLive(two.page, sinceMs);
  // Each finds its own again.
  await two.page.reload();
  await expect(two.replies).toContainText('SET two 1');
  await page.reload();
  await expect(one.replies).toContainText('SET more 1');

  await choose(two.page, 'My sessions…');
  await two.page.getByRole('button', { name: /continue here$/ }).click();
  await expect(two.replies).toContainText('SET more 1');
  await expect(page.getByText('Another tab took over this session')).toBeVisible();
  // The first tab's further work is its own.
  const laterMs = await nowMs(page);
  await one.run('SET apart 1', 'OK');
  await expect(one.replies).toContainText('SET apart 1');
  await keptLive(page, laterMs);
  await two.page.reload();
  await expect(two.replies).toContainText('SET more 1');
  await expect(two.replies).not.toContainText('SET apart 1');
  await page.reload();
  await expect(one.replies).toContainText('SET apart 1');
  one.expectNoTroubles();
  two.expectNoTroubles();
});

test('the sessions of two tabs that were closed are both there', async ({ page }) => {
  const context = page.context();
  await labWith(page, 'one');
  const second = await context.newPage();
  await labWith(second, 'two');
  await page.close();
  await second.close();
  const next = new Lab(await context.newPage());
  await next.open('./#/lab');
  await expectKeys(next, 'two');
  await choose(next.page, 'My sessions…');
  await expect(rows(next.page)).toContainText('Left open in a tab');
  await rows(next.page).getByRole('button').first().click();
  await expect(next.replies).toContainText('SET one 1');
});

test('a lesson that arrives after the reader has gone on to the lab leaves their session alone', async ({
  page,
}) => {
  // A load starts its clock last: until then the lesson is still on the page.
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    let isHolding = location.hash.startsWith('#/learn');
    Object.assign(window, {
      asked: [] as string[],
      letGo() {
        isHolding = false;
        for (const post of held) post();
      },
    });
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, message: { request?: string }) {
      const { asked } = window as unknown as { asked: string[] };
      asked.push(message.request ?? '');
      const post = () => postMessage.call(this, message);
      if (isHolding && message.request === 'clock' && asked.includes('load')) held.push(post);
      else post();
    };
  });
  const lab = await labWith(page, 'mine');
  await page.goto('./#/learn/skiplist');
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  let isThere = () => {};
  const arrival = new Promise<void>((resolve) => {
    isThere = resolve;
  });
  // The lesson's page and text, which come after the page has started.
  await page.route(/\/assets\/(LessonPage|skiplist)-[^/]*\.js$/, async (route) => {
    await arrival;
    await route.continue();
  });
  const isWanted = page.waitForRequest(/\/assets\/LessonPage-[^/]*\.js$/);
  await page.reload();
  await isWanted;
  await page.goto('./#/lab');
  await page.waitForFunction(() => (window as unknown as { asked: string[] }).asked.includes('clock'));
  isThere();
  await expect(lab.shownStep).toBeVisible();
  await page.evaluate(() => (window as unknown as { letGo(): void }).letGo());
  await expectKeys(lab, 'mine');
  await lab.type('SET more 1');
  await keptUpTo(page, 'SET more 1');
  await page.reload();
  await expect(lab.replies).toContainText('SET mine 1');
  await expect(lab.replies).toContainText('SET more 1');
});

test('work done in one tab is seen and kept by the other', async ({ page }) => {
  const address = './#/learn/global-dict-and-rehash';
  const one = new Lab(page);
  await one.open(`${address}/shrink`);
  const step = one.lessonStep('Shrinking waits for the clock');
  await expect(step).toHaveAttribute('aria-busy', 'false');
  // The second tab does not know the first one's next work yet.
  const two = new Lab(await page.context().newPage());
  await two.open('./#/learn/global-dict-and-rehash/shrink');
  const same = two.lessonStep('Shrinking waits for the clock');
  await expect(same).toHaveAttribute('aria-busy', 'false');
  await step.getByRole('button', { name: 'Show a solution' }).click();
  await step.getByRole('button', { name: 'Show it' }).click();
  await expect(step.locator('.lesson-task[data-status="shown"]')).toHaveCount(1);
  await expect(same.locator('.lesson-task[data-status="shown"]')).toHaveCount(1);
  // The second tab's saves remove nothing.
  await two.open('./#/learn/skiplist');
  await expect(two.shownStep).toHaveAttribute('aria-busy', 'false');
  await page.close();
  await two.open('./#/learn/global-dict-and-rehash/shrink');
  await two.page.reload();
  await expect(same.locator('.lesson-task[data-status="shown"]')).toHaveCount(1);
});

test('steady typing does not postpone keeping', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(lab.command).toBeVisible();
  // A command every 200 ms, for as long as it takes: each comes before the last one has rested.
  let isTyping = true;
  const typing = (async () => {
    for (let n = 0; isTyping && n < 300; n++) {
      await lab.type(`SET k${n} 1`);
      await page.waitForTimeout(150);
    }
  })();
  await keptLive(page);
  const { savedAtMs } = (await storedSessions(page))[0];
  await keptLive(page, savedAtMs);
  isTyping = false;
  await typing;
});

test('a page left while a command plays goes on after that command', async ({ page }) => {
  const lab = await labWith(page, 'first');
  await lab.type('SET second 1');
  await expect(lab.replies).toContainText('SET second 1');
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await page.locator('.lesson-row').first().click();
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('link', { name: 'Lab', exact: true }).click();
  // In the past it would start a branch, without the second key.
  await lab.run('SET third 1', 'OK');
  await lab.run('DBSIZE', '(integer) 3');
});

test('branches are there again', async ({ page }) => {
  const lab = await labWith(page, 'first');
  await lab.run('SET second 1', 'OK');
  await lab.settle();
  await lab.timeline.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(page.getByText('You are looking at command 1 of 2.')).toBeVisible();
  await lab.type('SET other 1');
  await keptUpTo(page, 'SET other 1');
  await page.reload();
  await expect(lab.replies).toContainText('SET other 1');
  await lab.button('Branches').click();
  await page.getByRole('button', { name: /original history.*splits off after command 1/ }).click();
  await expect(lab.replies).toContainText('SET second 1');
  await lab.run('EXISTS first second other', '(integer) 2');
});

test('a page that is hidden keeps its session at once', async ({ page }) => {
  const lab = await labWith(page, 'one');
  const sinceMs = await nowMs(page);
  // As if the browser gave the page no more time: no timer fires.
  await page.evaluate(() => {
    const { setTimeout } = window;
    const shortMs = 500;
    Object.assign(window, {
      setTimeout: (action: () => void, ms = 0) => (ms < shortMs ? setTimeout(action, ms) : 0),
    });
  });
  await lab.run('SET two 1', /SET two 1\s+OK/);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await keptLive(page, sinceMs);
});

test('a database that opens late is used, and the page says so meanwhile', async ({ page }) => {
  await labWith(page, 'mine');
  const context = page.context();
  await page.close();
  const late = await context.newPage();
  await delayDatabase(late);
  const lab = new Lab(late);
  await lab.open('./#/lab');
  await expect(lab.button('Not saved')).toBeVisible();
  await lab.run('SET meanwhile 1', 'OK');
  await openDatabase(late);
  await expect(lab.button('Not saved')).toHaveCount(0);
  await expect(late.getByText('Your session was moved to My sessions')).toBeVisible();
  await expect.poll(async () => (await storedSessions(late)).length).toBe(2);
});

test('a full disk is announced, stays announced, and costs nothing that was kept', async ({ page }) => {
  const lab = await labWith(page, 'mine');
  const [before] = await storedSessions(page);
  await page.evaluate(() => {
    const put = IDBObjectStore.prototype.put;
    Object.assign(window, {
      makeRoom() {
        IDBObjectStore.prototype.put = put;
      },
    });
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });
  await lab.run('SET more 1', 'OK');
  await expect(page.getByRole('alert')).toContainText('storage is full');
  await lab.button('Dismiss').click();
  await expect(lab.button('Not saved')).toBeVisible();
  expect(await storedSessions(page)).toEqual([before]);
  await page.evaluate(() => (window as unknown as { makeRoom(): void }).makeRoom());
  await lab.run('SET again 1', 'OK');
  await keptLive(page, before.savedAtMs);
  await expect(lab.button('Not saved')).toHaveCount(0);
});

test('without storage everything works, and the page says that nothing is kept', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
    Object.defineProperty(navigator, 'locks', { value: undefined });
  });
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET mine 1', 'OK');
  await expect(lab.button('Not saved')).toBeVisible();
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await page.locator('.lesson-row').first().click();
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('link', { name: 'Lab', exact: true }).click();
  await expectKeys(lab, 'mine');
  lab.expectNoTroubles();
});

test('a session of many commands is kept, and later saves cost little', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(lab.command).toBeVisible();
  await lab.button('Fill').click();
  await lab.button('100,000 keys').click();
  await expect(page.getByRole('status').filter({ hasText: '100,000 keys' })).toBeVisible({ timeout: 60_000 });
  await lab.type('SET last 1');
  await keptUpTo(page, 'SET last 1');
  await page.reload();
  await expect(lab.replies).toContainText('SET last 1', { timeout: 60_000 });
  await lab.type('DBSIZE');
  await expect(lab.replies).toContainText('(integer) 100001');
});
