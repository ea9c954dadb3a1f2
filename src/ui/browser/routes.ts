/** The reader's place, as the address after '#' names it. */
import { useSyncExternalStore } from 'react';

export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'learn' }
  | { readonly page: 'lesson'; readonly lessonId: string; readonly stepId?: string }
  /** A lesson as one text, with every answer in its place. */
  | { readonly page: 'reading'; readonly lessonId: string }
  /**
   * With the panels shown, the main one first; the usual ones if none is named. Or with a scene, or several servers,
   * that begin there.
   */
  | {
      readonly page: 'lab';
      readonly panels?: readonly string[];
      readonly scene?: string;
      readonly servers?: string;
    }
  /** Drills that are due. */
  | { readonly page: 'drills' }
  /** The reader's progress. */
  | { readonly page: 'progress' }
  /** The commands of the real server that are here. */
  | { readonly page: 'coverage' }
  /** Interview questions: a list, or a mode that asks them. */
  | { readonly page: 'interview'; readonly asks?: true }
  /** What to remember of each lesson. */
  | { readonly page: 'cheatsheets' }
  /** The words of the course; perhaps opened at one of them. */
  | { readonly page: 'glossary'; readonly term?: string }
  /** A way through the course for one purpose. */
  | { readonly page: 'path'; readonly path: string }
  /** What the course covers, by lesson and step, and what is still to come. */
  | { readonly page: 'curriculum' }
  /** What this is, and the work of others in it. */
  | { readonly page: 'about' }
  /** Every panel on fixed pictures; one of them at a time. */
  | { readonly page: 'gallery'; readonly panel?: string }
  /** Panels and a console for a frame in another page, perhaps with a session to begin from. */
  | { readonly page: 'embed'; readonly panels: readonly string[]; readonly saved?: string }
  /**
   * Two runs side by side: the changed setting of the second ("maxmemory=1mb"), the panel shown of both, and perhaps a
   * session to begin from; otherwise the reader's own.
   */
  | { readonly page: 'compare'; readonly panel?: string; readonly change?: string; readonly saved?: string }
  /** A load scenario or store with its settings; a list of them if none is named. */
  | { readonly page: 'load'; readonly scenario?: string; readonly settings?: string }
  /**
   * Scenarios: all of them, or one, perhaps one variant of it. `finds` begins with the schedule that breaks it; `saved`
   * holds changed programs and a schedule.
   */
  | {
      readonly page: 'explore';
      readonly scenario?: string;
      readonly variant?: string;
      readonly finds?: true;
      readonly saved?: string;
    }
  | { readonly page: 'shared'; readonly saved: string };

