/**
 * A drill: an exercise with an identity, a source and a schedule. The schedule is kept in the browser under the id
 * (`records.ts`), so the id of a drill never changes.
 */
import type { Exercise } from '../../protocol/exercise.ts';
import type { LessonPlace } from '../../protocol/lesson.ts';
import type { InBothLanguages } from '../../protocol/prose.ts';

export interface Drill {
  readonly id: string;
  /** The name of its source. */
  readonly source: string;
  readonly heading: InBothLanguages<string>;
  readonly exercise: Exercise;
  /** Where it is explained, for a reader who wants to look it up; null when no lesson does. */
  readonly taughtAt: LessonPlace | null;
}

/** One place that drills come from; `sources.ts` lists all of them. */
export interface DrillSource {
  /**
   * Begins the ids of its drills, as in 'name:id', so that no two sources have the same. Only the ids of lessons have
   * no name in front.
   */
  readonly name: string;
  /** The ids of all drills about these lessons, in the order in which a reader meets them. */
  ids(isChosen: (lessonId: string) => boolean): readonly string[];
  /** Null when it has no drill of this id, perhaps no longer. */
  find(id: string): Promise<Drill | null>;
}
