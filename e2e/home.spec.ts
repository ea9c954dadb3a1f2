import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { storedSessions } from './kept.ts';
import { Lab } from './lab.ts';

/** The home page with its show. */
class Home extends Lab {
  readonly show = this.page.getByRole('region', { name: 'A short show' });
  /** The panel of the show or of the reader's server; while the show plays it is a picture without roles. */
  readonly stage = this.page.locator('.home-panel');

  /** Opens the page and waits until the show plays its first scene. */
  async openShow(): Promise<void> {
    await this.open();
    await expect(this.show).toContainText('Eight buckets hold eight keys');
    await expect(this.show).toHaveAttribute('data-phase', 'playing');
  }
}

const first = 'Eight buckets hold eight keys';
const second = 'this GET moves one bucket';

test('the first screen plays by itself: a rehash, a lock, the map', async ({ page }) => {
  const home = new Home(page);
  await home.openShow();
  await expect(home.stage).toContainText('ht[1]');
  await expect(home.show).toContainText(second);
  await expect(home.show).toContainText('GET user:1');
  // Every scene can be gone to, and has its own panel with the keys that its commands have made.
  const scene = (name: string) => home.show.getByRole('button', { name });
  await scene('A lock goes wrong').click();
  await expect(scene('A lock goes wrong')).toHaveAttribute('aria-current', 'step');
  await expect(home.show).toContainText('Client 1 takes a lock');
  await expect(home.stage).toContainText('lock:order');
  await scene('Cutting the map').click();
  await expect(home.show).toContainText('halves the map 26 times');
  await expect(home.stage).toContainText('cars');
  // It never asks the reader's own server for anything, and leaves no command in its console or history.
  await expect(home.replies.locator('.console-line')).toHaveCount(0);
  await home.command.focus();
  await page.keyboard.press('ArrowUp');
  await expect(home.command).toHaveValue('');
  expect(await storedSessions(page)).toEqual([]);
  home.expectNoTroubles();
});

test('the show pauses and goes on', async ({ page }) => {
  await page.clock.install();
  const home = new Home(page);
  await home.openShow();
  await home.button('Pause the show').click();
  await expect(home.button('Play the show')).toBeVisible();
  const sentence = await home.show.locator('.show-sentence').innerText();
  await page.clock.runFor(60_000);
  await expect(home.show.locator('.show-sentence')).toHaveText(sentence);
  // A panel that stands still can be looked into.
  await expect(home.panel('Dictionary')).toBeVisible();
  await home.button('Play the show').click();
  await expect(home.show).toContainText(second);
  home.expectNoTroubles();
});

test('the first key stops the show and is the first letter of a command', async ({ page }) => {
  const home = new Home(page);
  await home.openShow();
  await page.keyboard.type('llen nothing');
  await expect(home.command).toHaveValue('llen nothing');
  await expect(home.command).toBeFocused();
  await expect(home.show).toContainText('Your turn');
  await page.keyboard.press('Enter');
  await expect(home.replies).toContainText('(integer) 0');
  // The stage is the reader's own server, on which nothing else has happened.
  await home.run('DBSIZE', '(integer) 0');
  await home.typeAll(['SET mine 1']);
  await expect(home.panel('Dictionary')).toContainText('1 key ·');
  await expect(home.replies.locator('.console-line')).toHaveText([/llen nothing/, /DBSIZE/, /SET mine 1/]);
  // The page keeps that session, and offers the show only as a button from then on.
  await expect.poll(async () => (await storedSessions(page)).length).toBe(1);
  await page.reload();
  await expect(home.replies.locator('.console-line')).toHaveText([/llen nothing/, /DBSIZE/, /SET mine 1/]);
  await expect(home.show).toContainText('This is your own server');
  await expect(home.panel('Dictionary')).toContainText('1 key ·');
  await home.button('Play the show').click();
  await expect(home.show).toContainText(first);
  await home.type('GET mine');
  await expect(home.replies.locator('.console-line').last()).toHaveText(/GET mine/);
  await expect(home.panel('Dictionary')).toContainText('1 key ·');
  home.expectNoTroubles();
});

test('a command that is pasted, or one of those proposed, does not wait for the show', async ({ page }) => {
  const home = new Home(page);
  await home.openShow();
  // At once: filled and sent without a key in between.
  await home.run('GET user:1', '(nil)');
  await expect(home.show).toContainText('Your turn');
  await page.reload();
  await home.button('SET user:1 ann').click();
  await expect(home.replies).toContainText('OK');
  await expect(home.panel('Dictionary')).toBeVisible();
});

