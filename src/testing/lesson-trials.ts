/** Runs the trials of a lesson as the page does, and says what is not as expected. */
import type { Action } from '../protocol/actions.ts';
import { type Comparison, comparedTrial } from '../protocol/comparison.ts';
import { type Bounds, type Dial, holds, trialOf } from '../protocol/dial.ts';
import { type Lesson, type LessonItem, type LessonStep, startOfStep } from '../protocol/lesson.ts';
import type { Matching } from '../protocol/match.ts';
import type { Ordering } from '../protocol/order.ts';
import { proofTrial } from '../protocol/proof.ts';
import { caseTrial, judgeCase } from '../protocol/repair.ts';
import type { Trial } from '../protocol/trial.ts';
import { LessonBench } from './lesson-bench.ts';

export interface TrialFinding {
  /** Such as "at-once at 1024". */
  readonly what: string;
  readonly found: string | number | null;
  readonly expected: Bounds;
}

export interface TrialReport {
  /** One for everything that the item expects. */
  readonly findings: readonly TrialFinding[];
  /** Errors of the server that ended a run of a dial or a comparison, also where nothing is expected. */
  readonly errors: readonly string[];
}

/** Runs every trial of an item once. Other kinds of items have none. */
export async function trialReport(lesson: Lesson, step: LessonStep, item: LessonItem): Promise<TrialReport> {
  const { server } = startOfStep(lesson, step);
  if (item.type === 'dial') return dialReport(server, item);
  if (item.type === 'compare') return comparisonReport(server, item);
  if (item.type !== 'order' && item.type !== 'match') return { findings: [], errors: [] };
  return { findings: await proofFindings(server, item), errors: [] };
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

/** The stops of which something is expected, and the first and the last of every curve. */
async function dialReport(start: Start, dial: Dial): Promise<TrialReport> {
  const findings: TrialFinding[] = [];
  const errors: string[] = [];
  for (const curve of dial.curves) {
    const wanted = dial.expect.filter((expected) => expected.curve === curve.id);
    for (const [stop, at] of dial.stops.entries()) {
      const expectedHere = wanted.filter((expected) => expected.at === at);
      if (expectedHere.length === 0 && stop > 0 && stop < dial.stops.length - 1) continue;
      const { values, error } = await ranTrial(trialOf(start, curve, stop));
      errors.push(...error);
      for (const { curve: id, at, ...expected } of expectedHere)
        findings.push({ what: `${id} at ${at}`, found: values[0], expected });
    }
  }
  return { findings, errors };
}

async function comparisonReport(start: Start, comparison: Comparison): Promise<TrialReport> {
  const findings: TrialFinding[] = [];
  const errors: string[] = [];
  for (const run of comparison.runs) {
    const { values, error } = await ranTrial(comparedTrial(start, comparison, run));
    errors.push(...error);
    for (const { run: id, observe, ...expected } of comparison.expect) {
      const nth = comparison.observe.findIndex(({ path }) => path === observe);
      if (id === run.id) findings.push({ what: `${observe} of ${id}`, found: values[nth], expected });
    }
  }
  return { findings, errors };
}

/** What a trial observes, and with what error it ended, if it did. */
async function ranTrial(
  trial: Trial,
): Promise<{ values: readonly (string | number | null)[]; error: readonly string[] }> {
  const values = await LessonBench.trial({ ...trial, observe: [...trial.observe, 'last.reply'] });
  const reply = String(values[trial.observe.length]);
  return { values, error: reply.includes('(error)') ? [reply] : [] };
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
