/** The page goes on: parts that do not arrive are fetched again, and an engine that stops goes on from before. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { keptLive, keptUpTo, nowMs, storedSessions } from './kept.ts';
import { Lab } from './lab.ts';

/** A network that can be cut: files not fetched before do not arrive. */
async function cuttable(page: Page): Promise<{ cut(): void; mend(): void }> {
  let isCut = false;
  await page.route(/\/assets\/.*\.(js|css)$/, (route) => (isCut ? route.abort() : route.continue()));
  return {
    cut: () => {
      isCut = true;
    },
    mend: () => {
      isCut = false;
    },
  };
}

test('the interpreter of scripts does not arrive: nothing stops, and the same command works later', async ({
  page,
}) => {
  const network = await cuttable(page);
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET a 1', 'OK');
  await lab.run('ZADD z 1 m', '(integer) 1');
  network.cut();
  await lab.type('EVAL "return 1 + 6" 0');
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
  await lab.run('GET a', '"1"');
  network.mend();
  await lab.run('EVAL "return 1 + 6" 0', '(integer) 7');
  await expect(page.getByRole('heading', { name: 'The engine has stopped' })).toHaveCount(0);
});

test('the rest of the commands does not arrive: no fault, no notice, and later it is there', async ({
  page,
}) => {
  let isCut = true;
  let refused = 0;
  // The files that the worker fetches after its first ones.
  await page.route(/\/assets\/.*\.js$/, (route) => {
    const name = route.request().url();
    const isLater =
      /\/(commands|inspect|modules|startup|background|docs|absent|[a-z]+-history)-[^/]*\.js$/.test(name);
    if (isCut && isLater) {
      refused++;
      return route.abort();
    }
    return route.continue();
  });
  const lab = new Lab(page);
  await lab.open('./');
  await lab.run('SET a 1', 'OK');
  await expect.poll(() => refused).toBeGreaterThan(0);
  await lab.type('ZADD z 1 m');
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
  isCut = false;
  await lab.run('ZADD z 1 m', '(integer) 1');
  await expect(page.getByRole('heading', { name: 'The engine has stopped' })).toHaveCount(0);
});

test('a panel that does not arrive says so in its place, and comes with its styles on the next try', async ({
  page,
}) => {
  const network = await cuttable(page);
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET a 1', 'OK');
  await expect(lab.panel('Dictionary')).toBeVisible();
  network.cut();
  await page.evaluate(() => {
    location.hash = '#/lab/skiplist';
  });
  const panel = lab.panel('Skiplist');
  await expect(panel).toContainText('could not be loaded');
  await lab.run('GET a', '"1"');
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel).toContainText('could not be loaded');
  network.mend();
  await panel.getByRole('button', { name: 'Try again' }).click();
  await lab.run('ZADD board 1 ann', '(integer) 1');
  await expect(panel).not.toContainText('could not be loaded');
  const unstyled = () =>
    [...document.querySelectorAll('link[rel=stylesheet]')].filter((link) => !(link as HTMLLinkElement).sheet);
  expect(await page.evaluate(`(${unstyled})().length`)).toBe(0);
});

test('pages and dialogs that do not arrive say so and come on the next try', async ({ page }) => {
  const network = await cuttable(page);
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET a 1', 'OK');
  network.cut();
  await lab.button('Share this step').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('could not be loaded');
  network.mend();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('textbox')).toBeVisible();
  await page.keyboard.press('Escape');
  for (const [address, heading] of [
    ['#/coverage', 'Commands'],
    ['#/learn/skiplist', null],
  ] as const) {
    network.cut();
    await page.evaluate((hash) => {
      location.hash = hash;
    }, address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This part of the page did not load');
    network.mend();
    await lab.button('Try again').click();
    if (heading === null) await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
    else await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
  }
});