test('a click stops the show where it is, and the next letter is the reader’s', async ({ page }) => {
  const home = new Home(page);
  await home.openShow();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(home.show).toContainText('Stopped here');
  await expect(home.show).toHaveAttribute('data-phase', 'paused');
  await page.keyboard.type('ping');
  await page.keyboard.press('Enter');
  await expect(home.replies).toContainText('PONG');
  // It does not begin again by itself when one comes back.
  await home.open('./#/learn');
  await expect(page.getByRole('heading', { name: 'Learn' })).toBeVisible();
  await home.open('./#/');
  await expect(home.button('Play the show')).toBeVisible();
  await expect(home.show).toContainText('This is your own server');
  home.expectNoTroubles();
});

test('a show that nobody has touched is nobody’s session', async ({ page }) => {
  const home = new Home(page);
  await home.openShow();
  await expect(home.show).toContainText(second);
  await page.reload();
  await expect(home.show).toContainText(first);
  expect(await storedSessions(page)).toEqual([]);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the first screen is a still with a button to play it', async ({ page }) => {
    const home = new Home(page);
    await home.open();
    await expect(home.show).toHaveAttribute('data-phase', 'still');
    await expect(home.show).toContainText(first);
    await expect(home.panel('Dictionary')).toContainText('16 buckets');
    await home.button('Play the show').click();
    await expect(home.show).toContainText(second);
    await page.keyboard.type('ping');
    await page.keyboard.press('Enter');
    await expect(home.replies).toContainText('PONG');
    home.expectNoTroubles();
  });
});

test('the show by keyboard and for a screen reader', async ({ page }) => {
  const home = new Home(page);
  await home.openShow();
  // While it plays the panel takes no focus and says nothing: the sentence is there to be read.
  await expect(home.stage).toHaveAttribute('inert');
  await expectNoBarriers(page);
  const pause = home.button('Pause the show');
  await tabTo(page, () => pause.evaluate((element) => element === document.activeElement));
  await page.keyboard.press('Enter');
  await expect(home.show).toHaveAttribute('data-phase', 'paused');
  await expect(home.button('Play the show')).toBeFocused();
  await expect(home.stage).not.toHaveAttribute('inert');
  // Whichever scene has come by now.
  await expect(home.stage.getByRole('region').first()).toBeVisible();
  await expectNoBarriers(page);
  await page.keyboard.press('Space');
  await expect(home.show).toHaveAttribute('data-phase', 'playing');
});

async function tabTo(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let count = 0; count < 40; count++) {
    await page.keyboard.press('Tab');
    if (await isThere()) return;
  }
  throw new Error('Tab never got there');
}

async function expectNoBarriers(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']);
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`)).toEqual([]);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('the show fits, scrolling leaves it alone, and a tap on the prompt ends it', async ({ page }) => {
    const home = new Home(page);
    await home.openShow();
    await expect(home.show).toContainText('Tap the prompt: your turn');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expect(home.button('Pause the show')).toBeInViewport({ ratio: 1 });
    await page.getByRole('heading', { name: 'Map of the course' }).scrollIntoViewIfNeeded();
    await expect(home.show).toHaveAttribute('data-phase', 'playing');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await home.command.tap();
    await expect(home.show).toContainText('Your turn');
    await home.run('PING', 'PONG');
    home.expectNoTroubles();
  });
});

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the show of the second visit needs no network', async ({ page, context }) => {
    const home = new Home(page);
    await home.open();
    await home.keptOffline();
    await context.setOffline(true);
    await page.goto('about:blank');
    await home.openShow();
    await home.show.getByRole('button', { name: 'Cutting the map' }).click();
    await expect(home.stage).toContainText('cars');
    await expect(page.getByRole('heading', { name: 'Walk into a scene' })).toBeVisible();
    expect(home.troubles).toEqual([]);
  });
});

test('doors, scenes and lessons that are not written lead into the lab', async ({ page }) => {
  const home = new Home(page);
  await home.open();
  const door = page.getByRole('region', { name: 'New to Redis' });
  // Three places to begin with, and the whole path.
  await expect(door.getByRole('link')).toHaveCount(4);
  await door.getByRole('link', { name: 'A leaderboard' }).click();
  await expect(page.getByRole('region', { name: 'A leaderboard' })).toBeVisible();
  await expect(home.replies).toContainText('ZADD board 888 player:8');
  // The address names the panels and not the scene: going back leads home, and the scene is not begun again.
  await expect(page).toHaveURL(/#\/lab\/ladder,skiplist$/);
  await page.goBack();
  await home.there();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A Redis you can see through');
  // A scene takes the place of the reader's server only when they agree.
  await page.getByRole('link', { name: /^A lock is stolen/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(home.replies).toContainText('ZADD board 888 player:8');
  await home.open('./#/');
  const map = page.getByRole('region', { name: 'Map of the course' });
  await map.getByRole('link', { name: /Cache avalanche · not written yet/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start new' }).click();
  await expect(page.getByRole('region', { name: 'Expired keys nobody reads' })).toBeVisible();
  await home.open('./#/');
  await map.getByRole('link', { name: /Cache penetration · not written yet/ }).click();
  await expect(home.panel('Bloom filter')).toBeVisible();
  home.expectNoTroubles();
});
