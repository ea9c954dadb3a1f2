/**
 * Which server is running for which page. The home page and the lab share one session that belongs to the reader; a
 * lesson brings its own, and so does each drill. On the way there the reader's session is put aside, and taken up
 * again afterwards.
 */
import { createContext, useContext } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { PageState } from '../../protocol/messages.ts';
import type { Generation, SessionStart } from '../../protocol/session.ts';
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
  /** Opens a saved session; if it is damaged, everything stays as it is. What was there is set aside. */
  openFile(saved: Uint8Array): Promise<void>;
  /** The same with a session that the browser keeps, also one that another tab has open. */
  openKept(kept: KeptSession): Promise<void>;
  /**
   * Starts a new server of the reader's own; `stage` starts it with these settings and a clock that stands still. In a
   * lesson, the lesson starts again instead.
   */
  startFresh(generation?: Generation, stage?: Readonly<Record<string, string>>): Promise<void>;
  /** Starts the server of the lesson or drill that is shown; false when the reader has gone on meanwhile. */
  readonly startForPage: SessionActions['startServer'];
  /** The id under which the reader's own session is kept. */
  liveId(): string;
  /** The reader has kept the session under a name: it need not be set aside as well. */
  noteKept(): void;
  /** Keeps what has changed; resolves when it is kept. */
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

/** No page is entered before `recalled` is done: until then the reader's progress is not there. */
export function createActiveSession(session: SessionStore, recalled: Promise<unknown>): ActiveSession {
  const { actions } = session;
  const page = createShownPage();
  const { store, whileMoving } = page;
  const opening = createGuardedOpening(actions, (asking) => store.setState({ asking }));
  const keeper = createKeeper(session, page.pageState, () => actions.tell('taken-over'));
  const own = createOwnSession({ session, keeper, opening, inTurn, openKept });
  const others = createOtherSessions({ session, keeper, opening, page, own, inTurn });
  /** One thing after the other, however fast the reader clicks. */
  let turn: Promise<void> = Promise.resolve();

  keepingStore.subscribe(({ trouble, detail }, before) => {
    if (trouble === before.trouble || own.running === 'guest') return;
    const told = session.getState().notice?.code;
    if (trouble === null && told !== undefined && ofKeeping.has(told)) actions.dismissNotice();
    if (trouble === 'full') actions.tell('storage-full', detail);
    if (trouble === 'failed') actions.tell('not-kept', detail);
    if (trouble === 'too-large') actions.tell('too-large-to-keep', detail);
  });

  function inTurn(action: () => Promise<void>): Promise<void> {
    const done = turn.then(action);
    // What fails must not keep everything after it from its turn.
    turn = done.catch(() => undefined);
    return done;
  }

  function openKept(kept: KeptSession): Promise<void> {
    return inTurn(() => others.openKept(kept));
  }

  /**
   * In turn, as everything that exchanges the server: a page that is late, because its parts took long to arrive, must
   * not put its server in the place of the session that the reader has gone on to.
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

  /** A new session because the reader wants one: they have agreed that the present one ends. */
  async function startAgain(
    generation: Generation | undefined,
    stage: Readonly<Record<string, string>> | undefined,
  ): Promise<void> {
    const { scene } = store.getState();
    if (own.running === 'lesson' && scene !== null) {
      // The server belongs to the page, which starts its own. What the reader has put aside stays there.
      await own.startServer(generation);
      page.show(scene.route, null, true);
      return;
    }
    const { status } = session.getState();
    const isFaulted = status === 'faulted' || status === 'stopped';
    if (own.running === 'own') await keeper.rest();
    const before = keeper.id();
    if (!(await own.startServer(generation, stage))) {
      if (own.running === 'own') keeper.resume();
      return;
    }
    if (own.running === 'guest') return;
    const wasOwn = own.running === 'own';
    own.running = 'own';
    keeper.begin({});
    if (!wasOwn) return;
    // Nobody was asked before the engine stopped.
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
      // In somebody else's page: what the reader has of their own is neither shown nor touched.
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
        // The page was reloaded: it shows again what the link had brought.
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
    startFresh: (generation?: Generation, stage?: Readonly<Record<string, string>>) =>
      inTurn(() => whileMoving(() => startAgain(generation ?? session.getState().start?.generation, stage))),
    startForPage,
    keepNow: () =>
      inTurn(async () => {
        if (own.running !== 'own') return;
        await keeper.rest();
        keeper.resume();
      }),
    liveId: keeper.id,
    noteKept() {
      // In a lesson it is the lesson's server that was kept.
      if (own.running === 'own') keeper.noteCopy();
    },
    pageState: page.pageState,
  });
}
