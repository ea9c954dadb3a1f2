/**
 * A lesson as the page receives it: plain data, compiled from content/lessons at build time. Actions appear once; texts
 * appear in both languages.
 */
import type { Action } from './actions.ts';
import type { ClientCode } from './client-code.ts';
import type { Comparison } from './comparison.ts';
import type { Dial } from './dial.ts';
import {
  type Exercise,
  isQuestion,
  type Prediction,
  type Question,
  type Situation,
  type StagePanel,
  type Task,
} from './exercise.ts';
import type { Matching } from './match.ts';
import type { Ordering } from './order.ts';
import type { Players } from './players.ts';
import type { Block, InBothLanguages, Inline, InterviewWords } from './prose.ts';
import type { Repair } from './repair.ts';
import type { ScenarioTask } from './scenario-task.ts';
import type { Generation } from './session.ts';

/** The course as its table of contents knows it. */
export interface CourseIndex {
  readonly parts: readonly PartEntry[];
}

export interface PartEntry {
  readonly id: string;
  readonly title: InBothLanguages<string>;
  /** In the recommended order. */
  readonly lessons: readonly LessonEntry[];
  /** Lessons planned for this part, also in order. */
  readonly planned: readonly PlannedLesson[];
}

/** A lesson that is not written yet. */
export interface PlannedLesson {
  readonly id: string;
  readonly title: InBothLanguages<string>;
  /** How many existing lessons come before it. */
  readonly after: number;
}

export interface LessonEntry {
  readonly id: string;
  readonly part: string;
  readonly title: InBothLanguages<string>;
  /** Ids of lessons that this one builds on. */
  readonly prerequisites: readonly string[];
  readonly steps: readonly string[];
  /** An estimate. */
  readonly minutes: number;
  /** Its exercises, which can be practised later, as 'step/item'. */
  readonly drills: readonly string[];
}

export interface Lesson extends LessonEntry {
  /** One sentence: what the reader will have seen. */
  readonly lead: InBothLanguages<string>;
  readonly generation: Generation;
  readonly seed: number;
  readonly clock: { readonly startMs: number; readonly running: boolean };
  readonly config: Readonly<Record<string, string>>;
  readonly content: readonly LessonStep[];
  /** What to remember of it, a line each; empty until it is written. */
  readonly summary: InBothLanguages<readonly (readonly Inline[])[]>;
  readonly interviews: readonly InterviewQuestion[];
}

/** A question as it is asked in an interview, and how to answer it. */
export interface InterviewQuestion {
  /** Unique in its lesson. */
  readonly id: string;
  /** The step of the lesson that proves the answer. */
  readonly step: string;
  readonly words: InBothLanguages<InterviewWords>;
}

export interface LessonStep {
  readonly id: string;
  readonly heading: InBothLanguages<string>;
  /** The lesson's, unless the step is about the other one. */
  readonly generation: Generation;
  /** The lesson's, unless the step needs others. The first is the large one. */
  readonly panels: readonly StagePanel[];
  /** Everything that is done to a fresh server before the step begins. */
  readonly given: readonly Action[];
  readonly items: readonly LessonItem[];
  /** Statements of the prose about the engine, which the tests check. */
  readonly facts: readonly Fact[];
  readonly prose: InBothLanguages<readonly Block[]>;
}

/** An observation the prose relies on, after an item (or at the step's beginning, when null). */
export interface Fact {
  readonly after: string | null;
  readonly observe: string;
  readonly is: string | number;
}

/** An action of a demonstration, with the lines redis-cli prints for it. */
export type ShownAction = Action & { readonly printed: readonly string[] };

export type LessonItem = Demonstration | Question | Players | Aside;

/** Items that leave the step's server alone: they run on servers of their own, or not at all. */
export type Aside = Dial | Comparison | ClientCode | Puzzle;

/** Items that the page judges by itself; a step is done only when they are solved. */
export type Puzzle = Ordering | Matching | Repair | ScenarioTask;

