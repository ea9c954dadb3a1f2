/**
 * The drawing at work: listens to the session's store and paints, outside React; answers pointer, wheel and keys.
 * Everything below the elements it is given belongs to it.
 */
import type { Step } from '../../../protocol/steps.ts';
import type { SkiplistView } from '../../../protocol/views.ts';
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
import { describeCell, describeLink, describeLinks } from './describe.ts';
import type { Box, Size } from './geometry.ts';
import { paintHeard } from './heard.ts';
import { laneOf } from './lane.ts';
import { paintLane } from './lane-paint.ts';
import { layoutSkiplist, type SkiplistMarks } from './layout.ts';
import { createSkiplistPainter } from './paint.ts';
import { cellPart } from './parts.ts';
import { type Cursor, type RoamKey, roam, settle } from './roam.ts';
import { walkOf } from './search.ts';
import { skiplistWords } from './words.ts';

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
  pan(nodes: number): void;
  zoom(direction: 1 | -1): void;
  resized(size: Size): void;
}

/** A movement shorter than this is not seen as one. */
const shortestMs = 60;
const longestMs = 360;
const steppedMs = 300;

function viewOf(state: SessionState, watchId: string): SkiplistView | null {
  const view = currentMoment(state)?.picture[watchId];
  return view?.kind === 'skiplist' ? view : null;
}

function durationFor(state: SessionState): number {
  if (prefersReducedMotion()) return 0;
  if (!state.playing) return steppedMs;
  const moments = currentDetail(state)?.moments.length ?? 2;
  const durationMs = Math.min(longestMs, (momentMs(moments) / state.speed) * 0.9);
  return durationMs < shortestMs ? 0 : durationMs;
}

/** The steps of the frame up to the moment looked at; all of them at its end. */
function stepsSoFar(state: SessionState): Step[] {
  const moments = currentDetail(state)?.moments ?? [];
  return moments.slice(0, momentIndex(state) + 1).flatMap((moment) => moment.step ?? []);
}

