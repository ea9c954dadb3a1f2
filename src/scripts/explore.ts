/**
 * `npm run explore` lists the scenarios with their variants. `npm run explore -- SCENARIO` searches all schedules of its
 * variants, `--variant NAME` of one; `--faults N`, `--switches N` and `--states N` bound the search, `--seed N` is another
 * seed, `--ladder` climbs from no fault and no switch, `--runs N` draws latencies, and `--json` prints data. With
 * `--json` and no scenario it searches all of them, and so does `--table`, which prints a line for each with its speed.
 * `--growth` searches one program with ever more clients and steps.
 */
import { BrokenContentError } from '../content/problem.ts';
import { readScenarios } from '../content/scenarios/scenarios.ts';
import { checkSyntax } from '../engine/programs.ts';
import type { Bound, Likelihood, Rung, Schedule, Verdict } from '../protocol/explore.ts';
import type { Scenario, Variant } from '../protocol/scenario.ts';
import { runMany } from '../sim/explore/likelihood.ts';
import { climb, prepareSearch, search } from '../sim/explore/search.ts';
import { growth } from './explore-growth.ts';
import { speedTable } from './explore-table.mjs';

interface Result {
  readonly verdict: Verdict;
  readonly expected: readonly string[];
  readonly isAsExpected: boolean;
  readonly ms: number;
  /** Until the first state that breaks something was found; null if none was. */
  readonly firstBrokenMs: number | null;
  readonly transitionsPerSecond: number;
  readonly ladder?: readonly Rung[];
  readonly likelihood?: Likelihood;
}

const args = process.argv.slice(2);
const root = process.cwd();

function option(name: string): string | null {
  const at = args.indexOf(`--${name}`);
  return at < 0 ? null : (args[at + 1] ?? '');
}

function numberOption(name: string): number | null {
  const text = option(name);
  if (text === null) return null;
  const number = Number(text);
  if (text === '' || !Number.isInteger(number) || number < 0)
    throw new Error(`--${name} takes a whole number`);
  return number;
}

const TAKING_VALUES = ['variant', 'faults', 'switches', 'states', 'seed', 'runs'];
const known = new Set([...TAKING_VALUES, 'json', 'ladder', 'bound', 'table', 'growth']);

function namedScenario(): string | null {
  for (let at = 0; at < args.length; at++) {
    const name = args[at].replace(/^--/, '');
    if (!args[at].startsWith('--')) return args[at];
    if (!known.has(name)) throw new Error(`there is no option --${name}`);
    if (TAKING_VALUES.includes(name) || name === 'bound') at++;
  }
  return null;
}

/** `--bound faults=1,switches=2` says the same as `--faults 1 --switches 2`. */
function bound(): Partial<Bound> {
  const given: Record<string, number> = {};
  for (const part of option('bound')?.split(',') ?? []) {
    const [name, value] = part.split('=');
    if (!['faults', 'switches', 'states'].includes(name)) throw new Error(`--bound knows no "${name}"`);
    given[name] = Number(value);
  }
  for (const name of ['faults', 'switches', 'states']) {
    const value = numberOption(name);
    if (value !== null) given[name] = value;
  }
  return given;
}

function run(scenario: Scenario, variant: Variant): Result {
  const startedAt = performance.now();
  const request = { scenario, variant: variant.id, bound: bound() };
  const steps = search(request);
  let firstBrokenMs: number | null = null;
  let step = steps.next();
  while (step.done !== true) {
    if (step.value.firstBroken !== null) firstBrokenMs = performance.now() - startedAt;
    step = steps.next();
  }
  const verdict = step.value;
  const ms = performance.now() - startedAt;
  const found = verdict.invariants
    .filter(({ kind, holds }) => kind === 'never' && !holds)
    .map(({ id }) => id);
  const isMet = verdict.invariants.every(({ kind, holds }) => kind === 'never' || holds);
  const runs = numberOption('runs');
  return {
    verdict,
    expected: variant.breaks,
    isAsExpected: verdict.isExhausted && isMet && found.sort().join() === [...variant.breaks].sort().join(),
    ms: Math.round(ms * 10) / 10,
    firstBrokenMs: firstBrokenMs === null ? null : Math.round(firstBrokenMs * 10) / 10,
    transitionsPerSecond: Math.round((verdict.transitions / ms) * 1000),
    ...(args.includes('--ladder')
      ? { ladder: [...climb(request, { faults: 3, switches: 4 })].filter((rung) => rung !== null) }
      : {}),
    ...(runs === null ? {} : { likelihood: runMany(request, runs, scenario.seed) }),
  };
}

