/** A notice goes by itself when what it says is no longer so. */
import type { StoreApi } from 'zustand/vanilla';
import { isServerDown, type Notice, type SessionState } from './state.ts';

/** What has changed between the moment a notice was given and now. */
interface Since {
  readonly now: SessionState;
  readonly then: SessionState;
}

const isOtherServer = ({ now, then }: Since) => now.server !== then.server;

/** The reader looks elsewhere, or other clients are connected. The present moves by itself. */
const hasMoved = ({ now, then }: Since) =>
  now.branch !== then.branch ||
  now.clients !== then.clients ||
  now.following !== then.following ||
  (!now.following && now.position.frame !== then.position.frame);

/** Something was done on the server since. What it does by itself does not count. */
const hasActed = ({ now, then }: Since) =>
  now.frames !== then.frames && now.frames.slice(then.frames.length).some(({ kind }) => kind !== 'cron');

const isUpAgain = ({ now }: Since) => !isServerDown(now);

/** Notices that are not listed stay true: of a damaged file, for example. */
const isOver: Partial<Record<Notice['code'], (since: Since) => boolean>> = {
  'no-such-client': (since) => isOtherServer(since) || hasMoved(since),
  'no-such-frame': (since) => isOtherServer(since) || hasMoved(since),
  'server-down': (since) => isOtherServer(since) || isUpAgain(since),
  'not-started': (since) => isOtherServer(since) || isUpAgain(since),
  'no-session': isOtherServer,
  'not-loaded': (since) => isOtherServer(since) || hasActed(since),
  'not-shown': isOtherServer,
  'picture-failed': isOtherServer,
  'not-copied': (since) => isOtherServer(since) || hasActed(since),
  'brought-back': ({ now, then }) => now.clock.running || isOtherServer({ now, then }),
};

export function dropOldNotices(store: StoreApi<SessionState>): void {
  let then = store.getState();
  store.subscribe((now, before) => {
    const { notice } = now;
    if (notice !== before.notice) then = now;
    else if (notice !== null && isOver[notice.code]?.({ now, then }) === true)
      store.setState({ notice: null });
  });
}
