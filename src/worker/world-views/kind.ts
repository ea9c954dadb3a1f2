/**
 * A kind of view of a whole world is one object, read from the machine that a session runs: from all of its servers and
 * the network between them. index.ts is the registry. The methods are called with targets of their own kind only, and
 * write nothing. Kinds of views of one server are in engine/inspect/, those from the log in worker/log-views/.
 */
import type { WantedPart } from '../../engine/inspect/kind.ts';
import type { Step } from '../../protocol/steps.ts';
import type { TargetOf, View, ViewOf, WatchTarget, WorldTarget } from '../../protocol/views.ts';
import type { SessionMachine } from '../../sim/machine.ts';

interface Kind<Target extends WatchTarget, Seen extends View> {
  /** The current view of a watch. */
  read(machine: SessionMachine, target: Target): Seen;
  /**
   * Whether a step of any node may change the view: then it is read again. Steps that add or remove keys change every
   * view and need no mention. Without this, nothing else changes inside of what a node does at once.
   */
  changedBy?(step: Step): boolean;
  /** How to look for a part in the past; null, or without this method: as it is read now. */
  inPast?(target: Target, part: WantedPart): ((machine: SessionMachine) => Seen) | null;
}

export type WorldViewKind<Name extends WorldTarget['kind']> = Kind<TargetOf<Name>, ViewOf<Name>>;
export type AnyWorldViewKind = Kind<WatchTarget, View>;
