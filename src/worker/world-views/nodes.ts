/** Nodes of a world, as several views see them. */
import type { NodeState } from '../../protocol/views-topology.ts';
import type { WorldNode } from '../../sim/machine.ts';

export function isDown({ isRemoved, engine }: WorldNode): boolean {
  return isRemoved || engine.downBecause !== null;
}

export function stateOf({ isRemoved, isFrozen, engine }: WorldNode): NodeState {
  if (isRemoved) return 'removed';
  if (engine.downBecause !== null) return 'down';
  return isFrozen ? 'frozen' : 'up';
}

/** The node at host:port; null if nobody is. Of several that had it one after the other, the one that has it now. */
export function nodeAt(nodes: readonly WorldNode[], address: string): number | null {
  const at = nodes.findLastIndex(
    ({ address: { host, port }, isRemoved }) => !isRemoved && `${host}:${port}` === address,
  );
  return at === -1 ? null : at;
}

/** What the clock of a node shows, in whole milliseconds. Its server knows only the time of its latest step. */
export function timeAt({ clock, engine }: WorldNode, worldMs: number): number {
  return Math.floor(Math.max(engine.server.nowMs, worldMs + clock.offsetAtMs(worldMs)));
}
