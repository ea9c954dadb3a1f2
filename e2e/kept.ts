import { expect, type Page } from '@playwright/test';
import type { SessionInput } from '../src/protocol/world.ts';
import { decodeFile } from '../src/worker/session-file.ts';

/** A session as the browser holds it. */
export interface StoredSession {
  readonly id: string;
  readonly name: string;
  readonly savedAtMs: number;
  readonly sizeBytes: number;
  readonly live?: true;
  readonly origin?: string;
  readonly problem?: { readonly code: string };
}

/** Every session in the browser's database, live ones included. */
export function storedSessions(page: Page): Promise<StoredSession[]> {
  return page.evaluate(
    () =>
      new Promise<StoredSession[]>((resolve, reject) => {
        const opening = indexedDB.open('rediscope');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const asking = opening.result.transaction('sessions').objectStore('sessions').getAll();
          asking.onsuccess = () => {
            opening.result.close();
            resolve(asking.result);
          };
        };
      }),
  );
}

/** Waits until the browser holds a live session that was saved after `sinceMs`. */
export async function keptLive(page: Page, sinceMs = 0): Promise<void> {
  await expect
    .poll(async () =>
      (await storedSessions(page)).some(({ live, savedAtMs }) => live === true && savedAtMs > sinceMs),
    )
    .toBe(true);
}

/** The bytes of the live sessions, each as a file would have them. */
function liveFiles(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('rediscope');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(['sessions', 'kept']);
          const sessions = reading.objectStore('sessions').getAll();
          sessions.onsuccess = () => {
            const live = sessions.result.filter((session) => session.live === true);
            const asked = live.map(({ id }) =>
              reading.objectStore('kept').getAll(IDBKeyRange.bound(['block', id], ['block', id, []])),
            );
            reading.oncomplete = async () => {
              opening.result.close();
              const files = asked.map((pieces) => new Blob(pieces.result));
              const read = (file: Blob) =>
                new Promise<string>((give) => {
                  const reader = new FileReader();
                  reader.onload = () => give(String(reader.result).replace(/^[^,]*,/, ''));
                  reader.readAsDataURL(file);
                });
              resolve(await Promise.all(files.map(read)));
            };
          };
        };
      }),
  );
}

/** Replaces the bytes of the kept session, as another version or a broken disk would. */
export async function replaceKept(page: Page, bytes: Uint8Array): Promise<void> {
  await page.evaluate(
    (replacement) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('rediscope');
        opening.onsuccess = () => {
          const change = opening.result.transaction('kept', 'readwrite');
          const blocks = change.objectStore('kept').openCursor(IDBKeyRange.bound(['block'], ['block', []]));
          let isFirst = true;
          blocks.onsuccess = () => {
            const block = blocks.result;
            if (block === null) return;
            if (isFirst) block.update(Uint8Array.from(replacement));
            else block.delete();
            isFirst = false;
            block.continue();
          };
          change.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    [...bytes],
  );
}

/** Waits until a kept live session ends with this command. */
export async function keptUpTo(page: Page, command: string): Promise<void> {
  await expect
    .poll(async () => {
      const files = await liveFiles(page);
      const decoded = await Promise.all(files.map((file) => decodeFile(Buffer.from(file, 'base64'))));
      return decoded.map(({ inputs }) => lastCommand(inputs));
    })
    .toContain(command);
}

/** The last command, as words. */
function lastCommand(inputs: readonly SessionInput[]): string {
  const last = inputs.findLast((input) => input.type === 'data');
  if (last === undefined) return '';
  const text = Buffer.from(last.bytes).toString('latin1');
  return [...text.matchAll(/\$\d+\r\n([^\r]*)\r\n/g)].map(([, word]) => word).join(' ');
}

/** The page's clock. */
export function nowMs(page: Page): Promise<number> {
  return page.evaluate(() => Date.now());
}
