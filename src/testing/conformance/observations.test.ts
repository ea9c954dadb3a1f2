/**
 * Every observation with its example on a real engine: content/OBSERVATIONS.md is the list for authors of lessons. This
 * test compares it with the engine; `RECORD=1` in front of the test writes it anew.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readActions } from '../../content/actions.ts';
import {
  findObservation,
  type Observation,
  observationFamilies,
  observationName,
  observations,
} from '../../protocol/observations/index.ts';
import { LessonBench } from '../lesson-bench.ts';

const list = 'content/OBSERVATIONS.md';
const values = new Map<Observation, string | number | null>();

async function benchOf({ example }: Observation): Promise<LessonBench> {
  const { generation = '7.0' } = example;
  // Only DEBUG reports some figures, and 7.0 must allow it.
  const config: Record<string, string> = {
    ...(generation === '7.0' ? { 'enable-debug-command': 'yes' } : {}),
    ...example.config,
  };
  const bench = await LessonBench.started({ generation, seed: 1, startMs: 1_700_000_000_000, config }, []);
  const complain = (_line: number, message: string) => expect.fail(message);
  for (const action of readActions(example.given, complain)) {
    const printed = (await bench.do(action)).join('\n');
    expect(printed).not.toMatch(/^(\(error\) )?(ERR|WRONGTYPE) /);
  }
  return bench;
}

/** What redis-cli prints after some words, without the number of the line, the type and quotation marks. */
function printedAfter(printed: string, before: string): string | undefined {
  expect(printed).toContain(before);
  const rest = printed.slice(printed.indexOf(before) + before.length).replace(/^\s*(\d+\)\s*)*/, '');
  return /^[^\s",]+/.exec(rest.replace(/^\(integer\) /, '').replace(/^"/, ''))?.[0];
}

describe.each(observations.map((observation) => [observation.path, observation] as const))(
  '%s',
  (_path, observation) => {
    const { example } = observation;

    it('is what its example shows', async () => {
      const bench = await benchOf(observation);
      const value = await bench.observe(example.path);
      expect(typeof value).toBe(observation.value === 'number' ? 'number' : 'string');
      values.set(observation, value);
      if (example.reportedBy === undefined) return;
      const [command, before = ''] = example.reportedBy;
      const [action] = readActions(command, (_line, message) => expect.fail(message));
      const printed = await bench.do(action);
      expect(printedAfter(printed.join('\n'), before)).toBe(String(value));
    });

    it('is the only one of its path, and has a name of its own in both languages', () => {
      expect(findObservation(example.path)?.observation).toBe(observation);
      expect(observations.filter((other) => other.match(example.path) !== null)).toHaveLength(1);
      expect(observationName(example.path).zh).not.toMatch(/undefined|^$/);
      expect(observationName(example.path).en).not.toMatch(/undefined|^$/);
    });
  },
);

it('can be read without a trace', async () => {
  const start = {
    generation: '7.0',
    seed: 1,
    startMs: 1_700_000_000_000,
    config: { 'enable-debug-command': 'yes', loadmodule: 'timeseries bloom' },
  } as const;
  const givens = observations.filter(({ example }) => example.generation === undefined);
  const lines = [...new Set(givens.map(({ example }) => example.given))].join('\n');
  const afterwards = ['INFO everything', 'DEBUG DIGEST', 'MEMORY STATS', 'SLOWLOG LEN', 'DEBUG HTSTATS 0'];
  const read = await LessonBench.started(start, []);
  const unread = await LessonBench.started(start, []);
  const complain = (_line: number, message: string) => expect.fail(message);
  const sample = lines
    .split('\n')
    .filter(
      (line) => !/maxmemory 1$|^@ (crash|restart)|^2> (HELLO|AUTH|P?SUBSCRIBE|BLPOP)|MULTI|EVAL/.test(line),
    );
  for (const action of readActions(
    [...sample, ...afterwards.map((line) => `3> ${line}`)].join('\n'),
    complain,
  )) {
    for (const { example } of observations) await read.observe(example.path);
    expect(await read.do(action)).toEqual(await unread.do(action));
  }
});

/** Markdown would change text in angle brackets and bars. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', '<br>');
}

function code(text: string): string {
  return text
    .split('\n')
    .map((line) => `\`${cell(line)}\``)
    .join('<br>');
}

function rowOf(observation: Observation): string {
  const { path, value, note, example } = observation;
  const era = example.generation === undefined ? '' : ` (${example.generation})`;
  const report = example.reportedBy === undefined ? '' : `as ${code(example.reportedBy[0])}`;
  return [
    code(path),
    observationName(example.path).zh,
    observationName(example.path).en,
    value,
    cell([note, report].filter(Boolean).join('; ')),
    code(example.given) + era,
    `${code(example.path)} = ${code(String(values.get(observation)))}`,
  ].join(' | ');
}

it('is listed for authors', async () => {
  for (const observation of observations) {
    if (values.has(observation)) continue;
    values.set(observation, await (await benchOf(observation)).observe(observation.example.path));
  }
  const written = `${[
    '# Observations',
    'What `observe:` and `reached:` of a lesson can name. Written by `RECORD=1 npm run unit -- src/testing/conformance/observations.test.ts` from `src/protocol/observations/`; do not edit.',
    'A path has its parameters in angle brackets; a word in square brackets may be left out. The names are those of the example. An observation that has no value is null, and no check of it passes. "Last" is the last frame: after the clock was moved it is the work of the cron. In a session of several servers `at(replica-1).db0.keys` is that of the server named `replica-1`; without it the first one is observed.',
    ...Object.entries(observationFamilies).flatMap(([title, family]) => [
      `## ${title}`,
      [
        'path | zh | en | value | note | after | example',
        '--- | --- | --- | --- | --- | --- | ---',
        ...family.map(rowOf),
      ]
        .map((row) => `| ${row} |`)
        .join('\n'),
    ]),
  ].join('\n\n')}\n`;
  if (process.env.RECORD === '1') writeFileSync(list, written);
  expect(existsSync(list) ? readFileSync(list, 'utf8') : '', 'RECORD=1 writes it').toBe(written);
});
