/** Every lesson, done from beginning to end by the page: one in Chinese, the next in English. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { type Course, readCourse } from '../src/content/course.ts';
import { LessonWalker } from './lesson-walker.ts';

const root = join(import.meta.dirname, '..');
const folders = readdirSync(join(root, 'content/lessons')).flatMap((part) =>
  readdirSync(join(root, 'content/lessons', part), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name.replace(/^\d+-/, '')),
);

/** Compiled once for each worker of the tests, and only where a lesson is walked. */
let course: Course | null = null;

for (const [nth, id] of folders.entries()) {
  const language = nth % 2 === 0 ? 'zh' : 'en';
  test(`the lesson ${id} can be finished in ${language}`, async ({ page }) => {
    test.setTimeout(240_000);
    course ??= readCourse(root);
    const lesson = course.lessons.find((one) => one.id === id)!;
    await new LessonWalker(page).walk(lesson, language);
  });
}
