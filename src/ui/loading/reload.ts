import { takeNewVersion } from '../offline.ts';
import { useSessionStore } from '../session/hooks.ts';
import { useActiveSession } from '../shell/active-session.ts';

/** Loads the page again, in its newest version, after everything is kept. */
export function useReload(): () => Promise<void> {
  const active = useActiveSession();
  const session = useSessionStore();
  return async () => {
    // A server that hangs keeps nothing; what was kept before it hung is there.
    if (!session.getState().silent) await active.keepNow();
    takeNewVersion();
  };
}
