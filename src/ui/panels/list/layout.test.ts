import { describe, expect, it } from 'vitest';
import recorded from '../../gallery/recorded/list.json';
import { problemsIn, scenesOf } from '../../gallery/scenes.ts';
import type { Recorded } from '../../gallery/story.ts';
import { accessibleList, summariseList } from './describe.ts';
import { layoutList } from './layout.ts';
import { narrateList } from './narrate.ts';

const stories = recorded as unknown as Record<string, Recorded>;
const scenes = (id: string) => scenesOf<'list'>(stories[id]);
const size = { width: 900, height: 400 };
const draw = (id: string, step?: string, width = 900) => {
  const scene =
    step === undefined ? scenes(id).at(-1)! : scenes(id).find((each) => each.step?.type === step)!;
  return layoutList(scene, { ...size, width }, 'en');
};

describe('the sheet of a list', () => {
  it.each(Object.keys(stories))('has room for everything, narrow and wide: %s', (id) => {
    for (const scene of scenes(id)) {
      for (const width of [300, 390, 620, 900, 1400]) {
        for (const language of ['en', 'zh'] as const) {
          expect(problemsIn(layoutList(scene, { ...size, width }, language)), `${width}`).toEqual([]);
        }
      }
    }
  });

  it('shows every element of a short list once, in order', () => {
    const { boxes } = draw('list-split');
    const elements = boxes.filter(({ id }) => id.startsWith('element:'));
    const inOrder = elements.toSorted((a, b) => a.y - b.y || a.x - b.x).map(({ texts }) => texts![0].text);
    expect(inOrder).toEqual(['wake', 'wash', 'dress', 'eat', 'read', 'write', 'walk', 'cook', 'sleep']);
  });

  it('marks what the step touches and nothing else', () => {
    const hot = (id: string, step: string) => draw(id, step).boxes.filter((box) => box.hot);
    expect(hot('list-split', 'quicklist.split').map(({ id }) => id.split(':')[0])).toEqual(['node', 'node']);
    expect(hot('list-push', 'packed.insert').map(({ texts }) => texts![0].text)).toEqual(['the next job']);
    expect(hot('list-large', 'packed.replace').map(({ texts }) => texts![0].text)).toEqual(['changed']);
    expect(draw('list-split').boxes.some((box) => box.hot)).toBe(false);
  });

  it('leaves a ghost of an element that has just left', () => {
    const ghosts = draw('list-pop', 'packed.delete').boxes.filter(({ id }) => id.startsWith('left:'));
    expect(ghosts.map(({ texts, tone }) => [texts![0].text, tone])).toEqual([['ann', 'ghost']]);
    expect(draw('list-pop').boxes.some(({ id }) => id.startsWith('left:'))).toBe(false);
  });

  it('says how many elements and nodes are not drawn', () => {
    const { boxes } = draw('list-push');
    const more = boxes.find(({ id }) => id.startsWith('more:'))!;
    const drawn = boxes.filter(({ id }) => id.startsWith('element:')).length;
    expect(more.texts![0].text).toBe(`+${91 - drawn}`);
    const large = draw('list-large', 'packed.replace').boxes;
    const outside = ['end:head', 'end:tail'].map((end) => large.find(({ id }) => id === end)!);
    const counts = outside.map(({ texts }) => Number.parseInt(texts![0].text, 10));
    expect(counts[0] + counts[1] + large.filter(({ id }) => id.startsWith('node:')).length).toBe(400);
    expect(outside.every(({ picks }) => /^from:\d+$/.test(picks!))).toBe(true);
  });

  it('links neighbours both ways, also from row to row', () => {
    for (const width of [300, 620, 1400]) {
      const { links = [], boxes } = draw('list-compressed', undefined, width);
      const nodes = boxes.filter(({ id }) => id.startsWith('node:')).length;
      expect(links.filter(({ id }) => id.startsWith('next:'))).toHaveLength(nodes - 1);
      expect(links.filter(({ id }) => id.startsWith('previous:'))).toHaveLength(nodes - 1);
    }
  });

  it('draws the two costs in proportion', () => {
    const { boxes } = draw('list-push');
    const { cost } = scenes('list-push').at(-1)!.view.list!;
    const width = (id: string) => boxes.find((box) => box.id === `cost:${id}`)!.width;
    expect(width('linkedlist') / width('quicklist')).toBeCloseTo(
      cost.linkedListBytes / cost.quicklistBytes,
      5,
    );
  });
});

describe('the words of a list', () => {
  it('have a sentence for every step of its nodes in both languages', () => {
    for (const id of Object.keys(stories)) {
      for (const { step, view } of scenes(id)) {
        if (step === null || !step.type.startsWith('quicklist.')) continue;
        for (const language of ['en', 'zh'] as const) {
          const sentence = narrateList(step, view, language);
          expect(sentence, step.type).toMatch(/[.。]$/);
          expect(sentence).not.toMatch(/undefined|NaN/);
        }
      }
    }
  });

  it('say the same as the picture', () => {
    const { view } = scenes('list-old')[0];
    expect(summariseList(view, 'en').slice(0, 3)).toEqual(['quicklist', '7 elements', '3 nodes']);
    const rows = accessibleList(view, 'en').rows;
    expect(rows.find(({ id }) => id === 'node:0')!.text).toBe('ziplist, 3 elements, 17 B: 1 2 3');
  });

  it('put a space between Chinese and digits', () => {
    const { step, view } = scenes('list-pop').find((scene) => scene.step?.type === 'packed.delete')!;
    expect(narrateList(step!, view, 'zh')).toBe('从节点 0 取走 1 个元素，还剩 2 个。');
  });
});
