/** A window that the pointer drags, thing by thing. */
import type { Handlers } from './attend.ts';

interface Pulled<Held> {
  readonly axis: 'x' | 'y';
  /** What the pointer grabs; null if it cannot be dragged. */
  take(event: PointerEvent): Held | null;
  /** How many pixels one thing takes. */
  unit(held: Held): number;
  /** This many things have gone by since the last call. */
  pull(held: Held, things: number): void;
}

/** A finger scrolls; only a mouse or a pen pulls. */
export function pulling<Held>(root: HTMLElement, { axis, take, unit, pull }: Pulled<Held>): Handlers {
  let drag: { readonly held: Held; at: number; readonly pointer: number } | null = null;
  const placeOf = (event: PointerEvent) => (axis === 'x' ? event.clientX : event.clientY);
  const letGo = (): void => {
    drag = null;
  };
  return {
    pointerdown(event) {
      if (event.pointerType === 'touch' || event.button !== 0) return;
      const held = take(event);
      if (held === null) return;
      drag = { held, at: placeOf(event), pointer: event.pointerId };
      root.setPointerCapture(event.pointerId);
    },
    pointermove(event) {
      if (drag === null || event.pointerId !== drag.pointer) return;
      const pixels = unit(drag.held);
      const things = Math.trunc((drag.at - placeOf(event)) / pixels);
      if (things === 0) return;
      drag.at -= things * pixels;
      pull(drag.held, things);
    },
    pointerup: letGo,
    pointercancel: letGo,
  };
}