test('a lesson whose text does not arrive is not called missing', async ({ page }) => {
  const network = await cuttable(page);
  const lab = new Lab(page);
  await lab.open('./#/learn/skiplist');
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  network.cut();
  await page.evaluate(() => {
    location.hash = '#/learn/global-dict-and-rehash';
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This part of the page did not load');
  network.mend();
  await lab.button('Try again').click();
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
});

/** Serves a modified worker: the built site itself has no hook for tests. */
async function withWorker(page: Page, code: string): Promise<void> {
  await page.route(/\/assets\/main-[^/]*\.js$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${code}\n${await answer.text()}` });
  });
}

/** An engine that fails on GEODIST, the only user of the arc sine. */
const fatalDistance = `Math.asin = () => { throw new Error('the test wants it'); };`;

test('after a fault the session goes on from before it, at once and after a reload', async ({ page }) => {
  await withWorker(page, fatalDistance);
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('GEOADD Sicily 13 38 Palermo 15 37 Catania', '(integer) 2');
  await keptLive(page);
  await lab.type('GEODIST Sicily Palermo Catania');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The engine has stopped');
  await expect(page.getByRole('alert')).toContainText('GEODIST Sicily Palermo Catania');
  await lab.button('Continue from just before').click();
  await expect(lab.replies).toContainText('GEOADD Sicily');
  await expect(lab.replies).not.toContainText('GEODIST');
  await lab.run('ZCARD Sicily', '(integer) 2');
  await lab.type('GEODIST Sicily Palermo Catania');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The engine has stopped');
  await page.reload();
  await expect(lab.replies).toContainText('GEOADD Sicily');
  await expect(lab.replies).not.toContainText('GEODIST');
  await lab.run('ZSCORE Sicily nobody', '(nil)');
});

test('a server that hangs is started again without the last command', async ({ page }) => {
  await withWorker(page, 'Math.asin = () => { for (;;); };');
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('GEOADD Sicily 13 38 Palermo 15 37 Catania', '(integer) 2');
  await lab.type('GEODIST Sicily Palermo Catania');
  const question = page.getByRole('alert').filter({ hasText: 'has not responded for a while' });
  await expect(question).toBeVisible({ timeout: 60_000 });
  await lab.button('Restart without the last command').click();
  await expect(page.getByText('your session is back')).toBeVisible();
  await expect(question).toBeHidden();
  await lab.run('ZCARD Sicily', '(integer) 2');
  await expect(lab.replies).toContainText('GEOADD Sicily');
});

test('a worker that dies later is not called unsupported: the session comes back', async ({ page }) => {
  await withWorker(
    page,
    `Math.asin = () => {
      self.postMessage = () => {};
      setTimeout(() => { throw new Error('gone'); });
      return 1;
    };`,
  );
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('GEOADD Sicily 13 38 Palermo 15 37 Catania', '(integer) 2');
  await lab.type('GEODIST Sicily Palermo Catania');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The server has stopped');
  await lab.button('Restart it').click();
  await expect(lab.replies).toContainText('GEOADD Sicily');
  await lab.run('ZCARD Sicily', '(integer) 2');
});

const hangingDistance = 'Math.asin = () => { for (;;); };';

/** A lab that ends with a command that never ends in other workers. */
async function labWithDistance(page: Page): Promise<Lab> {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('GEOADD Sicily 13 38 Palermo 15 37 Catania', '(integer) 2');
  await lab.run('GEODIST Sicily Palermo Catania', /"\d+/);
  // A save that was under way does not hold the last command.
  await keptUpTo(page, 'GEODIST Sicily Palermo Catania');
  return lab;
}

/** When the session being opened last renewed its mark; null if none is. */
function lastSign(page: Page): Promise<number | null> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('rediscope.opening.'));
    return key === undefined ? null : Number(localStorage.getItem(key));
  });
}

/** A visit whose page dies while it opens the found session. */
async function cutOff(context: BrowserContext, address: string): Promise<void> {
  const page = await context.newPage();
  await withWorker(page, hangingDistance);
  await page.goto(address);
  await expect.poll(() => lastSign(page)).not.toBeNull();
  const died = page.waitForEvent('crash');
  const inspector = await context.newCDPSession(page);
  // It never answers.
  inspector.send('Page.crash').catch(() => undefined);
  await died;
  await page.close();
}

test('a session that crashed the page is asked about before it is opened again', async ({
  page,
  context,
}) => {
  await labWithDistance(page);
  await page.close();

  await cutOff(context, './#/lab');
  const again = new Lab(await context.newPage());
  await again.open('./#/lab');
  const question = again.page.getByRole('dialog', { name: 'It did not open last time' });
  await expect(question).toBeVisible();
  await expect(again.command).toHaveCount(0);
  await again.button('Open it again').click();
  await expect(again.replies).toContainText('GEODIST Sicily');
  await again.page.reload();
  await expect(again.replies).toContainText('GEODIST Sicily');
  await again.page.close();

  await cutOff(context, './#/lab');
  const shorter = new Lab(await context.newPage());
  await withWorker(shorter.page, hangingDistance);
  await shorter.open('./#/lab');
  await expect(shorter.button('Open it without the last command')).toBeVisible();
  const answeredMs = await nowMs(shorter.page);
  await shorter.button('Open it without the last command').click();
  await expect(shorter.replies).toContainText('GEOADD Sicily');
  await expect(shorter.replies).not.toContainText('GEODIST');
  await keptLive(shorter.page, answeredMs);
  const sinceMs = await nowMs(shorter.page);
  await shorter.run('ZCARD Sicily', /ZCARD Sicily\s+\(integer\) 2/);
  await keptLive(shorter.page, sinceMs);
  await shorter.page.reload();
  await expect(shorter.replies).toContainText('ZCARD Sicily');
  // The whole one is still there, with the reason.
  const kept = await storedSessions(shorter.page);
  expect(kept.filter(({ live }) => live === true)).toHaveLength(1);
  expect(kept.map(({ problem }) => problem?.code).filter(Boolean)).toEqual(['cut-off']);
  expect(kept).toHaveLength(2);
});

test('a session that crashed the page can be set aside, and opened later', async ({ page, context }) => {
  await labWithDistance(page);
  await page.close();
  await cutOff(context, './#/lab');
  const lab = new Lab(await context.newPage());
  await lab.open('./#/lab');
  await lab.button('Move it to My sessions and start fresh').click();
  await lab.run('DBSIZE', '(integer) 0');
  await lab.button('Menu').click();
  await lab.button('My sessions…').click();
  const row = lab.page
    .getByRole('dialog')
    .getByRole('listitem')
    .filter({ hasText: 'before it finished opening' });
  await row.getByRole('button').first().click();
  await expect(lab.replies).toContainText('GEODIST Sicily');
});

test('a link that crashed the page is asked about before it is opened again', async ({ page, context }) => {
  const lab = await labWithDistance(page);
  await lab.button('Share this step').click();
  const link = await page.getByRole('textbox', { name: 'Link to this step' }).inputValue();
  await page.keyboard.press('Escape');
  const address = `./${link.slice(link.indexOf('#'))}`;
  await cutOff(context, address);
  // Another tab that is opening it now would still renew the mark.
  const isSilent = async () => Date.now() - ((await lastSign(page)) ?? Date.now()) > 1500;
  await expect.poll(isSilent).toBe(true);
  const other = new Lab(await context.newPage());
  await withWorker(other.page, hangingDistance);
  await other.open(address);
  await other.button('Start without it').click();
  await expect(other.page).toHaveURL(/#\/$/);
  await other.run('DBSIZE', '(integer) 0');
  expect(await lastSign(page)).toBeNull();
  await cutOff(context, address);
  await expect.poll(isSilent).toBe(true);
  const healthy = new Lab(await context.newPage());
  await healthy.open(address);
  await healthy.button('Open it again').click();
  await expect(healthy.replies).toContainText('GEODIST Sicily');
});
