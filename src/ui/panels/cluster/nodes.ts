/** Nodes of a cluster by their ids: names, letters, colours. */
import type { ClusterNodeView, ClusterView } from '../../../protocol/views-cluster.ts';
import type { CellLook } from '../stage/sheet.ts';

type OwnerLook = Extract<CellLook, `owner-${number}`>;
const looks: readonly OwnerLook[] = ['owner-1', 'owner-2', 'owner-3', 'owner-4', 'owner-5', 'owner-6'];
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export function nodeOf(view: ClusterView, id: string | null): ClusterNodeView | null {
  return id === null ? null : (view.nodes.find((node) => node.id === id) ?? null);
}

/** As the world calls it, or the beginning of an id that leads to no server. */
export function nameOf(view: ClusterView | null, id: string): string {
  const name = view === null ? undefined : nodeOf(view, id)?.name;
  return name ?? view?.servers.find((server) => server.id === id)?.name ?? id.slice(0, 8);
}

export function serverName(view: ClusterView, node: number): string {
  return view.servers.find((server) => server.node === node)?.name ?? String(node);
}

/** A letter that stays the node's own, whatever it becomes. */
export function letterOf(view: ClusterView, id: string): string {
  const number = placeOf(view, id);
  const round = Math.floor(number / alphabet.length);
  return `${alphabet[number % alphabet.length]}${round === 0 ? '' : round}`;
}

export function lookOf(view: ClusterView, id: string): OwnerLook {
  return looks[placeOf(view, id) % looks.length];
}

/** By its number in the world; nodes that are nowhere come after all servers. */
function placeOf(view: ClusterView, id: string): number {
  const at = view.servers.findIndex(({ node }) => node === nodeOf(view, id)?.node);
  if (at !== -1) return at;
  return (
    view.servers.length +
    Math.max(
      0,
      view.nodes.findIndex((node) => node.id === id),
    )
  );
}

/** Masters with their replicas behind each; then replicas without a master that is known. */
export function inShards(view: ClusterView): readonly { node: ClusterNodeView; isReplica: boolean }[] {
  const isBefore = (a: ClusterNodeView, b: ClusterNodeView) => placeOf(view, a.id) - placeOf(view, b.id);
  const heads = view.nodes.filter(({ master }) => nodeOf(view, master) === null).sort(isBefore);
  return heads.flatMap((head) => [
    { node: head, isReplica: false },
    ...view.nodes
      .filter(({ master }) => master === head.id)
      .sort(isBefore)
      .map((node) => ({ node, isReplica: true })),
  ]);
}

/** The owner of a slot, as the chosen node sees it. */
export function ownerOf(view: ClusterView, slot: number): string | null {
  let low = 0;
  let high = view.stretches.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { first, last, owner } = view.stretches[middle];
    if (slot < first) high = middle - 1;
    else if (slot > last) low = middle + 1;
    else return owner;
  }
  return null;
}

/** Keys of a slot, as its owner counts them. */
export function keysOf({ keyCounts }: ClusterView, slot: number): number {
  let low = 0;
  let high = keyCounts.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = keyCounts[middle * 2];
    if (found === slot) return keyCounts[middle * 2 + 1];
    if (found < slot) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}