function print({
  verdict,
  expected,
  isAsExpected,
  ms,
  firstBrokenMs,
  transitionsPerSecond,
  ladder,
  likelihood,
}: Result): void {
  const { finding, schedules, broken, states, transitions, counterexample, nearest, problem } = verdict;
  const limits = Object.entries(verdict.faults).map(([kind, most]) => `${most} ${kind}`);
  const within = [
    verdict.bound.faults === null ? limits.join(', ') || 'no faults' : `${verdict.bound.faults} faults`,
    verdict.bound.switches === null ? 'any number of switches' : `${verdict.bound.switches} switches`,
    `${verdict.bound.states} states`,
  ].join(', ');
  console.log(
    `\n${verdict.scenario} / ${verdict.variant}: ${finding}${isAsExpected ? '' : '  (NOT AS EXPECTED)'}`,
  );
  console.log(`  bound        ${within}${verdict.isExhausted ? ', exhausted' : ', NOT exhausted'}`);
  console.log(`  expected     ${expected.length === 0 ? 'nothing breaks' : `breaks ${expected.join(', ')}`}`);
  if (problem !== null) console.log(`  problem      ${problem.file}:${problem.line}: ${problem.message}`);
  console.log(`  schedules    ${grouped(schedules)}, of which ${grouped(broken)} break`);
  console.log(
    `  states       ${states}, ${transitions} transitions, ${transitionsPerSecond} a second (${ms} ms)`,
  );
  if (verdict.firstBroken !== null) {
    const { states: met, transitions: by } = verdict.firstBroken;
    console.log(`  first broken after ${firstBrokenMs} ms: ${met} states, ${by} transitions`);
  }
  for (const { id, kind, holds } of verdict.invariants) {
    console.log(
      `  ${kind.padEnd(12)} ${id}: ${kind === 'never' ? (holds ? 'never' : 'BROKEN') : holds ? 'possible' : 'IMPOSSIBLE'}`,
    );
  }
  if (counterexample !== null) {
    printSchedule(
      `shortest counterexample (${counterexample.events.length} events, ${counterexample.switches} switches)`,
      counterexample,
    );
  }
  if (nearest !== null)
    printSchedule(
      `nearest good schedule (event ${nearest.from + 1} happens as number ${nearest.to + 1})`,
      nearest.schedule,
    );
  for (const rung of ladder ?? []) {
    console.log(
      `  ladder       ${rung.faults} faults, ${rung.switches} switches: ${grouped(rung.broken)} of ${grouped(rung.schedules)} break`,
    );
  }
  if (likelihood !== undefined) {
    const share = ((100 * likelihood.broken) / likelihood.runs).toFixed(3);
    console.log(
      `  likelihood   ${likelihood.broken} of ${likelihood.runs} runs break (${share} %), hash ${likelihood.hash}`,
    );
  }
  console.log(`  state hash   ${verdict.stateHash}`);
}

function grouped(digits: string | null): string {
  return digits === null ? 'unknown' : digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

function printSchedule(heading: string, { events, shares }: Schedule): void {
  console.log(`  ${heading}`);
  for (const [at, { text, effects }] of events.entries()) {
    const said = effects.map((effect) => {
      if (effect.type === 'hold' || effect.type === 'release')
        return `${effect.actor} ${effect.type}s ${effect.name}`;
      if (effect.type === 'log') return `${effect.actor} says: ${effect.text}`;
      if (effect.type === 'note') return `${effect.actor} notes ${effect.name}`;
      if (effect.type === 'answered') return `${effect.actor} is told ${effect.answer}`;
      return effect.type === 'returned' ? `${effect.actor} ends: ${effect.value}` : `${effect.actor} waits`;
    });
    const share = shares[at + 1] === undefined ? '' : `  ${Math.round(shares[at + 1] * 1000) / 10} %`;
    console.log(
      `    ${String(at + 1).padStart(2)}. ${text.en}${said.length > 0 ? `   [${said.join('; ')}]` : ''}${share}`,
    );
  }
}

function printGrowth(isJson: boolean): void {
  const rows = [];
  for (const row of growth()) {
    rows.push(row);
    if (isJson) continue;
    const { program, clients, steps, orders, isExhausted, states, transitions, ms } = row;
    const ofSearch = isExhausted
      ? `${grouped(String(states)).padStart(9)} states  ${grouped(String(transitions)).padStart(9)} transitions`
      : `more than ${grouped(String(states - 1))} states, not exhausted`;
    console.log(
      `${program.padEnd(8)}  ${clients} clients of ${steps} steps  ${grouped(orders).padStart(17)} orders  ${ofSearch}  ${ms} ms`,
    );
  }
  if (isJson) console.log(JSON.stringify(rows, null, 2));
}

try {
  const wanted = namedScenario();
  const isJson = args.includes('--json');
  const seed = numberOption('seed');
  const all = readScenarios(root, checkSyntax).map((scenario) =>
    seed === null ? scenario : { ...scenario, seed },
  );
  const scenarios = wanted === null ? all : all.filter(({ id }) => id === wanted);
  if (scenarios.length === 0)
    throw new Error(`there is no scenario "${wanted}": there are ${all.map(({ id }) => id).join(', ')}`);
  if (args.includes('--growth')) {
    await prepareSearch();
    printGrowth(isJson);
  } else if (wanted === null && !isJson && !args.includes('--table')) {
    for (const { id, words, variants } of scenarios) {
      console.log(`${id}: ${words.en.title}`);
      for (const variant of variants) {
        const expected =
          variant.breaks.length === 0 ? 'nothing breaks' : `breaks ${variant.breaks.join(', ')}`;
        console.log(`  ${variant.id.padEnd(24)} ${expected}`);
      }
    }
  } else {
    await prepareSearch();
    const variant = option('variant');
    const results = scenarios.flatMap((scenario) =>
      scenario.variants
        .filter(({ id }) => variant === null || id === variant)
        .map((each) => run(scenario, each)),
    );
    if (results.length === 0) throw new Error(`${wanted} has no variant "${variant}"`);
    if (isJson) console.log(JSON.stringify(results, null, 2));
    else if (args.includes('--table')) console.log(speedTable(results));
    else for (const result of results) print(result);
    const isBounded = Object.keys(bound()).length > 0;
    if (!isBounded && results.some(({ isAsExpected }) => !isAsExpected)) process.exitCode = 1;
  }
} catch (problem) {
  console.error(problem instanceof BrokenContentError ? problem.message : String(problem));
  process.exitCode = 1;
}
