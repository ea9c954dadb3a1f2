/**
 * The list: listens to the session's store and paints, outside React; requests another window when it is scrolled; lets
 * the times run with the session's clock.
 */
import type { KeyspaceView } from '../../../protocol/views.ts';
import { languageStore } from '../../i18n/language.ts';
import { currentMoment, isAtHead, type SessionState, type SessionStore } from '../../session/store.ts';
import { comparedWith } from './comparison.ts';
import { describeKeyspace } from './describe.ts';
import { cardHeight, changedRows, createLives, firstRowAt, layoutKeyspace, rowHeight } from './layout.ts';
import { createKeyspacePainter } from './paint.ts';
import { createRowCursor } from './row-cursor.ts';

export interface ListElements {
  readonly scroll: HTMLElement;
  /** As tall as the whole list would be. */
  readonly height: HTMLElement;
  readonly table: HTMLTableElement;
  readonly caption: HTMLElement;
  readonly body: HTMLTableSectionElement;
  /** A live region that announces the cursor's row. */
  readonly spoken: HTMLElement;
}

export interface ListListeners {
  /** These rows are in sight: the window should hold them. */
  looked(firstRow: number, rows: number): void;
}

const tickMs = 200;
/** Narrower than this, rows become cards; the style sheet says the same. */
const cardsBelow = 560;

function viewOf(state: SessionState, watchId: string): KeyspaceView | null {
  const view = currentMoment(state)?.picture[watchId];
  return view?.kind === 'keyspace' ? view : null;
}

export function createList(
  elements: ListElements,
  store: SessionStore,
  watchId: string,
  listeners: ListListeners,
): () => void {
  const { scroll, height, table, caption, body, spoken } = elements;
  const cursor = createRowCursor(scroll, body, spoken);
  const painter = createKeyspacePainter(body, createLives());
  let view: KeyspaceView | null = null;
  let step = currentMoment(store.getState())?.step ?? null;
  /** When the clock's reading arrived, to extrapolate between two readings. */
  let clockReadAtMs = performance.now();
  let rowPixels = rowHeight;

  /** The server's time at the moment looked at: it runs on only in the present. */
  function nowMs(state: SessionState): number {
    const seen = viewOf(state, watchId)?.nowMs ?? view?.nowMs ?? 0;
    if (!isAtHead(state) || currentMoment(state)?.step !== null) return Math.floor(seen);
    const { clock } = state;
    const sinceMs = clock.running ? (performance.now() - clockReadAtMs) * clock.speed : 0;
    // Whole milliseconds, as the server compares them with expiry times.
    return Math.floor(Math.max(seen, clock.nowMs + sinceMs));
  }

  function look(): void {
    if (view === null || rowPixels === 0) return;
    const first = firstRowAt(view.keys, rowPixels, scroll.scrollTop);
    listeners.looked(first, Math.ceil(scroll.clientHeight / rowPixels) + 1);
  }

  function draw(): void {
    const state = store.getState();
    const next = viewOf(state, watchId);
    if (next === null) return;
    view = next;
    step = currentMoment(state)?.step ?? null;
    rowPixels = scroll.clientWidth < cardsBelow ? cardHeight : rowHeight;
    const { language } = languageStore.getState();
    const { before, settled } = comparedWith(state, watchId);
    const rows = changedRows(view, step, before, !settled);
    const marks = layoutKeyspace(view, rows, rowPixels, scroll.scrollTop);
    height.style.height = `${marks.height + (rowPixels === rowHeight ? rowHeight : 0)}px`;
    table.style.top = `${marks.top}px`;
    table.setAttribute('aria-rowcount', String(view.keys + 1));
    const words = describeKeyspace(view, language);
    if (caption.textContent !== words) caption.textContent = words;
    painter.paint(marks, nowMs(state), language);
    cursor.refresh();
    look();
  }

  function tick(): void {
    const state = store.getState();
    if (view === null || view.volatileKeys === 0 || document.hidden) return;
    painter.tick(nowMs(state), languageStore.getState().language);
  }

  const timer = setInterval(() => {
    if (store.getState().clock.running) tick();
  }, tickMs);
  // Pictures may come faster than the screen refreshes, such as while filling: paint one of them.
  let pending: number | null = null;
  const unsubscribe = store.subscribe((state, previous) => {
    if (state.clock !== previous.clock) {
      clockReadAtMs = performance.now();
      tick();
    }
    const next = viewOf(state, watchId);
    const nextStep = currentMoment(state)?.step ?? null;
    const same =
      next === view &&
      nextStep === step &&
      state.following === previous.following &&
      state.openedAt === previous.openedAt;
    if (pending !== null || next === null || same) return;
    pending = requestAnimationFrame(() => {
      pending = null;
      draw();
    });
  });
  const unsubscribeLanguage = languageStore.subscribe(draw);
  const observer = new ResizeObserver(draw);
  observer.observe(scroll);
  scroll.addEventListener('scroll', look, { passive: true });
  draw();

  return () => {
    clearInterval(timer);
    if (pending !== null) cancelAnimationFrame(pending);
    unsubscribe();
    unsubscribeLanguage();
    observer.disconnect();
    scroll.removeEventListener('scroll', look);
    cursor.destroy();
    painter.destroy();
    caption.textContent = '';
  };
}
