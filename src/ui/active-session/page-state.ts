/**
 * What the page adds to a shared link or a saved file, beside the session itself: where the reader is. The part on
 * the page (a lesson, the lab) says what of itself should come back; active-session.ts adds the route.
 */
import type { PageState } from '../../protocol/messages.ts';

let contributed: PageState = {};

/** Says what of the present page belongs into a link. Replaces what was said before. */
export function contributePageState(state: PageState): void {
  contributed = state;
}

export function contributedPageState(): PageState {
  return contributed;
}
