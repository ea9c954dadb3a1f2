/**
 * Everything the browser keeps as one file, and back: for another computer, or before the browser is cleaned.
 *
 *     {"format":"rediscope-backup-2","progress":…,"drills":…,"scenarios":…,"sessions":[{"id":…,"at":0,"sizeBytes":812},…]}⏎
 *     the bytes of the sessions, one after the other; `at` counts from here
 *
 * Sessions are most of it. They are neither copied into a text nor read all at once, so that whatever was written can
 * be read again, however large. Files written before there were scenarios have none. The first format was one JSON text with the sessions in base64.
 */
import type { KeptSession, SessionOrigin } from './database.ts';

export interface BackedUpSession {
  readonly session: KeptSession;
  readonly bytes: Blob;
}

export interface Backup {
  readonly progress: unknown;
  readonly drills: unknown;
  /** The work on each. */
  readonly scenarios: unknown;
  readonly sessions: readonly BackedUpSession[];
}

const FORMAT = 'rediscope-backup-2';
const FIRST_FORMAT = 'rediscope-backup-1';
const ORIGINS: readonly SessionOrigin[] = ['link', 'file', 'tab', 'fault'];
/** Portions of this size are searched for the head. */
const PORTION_BYTES = 1 << 20;

export function writeBackup({ progress, drills, scenarios, sessions }: Backup): Blob {
  let at = 0;
  const listed = sessions.map(({ session, bytes }) => {
    const { id, name, savedAtMs, origin } = session;
    const entry = { id, name, savedAtMs, origin, at, sizeBytes: bytes.size };
    at += bytes.size;
    return entry;
  });
  const head = JSON.stringify({ format: FORMAT, progress, drills, scenarios, sessions: listed });
  return new Blob([`${head}\n`, ...sessions.map(({ bytes }) => bytes)]);
}

/**
 * Null if it is no backup of ours. Sessions that do not fit are left out and named in `unreadable`; a damaged one
 * affects no other.
 */
export async function readBackup(
  file: Blob,
): Promise<(Backup & { readonly unreadable: readonly string[] }) | null> {
  try {
    const head = await readHead(file);
    if (head === null) return null;
    const { progress = {}, drills = {}, scenarios = {}, sessions } = head.read;
    const unreadable: string[] = [];
    const found = (sessions as unknown[]).flatMap((entry, index) => {
      const session = readSession(entry, head.body);
      if (session === null) unreadable.push(nameOf(entry) ?? `#${index + 1}`);
      return session ?? [];
    });
    return { progress, drills, scenarios, sessions: found, unreadable };
  } catch {
    return null;
  }
}

async function readHead(file: Blob): Promise<{ read: Record<string, unknown>; body: Blob | null } | null> {
  let line = '';
  let length = 0;
  for (let isWhole = false; !isWhole && !line.includes('\n'); ) {
    length += PORTION_BYTES;
    isWhole = length >= file.size;
    line = await file.slice(0, length).text();
  }
  const end = line.indexOf('\n');
  const parsed = parse(end < 0 ? line : line.slice(0, end));
  if (parsed?.format === FORMAT && Array.isArray(parsed.sessions)) {
    const headBytes = new TextEncoder().encode(line.slice(0, end < 0 ? undefined : end + 1)).length;
    return { read: parsed, body: file.slice(headBytes) };
  }
  const whole = parse(await file.text());
  return whole?.format === FIRST_FORMAT && Array.isArray(whole.sessions) ? { read: whole, body: null } : null;
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown> | null;
  } catch {
    return null;
  }
}

function nameOf(entry: unknown): string | null {
  const name = (entry as { name?: unknown } | null)?.name;
  return typeof name === 'string' && name !== '' ? name : null;
}

/** The bytes are in the body, or in the first format in the entry itself. */
function readSession(entry: unknown, body: Blob | null): BackedUpSession | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { id, name, savedAtMs, origin, at, sizeBytes, bytes } = entry as Record<string, unknown>;
  if (typeof id !== 'string' || id === '' || typeof name !== 'string' || !Number.isFinite(savedAtMs))
    return null;
  const content = body === null ? fromBase64(bytes) : cutOut(body, at, sizeBytes);
  if (content === null) return null;
  const from = ORIGINS.find((known) => known === origin);
  return {
    session: {
      id,
      name,
      savedAtMs: savedAtMs as number,
      sizeBytes: content.size,
      ...(from === undefined ? {} : { origin: from }),
    },
    bytes: content,
  };
}

function cutOut(body: Blob, at: unknown, sizeBytes: unknown): Blob | null {
  if (!Number.isInteger(at) || !Number.isInteger(sizeBytes)) return null;
  const [from, size] = [at as number, sizeBytes as number];
  return from >= 0 && size > 0 && from + size <= body.size ? body.slice(from, from + size) : null;
}

function fromBase64(text: unknown): Blob | null {
  if (typeof text !== 'string') return null;
  try {
    return new Blob([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))]);
  } catch {
    return null;
  }
}
