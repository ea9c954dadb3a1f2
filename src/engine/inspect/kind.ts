/**
 * A kind of view is one object, in the file that reads it; index.ts is the registry of all of them. Kinds that come
 * from the log of commands and not from the server (HistoryTarget) are in worker/log-views/, those that come from all
 * servers and the network (WorldTarget) in worker/world-views/.
 */
import type { PartFound, PartPath } from '../../protocol/parts.ts';
import type { Step } from '../../protocol/steps.ts';
import type {
  HistoryTarget,
  TargetOf,
  View,
  ViewOf,
  WatchTarget,
  WorldTarget,
} from '../../protocol/views.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';

/** The kinds that are read from a live server. */
export type ViewKindName = Exclude<WatchTarget['kind'], (HistoryTarget | WorldTarget)['kind']>;

/** A part of a view, as it is now. */
export interface WantedPart {
  readonly view: View;
  readonly path: PartPath;
  readonly found: PartFound;
}

export interface MoreMoments {
  of(step: Step): boolean;
  /** How many more. Kinds that share this object share the room. */
  readonly count: number;
}

/** The parts of one kind. Its methods are called only with targets of that kind. */
interface Kind<Target extends WatchTarget, Seen extends View> {
  /** The current view of a watch. Writes nothing, not even an access time. */
  read(server: Server, db: Database, target: Target): Seen;
  /** Groups of commands: a watch without a key turns to the key that the latest of them worked on. */
  readonly turnsTo?: readonly string[];
  /**
   * Whether a step may change the view: then it is read again. Steps that add or remove keys change every view and need
   * no mention. Without this, nothing else changes inside a command.
   */
  changedBy?(step: Step): boolean;
  /**
   * The target with its windows moved to where the step happens; the same object if they stay. Asked at every step, of
   * targets that want to follow.
   */
  follow?(db: Database, target: Target, step: Step): Target;
  /**
   * How to look for a part in the past. A window shows what stands there now, which may have stood elsewhere then: what
   * can be found by its name is. Null, or without this method: through the same windows.
   */
  inPast?(target: Target, part: WantedPart): ((server: Server, db: Database) => Seen) | null;
  /** Steps of which a command shows more than of others while this is watched. */
  readonly moreMoments?: MoreMoments;
  /** Steps that are followed to the last one, such as lines of a script, and take no room from others. */
  everyStep?(step: Step): boolean;
}

export type ViewKind<Name extends ViewKindName> = Kind<TargetOf<Name>, ViewOf<Name>>;
export type AnyViewKind = Kind<WatchTarget, View>;
