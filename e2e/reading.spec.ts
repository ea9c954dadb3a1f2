/** Reading: replays at the pace of their captions, the width of the text, code that is copied, checks as sentences. */
import { expect, type Locator, test } from '@playwright/test';
import { Lab } from './lab.ts';

let lab: Lab;

test.beforeEach(({ page }) => {
  lab = new Lab(page);
});

test.afterEach(() => lab.expectNoTroubles());

const pace = () => lab.page.getByRole('combobox', { name: 'Pace' });

test('the narrated pace stops at each caption until the reader goes on, and is remembered', async ({
  page,
}) => {
  await lab.open('./#/lab');
  await lab.stopClock();
  await pace().selectOption('Stop at captions');
  await lab.type('SET a 1');
  const caption = page.locator('.panel-frame-narration').first();
  const goOn = page.locator('.panel-frame-go-on').first();
  await expect(goOn).toBeVisible();
  const first = await caption.innerText();
  // The prompt has the focus.
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => caption.innerText()).not.toBe(first);
  await expect(lab.button('Continue').first()).toBeVisible();
  const place = await lab.place();
  await lab.timeline.focus();
  await page.keyboard.press(' ');
  await expect.poll(() => lab.place()).not.toBe(place);
  // To the end, caption by caption.
  await expect(async () => {
    if (await goOn.isVisible()) await goOn.click({ timeout: 1000 });
    await expect(lab.timeline).toHaveAttribute('aria-valuetext', /done$/, { timeout: 200 });
    await expect(lab.button('Play')).toBeVisible({ timeout: 200 });
  }).toPass();

  await page.reload();
  await lab.there();
  await expect(pace()).toHaveValue('narrated');
});

test('the slowest speed is remembered', async ({ page }) => {
  await lab.open('./#/lab');
  await lab.there();
  const speed = page.getByRole('combobox', { name: 'Playback speed' });
  await speed.selectOption('0.25×');
  await page.reload();
  await lab.there();
  await expect(speed).toHaveValue('0.25');
});

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1920, height: 1080 } });

  const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0;

  test('the text is wider, can be resized by keyboard and mouse, and leaves room for the drawing', async ({
    page,
  }) => {
    await lab.open('./#/learn/skiplist');
    const text = page.locator('.workbench-aside');
    const drawing = page.locator('.workbench-stage');
    const handle = page.getByRole('separator', { name: 'Width of the text' });
    await expect(handle).toHaveAttribute('aria-valuenow', /\d{3}/);
    const usual = await widthOf(text);
    expect(usual).toBeGreaterThan(500);

    await handle.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => widthOf(text)).toBe(Math.round(usual) + 80);
    await page.keyboard.press('End');
    await expect.poll(() => widthOf(drawing)).toBe(440);
    await page.keyboard.press('Home');
    await expect.poll(() => widthOf(text)).toBe(300);

    const box = (await handle.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + 300);
    await page.mouse.down();
    await page.mouse.move(700, box.y + 300, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => widthOf(text)).toBe(700);
    await page.reload();
    await expect.poll(() => widthOf(text)).toBe(700);
    // A line is still one that can be read.
    expect(await widthOf(page.locator('.lesson-step > p').first())).toBeLessThan(640);

    await handle.dblclick();
    await expect.poll(() => widthOf(text)).toBe(usual);
  });

  test('a drawing grows with its place, and notes stand at its things', async ({ page }) => {
    await lab.open('./#/learn/skiplist');
    const drawing = page.locator('.skiplist-drawing');
    await expect(drawing).toBeVisible();
    const shown = async () => (await drawing.boundingBox())!.width;
    const drawn = () => drawing.evaluate((svg) => (svg as SVGSVGElement).viewBox.baseVal.width);
    expect((await shown()) / (await drawn())).toBeGreaterThan(1.15);
    const scroll = page.locator('.skiplist-scroll');
    expect(await scroll.evaluate((root) => root.scrollWidth <= root.clientWidth)).toBe(true);

    const node = drawing.getByText('leo', { exact: true });
    await node.hover();
    const tip = page.locator('.skiplist-stage > .panel-tip');
    await expect(tip).toBeVisible();
    const middle = async (part: Locator) => {
      const box = (await part.boundingBox())!;
      return box.x + box.width / 2;
    };
    expect(Math.abs((await middle(tip)) - (await middle(node)))).toBeLessThan(4);
  });
});

test('a script in a lesson wraps and can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await lab.open('./#/learn/lock-evolution/script');
  await lab.button('Show one way').click();
  const code = page.locator('.lesson-code').first();
  await expect(code).toBeVisible();
  expect(await code.locator('pre').evaluate((pre) => pre.scrollWidth <= pre.clientWidth)).toBe(true);
  await code.getByRole('button', { name: 'Copy' }).click();
  await expect(code.getByText('Copied')).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^if redis\.call\('GET'/);
});

test('checks are sentences, neutral until something was tried, and speak of the moment shown', async ({
  page,
}) => {
  await lab.open('./#/learn/skiplist');
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('link').nth(1).click();
  const step = lab.lessonStep('The rank is a sum');
  const check = step.getByRole('list', { name: 'The engine checks' }).getByRole('listitem');
  await lab.button('Show the rest anyway').click();
  await expect(check).toHaveText('The search arrives with one hop, whose span is at least 4.');
  await lab.run('ZRANK board cat', '(integer) 2');
  await expect(check).toContainText('This time it was 3.');
  await lab.run('ZRANK board hal', '(integer) 7');
  await expect(check).toContainText('This time it was 4+3+1.');
  await lab.settle();
  await lab.timeline.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(check).toContainText('This time it was 3.');
});
