/** Pages that are shown: their route, their restored state, and whether two are the same. */
import type { PageState } from '../../protocol/messages.ts';
import { parseRoute, type Route } from '../browser/routes.ts';

export type PageRoute = Exclude<Route, { page: 'shared' }>;

/** A page that is ready to be shown: its session is there, or the page itself starts it. */
export interface Scene {
  readonly route: PageRoute;
  /** What a link or file brought back for this page. */
  readonly restored: PageState | null;
  /** Changes when a link or file opens a page anew, even the page that was already there. */
  readonly key: number;
}

/**
 * The page a saved session was on. A link is not trusted: an unknown route leads to the lab. So does a drill, since it
 * was somebody else's question.
 */
export function routeOf(page: PageState): PageRoute {
  const route = parseRoute(typeof page.route === 'string' ? page.route : '#/lab');
  const isElsewhere =
    route.page === 'shared' ||
    route.page === 'embed' ||
    route.page === 'drills' ||
    // A scene, or servers, would begin in the place of what was saved.
    (route.page === 'lab' && (route.scene !== undefined || route.servers !== undefined));
  return isElsewhere ? { page: 'lab' } : route;
}

export function isSamePage(one: PageRoute | undefined, other: PageRoute | undefined): boolean {
  return one?.page === 'lesson' || other?.page === 'lesson'
    ? one !== undefined && other !== undefined && isSameLesson(one, other)
    : one?.page === other?.page;
}

export function isSameLesson(shown: PageRoute | undefined, route: PageRoute): boolean {
  return shown?.page === 'lesson' && route.page === 'lesson' && shown.lessonId === route.lessonId;
}
