/** Where the reader is, as the address after '#' says it. */
import { useSyncExternalStore } from 'react';

export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'learn' }
  | { readonly page: 'lesson'; readonly lessonId: string; readonly stepId?: string }
  /** With the panels shown, the one that has the stage first; the usual ones when none is named. */
  | { readonly page: 'lab'; readonly panels?: readonly string[] }
  /** Which commands of the real server are here. */
  | { readonly page: 'coverage' }
  /** Every panel on fixed pictures. */
  | { readonly page: 'gallery' }
  /** Panels and a console for a frame in another page, perhaps with a session to begin from. */
  | { readonly page: 'embed'; readonly panels: readonly string[]; readonly saved?: string }
  | { readonly page: 'shared'; readonly saved: string };

/** Reads an address; whatever it does not know is the home page. */
export function parseRoute(hash: string): Route {
  const path = hash.replace(/^#/, '');
  const shared = /^\/s\/(.+)$/s.exec(path);
  if (shared !== null) return { page: 'shared', saved: shared[1] };
  const embed = /^\/embed\/([a-z]+(?:,[a-z]+)*)(?:\/s\/(.+))?$/s.exec(path);
  if (embed !== null) {
    const panels = embed[1].split(',');
    return embed[2] === undefined ? { page: 'embed', panels } : { page: 'embed', panels, saved: embed[2] };
  }
  const lesson = /^\/learn\/([a-z0-9-]+)(?:\/([a-z0-9-]+))?$/.exec(path);
  if (lesson !== null) return { page: 'lesson', lessonId: lesson[1], stepId: lesson[2] };
  if (path === '/learn') return { page: 'learn' };
  const lab = /^\/lab(?:\/([a-z]+(?:,[a-z]+)*))?$/.exec(path);
  if (lab !== null)
    return lab[1] === undefined ? { page: 'lab' } : { page: 'lab', panels: lab[1].split(',') };
  if (path === '/coverage') return { page: 'coverage' };
  if (path === '/gallery') return { page: 'gallery' };
  return { page: 'home' };
}

export function hashOf(route: Route): string {
  switch (route.page) {
    case 'home':
      return '#/';
    case 'lab':
      return `#/lab${route.panels === undefined ? '' : `/${route.panels.join(',')}`}`;
    case 'learn':
    case 'coverage':
    case 'gallery':
      return `#/${route.page}`;
    case 'lesson':
      return `#/learn/${route.lessonId}${route.stepId === undefined ? '' : `/${route.stepId}`}`;
    case 'embed':
      return `#/embed/${route.panels.join(',')}${route.saved === undefined ? '' : `/s/${route.saved}`}`;
    case 'shared':
      return `#/s/${route.saved}`;
  }
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash);
}

export function navigate(route: Route): void {
  location.hash = hashOf(route);
}
