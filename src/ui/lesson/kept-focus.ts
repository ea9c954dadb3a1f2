/** Keeps the focus in its place when the button that had it goes away. */
import { type RefObject, useEffect, useRef } from 'react';

interface KeptFocus<Place extends HTMLElement> {
  readonly ref: RefObject<Place | null>;
  onClickCapture(): void;
}

/**
 * For a place whose buttons come and go: when a click in it makes `change` another value and the focus was lost with
 * its button, the first element that matches `target` gets it.
 */
export function useKeptFocus<Place extends HTMLElement>(target: string, change: unknown): KeptFocus<Place> {
  const ref = useRef<Place>(null);
  const wasClicked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change is what takes buttons away.
  useEffect(() => {
    if (!wasClicked.current) return;
    wasClicked.current = false;
    if (document.activeElement !== document.body) return;
    ref.current?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
  }, [target, change]);
  return {
    ref,
    onClickCapture: () => {
      wasClicked.current = true;
    },
  };
}
