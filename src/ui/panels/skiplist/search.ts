/**
 * The running search at a step: where it went right, where it went down, where it stands. It is gathered from the steps
 * of the frame up to this one, because one picture shows the list and not the walk.
 */
import type { Step } from '../../../protocol/steps.ts';

export interface Hop {
  readonly level: number;
  readonly from: number;
  readonly to: number;
  readonly span: number;
  /** The rank of `to`. */
  readonly rank: number;
}

/** A place on the path: a node's tower at a height. */
export interface Stop {
  readonly address: number;
  readonly rank: number;
  readonly level: number;
}

export interface Search {
  /** From the header at the top to where the search stands. */
  readonly stops: readonly Stop[];
  readonly hops: readonly Hop[];
  /** The node compared last that is too far; 0 for the end of the level, null after a hop. */
  readonly tooFar: number | null;
}

export interface Visit {
  readonly node: number;
  readonly member: string;
  readonly rank: number;
  readonly from: number;
  readonly backward: boolean;
}

export interface Walk {
  readonly search: Search | null;
  /** Nodes taken along level 0 since that search. */
  readonly visits: readonly Visit[];
}

/** `steps` are those of the frame up to and including the one looked at. */
export function walkOf(skiplist: number, steps: readonly Step[]): Walk {
  let stops: Stop[] = [];
  let hops: Hop[] = [];
  let visits: Visit[] = [];
  let tooFar: number | null = null;
  let isOver = true;

  const begin = (address: number, rank: number, level: number) => {
    stops = [{ address, rank, level }];
    hops = [];
    visits = [];
    isOver = false;
  };
  /** Whether the present search continues from where the last one stood. */
  const goesOn = (address: number, level: number) => {
    const last = stops[stops.length - 1];
    return !isOver && last !== undefined && last.address === address && last.level === level;
  };

  for (const step of steps) {
    if (!('skiplist' in step) || step.skiplist !== skiplist) continue;
    switch (step.type) {
      case 'skiplist.hop':
        if (!goesOn(step.from, step.level)) begin(step.from, step.rank - step.span, step.level);
        hops.push(step);
        stops.push({ address: step.to, rank: step.rank, level: step.level });
        tooFar = null;
        break;
      case 'skiplist.down':
        if (!goesOn(step.at, step.level)) begin(step.at, step.rank, step.level);
        tooFar = step.next;
        if (step.level === 0) isOver = true;
        else stops.push({ address: step.at, rank: step.rank, level: step.level - 1 });
        break;
      case 'skiplist.visit':
        isOver = true;
        if (step.from === 0) visits = [];
        visits.push(step);
        tooFar = null;
        break;
      case 'skiplist.draw':
        isOver = true;
        tooFar = null;
        break;
      case 'skiplist.insert':
      case 'skiplist.remove':
      case 'skiplist.score':
        isOver = true;
        tooFar = null;
        break;
    }
  }
  return { search: stops.length === 0 ? null : { stops, hops, tooFar }, visits };
}
