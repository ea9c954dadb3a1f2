/**
 * Which server is running for which page. The home page and the lab share one session that belongs to the reader; a
 * lesson brings its own, and so does each drill. On the way there the reader's session is put aside, and taken up
 * again afterwards.
 */
import { createContext, useContext } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PageState } from '../../protocol/messages.ts';
import type { Generation, SessionStart } from '../../protocol/session.ts';
import { forgetConsoles } from '../console/local-entries.ts';
import { recordsRecalled } from '../drills/records.ts';
import { progressRecalled } from '../lesson/progress.ts';
import { contributedPageState, contributePageState } from '../page-state.ts';
import { hashOf, parseRoute, type Route } from '../routes.ts';
import type { SessionStore } from '../session/store.ts';
import { recallPresent, setPresentAside } from '../storage/present.ts';

export type PageRoute = Exclude<Route, { page: 'shared' }>;

/** A page that is ready to be shown: its session is there, or the page itself starts it. */
export interface Scene {
  readonly route: PageRoute;
  /** What a link or file brought back for this page. */
  readonly restored: PageState | null;
  /** Changes when a link or file opens a page anew, even the page that was already there. */
  readonly key: number;
}

export interface WorldState {
  readonly scene: Scene | null;
  /** The reader wants to go there, but the session is too large to be put aside: it would end. */
  readonly leaving: PageRoute | null;
}

export interface World extends StoreApi<WorldState> {
  /** Goes where the address says. */
  enter(hash: string): Promise<void>;
  /** Answers the question of `leaving`. */
  leave(anyway: boolean): Promise<void>;
  /** Opens a saved session; if it is damaged, everything stays as it is. */
  openFile(saved: Uint8Array): Promise<void>;
  /** Starts a new server of the reader's own; `stage` starts it with these settings and a clock that stands still. */
  startFresh(generation?: Generation, stage?: Readonly<Record<string, string>>): Promise<void>;
  /** Whether the session that runs is the reader's own. */
  isOwn(): boolean;
  /** What goes into a link or file beside the session. */
  pageState(): PageState;
}

export const WorldContext = createContext<World | null>(null);

export function useWorld(): World {
  const world = useContext(WorldContext);
  if (world === null) throw new Error('there is no WorldContext around this component');
  return world;
}

interface Parked {
  readonly saved: Uint8Array;
  readonly clock: { readonly running: boolean; readonly speed: number };
}

