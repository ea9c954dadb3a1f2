/** A part as it will be one day: its written lessons among the planned ones. */
import type { LessonEntry, PartEntry, PlannedLesson } from '../../protocol/lesson.ts';

export type Place =
  | { readonly number: number; readonly lesson: LessonEntry }
  | { readonly number: number; readonly planned: PlannedLesson };

export function placesOf({ lessons, planned }: PartEntry): Place[] {
  const places: Place[] = [];
  const plannedAfter = (count: number) => {
    for (const one of planned)
      if (one.after === count) places.push({ number: places.length + 1, planned: one });
  };
  plannedAfter(0);
  lessons.forEach((lesson, index) => {
    places.push({ number: places.length + 1, lesson });
    plannedAfter(index + 1);
  });
  return places;
}

/** Where a lesson stands in its part, counted with the lessons that are not written yet. */
export function numberOf(
  part: PartEntry,
  lessonId: string,
): { readonly number: number; readonly count: number } {
  const places = placesOf(part);
  const place = places.find((other) => 'lesson' in other && other.lesson.id === lessonId);
  return { number: place?.number ?? 1, count: places.length };
}

export type Stretch =
  | { readonly lesson: LessonEntry; readonly number: number }
  | { readonly planned: readonly (PlannedLesson & { readonly number: number })[] };

/** The same with neighbouring planned lessons merged. */
export function stretchesOf(part: PartEntry): Stretch[] {
  const stretches: Stretch[] = [];
  for (const place of placesOf(part)) {
    if ('lesson' in place) {
      stretches.push(place);
      continue;
    }
    const one = { ...place.planned, number: place.number };
    const last = stretches.at(-1);
    if (last !== undefined && 'planned' in last)
      stretches[stretches.length - 1] = { planned: [...last.planned, one] };
    else stretches.push({ planned: [one] });
  }
  return stretches;
}
