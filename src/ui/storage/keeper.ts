/**
 * The reader's own session outlives the page. Each tab keeps the session it works on under an id of its own: soon
 * after every change, and at once when the page is hidden. The next visit takes up the newest one that no tab has open.
 */

import type { PageState, SaveMark } from '../../protocol/messages.ts';
import { RefusedError } from '../../protocol/refused.ts';
import type { SessionStore } from '../session/store.ts';
import {
  adoptPresent,
  describeSession,
  hasStorage,
  inTime,
  joined,
  type KeptContent,
  type KeptSession,
  keepSession,
  keptSession,
  keptSessions,
  newSessionId,
  type SessionOrigin,
  type SessionProblem,
  sessionContent,
} from './database.ts';
import { keepingRecovered, keepingStore, keepingTroubled } from './keeping.ts';
import { answerTabs, hasLocks, hold, openSessions, recallTab, release, rememberTab } from './tabs.ts';

/** A change is saved when nothing has changed for REST_MS, and at the latest LONGEST_MS after it. */
const REST_MS = 700;
const LONGEST_MS = 2000;
/** A failed write is tried again after this time. */
const RETRY_MS = 5000;

/** A session with more pieces is rewritten into few: many small ones are slow to read. */
const MOST_PIECES = 300;

/** What a starting tab can go on with. */
export type Claim =
  | { readonly outcome: 'taken'; readonly kept: KeptSession; readonly content: KeptContent }
  /** The tab showed a link that the reader had not changed. */
  | { readonly outcome: 'link'; readonly link: string }
  /** The reader's session is open in another tab. */
  | { readonly outcome: 'elsewhere'; readonly id: string }
  | { readonly outcome: 'nothing' }
  /** The database has not answered yet. */
  | { readonly outcome: 'late' };

/** Where the running session comes from. */
export interface Source {
  /** The live copy it continues; without one it gets a new id. */
  readonly id?: string;
  /** The content kept under that id, and its mark from loading. */
  readonly content?: Pick<KeptContent, 'pieces' | 'piecesBytes'> & { readonly since: SaveMark | null };
  /** It came from a link: it becomes the reader's with the first change. */
  readonly link?: string;
  /** It is kept already, under a name: until the reader changes it, there is nothing to set aside. */
  readonly isCopy?: boolean;
  /** Another tab goes on with it: this tab does not keep it again until the reader changes it here. */
  readonly isElsewhere?: boolean;
}

export interface Keeper {
  claim(): Promise<Claim>;
  /** Resolves when a slow database has opened. */
  opened(): Promise<void>;
  /** Keeps the running session from now on. */
  begin(source: Source): void;
  /** Saves what has changed, then stops until `begin` or `resume`. */
  rest(): Promise<void>;
  /** Goes on with the same session, even if it was loaded again meanwhile. */
  resume(): void;
  /** The id of the live copy. */
  id(): string;
  /** Whether something of the reader's would be lost. */
  hasWork(): boolean;
  /** The session was just kept under a name. */
  noteCopy(): void;
  /** The tab shows a lesson from a link, noted for a reload; null if it no longer does. */
  noteLessonLink(link: string | null, hash?: string): void;
}

interface Current {
  readonly id: string;
  /** The server of this session (see SessionState). */
  server: number;
  /** Until it is touched: it is kept already under a name; it is not the reader's. */
  isCopy: boolean;
  isForeign: boolean;
  isTouched: boolean;
  /** The branch and number of frames when it began. */
  branch: number;
  frames: number;
  /** Whether something of it is kept, how much, and in how many pieces. */
  hasCopy: boolean;
  mark: SaveMark | null;
  pieces: number;
  piecesBytes: number;
}

/** Frames without the reader's doing. */
const BY_ITSELF = new Set(['start', 'cron', 'connect', 'disconnect']);