export function createWorld(session: SessionStore): World {
  const store = createStore<WorldState>(() => ({ scene: null, leaving: null }));
  const { actions } = session;
  let running: 'nothing' | 'own' | 'lesson' | 'guest' = 'nothing';
  let parked: Parked | null = null;
  let shownHash: string | null = null;
  let visited = false;
  /** One thing after the other, however fast the reader clicks. */
  let turn: Promise<void> = Promise.resolve();

  function show(route: PageRoute, restored: PageState | null): void {
    const key = (store.getState().scene?.key ?? 0) + (restored === null ? 0 : 1);
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

  async function startFresh(
    generation: Generation = '7.0',
    stage?: Readonly<Record<string, string>>,
  ): Promise<void> {
    forgetConsoles();
    const start = freshStart(generation);
    await actions.startServer(
      { ...start, config: { ...start.config, ...stage } },
      { running: stage === undefined, speed: 1 },
    );
    running = 'own';
  }

  /** Puts the reader's session aside; false when that is not possible and something would be lost. */
  async function park(): Promise<boolean> {
    const { clock, frames } = session.getState();
    const saved = await actions.save('file', {});
    parked = saved instanceof Uint8Array ? { saved, clock } : null;
    if (parked !== null) return true;
    actions.dismissNotice();
    return !frames.some((frame) => frame.kind === 'command');
  }

  function enterLesson(route: PageRoute): void {
    forgetConsoles();
    running = 'lesson';
    show(route, null);
  }

  async function takeUp(): Promise<void> {
    const aside = parked ?? (await leftBehind());
    parked = null;
    forgetConsoles();
    if (aside === null || (await actions.load(aside.saved)) === null) {
      await startFresh();
      return;
    }
    running = 'own';
    await actions.setClock({ running: aside.clock.running, speed: aside.clock.speed });
  }

  /** The session of the last visit, once. */
  async function leftBehind(): Promise<Parked | null> {
    if (visited) return null;
    visited = true;
    const saved = await recallPresent();
    return saved === null ? null : { saved, clock: { running: true, speed: 1 } };
  }

  async function enter(hash: string): Promise<void> {
    if (hash === shownHash || session.getState().status === 'unsupported') return;
    shownHash = hash;
    await Promise.all([progressRecalled, recordsRecalled]);
    const route = parseRoute(hash);
    if (route.page === 'embed') {
      // In somebody else's page: what the reader has of their own is neither shown nor touched.
      if (route.saved === undefined || (await actions.load(route.saved)) === null) await startFresh();
      running = 'guest';
      show(route, null);
      return;
    }
    if (route.page === 'shared') {
      await setPresentAside();
      const loaded = await actions.load(route.saved);
      if (loaded !== null) {
        showRestored(loaded.page);
        return;
      }
      // Nothing is lost by a damaged link: what was running runs on.
      if (running === 'nothing') await startFresh();
      if (store.getState().scene === null) show({ page: 'home' }, null);
      return;
    }
    const { scene } = store.getState();
    if (route.page === 'lesson' || route.page === 'drills') {
      // Another step of the lesson that is already there.
      if (running === 'lesson' && isSameLesson(scene?.route, route)) {
        if (scene !== null) store.setState({ scene: { ...scene, route } });
        return;
      }
      if (running === 'own' && !(await park())) store.setState({ leaving: route });
      else enterLesson(route);
      return;
    }
    if (running !== 'own') await takeUp();
    show(route, null);
  }

  return Object.assign(store, {
    enter(hash: string) {
      turn = turn.then(() => enter(hash));
      return turn;
    },
    leave(anyway: boolean) {
      turn = turn.then(() => {
        const { leaving, scene } = store.getState();
        store.setState({ leaving: null });
        if (leaving === null) return;
        if (anyway) {
          enterLesson(leaving);
        } else {
          shownHash = hashOf(scene?.route ?? { page: 'lab' });
          history.replaceState(null, '', shownHash);
        }
      });
      return turn;
    },
    openFile(saved: Uint8Array) {
      turn = turn.then(async () => {
        const loaded = await actions.load(saved);
        if (loaded === null) return;
        const route = showRestored(loaded.page);
        shownHash = hashOf(route);
        history.pushState(null, '', shownHash);
      });
      return turn;
    },
    startFresh(generation?: Generation, stage?: Readonly<Record<string, string>>) {
      turn = turn.then(() => startFresh(generation ?? session.getState().start?.generation, stage));
      return turn;
    },
    isOwn: () => running === 'own',
    pageState(): PageState {
      return { ...contributedPageState(), route: hashOf(store.getState().scene?.route ?? { page: 'lab' }) };
    },
  });
}

function isSameLesson(shown: PageRoute | undefined, route: PageRoute): boolean {
  return shown?.page === 'lesson' && route.page === 'lesson' && shown.lessonId === route.lessonId;
}

/** A server nobody has seen before: its seed is drawn, and it starts now. */
function freshStart(generation: Generation): SessionStart {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  // It is the reader's own: DEBUG, which a server keeps shut to strangers, may be used in it.
  // Both modules are there to be tried; what a plain server has not, COMMAND marks.
  const config = { 'enable-debug-command': 'yes', loadmodule: 'timeseries bloom' };
  return { generation, seed, startMs: Date.now(), config };
}

/**
 * The page a saved session was on. What comes from a link is not trusted: an unknown route is the lab. So is a drill:
 * what somebody else was asked is looked at there.
 */
export function routeOf(page: PageState): PageRoute {
  const route = parseRoute(typeof page.route === 'string' ? page.route : '#/lab');
  const isElsewhere = route.page === 'shared' || route.page === 'embed' || route.page === 'drills';
  return isElsewhere ? { page: 'lab' } : route;
}
