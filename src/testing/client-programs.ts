/**
 * Runs programs for client libraries as a reader would: Node with ioredis, Python with redis-py. `npm test` finds or
 * installs redis-py and names its interpreter in PYTHON; without it the Python programs are skipped.
 */
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { CodeLanguage } from '../protocol/client-code.ts';

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
    console.warn(`${python} cannot import redis: the Python programs of lessons and scenarios are skipped.`);
    return false;
  }
}

/** Which of the languages this machine can run. */
export function runnableLanguages(): Readonly<Record<CodeLanguage, boolean>> {
  return { node: true, python: hasRedisPy() };
}

/** What a program prints; an error if it fails or does not end. */
export async function outputOf(program: string, language: CodeLanguage): Promise<string> {
  const [file, args] = commands[language](program);
  const { stdout } = await run(file, [...args], { timeout: 60_000 });
  return stdout.trimEnd();
}
