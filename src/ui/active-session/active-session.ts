/**
 * Which server is running for which page. The home page and the lab share one session that belongs to the reader; a
 * lesson brings its own, and so does each drill. On the way there the reader's session is put aside, and taken up
 * again afterwards.
 */
import { createContext, useContext } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PageState } from '../../protocol/messages.ts';
import type { Generation, SessionStart } from '../../protocol/session.ts';
import { hashOf, parseRoute, writeAddress } from '../browser/routes.ts';
import { forgetConsoles } from '../console/local-entries.ts';
import type { SessionActions, SessionStore } from '../session/store.ts';
import {
  describeSession,
  forgetSession,
  type KeptSession,
  keptSession,
  keptSessions,
  type SessionOrigin,
  sessionContent,
} from '../storage/database.ts';
import { createKeeper, type Source, setAside } from '../storage/keeper.ts';
import { keepingStore } from '../storage/keeping.ts';
import { linkId } from '../storage/openings.ts';
import { hold, openSessions, recallTab, release, rememberTab, takeOver } from '../storage/tabs.ts';
import { freshStart } from './fresh-start.ts';
import { createGuardedOpening, type Opened, type OpeningAnswer } from './guarded-opening.ts';
import { contributedPageState, contributePageState } from './page-state.ts';
import { isSameLesson, isSamePage, type PageRoute, routeOf, type Scene } from './scenes.ts';
import { keepUnreadable, refusalOf, setCutOffAside } from './unreadable.ts';

export interface ActiveSessionState {
  readonly scene: Scene | null;
  /** The reader wants to go there, but the session is too large to be put aside: it would end. */
  readonly leaving: PageRoute | null;
  /** The last visit never got this open: the reader is asked before it is tried again. */
  readonly asking: Opened | null;
  /** Another session is on its way: what is typed now would go to the one that is about to leave. */
  readonly isMoving: boolean;
}

