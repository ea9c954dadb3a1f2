/**
 * What the browser keeps for the reader: sessions (the live one of each tab, those saved by name, those set aside),
 * the progress through the course, and when each drill is due. Where storage is forbidden nothing is kept, nothing
 * fails, and `keeping.ts` says so.
 *
 * Two stores, because an older version of the page may be open beside this one and would block another layout:
 *
 *     sessions   id                           what is known of a session; older ones hold their bytes themselves
 *     kept       ['block', id, n]             its bytes, in pieces that follow each other;
 *                ['block', id, 'tail']        of a live one the end, which the next piece replaces
 *                ['progress', lesson, …]      one fact each, see lesson/progress.ts
 *                ['explore', scenario, …]     work on a scenario, see explore/kept-work.ts
 *                ['drills', drill, reps]      one record each, see drills/records.ts
 *                'progress', 'drills', 'present'   the same in one piece, from earlier versions: only read
 *
 * Facts have keys of their own, so that a tab adds its own without reading, and never overwrites another tab's.
 */
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import type { Refusal } from '../../protocol/messages.ts';
import { listenToTabs, postToTabs } from './channel.ts';
import { keepingRecovered, keepingTroubled } from './keeping.ts';

/** Why a session is kept without the reader's doing. */
export type SessionOrigin =
  /** A link or a file replaced it. */
  | 'link'
  | 'file'
  /** It was left in a tab, or in the page before tabs had sessions of their own. */
  | 'tab'
  /** The engine stopped in it. */
  | 'fault';

export interface KeptSession {
  readonly id: string;
  /** Empty if the reader has not named it: then `origin` says what it is. */
  readonly name: string;
  readonly savedAtMs: number;
  readonly sizeBytes: number;
  /** A tab works, or worked, on it; the next visit takes it up. */
  readonly live?: true;
  readonly origin?: SessionOrigin;
  /** Why it could not be opened. */
  readonly problem?: SessionProblem;
}

/** 'cut-off': the page ended before it was open. */
export interface SessionProblem {
  readonly code: Refusal['code'] | 'cut-off';
  readonly detail: string;
}

/** The stored form: earlier versions wrote the bytes into the same record, and no size. */
type StoredSession = Omit<KeptSession, 'sizeBytes'> & {
  readonly sizeBytes?: number;
  readonly bytes?: Uint8Array;
};

export type FactKey = readonly (string | number)[];
export type Fact = readonly [key: FactKey, value: unknown];

interface Schema extends DBSchema {
  kept: { key: string | (string | number)[]; value: unknown };
  sessions: { key: string; value: StoredSession };
}

type Writing = IDBPTransaction<Schema, ('kept' | 'sessions')[], 'readwrite'>;

/** If opening takes longer, the page starts without the database, and takes over its contents when it opens. */
const PATIENCE_MS = 2000;

let opening: Promise<IDBPDatabase<Schema>> | undefined;

/** False where storage cannot work. */
export function hasStorage(): boolean {
  return typeof indexedDB !== 'undefined';
}

function open(): Promise<IDBPDatabase<Schema>> {
  if (opening === undefined) {
    const begun = openNow();
    const impatient = setTimeout(() => keepingTroubled('opening'), PATIENCE_MS);
    opening = begun;
    begun
      .then(
        () => {
          keepingRecovered('opening');
          keepingRecovered('unavailable');
        },
        (error) => {
          // The next caller tries again.
          forgetConnection(begun);
          keepingTroubled('unavailable', reasonOf(error));
        },
      )
      .finally(() => clearTimeout(impatient));
  }
  return opening;
}

async function openNow(): Promise<IDBPDatabase<Schema>> {
  if (!hasStorage()) throw new Error('this browser has no IndexedDB');
  const database = await openDB<Schema>('rediscope', 1, {
    upgrade(created) {
      created.createObjectStore('kept');
      created.createObjectStore('sessions', { keyPath: 'id' });
    },
    // A newer version of the page wants another layout: it must not wait for this tab.
    blocking: () => {
      opening = undefined;
      database.close();
    },
    terminated: () => {
      opening = undefined;
    },
  });
  return database;
}

