/**
 * The drawing: listens to the session's store and paints, outside React; handles pointer, wheel and keys. It owns
 * everything below its elements.
 */
import type { DictView } from '../../../protocol/views.ts';
import { languageStore } from '../../i18n/language.ts';
import type { SessionState, SessionStore } from '../../session/store.ts';
import { keyInSentence } from '../label.ts';
import { attend, hasModifier } from '../stage/attend.ts';
import { drawingSize, growthOf } from '../stage/growth.ts';
import type { LaneElements } from '../stage/LaneStage.tsx';
import { pulling } from '../stage/pull.ts';
import { sceneOf } from '../stage/scene.ts';
import type { Box, Scene, Size } from '../stage/sheet.ts';
import { bringIntoSight, fillTip, placeTip } from '../stage/sight.ts';
import { namedBy } from '../stage/subject.ts';
import { paintAccessible } from './accessible-table.ts';
import { describeBucket, describeEntry, vacancyNote } from './describe.ts';
import { cursorLane, type Lane, laneOf } from './lane.ts';
import { type DictMarks, layoutDict } from './layout.ts';
import { createDictPainter } from './paint.ts';
import { bucketPart, entryPart } from './parts.ts';
import { type Cursor, type RoamKey, roam, settle } from './roam.ts';
import { progressOf, type ScanProgress } from './scan.ts';
import { walkAt, walkedIn } from './scan-walk.ts';
import { isWindowed } from './viewport.ts';

export interface StageListeners {
  pan(table: 0 | 1, buckets: number): void;
  zoom(direction: 1 | -1): void;
  resized(size: Size): void;
}

const bucketsPerNotch = 4;

/** The progress of a SCAN at the moment looked at; null if there is none. */
function scanIn(state: SessionState, scene: Scene<DictView>): ScanProgress | null {
  const { frame } = state.position;
  const walked = walkedIn(scene.view);
  return walked === null ? null : progressOf(walkAt(state.frames, frame, walked), frame, scene);
}

/** The cursor of the next call. */
function betweenCalls(view: DictView, scan: ScanProgress | null): Lane | null {
  return scan === null || scan.next === null ? null : cursorLane(view, scan.next.table, scan.cursor, false);
}

export function createStage(
  elements: LaneElements,
  store: SessionStore,
  watchId: string,
  listeners: StageListeners,
): () => void {
  const { root, drawing, lane, tip, accessible, spoken } = elements;
  const painter = createDictPainter(drawing, lane);
  let size: Size = drawingSize(root);
  let view: DictView | null = null;
  let marks: DictMarks | null = null;
  let cursor: Cursor | null = null;

  function draw(durationMs: number): void {
    const scene = sceneOf(store.getState(), watchId, 'dict');
    if (scene === null || scene.view.tables[0].size === 0 || size.width === 0) return;
    const { view: next, step, steps } = scene;
    const panned = view !== null && next.tables.some((table, n) => table.from !== view!.tables[n].from);
    view = next;
    const before = scene.before?.address === view.address ? scene.before : null;
    const { language } = languageStore.getState();
    const scan = scanIn(store.getState(), scene);
    marks = layoutDict(view, step, before, size, scan);
    painter.paint(marks, {
      durationMs: panned ? 0 : durationMs,
      language,
      vacancyNote: vacancyNote(view, language),
    });
    const lane = laneOf(view, step, steps.slice(0, step === null ? undefined : -1));
    painter.paintLane(lane ?? (step === null ? betweenCalls(view, scan) : null), language);
    paintAccessible(accessible, view, language);
    if (cursor !== null) showCursor(settle(marks, cursor), false);
    hideTip();
    if (marks.focus !== null) bringIntoSight(root, marks.focus, durationMs > 0);
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
    bringIntoSight(root, box, false);
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
    if (entry === undefined) {
      fillTip(tip, { head: describeBucket(view, where.table, where.bucket, language) });
    } else {
      const detail = `hash ${entry.hash} · 0x${entry.address.toString(16)}`;
      fillTip(tip, { head: keyInSentence(entry.key), detail });
    }
    placeTip(root, tip, box);
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
    const x = (clientX - root.getBoundingClientRect().left) / growthOf(root);
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

  const pulled = pulling<0 | 1>(root, {
    axis: 'y',
    take: ({ clientX }) => {
      const table = tableUnder(clientX);
      return view !== null && isWindowed(view.tables[table]) ? table : null;
    },
    unit: (table) => (marks?.places.find((place) => place.table === table)?.rowHeight ?? 20) * growthOf(root),
    pull: (table, buckets) => listeners.pan(table, buckets),
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (marks === null || event.target !== root || hasModifier(event)) return;
    const table = cursor?.table ?? 0;
    const shown = view?.tables[table];
    switch (event.key) {
      case 'ArrowUp':
      case 'ArrowDown': {
        const next = roam(marks, cursor, event.key as RoamKey);
        const stuck = cursor !== null && next?.bucket === cursor.bucket && next.table === cursor.table;
        if (stuck && shown !== undefined && isWindowed(shown)) {
          // At its edge the window moves on, and the cursor with it.
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

  listeners.resized(size);
  const stop = attend({
    elements,
    painter,
    store,
    watchId,
    draw,
    showSubject(subject, smooth) {
      const shown = view?.tables.flatMap(({ buckets }) => buckets.flat()) ?? [];
      const entry = namedBy(subject, shown, ({ key }) => key);
      const box = marks?.entries.find(({ address }) => address === entry?.address);
      if (box !== undefined) bringIntoSight(root, box, smooth);
    },
    resized(next) {
      size = next;
      listeners.resized(size);
    },
    hideTip,
    handlers: {
      ...pulled,
      pointerover: onPointerOver,
      wheel: onWheel,
      keydown: onKeyDown,
      focus: onFocus,
    },
  });

  return () => {
    stop();
    accessible.replaceChildren();
  };
}
