/** The drawing: paints its marks, keeps the focus, shows notes, and goes to a clicked event. */
import type { LocksView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { listen, watchSize } from '../stage/attend.ts';
import { fillTip } from '../stage/sight.ts';
import { describeEvent, formatElapsed } from './describe.ts';
import { asOfNow, type LocksMarks, layoutLocks } from './layout.ts';
import { createLocksPainter } from './paint.ts';

/** Rows that were too high are high again only with this much room to spare: a caption of two lines takes some. */
const spareHeight = 40;

export interface StageElements {
  /** Scrolls up and down, with the names beside the lanes. */
  readonly rows: HTMLElement;
  /** The lanes, which scroll sideways. */
  readonly root: HTMLElement;
  readonly drawing: SVGSVGElement;
  readonly tip: HTMLElement;
}

export interface Scene {
  readonly view: LocksView;
  readonly frame: number;
  readonly nowMs: number;
  readonly language: Language;
  readonly durationMs: number;
}

export interface Stage {
  draw(scene: Scene): void;
  destroy(): void;
}

export function createStage(elements: StageElements, jump: (frame: number) => void): Stage {
  const { rows, root, drawing, tip } = elements;
  const painter = createLocksPainter(drawing);
  let scene: Scene | null = null;
  let marks: LocksMarks | null = null;
  let width = root.clientWidth;
  let isLow = false;
  /** The height for which was tried whether it fits; null if the place has changed since. */
  let triedHeight: number | null = null;
  let shownFrame = -1;
  let shownEvents = -1;

  function draw(next: Scene): void {
    scene = next;
    if (width === 0) return;
    const view = asOfNow(next.view, next.nowMs);
    const situation = { view, frame: next.frame, nowMs: next.nowMs, width };
    marks = layoutLocks(situation);
    if (triedHeight !== marks.height) {
      triedHeight = marks.height;
      setRows(marks);
      // Where the place grows with its rows they always fit.
      isLow = rows.clientHeight < marks.height + (isLow ? spareHeight : 0);
    }
    if (isLow) marks = layoutLocks({ ...situation, isLow });
    setRows(marks);
    painter.paint(marks, { view, language: next.language, durationMs: next.durationMs });
    keepOneInTabOrder();
    const moved = shownFrame !== next.frame || shownEvents !== view.events.length;
    shownFrame = next.frame;
    shownEvents = view.events.length;
    if (moved) {
      bringIntoSight(marks, next.durationMs > 0);
      hideTip();
    }
    painter.lookFrom(root.scrollLeft);
  }

  function redraw(): void {
    if (scene !== null) draw({ ...scene, durationMs: 0 });
  }

  function setRows({ sizes, height }: LocksMarks): void {
    const { style } = tip.parentElement as HTMLElement;
    style.setProperty('--locks-axis', `${sizes.axis}px`);
    style.setProperty('--locks-key', `${sizes.key}px`);
    style.setProperty('--locks-lane', `${sizes.lane}px`);
    style.setProperty('--locks-name', `${sizes.middle - 17}px`);
    style.setProperty('--locks-height', `${height}px`);
  }

  function bringIntoSight({ focusX: x, focusY: y, sizes }: LocksMarks, smooth: boolean): void {
    const margin = 40;
    const [above, below] = [y - sizes.middle, y + sizes.label + 8];
    if (above < rows.scrollTop || below > rows.scrollTop + rows.clientHeight)
      rows.scrollTo({ top: below - rows.clientHeight, behavior: 'instant' });
    const { scrollLeft, clientWidth } = root;
    if (x >= scrollLeft + margin && x <= scrollLeft + clientWidth - 10) return;
    const left = x - clientWidth + margin;
    root.scrollTo({ left, behavior: smooth ? 'smooth' : 'instant' });
  }

  function nodes(): SVGGElement[] {
    return [...drawing.querySelectorAll<SVGGElement>('g.event:not(.leaving)')];
  }

  /** Tab reaches one event, arrow keys the others from it. */
  function keepOneInTabOrder(): void {
    const all = nodes();
    const held = all.find((node) => node === document.activeElement);
    const hot = all.findLast((node) => node.classList.contains('hot'));
    const chosen = held ?? hot ?? all.at(-1);
    for (const node of all) node.setAttribute('tabindex', node === chosen ? '0' : '-1');
  }

  function eventOf(target: EventTarget | null): { node: SVGGElement; index: number } | null {
    const node = target instanceof Element ? target.closest<SVGGElement>('g.event') : null;
    return node === null ? null : { node, index: Number(node.dataset.event) };
  }

  function go(target: EventTarget | null): boolean {
    const found = eventOf(target);
    const mark = found === null ? undefined : marks?.events[found.index];
    if (mark === undefined) return false;
    jump(mark.event.frame);
    return true;
  }

  function showTip(target: EventTarget | null): void {
    const found = eventOf(target);
    const mark = found === null ? undefined : marks?.events[found.index];
    if (mark === undefined || scene === null || marks === null) {
      hideTip();
      return;
    }
    const { view, language } = scene;
    const { command, reply } = mark.event;
    const time = `+${formatElapsed(mark.event.atMs - (view.events[0]?.atMs ?? 0), language)}`;
    fillTip(tip, {
      head: describeEvent(view, mark.event, language),
      detail: command === '' ? time : `${time} · ${command} → ${reply}`,
    });
    tip.hidden = false;
    // Beside the rows and not in them, so that a note never makes them scroll.
    const frame = tip.parentElement as HTMLElement;
    const box = root.getBoundingClientRect();
    const around = frame.getBoundingClientRect();
    const x = box.left - around.left + mark.x - root.scrollLeft;
    const y = box.top - around.top + mark.y;
    const below = y + 36;
    const above = y - 18 - tip.offsetHeight;
    const fits = below + tip.offsetHeight <= frame.clientHeight || above < 0;
    tip.style.left = `${Math.max(0, Math.min(x - tip.offsetWidth / 2, frame.clientWidth - tip.offsetWidth))}px`;
    tip.style.top = `${fits ? below : above}px`;
  }

  function hideTip(): void {
    tip.hidden = true;
  }

  const onClick = (event: MouseEvent) => {
    go(event.target);
  };
  const onOver = (event: Event) => showTip(event.target);
  const onScroll = () => {
    hideTip();
    painter.lookFrom(root.scrollLeft);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = nodes();
    const at = all.indexOf(document.activeElement as SVGGElement);
    if (at < 0) return;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined) {
      const node = all[Math.max(0, Math.min(to, all.length - 1))];
      node.focus({ preventScroll: true });
      keepOneInTabOrder();
      bringBothIntoSight(node);
      event.preventDefault();
    } else if ((event.key === 'Enter' || event.key === ' ') && go(event.target)) {
      event.preventDefault();
    } else if (event.key === 'Escape') hideTip();
  };

  function bringBothIntoSight(node: SVGGElement): void {
    const mark = marks?.events[Number(node.dataset.event)];
    if (mark === undefined) return;
    const { scrollLeft, clientWidth } = root;
    if (mark.x - 30 < scrollLeft) root.scrollLeft = mark.x - 60;
    else if (mark.x + 30 > scrollLeft + clientWidth) root.scrollLeft = mark.x - clientWidth + 60;
    showTip(node);
  }

  const stops = [
    listen(drawing, {
      click: onClick,
      pointerover: onOver,
      pointerleave: hideTip,
      focusin: onOver,
      focusout: hideTip,
    }),
    listen(root, { keydown: onKey, scroll: onScroll }),
    watchSize(root, (size) => {
      width = size.width;
      redraw();
    }),
    watchSize(rows, () => {
      triedHeight = null;
      redraw();
    }),
  ];

  return {
    draw,
    destroy() {
      for (const stop of stops) stop();
      painter.destroy();
      hideTip();
    },
  };
}
