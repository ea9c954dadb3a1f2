/**
 * A watch that names no key looks at the one that the latest command of its kind worked on. Which that was is
 * known from the commands alone, so that every frame, replayed or not, is photographed with the key it had.
 */
import { keysOf } from '../engine/state/command-facts.ts';
import type { Server } from '../engine/state/server.ts';
import type { WatchTarget } from '../protocol/views.ts';
import type { FrameRecord } from './frames.ts';
import type { Watches } from './recorder.ts';

/** A key that a command worked on, and the group of commands it came from. */
export interface WorkedOn {
  readonly db: number;
  readonly key: Uint8Array;
  readonly group: string;
}

/** The commands after which a watch of this kind turns to their key. */
const GROUPS: Partial<Record<WatchTarget['kind'], readonly string[]>> = {
  skiplist: ['sorted-set', 'geo'],
  geo: ['geo'],
  packed: ['hash', 'list', 'set', 'sorted-set', 'geo'],
  timeseries: ['timeseries'],
  bloom: ['bloom'],
};
const FOLLOWED = new Set(Object.values(GROUPS).flat());

/** What the last command that a watch could follow works on; to be asked before the commands are run. */
export function workedOn(server: Server, client: number, commands: readonly Uint8Array[][]): WorkedOn | null {
  const db = server.clients.get(client)?.db.id;
  const last = commands.findLast((args) => FOLLOWED.has(server.commands.resolve(args)?.command.group ?? ''));
  const command = last === undefined ? undefined : server.commands.resolve(last)?.command;
  if (db === undefined || last === undefined || command === undefined) return null;
  // Of several keys the one that gets something: what is moved can be seen where it arrives.
  const uses = keysOf(command, last);
  const use = uses.find(({ flags }) => flags.includes('insert')) ?? uses[0];
  return use === undefined ? null : { db, key: last[use.index].slice(), group: command.group };
}

/** The watches as they look at a frame, the one after `earlier` that works on `now`. */
export function aimed(watches: Watches, earlier: readonly FrameRecord[], now: WorkedOn | null): Watches {
  const aims = new Map<string, WatchTarget>();
  for (const [id, target] of watches) aims.set(id, aimedTarget(target, earlier, now));
  return aims;
}

export function aimedTarget(
  target: WatchTarget,
  earlier: readonly FrameRecord[],
  now: WorkedOn | null,
): WatchTarget {
  const groups = GROUPS[target.kind];
  if (groups === undefined || !('key' in target) || target.key !== null) return target;
  const isOurs = (worked: WorkedOn | null) =>
    worked !== null && worked.db === target.db && groups.includes(worked.group);
  if (isOurs(now)) return { ...target, key: (now as WorkedOn).key };
  const frame = earlier.findLast(({ worked }) => isOurs(worked));
  return frame?.worked == null ? target : { ...target, key: frame.worked.key };
}

/** A target after its windows have moved, following again if it followed before. */
export function unaimed(moved: WatchTarget, original: WatchTarget | undefined): WatchTarget {
  if (original === undefined || !('key' in original) || original.key !== null) return moved;
  return { ...moved, key: null } as WatchTarget;
}
