/** What the course covers: every lesson with its steps, and the common claims with the place where each is run. */
import type { ClaimVerdict, InBothLanguages } from './prose.ts';

export interface Curriculum {
  readonly parts: readonly CurriculumPart[];
  readonly claims: readonly CommonClaim[];
}

export interface CurriculumPart {
  readonly title: InBothLanguages<string>;
  readonly lessons: readonly CurriculumLesson[];
}

export interface CurriculumLesson {
  readonly id: string;
  readonly title: InBothLanguages<string>;
  /** Empty while the lesson is only planned. */
  readonly steps: readonly { readonly id: string; readonly heading: InBothLanguages<string> }[];
}

/** Something that is often said of Redis and does not hold, or not quite. */
export interface CommonClaim {
  readonly said: InBothLanguages<string>;
  readonly lesson: string;
  /** Where it is run; null while the lesson is only planned. */
  readonly step: string | null;
  /** Of the claim block that asks about it; null where a demonstration or a task shows it. */
  readonly verdict: ClaimVerdict | null;
}
