/**
 * Decides which server runs for which page. The home page and the lab share one session, the reader's own; a lesson
 * brings its own, and so does each drill. The reader's session is put aside meanwhile and taken up again afterwards.
 */
import { createContext, useContext } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { PageState } from '../../protocol/messages.ts';
import type { Generation, SessionStart } from '../../protocol/session.ts';
import type { WorldShape } from '../../protocol/world.ts';
import { parseRoute } from '../browser/routes.ts';
import { forgetConsoles } from '../console/local-entries.ts';
import type { SessionActions, SessionStore } from '../session/store.ts';
import { forgetSession, type KeptSession } from '../storage/database.ts';
import { createKeeper, setAside } from '../storage/keeper.ts';
import { keepingStore } from '../storage/keeping.ts';
import { recallTab } from '../storage/tabs.ts';
import { createGuardedOpening, type OpeningAnswer } from './guarded-opening.ts';
import { createOtherSessions } from './other-sessions.ts';
import { createOwnSession } from './own-session.ts';
import { isSameLesson, isSamePage, type PageRoute } from './scenes.ts';
import { createShownPage, type ShownPageState } from './shown-page.ts';

export interface ActiveSession extends StoreApi<ShownPageState> {
  /** Goes where the address says. */
  enter(hash: string): Promise<void>;
  /** Answers the question of `leaving`. */
  leave(anyway: boolean): Promise<void>;
  /** Answers the question of `asking`. */
  answerOpening(answer: OpeningAnswer): void;
  /** Opens a saved session and sets the present one aside. If the saved one is damaged, everything stays as it is. */
  openFile(saved: Uint8Array): Promise<void>;
  /** Opens a session that the browser keeps, also one that another tab has open. */
  openKept(kept: KeptSession): Promise<void>;
  /**
   * Starts a new session of the reader's own; `stage` gives it these settings and a stopped clock, and `world` makes it
   * one of several servers. In a lesson, restarts the lesson instead.
   */
  startFresh(
    generation?: Generation,
    stage?: Readonly<Record<string, string>>,
    world?: WorldShape,
  ): Promise<void>;
  /** Starts the server of the lesson or drill that is shown; false if the reader has gone on meanwhile. */
  readonly startForPage: SessionActions['startServer'];
  /** The id under which the reader's own session is kept. */
  liveId(): string;
  /** The reader has kept the session under a name, so it need not be set aside as well. */
  noteKept(): void;
  /** Saves what has changed; resolves when it is saved. */
  keepNow(): Promise<void>;
  /** What goes into a link or file beside the session. */
  pageState(): PageState;
}

export const ActiveSessionContext = createContext<ActiveSession | null>(null);

export function useActiveSession(): ActiveSession {
  const active = useContext(ActiveSessionContext);
  if (active === null) throw new Error('there is no ActiveSessionContext around this component');
  return active;
}

/** Notices about what the browser could not keep: they end when it can. */
const ofKeeping: ReadonlySet<string> = new Set(['storage-full', 'not-kept', 'too-large-to-keep']);

