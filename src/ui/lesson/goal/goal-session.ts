/** A server of its own that is brought to the goal of a task, for a panel to draw. */
import { useEffect, useState } from 'react';
import { type Action, isOutside } from '../../../protocol/actions.ts';
import type { Situation } from '../../../protocol/exercise.ts';
import { clientsHere, createSessionStore, type SessionStore } from '../../session/store.ts';
import { startWorker } from '../../session/worker-link.ts';
import { bytesOf } from '../exercise-run.ts';
import { happenOutside } from '../outside.ts';

/** Null until it is there; it ends with the component. */
export function useGoalSession(start: Situation, goal: readonly Action[]): SessionStore | null {
  const [session, setSession] = useState<SessionStore | null>(null);
  useEffect(() => {
    let isGone = false;
    const link = startWorker();
    const store = createSessionStore(link);
    const reach = async () => {
      if (!(await store.actions.startServer(start.server, { running: false, speed: 1 }))) return;
      for (const action of [...start.given, ...goal]) {
        if (isGone || !(await perform(store, action))) return;
      }
      store.actions.last();
      store.actions.opened();
      if (!isGone) setSession(store);
    };
    // Without its drawing the task can be done all the same.
    reach().catch(() => {});
    return () => {
      isGone = true;
      setSession(null);
      link.stop();
    };
  }, [start, goal]);
  return session;
}

async function perform(store: SessionStore, action: Action): Promise<boolean> {
  const { actions } = store;
  if (action.type === 'advance') await actions.advance(action.ms);
  else if (action.type === 'close') await actions.closeClient(action.client);
  else if (isOutside(action)) await happenOutside(store, action);
  else {
    while (!clientsHere(store.getState()).some(({ id }) => id === action.client)) {
      const opened = await actions.openClient();
      if (opened === null || opened > action.client) return false;
    }
    return (await actions.sendBytes(action.client, bytesOf(action), 'quiet')).outcome === 'done';
  }
  return true;
}
