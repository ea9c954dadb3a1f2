/**
 * The servers of a session that has several, and the network between them, as they are at a frame. What the timeline
 * lists of each frame is enough to know it, so that the page need not ask.
 */
import type { FrameSummary } from '../../protocol/messages.ts';
import type { SessionStart } from '../../protocol/session.ts';
import type { Health, Latency, NodeStart, Path } from '../../protocol/world.ts';
import { isAtHead, type SessionState } from './state.ts';

export interface NodeHere {
  readonly number: number;
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly role: 'master' | 'replica' | 'sentinel';
  /** It was started as a node of a cluster. */
  readonly isCluster: boolean;
  /** The address of a replica's master, `host:port`. */
  readonly masterAddress: string | null;
  /** Of a replica: whether its connection to the master stands. */
  readonly isLinked: boolean;
  readonly isDown: boolean;
  readonly isFrozen: boolean;
  readonly isRemoved: boolean;
  /** Its disk takes no more bytes. */
  readonly isDiskFull: boolean;
  /** How far its clock was set off the world's time at this rate, and when; null while it goes right. */
  readonly clock: { readonly offsetMs: number; readonly rate: number; readonly sinceMs: number } | null;
  /** In a cluster: how many nodes it knows and slots it serves, and whether it takes the cluster to be whole. */
  readonly known: number;
  readonly slots: number;
  readonly isOk: boolean;
  /** How it takes others to be, by address; those that it takes to be well are missing. */
  readonly unwell: Readonly<Record<string, Health>>;
}

export interface WorldHere {
  readonly nodes: readonly NodeHere[];
  /** Paths on which nothing gets through. */
  readonly cuts: readonly Path[];
  /** Paths that are slower, or faster, than the others. */
  readonly slow: readonly (Path & { readonly latency: Latency })[];
}

export function isSamePath(one: Path, other: Path): boolean {
  return one.from === other.from && one.to === other.to;
}

export function isCut(world: WorldHere, path: Path): boolean {
  return world.cuts.some((cut) => isSamePath(cut, path));
}

export function addressOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${host}:${port}`;
}

/** The node at an address, unless it was taken away; null if there is none. */
export function nodeAt(world: WorldHere, address: string): NodeHere | null {
  return world.nodes.find((node) => !node.isRemoved && addressOf(node) === address) ?? null;
}

function started({ name, host, port, config, sentinel }: NodeStart, number: number): NodeHere {
  const [masterHost, masterPort] = (config.replicaof ?? '').trim().split(/\s+/);
  const isReplica = masterPort !== undefined && sentinel === undefined;
  return {
    number,
    name,
    host,
    port,
    role: sentinel !== undefined ? 'sentinel' : isReplica ? 'replica' : 'master',
    isCluster: config['cluster-enabled'] === 'yes',
    masterAddress: isReplica ? `${masterHost}:${masterPort}` : null,
    isLinked: false,
    isDown: false,
    isFrozen: false,
    isRemoved: false,
    isDiskFull: false,
    clock: null,
    known: 0,
    slots: 0,
    isOk: false,
    unwell: {},
  };
}

const paths = (list: readonly Path[], path: Path) => list.filter((each) => !isSamePath(each, path));

function changed(world: WorldHere, frame: FrameSummary): WorldHere {
  const { change, node: number } = frame;
  let { nodes, cuts, slow } = world;
  const set = (at: number, part: Partial<NodeHere>) => {
    nodes = nodes.map((node) => (node.number === at ? { ...node, ...part } : node));
  };
  switch (change?.type) {
    case 'cut':
      cuts = [...paths(cuts, change), { from: change.from, to: change.to }];
      break;
    case 'mend':
      cuts = paths(cuts, change);
      break;
    case 'slow':
      slow = [
        ...slow.filter((each) => !isSamePath(each, change)),
        { from: change.from, to: change.to, latency: change.latency },
      ];
      break;
    case 'freeze':
    case 'thaw':
      set(change.node, { isFrozen: change.type === 'freeze' });
      break;
    case 'clock': {
      const { offsetMs, rate } = change;
      set(change.node, {
        clock: offsetMs === 0 && rate === 1 ? null : { offsetMs, rate, sinceMs: frame.atMs },
      });
      break;
    }
    case 'add':
      nodes = [...nodes, started(change.start, nodes.length)];
      break;
    case 'remove':
      set(change.node, { isRemoved: true, isDown: true });
      break;
  }
  if (number !== undefined && nodes[number] !== undefined && !nodes[number].isRemoved) {
    if (frame.kind === 'crash' || frame.kind === 'restart') set(number, { isFrozen: false });
    if (frame.kind !== 'world' && nodes[number].isDown !== (frame.down === true))
      set(number, { isDown: frame.down === true, ...(frame.down === true ? { isLinked: false } : {}) });
    if (frame.disk?.full !== undefined) set(number, { isDiskFull: frame.disk.full });
    for (const happening of frame.happened ?? []) {
      if (happening.what === 'role')
        set(
          number,
          happening.role === 'master'
            ? { role: 'master', masterAddress: null, isLinked: false }
            : { role: 'replica', masterAddress: happening.of },
        );
      if (happening.what === 'known') set(number, { known: happening.nodes, isCluster: true });
      if (happening.what === 'slots') set(number, { slots: happening.count });
      if (happening.what === 'cluster') set(number, { isOk: happening.isOk });
      if (happening.what === 'link') set(number, { isLinked: happening.isUp });
      if (happening.what === 'health') {
        const { [happening.of]: _, ...others } = nodes[number].unwell;
        const { health } = happening;
        set(number, { unwell: health === 'well' ? others : { ...others, [happening.of]: health } });
      }
    }
  }
  return nodes === world.nodes && cuts === world.cuts && slow === world.slow ? world : { nodes, cuts, slow };
}

const worlds = new WeakMap<SessionStart, WorldHere>();

function atStart(start: SessionStart): WorldHere {
  let world = worlds.get(start);
  if (world === undefined) {
    world = { nodes: (start.world?.nodes ?? []).map(started), cuts: [], slow: [] };
    worlds.set(start, world);
  }
  return world;
}

/** By frame: the world after it. Frames that were shared by two branches are the same objects. */
const known = new WeakMap<FrameSummary, WorldHere>();

/** The world after a frame; null in a session of one server. */
export function worldAt(
  start: SessionStart | null,
  frames: readonly FrameSummary[],
  atFrame: number,
): WorldHere | null {
  if (start?.world === undefined) return null;
  let from = Math.min(atFrame, frames.length - 1);
  let world: WorldHere | undefined;
  for (; from >= 0; from--) {
    world = known.get(frames[from]);
    if (world !== undefined) break;
  }
  world ??= atStart(start);
  for (let at = from + 1; at <= atFrame && at < frames.length; at++) {
    world = changed(world, frames[at]);
    known.set(frames[at], world);
  }
  return world;
}

/** The world at the moment looked at; null in a session of one server. */
export function worldHere(state: SessionState): WorldHere | null {
  const { start, frames, position } = state;
  return worldAt(start, frames, isAtHead(state) ? frames.length - 1 : position.frame);
}

/** The nodes at the moment looked at, those taken away not among them; none in a session of one server. */
export function nodesHere(state: SessionState): readonly NodeHere[] {
  const world = worldHere(state);
  if (world === null) return none;
  let left = present.get(world);
  if (left === undefined) {
    left = world.nodes.filter(({ isRemoved }) => !isRemoved);
    present.set(world, left);
  }
  return left;
}

const none: readonly NodeHere[] = [];
const present = new WeakMap<WorldHere, readonly NodeHere[]>();
