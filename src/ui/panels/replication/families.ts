/** A server that others copy, with those that do: as it knows them, and as they know it. */
import type { FollowedView, ReplicationNode, ReplicationView, ReplicaView } from '../../../protocol/views.ts';

/** Both sides of one copy. At least one of them is known. */
export interface Copy {
  /** The node that copies; null if nobody has the address that it gave. */
  readonly node: ReplicationNode | null;
  readonly name: string;
  readonly asReplica: FollowedView | null;
  readonly asKnown: ReplicaView | null;
}

export interface Family {
  readonly master: ReplicationNode;
  readonly copies: readonly Copy[];
}

export function nodeName({ name, address }: ReplicationNode): string {
  return name === '' ? address : name;
}

/** Masters and all others that are copied; and those whose master is none of the nodes. */
export function familiesOf(view: ReplicationView): {
  readonly families: readonly Family[];
  readonly orphans: readonly Copy[];
} {
  const here = view.nodes.filter(({ state }) => state !== 'removed');
  const byNumber = new Map(here.map((node) => [node.node, node]));
  const families = here.flatMap((master): Family[] => {
    const copies = copiesOf(master, here, byNumber);
    return master.role === 'replica' && copies.length === 0 ? [] : [{ master, copies }];
  });
  const orphans = here.flatMap((node): Copy[] => {
    const { following } = node;
    if (following === null || (following.node !== null && byNumber.has(following.node))) return [];
    return [{ node, name: nodeName(node), asReplica: following, asKnown: null }];
  });
  return { families, orphans };
}

function copiesOf(
  master: ReplicationNode,
  here: readonly ReplicationNode[],
  byNumber: ReadonlyMap<number, ReplicationNode>,
): Copy[] {
  const followers = here.filter(({ following }) => following?.node === master.node);
  const known = master.replicas.map((asKnown): Copy => {
    const node = asKnown.node === null ? null : (byNumber.get(asKnown.node) ?? null);
    const asReplica = node?.following?.node === master.node ? node.following : null;
    return { node, name: node === null ? asKnown.address : nodeName(node), asReplica, asKnown };
  });
  const others = followers
    .filter((follower) => known.every(({ node }) => node !== follower))
    .map((node): Copy => ({ node, name: nodeName(node), asReplica: node.following, asKnown: null }));
  // The order of the nodes, so that nobody changes places when a link breaks.
  return [...known, ...others].sort((a, b) => (a.node?.node ?? here.length) - (b.node?.node ?? here.length));
}
