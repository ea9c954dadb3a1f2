import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileLesson } from '../content/compile-lesson.ts';
import { failuresOf } from './lesson-report.ts';

it('the lesson that the authoring guide gives to copy compiles and runs', async () => {
  const guide = readFileSync('content/README.md', 'utf8');
  const [, data] = /```yaml\n(id: first-counter\n.*?)```/s.exec(guide)!;
  const [, prose] = /```\n(---\ntitle: .*?)```/s.exec(guide)!;
  const lesson = compileLesson({
    folder: 'content/lessons/1-types/99-first-counter',
    part: 'types',
    data,
    zh: prose,
    en: prose,
    outline: { written: new Map(), planned: new Set() },
  });
  expect(await failuresOf(lesson, null)).toEqual([]);
});
