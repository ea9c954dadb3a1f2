/**
 * Compiles one lesson from its three files. lesson.yaml says once what happens; zh.md and en.md say the words about it,
 * and every key must be in both, exactly once and in the same order.
 */
import type { Action } from '../protocol/actions.ts';
import type { NearMiss, Prediction, Task } from '../protocol/exercise.ts';
import {
  actionsOf,
  type Demonstration,
  type Fact,
  type Lesson,
  type LessonItem,
  type LessonStep,
  questionsOf,
} from '../protocol/lesson.ts';
import type { InBothLanguages } from '../protocol/prose.ts';
import type { Generation } from '../protocol/session.ts';
import { closingOf } from './closing.ts';
import { compileItem, type ItemData } from './compile-items.ts';
import { DataFile } from './data-file.ts';
import { plainText } from './inline.ts';
import { joinCompare } from './items/compare.ts';
import { joinDial } from './items/dial.ts';
import { joinMatch } from './items/match.ts';
import { joinOrder } from './items/order.ts';
import { joinRepair, namedIn } from './items/repair.ts';
import { joinScenarioTask } from './items/scenario.ts';
import type { Keyed } from './keyed-lines.ts';
import { lessonSchema } from './lesson-schema.ts';
import { BrokenContentError, type Outline, type Problem, Source } from './problem.ts';
import { type ItemProse, type Prose, readProse, type StepProse } from './prose.ts';
import { readLines } from './read-lines.ts';
import { minutesOf } from './reading-time.ts';

export interface LessonFiles {
  /** The lesson's folder from the root of the project. */
  readonly folder: string;
  readonly part: string;
  readonly data: string;
  readonly zh: string;
  readonly en: string;
  /** Of the course, for links and prerequisites. */
  readonly outline: Outline;
}

interface StepData {
  readonly id: string;
  readonly generation: Generation;
  readonly panels: LessonStep['panels'];
  readonly given: readonly Action[];
  readonly items: readonly ItemData[];
  readonly facts: readonly Fact[];
}

export function compileLesson(files: LessonFiles): Lesson {
  const dataFile = new DataFile(new Source(`${files.folder}/lesson.yaml`, files.data));
  const zh = readProse(new Source(`${files.folder}/zh.md`, files.zh, files.outline), 'zh');
  const en = readProse(new Source(`${files.folder}/en.md`, files.en, files.outline), 'en');
  const sources = [dataFile.source, zh.source, en.source];
  const value = dataFile.read();
  const data = dataFile.source.problems.length > 0 ? null : dataFile.check(lessonSchema, value);
  const steps = data === null ? null : compileSteps(dataFile, data);
  data?.prerequisites.forEach((id, index) => {
    if (!files.outline.written.has(id) && !files.outline.planned.has(id)) {
      dataFile.problem(['prerequisites', index], `There is no lesson "${id}": remove it or mend its id.`);
    }
  });
  throwProblems(sources);
  if (data === null || steps === null) throw new Error(`${files.folder} was refused without a reason`);

  for (const prose of [zh, en]) compareSteps(steps, prose);
  throwProblems(sources);
  const content = steps.map((step): LessonStep => join(step, stepOf(zh, step.id), stepOf(en, step.id)));
  for (const prose of [zh, en]) complainAboutSpoilers(content, prose);
  compareHints(zh, en);
  const closing = closingOf(zh, en);
  throwProblems(sources);

  return {
    id: data.id,
    part: files.part,
    title: { zh: zh.title, en: en.title },
    lead: { zh: zh.lead, en: en.lead },
    // The page knows no lesson that is only planned.
    prerequisites: data.prerequisites.filter((id) => files.outline.written.has(id)),
    steps: steps.map((step) => step.id),
    minutes: minutesOf(content),
    drills: content.flatMap((step) => questionsOf(step).map((question) => `${step.id}/${question.id}`)),
    generation: data.generation,
    seed: data.seed,
    clock: { startMs: Date.parse(data.clock.start), running: data.clock.running },
    config: data.config,
    content,
    ...closing,
  };
}

