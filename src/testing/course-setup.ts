/** Before the tests of a run: a folder for the course, which the first test that wants it compiles for all. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    courseFolder: string;
  }
}

export default function setUp(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'rediscope-course-'));
  project.provide('courseFolder', folder);
  // Somebody who keeps the tests running may have changed a lesson.
  project.onTestsRerun(() => rmSync(join(folder, 'course.json'), { force: true }));
  return () => rmSync(folder, { recursive: true, force: true });
}