/** Reads an address; an unknown one is the home page. */
export function parseRoute(hash: string): Route {
  const path = hash.replace(/^#/, '');
  const shared = /^\/s\/(.+)$/s.exec(path);
  if (shared !== null) return { page: 'shared', saved: shared[1] };
  const embed = /^\/embed\/([a-z]+(?:,[a-z]+)*)(?:\/s\/(.+))?$/s.exec(path);
  if (embed !== null) {
    const panels = embed[1].split(',');
    return embed[2] === undefined ? { page: 'embed', panels } : { page: 'embed', panels, saved: embed[2] };
  }
  const compare = /^\/compare(?:\/([a-z]+)(?:\/([^/]+))?(?:\/s\/(.+))?)?$/s.exec(path);
  if (compare !== null) {
    const change = decoded(compare[2]);
    return {
      page: 'compare',
      ...(compare[1] === undefined ? {} : { panel: compare[1] }),
      ...(change === undefined ? {} : { change }),
      ...(compare[3] === undefined ? {} : { saved: compare[3] }),
    };
  }
  const lesson = /^\/learn\/([a-z0-9-]+)(?:\/([a-z0-9-]+))?$/.exec(path);
  if (lesson !== null) return { page: 'lesson', lessonId: lesson[1], stepId: lesson[2] };
  const reading = /^\/read\/([a-z0-9-]+)$/.exec(path);
  if (reading !== null) return { page: 'reading', lessonId: reading[1] };
  const explore = /^\/explore(?:\/([a-z0-9-]+)(?:\/([a-z0-9-]+)(?:\/(found)|\/s\/([\w-]+))?)?)?$/.exec(path);
  if (explore !== null) {
    return {
      page: 'explore',
      ...(explore[1] === undefined ? {} : { scenario: explore[1] }),
      ...(explore[2] === undefined ? {} : { variant: explore[2] }),
      ...(explore[3] === undefined ? {} : { finds: true }),
      ...(explore[4] === undefined ? {} : { saved: explore[4] }),
    };
  }
  if (path === '/learn') return { page: 'learn' };
  const begun = /^\/lab\/(scene|servers)\/([a-z-]+)$/.exec(path);
  if (begun !== null) return { page: 'lab', [begun[1]]: begun[2] };
  const lab = /^\/lab(?:\/([a-z]+(?:,[a-z]+)*))?$/.exec(path);
  if (lab !== null)
    return lab[1] === undefined ? { page: 'lab' } : { page: 'lab', panels: lab[1].split(',') };
  if (path === '/drills') return { page: 'drills' };
  if (path === '/progress') return { page: 'progress' };
  if (path === '/coverage') return { page: 'coverage' };
  if (path === '/interview') return { page: 'interview' };
  if (path === '/interview/ask') return { page: 'interview', asks: true };
  if (path === '/cheatsheets') return { page: 'cheatsheets' };
  if (path === '/curriculum') return { page: 'curriculum' };
  if (path === '/about') return { page: 'about' };
  const glossary = /^\/glossary(?:\/([a-z0-9-]+))?$/.exec(path);
  if (glossary !== null)
    return glossary[1] === undefined ? { page: 'glossary' } : { page: 'glossary', term: glossary[1] };
  const way = /^\/path\/([a-z-]+)$/.exec(path);
  if (way !== null) return { page: 'path', path: way[1] };
  const gallery = /^\/gallery(?:\/([a-z]+))?$/.exec(path);
  if (gallery !== null)
    return gallery[1] === undefined ? { page: 'gallery' } : { page: 'gallery', panel: gallery[1] };
  const load = /^\/load(?:\/([a-z-]+)(?:\/([a-z0-9=,.:+-]+))?)?$/.exec(path);
  if (load !== null)
    return {
      page: 'load',
      ...(load[1] === undefined ? {} : { scenario: load[1] }),
      ...(load[2] === undefined ? {} : { settings: load[2] }),
    };
  return { page: 'home' };
}

export function hashOf(route: Route): string {
  switch (route.page) {
    case 'home':
      return '#/';
    case 'lab':
      if (route.scene !== undefined) return `#/lab/scene/${route.scene}`;
      if (route.servers !== undefined) return `#/lab/servers/${route.servers}`;
      return `#/lab${route.panels === undefined ? '' : `/${route.panels.join(',')}`}`;
    case 'learn':
    case 'drills':
    case 'progress':
    case 'coverage':
    case 'about':
    case 'cheatsheets':
    case 'curriculum':
      return `#/${route.page}`;
    case 'glossary':
      return `#/glossary${route.term === undefined ? '' : `/${route.term}`}`;
    case 'path':
      return `#/path/${route.path}`;
    case 'interview':
      return route.asks ? '#/interview/ask' : '#/interview';
    case 'gallery':
      return `#/gallery${route.panel === undefined ? '' : `/${route.panel}`}`;
    case 'lesson':
      return `#/learn/${route.lessonId}${route.stepId === undefined ? '' : `/${route.stepId}`}`;
    case 'reading':
      return `#/read/${route.lessonId}`;
    case 'embed':
      return `#/embed/${route.panels.join(',')}${route.saved === undefined ? '' : `/s/${route.saved}`}`;
    case 'compare': {
      const { panel, change, saved } = route;
      if (panel === undefined) return '#/compare';
      const changed = change === undefined ? '' : `/${encodeURIComponent(change)}`;
      return `#/compare/${panel}${changed}${saved === undefined ? '' : `/s/${saved}`}`;
    }
    case 'load': {
      if (route.scenario === undefined) return '#/load';
      return `#/load/${route.scenario}${route.settings === undefined ? '' : `/${route.settings}`}`;
    }
    case 'explore': {
      const { scenario, variant, finds, saved } = route;
      if (scenario === undefined) return '#/explore';
      if (variant === undefined) return `#/explore/${scenario}`;
      return `#/explore/${scenario}/${variant}${finds ? '/found' : saved === undefined ? '' : `/s/${saved}`}`;
    }
    case 'shared':
      return `#/s/${route.saved}`;
  }
}

/** Addresses come from anywhere: text that does not decode is taken literally. */
function decoded(part: string | undefined): string | undefined {
  if (part === undefined) return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('hashchange', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('hashchange', listener);
  };
}

export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash);
}

/**
 * Writes the present place into the address. The browser fires no event for that, so notify the listeners here:
 * otherwise going back to the previous address, such as the same link once more, would look like no change.
 */
export function writeAddress(hash: string, manner: 'push' | 'replace'): void {
  if (manner === 'push') history.pushState(null, '', hash);
  else history.replaceState(null, '', hash);
  for (const listener of listeners) listener();
}

export function navigate(route: Route): void {
  location.hash = hashOf(route);
}
