/** The lessons as a source of drills: their predictions and tasks, met again. */
import { type CourseIndex, exerciseIds, exerciseOf, type Lesson } from '../../protocol/lesson.ts';
import type { DrillSource } from './drill.ts';

export function lessonDrills(
  { parts }: CourseIndex,
  loadLesson: (id: string) => Promise<Lesson | null>,
): DrillSource {
  const name = 'lessons';
  return {
    name,
    ids: (isChosen) =>
      parts
        .flatMap((part) => part.lessons)
        .filter(({ id }) => isChosen(id))
        .flatMap(exerciseIds),
    async find(id) {
      const lesson = await loadLesson(id.split('/')[0]);
      const exercise = lesson === null ? null : exerciseOf(lesson, id);
      if (exercise === null) return null;
      const { place } = exercise;
      return { id, source: name, heading: place.heading, exercise, taughtAt: place };
    },
  };
}
