import { describe, expect, it } from 'vitest';
import type { LessonStep } from '../../protocol/lesson.ts';
import { sharedCourse } from '../../testing/shared-course.ts';
import { isItemDone, leadingTo, missingItems, textUpTo } from './step-items.ts';

const { lessons } = sharedCourse();

function stepOf(lesson: string, step: string): LessonStep {
  return lessons.find(({ id }) => id === lesson)!.content.find(({ id }) => id === step)!;
}

const oneKey = stepOf('lock-evolution', 'one-key');
const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

describe('what is missing', () => {
  it('is everything but the scripted clients at first', () => {
    expect(idsOf(missingItems(oneKey, undefined))).toEqual(['taking-turns', 'never-released', 'how-long']);
  });

  it('gets less with what is done, and a solution that was shown is not', () => {
    const kept = { done: false, tasks: { 'never-released': 'shown' }, seen: ['how-long'] } as const;
    expect(idsOf(missingItems(oneKey, kept))).toEqual(['taking-turns', 'never-released']);
  });

  it('is nothing in a step that was done before each item was noted', () => {
    expect(missingItems(oneKey, { done: true, tasks: {} })).toEqual([]);
  });
});

describe('what leads to an item', () => {
  it('is everything before it, without the scripted clients', () => {
    expect(idsOf(leadingTo(oneKey, 'how-long', () => false))).toEqual(['taking-turns', 'never-released']);
  });

  it('is nothing that comes before the last thing done', () => {
    expect(leadingTo(oneKey, 'how-long', ({ id }) => id === 'never-released')).toEqual([]);
  });
});

describe('the text', () => {
  const step = stepOf('global-dict-and-rehash', 'one-bucket');
  const lastItemOf = (settled: readonly string[]) => {
    const { blocks, until } = textUpTo(step, step.prose.zh, ({ id }) => settled.includes(id));
    const last = blocks.at(-1)!;
    return [last.type === 'item' ? last.id : last.type, until?.id ?? null];
  };

  it('goes up to the first open question', () => {
    expect(lastItemOf([])).toEqual(['start', 'start']);
    expect(lastItemOf(['start'])).toEqual(['a-read', 'a-read']);
    expect(lastItemOf(['start', 'a-read'])).toEqual(['finish', 'finish']);
    expect(lastItemOf(['start', 'a-read', 'finish'])).toEqual(['claim', null]);
  });

  it('is whole when only the last block is open', () => {
    const worst = stepOf('global-dict-and-rehash', 'thousand');
    const question = worst.prose.en.findIndex((block) => block.type === 'item');
    const blocks = worst.prose.en.slice(0, question + 1);
    expect(textUpTo(worst, blocks, () => false)).toEqual({ blocks, until: null });
  });

  it('of every step in both languages hides the same items', () => {
    for (const { content } of lessons)
      for (const each of content) {
        const [zh, en] = (['zh', 'en'] as const).map((language) =>
          textUpTo(each, each.prose[language], () => false),
        );
        const items = ({ blocks }: typeof zh) =>
          blocks.flatMap((block) => (block.type === 'item' ? block.id : []));
        expect(items(en)).toEqual(items(zh));
      }
  });
});

it('an item of any kind is done in a step that is done', () => {
  for (const item of oneKey.items) expect(isItemDone(item, { done: true, tasks: {} })).toBe(true);
});
