/**
 * The good schedule next to a bad one: one event happens earlier or later, by as few places as possible, everything else
 * stays in its order, and nothing breaks. It shows on what the failure hangs.
 */
import type { Counts } from './counts.ts';
import type { Graph } from './graph.ts';
import { PASS, runnerOfEvent } from './space.ts';

export interface Nearest {
  readonly events: readonly number[];
  /** The event with this number in the bad schedule stands there in the good one. */
  readonly from: number;
  readonly to: number;
}

export function nearestGood(graph: Graph, counts: Counts, events: readonly number[]): Nearest | null {
  for (let distance = 1; distance < events.length; distance++) {
    for (let from = events.length - 1; from >= 0; from--) {
      for (const to of [from - distance, from + distance]) {
        if (to < 0 || to >= events.length) continue;
        const moved = events.toSpliced(from, 1).toSpliced(to, 0, events[from]);
        if (moved.every((event, at) => event === events[at])) continue;
        const followed = follow(graph, moved);
        if (followed === null) continue;
        const rest = goodEnd(graph, counts, followed.end, followed.events);
        if (rest !== null) return { events: [...followed.events, ...rest], from, to };
      }
    }
  }
  return null;
}

/**
 * Where the events lead to; null if one of them cannot happen there, or something breaks. Steps of an actor that has
 * come to its end earlier than before are left out.
 */
function follow(graph: Graph, events: readonly number[]): { end: number; events: number[] } | null {
  const { nodes } = graph;
  const happened: number[] = [];
  let number = 0;
  for (const event of events) {
    const node = nodes[number];
    if (node.broken !== 0) return null;
    const at = node.events.indexOf(event);
    if (at === -1) {
      if (event >= PASS || graph.space.canStillAct(node.state, runnerOfEvent(event))) return null;
      continue;
    }
    happened.push(event);
    number = node.targets[at];
  }
  return nodes[number].broken === 0 ? { end: number, events: happened } : null;
}

/** How it can go on to the end without breaking; whoever acted last goes on where that is possible. */
function goodEnd({ nodes }: Graph, { schedules, broken }: Counts, from: number, before: readonly number[]) {
  const events: number[] = [];
  let last = before.findLast((event) => runnerOfEvent(event) !== -1) ?? -1;
  for (let number = from; ; ) {
    const node = nodes[number];
    if (schedules[number] === broken[number]) return null;
    if (node.targets.length === 0) return events;
    const good = node.targets.map((target, at) => ({ target, event: node.events[at] }));
    const able = good.filter(({ target }) => schedules[target] > broken[target]);
    const next = able.find(({ event }) => event === last) ?? able[0];
    if (next === undefined) return null;
    events.push(next.event);
    last = next.event;
    number = next.target;
  }
}
