/** Where everything of a hash ring lies: pure, from its view to places on a square. */
import { RING_SIZE, type RingView } from '../../protocol/ring.ts';

export interface RingArc {
  readonly node: number;
  /** One path for all arcs of a node. */
  readonly path: string;
}

export interface RingDot {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly innerX: number;
  readonly innerY: number;
  readonly before: number;
  readonly after: number;
  readonly isMoved: boolean;
}

export interface RingTick {
  readonly node: number;
  readonly x: number;
  readonly y: number;
  readonly labelX: number;
  readonly labelY: number;
  readonly isLabelled: boolean;
}

export interface RingPlace {
  readonly arcs: readonly RingArc[];
  readonly ticks: readonly RingTick[];
  readonly dots: readonly RingDot[];
  readonly center: number;
  readonly outer: number;
  readonly inner: number;
}

const LABEL_ROOM = 22;
const BAND = 10;
/** Beyond so many points, letters would cover each other. */
const MAX_LABELS = 40;
/** Letters of two points closer than this, in positions, would touch. */
const LABEL_APART = RING_SIZE / 45;

export function layoutRing(view: RingView, size: number, kind: 'ring' | 'mod'): RingPlace {
  const center = size / 2;
  const band = center - LABEL_ROOM;
  const outer = band - BAND - 10;
  const inner = outer - 26;
  const isRing = kind === 'ring';
  const after = new Set(view.settings.after);
  const points = isRing ? view.points.filter(({ node }) => after.has(node)) : [];
  let lastLabel = -RING_SIZE;
  const ticks = points.map(({ position, node }) => {
    const isLabelled = points.length <= MAX_LABELS && position - lastLabel >= LABEL_APART;
    if (isLabelled) lastLabel = position;
    const [x, y] = placeAt(position, band, center);
    const [labelX, labelY] = placeAt(position, band + 10, center);
    return { node, x, y, labelX, labelY, isLabelled };
  });
  return {
    arcs: arcsOf(points, band - BAND / 2, center),
    ticks,
    dots: view.keys.map((key) => {
      const [x, y] = placeAt(key.position, outer, center);
      const [innerX, innerY] = placeAt(key.position, inner, center);
      const before = isRing ? key.before : key.modBefore;
      const now = isRing ? key.after : key.modAfter;
      return { name: key.name, x, y, innerX, innerY, before, after: now, isMoved: before !== now };
    }),
    center,
    outer,
    inner,
  };
}

/** Position 0 is at the top, and positions grow clockwise. */
export function placeAt(position: number, radius: number, center: number): [number, number] {
  const angle = (position / RING_SIZE) * 2 * Math.PI;
  return [center + radius * Math.sin(angle), center - radius * Math.cos(angle)];
}

function arcsOf(
  points: readonly { readonly position: number; readonly node: number }[],
  radius: number,
  center: number,
): RingArc[] {
  const paths = new Map<number, string>();
  for (const [index, { position, node }] of points.entries()) {
    const previous =
      index === 0 ? points[points.length - 1].position - RING_SIZE : points[index - 1].position;
    paths.set(node, (paths.get(node) ?? '') + arc(previous, position, radius, center));
  }
  return [...paths].map(([node, path]) => ({ node, path }));
}

/** A whole circle in one arc would have no direction: it is drawn in halves. */
function arc(from: number, to: number, radius: number, center: number): string {
  const length = to - from;
  if (length >= RING_SIZE) {
    const middle = from + length / 2;
    return arc(from, middle, radius, center) + arc(middle, to, radius, center);
  }
  const [x, y] = placeAt(from, radius, center).map(rounded);
  const [endX, endY] = placeAt(to, radius, center).map(rounded);
  return `M${x} ${y}A${rounded(radius)} ${rounded(radius)} 0 ${length > RING_SIZE / 2 ? 1 : 0} 1 ${endX} ${endY}`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