const puzzleTypes: readonly Puzzle['type'][] = ['order', 'match', 'repair', 'scenario'];

export function isPuzzle(item: LessonItem): item is Puzzle {
  return puzzleTypes.some((type) => type === item.type);
}

/** What an item does to the server when the step is followed as written. */
export function actionsOf(
  item:
    | Pick<Demonstration, 'type' | 'actions'>
    | Pick<Prediction, 'type' | 'action'>
    | Pick<Task, 'type' | 'solution'>
    | Pick<Players | Aside, 'type'>,
): readonly Action[] {
  switch (item.type) {
    case 'demo':
      return item.actions.map(({ printed: _printed, ...action }) => action as Action);
    case 'predict':
      return [item.action];
    case 'task':
      return item.solution;
    case 'players':
    case 'dial':
    case 'compare':
    case 'code':
    case 'order':
    case 'match':
    case 'repair':
    case 'scenario':
      return [];
  }
}

export interface Demonstration {
  readonly type: 'demo';
  readonly id: string;
  readonly actions: readonly ShownAction[];
  /** A real redis-server prints the same. */
  readonly portable: boolean;
  /** What to look for; may be empty. */
  readonly caption: InBothLanguages<readonly Inline[]>;
}

/** An exercise with a place in a lesson. */
export interface LessonExercise extends Exercise {
  readonly place: LessonPlace;
}

export interface LessonPlace {
  readonly lessonId: string;
  readonly stepId: string;
  readonly itemId: string;
  /** Of the lesson. */
  readonly title: InBothLanguages<string>;
  /** Of the step. */
  readonly heading: InBothLanguages<string>;
}

/**
 * 'lesson/step/item', for each exercise in order. Browsers keep what they know of drills under these ids: another
 * spelling would lose it.
 */
export function exerciseIds({ id, drills }: Pick<LessonEntry, 'id' | 'drills'>): string[] {
  return drills.map((drill) => `${id}/${drill}`);
}

/** The exercise of an id; null when the lesson does not have it, perhaps no longer. */
export function exerciseOf(lesson: Lesson, id: string): LessonExercise | null {
  const [lessonId, stepId, itemId] = id.split('/');
  const step = lesson.content.find((other) => other.id === stepId);
  const question = step?.items.filter(isQuestion).find((item) => item.id === itemId);
  if (lessonId !== lesson.id || step === undefined || question === undefined) return null;
  return {
    start: startOfItem(lesson, step, question),
    question,
    place: { lessonId, stepId, itemId, title: lesson.title, heading: step.heading },
  };
}

export function questionsOf({ items }: LessonStep): readonly Question[] {
  return items.filter(isQuestion);
}

/** The lesson after this one, also in a later part; null after the last. */
export function nextLesson({ parts }: CourseIndex, id: string): LessonEntry | null {
  const lessons = parts.flatMap((part) => part.lessons);
  const at = lessons.findIndex((lesson) => lesson.id === id);
  return at < 0 ? null : (lessons[at + 1] ?? null);
}

/** The server that a step begins with. */
export function startOfStep(lesson: Lesson, step: LessonStep): Situation {
  const { seed, config, clock } = lesson;
  const { generation, panels, given, items } = step;
  return {
    server: { generation, seed, config, startMs: clock.startMs },
    given,
    clockRuns: clock.running,
    panels,
    players: items.filter((item) => item.type === 'players'),
  };
}

/** The server that a step, followed as written, has brought about when it comes to this question. */
function startOfItem(lesson: Lesson, step: LessonStep, question: Question): Situation {
  const start = startOfStep(lesson, step);
  const before = step.items.slice(0, step.items.indexOf(question));
  return {
    ...start,
    given: [...start.given, ...before.flatMap(actionsOf)],
    // Scripted clients are part of what a task is done with. A prediction runs its own action.
    players: question.type === 'task' ? start.players : [],
  };
}
