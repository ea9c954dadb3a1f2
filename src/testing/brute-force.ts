/**
 * Every schedule of a scenario one after the other, each on servers of its own that nothing is merged on: slow, and
 * therefore what a search is compared with.
 */
import type { Variant } from '../protocol/scenario.ts';
import { compileCondition } from '../sim/explore/conditions.ts';
import { CRASHED, type Space, type Vector } from '../sim/explore/space.ts';

export interface AllSchedules {
  readonly schedules: number;
  readonly broken: number;
  readonly brokenInvariants: ReadonlySet<string>;
  readonly metPossibilities: ReadonlySet<string>;
  /** What is left at the end of each, without repetitions. */
  readonly ends: ReadonlySet<string>;
}

export function everySchedule(space: Space, maxFaults = space.faults.most, limit = 100_000): AllSchedules {
  const compiled = (invariants: Variant['never']) =>
    invariants.map(({ id, when, at }) => ({ id, at, holds: compileCondition(when, space) }));
  const never = compiled(space.variant.never);
  const possible = compiled(space.variant.possible);
  const ends = new Set<string>();
  const brokenInvariants = new Set<string>();
  const metPossibilities = new Set<string>();
  let schedules = 0;
  let broken = 0;

  const go = (state: Vector, wasBroken: boolean): void => {
    const events = space.enabled(state, maxFaults);
    const isEnd = events.length === 0;
    let isBroken = wasBroken;
    for (const { id, at, holds } of never) {
      if ((at === 'end' && !isEnd) || !holds(state)) continue;
      brokenInvariants.add(id);
      isBroken = true;
    }
    for (const { id, at, holds } of possible) {
      if ((at !== 'end' || isEnd) && holds(state)) metPossibilities.add(id);
    }
    if (isEnd) {
      if (++schedules > limit) throw new Error('too many schedules to list');
      if (isBroken) broken++;
      ends.add(endOf(space, state));
      return;
    }
    for (const event of events) go(space.after(state, event), isBroken);
  };
  go(space.start, false);
  return { schedules, broken, brokenInvariants, metPossibilities, ends };
}

/** What a person would find: data with remaining times, results, claims and notes. */
export function endOf(space: Space, state: Vector): string {
  const nodes = space.nodes.map((node, number) => {
    const at = space.nodeState(state, number);
    return node.isDown(at)
      ? 'down'
      : [
          node.entries(at).map(({ name, value, remainingMs }) => [name, value, remainingMs]),
          node.picture?.(at),
        ];
  });
  const actors = space.programs.map((_, actor) => {
    const { result, claims, notes, line } = space.position(state, actor);
    const isCrashed = space.mode(state, actor) === CRASHED;
    return [space.mode(state, actor), isCrashed ? line : result, claims, notes];
  });
  return JSON.stringify([nodes, actors]);
}
