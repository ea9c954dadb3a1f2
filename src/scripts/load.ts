/**
 * `npm run load` lists the load scenarios with their settings and remedies. `npm run load -- SCENARIO` runs one without
 * remedies, `--with a,b` also with these, `--each` with every one alone; `--set rate=900` is another setting and
 * `--seed N` another seed. `ring` counts what mod N and a hash ring move, `lsm` compares a store on levels with memory.
 * `--json` prints data; with it and no scenario, all are run.
 */
import { LOAD_SCENARIOS, type LoadResult, type LoadScenario, loadRun } from '../protocol/load-scenarios.ts';
import { RING_HASHES } from '../protocol/ring.ts';
import { prepareLoad, runLoadToEnd } from '../sim/load/run.ts';
import { compareLsm } from '../sim/lsm/play.ts';
import { averageSpread } from '../sim/ring/figures.ts';

const args = process.argv.slice(2);
const TAKING_VALUES = ['with', 'set', 'seed'];
const RINGS = 100;
const RING_KEYS = 10_000;

function option(name: string): string | null {
  const at = args.indexOf(`--${name}`);
  return at < 0 ? null : (args[at + 1] ?? '');
}

function namedScenario(): string | null {
  for (let at = 0; at < args.length; at++) {
    if (!args[at].startsWith('--')) return args[at];
    const name = args[at].slice(2);
    if (!['json', 'each', ...TAKING_VALUES].includes(name)) throw new Error(`there is no option --${name}`);
    if (TAKING_VALUES.includes(name)) at++;
  }
  return null;
}

function settings(): Record<string, number> {
  const given: Record<string, number> = {};
  for (const part of option('set')?.split(',') ?? []) {
    const [name, value] = part.split('=');
    if (!LOAD_SCENARIOS.some((scenario) => scenario.settings.some(({ id }) => id === name)))
      throw new Error(`no scenario has the setting "${name}"`);
    given[name] = Number(value);
  }
  return given;
}

function runsOf(scenario: LoadScenario): { result: LoadResult; ms: number }[] {
  const seed = Number(option('seed') ?? 1);
  if (!Number.isInteger(seed)) throw new Error('--seed takes a whole number');
  const wanted: string[][] = [[]];
  const together = option('with');
  if (together !== null) {
    const remedies = together.split(',');
    const unknown = remedies.find((remedy) => !scenario.remedies.some(({ id }) => id === remedy));
    if (unknown !== undefined) throw new Error(`${scenario.id} has no remedy "${unknown}"`);
    wanted.push(remedies);
  }
  if (args.includes('--each')) wanted.push(...scenario.remedies.map(({ id }) => [id]));
  return wanted.map((remedies) => {
    const startedAt = performance.now();
    const result = runLoadToEnd(loadRun(scenario, { seed, settings: settings(), remedies }));
    return { result, ms: Math.round(performance.now() - startedAt) };
  });
}

function print({ result, ms }: { result: LoadResult; ms: number }): void {
  const { run, figures, events, hash, tables } = result;
  const remedies = run.remedies.length === 0 ? 'no remedy' : run.remedies.join(' + ');
  console.log(`\n${run.scenario}: ${remedies}`);
  const set = Object.entries(run.settings).map(([name, value]) => `${name} ${value}`);
  console.log(`  settings     ${[...set, `seed ${run.seed}`].join(', ')}`);
  for (const [name, value] of Object.entries(figures)) {
    console.log(`  ${name.padEnd(20)} ${value === null ? '-' : Math.round(value * 100) / 100}`);
  }
  for (const { id, columns, names, rows } of tables) {
    console.log(`  ${id}: ${columns.join(' ')}`);
    for (const [at, row] of rows.entries()) {
      const name = names === undefined ? '' : names[at].padEnd(14);
      console.log(`    ${name}${row.map((value) => String(value).padStart(5)).join(' ')}`);
    }
  }
  console.log(`  events       ${events} in ${ms} ms, hash ${hash}`);
}

function ring() {
  return RING_HASHES.flatMap((hash) =>
    [1, 10, 100].map((points) => ({ hash, ...averageSpread(hash, points, RINGS, RING_KEYS) })),
  );
}

try {
  const wanted = namedScenario();
  const isJson = args.includes('--json');
  if (wanted === 'lsm') {
    await prepareLoad();
    console.log(JSON.stringify(compareLsm(), null, 2));
  } else if (wanted === 'ring') {
    const rows = ring();
    if (isJson) console.log(JSON.stringify(rows, null, 2));
    else {
      console.log(`3 to 4 nodes, ${RING_KEYS} keys, means of ${RINGS} rings`);
      for (const { hash, points, deviation, fullest, worst, movedRing, movedMod } of rows) {
        const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
        console.log(
          `  ${hash.padEnd(6)} ${String(points).padStart(3)} points   moved: ring ${percent(movedRing)}, mod ${percent(movedMod)}   ` +
            `deviation ${percent(deviation)}, fullest × ${fullest.toFixed(2)}, worst × ${worst.toFixed(2)}`,
        );
      }
    }
  } else {
    const scenarios = LOAD_SCENARIOS.filter(({ id }) => wanted === null || id === wanted);
    if (scenarios.length === 0) {
      const known = [...LOAD_SCENARIOS.map(({ id }) => id), 'ring', 'lsm'].join(', ');
      throw new Error(`there is no load scenario "${wanted}": there are ${known}`);
    }
    if (wanted === null && !isJson) {
      for (const { id, settings: offered, remedies } of scenarios) {
        console.log(id);
        for (const { id: name, min, max, initial, unit } of offered) {
          console.log(`  --set ${name.padEnd(10)} ${initial} (${min} to ${max}, ${unit})`);
        }
        if (remedies.length > 0) console.log(`  --with ${remedies.map(({ id: name }) => name).join(',')}`);
      }
      console.log('ring\nlsm');
    } else {
      await prepareLoad();
      const runs = scenarios.flatMap(runsOf);
      if (isJson) console.log(JSON.stringify(runs, null, 2));
      else for (const each of runs) print(each);
    }
  }
} catch (problem) {
  console.error(problem instanceof Error ? problem.message : String(problem));
  process.exitCode = 1;
}
