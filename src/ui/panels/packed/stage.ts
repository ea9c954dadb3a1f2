/**
 * The drawing: listens to the session's store and paints, outside React; handles pointer and keys. It owns everything
 * below its elements.
 */
import type { Step } from '../../../protocol/steps.ts';
import type { PackedBlockView, PackedView } from '../../../protocol/views-packed.ts';
import { languageStore } from '../../i18n/language.ts';
import { momentMs } from '../../session/player.ts';
import {
  currentDetail,
  currentMoment,
  isOpening,
  momentIndex,
  type SessionState,
  type SessionStore,
  stepsSoFar,
} from '../../session/store.ts';
import { prefersReducedMotion } from '../../theme/motion.ts';
import { hasModifier, listen } from '../stage/attend.ts';
import type { Box } from '../stage/sheet.ts';
import { followSubject, namedBy, subjectNow } from '../stage/subject.ts';
import { shownBlock } from './comparison.ts';
import { describeEntry, describePacked, noteOnByte } from './describe.ts';
import { type EntriesElements, paintEntries } from './entries.ts';
import { type FlowOptions, startShowing } from './flow.ts';
import { laneOf } from './lane.ts';
import { paintLane } from './lane-paint.ts';
import { layoutPacked, type PackedMarks } from './layout.ts';
import { type Origins, originsOf, reversed } from './origin.ts';
import { bytePart, createPackedPainter } from './paint.ts';
import { type RoamKey, roam, settle } from './roam.ts';
import { touchOf } from './touch.ts';
import { packedWords } from './words.ts';

export interface StageElements extends EntriesElements {
  /** Takes the focus and scrolls. */
  readonly root: HTMLElement;
  readonly drawing: SVGSVGElement;
  readonly lane: HTMLElement;
  readonly tip: HTMLElement;
  /** Where the tip is placed: the element around root and tip. */
  readonly around: HTMLElement;
  /** A live region that announces the cursor. */
  readonly spoken: HTMLElement;
}

export interface StageOptions {
  readonly folded: boolean;
  /** The first byte the reader wants to see; null while the stage follows the steps. */
  readonly start: number | null;
}

export interface StageListeners {
  /** The drawn bytes, and the number of all. */
  drawn(from: number, until: number, total: number): void;
}

export interface Stage {
  setOptions(options: StageOptions): void;
  stop(): void;
}

/** A shorter movement would be invisible. */
const shortestMs = 60;
const longestMs = 360;
const steppedMs = 300;

function viewOf(state: SessionState, watchId: string): PackedView | null {
  const view = currentMoment(state)?.picture[watchId];
  return view?.kind === 'packed' ? view : null;
}

function durationFor(state: SessionState): number {
  if (prefersReducedMotion()) return 0;
  if (!state.playing) return steppedMs;
  const moments = currentDetail(state)?.moments.length ?? 2;
  const durationMs = Math.min(longestMs, (momentMs(moments) / state.speed) * 0.9);
  return durationMs < shortestMs ? 0 : durationMs;
}

/** The picture painted now, where the next movement starts. */
interface Painted {
  readonly block: PackedBlockView;
  readonly frame: number;
  readonly moment: number;
  readonly opening: boolean;
}

