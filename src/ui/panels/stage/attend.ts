/** What every drawing at work attends to: the session's pictures, the language, the size of its place, and events. */
import { languageStore } from '../../i18n/language.ts';
import type { SessionStore } from '../../session/store.ts';
import { drawingSize } from './growth.ts';
import { followPictures } from './scene.ts';
import type { Size } from './sheet.ts';

export type Handlers = {
  readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void;
};

/** Events that a handler may keep the browser from answering. */
const canPrevent = new Set<string>(['wheel']);

/** Listens until the function it gives back is called. */
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

/** Tells when an element has another size than before. */
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
  /** Draws what is to be seen now; the way there may take so long. */
  draw(durationMs: number): void;
  /** The size that the layout of the drawing has (see growth.ts). */
  resized(size: Size): void;
  hideTip(): void;
  readonly handlers: Handlers;
}

/** Attends to all of it, and draws for the first time, until the function it gives back is called. */
export function attend(attended: Attended): () => void {
  const { elements, painter, store, watchId, draw, resized, hideTip, handlers } = attended;
  const { root, tip, spoken } = elements;
  const stops = [
    listen(root, {
      // A note stays while one points at its thing, or the cursor is on it, and it is where it was.
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
  ];
  draw(0);
  return () => {
    for (const stop of stops) stop();
    painter.destroy();
    tip.replaceChildren();
    spoken.textContent = '';
  };
}