function throwProblems(sources: readonly Source[]): void {
  const problems: Problem[] = sources.flatMap((source) => source.problems);
  if (problems.length > 0) throw new BrokenContentError(problems);
}

function compileSteps(file: DataFile, data: ReturnType<typeof lessonSchema.parse>): StepData[] {
  const setup = readLines(file, data.setup, ['setup']);
  const steps: StepData[] = [];
  const itemIds = new Set<string>();
  data.steps.forEach((step, index) => {
    const path = ['steps', index];
    if (steps.some((other) => other.id === step.id)) {
      file.problem([...path, 'id'], `There is a step "${step.id}" already: give this one another id.`);
    }
    let start: readonly Action[] = setup;
    if (step.after !== undefined) {
      const before = steps.find((other) => other.id === step.after);
      if (before === undefined) {
        file.problem([...path, 'after'], `"${step.after}" is no earlier step: name one of those above.`);
      } else {
        start = [...before.given, ...before.items.flatMap(actionsOf)];
      }
    }
    const items: ItemData[] = [];
    step.items.forEach((value, itemIndex) => {
      const item = compileItem(file, value, [...path, 'items', itemIndex]);
      if (item === null) return;
      if (itemIds.has(item.id)) {
        file.problem(
          [...path, 'items', itemIndex, item.type],
          `The id "${item.id}" is taken: choose another.`,
        );
      }
      itemIds.add(item.id);
      items.push(item);
    });
    step.facts.forEach(({ after }, factIndex) => {
      if (after !== undefined && !items.some((item) => item.id === after)) {
        const message = `"${after}" is no item of this step: name one, or leave "after" out.`;
        file.problem([...path, 'facts', factIndex, 'after'], message);
      }
    });
    steps.push({
      id: step.id,
      generation: step.generation ?? data.generation,
      panels: step.panels ?? data.panels,
      given: [...start, ...readLines(file, step.given, [...path, 'given'])],
      items,
      facts: step.facts.map(({ after = null, ...fact }) => ({ after, ...fact })),
    });
  });
  return steps;
}

/**
 * Checks that every step and item of lesson.yaml, and nothing else, has its words in this language, once and in the
 * same order.
 */
function compareSteps(steps: readonly StepData[], prose: Prose): void {
  compareKeys(
    steps,
    prose.steps,
    (step) => `Add a section "## … {#${step.id}}" for the step "${step.id}" of lesson.yaml.`,
    (step) => `lesson.yaml has no step "${step.id}": remove this section or mend its id.`,
    prose.source,
    { line: 1, column: 1 },
  );
  for (const step of steps) {
    const words = prose.steps.find((other) => other.id === step.id);
    if (words === undefined) continue;
    compareKeys(
      step.items,
      words.items,
      (item) => `Place the ${item.type} "${item.id}" of lesson.yaml in this step.`,
      (item) => `lesson.yaml has no "${item.id}" in the step "${step.id}": remove it here or mend its id.`,
      prose.source,
      words,
    );
    for (const item of step.items)
      compareItem(
        item,
        words.items.find((other) => other.id === item.id),
        prose.source,
      );
  }
}

