/**
 * Where the reader is: what a page adds to a shared link or a saved file beside the session. The shown page (a lesson,
 * the lab) supplies its own state; active-session.ts adds the route.
 */
import type { PageState } from '../../protocol/messages.ts';

let contributed: PageState = {};

/** Sets the state of the present page that goes into a link. Replaces the previous one. */
export function contributePageState(state: PageState): void {
  contributed = state;
}

export function contributedPageState(): PageState {
  return contributed;
}
