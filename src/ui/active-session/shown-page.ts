/** The shown page, the address that names it, and the question before the reader leaves it. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PageState } from '../../protocol/messages.ts';
import { hashOf, writeAddress } from '../browser/routes.ts';
import { consolesForLink } from '../console/local-entries.ts';
import type { Opened } from './guarded-opening.ts';
import { contributedPageState, contributePageState } from './page-state.ts';
import type { PageRoute, Scene } from './scenes.ts';

export interface ShownPageState {
  readonly scene: Scene | null;
  /** The reader wants to go there, but the session is too large to be put aside and would end. */
  readonly leaving: PageRoute | null;
  /** The last visit failed to open this: ask the reader before trying again. */
  readonly asking: Opened | null;
  /** Another session is opening: input typed now would go to the one that is leaving. */
  readonly isMoving: boolean;
}

export interface ShownPage {
  readonly store: StoreApi<ShownPageState>;
  /** The hash of the address that was entered last; null before the first. */
  address(): string | null;
  noteAddress(hash: string): void;
  /** Writes the present place into the address. */
  writeAddressOf(route: PageRoute, manner: 'push' | 'replace'): void;
  /** Shows a page; `isAnew` mounts it anew even if it was already there. */
  show(route: PageRoute, restored: PageState | null, isAnew?: boolean): void;
  /** What goes into a link or file beside the session. */
  pageState(): PageState;
  whileMoving<T>(action: () => Promise<T>): Promise<T>;
  /** Asks the reader before `go`. */
  askBefore(route: PageRoute, go: () => Promise<void>): void;
  /** The reader's answer. */
  answerLeaving(anyway: boolean): Promise<void>;
}

export function createShownPage(): ShownPage {
  const store = createStore<ShownPageState>(() => ({
    scene: null,
    leaving: null,
    asking: null,
    isMoving: false,
  }));
  let shownHash: string | null = null;
  /** Runs when the reader confirms `leaving`. */
  let goAnyway: (() => Promise<void>) | null = null;

  function writeAddressOf(route: PageRoute, manner: 'push' | 'replace'): void {
    shownHash = hashOf(route);
    writeAddress(shownHash, manner);
  }

  return {
    store,
    address: () => shownHash,
    noteAddress(hash) {
      shownHash = hash;
    },
    writeAddressOf,
    show(route, restored, isAnew = restored !== null) {
      const key = (store.getState().scene?.key ?? 0) + (isAnew ? 1 : 0);
      contributePageState({});
      store.setState({ scene: { route, restored, key } });
    },
    pageState: () => ({
      ...contributedPageState(),
      ...consolesForLink(),
      route: hashOf(store.getState().scene?.route ?? { page: 'lab' }),
    }),
    async whileMoving(action) {
      store.setState({ isMoving: true });
      try {
        return await action();
      } finally {
        store.setState({ isMoving: false });
      }
    },
    askBefore(route, go) {
      goAnyway = go;
      store.setState({ leaving: route });
    },
    async answerLeaving(anyway) {
      const { leaving, scene } = store.getState();
      const go = goAnyway;
      goAnyway = null;
      store.setState({ leaving: null });
      if (leaving === null) return;
      if (anyway) await go?.();
      else writeAddressOf(scene?.route ?? { page: 'lab' }, 'replace');
    },
  };
}
