/** The table of what the course covers, from the lessons themselves and content/common-claims.yaml. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { CommonClaim, Curriculum } from '../protocol/curriculum.ts';
import type { CourseIndex, Lesson } from '../protocol/lesson.ts';
import type { Block } from '../protocol/prose.ts';
import { DataFile } from './data-file.ts';
import { type Outline, type Problem, Source } from './problem.ts';

export const commonClaimsPath = 'content/common-claims.yaml';

const schema = z.array(
  z.strictObject({
    zh: z.string().min(1),
    en: z.string().min(1),
    /** `lesson#claim`, `lesson#step`, or a lesson that is only planned. */
    at: z.string().min(1),
  }),
);

export function readCommonClaims(
  root: string,
  lessons: readonly Lesson[],
  outline: Outline,
  problems: Problem[],
): CommonClaim[] {
  if (!existsSync(join(root, commonClaimsPath))) return [];
  const file = new DataFile(new Source(commonClaimsPath, readFileSync(join(root, commonClaimsPath), 'utf8')));
  const rows = file.source.problems.length > 0 ? null : file.check(schema, file.read());
  const claims = rows?.map(({ zh, en, at }, row): CommonClaim => {
    const [lessonId, place] = at.split('#');
    const lesson = lessons.find(({ id }) => id === lessonId);
    const found = lesson === undefined || place === undefined ? undefined : placeIn(lesson, place);
    if (found === undefined && !outline.planned.has(lessonId)) {
      file.problem([row, 'at'], `There is no claim or step "${at}": write lesson#claim or lesson#step.`);
    } else if (found === undefined && lesson !== undefined) {
      file.problem([row, 'at'], `The lesson "${lessonId}" is written: name its claim or step.`);
    }
    return { said: { zh, en }, lesson: lessonId, step: found?.step ?? null, verdict: found?.verdict ?? null };
  });
  problems.push(...file.source.problems);
  return claims ?? [];
}

function placeIn(lesson: Lesson, place: string): Pick<CommonClaim, 'step' | 'verdict'> | undefined {
  for (const { id, prose } of lesson.content) {
    const claim = claimsIn(prose.zh).find((block) => block.id === place);
    if (claim !== undefined) return { step: id, verdict: claim.verdict };
  }
  const step = lesson.content.find(({ id }) => id === place);
  return step === undefined ? undefined : { step: step.id, verdict: null };
}

function claimsIn(blocks: readonly Block[]): (Block & { type: 'claim' })[] {
  return blocks.filter((block) => block.type === 'claim');
}

export function curriculumOf(course: {
  readonly index: CourseIndex;
  readonly lessons: readonly Lesson[];
  readonly commonClaims: readonly CommonClaim[];
}): Curriculum {
  const { index, lessons, commonClaims } = course;
  return {
    parts: index.parts.map((part) => ({
      title: part.title,
      lessons: [
        ...part.lessons.map(({ id, title }, at) => ({ id, title, at, steps: stepsOf(lessons, id) })),
        // Behind the lessons that come before it.
        ...part.planned.map(({ id, title, after }) => ({ id, title, at: after - 0.5, steps: [] })),
      ]
        .sort((a, b) => a.at - b.at)
        .map(({ at: _at, ...lesson }) => lesson),
    })),
    claims: commonClaims,
  };
}

function stepsOf(lessons: readonly Lesson[], id: string) {
  return (
    lessons
      .find((lesson) => lesson.id === id)
      ?.content.map(({ id: step, heading }) => ({ id: step, heading })) ?? []
  );
}
