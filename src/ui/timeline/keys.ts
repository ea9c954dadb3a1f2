/** The timeline's keys, which work wherever no text is being typed. */
import type { SessionStore } from '../session/store.ts';
import { jumpToMark, kindHere } from './mark-filter.ts';

/** Elements that use the arrow keys, Space or Home themselves. */
const ownKeys =
  'input, textarea, select, [contenteditable], dialog, [role="tab"], [role="radio"], [role="log"], [data-own-keys]';

/** Handles a key of the timeline; false if it is none. */
export function pressTimelineKey(
  session: SessionStore,
  event: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
): boolean {
  const { actions } = session;
  switch (event.key) {
    case 'ArrowLeft':
      event.shiftKey ? actions.backFrame() : actions.back();
      return true;
    case 'ArrowRight':
      event.shiftKey ? actions.forwardFrame() : actions.forward();
      return true;
    case 'Home':
      actions.first();
      return true;
    case 'End':
      actions.last();
      return true;
    case ' ':
      isMoving(session) ? actions.pause() : actions.play();
      return true;
    case '[':
      jumpToMark(session, -1, null);
      return true;
    case ']':
      jumpToMark(session, 1, null);
      return true;
    case '{':
      jumpToMark(session, -1, kindHere(session));
      return true;
    case '}':
      jumpToMark(session, 1, kindHere(session));
      return true;
    case 'l':
    case 'L':
      toggleLoop(session);
      return true;
    default:
      return false;
  }
}

/** It plays and does not wait for the reader. */
function isMoving(session: SessionStore): boolean {
  const { playing, waiting } = session.getState();
  return playing && !waiting;
}

/** Loops the frame looked at, or ends a loop. */
function toggleLoop(session: SessionStore): void {
  const { frame } = session.actions.here();
  const { loop } = session.getState();
  session.actions.setLoop(loop === null ? { from: frame, to: frame } : null);
}

export function listenToKeys(session: SessionStore): () => void {
  const goOn = (event: KeyboardEvent) => {
    // Also while somebody types: the prompt has the focus after each command.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && session.getState().waiting) {
      event.preventDefault();
      event.stopPropagation();
      session.actions.play();
    }
  };
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(ownKeys)) return;
    // Space presses the button that has the focus.
    if (event.key === ' ' && target?.closest('button, a, summary')) return;
    if (session.getState().status !== 'ready') return;
    if (pressTimelineKey(session, event)) event.preventDefault();
  };
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('keydown', goOn, { signal, capture: true });
  document.addEventListener('keydown', listener, { signal });
  return () => listening.abort();
}
