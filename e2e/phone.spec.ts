import { expect, type Page, test } from '@playwright/test';
import { Lab } from './lab.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** Nothing sticks out to the side. */
async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
}

test('on a phone the stage comes first and the rest are tabs', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET a 1', 'OK');
  await lab.rest();
  await expectFits(page);
  await expect(lab.panel('Dictionary')).toBeVisible();
  await expect(lab.panel('Keyspace')).toBeHidden();
  await page.getByRole('tab', { name: 'Keyspace' }).click();
  await expect(lab.panel('Keyspace')).toBeVisible();
  await expect(lab.command).toBeHidden();
  await expect(lab.panel('Dictionary')).toBeVisible();
  await page.getByRole('tab', { name: 'Console' }).click();
  await expect(lab.replies).toContainText('SET a 1');
  lab.expectNoTroubles();
});

test('the menu holds what the header has no room for', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await expectFits(page);
  await lab.button('Menu').click();
  await lab.choose('中文');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expectFits(page);
  await page.getByRole('button', { name: '分享这一步' }).click();
  await expect(page.getByRole('dialog', { name: '分享这一步' })).toBeVisible();
  await expectFits(page);
});

test('the home page keeps the same margin on both sides', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.run('MSET a 1 b 2 c 3', 'OK');
  await lab.hurry();
  // A line that is longer than the screen is wide.
  await lab.run(`EVAL "return redis.call('GET', KEYS[1])" 1 a`, '"1"');
  await lab.rest();
  await expect(lab.panel('Dictionary')).toContainText('ht[0]');
  const edges = await page.locator('.home-console, .home-panel, .home-chips').evaluateAll((elements) =>
    elements.map((element) => {
      const { left, right } = element.getBoundingClientRect();
      return [left, innerWidth - right];
    }),
  );
  for (const [left, right] of edges) expect(right).toBeCloseTo(left, 0);
});

test('notices leave prompt and timeline free and stick out nowhere', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET a 1', 'OK');
  await expect(lab.button('Not saved')).toBeVisible();
  await expectFits(page);
  await expect(lab.button('Menu')).toBeInViewport({ ratio: 1 });
  await page.goto('./#/s/damaged');
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('damaged');
  await expectFits(page);
  const said = await notice.boundingBox();
  for (const needed of [lab.command, page.getByRole('contentinfo')])
    expect((await needed.boundingBox())?.y).toBeGreaterThanOrEqual((said?.y ?? 0) + (said?.height ?? 0));
});

test('the timeline is one row, and a button opens its tools', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET a 1', 'OK');
  await lab.rest();
  const timeline = page.getByRole('contentinfo');
  expect((await timeline.boundingBox())?.height).toBeLessThan(60);
  for (const name of ['First', 'Back', 'Play', 'Forward', 'Last', 'More timeline controls'])
    await expect(lab.button(name)).toBeInViewport({ ratio: 1 });
  await expect(lab.timeline).toBeInViewport({ ratio: 1 });
  await expect(lab.button('Branches')).toBeHidden();
  await lab.button('More timeline controls').click();
  await lab.button('Branches').click();
  await expect(lab.button('Compare two runs')).toBeInViewport({ ratio: 1 });
  await expectFits(page);
  lab.expectNoTroubles();
});

test('panel and text share the screen by a handle, which is remembered', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET a 1', 'OK');
  const handle = page.getByRole('separator', { name: 'Edge between the panel and what is below it' });
  const stage = lab.panel('Dictionary');
  await expect(stage).toBeVisible();
  const heightOf = async () => (await stage.boundingBox())?.height ?? 0;
  const before = await heightOf();
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect.poll(heightOf).toBeLessThan(before - 20);
  // The keys belong to the handle, not to the timeline.
  await expect(handle).toBeFocused();
  await page.keyboard.press('End');
  await expect.poll(heightOf).toBeGreaterThan(before);
  const box = (await handle.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, 320, { steps: 4 });
  await page.mouse.up();
  const edge = async () => (await handle.boundingBox())?.y ?? 0;
  await expect.poll(async () => Math.abs((await edge()) - 320)).toBeLessThan(20);
  const dragged = await edge();
  await page.reload();
  await expect(lab.command).toBeVisible();
  await expect.poll(async () => Math.abs((await edge()) - dragged)).toBeLessThan(3);
  lab.expectNoTroubles();
});

test('on a low window both lanes of a scene are on the screen, too', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(lab.command).toBeVisible();
  await lab.button('Scenes').click();
  await page.getByRole('button', { name: /^A lock/ }).click();
  const locks = lab.panel('Locks');
  for (const client of ['client 1', 'client 2'])
    await expect(locks.locator('.locks-labels').getByText(client)).toBeInViewport({ ratio: 1 });
  await expect(locks.locator('svg .event.hot')).toBeInViewport({ ratio: 1 });
});

test('what is below the first screen of home is no wider than the window, in both languages', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open();
  // What sticks out is cut off: the page does not move sideways.
  const widest = () =>
    page
      .locator('.home-below *')
      .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)));
  await expect(page.getByRole('heading', { name: 'Map of the course' })).toBeVisible();
  expect(await widest()).toBeLessThanOrEqual(360);
  await lab.button('Menu').click();
  await lab.choose('中文');
  await expect(page.getByRole('heading', { name: '课程地图' })).toBeVisible();
  expect(await widest()).toBeLessThanOrEqual(360);
});

test.describe('at 390 by 844', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('a lesson has room to be read', async ({ page }) => {
    const lab = new Lab(page);
    await lab.open('./#/learn/skiplist');
    await expect(lab.shownStep).toBeVisible();
    const text = await page.locator('.workbench-aside').boundingBox();
    expect(text?.height).toBeGreaterThan(380);
    // The member that the first question asks about is on the screen.
    await expect(lab.panel('Skiplist').locator('[data-node]').filter({ hasText: 'hal' })).toBeInViewport();
  });

  test('in a scene the lanes of both clients are on the screen', async ({ page }) => {
    const lab = new Lab(page);
    await lab.open('./#/lab');
    await expect(lab.command).toBeVisible();
    await lab.button('Scenes').click();
    await page.getByRole('button', { name: /^A lock/ }).click();
    const locks = lab.panel('Locks');
    for (const client of ['client 1', 'client 2'])
      await expect(locks.locator('.locks-labels').getByText(client)).toBeInViewport({ ratio: 1 });
    // The row of buttons moves sideways, and the story below it does not.
    const story = page.getByRole('region', { name: 'A lock is stolen' }).locator('p');
    expect((await story.boundingBox())?.x).toBeGreaterThanOrEqual(0);
    for (const client of ['client 1', 'client 2'])
      await expect(page.getByRole('tab', { name: client })).toBeInViewport({ ratio: 0.95 });
  });

  test('the story of a scene is whole, the longest one too', async ({ page }) => {
    const lab = new Lab(page);
    await lab.open('./#/lab');
    await expect(lab.command).toBeVisible();
    await lab.button('Scenes').click();
    await page.getByRole('button', { name: /^Expired keys nobody reads/ }).click();
    const story = page.getByRole('region', { name: 'Expired keys nobody reads' }).locator('p');
    await expect(story).toBeInViewport({ ratio: 1 });
    expect(await story.evaluate((text) => text.scrollHeight - text.clientHeight)).toBeLessThanOrEqual(1);
    await expect(page.locator('.panel-frame').first()).toBeInViewport({ ratio: 1 });
  });
});
