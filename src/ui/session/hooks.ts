/** React's thin view of the session. */
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { View, WatchTarget } from '../../protocol/views.ts';
import { pictureOf, type SessionActions, type SessionState, type SessionStore } from './store.ts';

export const SessionContext = createContext<SessionStore | null>(null);

/** The store itself, for subscribers outside React. */
export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext);
  if (store === null) throw new Error('there is no SessionContext around this component');
  return store;
}

export function useSession<Part>(select: (state: SessionState) => Part): Part {
  return useStore(useSessionStore(), select);
}

/** Like useSession, for selections that build a new object or list each time. */
export function useSessionShallow<Part>(select: (state: SessionState) => Part): Part {
  return useStore(useSessionStore(), useShallow(select));
}

export function useActions(): SessionActions {
  return useSessionStore().actions;
}

/** Of several servers the one that a panel looks at; the first if nothing else is said. */
export const WatchedServer = createContext<number | undefined>(undefined);

/** Watches something while the component is on the page. Equal targets are not sent twice. */
export function useWatch(id: string, target: WatchTarget): void {
  const server = useContext(WatchedServer);
  const { watch, unwatch } = useActions();
  // React keeps a panel for a while when its successor is not loaded yet: it must not end the successor's watch.
  const [owner] = useState(() => Symbol(id));
  useEffect(() => {
    watch(id, server === undefined ? target : { ...target, server }, owner);
  }, [id, target, server, watch, owner]);
  useEffect(() => () => unwatch(id, owner), [id, unwatch, owner]);
}

/** The server could not read what a panel watches: for the boundary around the panel. */
export class ViewFailedError extends Error {
  override name = 'ViewFailedError';
}

/**
 * What a watch sees now. The last picture stays until the next arrives; undefined before the first, null if the watched
 * thing does not exist.
 */
export function usePicture(watchId: string): View | null | undefined {
  const now = useSession((state) => pictureOf(state, watchId));
  if (now?.kind === 'failed') throw new ViewFailedError(now.message);
  const kept = useRef<View | null | undefined>(undefined);
  if (now !== undefined) kept.current = now;
  return kept.current;
}
