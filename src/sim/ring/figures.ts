/** How many keys a change of nodes moves, and how unevenly keys lie: counted, key by key. */
import {
  RING_LIMITS,
  type RingHash,
  type RingKeyView,
  type RingSettings,
  type RingSpread,
  type RingView,
} from '../../protocol/ring.ts';
import { hashOfName } from './hash.ts';
import { HashRing, nodeByRemainder, nodeName } from './ring.ts';

/** Numbers of points that are compared. */
const LADDER = [1, 10, 100] as const;

export function keyName(index: number): string {
  return `user:${index}`;
}

export function positionsOfKeys(hash: RingHash, count: number): number[] {
  return Array.from({ length: count }, (_, index) => hashOfName(hash, keyName(index)));
}

export function ringView(settings: RingSettings): RingView {
  const { hash, before, after } = settings;
  const positions = positionsOfKeys(hash, settings.keys);
  const old = new HashRing(before, settings.points, hash);
  const fresh = new HashRing(after, settings.points, hash);
  const all = [...new Set([...before, ...after])].sort((a, b) => a - b);
  const keysBefore = new Map<number, number>();
  const keysAfter = new Map<number, number>();
  const shown: RingKeyView[] = [];
  const moved = { ring: 0, mod: 0 };
  for (const [index, position] of positions.entries()) {
    const key: RingKeyView = {
      name: keyName(index),
      position,
      before: old.nodeAt(position),
      after: fresh.nodeAt(position),
      modBefore: nodeByRemainder(before, position),
      modAfter: nodeByRemainder(after, position),
    };
    if (key.before !== key.after) moved.ring++;
    if (key.modBefore !== key.modAfter) moved.mod++;
    keysBefore.set(key.before, (keysBefore.get(key.before) ?? 0) + 1);
    keysAfter.set(key.after, (keysAfter.get(key.after) ?? 0) + 1);
    if (index < RING_LIMITS.shownKeys) shown.push(key);
  }
  return {
    settings,
    nodes: all.map((node) => ({
      node,
      name: nodeName(node),
      keysBefore: keysBefore.get(node) ?? 0,
      keysAfter: keysAfter.get(node) ?? 0,
      arc: fresh.arcOf(node),
    })),
    points: new HashRing(all, settings.points, hash).points,
    keys: shown,
    moved,
    spread: spreadOf(after, fresh, positions),
    ladder: LADDER.map((points) => ({
      points,
      spread: spreadOf(after, new HashRing(after, points, hash), positions),
    })),
  };
}

export function spreadOf(nodes: readonly number[], ring: HashRing, positions: readonly number[]): RingSpread {
  const counts = new Map(nodes.map((node) => [node, 0]));
  for (const position of positions) {
    const node = ring.nodeAt(position);
    counts.set(node, counts.get(node)! + 1);
  }
  const mean = positions.length / nodes.length;
  const loads = [...counts.values()].map((count) => count / mean);
  const squares = loads.reduce((sum, load) => sum + (load - 1) ** 2, 0);
  return {
    deviation: Math.sqrt(squares / loads.length),
    fullest: Math.max(...loads),
    emptiest: Math.min(...loads),
  };
}

/** One ring may be lucky: the same over many rings whose nodes have other names. */
export interface AverageSpread {
  readonly points: number;
  readonly rings: number;
  /** Means of the deviation and of the fullest node's load. */
  readonly deviation: number;
  readonly fullest: number;
  /** The fullest node of all rings. */
  readonly worst: number;
  /** The mean share of keys that a fourth node moves. */
  readonly movedRing: number;
  readonly movedMod: number;
}

export function averageSpread(
  hash: RingHash,
  points: number,
  rings: number,
  keys: number,
  nodes = 3,
): AverageSpread {
  const positions = positionsOfKeys(hash, keys);
  const before = Array.from({ length: nodes }, (_, node) => node);
  const after = [...before, nodes];
  const mod = positions.filter(
    (position) => nodeByRemainder(before, position) !== nodeByRemainder(after, position),
  ).length;
  let deviation = 0;
  let fullest = 0;
  let worst = 0;
  let moved = 0;
  for (let ring = 0; ring < rings; ring++) {
    const name = (node: number) => `${nodeName(node)}.${ring}`;
    const old = new HashRing(before, points, hash, name);
    const fresh = new HashRing(after, points, hash, name);
    const spread = spreadOf(before, old, positions);
    deviation += spread.deviation;
    fullest += spread.fullest;
    worst = Math.max(worst, spread.fullest);
    for (const position of positions) if (old.nodeAt(position) !== fresh.nodeAt(position)) moved++;
  }
  return {
    points,
    rings,
    deviation: deviation / rings,
    fullest: fullest / rings,
    worst,
    movedRing: moved / (rings * keys),
    movedMod: mod / keys,
  };
}
