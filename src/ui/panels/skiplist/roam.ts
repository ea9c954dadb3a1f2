/** Where the arrow keys lead: right along a pointer, left to where one comes from, up and down a tower. */
import type { SkiplistNodesView } from '../../../protocol/views.ts';

export interface Cursor {
  /** A node's address, or the header's. */
  readonly address: number;
  readonly level: number;
}

export type RoamKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End';

function heightOf(view: SkiplistNodesView, address: number): number {
  if (address === view.header.address) return view.level;
  return view.nodes.find((node) => node.address === address)?.links.length ?? 0;
}

/** The cursor kept inside the present drawing. */
export function settle(view: SkiplistNodesView, cursor: Cursor | null): Cursor {
  const height = cursor === null ? 0 : heightOf(view, cursor.address);
  if (cursor === null || height === 0) return { address: view.header.address, level: view.level - 1 };
  return { ...cursor, level: Math.min(cursor.level, height - 1) };
}

/** The towers drawn that have this level, the header first. */
function onLevel(view: SkiplistNodesView, level: number): number[] {
  const nodes = view.nodes.filter(({ links }) => links.length > level);
  return [view.header.address, ...nodes.map(({ address }) => address)];
}

/** Null if the move leaves the window, to the right or to the left. */
export function roam(view: SkiplistNodesView, from: Cursor | null, key: RoamKey): Cursor | null {
  const cursor = settle(view, from);
  if (from === null) return cursor;
  const row = onLevel(view, cursor.level);
  const at = row.indexOf(cursor.address);
  switch (key) {
    case 'ArrowUp':
      return settle(view, { ...cursor, level: cursor.level + 1 });
    case 'ArrowDown':
      return { ...cursor, level: Math.max(0, cursor.level - 1) };
    case 'ArrowRight':
      return at + 1 < row.length ? { ...cursor, address: row[at + 1] } : null;
    case 'ArrowLeft':
      // Before the first node shown there are others, if the window does not begin with the list.
      if (at === 1 && view.entering[cursor.level]?.fromRank !== 0) return null;
      return { ...cursor, address: row[Math.max(0, at - 1)] };
    case 'Home':
      return { address: view.header.address, level: cursor.level };
    case 'End': {
      const last = view.nodes[view.nodes.length - 1];
      return last === undefined ? cursor : settle(view, { address: last.address, level: cursor.level });
    }
  }
}
