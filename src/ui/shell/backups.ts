/** Everything the browser keeps, as a file for the reader and back from one. */
import { joinRecords, readRecords, recordsStore } from '../drills/records.ts';
import { joinProgress, progressStore, readProgress } from '../lesson/progress.ts';
import type { SessionStore } from '../session/store.ts';
import { readBackup, writeBackup } from '../storage/backup.ts';
import { keepSession, keptSessions } from '../storage/database.ts';
import { askForFile, fileName, maxFileBytes, offerFile } from './files.ts';

export async function offerBackup({ actions }: SessionStore): Promise<void> {
  const backup = writeBackup({
    progress: progressStore.getState(),
    drills: recordsStore.getState(),
    sessions: await keptSessions(),
  });
  offerFile(backup, fileName(new Date(), 'json'));
  actions.tell('saved');
}

/** What was done elsewhere is added to what was done here; nothing is lost. */
export async function askForBackup({ actions }: SessionStore): Promise<void> {
  const file = await askForFile('.json');
  if (file === null) return;
  const backup = file.size > maxFileBytes ? null : readBackup(new Uint8Array(await file.arrayBuffer()));
  if (backup === null) {
    actions.tell('damaged-backup', file.name);
    return;
  }
  joinProgress(readProgress(backup.progress));
  joinRecords(readRecords(backup.drills));
  for (const kept of backup.sessions) await keepSession(kept);
  actions.tell('imported');
}
