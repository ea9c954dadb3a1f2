/**
 * The map: listens to the session's store and paints, outside React; handles pointer, wheel and keys. It owns
 * everything below its elements.
 */
import { easeCubicInOut } from 'd3-ease';
import type { Step } from '../../../protocol/steps.ts';
import type { GeoView } from '../../../protocol/views.ts';
import { languageStore } from '../../i18n/language.ts';
import {
  currentDetail,
  currentMoment,
  isOpening,
  momentIndex,
  type SessionState,
  type SessionStore,
} from '../../session/store.ts';
import { prefersReducedMotion } from '../../theme/motion.ts';
import { listen, sizeOf, watchSize } from '../stage/attend.ts';
import { followPictures } from '../stage/scene.ts';
import type { Size } from '../stage/sheet.ts';
import { cutAt } from './bits.ts';
import { between, type Camera, cameraOn, panBy, wholeWorld, zoomAt } from './camera.ts';
import { type Looking, layoutGeo, lookAt } from './layout.ts';
import { createGeoPainter } from './paint.ts';

export interface StageElements {
  /** Takes the focus, the pointer and the wheel. */
  readonly root: HTMLElement;
  readonly drawing: SVGSVGElement;
}

export interface StageListeners {
  /** The reader moved the map: it no longer follows. */
  wandered(): void;
  chose(member: string): void;
  /** What is drawn: cuts of the grid, and whether coastlines are. */
  drew(cuts: number, coast: boolean): void;
}

export interface Stage {
  look(looking: Looking & { readonly follow: boolean }): void;
  zoom(factor: number): void;
  showWorld(): void;
  destroy(): void;
}

const flightMs = 320;
const keyPanPx = 48;
const keyZoom = 1.5;

export function geoViewOf(state: SessionState, watchId: string): GeoView | null {
  const view = currentMoment(state)?.picture[watchId];
  return view?.kind === 'geo' ? view : null;
}

/** The steps of the frame before the moment looked at. */
export function pastSteps(state: SessionState): Step[] {
  if (isOpening(state)) return [];
  const moments = currentDetail(state)?.moments ?? [];
  return moments.slice(0, momentIndex(state)).flatMap((moment) => moment.step ?? []);
}

