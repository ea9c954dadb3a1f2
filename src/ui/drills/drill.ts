/**
 * A drill: a server brought to a certain state, and one thing to answer or to do. Where it comes from does not
 * matter to whoever asks it; now it is the lessons, whose predictions and tasks can be met again.
 */
import type { Prediction, Task } from '../../protocol/exercise.ts';
import { actionsOf, type Lesson, type LessonStep } from '../../protocol/lesson.ts';
import type { InBothLanguages } from '../../protocol/prose.ts';

export interface Drill {
  readonly id: string;
  /** A lesson of one step that holds the question alone: what asks lessons can ask it. */
  readonly lesson: Lesson;
  readonly item: Prediction | Task;
  /** Where it is told, for a reader who wants to look it up. */
  readonly told: {
    readonly lessonId: string;
    readonly stepId: string;
    readonly title: InBothLanguages<string>;
  };
}

/** One place that drills come from. */
export interface DrillSource {
  /** Null when it has no drill of this id, perhaps no longer. */
  load(id: string): Promise<Drill | null>;
}

export function lessonDrills(loadLesson: (id: string) => Promise<Lesson | null>): DrillSource {
  return {
    async load(id) {
      const [lessonId, stepId, itemId] = id.split('/');
      const lesson = await loadLesson(lessonId);
      return lesson === null ? null : drillOf(lesson, stepId, itemId);
    },
  };
}

/** The step as the lesson would have brought it to this item, were everything before it done as written. */
export function drillOf(lesson: Lesson, stepId: string, itemId: string): Drill | null {
  const step = lesson.content.find(({ id }) => id === stepId);
  const item = step?.items.find(({ id }) => id === itemId);
  if (step === undefined || (item?.type !== 'predict' && item?.type !== 'task')) return null;
  const before = step.items.slice(0, step.items.indexOf(item));
  const asked: LessonStep = {
    ...step,
    given: [...step.given, ...before.flatMap(actionsOf)],
    // Scripted clients are part of what a task is done with.
    items: item.type === 'task' ? [...step.items.filter(({ type }) => type === 'players'), item] : [item],
  };
  return {
    id: `${lesson.id}/${stepId}/${itemId}`,
    // Another id, so that nothing done here is taken for progress through the lesson.
    lesson: { ...lesson, id: `drill/${lesson.id}`, content: [asked] },
    item,
    told: { lessonId: lesson.id, stepId, title: lesson.title },
  };
}

/** The options in another order, so that nobody learns the place of an answer instead of the answer. */
export function withOptionsTurned(drill: Drill, by: number): Drill {
  const { item } = drill;
  if (item.type !== 'predict') return drill;
  const { options } = item;
  const first = by % options.length;
  return { ...drill, item: { ...item, options: [...options.slice(first), ...options.slice(0, first)] } };
}
