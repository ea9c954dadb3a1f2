/**
 * Which node has a key, in two ways.
 *
 *     remainder   hash(key) mod N       nodes in a list; another N, and almost every remainder is another
 *     ring        the first point clockwise from hash(key); each node has one or many points ("virtual nodes")
 *
 * A new node on the ring takes keys only from the points that come after its own: all others stay. With one point each,
 * the arcs between points are of very different lengths, and so are the loads; many points even them out.
 *
 * Positions go from 0 to 2^32 - 1, and beyond the last point the first one follows. Redis Cluster has no ring: a key
 * belongs to one of 16,384 slots, and a table says which node has which slot.
 */
import { RING_SIZE, type RingHash } from '../../protocol/ring.ts';
import { hashOfName } from './hash.ts';

export interface RingPoint {
  readonly position: number;
  readonly node: number;
}

export function nodeName(node: number): string {
  return `cache-${String.fromCharCode(97 + node)}`;
}

export class HashRing {
  /** Clockwise. Two points on one position stand in the order of their nodes; the first has the keys. */
  readonly points: readonly RingPoint[];

  constructor(
    nodes: readonly number[],
    pointsOfEach: number,
    hash: RingHash,
    name: (node: number) => string = nodeName,
  ) {
    const points: RingPoint[] = [];
    for (const node of nodes) {
      for (let point = 0; point < pointsOfEach; point++) {
        points.push({ position: hashOfName(hash, `${name(node)}#${point}`), node });
      }
    }
    this.points = points.sort((a, b) => a.position - b.position || a.node - b.node);
  }

  /** The node of a position. */
  nodeAt(position: number): number {
    const { points } = this;
    let low = 0;
    let high = points.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (points[middle].position < position) low = middle + 1;
      else high = middle;
    }
    return points[low === points.length ? 0 : low].node;
  }

  /** The share of the circle that leads to a node. */
  arcOf(node: number): number {
    const { points } = this;
    let positions = 0;
    for (const [index, point] of points.entries()) {
      if (point.node !== node) continue;
      const previous =
        index === 0 ? points[points.length - 1].position - RING_SIZE : points[index - 1].position;
      positions += point.position - previous;
    }
    return positions / RING_SIZE;
  }
}

/** The node of a key by the remainder of its hash. */
export function nodeByRemainder(nodes: readonly number[], position: number): number {
  return nodes[position % nodes.length];
}
