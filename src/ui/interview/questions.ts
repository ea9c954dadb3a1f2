/** All interview questions of the course, and which of them to ask next. */
import type { LessonClosing } from '../../protocol/closing.ts';
import type { CourseIndex, InterviewQuestion, LessonEntry } from '../../protocol/lesson.ts';

export interface AskedQuestion {
  /** 'lesson/question': browsers keep answers under it. */
  readonly key: string;
  readonly lesson: LessonEntry;
  readonly question: InterviewQuestion;
}

export interface QuestionGroup {
  readonly part: CourseIndex['parts'][number];
  readonly questions: readonly AskedQuestion[];
}

/** By part, in the order of the course; parts without a question are left out. */
export function questionGroups({ parts }: CourseIndex, closings: readonly LessonClosing[]): QuestionGroup[] {
  return parts
    .map((part) => ({
      part,
      questions: part.lessons.flatMap((lesson) =>
        (closings.find(({ id }) => id === lesson.id)?.interviews ?? []).map((question) => ({
          key: `${lesson.id}/${question.id}`,
          lesson,
          question,
        })),
      ),
    }))
    .filter(({ questions }) => questions.length > 0);
}

export const ratings = ['again', 'partly', 'well'] as const;
export type Rating = (typeof ratings)[number];

/** What the reader left at a question. */
export interface KeptAnswer {
  readonly text: string;
  /** The numbers of the ticked points. */
  readonly ticks: readonly number[];
  readonly rating: Rating | null;
  /** When the answer was last looked up; 0 before. */
  readonly askedAtMs: number;
}

export const noAnswer: KeptAnswer = { text: '', ticks: [], rating: null, askedAtMs: 0 };

export type KeptAnswers = Readonly<Record<string, KeptAnswer>>;

/** Questions never asked first, then the worst known, then those asked longest ago; never two of one lesson in a row. */
export function nextQuestion(
  all: readonly AskedQuestion[],
  kept: KeptAnswers,
  last: AskedQuestion | null,
): AskedQuestion | null {
  const others = all.filter(({ lesson }) => lesson.id !== last?.lesson.id);
  // In a course of one lesson the next best is another question of it.
  const open = others.length > 0 ? others : all.filter(({ key }) => key !== last?.key);
  const rank = ({ key }: AskedQuestion) => {
    const { rating, askedAtMs } = kept[key] ?? noAnswer;
    if (askedAtMs === 0) return 0;
    return rating === null ? 1 : 1 + ratings.indexOf(rating);
  };
  const asked = ({ key }: AskedQuestion) => (kept[key] ?? noAnswer).askedAtMs;
  return [...open].sort((a, b) => rank(a) - rank(b) || asked(a) - asked(b))[0] ?? last;
}

/** Reads what was kept; whatever does not fit is left out. */
export function readAnswers(text: string | null): KeptAnswers {
  let value: unknown = null;
  try {
    value = JSON.parse(text ?? 'null');
  } catch {
    // A damaged memory is an empty one.
  }
  if (typeof value !== 'object' || value === null) return {};
  const answers: Record<string, KeptAnswer> = {};
  for (const [key, one] of Object.entries(value)) {
    if (typeof one !== 'object' || one === null) continue;
    const { text: written, ticks, rating, askedAtMs } = one as Record<string, unknown>;
    answers[key] = {
      text: typeof written === 'string' ? written : '',
      ticks: Array.isArray(ticks) ? ticks.filter((tick) => Number.isInteger(tick)) : [],
      rating: ratings.find((known) => known === rating) ?? null,
      askedAtMs: typeof askedAtMs === 'number' ? askedAtMs : 0,
    };
  }
  return answers;
}
