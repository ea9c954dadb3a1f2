/** The reader's own session outlives the page: it is kept a moment after every change and taken up at the next visit. */
import type { PageState } from '../../protocol/messages.ts';
import type { SessionStore } from '../session/store.ts';
import { forgetKept, keep, keepSession, recallKept } from './database.ts';

/** A change is kept when nothing has changed for so long. */
const REST_MS = 1000;
/** Beyond this many commands a session is only kept when the reader says so: writing it would take seconds. */
const MOST_COMMANDS = 20_000;

/** The session as it was left, or null. */
export async function recallPresent(): Promise<Uint8Array | null> {
  const kept = await recallKept('present');
  return kept instanceof Uint8Array ? kept : null;
}

/** Before a link takes the place of the reader's own session, that goes to the sessions kept by name. */
export async function setPresentAside(): Promise<void> {
  const bytes = await recallPresent();
  if (bytes !== null) await keepSession({ id: BEFORE_LINK, name: '', savedAtMs: Date.now(), bytes });
}

/** There is one such session: the latest. */
export const BEFORE_LINK = 'before-link';

/** Keeps the session whenever it rests and is the reader's own. */
export function keepPresent(session: SessionStore, isOwn: () => boolean, page: () => PageState): void {
  let resting: ReturnType<typeof setTimeout> | undefined;
  session.subscribe((state, before) => {
    if (state.frames === before.frames && state.branch === before.branch && state.start === before.start)
      return;
    clearTimeout(resting);
    resting = setTimeout(() => void write(), REST_MS);
  });

  async function write(): Promise<void> {
    const { frames, status } = session.getState();
    if (!isOwn() || status !== 'ready') return;
    let commands = 0;
    for (const frame of frames) commands += frame.commands;
    const saved =
      commands === 0 || commands > MOST_COMMANDS ? null : await session.actions.saveQuietly(page());
    // Something came between: that has its own turn.
    if (!isOwn()) return;
    if (saved === null) await forgetKept('present');
    else await keep('present', saved);
  }
}
