/** Runs the trials of a lesson as the page does, and says what is not as expected. */
import type { Action } from '../protocol/actions.ts';
import { type Comparison, comparedTrial } from '../protocol/comparison.ts';
import { type Bounds, type Dial, holds, trialOf } from '../protocol/dial.ts';
import { type Lesson, type LessonItem, type LessonStep, startOfStep } from '../protocol/lesson.ts';
import type { Matching } from '../protocol/match.ts';
import type { Ordering } from '../protocol/order.ts';
import { proofTrial } from '../protocol/proof.ts';
import { caseTrial, judgeCase } from '../protocol/repair.ts';
import { LessonBench } from './lesson-bench.ts';

export interface TrialFinding {
  /** Such as "at-once at 1024". */
  readonly what: string;
  readonly found: string | number | null;
  readonly expected: Bounds;
}

/** One for everything that the item expects. Other kinds of items expect nothing of a trial. */
export async function findingsOf(
  lesson: Lesson,
  step: LessonStep,
  item: LessonItem,
): Promise<TrialFinding[]> {
  const { server } = startOfStep(lesson, step);
  if (item.type === 'dial') return dialFindings(server, item);
  if (item.type === 'compare') return comparisonFindings(server, item);
  return item.type === 'order' || item.type === 'match' ? proofFindings(server, item) : [];
}

/** Stages share a server and follow each other; every pair has a server of its own. */
async function proofFindings(start: Start, item: Ordering | Matching): Promise<TrialFinding[]> {
  const findings: TrialFinding[] = [];
  const before: Action[] = [];
  for (const { id, proof } of item.type === 'order' ? item.stages : item.pairs) {
    if (proof === null) continue;
    const [found] = await LessonBench.trial(proofTrial(start, proof, before));
    findings.push({ what: `${proof.observe} of ${id}`, found, expected: { is: proof.is } });
    if (item.type === 'order') before.push(...proof.run);
  }
  return findings;
}

type Start = ReturnType<typeof startOfStep>['server'];

async function dialFindings(start: Start, dial: Dial): Promise<TrialFinding[]> {
  const findings: TrialFinding[] = [];
  for (const { curve: id, at, ...expected } of dial.expect) {
    const curve = dial.curves.find((other) => other.id === id)!;
    const [found] = await LessonBench.trial(trialOf(start, curve, dial.stops.indexOf(at)));
    findings.push({ what: `${id} at ${at}`, found, expected });
  }
  return findings;
}

async function comparisonFindings(start: Start, comparison: Comparison): Promise<TrialFinding[]> {
  const findings: TrialFinding[] = [];
  for (const run of comparison.runs) {
    const values = await LessonBench.trial(comparedTrial(start, comparison, run));
    for (const { run: id, observe, ...expected } of comparison.expect) {
      const nth = comparison.observe.findIndex(({ path }) => path === observe);
      if (id === run.id) findings.push({ what: `${observe} of ${id}`, found: values[nth], expected });
    }
  }
  return findings;
}

export function isAsExpected({ found, expected }: TrialFinding): boolean {
  return holds(expected, found);
}

/** Of a repair: the broken text fails, right ones pass, and near misses fail at their case. */
export async function repairFailures(lesson: Lesson, step: LessonStep, item: LessonItem): Promise<string[]> {
  if (item.type !== 'repair') return [];
  const { server } = startOfStep(lesson, step);
  const firstFailed = async (text: string): Promise<string | null> => {
    for (const one of item.cases) {
      const outcome = await LessonBench.trialOutcome(caseTrial(server, item, one, text));
      if (!judgeCase(one, outcome).passed) return one.id;
    }
    return null;
  };
  const failures: string[] = [];
  if ((await firstFailed(item.broken)) === null) failures.push('passes as it is, though it is broken');
  for (const [nth, way] of [item.solution, ...item.otherWays].entries()) {
    const failed = await firstFailed(way);
    if (failed !== null) failures.push(`way ${nth + 1} fails at ${failed}`);
  }
  for (const [nth, { way, fails }] of item.nearMisses.entries()) {
    const failed = await firstFailed(way);
    if (failed !== fails) failures.push(`near miss ${nth + 1} fails at ${failed}, not at ${fails}`);
  }
  return failures;
}

/** Every curve and run ends without an error of the server, also where nothing is expected. */
export async function trialErrors(lesson: Lesson, step: LessonStep, item: LessonItem): Promise<string[]> {
  const { server } = startOfStep(lesson, step);
  if (item.type !== 'dial' && item.type !== 'compare') return [];
  const trials =
    item.type === 'dial'
      ? item.curves.flatMap((curve) => [0, item.stops.length - 1].map((stop) => trialOf(server, curve, stop)))
      : item.runs.map((run) => comparedTrial(server, item, run));
  const errors: string[] = [];
  for (const trial of trials) {
    const [reply] = await LessonBench.trial({ ...trial, observe: ['last.reply'] });
    if (String(reply).includes('(error)')) errors.push(String(reply));
  }
  return errors;
}
