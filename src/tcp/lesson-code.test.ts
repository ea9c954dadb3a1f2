/**
 * Runs the programs of all lessons as a reader would: Node with ioredis, Python with redis-py, against the engine behind
 * a real port. `npm test` finds or installs redis-py and names its interpreter in PYTHON; without it the Python programs
 * are skipped.
 */
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type CodeLanguage, codeLanguages, programOf } from '../protocol/client-code.ts';
import { sharedCourse } from '../testing/shared-course.ts';
import { listen, wallClockMs } from './server.ts';

const run = promisify(execFile);
const python = process.env.PYTHON ?? 'python3';

const commands: Readonly<Record<CodeLanguage, (program: string) => readonly [string, readonly string[]]>> = {
  node: (program) => [process.execPath, ['--input-type=module', '-e', program]],
  python: (program) => [python, ['-c', program]],
};

function hasRedisPy(): boolean {
  try {
    execFileSync(python, ['-c', 'import redis'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn(`${python} cannot import redis: the Python programs of the lessons are skipped.`);
    return false;
  }
}

const isThere: Readonly<Record<CodeLanguage, boolean>> = { node: true, python: hasRedisPy() };

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
      const [file, args] = commands[language](programOf(code, language, server.port));
      const { stdout } = await run(file, [...args], { timeout: 20_000 });
      expect(stdout.trimEnd()).toBe(code.prints);
    } finally {
      await server.stop();
    }
  });
});

it('there are programs', () => {
  expect(codes.length).toBeGreaterThan(0);
});
