/**
 * The same states over fewer ways: where two events give the same in both orders, only one order is tried. An event that
 * was tried in a state sleeps in all that follow, until something happens that it does not commute with.
 *
 *        ┌─ a ─▸ · ─ b ─┐        a and b are independent: b is tried after a, and a sleeps after b
 *     ·──┤              ├─▸ ·
 *        └─ b ─▸ ·  (a) ┘
 *
 * Every state is still come to, so the verdict is the same; schedules cannot be counted on it.
 */
import type { Bound } from '../../protocol/explore.ts';
import { compileCondition } from './conditions.ts';
import { type Independence, independenceOf } from './independence.ts';
import type { Space, Vector } from './space.ts';

export interface Reduced {
  /** All states by their texts; true where nothing may happen any more. */
  readonly states: ReadonlyMap<string, boolean>;
  readonly transitions: number;
  /** The invariants that some state breaks. */
  readonly broken: ReadonlySet<string>;
}

interface Visit {
  readonly state: Vector;
  readonly text: string;
  readonly asleep: Set<number>;
  readonly events: readonly number[];
  next: number;
}

export function reducedSearch(
  space: Space,
  bound: Bound,
  independent: Independence = independenceOf(space),
): Reduced {
  const maxFaults = bound.faults ?? space.faults.most;
  const never = space.variant.never.map(({ id, when, at }) => ({
    id,
    holds: compileCondition(when, space),
    atEnd: at === 'end',
  }));
  const states = new Map<string, boolean>();
  const sleepers = new Map<string, Set<number>>();
  const broken = new Set<string>();
  let transitions = 0;

  /** What is to be tried there; null if nothing is left to try. */
  const visit = (state: Vector, asleep: ReadonlySet<number>): Visit | null => {
    const text = state.join();
    const before = sleepers.get(text);
    const enabled = space.enabled(state, maxFaults);
    if (before === undefined) {
      states.set(text, enabled.length === 0);
      sleepers.set(text, new Set(asleep));
      for (const { id, holds, atEnd } of never) {
        if ((enabled.length === 0 || !atEnd) && holds(state)) broken.add(id);
      }
      return {
        state,
        text,
        asleep: new Set(asleep),
        events: enabled.filter((each) => !asleep.has(each)),
        next: 0,
      };
    }
    // What slept then and is awake now was never tried here.
    const events = [...before].filter((each) => !asleep.has(each));
    if (events.length === 0) return null;
    const still = new Set([...before].filter((each) => asleep.has(each)));
    sleepers.set(text, still);
    return { state, text, asleep: new Set(still), events, next: 0 };
  };

  const path: Visit[] = [];
  const first = visit(space.start, new Set());
  if (first !== null) path.push(first);
  while (path.length > 0 && states.size <= bound.states) {
    const top = path[path.length - 1];
    if (top.next === top.events.length) {
      path.pop();
      continue;
    }
    const event = top.events[top.next++];
    const asleep = new Set([...top.asleep].filter((each) => independent(top.state, each, event)));
    top.asleep.add(event);
    transitions++;
    const below = visit(space.after(top.state, event), asleep);
    if (below !== null) path.push(below);
  }
  return { states, transitions, broken };
}
