/**
 * The drawing at work: listens to the session's store and paints, outside React; answers pointer, wheel and keys.
 * Everything below the elements it is given belongs to it.
 */
import type { Step } from '../../../protocol/steps.ts';
import type { DictView } from '../../../protocol/views.ts';
import { languageStore } from '../../i18n/language.ts';
import { momentMs } from '../../session/player.ts';
import {
  currentDetail,
  currentMoment,
  momentIndex,
  previousMoment,
  type SessionState,
  type SessionStore,
} from '../../session/store.ts';
import { prefersReducedMotion } from '../../theme/motion.ts';
import { keyInSentence } from '../label.ts';
import { describeBucket, describeEntry, vacancyNote } from './describe.ts';
import type { Box, Size } from './geometry.ts';
import { paintHeard } from './heard.ts';
import { laneOf } from './lane.ts';
import { type DictMarks, layoutDict } from './layout.ts';
import { createDictPainter } from './paint.ts';
import { bucketPart, entryPart } from './parts.ts';
import { type Cursor, type RoamKey, roam, settle } from './roam.ts';
import { isWindowed } from './viewport.ts';

export interface StageElements {
  /** Takes the focus and scrolls. */
  readonly root: HTMLElement;
  readonly drawing: SVGSVGElement;
  readonly lane: HTMLElement;
  readonly tip: HTMLElement;
  readonly heard: HTMLTableElement;
  /** A live region that speaks of the cursor. */
  readonly spoken: HTMLElement;
}

export interface StageListeners {
  pan(table: 0 | 1, buckets: number): void;
  zoom(direction: 1 | -1): void;
  resized(size: Size): void;
}

/** A movement shorter than this is not seen as one. */
const shortestMs = 60;
const longestMs = 360;
const steppedMs = 300;
const bucketsPerNotch = 4;

function dictViewOf(state: SessionState, watchId: string): DictView | null {
  const view = currentMoment(state)?.picture[watchId];
  return view?.kind === 'dict' ? view : null;
}

function durationFor(state: SessionState): number {
  if (prefersReducedMotion()) return 0;
  if (!state.playing) return steppedMs;
  const moments = currentDetail(state)?.moments.length ?? 2;
  const durationMs = Math.min(longestMs, (momentMs(moments) / state.speed) * 0.9);
  return durationMs < shortestMs ? 0 : durationMs;
}

