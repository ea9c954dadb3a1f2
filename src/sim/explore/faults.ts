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

const OF_NODES: ReadonlySet<FaultKind> = new Set(['clockJump', 'restart', 'down']);

export function faultsOf(variant: Variant): Faults {
  const allowed = faultKinds.map((kind): [FaultKind, AllowedFault] => {
    const { most, to } = variant.faults[kind];
    const names = (OF_NODES.has(kind) ? variant.nodes : variant.actors).map(({ name }) => name);
    // A server that comes back would have to find its master again, step by step.
    const cannot = kind === 'restart' ? replicatedIn(variant) : [];
    const subjects = names.flatMap((name, number) =>
      !cannot.includes(name) && (to.length === 0 || to.includes(name)) ? [number] : [],
    );
    return [kind, { most, subjects: new Set(subjects) }];
  });
  const most = allowed.reduce((sum, [, each]) => sum + each.most, 0);
  return { ...(Object.fromEntries(allowed) as Record<FaultKind, AllowedFault>), areAny: most > 0, most };
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
];

/** The fault that an event is; null for a step of an actor, for what arrives at a replica or is written back, and for time that passes, which counts what it stalls. */
export function faultAt(event: number): FaultKind | null {
  return BY_HUNDREDS[Math.floor(event / 100)];
}
