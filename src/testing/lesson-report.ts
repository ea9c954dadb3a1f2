/** What a lesson holds, counted, and what of it does not hold when it is run. */
import { plainText } from '../content/inline.ts';
import { textOf } from '../content/reading-time.ts';
import type { Action } from '../protocol/actions.ts';
import { confirmedAnswer } from '../protocol/exercise.ts';
import { actionsOf, type Lesson, type LessonItem, type LessonStep } from '../protocol/lesson.ts';
import { LessonBench } from './lesson-bench.ts';
import type { LessonOracle } from './lesson-oracle.ts';
import { isAsExpected, repairFailures, trialReport } from './lesson-trials.ts';
import { scenarioTaskFailures } from './scenario-task.ts';

export type ReportLanguage = 'zh' | 'en';

export interface LessonReport {
  readonly lesson: string;
  readonly language: ReportLanguage;
  /** Of prose and items. */
  readonly blocks: number;
  readonly demos: number;
  /** Demonstrations that a redis-server prints as well. */
  readonly portable: number;
  readonly predictions: number;
  readonly tasks: number;
  /** Tasks whose goal is drawn. */
  readonly goals: number;
  readonly rightWays: number;
  readonly nearMisses: number;
  readonly dials: number;
  readonly comparisons: number;
  readonly programs: number;
  readonly orders: number;
  readonly matches: number;
  readonly repairs: number;
  /** Tasks on scenarios. */
  readonly scenarios: number;
  /** Of repairs. */
  readonly cases: number;
  /** Stages and pairs that the engine confirms. */
  readonly proofs: number;
  readonly claims: number;
  readonly facts: number;
  readonly interviews: number;
  /** English words or Chinese characters of the text and of its questions, tasks and hints. */
  readonly words: number;
  /** All that is printed of the same text but blanks, as a word processor counts characters. */
  readonly characters: number;
  readonly steps: number;
  /** Steps with a task, scripted clients, a dial, a repair or a scenario. */
  readonly handsOnSteps: number;
  readonly longestRunOfPredictions: number;
  readonly failures: readonly string[];
}

/** Runs everything a lesson says: on the engine, and its portable demonstrations on an oracle if there is one. */
export async function failuresOf(lesson: Lesson, oracle: LessonOracle | null): Promise<string[]> {
  const failures: string[] = [];
  for (const step of lesson.content) {
    const at = (index: number) => [...step.given, ...step.items.slice(0, index).flatMap(actionsOf)];
    const benchAt = (index: number) => LessonBench.after(lesson, step, at(index));
    const fail = (what: string) => failures.push(`${lesson.id}/${step.id}: ${what}`);
    for (const { after, observe, is } of step.facts) {
      const bench = await benchAt(step.items.findIndex(({ id }) => id === after) + 1);
      const found = await bench.observe(observe);
      if (String(found) !== String(is)) fail(`${observe} is ${found}, not ${is}`);
    }
    for (const [index, item] of step.items.entries()) {
      for (const failure of await itemFailures(item, () => benchAt(index))) fail(`${item.id} ${failure}`);
      const { findings, errors } = await trialReport(lesson, step, item);
      for (const finding of findings) {
        const { what, found, expected } = finding;
        if (!isAsExpected(finding)) fail(`${item.id}: ${what} is ${found}, not ${JSON.stringify(expected)}`);
      }
      for (const failure of await repairFailures(lesson, step, item)) fail(`${item.id} ${failure}`);
      for (const failure of await scenarioTaskFailures(item)) fail(`${item.id} ${failure}`);
      for (const error of errors) fail(`${item.id} ends with ${error}`);
      if (oracle === null || item.type !== 'demo' || !item.portable) continue;
      await oracle.startOver();
      for (const action of at(index)) await oracle.do(action);
      for (const { printed, ...action } of item.actions) {
        const found = await oracle.do(action as Action);
        if (found.join('\n') !== printed.join('\n'))
          fail(`${item.id} prints ${found.join(' ')} on redis-server`);
      }
    }
  }
  return failures;
}

async function itemFailures(item: LessonItem, start: () => Promise<LessonBench>): Promise<string[]> {
  const failures: string[] = [];
  if (item.type === 'demo') {
    const bench = await start();
    for (const { printed, ...action } of item.actions) {
      const found = await bench.do(action as Action);
      if (found.join('\n') !== printed.join('\n')) failures.push(`prints ${found.join(' ')}`);
    }
  }
  if (item.type === 'predict') {
    const bench = await start();
    await bench.do(item.action);
    const observed = await bench.observe(item.observe);
    if (confirmedAnswer(item, observed) !== item.answer) failures.push(`observes ${observed}`);
  }
  if (item.type === 'task') {
    const ways = [
      ...[item.solution, ...item.otherWays].map((way) => ({ way, passes: true })),
      ...item.nearMisses.map(({ way }) => ({ way, passes: false })),
    ];
    for (const [nth, { way, passes }] of ways.entries()) {
      const bench = await start();
      await bench.setGoal(item.checks);
      await bench.doAll(way);
      if (bench.goalPassed !== passes) failures.push(`way ${nth + 1} ${passes ? 'does not pass' : 'passes'}`);
    }
    if (item.goal !== undefined) {
      const bench = await start();
      await bench.setGoal(item.checks);
      await bench.doAll(item.goal);
      if (!bench.goalPassed) failures.push('shows a goal that does not pass');
    }
  }
  return failures;
}