export interface ActiveSession extends StoreApi<ActiveSessionState> {
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

interface Parked {
  readonly saved: Uint8Array;
  readonly clock: { readonly running: boolean; readonly speed: number };
  /** Something of the reader's would be lost with it. */
  readonly hasWork: boolean;
}

/** No page is entered before `recalled` is done: until then the reader's progress is not there. */
export function createActiveSession(session: SessionStore, recalled: Promise<unknown>): ActiveSession {
  const store = createStore<ActiveSessionState>(() => ({
    scene: null,
    leaving: null,
    asking: null,
    isMoving: false,
  }));
  const { actions } = session;
  const opening = createGuardedOpening(actions, (asking) => store.setState({ asking }));
  const keeper = createKeeper(session, pageState, () => actions.tell('taken-over'));
  let running: 'nothing' | 'own' | 'lesson' | 'guest' = 'nothing';
  let parked: Parked | null = null;
  let shownHash: string | null = null;
  let visited = false;
  /** What happens when the question of `leaving` is answered with yes. */
  let goAnyway: (() => Promise<void>) | null = null;
  /** One thing after the other, however fast the reader clicks. */
  let turn: Promise<void> = Promise.resolve();

  keepingStore.subscribe(({ trouble, detail }, before) => {
    if (trouble === before.trouble || running === 'guest') return;
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

  async function whileMoving<T>(action: () => Promise<T>): Promise<T> {
    store.setState({ isMoving: true });
    try {
      return await action();
    } finally {
      store.setState({ isMoving: false });
    }
  }

  function pageState(): PageState {
    return { ...contributedPageState(), route: hashOf(store.getState().scene?.route ?? { page: 'lab' }) };
  }

  function show(route: PageRoute, restored: PageState | null, isAnew = restored !== null): void {
    const key = (store.getState().scene?.key ?? 0) + (isAnew ? 1 : 0);
    contributePageState({});
    store.setState({ scene: { route, restored, key } });
  }

  function showRestored(page: PageState): PageRoute {
    forgetConsoles();
    const route = routeOf(page);
    running = route.page === 'lesson' ? 'lesson' : 'own';
    show(route, page);
    return route;
  }

  async function startServer(
    generation: Generation = '7.0',
    stage?: Readonly<Record<string, string>>,
  ): Promise<boolean> {
    forgetConsoles();
    const start = freshStart(generation);
    return actions.startServer(
      { ...start, config: { ...start.config, ...stage } },
      { running: stage === undefined, speed: 1 },
    );
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
      if (running === 'lesson' && isThere) isStarted = await actions.startServer(start, clock);
    });
    return isStarted;
  }

  async function startOwn(): Promise<void> {
    await startServer();
    running = 'own';
    keeper.begin({});
  }

  /** A new session because the reader wants one: they have agreed that the present one ends. */
  async function startAgain(
    generation: Generation | undefined,
    stage: Readonly<Record<string, string>> | undefined,
  ): Promise<void> {
    const { scene } = store.getState();
    if (running === 'lesson' && scene !== null) {
      // The server belongs to the page, which starts its own. What the reader has put aside stays there.
      await startServer(generation);
      show(scene.route, null, true);
      return;
    }
    const { status } = session.getState();
    const isFaulted = status === 'faulted' || status === 'stopped';
    if (running === 'own') await keeper.rest();
    const before = keeper.id();
    if (!(await startServer(generation, stage))) {
      if (running === 'own') keeper.resume();
      return;
    }
    if (running === 'guest') return;
    const wasOwn = running === 'own';
    running = 'own';
    keeper.begin({});
    if (!wasOwn) return;
    // Nobody was asked before the engine stopped.
    if (isFaulted) await setAside(before, 'fault', false);
    else await forgetSession(before);
  }

  /** Puts the reader's session aside; null when that is not possible. */
  async function putDown(): Promise<Parked | null> {
    await keeper.rest();
    const hasWork = keeper.hasWork();
    const { clock } = session.getState();
    const saved = await actions.save('file', {});
    if (saved instanceof Uint8Array) return { saved, clock, hasWork };
    actions.dismissNotice();
    return null;
  }

  function enterLesson(route: PageRoute): void {
    forgetConsoles();
    running = 'lesson';
    keeper.noteLessonLink(null);
    show(route, null);
  }

  /**
   * Opens another session. If it takes the place of the reader's own, that is set aside, and the reader can go back to
   * it; a lesson only lasts until the reader comes back from it. Null when it was refused: then everything is as it was.
   */
  async function openInstead(
    saved: string | Uint8Array,
    origin: SessionOrigin,
    source: Source,
    isForced = false,
  ): Promise<PageRoute | null> {
    let left = parked;
    if (running === 'own') {
      left = await putDown();
      if (left === null && !isForced && hasCommands()) {
        keeper.resume();
        askBefore({ page: 'lab' }, async () => {
          const route = await openInstead(saved, origin, source, true);
          if (route !== null) goTo(route);
        });
        return null;
      }
    }
    const before = keeper.id();
    const id = typeof saved === 'string' ? linkId(saved) : source.id;
    const loaded = id === undefined ? await actions.load(saved) : await opening.load(saved, id);
    if (loaded === null) {
      if (running === 'own') keeper.resume();
      return null;
    }
    const wasOwn = running === 'own' || parked !== null;
    const route = showRestored(loaded.page);
    if (running === 'lesson') {
      parked = left;
      return route;
    }
    parked = null;
    visited = true;
    const { content } = source;
    keeper.begin(
      content === undefined ? source : { ...source, content: { ...content, since: loaded.since } },
    );
    if (wasOwn && before !== keeper.id()) await leave(before, left, origin);
    // Opened before the session of the last visit was taken up: that waits, and says for what.
    else if (!wasOwn && origin === 'link') await nameLast();
    return route;
  }

  async function nameLast(): Promise<void> {
    const waiting = await waitingSession();
    if (waiting !== undefined) await setAside(waiting.id, 'link', true);
  }

  /** The live session that no tab has open, the newest of them. */
  async function waitingSession(): Promise<KeptSession | undefined> {
    const open = await openSessions();
    return (await keptSessions()).find(({ id, live }) => live === true && !open.has(id));
  }

  /** What was there before is found among the kept sessions, or at least in the notice about it. */
  async function leave(id: string, left: Parked | null, origin: SessionOrigin): Promise<void> {
    if (left !== null && !left.hasWork) {
      // Untouched since it was opened, or empty: nothing of it is the reader's.
      if ((await keptSession(id))?.name === '') await forgetSession(id);
      return;
    }
    const kept = await setAside(id, origin, origin === 'link');
    if (kept !== null) actions.tell('set-aside', '', () => void openKept(kept));
    else if (left !== null)
      actions.tell(
        'set-aside-here',
        '',
        () => void inTurn(async () => void (await openAndGo(left.saved, 'file', {}))),
      );
  }

  function hasCommands(): boolean {
    return session.getState().frames.some((frame) => frame.kind === 'command');
  }

  function askBefore(route: PageRoute, go: () => Promise<void>): void {
    goAnyway = go;
    store.setState({ leaving: route });
  }

  async function takeUp(): Promise<void> {
    forgetConsoles();
    if (parked !== null) {
      const { saved, clock } = parked;
      parked = null;
      if ((await actions.load(saved)) !== null) {
        running = 'own';
        keeper.resume();
        await actions.setClock({ running: clock.running, speed: clock.speed });
        return;
      }
      await tellUnreadable(keeper.id(), saved);
    } else if (!visited) {
      visited = true;
      if (await takeUpLast()) return;
    }
    if (session.getState().status !== 'unsupported') await startOwn();
  }

  /** The session of the last visit; false when there is none, or it cannot be had. */
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
        actions.tell('open-elsewhere', '', () => void openElsewhere(id));
        return false;
      }
      case 'link': {
        if ((await opening.howToOpen('link', linkId(claim.link))) === 'aside') {
          // The next look finds what is the reader's own.
          const { link: _link, ...others } = recallTab();
          rememberTab(others);
          return takeUpLast();
        }
        if ((await opening.load(claim.link, linkId(claim.link))) === null) return false;
        running = 'own';
        keeper.begin({ link: claim.link });
        return true;
      }
      case 'taken': {
        const { id } = claim.kept;
        const how = await opening.howToOpen('session', id);
        if (how === 'aside') {
          await tellCutOff(id);
          return false;
        }
        const loaded = await opening.load(claim.content.bytes, id, how === 'shorter');
        if (loaded === null) {
          await tellUnreadable(id, claim.content.bytes);
          return false;
        }
        running = 'own';
        if (how === 'shorter') {
          // It goes on beside the whole one, which loses nothing.
          keeper.begin({});
          await tellCutOff(id);
          await actions.setClock({ running: true, speed: 1 });
          return true;
        }
        keeper.begin({ id, content: { ...claim.content, since: loaded.since } });
        await actions.setClock({ running: true, speed: 1 });
        return true;
      }
    }
  }

  async function tellCutOff(id: string): Promise<void> {
    const kept = await setCutOffAside(id);
    if (kept !== null) actions.tell('set-aside', '', () => void openKept(kept));
  }

  async function tellUnreadable(id: string, bytes: Uint8Array): Promise<void> {
    const { notice, status } = session.getState();
    // Without a worker nothing can be opened, and nothing is wrong with the session.
    if (status === 'unsupported') return;
    const kept = await keepUnreadable(id, bytes, notice);
    actions.tell('unreadable', notice?.detail ?? '', () => void openKept(kept));
  }

  /** The database has opened after all: its session is taken up unless the reader has begun another. */
  async function takeUpLate(): Promise<void> {
    if (running !== 'own') {
      visited = false;
      return;
    }
    if (!hasCommands()) {
      await keeper.rest();
      forgetConsoles();
      if (!(await takeUpLast())) keeper.resume();
      return;
    }
    const waiting = await waitingSession();
    if (waiting !== undefined) actions.tell('set-aside', '', () => void openKept(waiting));
  }

  function goTo(route: PageRoute): void {
    shownHash = hashOf(route);
    writeAddress(shownHash, 'push');
  }

  async function openAndGo(saved: Uint8Array, origin: SessionOrigin, source: Source): Promise<boolean> {
    const route = await whileMoving(() => openInstead(saved, origin, source));
    if (route !== null) goTo(route);
    return route !== null;
  }

  function openKept(kept: KeptSession): Promise<void> {
    return inTurn(async () => {
      // One that has no name is gone on with; one that has stays as it is, and a copy is gone on with.
      const isNamed = kept.name !== '';
      if (!isNamed && !(await hold(kept.id))) await takeOver(kept.id);
      const content = await sessionContent(kept.id);
      if (content === null) {
        actions.tell('damaged-file');
        return;
      }
      const { problem: _problem, ...well } = kept;
      const source = isNamed ? { isCopy: true } : { id: kept.id, content: { ...content, since: null } };
      if (await openAndGo(content.bytes, 'file', source)) {
        if (kept.problem !== undefined) await describeSession(well);
        return;
      }
      if (!isNamed) release(kept.id);
      const { notice } = session.getState();
      if (notice !== null && store.getState().leaving === null)
        await describeSession({ ...well, problem: { code: refusalOf(notice), detail: notice.detail } });
    });
  }

  /** What another tab has open, as that tab has kept it last. */
  async function openElsewhere(id: string): Promise<void> {
    const kept = await keptSession(id);
    if (kept !== null) await openKept(kept);
  }

  async function enter(hash: string): Promise<void> {
    if (hash === shownHash || session.getState().status === 'unsupported') return;
    const isFirst = shownHash === null;
    shownHash = hash;
    await recalled;
    const route = parseRoute(hash);
    if (route.page === 'embed') {
      // In somebody else's page: what the reader has of their own is neither shown nor touched.
      if (route.saved === undefined || (await actions.load(route.saved)) === null) await startServer();
      running = 'guest';
      show(route, null);
      return;
    }
    if (route.page === 'shared') {
      await whileMoving(() => openLink(route.saved));
      return;
    }
    const { scene } = store.getState();
    if (route.page === 'lesson' || route.page === 'drills') {
      // Another step of the lesson that is already there.
      if (running === 'lesson' && isSameLesson(scene?.route, route)) {
        if (scene !== null) store.setState({ scene: { ...scene, route } });
        return;
      }
      const { lessonLink, lessonHash } = isFirst ? recallTab() : {};
      if (lessonLink !== undefined && lessonHash === hash) {
        // The page was reloaded: it shows again what the link had brought.
        await whileMoving(() => openLink(lessonLink));
        return;
      }
      if (running === 'own') {
        const left = await whileMoving(putDown);
        if (left === null && hasCommands()) {
          keeper.resume();
          askBefore(route, async () => {
            await keeper.rest();
            enterLesson(route);
          });
          return;
        }
        parked = left;
      }
      enterLesson(route);
      return;
    }
    if (running !== 'own') await whileMoving(takeUp);
    show(route, null);
  }

  async function openLink(link: string): Promise<void> {
    const isWanted = (await opening.howToOpen('link', linkId(link))) !== 'aside';
    const route = isWanted ? await openInstead(link, 'link', { link }) : null;
    if (route !== null && running === 'lesson') keeper.noteLessonLink(link, hashOf(route));
    if (route === null) {
      // Nothing is lost by a damaged link: what was running runs on.
      if (running === 'nothing') {
        const { notice } = session.getState();
        keeper.noteLessonLink(null);
        await takeUp();
        if (notice !== null) session.setState({ notice });
      }
      if (store.getState().scene === null) show({ page: 'home' }, null);
    }
    // The address does not name the link any more: a reload goes on with what is there now.
    shownHash = hashOf(store.getState().scene?.route ?? { page: 'home' });
    writeAddress(shownHash, 'replace');
  }

  return Object.assign(store, {
    enter: (hash: string) => inTurn(() => enter(hash)),
    leave: (anyway: boolean) =>
      inTurn(async () => {
        const { leaving, scene } = store.getState();
        const go = goAnyway;
        goAnyway = null;
        store.setState({ leaving: null });
        if (leaving === null) return;
        if (anyway) {
          await go?.();
        } else {
          shownHash = hashOf(scene?.route ?? { page: 'lab' });
          writeAddress(shownHash, 'replace');
        }
      }),
    answerOpening: opening.answer,
    openFile: (saved: Uint8Array) => inTurn(async () => void (await openAndGo(saved, 'file', {}))),
    openKept,
    startFresh: (generation?: Generation, stage?: Readonly<Record<string, string>>) =>
      inTurn(() => whileMoving(() => startAgain(generation ?? session.getState().start?.generation, stage))),
    startForPage,
    keepNow: () =>
      inTurn(async () => {
        if (running !== 'own') return;
        await keeper.rest();
        keeper.resume();
      }),
    liveId: keeper.id,
    noteKept() {
      // In a lesson it is the lesson's server that was kept.
      if (running === 'own') keeper.noteCopy();
    },
    pageState,
  });
}
