/** What the program of a scenario has at hand, and what it hands back. */
import type { LoadResult, LoadRun, LoadTable } from '../../protocol/load-scenarios.ts';
import { Chance } from './chance.ts';
import { Meter } from './meter.ts';
import { Simulation } from './simulation.ts';

export interface LoadProgram {
  readonly id: string;
  readonly durationMs: number;
  readonly windowMs: number;
  /** Sets everything up, at time 0; what it returns is asked when the time is over. */
  begin(stage: Stage): () => Outcome;
}

export interface Outcome {
  readonly curves: LoadResult['curves'];
  readonly figures: LoadResult['figures'];
  readonly tables?: readonly LoadTable[];
}

export class Stage {
  readonly run: LoadRun;
  readonly simulation = new Simulation();
  readonly chance: Chance;
  readonly meter: Meter;
  readonly marks: { readonly id: string; readonly atMs: number }[] = [];

  constructor(run: LoadRun, program: Pick<LoadProgram, 'durationMs' | 'windowMs'>) {
    this.run = run;
    this.chance = new Chance(run.seed);
    this.meter = new Meter(program.durationMs, program.windowMs, () => this.simulation.nowMs);
  }

  setting(id: string): number {
    return this.run.settings[id];
  }

  has(remedy: string): boolean {
    return this.run.remedies.includes(remedy);
  }

  mark(id: string, atMs = this.simulation.nowMs): void {
    this.marks.push({ id, atMs });
  }

  /** Calls `arrive` for each request, at times that are independent of each other, from one instant to another. */
  arrivals(name: string, perSecond: number, fromMs: number, toMs: number, arrive: () => void): void {
    const { simulation, chance } = this;
    const stream = chance.stream(`arrivals of ${name}`);
    const next = (atMs: number): void => {
      const thenMs = atMs + chance.gapMs(stream, perSecond);
      if (thenMs >= toMs) return;
      simulation.at(thenMs, () => {
        next(thenMs);
        arrive();
      });
    };
    next(fromMs);
  }
}