export function createKeeper(session: SessionStore, page: () => PageState, onLost: () => void): Keeper {
  let current = fresh({ id: newSessionId() });
  let isResting = true;
  let unsavedSinceMs: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> | null = null;

  function fresh({ id, content, link, isCopy = false, isElsewhere = false }: Source): Current {
    const { branch, frames, server } = session.getState();
    return {
      id: id ?? newSessionId(),
      server,
      isCopy,
      isForeign: link !== undefined || isElsewhere,
      isTouched: false,
      branch,
      frames: frames.length,
      // A session in one piece cannot be appended to: its end is in the middle of the piece.
      mark: content !== undefined && content.pieces > 0 ? content.since : null,
      hasCopy: content !== undefined,
      pieces: content?.pieces ?? 0,
      piecesBytes: content?.piecesBytes ?? 0,
    };
  }

  function isTouched(): boolean {
    const { branch, frames } = session.getState();
    if (branch !== current.branch) current.isTouched = true;
    for (let at = current.frames; !current.isTouched && at < frames.length; at++)
      current.isTouched = !BY_ITSELF.has(frames[at].kind);
    return current.isTouched;
  }

  function isTheirs(): boolean {
    if (!session.getState().frames.some(({ commands }) => commands > 0)) return false;
    return !current.isForeign || isTouched();
  }

  function onChange(): void {
    if (isResting) return;
    const nowMs = performance.now();
    unsavedSinceMs ??= nowMs;
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), Math.min(REST_MS, unsavedSinceMs + LONGEST_MS - nowMs));
  }

  /** Writes until nothing is unsaved. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    while (writing !== null) await writing;
    if (unsavedSinceMs === null) return;
    unsavedSinceMs = null;
    writing = write().finally(() => {
      writing = null;
    });
    await writing;
  }

  async function write(): Promise<void> {
    const { status } = session.getState();
    // Also after a fault: the worker's file ends before the input it stopped at.
    if ((status !== 'ready' && status !== 'faulted') || !isTheirs() || !hasStorage()) return;
    stayApart();
    try {
      for (let isWhole = false; !isWhole; ) isWhole = await writePortion();
    } catch (problem) {
      // The last saved copy stays.
      if (problem instanceof RefusedError && problem.refusal.code === 'too-large')
        keepingTroubled('too-large', problem.refusal.detail);
      else tryAgain();
    }
  }

  /** If another server has replaced the kept one unannounced, starts a new copy: it must not overwrite the old one. */
  function stayApart(): void {
    if (session.getState().server === current.server) return;
    release(current.id);
    current = fresh({});
    holdCurrent({});
  }

  /** Writes only what is new. True if that was all of it. */
  async function writePortion(): Promise<boolean> {
    const keeping = current;
    // Two tabs that append to the same copy would spoil it: without locks, write it whole.
    const isRewritten = keeping.pieces > MOST_PIECES || !hasLocks;
    const portion = await session.actions.saveSince(isRewritten ? null : keeping.mark, page());
    const pieces = [...(portion.head === null ? [] : [portion.head]), portion.blocks];
    let { since, tail, more } = portion;
    if (portion.head !== null && keeping.hasCopy) {
      // Replace a good copy only as a whole.
      while (more) {
        const next = await session.actions.saveSince(since, page());
        // The session was replaced meanwhile, and will be written in its own turn.
        if (next.head !== null) return true;
        pieces.push(next.blocks);
        ({ since, tail, more } = next);
      }
    }
    const added = joined(pieces);
    const from = portion.head === null ? keeping.pieces : 0;
    const piecesBytes = (portion.head === null ? keeping.piecesBytes : 0) + added.length;
    // Another tab has taken it meanwhile, or it was replaced: this copy is no longer ours to write.
    if (current !== keeping || isResting || session.getState().server !== keeping.server) return true;
    const kept: KeptSession = {
      id: keeping.id,
      name: '',
      savedAtMs: Date.now(),
      sizeBytes: piecesBytes + tail.length,
      live: true,
    };
    if (!(await keepSession(kept, added.length === 0 ? [] : [added], from, tail))) {
      tryAgain();
      return true;
    }
    keepingRecovered('too-large');
    const pieceCount = from + (added.length === 0 ? 0 : 1);
    Object.assign(keeping, { hasCopy: true, mark: since, pieces: pieceCount, piecesBytes });
    return !more;
  }

  function tryAgain(): void {
    unsavedSinceMs ??= performance.now();
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), RETRY_MS);
  }

  session.subscribe((state, before) => {
    if (state.frames !== before.frames || state.branch !== before.branch || state.start !== before.start)
      onChange();
  });
  if (typeof document !== 'undefined') {
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') void flush();
    });
    addEventListener('pagehide', () => void flush());
  }
  answerTabs({
    give: (id) => (id === current.id ? flush() : Promise.resolve()),
    lost(id) {
      if (id !== current.id) return;
      current = fresh({ isElsewhere: true });
      holdCurrent({});
      onLost();
    },
  });

  function holdCurrent({ link }: Source): void {
    void hold(current.id);
    rememberTab({ session: current.id, ...(link === undefined ? {} : { link }) });
  }

  async function find(): Promise<Claim> {
    const { session: id, link } = recallTab();
    const mine = id === undefined ? null : await keptSession(id);
    if (mine === null && link !== undefined) return { outcome: 'link', link };
    const newest = mine ?? (await keptSessions()).find(({ live }) => live === true) ?? null;
    if (newest === null) return { outcome: 'nothing' };
    if (!(await hold(newest.id))) return { outcome: 'elsewhere', id: newest.id };
    const content = await sessionContent(newest.id);
    return content === null ? { outcome: 'nothing' } : { outcome: 'taken', kept: newest, content };
  }

  return {
    async claim() {
      const isOpen = await inTime(
        adoptPresent().then(() => true),
        false,
      );
      if (!isOpen) return { outcome: 'late' };
      const claim = await find();
      // A reader who only looks at a link takes up their own session at the next visit.
      if (claim.outcome !== 'link') await putOthersAway(claim);
      return claim;
    },
    opened: adoptPresent,
    begin(source) {
      if (source.id !== current.id) release(current.id);
      current = fresh(source);
      holdCurrent(source);
      isResting = false;
      unsavedSinceMs = null;
      if (keepingStore.getState().trouble === 'too-large') keepingRecovered('too-large');
      onChange();
    },
    async rest() {
      // A slow database must not hold up the reader.
      await orSlow(flush());
      isTouched();
      isResting = true;
      clearTimeout(timer);
    },
    resume() {
      const { branch, frames, server } = session.getState();
      Object.assign(current, { branch, frames: frames.length, server });
      isResting = false;
      onChange();
    },
    id: () => current.id,
    hasWork: () => isTheirs() && (!current.isCopy || isTouched()),
    noteCopy() {
      const { branch, frames } = session.getState();
      Object.assign(current, {
        isCopy: true,
        isForeign: false,
        isTouched: false,
        branch,
        frames: frames.length,
      });
    },
    noteLessonLink(lessonLink, lessonHash = '') {
      const { session: id, link } = recallTab();
      const own = { ...(id === undefined ? {} : { session: id }), ...(link === undefined ? {} : { link }) };
      rememberTab(lessonLink === null ? own : { ...own, lessonLink, lessonHash });
    },
  };
}

