/**
 * On a wide screen a drawing grows with its place. It is laid out as for a smaller one and shown larger, so that letters
 * grow, too. Everything outside the drawing (scrolling, notes, the pointer) is in pixels of the screen.
 */
import type { Box, Size } from './sheet.ts';

/** A place of this size is filled as it is. */
const usual: Size = { width: 960, height: 400 };
const mostGrowth = 1.6;
/** In steps, so that a place that changes by a pixel does not change every letter. */
const step = 0.05;

export function growth({ width, height }: Size): number {
  const fitting = Math.min(width / usual.width, height / usual.height, mostGrowth);
  return Math.max(1, Math.floor(fitting / step + 1e-9) * step);
}

/** A scroll bar that comes and goes does not count. */
export function growthOf(root: Element | null): number {
  if (!(root instanceof HTMLElement)) return 1;
  return growth({ width: root.offsetWidth, height: root.offsetHeight });
}

/** The place as the layout of a drawing sees it: in whole pixels, or the drawing would be wider than its place. */
export function drawingSize(root: HTMLElement): Size {
  const grown = growthOf(root);
  return { width: Math.floor(root.clientWidth / grown), height: Math.floor(root.clientHeight / grown) };
}

/** A box of the drawing in pixels of its place. */
export function grownBox({ x, y, width, height }: Box, grown: number): Box {
  return { x: x * grown, y: y * grown, width: width * grown, height: height * grown };
}

/** Gives a drawing of this size its size on the screen. */
export function putSize(drawing: SVGSVGElement, { width, height }: Size, grown: number): void {
  const sizes = { width: width * grown, height: height * grown, viewBox: `0 0 ${width} ${height}` };
  for (const [name, value] of Object.entries(sizes)) {
    if (drawing.getAttribute(name) !== String(value)) drawing.setAttribute(name, String(value));
  }
}
