/**
 * The reader's own session: starts it, puts it aside while a lesson has the server, and takes it up again. The first
 * time, it takes up the session of the last visit.
 */
import type { Generation } from '../../protocol/session.ts';
import type { WorldShape } from '../../protocol/world.ts';
import { consolesForLink, forgetConsoles, takeUpConsoles } from '../console/local-entries.ts';
import type { SessionStore } from '../session/store.ts';
import { type KeptSession, keptSession, keptSessions } from '../storage/database.ts';
import type { Keeper } from '../storage/keeper.ts';
import { linkId } from '../storage/openings.ts';
import { openSessions, recallTab, rememberTab } from '../storage/tabs.ts';
import { freshStart } from './fresh-start.ts';
import type { GuardedOpening } from './guarded-opening.ts';
import { keepUnreadable, setCutOffAside } from './unreadable.ts';

/** The reader's session while something else has the server. */
export interface Parked {
  readonly saved: Uint8Array;
  readonly clock: { readonly running: boolean; readonly speed: number };
  /** Losing it would lose something of the reader's. */
  readonly hasWork: boolean;
}

export interface OwnSession {
  /** Whose server runs: the reader's own, a lesson's or drill's, or that of a frame in another page. */
  running: 'nothing' | 'own' | 'lesson' | 'guest';
  parked: Parked | null;
  /** The last visit's session has been looked for, or another was opened before that. */
  hasLooked: boolean;
  /** Starts a server, or several, with empty consoles; `stage` gives them these settings and a stopped clock. */
  startServer(
    generation?: Generation,
    stage?: Readonly<Record<string, string>>,
    world?: WorldShape,
  ): Promise<boolean>;
  /** Puts the reader's session aside; null if that is not possible. */
  putDown(): Promise<Parked | null>;
  /** Goes on with the session that was put aside, that of the last visit, or a new one. */
  takeUp(): Promise<void>;
  /** The newest live session that no tab has open. */
  waiting(): Promise<KeptSession | undefined>;
  hasCommands(): boolean;
}

interface OwnSessionParts {
  readonly session: SessionStore;
  readonly keeper: Keeper;
  readonly opening: GuardedOpening;
  readonly inTurn: (action: () => Promise<void>) => Promise<void>;
  /** Opens a kept session at the reader's request. */
  readonly openKept: (kept: KeptSession) => Promise<void>;
}

export function createOwnSession({
  session,
  keeper,
  opening,
  inTurn,
  openKept,
}: OwnSessionParts): OwnSession {
  const { actions } = session;
  const own: OwnSession = {
    running: 'nothing',
    parked: null,
    hasLooked: false,
    startServer,
    putDown,
    takeUp,
    waiting,
    hasCommands,
  };

  async function startServer(
    generation: Generation = '7.0',
    stage?: Readonly<Record<string, string>>,
    world?: WorldShape,
  ): Promise<boolean> {
    forgetConsoles();
    const start = freshStart(generation);
    return actions.startServer(
      { ...start, config: { ...start.config, ...stage }, ...(world === undefined ? {} : { world }) },
      { running: stage === undefined, speed: 1 },
    );
  }

  async function putDown(): Promise<Parked | null> {
    await keeper.rest();
    const hasWork = keeper.hasWork();
    const { clock } = session.getState();
    const saved = await actions.save('file', consolesForLink());
    if (saved instanceof Uint8Array) return { saved, clock, hasWork };
    actions.dismissNotice();
    return null;
  }

  async function takeUp(): Promise<void> {
    forgetConsoles();
    if (own.parked !== null) {
      const { saved, clock } = own.parked;
      own.parked = null;
      const loaded = await actions.load(saved);
      if (loaded !== null) {
        takeUpConsoles(loaded.page);
        own.running = 'own';
        keeper.resume();
        await actions.setClock({ running: clock.running, speed: clock.speed });
        return;
      }
      await announceUnreadable(keeper.id(), saved);
    } else if (!own.hasLooked) {
      own.hasLooked = true;
      if (await takeUpLast()) return;
    }
    if (session.getState().status === 'unsupported') return;
    await startServer();
    own.running = 'own';
    keeper.begin({});
  }

  /** Takes up the last visit's session; false if there is none or it cannot be read. */
  async function takeUpLast(): Promise<boolean> {
    const claim = await keeper.claim();
    switch (claim.outcome) {
      case 'nothing':
        return false;
      case 'late':
        void keeper.opened().then(() => inTurn(takeUpLate));
        return false;
      case 'elsewhere': {
        const { id } = claim;
        actions.notify('open-elsewhere', '', () => void openElsewhere(id));
        return false;
      }
      case 'link': {
        if ((await opening.howToOpen('link', linkId(claim.link))) === 'aside') {
          // The next call finds the reader's own session.
          const { link: _link, ...others } = recallTab();
          rememberTab(others);
          return takeUpLast();
        }
        const loaded = await opening.load(claim.link, linkId(claim.link));
        if (loaded === null) return false;
        takeUpConsoles(loaded.page);
        own.running = 'own';
        keeper.begin({ link: claim.link });
        return true;
      }
      case 'taken': {
        const { id } = claim.kept;
        const how = await opening.howToOpen('session', id);
        if (how === 'aside') {
          await announceCutOff(id);
          return false;
        }
        const loaded = await opening.load(claim.content.bytes, id, how === 'shorter');
        if (loaded === null) {
          await announceUnreadable(id, claim.content.bytes);
          return false;
        }
        takeUpConsoles(loaded.page);
        own.running = 'own';
        if (how === 'shorter') {
          // The cut session goes on beside the whole one, which loses nothing.
          keeper.begin({});
          await announceCutOff(id);
          await actions.setClock({ running: true, speed: 1 });
          return true;
        }
        keeper.begin({ id, content: { ...claim.content, since: loaded.since } });
        await actions.setClock({ running: true, speed: 1 });
        return true;
      }
    }
  }

  /** The database has opened late: take up its session unless the reader has begun another. */
  async function takeUpLate(): Promise<void> {
    if (own.running !== 'own') {
      own.hasLooked = false;
      return;
    }
    if (!hasCommands()) {
      await keeper.rest();
      forgetConsoles();
      if (!(await takeUpLast())) keeper.resume();
      return;
    }
    const kept = await waiting();
    if (kept !== undefined) actions.notify('set-aside', '', () => void openKept(kept));
  }

  async function waiting(): Promise<KeptSession | undefined> {
    const open = await openSessions();
    return (await keptSessions()).find(({ id, live }) => live === true && !open.has(id));
  }

  async function announceCutOff(id: string): Promise<void> {
    const kept = await setCutOffAside(id);
    if (kept !== null) actions.notify('set-aside', '', () => void openKept(kept));
  }

  async function announceUnreadable(id: string, bytes: Uint8Array): Promise<void> {
    const { notice, status } = session.getState();
    // Without a worker nothing can be opened; the session itself may be fine.
    if (status === 'unsupported') return;
    const kept = await keepUnreadable(id, bytes, notice);
    actions.notify('unreadable', notice?.detail ?? '', () => void openKept(kept));
  }

  /** A session that another tab has open, as that tab last saved it. */
  async function openElsewhere(id: string): Promise<void> {
    const kept = await keptSession(id);
    if (kept !== null) await openKept(kept);
  }

  function hasCommands(): boolean {
    return session.getState().frames.some((frame) => frame.kind === 'command');
  }

  return own;
}
