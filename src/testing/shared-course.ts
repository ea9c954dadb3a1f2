/** The course as the page receives it. Compiling it takes seconds, so the test files of a run share it. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Course, readCourse } from '../content/course.ts';

export function sharedCourse(): Course {
  const path = join(inject('courseFolder'), 'course.json');
  if (!existsSync(path)) {
    // Two may compile it at the same time; none sees half of a file.
    const own = `${path}.${randomUUID()}`;
    writeFileSync(own, JSON.stringify(readCourse(process.cwd())));
    renameSync(own, path);
  }
  return JSON.parse(readFileSync(path, 'utf8'));
}
