/**
 * A watch that names no key looks at the one that the latest command of its kind worked on. Which that was is
 * known from the commands alone, so that every frame, replayed or not, is photographed with the key it had.
 */
import { keysOf, type Server } from '../engine/index.ts';
import { kindOf, turnsWatches } from '../engine/inspect/index.ts';
import type { TargetOf, WatchTarget } from '../protocol/views.ts';
import type { FrameRecord } from './frames.ts';
import type { Watches } from './recorder.ts';

/** A key that a command worked on, and the group of commands it came from. */
export interface WorkedOn {
  readonly node: number;
  readonly db: number;
  readonly key: Uint8Array;
  readonly group: string;
  /** In a cluster all of its keys, the first ones of many. */
  readonly keys?: readonly Uint8Array[];
}

/** Keys of one command whose way in a cluster is shown. */
const MAX_KEYS = 8;
/** Of a pipeline, only this many of the last commands are examined. */
const MAX_ASKED = 64;

/**
 * What the commands that a watch could follow work on, the last of each group; to be asked before they are run.
 */
export function workedOn(
  server: Server,
  node: number,
  client: number,
  commands: readonly Uint8Array[][],
): WorkedOn[] {
  const db = server.clients.get(client)?.db.id;
  const worked: WorkedOn[] = [];
  if (db === undefined) return worked;
  const isInCluster = server.cluster !== null;
  for (const args of commands.slice(-MAX_ASKED).reverse()) {
    const command = server.commands.resolve(args)?.command;
    if (command === undefined || !(isInCluster || turnsWatches(command.group))) continue;
    const { group } = command;
    if (worked.some((each) => each.group === group)) continue;
    // Prefer the destination key: there the reader sees what was moved.
    const uses = keysOf(command, args);
    const use = uses.find(({ flags }) => flags.includes('insert')) ?? uses[0];
    if (use === undefined) continue;
    const own = { node, db, key: args[use.index].slice(), group };
    const keys = () => uses.slice(0, MAX_KEYS).map(({ index }) => args[index].slice());
    worked.push(isInCluster ? { ...own, keys: keys() } : own);
  }
  return worked;
}

/** The watches as they look at a frame, the one after `earlier` that works on `now`. */
export function aimed(watches: Watches, earlier: readonly FrameRecord[], now: readonly WorkedOn[]): Watches {
  const aims = new Map<string, WatchTarget>();
  for (const [id, target] of watches) aims.set(id, aimedTarget(target, earlier, now));
  return aims;
}

export function aimedTarget(
  target: WatchTarget,
  earlier: readonly FrameRecord[],
  now: readonly WorkedOn[],
): WatchTarget {
  if (target.kind === 'cluster') return aimedAtKeys(target, earlier, now);
  const groups = kindOf(target)?.turnsTo;
  if (groups === undefined || !('key' in target) || target.key !== null) return target;
  const isOurs = ({ node, db, group }: WorkedOn) =>
    node === (target.server ?? 0) && db === target.db && groups.includes(group);
  const frame = earlier.findLast(({ worked }) => worked.some(isOurs));
  // The list begins with what came last.
  const latest = now.find(isOurs) ?? frame?.worked.find(isOurs);
  return latest === undefined ? target : { ...target, key: latest.key };
}

/** The way of keys follows the latest command with some, at whichever node. */
function aimedAtKeys(
  target: TargetOf<'cluster'>,
  earlier: readonly FrameRecord[],
  now: readonly WorkedOn[],
): WatchTarget {
  if (target.keys !== null) return target;
  const hasKeys = ({ keys }: WorkedOn) => keys !== undefined;
  const latest = now.find(hasKeys) ?? earlier.findLast(({ worked }) => worked.some(hasKeys))?.worked[0];
  return latest?.keys === undefined ? target : { ...target, keys: latest.keys };
}

/** A target after its windows have moved, following again if it followed before. */
export function unaimed(moved: WatchTarget, original: WatchTarget | undefined): WatchTarget {
  if (original?.kind === 'cluster') return original;
  if (original === undefined || !('key' in original) || original.key !== null) return moved;
  return { ...moved, key: null } as WatchTarget;
}
