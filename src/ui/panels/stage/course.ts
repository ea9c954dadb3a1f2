/** The line of a link as an SVG path; an arrowhead is part of it, so that it has the same colour everywhere. */
import type { LinkMark, Point } from './sheet.ts';

const headLength = 5;
const headWidth = 3.5;

const round = (value: number) => Math.round(value * 10) / 10;
const spot = ({ x, y }: Point) => `${round(x)} ${round(y)}`;

export function coursePath(link: Pick<LinkMark, 'course' | 'arrow'>, from: Point, to: Point): string {
  const { line, towards } = lineOf(link.course ?? 'straight', from, to);
  return link.arrow === true ? `${line}${arrowhead(towards, to)}` : line;
}

/** The line, and the point from which it comes to its end. */
function lineOf(
  course: NonNullable<LinkMark['course']>,
  from: Point,
  to: Point,
): { line: string; towards: Point } {
  if (course === 'straight') return { line: `M${spot(from)}L${spot(to)}`, towards: from };
  if (course === 'across') {
    const middle = (from.x + to.x) / 2;
    const [a, b] = [
      { x: middle, y: from.y },
      { x: middle, y: to.y },
    ];
    return { line: `M${spot(from)}C${spot(a)} ${spot(b)} ${spot(to)}`, towards: from.x === to.x ? from : b };
  }
  if (course === 'down') {
    const middle = (from.y + to.y) / 2;
    const [a, b] = [
      { x: from.x, y: middle },
      { x: to.x, y: middle },
    ];
    return { line: `M${spot(from)}C${spot(a)} ${spot(b)} ${spot(to)}`, towards: from.y === to.y ? from : b };
  }
  const rise = Math.min(60, 12 + Math.abs(to.x - from.x) * 0.25);
  const top = Math.min(from.y, to.y) - rise;
  const [a, b] = [
    { x: from.x, y: top },
    { x: to.x, y: top },
  ];
  return { line: `M${spot(from)}C${spot(a)} ${spot(b)} ${spot(to)}`, towards: b };
}

function arrowhead(towards: Point, tip: Point): string {
  const length = Math.hypot(tip.x - towards.x, tip.y - towards.y);
  if (length < 1) return '';
  const along = { x: (tip.x - towards.x) / length, y: (tip.y - towards.y) / length };
  const base = { x: tip.x - along.x * headLength, y: tip.y - along.y * headLength };
  const left = { x: base.x - along.y * headWidth, y: base.y + along.x * headWidth };
  const right = { x: base.x + along.y * headWidth, y: base.y - along.x * headWidth };
  return `M${spot(left)}L${spot(tip)}L${spot(right)}`;
}
