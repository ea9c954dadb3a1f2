/** Which faults a variant allows, by the numbers of actors and nodes. */
import { type FaultKind, faultKinds, type Variant } from '../../protocol/scenario.ts';

export interface AllowedFault {
  readonly most: number;
  readonly subjects: ReadonlySet<number>;
}

export type Faults = Readonly<Record<FaultKind, AllowedFault>> & {
  readonly areAny: boolean;
  /** Of all kinds together. */
  readonly most: number;
};

const OF_NODES: ReadonlySet<FaultKind> = new Set(['clockJump', 'restart', 'down', 'cut']);

export function faultsOf(variant: Variant): Faults {
  const allowed = faultKinds.map((kind): [FaultKind, AllowedFault] => {
    const { most, to } = variant.faults[kind];
    const names = (OF_NODES.has(kind) ? variant.nodes : variant.actors).map(({ name }) => name);
    const cannot = spared(kind, variant);
    const subjects = names.flatMap((name, number) =>
      !cannot.includes(name) && (to.length === 0 || to.includes(name)) ? [number] : [],
    );
    return [kind, { most, subjects: new Set(subjects) }];
  });
  const most = allowed.reduce((sum, [, each]) => sum + each.most, 0);
  return { ...(Object.fromEntries(allowed) as Record<FaultKind, AllowedFault>), areAny: most > 0, most };
}

/** The nodes that a fault does not come to. */
function spared(kind: FaultKind, variant: Variant): string[] {
  const { nodes } = variant;
  const names = (those: Variant['nodes']) => those.map(({ name }) => name);
  const { cluster, underSentinels } = worldsOf(nodes);
  const inWorld = [...cluster, ...underSentinels];
  switch (kind) {
    // A server that comes back would have to find its master again, step by step.
    case 'restart':
      return [...replicatedIn(variant), ...names(inWorld)];
    case 'clockJump':
      return names(inWorld);
    // No time passes in a cluster, so nobody would notice.
    case 'down':
      return names(cluster);
    case 'cut':
      return names(nodes.filter((node) => !underSentinels.includes(node)));
    default:
      return [];
  }
}

/** The nodes that stand in a world of their own: those of a cluster, and those that sentinels watch, with the sentinels. */
export function worldsOf(nodes: Variant['nodes']): {
  readonly cluster: Variant['nodes'];
  readonly underSentinels: Variant['nodes'];
} {
  const watched = new Set(nodes.flatMap((node) => (node.kind === 'sentinel' ? [node.watches] : [])));
  return {
    cluster: nodes.filter((node) => node.kind === 'redis' && node.slots !== undefined),
    underSentinels: nodes.filter(
      (node) =>
        node.kind === 'sentinel' ||
        (node.kind === 'redis' && (watched.has(node.name) || watched.has(node.replicaOf ?? ''))),
    ),
  };
}

/** The servers that are replicas or have some. */
function replicatedIn({ nodes }: Variant): string[] {
  return nodes.flatMap((node) =>
    node.kind === 'redis' && node.replicaOf !== undefined ? [node.name, node.replicaOf] : [],
  );
}

const BY_HUNDREDS: readonly (FaultKind | null)[] = [
  null,
  'lostReply',
  'lostRequest',
  'failedWrite',
  'crash',
  null,
  'clockJump',
  'restart',
  'down',
  null,
  null,
  'cut',
];

/** The fault that an event is; null for a step of an actor, for what arrives at a replica or is written back, and for time that passes, which counts what it stalls. */
export function faultAt(event: number): FaultKind | null {
  return BY_HUNDREDS[Math.floor(event / 100)];
}
