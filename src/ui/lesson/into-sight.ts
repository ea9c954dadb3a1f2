/** Scrolls newly revealed text into view, unless the reader has scrolled elsewhere. */
import { type RefObject, useEffect, useRef } from 'react';
import { prefersReducedMotion } from '../theme/motion.ts';

/**
 * When `isDone` becomes true, scrolls what `found` finds into sight, unless the reader has scrolled elsewhere.
 * `isQuiet`: it becomes true without the reader's doing.
 */
export function useIntoSight(
  place: RefObject<HTMLElement | null>,
  isDone: boolean,
  isQuiet: boolean,
  found: (place: HTMLElement) => Element | null,
): void {
  const wasDone = useRef(isDone);
  useEffect(() => {
    const isNew = isDone && !wasDone.current;
    wasDone.current = isDone;
    const element = place.current;
    if (!isNew || isQuiet || element === null || !isInSight(element)) return;
    // The text that follows is revealed by the same change, and may be drawn after it.
    requestAnimationFrame(() => {
      const revealed = found(element);
      if (revealed !== null) bringIntoSight(revealed, 'nearest');
    });
  }, [place, isDone, isQuiet, found]);
}

export function bringIntoSight(element: Element, block: ScrollLogicalPosition): void {
  element.scrollIntoView({ block, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
}

/** Within the column that scrolls. A column that is not shown, on a phone, has no size. */
function isInSight(element: HTMLElement): boolean {
  const column = element.closest('.lesson')?.parentElement?.getBoundingClientRect();
  const { top, bottom } = element.getBoundingClientRect();
  return column !== undefined && bottom > column.top && top < column.bottom;
}
