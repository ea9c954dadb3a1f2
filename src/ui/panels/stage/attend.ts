/** The subscriptions of every drawing: the session's pictures, the language, the size of its place, and events. */
import { languageStore } from '../../i18n/language.ts';
import type { SessionStore } from '../../session/store.ts';
import { prefersReducedMotion } from '../../theme/motion.ts';
import { drawingSize } from './growth.ts';
import { followPictures } from './scene.ts';
import type { Size } from './sheet.ts';
import { followSubject, subjectNow } from './subject.ts';

export type Handlers = {
  readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void;
};

/** Events whose default a handler may prevent. */
const canPrevent = new Set<string>(['wheel']);

/** Listens until the returned function is called. */
export function listen(element: Element, handlers: Handlers): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  for (const [name, handler] of Object.entries(handlers)) {
    const options = { signal, passive: canPrevent.has(name) ? false : undefined };
    element.addEventListener(name, handler as EventListener, options);
  }
  return () => listening.abort();
}

/** With a modifier a key belongs to the browser or the page, not to the drawing. */
export function hasModifier({ altKey, metaKey, ctrlKey, shiftKey }: KeyboardEvent): boolean {
  return altKey || metaKey || ctrlKey || shiftKey;
}

export function sizeOf({ clientWidth, clientHeight }: Element): Size {
  return { width: clientWidth, height: clientHeight };
}

/** Calls back when an element changes its size. */
export function watchSize<Watched extends Element>(
  element: Watched,
  resized: (size: Size) => void,
  measure: (element: Watched) => Size = sizeOf,
): () => void {
  let size = measure(element);
  const observer = new ResizeObserver(() => {
    const next = measure(element);
    if (next.width === size.width && next.height === size.height) return;
    size = next;
    resized(size);
  });
  observer.observe(element);
  return () => observer.disconnect();
}

export interface Attended {
  readonly elements: {
    /** Takes the focus, the pointer and the wheel, and gives the drawing its size. */
    readonly root: HTMLElement;
    readonly tip: HTMLElement;
    readonly spoken: HTMLElement;
  };
  readonly painter: { paintCursor(box: null): void; destroy(): void };
  readonly store: SessionStore;
  readonly watchId: string;
  /** Draws the present scene; the movement may take this long. */
  draw(durationMs: number): void;
  /** Brings what a question names into sight (see subject.ts). */
  showSubject(subject: readonly string[], smooth: boolean): void;
  /** The size that the layout of the drawing has (see growth.ts). */
  resized(size: Size): void;
  hideTip(): void;
  readonly handlers: Handlers;
}

/** Subscribes to all of it and draws once; ends with the returned function. */
export function attend(attended: Attended): () => void {
  const { elements, painter, store, watchId, resized, hideTip, handlers } = attended;
  const { root, tip, spoken } = elements;
  function showSubject(smooth: boolean): void {
    const subject = subjectNow(store);
    if (subject !== null) attended.showSubject(subject, smooth && !prefersReducedMotion());
  }
  function draw(durationMs: number): void {
    attended.draw(durationMs);
    showSubject(durationMs > 0);
  }
  const stops = [
    listen(root, {
      // A note stays while its thing is under the pointer or the cursor, and has not moved.
      pointerleave: hideTip,
      scroll: hideTip,
      blur() {
        painter.paintCursor(null);
        delete root.dataset.cursorPart;
        hideTip();
      },
      ...handlers,
    }),
    watchSize(
      root,
      (size) => {
        resized(size);
        draw(0);
      },
      drawingSize,
    ),
    followPictures(store, watchId, draw),
    languageStore.subscribe(() => draw(0)),
    followSubject(() => showSubject(true)),
  ];
  draw(0);
  return () => {
    for (const stop of stops) stop();
    painter.destroy();
    tip.replaceChildren();
    spoken.textContent = '';
  };
}
