/** Saves everything, then loads the newest version of the page. */
import { takeNewVersion } from '../browser/offline.ts';

let keepFirst: () => Promise<void> = () => Promise.resolve();

/** Sets the function that saves the reader's session before a reload. */
export function keepBeforeReload(keep: () => Promise<void>): void {
  keepFirst = keep;
}

export async function reload(): Promise<void> {
  await keepFirst();
  takeNewVersion();
}