function forgetConnection(begun: Promise<IDBPDatabase<Schema>>): void {
  if (opening === begun) opening = undefined;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** Resolves in time, with `otherwise` if the database is slow. */
export function inTime<Answer>(slow: Promise<Answer>, otherwise: Answer): Promise<Answer> {
  return Promise.race([
    slow,
    new Promise<Answer>((resolve) => setTimeout(() => resolve(otherwise), PATIENCE_MS)),
  ]);
}

async function read<Answer>(
  action: (database: IDBPDatabase<Schema>) => Promise<Answer>,
  otherwise: Answer,
): Promise<Answer> {
  try {
    return await action(await open());
  } catch {
    return otherwise;
  }
}

/**
 * Writes and commits in one go. A transaction that waits for its automatic commit is lost when the page is left
 * meanwhile; an explicit commit is carried out. Writing waits for a database that is slow to open.
 */
async function write(
  action: (writing: Writing) => readonly Promise<unknown>[],
  mayReopen = true,
): Promise<boolean> {
  const connection = await open().catch(() => null);
  // The failed opening has reported why.
  if (connection === null) return false;
  try {
    const writing = connection.transaction(['kept', 'sessions'], 'readwrite');
    // A failed request ends the transaction, whose own failure is reported.
    writing.done.catch(() => undefined);
    for (const request of action(writing)) request.catch(() => undefined);
    writing.commit();
    await writing.done;
    keepingRecovered();
    return true;
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'InvalidStateError' && mayReopen) {
      // The browser has closed the connection.
      opening = undefined;
      return write(action, false);
    }
    keepingTroubled(name === 'QuotaExceededError' ? 'full' : 'failed', reasonOf(error));
    return false;
  }
}

/** A value of its own: undefined if it is not there, or nothing can be read. */
export function keptValue(key: FactKey): Promise<unknown> {
  return read<unknown>((database) => database.get('kept', [...key]), undefined);
}

/** The same, but rejects if the database cannot be read: then nobody knows what is there. */
export async function readValue(key: FactKey): Promise<unknown> {
  return (await open()).get('kept', [...key]);
}

/** Everything under these keys; rejects if it cannot be read. */
export async function readAll(...beginning: (string | number)[]): Promise<readonly Fact[]> {
  const kept = (await open()).transaction('kept').store;
  const range = under(...beginning);
  const [keys, values] = await Promise.all([kept.getAllKeys(range), kept.getAll(range)]);
  return keys.map((key, index): Fact => [key as FactKey, values[index]]);
}

export function keepValue(key: FactKey, value: unknown): Promise<boolean> {
  return write((writing) => [writing.objectStore('kept').put(value, [...key])]);
}

export function dropValue(key: FactKey): Promise<boolean> {
  return write((writing) => [writing.objectStore('kept').delete([...key])]);
}

export type FactKind = 'progress' | 'drills';

/**
 * Adds facts and sends them to the other tabs. With `replaces` they replace those under the same key with a smaller
 * last part.
 */
export function keepFacts(facts: readonly Fact[], replaces = false): Promise<boolean> {
  postToTabs({ type: 'facts', facts });
  return write((writing) => {
    const kept = writing.objectStore('kept');
    return facts.flatMap(([key, value]) => [
      ...(replaces ? [kept.delete(IDBKeyRange.bound(key.slice(0, -1), [...key], false, true))] : []),
      kept.put(value, [...key]),
    ]);
  });
}

/**
 * Passes on all facts of a kind, and the single record of earlier versions; later the facts that other tabs add, and
 * everything again when the reader comes back to this tab, which may have been asleep. Resolves when the first have
 * come, or when the database is slow: then they come later.
 */
export function followFacts(
  kind: FactKind,
  take: (facts: readonly Fact[], whole: unknown) => void,
): Promise<void> {
  listenToTabs((message) => {
    if (message.type !== 'facts' || !Array.isArray(message.facts)) return;
    const facts = message.facts.filter(isFact).filter(([key]) => key[0] === kind);
    if (facts.length > 0) take(facts, undefined);
  });
  const recall = () =>
    read(async (database) => {
      const kept = database.transaction('kept').store;
      const range = under(kind);
      const [keys, values, whole] = await Promise.all([
        kept.getAllKeys(range),
        kept.getAll(range),
        kept.get(kind),
      ]);
      take(
        keys.map((key, index): Fact => [key as FactKey, values[index]]),
        whole,
      );
    }, undefined);
  if (typeof document !== 'undefined') {
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void recall();
    });
  }
  return inTime(recall(), undefined);
}

function isFact(value: unknown): value is Fact {
  return Array.isArray(value) && Array.isArray(value[0]);
}

/** All keys that begin with these parts. */
export function under(...beginning: (string | number)[]): IDBKeyRange {
  return IDBKeyRange.bound(beginning, [...beginning, []]);
}

/** The newest first. */
export async function keptSessions(): Promise<readonly KeptSession[]> {
  const stored = await read<StoredSession[]>((database) => database.getAll('sessions'), []);
  return stored.map(withSize).sort((a, b) => b.savedAtMs - a.savedAtMs);
}

