/** A step of a lesson done as written, once, with everything that the tests of its items want to know. */
import type { Action } from '../protocol/actions.ts';
import type { CheckResult } from '../protocol/checks.ts';
import { goalOf, readGoal, type Task } from '../protocol/exercise.ts';
import { actionsOf, type Lesson, type LessonItem, type LessonStep } from '../protocol/lesson.ts';
import { plainText } from '../protocol/prose.ts';
import { LessonBench } from './lesson-bench.ts';

export interface FollowedStep {
  /** What redis-cli prints for each of the given actions, line by line. */
  readonly given: readonly (readonly string[])[];
  /** By id. */
  readonly items: ReadonlyMap<string, FollowedItem>;
  /** What the facts observe, in their order. */
  readonly facts: readonly (string | number | null)[];
}

export interface FollowedItem {
  /** What redis-cli prints for each of its actions, line by line. */
  readonly printed: readonly (readonly string[])[];
  /** Of a prediction. */
  readonly observed: string | number | null;
  /** Of a task: how its goal stood before its solution and after it. */
  readonly before: TaskState | null;
  readonly after: TaskState | null;
}

/** How a task stands, judged as the page judges it. */
export interface TaskState {
  readonly passed: boolean;
  /** The sentence that a learner would read. */
  readonly said: string | null;
  /** For each near miss whether its state is there, whether the task has passed or not; one without checks is never. */
  readonly missed: readonly boolean[];
}

export async function followStep(lesson: Lesson, step: LessonStep): Promise<FollowedStep> {
  const bench = await LessonBench.after(lesson, step, []);
  const facts = new Map<number, string | number | null>();
  const items = new Map<string, FollowedItem>();
  const lookAtFacts = async (after: string | null) => {
    for (const [nth, fact] of step.facts.entries())
      if (fact.after === after) facts.set(nth, await bench.observe(fact.observe));
  };
  const given = await printedBy(bench, step.given);
  await lookAtFacts(null);
  for (const item of step.items) {
    items.set(item.id, await follow(bench, item));
    await lookAtFacts(item.id);
  }
  return { given, items, facts: step.facts.map((_, nth) => facts.get(nth) ?? null) };
}

async function follow(bench: LessonBench, item: LessonItem): Promise<FollowedItem> {
  const task = item.type === 'task' ? item : null;
  if (task !== null) await bench.setGoal(goalOf(task));
  const before = task === null ? null : taskState(task, bench.goalResults);
  const printed = await printedBy(bench, actionsOf(item));
  const after = task === null ? null : taskState(task, bench.goalResults);
  if (task !== null) await bench.setGoal([]);
  const observed = item.type === 'predict' ? await bench.observe(item.observe) : null;
  return { printed, observed, before, after };
}

async function printedBy(bench: LessonBench, actions: readonly Action[]): Promise<string[][]> {
  const printed: string[][] = [];
  for (const action of actions) printed.push(await bench.do(action));
  return printed;
}

/** How a task stands once a way was gone from where it begins. */
export async function stateAfter(bench: LessonBench, task: Task, way: readonly Action[]): Promise<TaskState> {
  await bench.setGoal(goalOf(task));
  await bench.doAll(way);
  return taskState(task, bench.goalResults);
}

function taskState(task: Task, results: readonly CheckResult[]): TaskState {
  const { passed, miss } = readGoal(task, results);
  let at = task.checks.length;
  const missed = task.nearMisses.map(({ when }) => {
    const ofThis = results.slice(at, at + when.length);
    at += when.length;
    return when.length > 0 && ofThis.every((result) => result.passed);
  });
  return { passed, said: miss?.say == null ? null : plainText(miss.say.en), missed };
}
