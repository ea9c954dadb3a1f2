/**
 * A drawing: listens to the session's store and paints sheets, outside React; handles pointer and keys. It owns
 * everything below its elements.
 */
import { parsePart } from '../../../protocol/parts.ts';
import type { View } from '../../../protocol/views.ts';
import { languageStore } from '../../i18n/language.ts';
import type { SessionStore } from '../../session/store.ts';
import { attend, hasModifier } from './attend.ts';
import { drawingSize, growthOf } from './growth.ts';
import { createSheetPainter } from './paint.ts';
import { type Found, find, type RoamKey, roam, type Spot, settle } from './roam.ts';
import { sceneOf, type ViewOf } from './scene.ts';
import { type Box, cellBox, type GridMark, type Layout, type Sheet } from './sheet.ts';
import { bringIntoSight, fillTip, placeTip } from './sight.ts';
import { namedBy } from './subject.ts';

export interface StageElements {
  /** Takes the focus and scrolls. */
  readonly root: HTMLElement;
  readonly drawing: SVGSVGElement;
  readonly tip: HTMLElement;
  /** A live region that announces the cursor. */
  readonly spoken: HTMLElement;
}

export interface StageOptions<Kind extends View['kind']> {
  readonly store: SessionStore;
  readonly watchId: string;
  readonly kind: Kind;
  readonly layout: Layout<ViewOf<Kind>>;
  readonly pick: (what: string) => void;
}

export interface Stage<Kind extends View['kind']> {
  /** Draws with another layout from now on: the reader has made another choice. */
  relayout(layout: Layout<ViewOf<Kind>>): void;
  destroy(): void;
}

const roamKeys = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);

export function createStage<Kind extends View['kind']>(
  elements: StageElements,
  options: StageOptions<Kind>,
): Stage<Kind> {
  const { root, drawing, tip, spoken } = elements;
  const { store, watchId, kind, pick } = options;
  const painter = createSheetPainter(drawing);
  let { layout } = options;
  let size = drawingSize(root);
  let sheet: Sheet | null = null;
  let cursor: Spot | null = null;
  /** The thing of the note; null while there is none. */
  let pointed: Spot | null = null;

  function draw(durationMs: number): void {
    const scene = sceneOf(store.getState(), watchId, kind);
    if (scene === null || size.width === 0) return;
    sheet = layout(scene, size, languageStore.getState().language);
    painter.paint(sheet, durationMs);
    // A note moves with its thing, and goes with it.
    const found = pointed === null ? null : find(sheet, pointed);
    if (found === null) hideTip();
    else showTip(found);
    if (cursor !== null) showCursor(settle(sheet, cursor), false);
    if (sheet.focus != null) bringIntoSight(root, sheet.focus, durationMs > 0, covered(sheet));
  }

  function showCursor(next: Spot | null, speak: boolean): void {
    cursor = next;
    const isFocused = root.matches(':focus-visible');
    const found = next === null || sheet === null || !isFocused ? null : find(sheet, next);
    painter.paintCursor(found?.place ?? null);
    // The part menu asks here for the part under the cursor.
    setOrDrop(root, 'cursorPart', found?.part ?? null);
    if (!speak || found === null) return;
    const { head, detail } = found.says;
    spoken.textContent = detail === undefined ? head : `${head}, ${detail}`;
    bringIntoSight(root, found.place, false, covered(sheet));
    showTip(found);
  }

  function showTip(found: Found): void {
    pointed = found.spot;
    fillTip(tip, found.says);
    placeTip(root, tip, found.place);
  }

  function hideTip(): void {
    pointed = null;
    if (!tip.hidden) tip.hidden = true;
  }

  function underPointer(event: MouseEvent): Found | null {
    if (sheet === null || !(event.target instanceof Element)) return null;
    const box = event.target.closest('[data-box]')?.getAttribute('data-box');
    if (box != null) return find(sheet, { box });
    const origin = drawing.getBoundingClientRect();
    const grown = growthOf(root);
    const [x, y] = [(event.clientX - origin.left) / grown, (event.clientY - origin.top) / grown];
    for (const grid of sheet.grids ?? []) {
      const cell = cellAt(grid, x, y);
      if (cell !== null) return find(sheet, { grid: grid.id, cell });
    }
    return null;
  }

  const onPointerMove = (event: PointerEvent): void => {
    const found = underPointer(event);
    if (found === null) hideTip();
    else showTip(found);
    root.classList.toggle('can-pick', found !== null && found.picks !== null);
  };
  const onClick = (event: MouseEvent): void => {
    const found = underPointer(event);
    if (found?.picks != null) pick(found.picks);
  };
  // A cell of a grid is no element of its own: the drawing answers for it.
  const onContextMenu = (event: MouseEvent): void => {
    setOrDrop(root, 'part', underPointer(event)?.part ?? null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (sheet === null || event.target !== root || hasModifier(event)) return;
    if (roamKeys.has(event.key)) showCursor(roam(sheet, cursor, event.key as RoamKey), true);
    else if (event.key === 'Enter' || event.key === ' ') {
      const picks = cursor === null ? null : find(sheet, cursor)?.picks;
      if (picks == null) return;
      pick(picks);
    } else {
      if (event.key === 'Escape') hideTip();
      return;
    }
    event.preventDefault();
  };
  const onFocus = (): void => {
    if (sheet !== null && root.matches(':focus-visible')) showCursor(settle(sheet, cursor), true);
  };

  const destroy = attend({
    elements,
    painter,
    store,
    watchId,
    draw,
    showSubject(subject, smooth) {
      const place = sheet === null ? null : placeOf(sheet, subject);
      if (place !== null) bringIntoSight(root, place, smooth, covered(sheet));
    },
    resized(next) {
      size = next;
    },
    hideTip,
    handlers: {
      pointermove: onPointerMove,
      click: onClick,
      contextmenu: onContextMenu,
      keydown: onKeyDown,
      focus: onFocus,
    },
  });

  return {
    relayout(next) {
      if (next === layout) return;
      layout = next;
      draw(0);
    },
    destroy,
  };
}

/** The mark of a part that a name chooses: `rows[key=foo]` is called foo. */
function placeOf(sheet: Sheet, subject: readonly string[]): Box | null {
  const named = sheet.boxes.flatMap((box) => {
    const where = parsePart(box.part ?? '')?.find((step) => step.kind === 'where');
    return where === undefined ? [] : [{ box, name: where.value }];
  });
  return namedBy(subject, named, ({ name }) => name)?.box ?? null;
}

function covered(sheet: Sheet | null): number {
  return sheet?.heads?.height ?? 0;
}

function setOrDrop(element: HTMLElement, name: string, value: string | null): void {
  if (value === null) delete element.dataset[name];
  else element.dataset[name] = value;
}

function cellAt(grid: GridMark, x: number, y: number): number | null {
  const column = Math.floor((x - grid.x) / (grid.cell.width + grid.gap));
  const row = Math.floor((y - grid.y) / (grid.cell.height + grid.gap));
  if (column < 0 || row < 0 || column >= grid.columns) return null;
  const cell = row * grid.columns + column;
  if (cell >= grid.count) return null;
  const box = cellBox(grid, cell);
  return x <= box.x + box.width && y <= box.y + box.height ? cell : null;
}
