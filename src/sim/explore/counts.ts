/**
 * How many schedules there are, exactly, without listing them: as many lead on from a state as from all that it leads
 * to together. Three clients of six commands that never meet have 18! / (6! · 6! · 6!) = 17,153,136 orders.
 */
import type { Graph } from './graph.ts';

export interface Counts {
  /** By state: schedules that go on from there. */
  readonly schedules: readonly bigint[];
  /** Those of them that break an invariant from there on. */
  readonly broken: readonly bigint[];
}

/** Of a graph that is complete. */
export function countSchedules({ nodes, finished }: Graph): Counts {
  const schedules = new Array<bigint>(nodes.length).fill(0n);
  const broken = new Array<bigint>(nodes.length).fill(0n);
  for (const number of finished) {
    const { targets, broken: isBroken } = nodes[number];
    let all = targets.length === 0 ? 1n : 0n;
    let bad = 0n;
    for (const target of targets) {
      all += schedules[target];
      bad += broken[target];
    }
    schedules[number] = all;
    broken[number] = isBroken !== 0 ? all : bad;
  }
  return { schedules, broken };
}

/** A share of two counts that may both be huge. */
export function shareOf(part: bigint, whole: bigint): number {
  if (whole === 0n) return 0;
  return Number((part * 1_000_000_000n) / whole) / 1_000_000_000;
}

/** Which share of the continuations breaks, before the first event and after each. */
export function sharesAlong({ nodes }: Graph, counts: Counts | null, events: readonly number[]): number[] {
  if (counts === null) return [];
  const shares: number[] = [];
  let number = 0;
  for (const event of [...events, -1]) {
    shares.push(shareOf(counts.broken[number], counts.schedules[number]));
    // What is broken stays broken, whatever happens then.
    if (nodes[number].broken !== 0) break;
    number = nodes[number].targets[nodes[number].events.indexOf(event)] ?? number;
  }
  while (shares.length <= events.length) shares.push(1);
  return shares;
}
