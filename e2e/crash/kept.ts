/** What the page has kept, by its own account: its backup, and the session in the lab as a file. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { commandsIn } from '../../src/worker/frames.ts';
import { decodeFile } from '../../src/worker/session-file.ts';

export interface KeptSession {
  readonly name: string;
  readonly lines: readonly string[];
}

export interface Kept {
  /** The commands of the session in the lab. */
  readonly present: readonly string[];
  /** All other sessions: by name, set aside, or left in a tab. */
  readonly sessions: readonly KeptSession[];
  /** "lesson/step/task" of every task that was solved or shown. */
  readonly tasks: ReadonlySet<string>;
  /** How often drills were answered. */
  readonly answers: number;
}

async function offered(page: Page, item: string): Promise<Uint8Array> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: item, exact: true }).click();
  return readFile(await (await download).path());
}

async function linesOf(file: Uint8Array): Promise<string[]> {
  const { inputs } = await decodeFile(new Uint8Array(file));
  const text = new TextDecoder();
  return inputs.flatMap((input) =>
    input.type === 'data'
      ? commandsIn(input.bytes).map((args) => args.map((arg) => text.decode(arg)).join(' '))
      : [],
  );
}

/** Reads it from a page that shows the lab. */
export async function readKept(page: Page): Promise<Kept> {
  const present = await linesOf(await offered(page, 'Save to file'));
  const backup = await offered(page, 'Back up progress and sessions');
  const end = backup.indexOf(0x0a);
  const firstLine = new TextDecoder().decode(backup.subarray(0, end));
  const isBinary = firstLine.includes('"format":"rediscope-backup-2"');
  const head = JSON.parse(isBinary ? firstLine : new TextDecoder().decode(backup));
  const sessions: KeptSession[] = [];
  for (const { name, bytes, at, sizeBytes } of head.sessions) {
    const from = end + 1 + at;
    const file = isBinary ? backup.subarray(from, from + sizeBytes) : Buffer.from(bytes, 'base64');
    sessions.push({ name, lines: await linesOf(file) });
  }
  const tasks = new Set<string>();
  for (const [lesson, { steps }] of Object.entries<Lesson>(head.progress))
    for (const [step, { tasks: done }] of Object.entries(steps))
      for (const task of Object.keys(done)) tasks.add(`${lesson}/${step}/${task}`);
  let answers = 0;
  for (const { reps } of Object.values<{ reps: number }>(head.drills)) answers += reps;
  return { present, sessions, tasks, answers };
}

interface Lesson {
  readonly steps: Readonly<Record<string, { readonly tasks: Readonly<Record<string, string>> }>>;
}
