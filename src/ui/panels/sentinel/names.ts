/** Sentinels and servers by their numbers, ids and addresses. */
import type { Opinion, SentinelView } from '../../../protocol/views-sentinel.ts';

export function serverName(view: SentinelView | null, node: number): string {
  return view?.sentinels.find((each) => each.node === node)?.name ?? String(node);
}

/** Of a sentinel by its id. */
export function voterName(view: SentinelView | null, id: string): string {
  const found = view?.sentinels.find((each) => each.id.toLowerCase() === id.toLowerCase());
  return found?.name ?? (id === '' ? '?' : id.slice(0, 8));
}

/** Of a server by its address. */
export function addressName(view: SentinelView | null, address: string): string {
  return view?.watched.find((each) => each.address === address)?.name ?? address;
}

export function opinionOf({ opinions }: SentinelView, of: number, address: string): Opinion | null {
  return opinions.find((each) => each.of === of && each.address === address) ?? null;
}

export type Down = 'ok' | 'sdown' | 'odown';

export function downOf({ sDownForMs, oDownForMs }: Opinion): Down {
  if (oDownForMs !== null) return 'odown';
  return sDownForMs !== null ? 'sdown' : 'ok';
}

/** The latest epoch in which somebody has voted; 0 before the first vote. */
export function latestVoteEpoch({ heads }: SentinelView): number {
  return Math.max(0, ...heads.flatMap(({ votes }) => votes.map(({ epoch }) => epoch)));
}

/** The sentinel that fails over, or else the first: whose choice of a replica is shown. */
export function leadingHead({ heads }: SentinelView) {
  const active = heads.filter(({ failoverState }) => failoverState !== 'none');
  return active.find(({ failoverState }) => failoverState !== 'wait_start') ?? active[0] ?? heads[0] ?? null;
}
