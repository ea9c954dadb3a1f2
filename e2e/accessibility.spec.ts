import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { galleryLinks, openWall } from './panels.ts';

const colorsOnly = (axe: AxeBuilder) => axe.withRules('color-contrast');

async function expectNoBarriers(page: Page, narrow = (axe: AxeBuilder) => axe): Promise<void> {
  const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']);
  const { violations } = await narrow(axe).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' || ')}`),
  ).toEqual([]);
}

/** Every page that opens by its address alone, and the text that shows it is there. */
const pages: [string, (page: Page) => Promise<void>][] = [
  ['./#/learn', (page) => expect(page.getByRole('heading', { name: 'Learn' })).toBeVisible()],
  ['./#/progress', (page) => expect(page.getByRole('heading', { name: 'Progress' })).toBeVisible()],
  ['./#/drills', (page) => expect(page.getByRole('heading', { name: 'No drills yet' })).toBeVisible()],
  ['./#/coverage', (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible()],
  ['./#/interview', (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible()],
  ['./#/interview/ask', (page) => expect(page.getByRole('article')).toBeVisible()],
  ['./#/cheatsheets', (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible()],
  ['./#/load', (page) => expect(page.getByRole('heading', { level: 1 })).toHaveText('Under load')],
  ['./#/load/breakdown', (page) => expect(page.getByRole('region', { name: 'In numbers' })).toBeVisible()],
  ['./#/load/lsm', (page) => expect(page.getByRole('region', { name: /LSM store/ })).toBeVisible()],
  ['./#/load/ring', (page) => expect(page.getByRole('figure', { name: 'Ring' })).toBeVisible()],
  ['./#/explore', (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible()],
  ['./#/about', (page) => expect(page.getByRole('heading', { level: 1 })).toHaveText('About Rediscope')],
];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('home, and pages to read', async ({ page }) => {
      test.setTimeout(240_000);
      const lab = new Lab(page);
      await lab.open();
      await lab.run('SET a 1', 'OK');
      await lab.rest();
      // The dark theme differs only in its colours.
      const narrow = colorScheme === 'dark' ? colorsOnly : undefined;
      await expectNoBarriers(page, narrow);
      for (const [address, isThere] of pages) {
        await lab.open(address);
        await isThere(page);
        await expectNoBarriers(page, narrow);
      }
    });

    test('a drill, asked and judged, and its result on the home page', async ({ page }) => {
      const lab = new Lab(page);
      // A lesson that was begun is what the drills are about.
      await lab.open('./#/learn/global-dict-and-rehash/fifth-key');
      await lab.hurry();
      await page.getByRole('radio', { name: '8', exact: true }).check();
      await lab.button('Run').click();
      await expect(page.getByText('You predicted it.')).toBeVisible();
      await lab.open('./#/drills');
      await expect(page.getByRole('article')).toHaveAttribute('aria-busy', 'false');
      await expectNoBarriers(page);
      await lab.hurry();
      await page.getByRole('radio', { name: '2, along the chain' }).check();
      await lab.button('Run').click();
      await expect(page.getByRole('article')).toContainText('Right: the engine says so too.');
      await expectNoBarriers(page);
      await lab.open('./#/progress');
      await expect(page.getByRole('meter').first()).toBeVisible();
      await expectNoBarriers(page);
      await lab.open('./');
      await expect(page.getByRole('region', { name: 'Drills' })).toContainText('9 new');
      await expectNoBarriers(page);
    });

    test('a lesson, with its panel and console', async ({ page }) => {
      const lab = new Lab(page);
      await lab.open('./#/learn/lock-evolution');
      await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
      await expectNoBarriers(page);
    });

    test('the lab, now and in the past', async ({ page }) => {
      const lab = new Lab(page);
      await lab.open('./#/lab');
      await lab.hurry();
      await lab.typeAll(['SET a 1', 'GET', 'SET b 2 EX 100', 'SET c 3', 'SET d 4', 'SET e 5']);
      await lab.rest();
      await expectNoBarriers(page);
      await lab.button('Back').click();
      await lab.timeline.focus();
      await page.keyboard.press('Shift+ArrowLeft');
      await expect(lab.button('Back to now')).toBeVisible();
      await expectNoBarriers(page);
    });

    test('dialogs and menus', async ({ page }) => {
      const lab = new Lab(page);
      await lab.open('./#/lab');
      await lab.hurry();
      await lab.run('SET a 1', 'OK');
      await lab.button('Share this step').click();
      await expect(page.getByRole('textbox', { name: 'Link to this step' })).toBeVisible();
      await expectNoBarriers(page);
      await lab.button('Done').click();
      await page.getByRole('button', { name: /^Server clock/ }).click();
      await expectNoBarriers(page);
    });

    test('a browser without Worker', async ({ page }) => {
      await page.addInitScript(() => Object.defineProperty(window, 'Worker', { value: undefined }));
      await page.goto('./');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoBarriers(page);
    });
  });
}

const parts = 2;
for (let part = 0; part < parts; part++) {
  test(`every state of every panel in the gallery, in both colours, ${part + 1} of ${parts}`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    const lab = new Lab(page);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await lab.open('./#/gallery');
    for (const [nth, link] of (await galleryLinks(page)).entries()) {
      if (nth % parts !== part) continue;
      const title = await openWall(page, link);
      // The search for barriers is slow: it runs on the fullest state. Drawings are hidden from screen readers and have
      // a table instead; their colours are the tokens', which have a test of their own.
      const busiest = await page
        .locator('.gallery-piece')
        .evaluateAll((all) => all.sort((a, b) => b.innerHTML.length - a.innerHTML.length)[0].id);
      const panelOnly = (axe: AxeBuilder) => axe.include(`[id="${busiest}"]`).exclude('svg');
      await expectNoBarriers(page, panelOnly);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await expect(page.locator('html'), title).toHaveAttribute('data-theme', 'dark');
      await expectNoBarriers(page, (axe) => colorsOnly(panelOnly(axe)));
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await expect(page.locator('html'), title).toHaveAttribute('data-theme', 'light');
    }
    lab.expectNoTroubles();
  });
}
