/**
 * A dial: a number that the reader turns, and curves that the engine draws over it.
 *
 *     - dial: moved
 *       over: [1024, 4096, 16384]
 *       axis: log
 *       unit: keys
 *       curves:
 *         - curve: at-once
 *           run: SET k:{1..$n} x
 *           observe: db0.ht0.used
 *       expect:
 *         - { curve: at-once, at: 1024, is: 1024 }
 *
 *     :::dial{#moved}
 *     What is turned.
 *
 *     What is plotted.
 *
 *     - at-once: the name of the curve
 *
 *     ---
 *
 *     What is said once it was turned; without it, the line above is left out as well.
 *     :::
 */
import type { ContainerDirective } from 'mdast-util-directive';
import { z } from 'zod';
import { atStop, type Dial, type DialCurve } from '../../protocol/dial.ts';
import { numberUnits } from '../../protocol/exercise.ts';
import type { Block, InBothLanguages, Inline } from '../../protocol/prose.ts';
import { readActions } from '../actions.ts';
import { readBlocks } from '../blocks.ts';
import type { DataFile, Path } from '../data-file.ts';
import { complain, readInlines } from '../inline.ts';
import { type KeyedLine, readKeyedLines } from '../keyed-lines.ts';
import { id, observation, value } from '../lesson-schema.ts';
import type { Source } from '../problem.ts';
import { halvesOf } from './halves.ts';

export const config = z
  .record(z.string(), z.string({ error: 'Put the value in quotes, as in "10".' }))
  .default({});

/** What a value is held to. */
export const bounds = { is: value.optional(), atLeast: z.number().optional(), atMost: z.number().optional() };

export function saysSomething({
  is,
  atLeast,
  atMost,
}: {
  is?: unknown;
  atLeast?: unknown;
  atMost?: unknown;
}): boolean {
  return is !== undefined || atLeast !== undefined || atMost !== undefined;
}

export const dialSchema = z.strictObject({
  dial: id,
  over: z.array(z.int().min(0)).min(3).max(12),
  axis: z.enum(['linear', 'log']).default('linear'),
  values: z.enum(['linear', 'log']).default('linear'),
  unit: z.enum(numberUnits).default('count'),
  curves: z
    .array(z.strictObject({ curve: id, config, run: z.string(), observe: observation }))
    .min(1)
    .max(3),
  expect: z
    .array(
      z
        .strictObject({ curve: id, at: z.int(), ...bounds })
        .refine(saysSomething, 'Say what the engine must find: add "is", "atLeast" or "atMost".'),
    )
    .min(1),
});

export type DialData = Omit<Dial, 'curves' | 'label' | 'plotted' | 'explanation'> & {
  readonly curves: readonly Omit<DialCurve, 'name'>[];
};

export function compileDial(file: DataFile, from: unknown, path: Path): DialData | null {
  const data = file.check(dialSchema, from, path);
  if (data === null) return null;
  const { over: stops, axis, values, unit } = data;
  stops.forEach((stop, nth) => {
    if (nth > 0 && stop <= stops[nth - 1]) file.problem([...path, 'over', nth], 'Let the stops go upwards.');
  });
  if (axis === 'log' && stops[0] <= 0)
    file.problem([...path, 'over', 0], 'A logarithmic axis begins above 0.');
  const ids = data.curves.map(({ curve }) => curve);
  const curves = data.curves.map((curve, nth) => {
    const at = [...path, 'curves', nth];
    if (ids.indexOf(curve.curve) !== nth)
      file.problem([...at, 'curve'], `There is a curve "${curve.curve}" already.`);
    return {
      id: curve.curve,
      config: curve.config,
      runs: runsOf(file, curve.run, stops, [...at, 'run']),
      observe: curve.observe,
    };
  });
  data.expect.forEach(({ curve, at }, nth) => {
    if (!ids.includes(curve)) {
      file.problem(
        [...path, 'expect', nth, 'curve'],
        `There is no curve "${curve}": name one of ${ids.join(', ')}.`,
      );
    }
    if (!stops.includes(at)) {
      file.problem([...path, 'expect', nth, 'at'], `${at} is no stop: name one of ${stops.join(', ')}.`);
    }
  });
  return { type: 'dial', id: data.dial, stops, axis, values, unit, curves, expect: data.expect };
}

/** The lines at every stop. A line that cannot be read is reported once. */
function runsOf(file: DataFile, text: string, stops: readonly number[], path: Path): DialCurve['runs'] {
  if (!text.includes('$n') && !text.includes('$(n')) {
    file.problem(path, 'Write $n where the number of the dial belongs, as in "SET k:{1..$n} x".');
  }
  const reported = new Set<number>();
  return stops.map((stop) => {
    const actions = readActions(atStop(text, stop), (line, message) => {
      if (!reported.has(line)) file.problemInText(path, line, `${message} (with $n = ${stop})`);
      reported.add(line);
    });
    if (actions.length === 0 && reported.size === 0) file.problem(path, 'Write at least one command.');
    return actions;
  });
}

export interface DialWords {
  readonly label: readonly Inline[];
  readonly plotted: readonly Inline[];
  readonly names: readonly KeyedLine[];
  readonly explanation: readonly Block[];
}

export function readDial(node: ContainerDirective, source: Source): DialWords | null {
  const halves = halvesOf(node, source);
  if (halves === null) return null;
  const [[label, plotted, names, ...more], explained] = halves;
  if (
    label?.type !== 'paragraph' ||
    plotted?.type !== 'paragraph' ||
    names?.type !== 'list' ||
    names.ordered === true ||
    more.length > 0
  ) {
    complain(
      node,
      source,
      'A dial is a paragraph that says what is turned, one that says what is plotted, and a list "- curve-id: its name".',
    );
    return null;
  }
  return {
    label: readInlines(label.children, source),
    plotted: readInlines(plotted.children, source),
    names: readKeyedLines(names, source),
    explanation: readBlocks(explained, source),
  };
}

export function joinDial(data: DialData, { zh, en }: InBothLanguages<DialWords>): Dial {
  return {
    ...data,
    curves: data.curves.map((curve, nth) => ({
      ...curve,
      name: { zh: zh.names[nth].text, en: en.names[nth].text },
    })),
    label: { zh: zh.label, en: en.label },
    plotted: { zh: zh.plotted, en: en.plotted },
    explanation: { zh: zh.explanation, en: en.explanation },
  };
}