export function createStage(
  elements: StageElements,
  store: SessionStore,
  watchId: string,
  firstOptions: StageOptions,
  listeners: StageListeners,
): Stage {
  const { root, drawing, lane, tip, around, spoken } = elements;
  const painter = createPackedPainter(drawing);
  let width = root.clientWidth;
  let options = firstOptions;
  /** Folds that the reader has opened, by the beginning of their span. */
  let open: ReadonlySet<number> = new Set();
  let openIn = 0;
  let start = 0;
  let view: PackedView | null = null;
  let step: Step | null = null;
  let block: PackedBlockView | null = null;
  let marks: PackedMarks | null = null;
  let painted: Painted | null = null;
  let cursor: number | null = null;

  /** Matches the present bytes with those drawn before: one step forward, one step back, or the same again. */
  function originsFrom(state: SessionState, next: PackedBlockView): Origins | null {
    if (painted === null) return null;
    const moment = momentIndex(state);
    const moments = currentDetail(state)?.moments ?? [];
    const isBack = painted.frame === state.position.frame && moment === painted.moment - 1;
    if (isBack) {
      const undone = moments[painted.moment]?.step ?? null;
      const forward = originsOf(painted.block, next, undone);
      return forward === null ? null : reversed(forward);
    }
    const isForward = painted.frame === state.position.frame && moment === painted.moment + 1;
    return originsOf(next, painted.block, isForward ? (moments[moment]?.step ?? null) : null);
  }

  function flowOptions(next: PackedBlockView): FlowOptions {
    const wanted: FlowOptions = { folded: options.folded, open, start: options.start ?? start };
    if (options.start !== null) return wanted;
    // Follow the steps: begin the drawing where their bytes are visible.
    const touch = touchOf(next, step);
    const entry = next.entries.find(({ index }) => index === touch.entry);
    const offset = entry?.offset ?? touch.cutAt?.offset ?? null;
    if (offset === null) return { ...wanted, start: Math.max(start, next.from) };
    start = startShowing(next, wanted, offset);
    return { ...wanted, start };
  }

  function draw(durationMs: number): void {
    const state = store.getState();
    const next = viewOf(state, watchId);
    if (next === null || width === 0) return;
    view = next;
    step = currentMoment(state)?.step ?? null;
    const { block: shown, ghost } = shownBlock(state, watchId);
    const { language } = languageStore.getState();
    const words = packedWords[language];
    block = shown;
    if (block === null) {
      painted = null;
      paintEntries(elements, null, 0, -1, describePacked(next, language), language);
      return;
    }
    if (openIn !== block.address) {
      open = new Set();
      openIn = block.address;
    }
    if (painted === null || painted.block.format !== block.format) start = 0;
    const earlier = momentIndex(state) > 0 ? previousBlock(state) : null;
    const origins = earlier === null ? null : originsOf(block, earlier, step);
    const situation = { block, step, before: origins === null ? null : earlier, origins, ghost };
    marks = layoutPacked(situation, width, flowOptions(block));
    painter.paint(marks, {
      durationMs,
      origins: originsFrom(state, block),
      spareLabel: words.spare,
    });
    painted = {
      block,
      frame: state.position.frame,
      moment: momentIndex(state),
      opening: isOpening(state),
    };
    const past = stepsSoFar(state).slice(0, step === null ? undefined : -1);
    paintLane(lane, ghost ? null : laneOf(block, step, past), language);
    const { from, until } = marks.flow;
    const caption = ghost ? '' : describePacked(next, language);
    paintEntries(elements, ghost ? null : block, from, marks.touched, caption, language);
    listeners.drawn(from, until, block.totalBytes);
    if (cursor !== null) showCursor(settle(marks, cursor), false);
    hideTip();
    if (marks.focus !== null) bringIntoSight(marks.focus, durationMs > 0);
    bringRowIntoSight(marks.touched);
    showSubject(durationMs > 0);
  }

  function showSubject(smooth: boolean): void {
    const subject = subjectNow(store);
    const entry = subject === null ? null : namedBy(subject, block?.entries ?? [], ({ value }) => value);
    const box = entry === null ? null : boxOf(entry.offset);
    if (box === null || entry === null) return;
    bringIntoSight(box, smooth && !prefersReducedMotion());
    bringRowIntoSight(entry.index);
  }

  /** The snapshot one moment earlier. */
  function previousBlock(state: SessionState): PackedBlockView | null {
    const moments = currentDetail(state)?.moments ?? [];
    const earlier = moments[momentIndex(state) - 1]?.picture[watchId];
    return earlier?.kind === 'packed' && earlier.key === view?.key ? (earlier.value?.block ?? null) : null;
  }

  /** The element that scrolls the bytes: their own box, or in a narrow panel the sheet they share with the entries. */
  function scroller(): HTMLElement {
    return getComputedStyle(root).overflowY === 'visible' ? (root.parentElement ?? root) : root;
  }

  function bringIntoSight(box: Box, smooth: boolean): void {
    const view = scroller();
    if (view.scrollHeight <= view.clientHeight) return;
    const above = box.y - 10 < view.scrollTop;
    const below = box.y + box.height + 8 > view.scrollTop + view.clientHeight;
    if (!above && !below) return;
    view.scrollTo({
      top: box.y - (view.clientHeight - box.height) / 2,
      behavior: smooth ? 'smooth' : 'instant',
    });
  }

  function bringRowIntoSight(entry: number): void {
    if (entry < 0) return;
    const row = elements.body.querySelector<HTMLElement>(`[data-entry="${entry}"]`);
    const list = elements.body.closest<HTMLElement>('.packed-entries');
    if (row === null || list === null || getComputedStyle(list).overflowY === 'visible') return;
    const top = row.offsetTop;
    if (top < list.scrollTop || top + row.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }

  function boxOf(offset: number): Box | null {
    if (marks === null) return null;
    return (
      marks.cells.find((cell) => cell.offset === offset) ??
      marks.folds.find((fold) => offset >= fold.offset && offset < fold.offset + fold.count) ??
      marks.spares.find((spare) => offset >= spare.offset && offset < spare.offset + spare.count) ??
      null
    );
  }

  function entryOf(offset: number): number | null {
    const entry = block?.entries.find(
      (candidate) => offset >= candidate.offset && offset < candidate.offset + candidate.sizeBytes,
    );
    return entry?.index ?? null;
  }

  function showCursor(next: number | null, speak: boolean): void {
    const left = cursor === null ? null : entryOf(cursor);
    cursor = next;
    if (next === null || !root.matches(':focus-visible')) delete root.dataset.cursorPart;
    else root.dataset.cursorPart = bytePart(next);
    const focused = root.matches(':focus-visible');
    const box = next === null || !focused ? null : boxOf(next);
    painter.paintCursor(box);
    if (!speak || next === null || block === null || box === null) return;
    const { language } = languageStore.getState();
    const note = noteOnByte(block, next, language);
    const entry = block.entries.find(({ index }) => index === entryOf(next));
    // Announce an entry as a whole on entering it; inside it, byte by byte.
    const isNew = entry !== undefined && entry.index !== left;
    const whole = isNew ? describeEntry(block, entry, language) : '';
    spoken.textContent = `${whole} ${note.head}. ${note.detail}`.trim();
    markEntry(entryOf(next));
    bringIntoSight(box, false);
    showTip(next, box);
  }

  function markEntry(entry: number | null): void {
    painter.markEntry(entry);
    for (const row of elements.body.rows) {
      row.classList.toggle('is-near', entry !== null && row.dataset.entry === String(entry));
    }
  }

  function showTip(offset: number, box: Box): void {
    if (block === null) return;
    const { language } = languageStore.getState();
    const note = noteOnByte(block, offset, language);
    const head = document.createElement('b');
    const detail = document.createElement('span');
    head.textContent = note.head;
    detail.textContent = note.detail;
    tip.replaceChildren(head, detail);
    tip.hidden = false;
    const x = root.offsetLeft + box.x + box.width / 2 - tip.offsetWidth / 2;
    const left = Math.min(Math.max(0, x), around.clientWidth - tip.offsetWidth);
    const y = root.offsetTop + box.y - scroller().scrollTop;
    // The tip may cover what stands above the bytes, but not the bytes being read.
    const above = y - tip.offsetHeight - 6;
    const top = above >= -around.offsetTop ? above : y + box.height + 8;
    tip.style.left = `${Math.max(0, left)}px`;
    tip.style.top = `${top}px`;
  }

  function hideTip(): void {
    if (!tip.hidden) tip.hidden = true;
  }

  const onPointerOver = (event: PointerEvent): void => {
    const element = event.target instanceof Element ? event.target.closest('[data-offset]') : null;
    if (element === null) {
      hideTip();
      markEntry(null);
      return;
    }
    const offset = Number(element.getAttribute('data-offset'));
    const box = boxOf(offset);
    if (box === null) return;
    markEntry(entryOf(offset));
    showTip(offset, box);
  };
  const onPointerLeave = (): void => {
    hideTip();
    markEntry(null);
  };
  const onRowOver = (event: PointerEvent): void => {
    const row = event.target instanceof Element ? event.target.closest('tr[data-entry]') : null;
    markEntry(row === null ? null : Number(row.getAttribute('data-entry')));
  };
  const onRowLeave = (): void => markEntry(null);

  function unfold(spanOffset: number): void {
    open = new Set([...open, spanOffset]);
    draw(0);
  }
  const onClick = (event: MouseEvent): void => {
    const fold = event.target instanceof Element ? event.target.closest('[data-fold]') : null;
    if (fold !== null) unfold(Number(fold.getAttribute('data-fold')));
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (marks === null || block === null || event.target !== root || hasModifier(event)) return;
    switch (event.key) {
      case 'ArrowUp':
      case 'ArrowDown':
      case 'ArrowLeft':
      case 'ArrowRight':
      case 'Home':
      case 'End':
      case 'PageUp':
      case 'PageDown':
        showCursor(roam(marks, block, cursor, event.key as RoamKey), true);
        break;
      case 'Enter': {
        const fold = marks.folds.find(({ offset }) => offset === cursor);
        if (fold === undefined) return;
        unfold(fold.spanOffset);
        break;
      }
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
    markEntry(null);
    hideTip();
  };

  const stops = [
    listen(root, {
      pointerover: onPointerOver,
      pointerleave: onPointerLeave,
      click: onClick,
      keydown: onKeyDown,
      focus: onFocus,
      blur: onBlur,
      scroll: hideTip,
    }),
    listen(root.parentElement!, { scroll: hideTip }),
    listen(elements.body, { pointerover: onRowOver, pointerleave: onRowLeave }),
  ];

  const observer = new ResizeObserver(() => {
    if (root.clientWidth === width) return;
    width = root.clientWidth;
    draw(0);
  });
  observer.observe(root);

  const unsubscribe = store.subscribe((state) => {
    const next = viewOf(state, watchId);
    const nextStep = currentMoment(state)?.step ?? null;
    const isSame =
      next === view &&
      nextStep === step &&
      painted?.moment === momentIndex(state) &&
      painted.opening === isOpening(state);
    if (next === null || isSame) return;
    draw(durationFor(state));
  });
  const unsubscribeLanguage = languageStore.subscribe(() => draw(0));
  const unsubscribeSubject = followSubject(() => showSubject(true));
  draw(0);

  return {
    setOptions(next) {
      options = next;
      draw(0);
    },
    stop() {
      unsubscribe();
      unsubscribeLanguage();
      unsubscribeSubject();
      observer.disconnect();
      for (const stop of stops) stop();
      painter.destroy();
      elements.body.replaceChildren();
      lane.replaceChildren();
      tip.replaceChildren();
      elements.caption.textContent = '';
      spoken.textContent = '';
    },
  };
}
