/** Keeps what is done in an exploration: soon after every change, and at once when the page is hidden or left. */
import { type Exploration, isSameWork, workOf } from './exploration.ts';
import { keepWork } from './kept-work.ts';

const REST_MS = 300;

/**
 * Until the function that it gives is called. `link` is null for the reader's own work. With `onlyPrograms` steps alone
 * are not worth keeping: a link that finds a schedule finds it again.
 */
export function keepWorkOf(
  exploration: Exploration,
  link: string | null,
  { onlyPrograms }: { readonly onlyPrograms: boolean },
): () => void {
  const { scenario } = exploration;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isUnsaved = false;
  const save = () => {
    clearTimeout(timer);
    if (!isUnsaved) return;
    isUnsaved = false;
    const work = workOf(scenario, exploration.getState());
    if (onlyPrograms && Object.keys(work.sources).length === 0) return;
    void keepWork(scenario.id, link, work);
  };
  const unsubscribe = exploration.subscribe((now, before) => {
    // A link that was only looked at is no work.
    if (isSameWork(now, before)) return;
    isUnsaved = true;
    clearTimeout(timer);
    timer = setTimeout(save, REST_MS);
  });
  document.addEventListener('visibilitychange', save);
  window.addEventListener('pagehide', save);
  return () => {
    unsubscribe();
    document.removeEventListener('visibilitychange', save);
    window.removeEventListener('pagehide', save);
    save();
  };
}
