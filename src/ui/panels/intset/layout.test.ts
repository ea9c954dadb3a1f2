import { describe, expect, it } from 'vitest';
import recorded from '../../gallery/recorded/intset.json';
import { problemsIn, scenesOf } from '../../gallery/scenes.ts';
import type { Recorded } from '../../gallery/story.ts';
import { accessibleIntset } from './describe.ts';
import { layoutIntset } from './layout.ts';
import { narrateIntset } from './narrate.ts';

const stories = recorded as unknown as Record<string, Recorded>;
const scenes = (id: string) => scenesOf<'intset'>(stories[id]);
const size = { width: 900, height: 400 };
const numbersOf = (boxes: ReturnType<typeof layoutIntset>['boxes']) =>
  boxes.filter(({ id }) => id.startsWith('number:'));

describe('the sheet of a set of integers', () => {
  it.each(Object.keys(stories))('has room for everything, narrow and wide: %s', (id) => {
    for (const scene of scenes(id)) {
      for (const width of [300, 390, 900, 1400]) {
        for (const language of ['en', 'zh'] as const) {
          expect(problemsIn(layoutIntset(scene, { ...size, width }, language)), `${width}`).toEqual([]);
        }
      }
    }
  });

  it('moves each number from its narrow place to its wide one, the last first, never over one that is narrow', () => {
    const widened = scenes('intset-upgrade').filter(({ step }) => step?.type === 'intset.widen');
    expect(widened).toHaveLength(5);
    for (const [nth, scene] of widened.entries()) {
      const boxes = numbersOf(layoutIntset(scene, size, 'en').boxes);
      expect(boxes.map(({ id }) => id)).toEqual([10, 20, 30, 40, 50].map((value) => `number:${value}`));
      const wide = boxes.slice(4 - nth);
      const narrow = boxes.slice(0, 4 - nth);
      expect(wide.every(({ width }) => width === 97)).toBe(true);
      expect(narrow.every(({ width }) => width === 47)).toBe(true);
      expect(boxes.filter(({ hot }) => hot).map(({ id }) => id)).toEqual([`number:${50 - 10 * nth}`]);
      for (let at = 1; at < boxes.length; at++) {
        const isInOneLine = boxes[at].y === boxes[at - 1].y;
        if (isInOneLine) expect(boxes[at].x).toBeGreaterThanOrEqual(boxes[at - 1].x + boxes[at - 1].width);
      }
    }
  });

  it('dims the part that a search has excluded', () => {
    const steps = scenes('intset-search').filter(({ step }) => step?.type === 'intset.search');
    const soft = steps.map(
      (scene) =>
        numbersOf(layoutIntset(scene, size, 'en').boxes).filter(({ tone }) => tone === 'soft').length,
    );
    expect(soft).toEqual([0, 6]);
    const labels = layoutIntset(steps[1], size, 'en').labels!;
    expect(labels.filter(({ id }) => id.startsWith('bound:')).map(({ text }) => text)).toEqual([
      'low',
      'high',
    ]);
  });

  it('keeps the old set in sight while it becomes a table', () => {
    const scene = scenes('intset-converted').find(({ step }) => step?.type === 'object.encoding')!;
    const { boxes } = layoutIntset(scene, size, 'en');
    expect(numbersOf(boxes).map(({ tone }) => tone)).toEqual(Array(6).fill('ghost'));
    expect(boxes.filter(({ id }) => id.startsWith('member:'))).toHaveLength(6);
  });
});

describe('the words of a set of integers', () => {
  it('have a sentence for every step in both languages', () => {
    for (const id of Object.keys(stories)) {
      for (const { step, view } of scenes(id)) {
        if (step === null || !step.type.startsWith('intset.') || view.intset === null) continue;
        for (const language of ['en', 'zh'] as const) {
          expect(narrateIntset(step, view, language), step.type).toMatch(/[.。]$/);
        }
      }
    }
  });

  it('name every number with its bytes', () => {
    const { view } = scenes('intset-front').at(-1)!;
    const rows = accessibleIntset(view, 'en').rows.filter(({ id }) => id.startsWith('number:'));
    expect(rows.map(({ name }) => name)).toEqual(['-9000000000000', '7', '300', '70000']);
    expect(rows[1].text).toBe('index 1 · byte 16 · 8 bytes: 07 00 00 00 00 00 00 00');
  });
});