export function createStage(
  { root, drawing }: StageElements,
  store: SessionStore,
  watchId: string,
  listeners: StageListeners,
): Stage {
  const painter = createGeoPainter(drawing);
  let size: Size = sizeOf(root);
  let looking: Looking & { readonly follow: boolean } = {
    cuts: 5,
    curve: false,
    chosen: null,
    showsCell: true,
    follow: true,
  };
  let view: GeoView | null = null;
  let step: Step | null = null;
  let camera: Camera | null = null;
  let flight: number | null = null;
  /** The camera's destination. */
  let wanted: Camera | null = null;

  function paint(): void {
    if (view === null || camera === null || size.width === 0) return;
    const state = store.getState();
    const cut = cutAt(step, pastSteps(state));
    const marks = layoutGeo(view, step, cut, camera, size, looking);
    painter.paint(marks, size, languageStore.getState().language);
    listeners.drew(marks.cuts, marks.land.shown);
  }

  function draw(moves: boolean): void {
    const state = store.getState();
    const next = geoViewOf(state, watchId);
    if (next === null || size.width === 0) return;
    view = next;
    step = currentMoment(state)?.step ?? null;
    if (camera === null || looking.follow) {
      aim(lookAt(view, cutAt(step, pastSteps(state)), size), moves);
    }
    paint();
  }

  function aim(target: Camera, moves: boolean): void {
    if (camera === null || !moves || prefersReducedMotion()) {
      land();
      camera = target;
      wanted = null;
      return;
    }
    const goal = wanted ?? camera;
    if (same(goal, target)) return;
    land();
    const from = camera;
    wanted = target;
    let start: number | null = null;
    const fly = (now: number): void => {
      start ??= now;
      const t = Math.min(1, (now - start) / flightMs);
      camera = t === 1 ? target : between(from, target, easeCubicInOut(t));
      flight = t === 1 ? null : requestAnimationFrame(fly);
      if (t === 1) wanted = null;
      paint();
    };
    flight = requestAnimationFrame(fly);
  }

  function land(): void {
    if (flight !== null) cancelAnimationFrame(flight);
    flight = null;
    wanted = null;
  }

  function wander(next: Camera): void {
    land();
    camera = next;
    listeners.wandered();
    paint();
  }

  const onWheel = (event: WheelEvent): void => {
    if (camera === null) return;
    event.preventDefault();
    const box = root.getBoundingClientRect();
    const notches = event.deltaMode === 0 ? event.deltaY / 100 : event.deltaY / 3;
    const factor = 1.35 ** -Math.max(-4, Math.min(4, notches));
    wander(zoomAt(camera, size, factor, event.clientX - box.left, event.clientY - box.top));
  };

  // One finger or the mouse drags; two fingers zoom around their middle.
  const pointers = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size === 1) travelled = 0;
    root.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent): void => {
    const before = pointers.get(event.pointerId);
    if (before === undefined || camera === null) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...pointers].filter(([id]) => id !== event.pointerId);
    pointers.set(event.pointerId, now);
    travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (travelled < 4) return;
    if (others.length === 0) {
      wander(panBy(camera, size, now.x - before.x, now.y - before.y));
      return;
    }
    const [, other] = others[0];
    const box = root.getBoundingClientRect();
    const factor =
      Math.hypot(now.x - other.x, now.y - other.y) /
      Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
    wander(zoomAt(camera, size, factor, other.x - box.left, other.y - box.top));
  };
  const onPointerUp = (event: PointerEvent): void => {
    const was = pointers.delete(event.pointerId);
    if (!was || travelled >= 4 || event.type !== 'pointerup') return;
    const member = nearest(event.clientX, event.clientY);
    if (member !== null) listeners.chose(member);
  };

  /** The member at or next to the pointer. */
  function nearest(clientX: number, clientY: number): string | null {
    let best: string | null = null;
    let least = 14;
    for (const node of drawing.querySelectorAll<SVGGElement>('.geo-member')) {
      const box = node.querySelector('circle')!.getBoundingClientRect();
      const distance = Math.hypot(box.x + box.width / 2 - clientX, box.y + box.height / 2 - clientY);
      if (distance < least) {
        least = distance;
        best = node.getAttribute('data-member');
      }
    }
    return best;
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (camera === null || event.target !== root || event.altKey || event.metaKey || event.ctrlKey) return;
    const middle = [size.width / 2, size.height / 2] as const;
    switch (event.key) {
      case 'ArrowLeft':
        wander(panBy(camera, size, keyPanPx, 0));
        break;
      case 'ArrowRight':
        wander(panBy(camera, size, -keyPanPx, 0));
        break;
      case 'ArrowUp':
        wander(panBy(camera, size, 0, keyPanPx));
        break;
      case 'ArrowDown':
        wander(panBy(camera, size, 0, -keyPanPx));
        break;
      case '+':
      case '=':
        wander(zoomAt(camera, size, keyZoom, ...middle));
        break;
      case '-':
        wander(zoomAt(camera, size, 1 / keyZoom, ...middle));
        break;
      case '0':
        wander(cameraOn(wholeWorld, size, 1));
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  const stops = [
    listen(root, {
      wheel: onWheel,
      pointerdown: onPointerDown,
      pointermove: onPointerMove,
      pointerup: onPointerUp,
      pointercancel: onPointerUp,
      keydown: onKeyDown,
    }),
    watchSize(root, (next) => {
      size = next;
      draw(false);
    }),
    followPictures(store, watchId, () => draw(true)),
    languageStore.subscribe(() => paint()),
  ];
  draw(false);

  return {
    look(next) {
      const starts = next.follow && !looking.follow;
      looking = next;
      if (starts) draw(true);
      else paint();
    },
    zoom(factor) {
      if (camera !== null) wander(zoomAt(camera, size, factor, size.width / 2, size.height / 2));
    },
    showWorld() {
      wander(cameraOn(wholeWorld, size, 1));
    },
    destroy() {
      land();
      for (const stop of stops) stop();
      painter.destroy();
    },
  };
}

function same(a: Camera, b: Camera): boolean {
  return a.longitude === b.longitude && a.latitude === b.latitude && a.scale === b.scale;
}
