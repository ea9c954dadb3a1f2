import { expect, it } from 'vitest';
import { sharedCourse } from '../testing/shared-course.ts';
import { minutesOf } from './reading-time.ts';

const paragraph = (text: string) => [
  { type: 'paragraph' as const, children: [{ type: 'text' as const, text }] },
];

it('reads English by words and Chinese by characters', () => {
  const prose = { en: paragraph('word '.repeat(2000)), zh: paragraph('字'.repeat(4500)) };
  expect(minutesOf([{ prose, items: [] }])).toBe(10);
});

it('adds time for what is to be done', () => {
  const prose = { en: paragraph('word '.repeat(200)), zh: paragraph('字'.repeat(450)) };
  const task = { type: 'task' } as Parameters<typeof minutesOf>[0][number]['items'][number];
  expect(minutesOf([{ prose, items: [task, task] }])).toBe(4);
});

it('gives every lesson of the course a sensible time', () => {
  for (const { minutes } of sharedCourse().lessons) {
    expect(minutes).toBeGreaterThanOrEqual(4);
    expect(minutes).toBeLessThanOrEqual(30);
  }
});
