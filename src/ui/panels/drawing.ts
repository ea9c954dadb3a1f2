/**
 * The common work of painters: move an element to its place and keep it the same element on the way, fade things in and
 * out, and change the page only where something differs.
 */
import { easeCubicInOut, easeCubicOut } from 'd3-ease';
import { type BaseType, type Selection, select } from 'd3-selection';
import type { Box, Point } from './stage/sheet.ts';
import 'd3-transition';

/** An element that remembers its place on the screen, also during a movement. */
export interface Standing extends SVGGElement {
  standing?: Point;
}

export function at(x: number, y: number): string {
  return `translate(${x},${y})`;
}

/** Moves a group to its place: at once if nothing moved or motion is off, along a path otherwise. */
export function stand(
  group: Standing,
  target: Point,
  durationMs: number,
  path: (from: Point, to: Point, t: number) => Point = straight,
): void {
  const from = group.standing;
  if (from !== undefined && from.x === target.x && from.y === target.y) return;
  const node = select(group);
  if (from === undefined || durationMs === 0) {
    node.interrupt('stand');
    group.standing = target;
    node.attr('transform', at(target.x, target.y));
    return;
  }
  node
    .transition('stand')
    .duration(durationMs)
    .ease(path === straight ? easeCubicOut : easeCubicInOut)
    .tween('stand', () => (t) => {
      const point = t === 1 ? target : path(from, target, t);
      group.standing = point;
      group.setAttribute('transform', at(point.x, point.y));
    });
}

function straight(from: Point, to: Point, t: number): Point {
  return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
}

export function appear<Node extends BaseType, Datum, Parent extends BaseType, Above>(
  selection: Selection<Node, Datum, Parent, Above>,
  durationMs: number,
): void {
  if (durationMs === 0) return;
  selection.attr('opacity', 0).transition('appear').duration(durationMs).attr('opacity', 1);
}

export function vanish<Node extends BaseType, Datum, Parent extends BaseType, Above>(
  selection: Selection<Node, Datum, Parent, Above>,
  durationMs: number,
): void {
  if (durationMs === 0) {
    selection.interrupt('appear').remove();
    return;
  }
  // Marked, so that the next picture does not take it for one that stays.
  selection.classed('leaving', true).classed('hot', false);
  selection
    .transition('appear')
    .duration(Math.min(150, durationMs))
    .attr('opacity', 0)
    // `remove` of a transition keeps, for ever, an element that another transition still moves.
    .on('end', function () {
      select(this as Element).remove();
    });
}

/** Sets an attribute only if it differs: an untouched node costs the browser nothing. */
export function put(node: Element, name: string, value: string): void {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

export function write(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** Draws the ring of the keyboard cursor around a box; none for null. */
export function paintRing(ring: Element, box: Box | null, margin = { x: 3, y: 3 }): void {
  if (box === null) {
    put(ring, 'display', 'none');
    return;
  }
  ring.removeAttribute('display');
  put(ring, 'x', String(box.x - margin.x));
  put(ring, 'y', String(box.y - margin.y));
  put(ring, 'width', String(box.width + 2 * margin.x));
  put(ring, 'height', String(box.height + 2 * margin.y));
}
