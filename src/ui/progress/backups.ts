/** Everything the browser keeps, as a file for the reader and back from one. */

import { askForFile, fileName, offerFile } from '../browser/files.ts';
import { joinRecords, readRecords, recordsStore } from '../drills/records.ts';
import { allWork, joinWork, readAllWork } from '../explore/work-backup.ts';
import { currentText } from '../i18n/index.ts';
import { joinProgress, progressStore, readProgress } from '../lesson/progress.ts';
import type { SessionStore } from '../session/store.ts';
import { type BackedUpSession, readBackup, writeBackup } from '../storage/backup.ts';
import { keepSession, keptSession, keptSessions, newSessionId, sessionBytes } from '../storage/database.ts';

export async function offerBackup({ actions }: SessionStore): Promise<void> {
  const sessions: BackedUpSession[] = [];
  for (const session of await keptSessions()) {
    const bytes = await sessionBytes(session.id);
    if (bytes !== null) sessions.push({ session, bytes: new Blob([bytes as BlobPart]) });
  }
  const backup = writeBackup({
    progress: progressStore.getState(),
    drills: recordsStore.getState(),
    scenarios: await allWork().catch(() => ({})),
    sessions,
  });
  offerFile(backup, fileName(new Date(), 'rediscope-backup'));
  actions.notify('saved');
}

/** Adds the file's progress to this browser's; nothing is lost. */
export async function askForBackup({ actions }: SessionStore): Promise<void> {
  const file = await askForFile('.rediscope-backup,.json');
  if (file === null) return;
  const backup = await readBackup(file);
  if (backup === null) {
    actions.notify('damaged-backup', file.name);
    return;
  }
  const text = currentText();
  const missing = [...backup.unreadable];
  const records = readRecords(backup.drills);
  const damaged = countOf(backup.drills) - countOf(records);
  if (damaged > 0) missing.push(`${text.shell.drills} (${damaged})`);
  if (!(await joinProgress(readProgress(backup.progress)))) missing.push(text.shell.pages.progress);
  if (!(await joinRecords(records))) missing.push(text.shell.drills);
  const works = readAllWork(backup.scenarios);
  const damagedWorks = countOf(backup.scenarios) - countOf(works);
  if (damagedWorks > 0) missing.push(`${text.shell.pages.explore} (${damagedWorks})`);
  if (!(await joinWork(works))) missing.push(text.shell.pages.explore);
  for (const entry of backup.sessions) {
    if (!(await takeSession(entry))) missing.push(entry.session.name || entry.session.id);
  }
  if (missing.length === 0) actions.notify('imported');
  else actions.notify('imported-partly', missing.join(', '));
}

async function takeSession({ session, bytes }: BackedUpSession): Promise<boolean> {
  const known = await keptSession(session.id);
  const isSame = known?.savedAtMs === session.savedAtMs && known.sizeBytes === session.sizeBytes;
  if (isSame) return true;
  // Another state of the same session: keep both.
  const id = known === null ? session.id : newSessionId();
  const origin = session.origin ?? (session.name === '' ? 'tab' : undefined);
  const content = new Uint8Array(await bytes.arrayBuffer());
  return keepSession({ ...session, id, ...(origin === undefined ? {} : { origin }) }, [content]);
}

function countOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}