export function createStage(
  elements: StageElements,
  store: SessionStore,
  watchId: string,
  listeners: StageListeners,
): () => void {
  const { root, drawing, lane, tip, heard, spoken } = elements;
  const painter = createDictPainter(drawing, lane);
  let size: Size = { width: root.clientWidth, height: root.clientHeight };
  let view: DictView | null = null;
  let step: Step | null = null;
  let marks: DictMarks | null = null;
  let cursor: Cursor | null = null;

  function draw(durationMs: number): void {
    const state = store.getState();
    const next = dictViewOf(state, watchId);
    if (next === null || next.tables[0].size === 0 || size.width === 0) return;
    const panned = view !== null && next.tables.some((table, n) => table.from !== view!.tables[n].from);
    view = next;
    step = currentMoment(state)?.step ?? null;
    const earlier = previousMoment(state)?.picture[watchId];
    const before = earlier?.kind === 'dict' && earlier.address === view.address ? earlier : null;
    const { language } = languageStore.getState();
    marks = layoutDict(view, step, before, size);
    painter.paint(marks, {
      durationMs: panned ? 0 : durationMs,
      language,
      vacancyNote: vacancyNote(view, language),
    });
    const moments = currentDetail(state)?.moments ?? [];
    const past = moments.slice(0, momentIndex(state)).flatMap((moment) => moment.step ?? []);
    painter.paintLane(laneOf(view, step, past));
    paintHeard(heard, view, language);
    if (cursor !== null) showCursor(settle(marks, cursor), false);
    hideTip();
    if (marks.focus !== null) bringIntoSight(marks.focus, durationMs > 0);
  }

  function bringIntoSight(box: Box, smooth: boolean): void {
    if (root.scrollHeight <= root.clientHeight) return;
    const above = box.y - 8 < root.scrollTop;
    const below = box.y + box.height + 8 > root.scrollTop + root.clientHeight;
    if (!above && !below) return;
    root.scrollTo({
      top: box.y - (root.clientHeight - box.height) / 2,
      behavior: smooth ? 'smooth' : 'instant',
    });
  }

  function boxOf(where: Cursor): Box | null {
    if (marks === null) return null;
    if (where.depth >= 0) {
      const entry = marks.entries.find(
        (mark) => mark.table === where.table && mark.bucket === where.bucket && mark.depth === where.depth,
      );
      if (entry !== undefined) return entry;
    }
    return marks.buckets.find((mark) => mark.table === where.table && mark.index === where.bucket) ?? null;
  }

  function showCursor(next: Cursor | null, speak: boolean): void {
    cursor = next;
    const focused = root.matches(':focus-visible');
    const box = next === null || !focused ? null : boxOf(next);
    painter.paintCursor(box);
    if (box === null || next === null) delete root.dataset.cursorPart;
    else root.dataset.cursorPart = partOf(next);
    if (!speak || next === null || view === null || box === null) return;
    const { language } = languageStore.getState();
    spoken.textContent =
      next.depth >= 0
        ? describeEntry(view, next.table, next.bucket, next.depth, language)
        : describeBucket(view, next.table, next.bucket, language);
    bringIntoSight(box, false);
    showTip(next, box);
  }

  function partOf({ table, bucket, depth }: Cursor): string {
    const shown = view?.tables[table];
    const entry = shown?.buckets[bucket - shown.from]?.[depth];
    return entry === undefined ? bucketPart(table, bucket) : entryPart(entry.address);
  }

  function showTip(where: Cursor, box: Box): void {
    if (view === null) return;
    const { language } = languageStore.getState();
    const shown = view.tables[where.table];
    const chain = shown.buckets[where.bucket - shown.from] ?? [];
    const entry = chain[where.depth];
    tip.replaceChildren();
    const head = document.createElement('b');
    const detail = document.createElement('span');
    if (entry !== undefined) {
      head.textContent = keyInSentence(entry.key);
      detail.textContent = `hash ${entry.hash} · 0x${entry.address.toString(16)}`;
    } else {
      head.textContent = describeBucket(view, where.table, where.bucket, language);
    }
    tip.append(head);
    if (detail.textContent !== '') tip.append(detail);
    tip.hidden = false;
    // Above the thing when there is room, below otherwise; never past the edges.
    const left = Math.min(
      Math.max(0, box.x + box.width / 2 - tip.offsetWidth / 2),
      size.width - tip.offsetWidth,
    );
    const above = box.y - root.scrollTop - tip.offsetHeight - 8;
    const top = above >= 0 ? above : box.y - root.scrollTop + box.height + 8;
    tip.style.left = `${Math.max(0, left)}px`;
    tip.style.top = `${top}px`;
  }

  function hideTip(): void {
    if (!tip.hidden) tip.hidden = true;
  }

  function underPointer(target: EventTarget | null): Cursor | null {
    if (!(target instanceof Element) || marks === null) return null;
    const entryElement = target.closest('[data-entry]');
    if (entryElement !== null) {
      const address = Number(entryElement.getAttribute('data-entry'));
      const entry = marks.entries.find((mark) => mark.address === address);
      return entry === undefined ? null : { table: entry.table, bucket: entry.bucket, depth: entry.depth };
    }
    const bucketElement = target.closest('[data-bucket]');
    if (bucketElement === null) return null;
    const [table, bucket] = bucketElement.getAttribute('data-bucket')!.split(':').map(Number);
    return { table: table === 0 ? 0 : 1, bucket, depth: -1 };
  }

  function tableUnder(clientX: number): 0 | 1 {
    const second = marks?.places.find((place) => place.table === 1);
    const x = clientX - root.getBoundingClientRect().left;
    return second !== undefined && x >= second.box.x ? 1 : 0;
  }

  const onPointerOver = (event: PointerEvent): void => {
    const where = underPointer(event.target);
    const box = where === null ? null : boxOf(where);
    if (where === null || box === null) hideTip();
    else showTip(where, box);
  };

  const onWheel = (event: WheelEvent): void => {
    if (view === null) return;
    const table = tableUnder(event.clientX);
    if (!isWindowed(view.tables[table])) return;
    if (event.ctrlKey) {
      event.preventDefault();
      listeners.zoom(event.deltaY > 0 ? 1 : -1);
      return;
    }
    const atTop = root.scrollTop <= 0;
    const atBottom = root.scrollTop + root.clientHeight >= root.scrollHeight - 1;
    if ((event.deltaY < 0 && !atTop) || (event.deltaY > 0 && !atBottom)) return;
    event.preventDefault();
    const notches = event.deltaMode === 0 ? event.deltaY / 100 : event.deltaY / 3;
    const buckets = Math.sign(notches) * Math.max(1, Math.round(Math.abs(notches) * bucketsPerNotch));
    listeners.pan(table, buckets);
  };

  let drag: { table: 0 | 1; y: number; pointer: number } | null = null;
  const onPointerDown = (event: PointerEvent): void => {
    if (event.pointerType === 'touch' || event.button !== 0 || view === null) return;
    const table = tableUnder(event.clientX);
    if (!isWindowed(view.tables[table])) return;
    drag = { table, y: event.clientY, pointer: event.pointerId };
    root.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (drag === null || event.pointerId !== drag.pointer || marks === null) return;
    const place = marks.places.find((candidate) => candidate.table === drag!.table);
    const buckets = Math.trunc((drag.y - event.clientY) / (place?.rowHeight ?? 20));
    if (buckets === 0) return;
    drag.y -= buckets * (place?.rowHeight ?? 20);
    listeners.pan(drag.table, buckets);
  };
  const onPointerUp = (): void => {
    drag = null;
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (
      marks === null ||
      event.target !== root ||
      event.altKey ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey
    )
      return;
    const table = cursor?.table ?? 0;
    const shown = view?.tables[table];
    switch (event.key) {
      case 'ArrowUp':
      case 'ArrowDown': {
        const next = roam(marks, cursor, event.key as RoamKey);
        const stuck = cursor !== null && next?.bucket === cursor.bucket && next.table === cursor.table;
        if (stuck && shown !== undefined && isWindowed(shown)) {
          // At the edge of the window the window moves on, and the cursor with it.
          const by = event.key === 'ArrowUp' ? -1 : 1;
          cursor = { table, bucket: Math.min(shown.size - 1, Math.max(0, cursor!.bucket + by)), depth: -1 };
          listeners.pan(table, by);
        } else showCursor(next, true);
        break;
      }
      case 'ArrowLeft':
      case 'ArrowRight':
      case 'Home':
      case 'End':
        showCursor(roam(marks, cursor, event.key), true);
        break;
      case 'PageUp':
      case 'PageDown':
        if (shown === undefined || !isWindowed(shown)) return;
        listeners.pan(table, (event.key === 'PageUp' ? -1 : 1) * shown.buckets.length);
        break;
      case 'Escape':
        hideTip();
        return;
      default:
        return;
    }
    event.preventDefault();
  };
  const onFocus = (): void => {
    if (marks !== null && root.matches(':focus-visible')) showCursor(settle(marks, cursor), true);
  };
  const onBlur = (): void => {
    painter.paintCursor(null);
    delete root.dataset.cursorPart;
    hideTip();
  };

  root.addEventListener('pointerover', onPointerOver);
  root.addEventListener('pointerleave', hideTip);
  root.addEventListener('pointerdown', onPointerDown);
  root.addEventListener('pointermove', onPointerMove);
  root.addEventListener('pointerup', onPointerUp);
  root.addEventListener('pointercancel', onPointerUp);
  root.addEventListener('wheel', onWheel, { passive: false });
  root.addEventListener('keydown', onKeyDown);
  root.addEventListener('focus', onFocus);
  root.addEventListener('blur', onBlur);
  root.addEventListener('scroll', hideTip);

  const observer = new ResizeObserver(() => {
    if (root.clientWidth === size.width && root.clientHeight === size.height) return;
    size = { width: root.clientWidth, height: root.clientHeight };
    listeners.resized(size);
    draw(0);
  });
  observer.observe(root);

  // Pictures may come faster than the screen shows them, when thousands of keys are poured in: one is painted.
  let pending: number | null = null;
  const unsubscribe = store.subscribe((state) => {
    const next = dictViewOf(state, watchId);
    const nextStep = currentMoment(state)?.step ?? null;
    if (pending !== null || next === null || (next === view && nextStep === step)) return;
    pending = requestAnimationFrame(() => {
      pending = null;
      draw(durationFor(store.getState()));
    });
  });
  const unsubscribeLanguage = languageStore.subscribe(() => draw(0));
  listeners.resized(size);
  draw(0);

  return () => {
    if (pending !== null) cancelAnimationFrame(pending);
    unsubscribe();
    unsubscribeLanguage();
    observer.disconnect();
    root.removeEventListener('pointerover', onPointerOver);
    root.removeEventListener('pointerleave', hideTip);
    root.removeEventListener('pointerdown', onPointerDown);
    root.removeEventListener('pointermove', onPointerMove);
    root.removeEventListener('pointerup', onPointerUp);
    root.removeEventListener('pointercancel', onPointerUp);
    root.removeEventListener('wheel', onWheel);
    root.removeEventListener('keydown', onKeyDown);
    root.removeEventListener('focus', onFocus);
    root.removeEventListener('blur', onBlur);
    root.removeEventListener('scroll', hideTip);
    painter.destroy();
    heard.replaceChildren();
    tip.replaceChildren();
    spoken.textContent = '';
  };
}
