import { expect, it } from 'vitest';
import type { PartEntry } from '../../protocol/lesson.ts';
import { numberOf, placesOf, stretchesOf } from './course-order.ts';

const title = { zh: '', en: '' };
const lesson = (id: string) => ({
  id,
  part: 'p',
  title,
  lead: title,
  prerequisites: [],
  steps: [],
  minutes: 1,
  drills: [],
});
const planned = (id: string, after: number) => ({ id, title, after });
const part: PartEntry = {
  id: 'p',
  title,
  lessons: [lesson('b'), lesson('e')],
  planned: [planned('a', 0), planned('c', 1), planned('d', 1), planned('f', 2)],
};

it('a planned lesson stands in its place', () => {
  const names = placesOf(part).map((place) =>
    'lesson' in place ? place.lesson.id : `(${place.planned.id})`,
  );
  expect(names).toEqual(['(a)', 'b', '(c)', '(d)', 'e', '(f)']);
  expect(placesOf(part).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
});

it('neighbouring planned lessons are merged', () => {
  const names = stretchesOf(part).map((stretch) =>
    'lesson' in stretch ? stretch.number : stretch.planned.map(({ number }) => number),
  );
  expect(names).toEqual([[1], 2, [3, 4], 5, [6]]);
});

it('a part without written lessons is all plan', () => {
  expect(stretchesOf({ ...part, lessons: [], planned: [planned('a', 0), planned('b', 0)] })).toHaveLength(1);
});

it('a lesson has the same number everywhere, of as many as the part will have', () => {
  expect(numberOf(part, 'b')).toEqual({ number: 2, count: 6 });
  expect(numberOf(part, 'e')).toEqual({ number: 5, count: 6 });
});
