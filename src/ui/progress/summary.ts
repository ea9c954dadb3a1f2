/** The reader's progress, added up by lesson and by part. */
import { type CourseIndex, exerciseIds, type LessonEntry, type PartEntry } from '../../protocol/lesson.ts';
import type { Records } from '../drills/records.ts';
import { retentionOf } from '../drills/schedule.ts';
import { type Progress, progressOf, stepsDone } from '../lesson/progress.ts';

export interface Done {
  readonly stepsDone: number;
  readonly steps: number;
  /** Tasks solved without looking at the solution. */
  readonly tasksSolved: number;
  readonly drillsMet: number;
  readonly drills: number;
  /** How much of the seen drills is still remembered, 0 to 1; null if none was seen. */
  readonly retention: number | null;
}

export interface LessonSummary extends Done {
  readonly lesson: LessonEntry;
}

export interface PartSummary extends Done {
  readonly part: PartEntry;
  readonly lessons: readonly LessonSummary[];
  readonly lessonsFinished: number;
}

export function summaryOf(
  course: CourseIndex,
  progress: Progress,
  records: Records,
  nowMs: number,
): readonly PartSummary[] {
  return course.parts.map((part): PartSummary => {
    const lessons = part.lessons.map((lesson): LessonSummary => {
      const ids = exerciseIds(lesson);
      return {
        lesson,
        stepsDone: stepsDone(progress, lesson),
        steps: lesson.steps.length,
        tasksSolved: tasksSolved(progress, lesson),
        drillsMet: ids.filter((id) => records[id] !== undefined).length,
        drills: ids.length,
        retention: retentionIn(ids, records, nowMs),
      };
    });
    const sum = (of: (lesson: LessonSummary) => number) =>
      lessons.reduce((total, lesson) => total + of(lesson), 0);
    return {
      part,
      lessons,
      lessonsFinished: lessons.filter(({ stepsDone, steps }) => stepsDone === steps).length,
      stepsDone: sum((lesson) => lesson.stepsDone),
      steps: sum((lesson) => lesson.steps),
      tasksSolved: sum((lesson) => lesson.tasksSolved),
      drillsMet: sum((lesson) => lesson.drillsMet),
      drills: sum((lesson) => lesson.drills),
      retention: retentionIn(part.lessons.flatMap(exerciseIds), records, nowMs),
    };
  });
}

function retentionIn(ids: readonly string[], records: Records, nowMs: number): number | null {
  return retentionOf(
    ids.map((id) => records[id]),
    nowMs,
  );
}

function tasksSolved(progress: Progress, { id, steps }: LessonEntry): number {
  const kept = progressOf(progress, id).steps;
  return steps.flatMap((step) => Object.values(kept[step]?.tasks ?? {})).filter((state) => state === 'solved')
    .length;
}