export async function keptSession(id: string): Promise<KeptSession | null> {
  const stored = await read((database) => database.get('sessions', id), undefined);
  return stored === undefined ? null : withSize(stored);
}

function withSize({ bytes, ...session }: StoredSession): KeptSession {
  return { ...session, sizeBytes: session.sizeBytes ?? bytes?.length ?? 0 };
}

export interface KeptContent {
  /** As in a file. */
  readonly bytes: Uint8Array;
  /** The number of pieces to which others can be appended, and their bytes; 0 if it is in one piece. */
  readonly pieces: number;
  readonly piecesBytes: number;
}

/** The content of a kept session; null if it is not there. */
export function sessionContent(id: string): Promise<KeptContent | null> {
  return read<KeptContent | null>(async (database) => {
    const reading = database.transaction(['kept', 'sessions']);
    const [stored, keys, values] = await Promise.all([
      reading.objectStore('sessions').get(id),
      reading.objectStore('kept').getAllKeys(under('block', id)),
      reading.objectStore('kept').getAll(under('block', id)),
    ]);
    const { bytes: whole } = stored ?? {};
    if (whole instanceof Uint8Array) return { bytes: whole, pieces: 0, piecesBytes: 0 };
    if (values.length === 0) return null;
    const bytes = joined(values as Uint8Array[]);
    // Texts sort after numbers: the tail is the last.
    const hasTail = (keys.at(-1) as FactKey).at(-1) === TAIL;
    if (!hasTail) return { bytes, pieces: 0, piecesBytes: 0 };
    const tail = values.at(-1) as Uint8Array;
    return { bytes, pieces: values.length - 1, piecesBytes: bytes.length - tail.length };
  }, null);
}

const TAIL = 'tail';

export async function sessionBytes(id: string): Promise<Uint8Array | null> {
  return (await sessionContent(id))?.bytes ?? null;
}

export function joined(blocks: readonly Uint8Array[]): Uint8Array {
  if (blocks.length === 1) return blocks[0];
  const all = new Uint8Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    all.set(block, at);
    at += block.length;
  }
  return all;
}

/** Replaces the pieces from number `from` on; those before them stay. With a tail, others can be appended later. */
export function keepSession(
  session: KeptSession,
  pieces: readonly Uint8Array[],
  from = 0,
  tail: Uint8Array | null = null,
): Promise<boolean> {
  return changing((writing) => {
    const kept = writing.objectStore('kept');
    return [
      writing.objectStore('sessions').put(session),
      kept.delete(IDBKeyRange.bound(['block', session.id, from], ['block', session.id, []])),
      ...pieces.map((piece, index) => kept.put(piece, ['block', session.id, from + index])),
      ...(tail === null ? [] : [kept.put(tail, ['block', session.id, TAIL])]),
    ];
  });
}

/** Changes the description of a session; its bytes stay. */
export function describeSession(session: KeptSession): Promise<boolean> {
  return read(async (database) => {
    const stored = await database.get('sessions', session.id);
    if (stored === undefined) return false;
    const { bytes } = stored;
    return changing((writing) => [
      writing
        .objectStore('sessions')
        .put(bytes === undefined ? session : ({ ...session, bytes } as StoredSession)),
    ]);
  }, false);
}

export function forgetSession(id: string): Promise<boolean> {
  return changing((writing) => [
    writing.objectStore('sessions').delete(id),
    writing.objectStore('kept').delete(under('block', id)),
  ]);
}

async function changing(action: (writing: Writing) => readonly Promise<unknown>[]): Promise<boolean> {
  const done = await write(action);
  if (done) postToTabs({ type: 'sessions' });
  return done;
}

/** Turns the one session of earlier versions into a live one that no tab has open. */
export function adoptPresent(): Promise<void> {
  return read(async (database) => {
    // Read and write in one transaction, so that only one of two tabs adopts it.
    const adopting = database.transaction(['kept', 'sessions'], 'readwrite');
    const kept = adopting.objectStore('kept');
    const bytes = await kept.get('present');
    if (bytes instanceof Uint8Array) {
      const id = newSessionId();
      const session = { id, name: '', savedAtMs: Date.now(), sizeBytes: bytes.length, live: true } as const;
      await adopting.objectStore('sessions').put(session);
      await kept.put(bytes, ['block', id, 0]);
      await kept.delete('present');
    }
    await adopting.done;
  }, undefined);
}

/** Not `randomUUID`: pages over plain HTTP do not have it. */
export function newSessionId(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(numbers, (part) => part.toString(16).padStart(8, '0')).join('');
}