/** Resolves with the write, or when the database turns out to be slow. */
function orSlow(writing: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (keepingStore.getState().trouble === 'opening') resolve();
    };
    const stop = keepingStore.subscribe(look);
    look();
    void writing.then(resolve).finally(stop);
  });
}

/** Live sessions that no tab has open and none took up wait among the kept ones. */
async function putOthersAway(claim: Claim): Promise<void> {
  const open = await openSessions();
  for (const session of await keptSessions()) {
    if (session.live !== true || open.has(session.id)) continue;
    if (claim.outcome === 'taken' && claim.kept.id === session.id) continue;
    await setAside(session.id, session.origin ?? 'tab', false);
  }
}

/**
 * Keeps a session among the kept ones, with the reason; `isLive`: the next visit may take it up. Null if nothing was
 * kept.
 */
export async function setAside(
  id: string,
  origin: SessionOrigin,
  isLive: boolean,
  problem?: SessionProblem,
): Promise<KeptSession | null> {
  const kept = await keptSession(id);
  if (kept === null) return null;
  const { live: _live, problem: _problem, ...rest } = kept;
  const aside: KeptSession = {
    ...rest,
    origin,
    ...(isLive ? { live: true as const } : {}),
    ...(problem === undefined ? {} : { problem }),
  };
  await describeSession(aside);
  return aside;
}
