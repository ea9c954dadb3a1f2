import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCourse } from './course.ts';
import { commonClaimsPath, curriculumOf, readCommonClaims } from './curriculum.ts';
import type { Outline, Problem } from './problem.ts';

const course = readCourse('.');
const written = new Map(course.lessons.map(({ id, content }) => [id, content.map((step) => step.id)]));
const outline: Outline = { written, planned: new Set([...written.keys(), 'not-yet']) };

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rediscope-claims-'));
  mkdirSync(join(root, 'content'));
});
afterEach(() => rmSync(root, { recursive: true }));

function read(...places: string[]) {
  const rows = places.map((at) => `- zh: 说法\n  en: A claim.\n  at: ${at}\n`);
  writeFileSync(join(root, commonClaimsPath), rows.join(''));
  const problems: Problem[] = [];
  return { claims: readCommonClaims(root, course.lessons, outline, problems), problems };
}

describe('a row of the common claims', () => {
  it('leads to the step of a claim block, with its verdict', () => {
    expect(read('lists#first-added').claims).toEqual([
      { said: { zh: '说法', en: 'A claim.' }, lesson: 'lists', step: 'ends', verdict: 'false' },
    ]);
  });

  it('leads to a step, without a verdict', () => {
    expect(read('lists#waiting').claims).toMatchObject([{ lesson: 'lists', step: 'waiting', verdict: null }]);
  });

  it('has no step while its lesson is only planned', () => {
    const { claims, problems } = read('not-yet');
    expect(claims).toMatchObject([{ lesson: 'not-yet', step: null, verdict: null }]);
    expect(problems).toEqual([]);
  });

  it.each([
    ['an unknown lesson', 'nowhere#ends', 'no claim or step "nowhere#ends"'],
    ['an unknown place', 'lists#nowhere', 'The lesson "lists" is written'],
    ['a written lesson without a place', 'lists', 'The lesson "lists" is written'],
  ])('is refused with file and line for %s', (_what, at, message) => {
    expect(read('lists#ends', at).problems).toEqual([
      { path: commonClaimsPath, line: 6, column: 7, message: expect.stringContaining(message) },
    ]);
  });
});

describe('the common claims of the course', () => {
  const { claims } = curriculumOf(course);

  it('lead to a step that is there, and to no step of a lesson that is not written', () => {
    expect(claims.length).toBeGreaterThan(0);
    for (const { said, lesson, step } of claims) {
      if (written.has(lesson)) expect(written.get(lesson), said.en).toContain(step);
      else expect(step, said.en).toBeNull();
    }
  });

  it('are each there once', () => {
    for (const language of ['zh', 'en'] as const) {
      expect(new Set(claims.map(({ said }) => said[language])).size).toBe(claims.length);
    }
  });
});
