/** Keeps what is done in an exploration: soon after every change, and at once when the page is hidden or left. */
import { type Exploration, isSameWork, workOf } from './exploration.ts';
import { asideWork, inTurn, isAnything, keepAside, keepWork, keptWork, type Work } from './kept-work.ts';

const REST_MS = 300;

interface KeepingOptions {
  /** Null for the reader's own work. */
  readonly link: string | null;
  /** Steps alone are not worth keeping: a link that finds a schedule finds it again. */
  readonly onlyPrograms: boolean;
  /** The browser could not say yet what it keeps in this place. */
  readonly isUnknown: boolean;
}

/** What became of work that came late. */
export type Arrival =
  | { readonly what: 'nothing' }
  /** Nothing was done meanwhile. */
  | { readonly what: 'taken'; readonly work: Work }
  | { readonly what: 'aside'; readonly aside: readonly Work[] };

export interface WorkKeeper {
  /** Waits for what the browser keeps. Rejects if it cannot be read; the next change tries again. */
  arrival(): Promise<Arrival>;
  end(): void;
}

/** Until it is ended. Work that is kept in the same place and is not known yet is never overwritten. */
export function keepWorkOf(
  exploration: Exploration,
  { link, onlyPrograms, isUnknown }: KeepingOptions,
): WorkKeeper {
  const { scenario } = exploration;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isUnsaved = false;
  let isTouched = false;
  let isKnown = !isUnknown;
  let arriving: Promise<Arrival> | null = null;

  function arrivalNow(): Promise<Arrival> {
    arriving ??= arrive().then(
      (arrived) => {
        isKnown = true;
        return arrived;
      },
      (problem) => {
        arriving = null;
        throw problem;
      },
    );
    return arriving;
  }

  async function arrive(): Promise<Arrival> {
    const work = isKnown ? null : await keptWork(scenario.id, link);
    if (work === null || !isAnything(work)) return { what: 'nothing' };
    const present = workOf(scenario, exploration.getState());
    if (!isTouched || !isAnything(worthKeeping(present))) return { what: 'taken', work };
    const aside = [work, ...(await asideWork(scenario.id))];
    if (!(await keepAside(scenario.id, aside))) throw new Error('could not be set aside');
    return { what: 'aside', aside };
  }

  function worthKeeping(work: Work): Work {
    return onlyPrograms && Object.keys(work.sources).length === 0 ? { ...work, plans: {} } : work;
  }

  function save(): void {
    clearTimeout(timer);
    if (!isUnsaved) return;
    isUnsaved = false;
    const work = workOf(scenario, exploration.getState());
    if (onlyPrograms && Object.keys(work.sources).length === 0) return;
    // At once where possible: the page may be about to go.
    inTurn(scenario.id, async () => {
      if (!isKnown) await arrivalNow();
      await keepWork(scenario.id, link, work);
    }).catch(() => {
      isUnsaved = true;
    });
  }

  const unsubscribe = exploration.subscribe((now, before) => {
    // A link that was only looked at is no work.
    if (isSameWork(now, before)) return;
    isUnsaved = true;
    isTouched = true;
    clearTimeout(timer);
    timer = setTimeout(save, REST_MS);
  });
  document.addEventListener('visibilitychange', save);
  window.addEventListener('pagehide', save);
  return {
    arrival: () => inTurn(scenario.id, arrivalNow),
    end() {
      unsubscribe();
      document.removeEventListener('visibilitychange', save);
      window.removeEventListener('pagehide', save);
      save();
    },
  };
}
