/** What leads through the course: search, glossary, paths, and the table of what it covers. */
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { readCourse } from '../src/content/course.ts';
import { Lab } from './lab.ts';

/** A step that begins with a paragraph in which a word of the glossary is marked. */
function stepWithTerm(): string {
  for (const { id, content } of readCourse(join(import.meta.dirname, '..')).lessons) {
    const step = content.find(({ prose }) => {
      const [block] = prose.en;
      return block?.type === 'paragraph' && block.children.some(({ type }) => type === 'term');
    });
    if (step !== undefined) return `${id}/${step.id}`;
  }
  throw new Error('no word is marked at the beginning of any step');
}

test('the search is opened by a key, chosen by arrows and leads to the place', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/learn');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Search the course' });
  await expect(field).toBeFocused();
  await field.fill('zrank');
  const found = page.getByRole('option');
  await expect(found.first()).toContainText('ZRANK');
  await expect(found.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(found.nth(1)).toHaveAttribute('aria-selected', 'true');
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(violations).toEqual([]);
  await field.fill('skiplist');
  await found
    .filter({ hasText: /^Lesson/ })
    .first()
    .click();
  await expect(page).toHaveURL(/#\/learn\/skiplist/);
  await page.keyboard.press('Control+k');
  await field.fill('zebra');
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('Nothing found');
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  // Going back leaves the search, too.
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/#\/learn$/);
  await expect(field).toBeHidden();
  lab.expectNoTroubles();
});

test('a word of a lesson explains itself by keyboard, and leads to the glossary', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open(`./#/learn/${stepWithTerm()}`);
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  const term = page.locator('.lesson-term').first();
  await term.focus();
  await page.keyboard.press('Enter');
  const note = page.getByRole('note');
  await expect(note.getByRole('link', { name: 'Glossary' })).toBeVisible();
  await expect(note).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(note).toBeHidden();
  await term.hover();
  await note.getByRole('link', { name: 'Glossary' }).click();
  await expect(page.locator('.glossary-term[data-opened="true"]')).toBeInViewport();
  await page.getByRole('searchbox', { name: 'Find a term' }).fill('跳表');
  await expect(page.locator('.glossary-term')).toContainText(['skiplist']);
  lab.expectNoTroubles();
});

test('a path lists its lessons, and home goes on with it', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/path/interview');
  await expect(page.getByRole('heading', { name: 'Interview in a week' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Day \d/ })).toHaveCount(7);
  await expect(page.getByText(/^0 of \d+ lessons finished/)).toBeVisible();
  await page.getByRole('link', { name: 'Rediscope' }).click();
  await expect(page.locator('.home-go-on')).toContainText('AOF');
  lab.expectNoTroubles();
});

for (const address of ['glossary', 'curriculum', 'path/new']) {
  test(`nothing bars the way on ${address}, and it fits a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const lab = new Lab(page);
    await lab.open(`./#/${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    lab.expectNoTroubles();
  });
}

test('a lesson can be started over, and what was done in it stays forgotten', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/learn/hyperloglog/close');
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  const over = page.getByRole('button', { name: 'Start this lesson over' });
  const dones = page.locator('.lesson-end-steps [data-done="true"]');
  await lab.shownStep.locator('.lesson-demo').getByRole('button', { name: 'Run' }).click();
  await expect(dones).toHaveCount(1);
  await over.click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(dones).toHaveCount(1);
  await over.click();
  await page.getByRole('button', { name: 'Forget it and begin again' }).press('Enter');
  await expect(page).toHaveURL(/#\/learn\/hyperloglog\/ninety-nine$/);
  await lab.open('./#/learn/hyperloglog/close');
  await page.reload();
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  await expect(page.locator('.lesson-end-steps li')).toHaveCount(8);
  await expect(dones).toHaveCount(0);
  await expect(over).toHaveCount(0);
  lab.expectNoTroubles();
});
