/**
 * Keeps the end of a log in sight while entries are added and the room around it changes, until the reader scrolls up.
 * A scroll event may come after more was added, so that its figures say nothing about the reader: only a move up
 * between two equal layouts is the reader's.
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';

/** So near to the end the reader wants to see what comes. */
const nearPx = 24;

export interface Sticking {
  /** From now on the end is in sight again. */
  stick(): void;
  letGo(): void;
  onScroll(): void;
}

/** The scroller must have one child. While `isFollowing` is false, the log stays where the reader looks. */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>, isFollowing: boolean): Sticking {
  const sticks = useRef(true);
  const follows = useRef(isFollowing);
  const seen = useRef({ top: 0, content: 0, room: 0 });

  const settle = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    if (sticks.current && follows.current) element.scrollTop = element.scrollHeight;
    seen.current = { top: element.scrollTop, content: element.scrollHeight, room: element.clientHeight };
  }, [scroller]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(settle);
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    const onWheel = ({ deltaY }: WheelEvent) => {
      if (deltaY < 0 && element.scrollTop > 0) sticks.current = false;
    };
    element.addEventListener('wheel', onWheel, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', onWheel);
    };
  }, [scroller, settle]);

  useLayoutEffect(() => {
    const returns = isFollowing && !follows.current;
    follows.current = isFollowing;
    if (!returns) return;
    sticks.current = true;
    settle();
  }, [isFollowing, settle]);

  return useMemo(
    () => ({
      stick() {
        sticks.current = true;
        settle();
      },
      letGo() {
        sticks.current = false;
      },
      onScroll() {
        const element = scroller.current;
        if (element === null) return;
        const { scrollTop: top, scrollHeight: content, clientHeight: room } = element;
        const before = seen.current;
        if (content - top - room < nearPx) sticks.current = true;
        else if (content === before.content && room === before.room && top < before.top)
          sticks.current = false;
        if (content === before.content && room === before.room) seen.current = { top, content, room };
      },
    }),
    [scroller, settle],
  );
}
