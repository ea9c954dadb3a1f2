/**
 * Which tab has which live session open. A tab holds a lock named after its session while it lives; the browser
 * releases it when the tab is closed or dies. Where there are no locks (a page over plain HTTP) tabs ask each other.
 */
import { listenToTabs, postToTabs } from './channel.ts';

/** A reloaded page may still hold its lock when the new one requests it. */
const LEAVING_MS = 3000;
/** Another tab that has the session answers within this time. */
const ANSWER_MS = 300;
/** A tab saves its session once more before it gives it away. */
const GIVING_MS = 3000;

const held = new Map<string, () => void>();
const lockOf = (id: string) => `rediscope.session.${id}`;
const locks =
  typeof navigator === 'undefined' || typeof document === 'undefined' ? undefined : navigator.locks;

/** Whether the browser ensures that only one tab has a session. */
export const hasLocks = locks !== undefined;

interface Holder {
  /** Another tab wants the session: save it once more. */
  give(id: string): Promise<void>;
  /** Another tab has it now. */
  lost(id: string): void;
}

let holder: Holder | null = null;

/** Answers other tabs' questions about the sessions of this tab. */
export function answerTabs(answering: Holder): void {
  holder = answering;
  listenToTabs((message) => {
    if (message.type === 'who' && held.has(message.id)) postToTabs({ type: 'mine', id: message.id });
    if (message.type !== 'give' || !held.has(message.id)) return;
    const { id } = message;
    void answering.give(id).then(() => {
      if (!held.has(id)) return;
      release(id);
      answering.lost(id);
      postToTabs({ type: 'given', id });
    });
  });
}

export function release(id: string): void {
  held.get(id)?.();
  held.delete(id);
}

/** Holds a session for this tab; false if another tab has it. */
export function hold(id: string): Promise<boolean> {
  if (held.has(id)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const giveUp = new AbortController();
    const settle = (isHeld: boolean) => {
      clearTimeout(waiting);
      stopListening();
      resolve(isHeld);
    };
    const stopListening = listenToTabs((message) => {
      if (message.type !== 'mine' || message.id !== id) return;
      // That tab may just be closing.
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        giveUp.abort();
        settle(false);
      }, ANSWER_MS);
    });
    let waiting = setTimeout(
      () => {
        giveUp.abort();
        if (!hasLocks) held.set(id, () => undefined);
        settle(!hasLocks);
      },
      hasLocks ? LEAVING_MS : ANSWER_MS,
    );
    postToTabs({ type: 'who', id });
    if (hasLocks) request(id, { signal: giveUp.signal }, () => settle(true));
  });
}

/** Takes a session from the tab that has it, which saves it once more first if it can. */
export async function takeOver(id: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const settle = () => {
      clearTimeout(waiting);
      stopListening();
      resolve();
    };
    const stopListening = listenToTabs((message) => {
      if (message.type === 'given' && message.id === id) settle();
    });
    const waiting = setTimeout(settle, GIVING_MS);
    postToTabs({ type: 'give', id });
  });
  if (!hasLocks) held.set(id, () => undefined);
  else await new Promise<void>((resolve) => request(id, { steal: true }, resolve));
}

function request(id: string, options: LockOptions, onHeld: () => void): void {
  locks
    ?.request(
      lockOf(id),
      options,
      () =>
        new Promise<void>((resolve) => {
          held.set(id, resolve);
          onHeld();
        }),
    )
    .catch(() => {
      // Either the request was aborted, or another tab has taken the lock.
      if (!held.delete(id)) return;
      holder?.lost(id);
    });
}

/** The sessions that tabs have open, this one's included. */
export async function openSessions(): Promise<ReadonlySet<string>> {
  const open = new Set(held.keys());
  const found = await locks?.query().catch(() => null);
  for (const { name } of found?.held ?? []) {
    if (name?.startsWith(lockOf(''))) open.add(name.slice(lockOf('').length));
  }
  return open;
}

const MEMORY = 'rediscope.tab';

/** The session of this tab, also after a reload. */
export interface TabMemory {
  /** The id of its live session. */
  readonly session?: string;
  /** The link that session was opened from, if the reader had not changed it. */
  readonly link?: string;
  /** A link that led into a lesson, and the lesson's address. */
  readonly lessonLink?: string;
  readonly lessonHash?: string;
}

export function recallTab(): TabMemory {
  try {
    const kept = JSON.parse(sessionStorage.getItem(MEMORY) ?? '{}') as Record<string, unknown>;
    const text = (name: string) => (typeof kept[name] === 'string' ? { [name]: kept[name] } : {});
    return { ...text('session'), ...text('link'), ...text('lessonLink'), ...text('lessonHash') };
  } catch {
    return {};
  }
}

export function rememberTab(memory: TabMemory): void {
  try {
    sessionStorage.setItem(MEMORY, JSON.stringify(memory));
  } catch {
    // Without storage a reloaded tab is like a new one.
  }
}
