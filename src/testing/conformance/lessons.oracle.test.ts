/** Demonstrations that claim to be portable print the same on a real redis-server. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Action } from '../../protocol/actions.ts';
import { actionsOf } from '../../protocol/lesson.ts';
import { LessonOracle } from '../lesson-oracle.ts';
import { sharedCourse } from '../shared-course.ts';

const { lessons } = sharedCourse();

let oracle: LessonOracle;

beforeAll(async () => {
  oracle = await LessonOracle.start();
});
afterAll(() => oracle.stop());

const steps = lessons.flatMap((lesson) => lesson.content.map((step) => ({ lesson, step })));

describe('lessons on redis-server', () => {
  for (const { lesson, step } of steps) {
    step.items.forEach((item, index) => {
      if (item.type !== 'demo' || !item.portable) return;
      it(`${lesson.id}, ${step.id}: ${item.id} prints what it says`, async () => {
        await oracle.startOver();
        const earlier = [...step.given, ...step.items.slice(0, index).flatMap(actionsOf)];
        for (const action of earlier) await oracle.do(action);
        for (const { printed, ...action } of item.actions) {
          expect(await oracle.do(action as Action)).toEqual(printed);
        }
      });
    });
  }
});
