/**
 * What the browser keeps for the reader: the session of their own as they left it, sessions saved by name, the
 * progress through the course, and when each drill is due. Where storage is forbidden nothing is kept, and nothing fails.
 */
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';

export interface KeptSession {
  readonly id: string;
  readonly name: string;
  readonly savedAtMs: number;
  /** As in a file. */
  readonly bytes: Uint8Array;
}

type KeptKey = 'progress' | 'present' | 'drills';

interface Schema extends DBSchema {
  kept: { key: KeptKey; value: unknown };
  sessions: { key: string; value: KeptSession };
}

let opened: Promise<IDBPDatabase<Schema> | null> | undefined;

function database(): Promise<IDBPDatabase<Schema> | null> {
  if (typeof indexedDB === 'undefined') return Promise.resolve(null);
  opened ??= Promise.race([
    openDB<Schema>('rediscope', 1, {
      upgrade(created) {
        created.createObjectStore('kept');
        created.createObjectStore('sessions', { keyPath: 'id' });
      },
    }).catch(() => null),
    // In a frame whose page has no origin the browser never answers; the page must not wait for it.
    new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS)),
  ]);
  return opened;
}

const PATIENCE_MS = 2000;

/** Does something with the database; `otherwise` is the answer where there is none, or where it fails. */
async function use<Answer>(
  action: (database: IDBPDatabase<Schema>) => Promise<Answer>,
  otherwise: Answer,
): Promise<Answer> {
  const found = await database();
  if (found === null) return otherwise;
  try {
    return await action(found);
  } catch {
    return otherwise;
  }
}

export function recallKept(key: KeptKey): Promise<unknown> {
  return use<unknown>((found) => found.get('kept', key), undefined);
}

/**
 * Writes and commits in one go. A transaction that waits to be committed by itself is lost when the page is left
 * meanwhile; one that was told to is carried out.
 */
async function commit(writing: IDBPTransaction<Schema, ('kept' | 'sessions')[], 'readwrite'>): Promise<true> {
  writing.commit();
  await writing.done;
  return true;
}

export function keep(key: KeptKey, value: unknown): Promise<boolean> {
  return use<boolean>((found) => {
    const writing = found.transaction(['kept'], 'readwrite');
    void writing.objectStore('kept').put(value, key);
    return commit(writing);
  }, false);
}

export function forgetKept(key: KeptKey): Promise<void> {
  return use((found) => found.delete('kept', key), undefined);
}

/** The newest first. */
export async function keptSessions(): Promise<readonly KeptSession[]> {
  const sessions = await use<KeptSession[]>((found) => found.getAll('sessions'), []);
  return sessions.sort((a, b) => b.savedAtMs - a.savedAtMs);
}

export function keepSession(session: KeptSession): Promise<boolean> {
  return use<boolean>((found) => {
    const writing = found.transaction(['sessions'], 'readwrite');
    void writing.objectStore('sessions').put(session);
    return commit(writing);
  }, false);
}

export function forgetSession(id: string): Promise<void> {
  return use((found) => found.delete('sessions', id), undefined);
}