function compareItem(item: ItemData, words: ItemProse | undefined, source: Source): void {
  if (words === undefined) return;
  if (words.type !== item.type) {
    source.problem(
      words.line,
      words.column,
      `"${item.id}" is a ${item.type} in lesson.yaml: write it as one.`,
    );
    return;
  }
  if (item.type === 'predict' && words.type === 'predict') {
    compareKeys(
      item.options,
      words.options,
      (option) => `Add the option "- ${option.id}: …" of lesson.yaml.`,
      (option) => `lesson.yaml has no option "${option.id}" here: remove it or mend its id.`,
      source,
      words,
    );
  }
  if (item.type === 'dial' && words.type === 'dial') {
    compareNames(item.curves, words, 'curve', source);
  }
  if (item.type === 'compare' && words.type === 'compare') {
    compareNames(item.runs, words, 'run', source);
  }
  if (item.type === 'order' && words.type === 'order') compareNames(item.stages, words, 'stage', source);
  if (item.type === 'match' && words.type === 'match') compareNames(item.pairs, words, 'pair', source);
  if (item.type === 'repair' && words.type === 'repair') {
    compareNames(namedIn(item), words, 'case or near miss', source);
  }
  if (item.type === 'task' && words.type === 'task') {
    compareKeys(
      item.nearMisses.flatMap(({ say }) => (say === null ? [] : [{ id: say }])),
      words.sayings,
      (miss) => `Add the sentence "- ${miss.id}: …" of the near miss in lesson.yaml.`,
      (miss) => `lesson.yaml has no near miss that says "${miss.id}": remove it or mend its id.`,
      source,
      words,
    );
  }
}

/** Curves, runs, stages and pairs have names in the prose. */
function compareNames(
  wanted: readonly { readonly id: string }[],
  words: Place & { readonly names: readonly Keyed[] },
  kind: string,
  source: Source,
): void {
  compareKeys(
    wanted,
    words.names,
    ({ id }) => `Add the name of the ${kind}, "- ${id}: …", of lesson.yaml.`,
    ({ id }) => `lesson.yaml has no ${kind} "${id}" here: remove it or mend its id.`,
    source,
    words,
  );
}

interface Place {
  readonly line: number;
  readonly column: number;
}

function compareKeys<Wanted extends { id: string }, Found extends { id: string } & Place>(
  wanted: readonly Wanted[],
  found: readonly Found[],
  missing: (item: Wanted) => string,
  extra: (item: Found) => string,
  source: Source,
  owner: Place,
): void {
  const before = source.problems.length;
  for (const item of wanted) {
    if (!found.some(({ id }) => id === item.id)) source.problem(owner.line, owner.column, missing(item));
  }
  found.forEach((item, index) => {
    if (!wanted.some(({ id }) => id === item.id)) source.problem(item.line, item.column, extra(item));
    else if (found.findIndex(({ id }) => id === item.id) !== index) {
      source.problem(
        item.line,
        item.column,
        `"${item.id}" stands here a second time: remove one of the two.`,
      );
    }
  });
  if (source.problems.length > before) return;
  const misplaced = found.findIndex((item, index) => item.id !== wanted[index].id);
  if (misplaced >= 0) {
    const { line, column } = found[misplaced];
    source.problem(line, column, `Keep the order of lesson.yaml: "${wanted[misplaced].id}" comes first.`);
  }
}

function stepOf(prose: Prose, id: string): StepProse {
  const step = prose.steps.find((other) => other.id === id);
  if (step === undefined) throw new Error(`${prose.source.path} lost its step ${id}`);
  return step;
}

function join(step: StepData, zh: StepProse, en: StepProse): LessonStep {
  return {
    id: step.id,
    heading: { zh: zh.heading, en: en.heading },
    generation: step.generation,
    panels: step.panels,
    given: step.given,
    items: step.items.map((item) => {
      const words = {
        zh: zh.items.find(({ id }) => id === item.id),
        en: en.items.find(({ id }) => id === item.id),
      };
      return joinItem(item, words as InBothLanguages<ItemProse>);
    }),
    facts: step.facts,
    prose: { zh: zh.blocks, en: en.blocks },
  };
}

