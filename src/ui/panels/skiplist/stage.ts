/**
 * The drawing: listens to the session's store and paints, outside React; handles pointer, wheel and keys. It owns
 * everything below its elements.
 */
import type { SkiplistNodeView, SkiplistView } from '../../../protocol/views.ts';
import { languageStore } from '../../i18n/language.ts';
import { currentFrame, type SessionStore } from '../../session/store.ts';
import { keyInSentence } from '../label.ts';
import { attend, hasModifier } from '../stage/attend.ts';
import { drawingSize, growthOf } from '../stage/growth.ts';
import type { LaneElements } from '../stage/LaneStage.tsx';
import { pulling } from '../stage/pull.ts';
import { sceneOf } from '../stage/scene.ts';
import type { Box, Size } from '../stage/sheet.ts';
import { bringIntoSight, fillTip, placeTip } from '../stage/sight.ts';
import { namedBy } from '../stage/subject.ts';
import { paintAccessible } from './accessible-table.ts';
import { describeCell, describeLink, describeLinks } from './describe.ts';
import { laneOf } from './lane.ts';
import { paintLane } from './lane-paint.ts';
import { layoutSkiplist, type SkiplistMarks } from './layout.ts';
import { createSkiplistPainter } from './paint.ts';
import { cellPart } from './parts.ts';
import { type Cursor, type RoamKey, roam, settle } from './roam.ts';
import { walkOf } from './search.ts';
import { skiplistWords } from './words.ts';

export interface StageListeners {
  pan(nodes: number): void;
  zoom(direction: 1 | -1): void;
  resized(size: Size): void;
}

/** A question about scores is about the first node that is not below them. */
function lowestIn(subject: readonly string[], nodes: readonly SkiplistNodeView[]): SkiplistNodeView | null {
  const scores = subject.map(Number).filter((score) => !Number.isNaN(score));
  const least = Math.min(...scores);
  return nodes.find(({ score }) => scores.length > 0 && Number(score) >= least) ?? null;
}

export function createStage(
  elements: LaneElements,
  store: SessionStore,
  watchId: string,
  listeners: StageListeners,
): () => void {
  const { root, drawing, lane, tip, accessible, spoken } = elements;
  const painter = createSkiplistPainter(drawing);
  let size: Size = drawingSize(root);
  let view: SkiplistView | null = null;
  let marks: SkiplistMarks | null = null;
  let cursor: Cursor | null = null;

  function draw(durationMs: number): void {
    const scene = sceneOf(store.getState(), watchId, 'skiplist');
    if (scene === null || scene.view.skiplist === null || size.width === 0) return;
    const { view: next, step, steps } = scene;
    const list = scene.view.skiplist;
    const panned = view?.skiplist?.from !== list.from || view?.key !== next.key;
    view = next;
    const before = scene.before?.skiplist ?? null;
    const { language } = languageStore.getState();
    const walk = walkOf(list.address, steps);
    const isOwn =
      step !== null &&
      (('skiplist' in step && step.skiplist === list.address) || ('dict' in step && step.dict === list.dict));
    // Before the command there is no path to show, and at its end the last one stays.
    const isBefore = scene.phase === 'before';
    const situation = {
      view: list,
      length: next.length,
      step: isOwn ? step : null,
      walk: isBefore ? { search: null, visits: [] } : walk,
      before: before?.address === list.address ? before : null,
    };
    marks = layoutSkiplist(situation, size);
    painter.paint(marks, { durationMs: panned ? 0 : durationMs, language });
    const frame = currentFrame(store.getState());
    const command = frame?.commands === 1 ? (frame.command?.name ?? null) : null;
    const added = laneOf({ list, length: next.length, step, steps, walk, command });
    paintLane(lane, isBefore ? null : added, language);
    paintAccessible(accessible, next, language);
    if (cursor !== null) showCursor(settle(list, cursor), false);
    hideTip();
    if (marks.focus !== null) bringIntoSight(root, marks.focus, durationMs > 0);
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
    bringIntoSight(root, box, false);
    showTip(next.address, next.level, box);
  }

  /** `level` is that of the cell under the pointer; -1 for the whole node. */
  function showTip(address: number, level: number, box: Box): void {
    const list = view?.skiplist;
    if (list == null) return;
    const { language } = languageStore.getState();
    const words = skiplistWords[language];
    const node = list.nodes.find((candidate) => candidate.address === address);
    const isHeader = address === list.header.address;
    if (node === undefined && !isHeader) return;
    const pointers = node === undefined ? list.header.links : node.links;
    const links =
      level < 0
        ? describeLinks(list, pointers, language)
        : describeLink(list, pointers[level], level, language);
    const where = `0x${address.toString(16)}`;
    fillTip(
      tip,
      node === undefined
        ? { head: words.header, detail: where }
        : {
            head: keyInSentence(node.member),
            detail: `${words.accessibleScore(node.score)} · ${words.rank} ${node.rank} · ${where}`,
          },
      links,
    );
    placeTip(root, tip, box);
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

  const pulled = pulling(root, {
    axis: 'x',
    take: () => (isWindowed() ? marks : null),
    unit: (held) => (marks ?? held).sheet.columnWidth * growthOf(root),
    pull: (_, nodes) => listeners.pan(nodes),
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    const list = view?.skiplist;
    if (list == null || event.target !== root || hasModifier(event)) return;
    switch (event.key) {
      case 'ArrowUp':
      case 'ArrowDown':
      case 'ArrowLeft':
      case 'ArrowRight':
      case 'Home':
      case 'End': {
        const next = roam(list, cursor, event.key as RoamKey);
        // At its edge the window moves on.
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

  listeners.resized(size);
  const stop = attend({
    elements,
    painter,
    store,
    watchId,
    draw,
    showSubject(subject, smooth) {
      const nodes = view?.skiplist?.nodes ?? [];
      const node = namedBy(subject, nodes, ({ member }) => member) ?? lowestIn(subject, nodes);
      const box = marks?.nodes.find(({ address }) => address === node?.address);
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
    paintLane(lane, null, languageStore.getState().language);
    accessible.replaceChildren();
  };
}
