import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { Lab } from './lab.ts';

async function expectNoBarriers(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' || ')}`),
  ).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('home', async ({ page }) => {
      const lab = new Lab(page);
      await lab.open();
      await lab.run('SET a 1', 'OK');
      await lab.rest();
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

    test('the table of lessons', async ({ page }) => {
      await page.goto('./#/learn');
      await expect(page.getByRole('heading', { name: 'Learn' })).toBeVisible();
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
