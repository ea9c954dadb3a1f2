/** Every lesson, done from beginning to end by the page: one in Chinese, the next in English. */
import { join } from 'node:path';
import { test } from '@playwright/test';
import { lessonIds, readOneLesson } from '../src/content/course.ts';
import { LessonWalker } from './lesson-walker.ts';

const root = join(import.meta.dirname, '..');

for (const [nth, id] of lessonIds(root).entries()) {
  const language = nth % 2 === 0 ? 'zh' : 'en';
  test(`the lesson ${id} can be finished in ${language}`, async ({ page }) => {
    test.setTimeout(180_000);
    await new LessonWalker(page).walk(readOneLesson(root, id), language);
  });
}
