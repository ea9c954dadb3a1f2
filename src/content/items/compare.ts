/**
 * A comparison: the same lines on two servers that differ in a setting.
 *
 *     - compare: lru-lfu
 *       runs:
 *         - { run: lru, config: { maxmemory-policy: allkeys-lru } }
 *         - { run: lfu, config: { maxmemory-policy: allkeys-lfu } }
 *       script: |
 *         SET user:1 ann
 *       observe: [db0.keys]
 *       expect:
 *         - { run: lru, observe: db0.keys, is: 1 }
 *
 *     :::compare{#lru-lfu}
 *     What to look for.
 *
 *     - lru: the name of the first run
 *     - lfu: the name of the second
 *
 *     ---
 *
 *     What is said once both have run; without it, the line above is left out as well.
 *     :::
 */
import type { ContainerDirective } from 'mdast-util-directive';
import { z } from 'zod';
import type { ComparedRun, Comparison } from '../../protocol/comparison.ts';
import { observationName } from '../../protocol/observations/index.ts';
import type { InBothLanguages } from '../../protocol/prose.ts';
import type { DataFile, Path } from '../data-file.ts';
import { id, lines, observation } from '../lesson-schema.ts';
import type { Source } from '../problem.ts';
import { readLines } from '../read-lines.ts';
import { bounds, config, saysSomething } from './dial.ts';
import { type ListedWords, readListed } from './listed.ts';

export const compareSchema = z.strictObject({
  compare: id,
  runs: z.array(z.strictObject({ run: id, config })).length(2, 'A comparison has two runs.'),
  script: lines,
  observe: z.array(observation).min(1).max(8),
  expect: z
    .array(
      z
        .strictObject({ run: id, observe: observation, ...bounds })
        .refine(saysSomething, 'Say what the engine must find: add "is", "atLeast" or "atMost".'),
    )
    .min(1),
});

type RunData = Omit<ComparedRun, 'name'>;

export type CompareData = Omit<Comparison, 'runs' | 'question' | 'explanation'> & {
  readonly runs: readonly [RunData, RunData];
};

export function compileCompare(file: DataFile, from: unknown, path: Path): CompareData | null {
  const data = file.check(compareSchema, from, path);
  if (data === null) return null;
  const [one, other] = data.runs.map(({ run, config }): RunData => ({ id: run, config }));
  if (one.id === other.id) file.problem([...path, 'runs', 1, 'run'], 'Give the second run an id of its own.');
  const settings = new Set([...Object.keys(one.config), ...Object.keys(other.config)]);
  const different = [...settings].filter((name) => one.config[name] !== other.config[name]);
  if (different.length !== 1) {
    file.problem([...path, 'runs'], 'Let the two runs differ in exactly one setting of their "config".');
  }
  data.expect.forEach(({ run, observe }, nth) => {
    if (run !== one.id && run !== other.id) {
      file.problem(
        [...path, 'expect', nth, 'run'],
        `There is no run "${run}": name ${one.id} or ${other.id}.`,
      );
    }
    if (!data.observe.includes(observe)) {
      file.problem(
        [...path, 'expect', nth, 'observe'],
        `Add "${observe}" to "observe", or mend its spelling.`,
      );
    }
  });
  return {
    type: 'compare',
    id: data.compare,
    runs: [one, other],
    script: readLines(file, data.script, [...path, 'script']),
    observe: data.observe.map((path) => ({ path, name: observationName(path) })),
    expect: data.expect,
  };
}

export function readCompare(node: ContainerDirective, source: Source): ListedWords | null {
  return readListed(
    node,
    source,
    'A comparison says what to look for, then lists both runs: "- run-id: its name".',
  );
}

export function joinCompare(data: CompareData, { zh, en }: InBothLanguages<ListedWords>): Comparison {
  const named = (nth: 0 | 1): ComparedRun => ({
    ...data.runs[nth],
    name: { zh: zh.names[nth].text, en: en.names[nth].text },
  });
  return {
    ...data,
    runs: [named(0), named(1)],
    question: { zh: zh.question, en: en.question },
    explanation: { zh: zh.explanation, en: en.explanation },
  };
}