function joinItem(item: ItemData, words: InBothLanguages<ItemProse>): LessonItem {
  const { zh, en } = words;
  if (item.type === 'demo' && zh.type === 'demo' && en.type === 'demo') {
    return { ...item, caption: { zh: zh.caption, en: en.caption } } satisfies Demonstration;
  }
  if (item.type === 'players' || item.type === 'code') return item;
  if (item.type === 'dial' && zh.type === 'dial' && en.type === 'dial') return joinDial(item, { zh, en });
  if (item.type === 'compare' && zh.type === 'compare' && en.type === 'compare') {
    return joinCompare(item, { zh, en });
  }
  if (item.type === 'order' && zh.type === 'order' && en.type === 'order') return joinOrder(item, { zh, en });
  if (item.type === 'match' && zh.type === 'match' && en.type === 'match') return joinMatch(item, { zh, en });
  if (item.type === 'repair' && zh.type === 'repair' && en.type === 'repair') {
    return joinRepair(item, { zh, en });
  }
  if (item.type === 'scenario' && zh.type === 'scenario' && en.type === 'scenario') {
    return joinScenarioTask(item, { zh, en });
  }
  if (item.type === 'predict' && zh.type === 'predict' && en.type === 'predict') {
    return {
      ...item,
      options: item.options.map((option, index) => ({
        ...option,
        text: { zh: zh.options[index].text, en: en.options[index].text },
      })),
      question: { zh: zh.question, en: en.question },
      explanation: { zh: zh.explanation, en: en.explanation },
    } satisfies Prediction;
  }
  if (item.type === 'task' && zh.type === 'task' && en.type === 'task') {
    return {
      ...item,
      nearMisses: item.nearMisses.map(({ say, ...miss }): NearMiss => {
        const said = (words: typeof zh) => words.sayings.find(({ id }) => id === say)?.text ?? [];
        return { ...miss, say: say === null ? null : { zh: said(zh), en: said(en) } };
      }),
      title: { zh: zh.title, en: en.title },
      detail: { zh: zh.detail, en: en.detail },
      hints: { zh: zh.hints, en: en.hints },
    } satisfies Task;
  }
  throw new Error(`the item ${item.id} lost its words`);
}

/** A hint that contains a line of the solution is no hint. */
function complainAboutSpoilers(content: readonly LessonStep[], prose: Prose): void {
  const language = prose.source.path.endsWith('zh.md') ? 'zh' : 'en';
  for (const step of content) {
    for (const item of step.items) {
      if (item.type !== 'task') continue;
      const words = stepOf(prose, step.id).items.find(({ id }) => id === item.id) as ItemProse;
      for (const hint of item.hints[language]) {
        const text = plainText(hint).toLowerCase();
        for (const action of item.solution) {
          if (action.type === 'command' && text.includes(action.line.toLowerCase())) {
            prose.source.problem(
              words.line,
              words.column,
              `A hint of "${item.id}" says "${action.line}", which is the solution: let it only point there.`,
            );
          }
        }
      }
    }
  }
}

/** Words below a line `---` that may be left out, in both languages or in neither. */
function mayExplain(item: ItemProse): item is Extract<ItemProse, { type: Explaining }> {
  return explaining.some((type) => type === item.type);
}

const explaining = ['dial', 'compare', 'order', 'match', 'repair', 'scenario'] as const;
type Explaining = (typeof explaining)[number];

function compareHints(zh: Prose, en: Prose): void {
  for (const step of zh.steps) {
    for (const item of step.items) {
      const other = stepOf(en, step.id).items.find(({ id }) => id === item.id);
      if (
        (item.type === 'task' || item.type === 'repair') &&
        (other?.type === 'task' || other?.type === 'repair') &&
        item.hints.length !== other.hints.length
      ) {
        en.source.problem(
          other.line,
          other.column,
          `The ${item.type} "${item.id}" has ${other.hints.length} hints here and ${item.hints.length} in zh.md: make them as many.`,
        );
      }
      if (
        mayExplain(item) &&
        other?.type === item.type &&
        item.explanation.length > 0 !== (other as typeof item).explanation.length > 0
      ) {
        en.source.problem(
          other.line,
          other.column,
          `The ${item.type} "${item.id}" has words after "---" in one language only: give it some in both or in neither.`,
        );
      }
      if (
        item.type === 'demo' &&
        other?.type === 'demo' &&
        item.caption.length > 0 !== other.caption.length > 0
      ) {
        en.source.problem(
          other.line,
          other.column,
          `The demonstration "${item.id}" has a caption in one language only: give it one in both or in neither.`,
        );
      }
    }
  }
}
