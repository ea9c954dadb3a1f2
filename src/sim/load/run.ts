/** The door of load scenarios: runs one from beginning to end, in steps between which the caller may stop. */
import { loadRest, loadScripting } from '../../engine/index.ts';
import { LOAD_SCENARIOS, type LoadResult, type LoadRun, loadRun } from '../../protocol/load-scenarios.ts';
import { avalanche } from './scenarios/avalanche.ts';
import { breakdown } from './scenarios/breakdown.ts';
import { cacheNode } from './scenarios/cache-node.ts';
import { flashSale } from './scenarios/flash-sale.ts';
import { hotKey } from './scenarios/hot-key.ts';
import { limiters } from './scenarios/limiters.ts';
import { penetration } from './scenarios/penetration.ts';
import { type LoadProgram, Stage } from './stage.ts';

export const LOAD_PROGRAMS: readonly LoadProgram[] = [
  avalanche,
  cacheNode,
  breakdown,
  penetration,
  flashSale,
  limiters,
  hotKey,
];

/** To be awaited before the first run: scripts need the interpreter, and the page's worker starts with few commands. */
export async function prepareLoad(): Promise<void> {
  await Promise.all([loadScripting(), loadRest()]);
}

/** Yields how far it is, from 0 to 1. Numbers beyond their limits are brought back to them. */
export function* runLoad(wanted: LoadRun): Generator<number, LoadResult, void> {
  const scenario = LOAD_SCENARIOS.find(({ id }) => id === wanted.scenario);
  const program = LOAD_PROGRAMS.find(({ id }) => id === wanted.scenario);
  if (scenario === undefined || program === undefined) {
    throw new Error(`there is no load scenario "${wanted.scenario}"`);
  }
  const run = loadRun(scenario, wanted);
  const stage = new Stage(run, program);
  const outcomeOf = program.begin(stage);
  yield* stage.simulation.run(program.durationMs);
  const outcome = outcomeOf();
  return {
    run,
    durationMs: program.durationMs,
    windowMs: program.windowMs,
    ...outcome,
    tables: outcome.tables ?? [],
    marks: stage.marks,
    events: stage.simulation.events,
    hash: stage.simulation.hash,
  };
}

export function runLoadToEnd(run: LoadRun): LoadResult {
  const steps = runLoad(run);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
