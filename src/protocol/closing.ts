/** How each lesson ends, collected over the course for the cheat sheets and the interview page. */
import type { InterviewQuestion, Lesson } from './lesson.ts';

export interface LessonClosing extends Pick<Lesson, 'id' | 'summary'> {
  readonly interviews: readonly InterviewQuestion[];
}

/** In the order of the course; only lessons that have a summary or a question. */
export function closingsOf(lessons: readonly Lesson[]): LessonClosing[] {
  return lessons
    .filter(({ summary, interviews }) => summary.zh.length > 0 || interviews.length > 0)
    .map(({ id, summary, interviews }) => ({ id, summary, interviews }));
}
