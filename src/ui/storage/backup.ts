/** Everything the browser keeps as one file, and back: for another computer, or before the browser is cleaned. */
import type { KeptSession } from './database.ts';

export interface Backup {
  readonly progress: unknown;
  readonly drills: unknown;
  readonly sessions: readonly KeptSession[];
}

const FORMAT = 'rediscope-backup-1';

export function writeBackup({ progress, drills, sessions }: Backup): Uint8Array {
  const written = {
    format: FORMAT,
    progress,
    drills,
    sessions: sessions.map(({ bytes, ...rest }) => ({ ...rest, bytes: toBase64(bytes) })),
  };
  return new TextEncoder().encode(`${JSON.stringify(written, null, 1)}\n`);
}

/** Null when it is no backup of ours; single sessions that do not fit are left out. */
export function readBackup(bytes: Uint8Array): Backup | null {
  try {
    const read = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (read?.format !== FORMAT || !Array.isArray(read.sessions)) return null;
    // Backups made before there were drills have none.
    const { progress = {}, drills = {}, sessions } = read;
    return { progress, drills, sessions: sessions.flatMap(readSession) };
  } catch {
    return null;
  }
}

function readSession(value: unknown): KeptSession[] {
  const { id, name, savedAtMs, bytes } = value as Record<string, unknown>;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof savedAtMs !== 'number') return [];
  if (typeof bytes !== 'string') return [];
  return [{ id, name, savedAtMs, bytes: Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0)) }];
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