export function createStage(
  elements: StageElements,
  store: SessionStore,
  watchId: string,
  listeners: StageListeners,
): () => void {
  const { root, drawing, lane, tip, heard, spoken } = elements;
  const painter = createSkiplistPainter(drawing);
  let size: Size = { width: root.clientWidth, height: root.clientHeight };
  let view: SkiplistView | null = null;
  let step: Step | null = null;
  let marks: SkiplistMarks | null = null;
  let cursor: Cursor | null = null;

  function draw(durationMs: number): void {
    const state = store.getState();
    const next = viewOf(state, watchId);
    if (next === null || next.skiplist === null || size.width === 0) return;
    const panned = view?.skiplist?.from !== next.skiplist.from || view?.key !== next.key;
    view = next;
    const list = next.skiplist;
    step = currentMoment(state)?.step ?? null;
    const earlier = previousMoment(state)?.picture[watchId];
    const before = earlier?.kind === 'skiplist' ? earlier.skiplist : null;
    const { language } = languageStore.getState();
    const steps = stepsSoFar(state);
    const walk = walkOf(list.address, steps);
    const isOwn =
      step !== null &&
      (('skiplist' in step && step.skiplist === list.address) || ('dict' in step && step.dict === list.dict));
    // Before the command begins there is no way to show, and at its end the last one stays.
    const isBefore = momentIndex(state) === 0;
    const situation = {
      view: list,
      length: next.length,
      step: isOwn ? step : null,
      walk: isBefore ? { search: null, visits: [] } : walk,
      before: before?.address === list.address ? before : null,
    };
    marks = layoutSkiplist(situation, size);
    painter.paint(marks, { durationMs: panned ? 0 : durationMs, language });
    paintLane(lane, isBefore ? null : laneOf(list, step, steps, walk), language);
    paintHeard(heard, next, language);
    if (cursor !== null) showCursor(settle(list, cursor), false);
    hideTip();
    if (marks.focus !== null) bringIntoSight(marks.focus, durationMs > 0);
  }

  function bringIntoSight(box: Box, smooth: boolean): void {
    const outsideX = box.x < root.scrollLeft || box.x + box.width > root.scrollLeft + root.clientWidth;
    const outsideY = box.y < root.scrollTop || box.y + box.height > root.scrollTop + root.clientHeight;
    if (!outsideX && !outsideY) return;
    root.scrollTo({
      left: outsideX ? box.x - (root.clientWidth - box.width) / 2 : root.scrollLeft,
      top: outsideY ? box.y - (root.clientHeight - box.height) / 2 : root.scrollTop,
      behavior: smooth ? 'smooth' : 'instant',
    });
  }

  function boxOf({ address, level }: Cursor): Box | null {
    return marks?.cells.find((cell) => cell.address === address && cell.level === level) ?? null;
  }

  function showCursor(next: Cursor | null, speak: boolean): void {
    cursor = next;
    const focused = root.matches(':focus-visible');
    const box = next === null || !focused ? null : boxOf(next);
    painter.paintCursor(box);
    const list = view?.skiplist;
    if (box === null || next === null || list == null) delete root.dataset.cursorPart;
    else root.dataset.cursorPart = cellPart(next.address, next.level, next.address === list.header.address);
    if (!speak || next === null || view?.skiplist == null || box === null) return;
    const { language } = languageStore.getState();
    spoken.textContent = describeCell(view.skiplist, next.address, next.level, language);
    bringIntoSight(box, false);
    showTip(next.address, next.level, box);
  }

  /** `level` is that of the cell pointed at; -1 for all of a node's. */
  function showTip(address: number, level: number, box: Box): void {
    const list = view?.skiplist;
    if (list == null) return;
    const { language } = languageStore.getState();
    const words = skiplistWords[language];
    const node = list.nodes.find((candidate) => candidate.address === address);
    const isHeader = address === list.header.address;
    if (node === undefined && !isHeader) return;
    const head = document.createElement('b');
    head.textContent = node === undefined ? words.header : keyInSentence(node.member);
    const figures = document.createElement('span');
    figures.textContent =
      node === undefined
        ? `0x${address.toString(16)}`
        : `${words.heardScore(node.score)} · ${words.rank} ${node.rank} · 0x${address.toString(16)}`;
    const links = document.createElement('span');
    const pointers = node === undefined ? list.header.links : node.links;
    links.textContent =
      level < 0
        ? describeLinks(list, pointers, language)
        : describeLink(list, pointers[level], level, language);
    tip.replaceChildren(head, figures, links);
    tip.hidden = false;
    // Above the thing when there is room, below otherwise; never past the edges.
    const left = Math.min(
      Math.max(0, box.x + box.width / 2 - root.scrollLeft - tip.offsetWidth / 2),
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

  const onPointerOver = (event: PointerEvent): void => {
    if (!(event.target instanceof Element) || marks === null) return;
    const cell = event.target.closest('[data-cell]')?.getAttribute('data-cell');
    const node = event.target.closest('[data-node]')?.getAttribute('data-node');
    const cellMark = cell == null ? undefined : marks.cells.find(({ id }) => id === cell);
    const nodeMark = node == null ? undefined : marks.nodes.find(({ address }) => String(address) === node);
    const mark = cellMark ?? nodeMark;
    if (mark === undefined) hideTip();
    else showTip(mark.address, cellMark?.level ?? -1, mark);
  };

  const isWindowed = () => view?.skiplist != null && view.skiplist.nodes.length < view.length;

  const onWheel = (event: WheelEvent): void => {
    if (event.ctrlKey && view !== null) {
      event.preventDefault();
      listeners.zoom(event.deltaY > 0 ? 1 : -1);
      return;
    }
    if (!isWindowed() || Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
    const atLeft = root.scrollLeft <= 0;
    const atRight = root.scrollLeft + root.clientWidth >= root.scrollWidth - 1;
    if ((event.deltaX < 0 && !atLeft) || (event.deltaX > 0 && !atRight)) return;
    event.preventDefault();
    const notches = event.deltaMode === 0 ? event.deltaX / 50 : event.deltaX;
    listeners.pan(Math.sign(notches) * Math.max(1, Math.round(Math.abs(notches))));
  };

  let drag: { x: number; pointer: number } | null = null;
  const onPointerDown = (event: PointerEvent): void => {
    if (event.pointerType === 'touch' || event.button !== 0 || !isWindowed()) return;
    drag = { x: event.clientX, pointer: event.pointerId };
    root.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (drag === null || event.pointerId !== drag.pointer || marks === null) return;
    const { columnWidth } = marks.sheet;
    const nodes = Math.trunc((drag.x - event.clientX) / columnWidth);
    if (nodes === 0) return;
    drag.x -= nodes * columnWidth;
    listeners.pan(nodes);
  };
  const onPointerUp = (): void => {
    drag = null;
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const list = view?.skiplist;
    const hasModifier = event.altKey || event.metaKey || event.ctrlKey || event.shiftKey;
    if (list == null || event.target !== root || hasModifier) return;
    switch (event.key) {
      case 'ArrowUp':
      case 'ArrowDown':
      case 'ArrowLeft':
      case 'ArrowRight':
      case 'Home':
      case 'End': {
        const next = roam(list, cursor, event.key as RoamKey);
        // At the edge of the window the window moves on.
        if (next !== null) showCursor(next, true);
        else if (isWindowed()) listeners.pan(event.key === 'ArrowLeft' ? -1 : 1);
        break;
      }
      case 'PageUp':
      case 'PageDown':
        if (!isWindowed()) return;
        listeners.pan((event.key === 'PageUp' ? -1 : 1) * list.nodes.length);
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
    if (view?.skiplist != null && root.matches(':focus-visible')) {
      showCursor(settle(view.skiplist, cursor), true);
    }
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

  // Pictures may come faster than the screen shows them, when thousands of members are poured in: one is painted.
  let pending: number | null = null;
  const unsubscribe = store.subscribe((state) => {
    const next = viewOf(state, watchId);
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
    paintLane(lane, null, languageStore.getState().language);
    heard.replaceChildren();
    tip.replaceChildren();
    spoken.textContent = '';
  };
}
