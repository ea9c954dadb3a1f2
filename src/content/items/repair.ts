/**
 * A broken script, or list of commands, that the reader mends.
 *
 *     - repair: release
 *       language: lua
 *       broken: |
 *         return redis.call('DEL', KEYS[1])
 *       cases:
 *         - case: own
 *           given: SET lock A
 *           run: EVAL $script 1 lock A
 *           prints: (integer) 1
 *           checks: [{ key: lock, exists: false }]
 *       solution: |
 *         if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
 *         return redis.call('DEL', KEYS[1])
 *       otherWays: [ … ]
 *       nearMisses:
 *         - { way: …, fails: own, say: nothing-deleted }
 *
 *     :::repair{#release}
 *     What to mend.
 *
 *     1. a hint (the list may be left out)
 *
 *     - own: what the case is about
 *     - nothing-deleted: what is said to somebody who makes this near miss
 *
 *     ---
 *
 *     What is said once all cases pass; without it, the line above is left out as well.
 *     :::
 */
import type { RootContent } from 'mdast';
import type { ContainerDirective } from 'mdast-util-directive';
import { z } from 'zod';
import type { Action } from '../../protocol/actions.ts';
import type { Check } from '../../protocol/checks.ts';
import type { Block, InBothLanguages, Inline } from '../../protocol/prose.ts';
import {
  namesCode,
  type Repair,
  type RepairCase,
  type RepairMiss,
  repairLanguages,
} from '../../protocol/repair.ts';
import { readBlocks } from '../blocks.ts';
import type { DataFile, Path } from '../data-file.ts';
import { complain, readInlines } from '../inline.ts';
import { type KeyedLine, readKeyedLines, readOnlyParagraph } from '../keyed-lines.ts';
import { id, lines } from '../lesson-schema.ts';
import type { Source } from '../problem.ts';
import { readLines } from '../read-lines.ts';
import { halvesOf } from './halves.ts';

const code = z.string().min(1);

export const repairSchema = z.strictObject({
  repair: id,
  language: z.enum(repairLanguages),
  broken: code,
  cases: z
    .array(
      z
        .strictObject({
          case: id,
          given: lines.default([]),
          run: lines,
          prints: z.string().optional(),
          checks: z.array(z.unknown()).default([]),
        })
        .refine(
          ({ prints, checks }) => prints !== undefined || checks.length > 0,
          'Say what the case expects: add "prints" or "checks".',
        ),
    )
    .min(1)
    .max(8),
  solution: code,
  otherWays: z.array(code).min(1),
  nearMisses: z.array(z.strictObject({ way: code, fails: id, say: id.optional() })).min(1),
});

export type RepairData = Pick<Repair, 'type' | 'id' | 'language' | 'broken' | 'solution' | 'otherWays'> & {
  readonly cases: readonly Omit<RepairCase, 'name'>[];
  readonly nearMisses: readonly (Omit<RepairMiss, 'say'> & { readonly say: string | null })[];
};

/** `checkOf` compiles a check, as for tasks. */
export function compileRepair(
  file: DataFile,
  from: unknown,
  path: Path,
  checkOf: (value: unknown, path: Path) => Check | null,
): RepairData | null {
  const data = file.check(repairSchema, from, path);
  if (data === null) return null;
  const { language } = data;
  const ids = data.cases.map((one) => one.case);
  const cases = data.cases.map((one, nth) => {
    const at = [...path, 'cases', nth];
    if (ids.indexOf(one.case) !== nth)
      file.problem([...at, 'case'], `There is a case "${one.case}" already.`);
    const run = readLines(file, one.run, [...at, 'run']);
    if (!run.some((action: Action) => action.type === 'command' && namesCode(action.line, language))) {
      const example = language === 'lua' ? 'EVAL $script 1 lock' : '$commands';
      file.problem([...at, 'run'], `Say where the reader's text is run, as in "${example}".`);
    }
    return {
      id: one.case,
      given: readLines(file, one.given, [...at, 'given']),
      run,
      prints: one.prints?.trimEnd() ?? null,
      checks: one.checks.flatMap((check, index) => checkOf(check, [...at, 'checks', index]) ?? []),
    };
  });
  data.nearMisses.forEach(({ fails }, nth) => {
    if (!ids.includes(fails)) {
      file.problem(
        [...path, 'nearMisses', nth, 'fails'],
        `There is no case "${fails}": name one of ${ids.join(', ')}.`,
      );
    }
  });
  return {
    type: 'repair',
    id: data.repair,
    language,
    broken: data.broken.trimEnd(),
    cases,
    solution: data.solution.trimEnd(),
    otherWays: data.otherWays,
    nearMisses: data.nearMisses.map(({ way, fails, say = null }) => ({ way, fails, say })),
  };
}

export interface RepairWords {
  readonly title: readonly Inline[];
  readonly detail: readonly Block[];
  readonly hints: readonly (readonly Inline[])[];
  /** Cases, then sayings. */
  readonly names: readonly KeyedLine[];
  readonly explanation: readonly Block[];
}

/** What has words, in the order in which they stand. */
export function namedIn({ cases, nearMisses }: RepairData): readonly { readonly id: string }[] {
  return [...cases, ...nearMisses.flatMap(({ say }) => (say === null ? [] : [{ id: say }]))];
}

export function readRepair(node: ContainerDirective, source: Source): RepairWords | null {
  const halves = halvesOf(node, source);
  if (halves === null) return null;
  const [[title, ...others], explained] = halves;
  const names = others[others.length - 1];
  if (title?.type !== 'paragraph' || names?.type !== 'list' || names.ordered === true) {
    complain(
      node,
      source,
      'A repair is a paragraph that says what to mend, a numbered list of hints if there are any, and a list "- case-id: what it is about", with the sentences about near misses at its end.',
    );
    return null;
  }
  const rest: readonly RootContent[] = others.slice(0, -1);
  const last = rest[rest.length - 1];
  const hints = last?.type === 'list' && last.ordered === true ? last : null;
  return {
    title: readInlines(title.children, source),
    detail: readBlocks(hints === null ? rest : rest.slice(0, -1), source),
    hints: hints === null ? [] : hints.children.map((hint) => readOnlyParagraph(hint, source)),
    names: readKeyedLines(names, source),
    explanation: readBlocks(explained, source),
  };
}

export function joinRepair(data: RepairData, { zh, en }: InBothLanguages<RepairWords>): Repair {
  const named = (id: string): InBothLanguages<readonly Inline[]> => ({
    zh: zh.names.find((line) => line.id === id)?.text ?? [],
    en: en.names.find((line) => line.id === id)?.text ?? [],
  });
  return {
    ...data,
    cases: data.cases.map((one) => ({ ...one, name: named(one.id) })),
    nearMisses: data.nearMisses.map(({ say, ...miss }) => ({
      ...miss,
      say: say === null ? null : named(say),
    })),
    title: { zh: zh.title, en: en.title },
    detail: { zh: zh.detail, en: en.detail },
    hints: { zh: zh.hints, en: en.hints },
    explanation: { zh: zh.explanation, en: en.explanation },
  };
}
