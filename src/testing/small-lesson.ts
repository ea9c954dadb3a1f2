/** A lesson of a few lines in its three files, for tests of the compiler, and what is wrong once a line was changed. */
import { compileLesson } from '../content/compile-lesson.ts';
import { BrokenContentError, formatProblem } from '../content/problem.ts';
import type { Lesson } from '../protocol/lesson.ts';

export interface LessonTexts {
  readonly data: string;
  readonly zh: string;
  readonly en: string;
}

export class SmallLesson {
  readonly texts: LessonTexts;

  constructor(texts: LessonTexts) {
    this.texts = texts;
  }

  compile(change: Partial<LessonTexts> = {}): Lesson {
    return compileLesson({
      folder: 'lessons/small',
      part: 'try',
      outline: { written: new Map(), planned: new Set() },
      ...this.texts,
      ...change,
    });
  }

  problemsOf(change: Partial<LessonTexts>): string[] {
    try {
      this.compile(change);
    } catch (error) {
      if (error instanceof BrokenContentError) return error.problems.map(formatProblem);
      throw error;
    }
    return [];
  }
}

/** The text with a part changed that must be in it. */
export function altered(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`not in the text: ${from}`);
  return text.replace(from, to);
}