/** Enter no page before `recalled` is done: until then the reader's progress is missing. */
export function createActiveSession(session: SessionStore, recalled: Promise<unknown>): ActiveSession {
  const { actions } = session;
  const page = createShownPage();
  const { store, whileMoving } = page;
  const opening = createGuardedOpening(actions, (asking) => store.setState({ asking }));
  const keeper = createKeeper(session, page.pageState, () => actions.notify('taken-over'));
  const own = createOwnSession({ session, keeper, opening, inTurn, openKept });
  const others = createOtherSessions({ session, keeper, opening, page, own, inTurn });
  /** Runs one thing after the other, however fast the reader clicks. */
  let turn: Promise<void> = Promise.resolve();

  keepingStore.subscribe(({ trouble, detail }, before) => {
    if (trouble === before.trouble || own.running === 'guest') return;
    const told = session.getState().notice?.code;
    if (trouble === null && told !== undefined && ofKeeping.has(told)) actions.dismissNotice();
    if (trouble === 'full') actions.notify('storage-full', detail);
    if (trouble === 'failed') actions.notify('not-kept', detail);
    if (trouble === 'too-large') actions.notify('too-large-to-keep', detail);
  });

  function inTurn(action: () => Promise<void>): Promise<void> {
    const done = turn.then(action);
    // A failed turn must not block the turns after it.
    turn = done.catch(() => undefined);
    return done;
  }

  function openKept(kept: KeptSession): Promise<void> {
    return inTurn(() => others.openKept(kept));
  }

  /**
   * Wait for a turn like everything that replaces the server: a page whose parts arrive late must not replace the
   * session that the reader has gone on to.
   */
  async function startForPage(
    start: SessionStart,
    clock?: { running: boolean; speed: number },
  ): Promise<boolean> {
    const asking = store.getState().scene;
    let isStarted = false;
    await inTurn(async () => {
      const { scene } = store.getState();
      const isThere = scene?.key === asking?.key && isSamePage(scene?.route, asking?.route);
      if (own.running === 'lesson' && isThere) isStarted = await actions.startServer(start, clock);
    });
    return isStarted;
  }

  /** The reader asked for a new session and has agreed that the present one ends. */
  async function startAgain(
    generation: Generation | undefined,
    stage: Readonly<Record<string, string>> | undefined,
    world: WorldShape | undefined,
  ): Promise<void> {
    const { scene } = store.getState();
    if (own.running === 'lesson' && scene !== null) {
      // The page owns the server and starts its own. The reader's own session stays aside.
      await own.startServer(generation);
      page.show(scene.route, null, true);
      return;
    }
    const { status } = session.getState();
    const isFaulted = status === 'faulted' || status === 'stopped';
    if (own.running === 'own') await keeper.rest();
    const before = keeper.id();
    if (!(await own.startServer(generation, stage, world))) {
      if (own.running === 'own') keeper.resume();
      return;
    }
    if (own.running === 'guest') return;
    const wasOwn = own.running === 'own';
    own.running = 'own';
    keeper.begin({});
    if (!wasOwn) return;
    // The engine stopped, so nobody was asked.
    if (isFaulted) await setAside(before, 'fault', false);
    else await forgetSession(before);
  }

  function enterLesson(route: PageRoute): void {
    forgetConsoles();
    own.running = 'lesson';
    keeper.noteLessonLink(null);
    page.show(route, null);
  }

  async function enter(hash: string): Promise<void> {
    if (hash === page.address() || session.getState().status === 'unsupported') return;
    const isFirst = page.address() === null;
    page.noteAddress(hash);
    await recalled;
    const route = parseRoute(hash);
    if (route.page === 'embed') {
      // Embedded in another page: neither show nor touch the reader's own session.
      if (route.saved === undefined || (await actions.load(route.saved)) === null) await own.startServer();
      own.running = 'guest';
      page.show(route, null);
      return;
    }
    if (route.page === 'shared') {
      await others.openLink(route.saved);
      return;
    }
    const { scene } = store.getState();
    if (route.page === 'lesson' || route.page === 'drills') {
      // Another step of the lesson that is already there.
      if (own.running === 'lesson' && isSameLesson(scene?.route, route)) {
        if (scene !== null) store.setState({ scene: { ...scene, route } });
        return;
      }
      const { lessonLink, lessonHash } = isFirst ? recallTab() : {};
      if (lessonLink !== undefined && lessonHash === hash) {
        // The page was reloaded: show again what the link had opened.
        await others.openLink(lessonLink);
        return;
      }
      if (own.running === 'own') {
        const left = await whileMoving(own.putDown);
        if (left === null && own.hasCommands()) {
          keeper.resume();
          page.askBefore(route, async () => {
            await keeper.rest();
            enterLesson(route);
          });
          return;
        }
        own.parked = left;
      }
      enterLesson(route);
      return;
    }
    if (own.running !== 'own') await whileMoving(own.takeUp);
    page.show(route, null);
  }

  return Object.assign(store, {
    enter: (hash: string) => inTurn(() => enter(hash)),
    leave: (anyway: boolean) => inTurn(() => page.answerLeaving(anyway)),
    answerOpening: opening.answer,
    openFile: (saved: Uint8Array) => inTurn(() => others.openFile(saved)),
    openKept,
    startFresh: (generation?: Generation, stage?: Readonly<Record<string, string>>, world?: WorldShape) =>
      inTurn(() =>
        whileMoving(() => startAgain(generation ?? session.getState().start?.generation, stage, world)),
      ),
    startForPage,
    keepNow: () =>
      inTurn(async () => {
        if (own.running !== 'own') return;
        await keeper.rest();
        keeper.resume();
      }),
    liveId: keeper.id,
    noteKept() {
      // In a lesson, the reader has kept the lesson's server, not their own.
      if (own.running === 'own') keeper.noteCopy();
    },
    pageState: page.pageState,
  });
}