export function reportOf(
  lesson: Lesson,
  language: ReportLanguage,
  failures: readonly string[],
): LessonReport {
  const steps = lesson.content;
  const blocks = steps.flatMap(({ prose }) => prose[language]);
  const items = steps.flatMap((step) => step.items);
  const tasks = items.filter((item) => item.type === 'task');
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const isHandsOn = ({ items }: LessonStep) =>
    items.some(
      ({ type }) =>
        type === 'task' || type === 'players' || type === 'dial' || type === 'repair' || type === 'scenario',
    );
  const text = wholeText(steps, language);
  return {
    lesson: lesson.id,
    language,
    blocks: blocks.length,
    demos: items.filter(({ type }) => type === 'demo').length,
    portable: items.filter((item) => item.type === 'demo' && item.portable).length,
    predictions: items.filter(({ type }) => type === 'predict').length,
    tasks: tasks.length,
    goals: tasks.filter(({ goal }) => goal !== undefined).length,
    rightWays: sum(tasks.map(({ otherWays }) => otherWays.length + 1)),
    nearMisses: sum(tasks.map(({ nearMisses }) => nearMisses.length)),
    dials: items.filter(({ type }) => type === 'dial').length,
    comparisons: items.filter(({ type }) => type === 'compare').length,
    programs: items.filter(({ type }) => type === 'code').length,
    orders: items.filter(({ type }) => type === 'order').length,
    matches: items.filter(({ type }) => type === 'match').length,
    repairs: items.filter(({ type }) => type === 'repair').length,
    scenarios: items.filter(({ type }) => type === 'scenario').length,
    cases: sum(items.map((item) => (item.type === 'repair' ? item.cases.length : 0))),
    proofs: sum(items.map(proofsOf)),
    claims: blocks.filter(({ type }) => type === 'claim').length,
    facts: sum(steps.map(({ facts }) => facts.length)),
    interviews: lesson.interviews.length,
    words: countWords(text, language),
    characters: text.replace(/\s/g, '').length,
    steps: steps.length,
    handsOnSteps: steps.filter(isHandsOn).length,
    longestRunOfPredictions: longestRun(items.filter(({ type }) => type !== 'players')),
    failures,
  };
}

function proofsOf(item: LessonItem): number {
  const proved = item.type === 'order' ? item.stages : item.type === 'match' ? item.pairs : [];
  return proved.filter(({ proof }) => proof !== null).length;
}

function wholeText(steps: readonly LessonStep[], language: ReportLanguage): string {
  return steps
    .flatMap(({ prose, heading, items }) => [
      heading[language],
      textOf(prose[language]),
      ...items.map((item) => {
        if (item.type === 'predict') {
          const options = item.options.map(({ text }) => plainText(text[language]));
          return [textOf(item.question[language]), ...options, textOf(item.explanation[language])].join('\n');
        }
        if (item.type === 'task') {
          return [plainText(item.title[language]), ...item.hints[language].map(plainText)].join('\n');
        }
        if (item.type === 'dial') {
          const inlines = [item.label, item.plotted, ...item.curves.map(({ name }) => name)];
          return [
            ...inlines.map((words) => plainText(words[language])),
            textOf(item.explanation[language]),
          ].join('\n');
        }
        if (item.type === 'compare' || item.type === 'scenario') {
          return `${textOf(item.question[language])}\n${textOf(item.explanation[language])}`;
        }
        if (item.type === 'repair') {
          const names = item.cases.map(({ name }) => plainText(name[language]));
          const hints = item.hints[language].map(plainText);
          return [
            plainText(item.title[language]),
            textOf(item.detail[language]),
            ...names,
            ...hints,
            textOf(item.explanation[language]),
          ].join('\n');
        }
        if (item.type === 'order' || item.type === 'match') {
          const inlines =
            item.type === 'order'
              ? item.stages.map(({ text }) => text)
              : item.pairs.flatMap(({ left, right }) => [left, right]);
          return [
            textOf(item.question[language]),
            ...inlines.map((words) => plainText(words[language])),
            textOf(item.explanation[language]),
          ].join('\n');
        }
        return '';
      }),
    ])
    .join('\n');
}

function countWords(text: string, language: ReportLanguage): number {
  const pattern = language === 'en' ? /[\p{L}\p{N}][^\s]*/gu : /\p{Script=Han}/gu;
  return (text.match(pattern) ?? []).length;
}

function longestRun(items: readonly LessonItem[]): number {
  let longest = 0;
  let run = 0;
  for (const { type } of items) {
    run = type === 'predict' ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
