/** A run as the address has it: `rate=1500,ttl=8,with=jitter+breaker`. Only what is not usual is written. */
import { type LoadRun, type LoadScenario, loadRun } from '../../protocol/load-scenarios.ts';
import { readSettings, writeSettings } from './settings-text.ts';

export function runOf(scenario: LoadScenario, text: string | undefined): LoadRun {
  const given = readSettings(text);
  const seed = Number(given.get('seed') ?? 1);
  return loadRun(scenario, {
    seed: Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31 ? seed : 1,
    settings: Object.fromEntries(
      scenario.settings.flatMap(({ id }) => {
        const value = given.get(id);
        return value === undefined || value === '' ? [] : [[id, Number(value)]];
      }),
    ),
    remedies: (given.get('with') ?? '').split('+'),
  });
}

export function runText(scenario: LoadScenario, run: LoadRun): string | undefined {
  const changed = scenario.settings.filter(({ id, initial }) => run.settings[id] !== initial);
  return writeSettings([
    ...changed.map(({ id }): [string, string] => [id, String(run.settings[id])]),
    ...(run.remedies.length > 0 ? [['with', run.remedies.join('+')] as const] : []),
    ...(run.seed === 1 ? [] : [['seed', String(run.seed)] as const]),
  ]);
}

/** With a remedy or without it; one that excludes it goes. */
export function toggled(scenario: LoadScenario, run: LoadRun, remedy: string): LoadRun {
  if (run.remedies.includes(remedy)) {
    return { ...run, remedies: run.remedies.filter((each) => each !== remedy) };
  }
  const excluded = scenario.remedies.find(({ id }) => id === remedy)?.excludes ?? [];
  return loadRun(scenario, {
    ...run,
    remedies: [...run.remedies.filter((each) => !excluded.includes(each)), remedy],
  });
}
