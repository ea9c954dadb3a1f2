import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { readOneLesson } from '../src/content/course.ts';
import { KeyboardWalker } from './keyboard-walker.ts';
import { Lab } from './lab.ts';
import { LessonWalker } from './lesson-walker.ts';

const lessons = ['lock-evolution', 'skiplist'].map((id) =>
  readOneLesson(join(import.meta.dirname, '..'), id),
);

for (const [nth, lesson] of lessons.entries()) {
  const languages = ['en', 'zh'] as const;

  test(`the lesson ${lesson.id} is walked to its end by keyboard alone`, async ({ page }) => {
    test.setTimeout(300_000);
    await new KeyboardWalker(page).walk(lesson, languages[nth]);
  });

  test(`the lesson ${lesson.id} is walked to its end on a phone`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.setViewportSize({ width: 390, height: 844 });
    await new LessonWalker(page).walk(lesson, languages[1 - nth]);
  });
}

test('a lesson can be read as one text, with every answer in its place', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/read/global-dict-and-rehash');
  const text = page.getByRole('article');
  await expect(text.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(text.locator('[data-step] > h2')).toHaveCount(7);
  const question = text.locator('.printed-box', { hasText: 'How many buckets will' }).first();
  await expect(question.locator('xpath=following-sibling::*[1]')).toContainText(
    'There must be room for 5 keys',
  );
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button').last().press('Enter');
  await expect(text.locator('[data-step] > h2').last()).toBeFocused();
  await expect(text.locator('[data-step] > h2').last()).toBeInViewport();
  await page.getByRole('link', { name: 'Back to the lesson, hands on' }).first().click();
  await expect(page.getByRole('link', { name: 'Next' })).toBeVisible();
  lab.expectNoTroubles();
});

test('who plays clients and asks for hints by keyboard keeps the focus', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/learn/lock-evolution/one-key');
  const step = lab.lessonStep('First to write wins');
  await expect(step).toHaveAttribute('aria-busy', 'false');

  const alice = step.locator('.lesson-player').first();
  await alice.locator('.lesson-card').focus();
  await page.keyboard.press('Enter');
  await expect(alice.locator('li').nth(1).locator('.lesson-card')).toBeFocused();
  const crash = alice.locator('.lesson-crash');
  await crash.focus();
  await page.keyboard.press('Enter');
  await expect(crash).toBeHidden();
  await expect(alice.locator('li').first().locator('.lesson-card')).toBeFocused();

  // The last hint takes its button with it, and so does the question before the solution.
  const task = step.locator('.lesson-task').first();
  await task.getByRole('button', { name: /hint/i }).focus();
  for (let hint = 0; hint < 3; hint++) await page.keyboard.press('Enter');
  await expect(task.locator('.lesson-hints li')).toHaveCount(3);
  const solution = task.getByRole('button', { name: 'Show a solution' });
  await expect(solution).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(task.getByRole('group').getByRole('button').last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(solution).toBeFocused();

  const next = page.getByRole('link', { name: 'Next' });
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Add an expiry' })).toBeFocused();
  lab.expectNoTroubles();
});
