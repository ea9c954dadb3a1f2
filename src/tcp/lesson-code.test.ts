/**
 * Runs the programs of all lessons as a reader would, against the engine behind a real port. Without redis-py the
 * Python programs are skipped.
 */
import { describe, expect, it } from 'vitest';
import { codeLanguages, programOf } from '../protocol/client-code.ts';
import { outputOf, runnableLanguages } from '../testing/client-programs.ts';
import { sharedCourse } from '../testing/shared-course.ts';
import { listen, wallClockMs } from './server.ts';

const isThere = runnableLanguages();

const codes = sharedCourse().lessons.flatMap((lesson) =>
  lesson.content.flatMap(({ items }) =>
    items.flatMap((item) => (item.type === 'code' ? [{ name: `${lesson.id}/${item.id}`, code: item }] : [])),
  ),
);

describe.each(codeLanguages)('%s', (language) => {
  it.skipIf(!isThere[language]).each(codes)('$name prints what the lesson says', async ({ code }) => {
    const start = { generation: '7.0', seed: 1, startMs: wallClockMs(), config: {} } as const;
    const server = await listen({ port: 0, host: '127.0.0.1', start });
    try {
      const output = await outputOf(programOf(code, language, server.port), language);
      expect(output).toBe(code.prints);
    } finally {
      await server.stop();
    }
  });
});

it('there are programs', () => {
  expect(codes.length).toBeGreaterThan(0);
});
