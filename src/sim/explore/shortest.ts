/** The counterexample to show: with as few events as possible, and among those with as few switches as possible. */
import type { Graph } from './graph.ts';
import { runnerOfEvent } from './space.ts';

interface Arrival {
  readonly state: number;
  readonly last: number;
  readonly switches: number;
  readonly event: number;
  readonly from: Arrival | null;
}

/** The events up to a broken state; null if there is none. */
export function shortestBroken({ nodes }: Graph, wanted = -1): number[] | null {
  let layer = new Map<string, Arrival>([
    ['0 -1', { state: 0, last: -1, switches: 0, event: -1, from: null }],
  ]);
  const seen = new Set<number>([0]);
  while (layer.size > 0) {
    const found = best([...layer.values()].filter(({ state }) => (nodes[state].broken & wanted) !== 0));
    if (found !== null) return eventsTo(found);
    const next = new Map<string, Arrival>();
    const reached = new Set<number>();
    for (const arrival of layer.values()) {
      const { events, targets } = nodes[arrival.state];
      for (const [at, target] of targets.entries()) {
        if (seen.has(target)) continue;
        const event = events[at];
        const actor = runnerOfEvent(event);
        const isSwitch = actor !== -1 && arrival.last !== -1 && actor !== arrival.last;
        const last = actor === -1 ? arrival.last : actor;
        const switches = arrival.switches + (isSwitch ? 1 : 0);
        const key = `${target} ${last}`;
        const other = next.get(key);
        reached.add(target);
        if (other === undefined || switches < other.switches) {
          next.set(key, { state: target, last, switches, event, from: arrival });
        }
      }
    }
    for (const state of reached) seen.add(state);
    layer = next;
  }
  return null;
}

function best(arrivals: readonly Arrival[]): Arrival | null {
  let least: Arrival | null = null;
  for (const arrival of arrivals) if (least === null || comesBefore(arrival, least)) least = arrival;
  return least;
}

/** Of two that switch as often, the one in which the actor named first begins. */
function comesBefore(a: Arrival, b: Arrival): boolean {
  if (a.switches !== b.switches) return a.switches < b.switches;
  const ofA = eventsTo(a);
  const ofB = eventsTo(b);
  const at = ofA.findIndex((event, nth) => event !== ofB[nth]);
  return at !== -1 && ofA[at] < ofB[at];
}

function eventsTo(end: Arrival): number[] {
  const events: number[] = [];
  for (let at: Arrival = end; at.from !== null; at = at.from) events.push(at.event);
  return events.reverse();
}

/** How often another actor acts than before. */
export function switchesIn(events: readonly number[]): number {
  let switches = 0;
  let last = -1;
  for (const event of events) {
    const actor = runnerOfEvent(event);
    if (actor === -1) continue;
    if (last !== -1 && actor !== last) switches++;
    last = actor;
  }
  return switches;
}
