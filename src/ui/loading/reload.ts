/** Loads the page again, in its newest version, after everything is kept. */
import { takeNewVersion } from '../browser/offline.ts';

let keepFirst: () => Promise<void> = () => Promise.resolve();

/** Sets what keeps the reader's session before a reload. */
export function keepBeforeReload(keep: () => Promise<void>): void {
  keepFirst = keep;
}

export async function reload(): Promise<void> {
  await keepFirst();
  takeNewVersion();
}
