import { describe, expect, it } from 'vitest';
import type { Step, StepType } from '../../../protocol/steps.ts';
import type { LadderView } from '../../../protocol/views.ts';
import recorded from '../../gallery/recorded/ladder.json';
import { recordedScene } from '../../gallery/story.ts';
import { layoutLadder } from './layout.ts';
import { narrateLadder } from './narrate.ts';
import { finiteRange, scoreNumber, shareOf, spread } from './scale.ts';

type Story = keyof typeof recorded;

const sceneOf = (story: Story, type?: StepType) => recordedScene<LadderView>(recorded[story], type);
const wide = { width: 900, height: 400 };
const narrow = { width: 312, height: 400 };

describe('the ladder', () => {
  it('has the highest score on top, and the queried part stands out', () => {
    const { boxes } = layoutLadder('rank')(sceneOf('ladder-score'), wide, 'en');
    const rungs = boxes.filter(({ id }) => id.startsWith('rung:')).sort((a, b) => a.y - b.y);
    expect(rungs.map(({ id, tone }) => `${id.slice(5)} ${tone}`)).toEqual([
      'eve plain',
      'cat ghost',
      'fay ghost',
      'ann new',
      'dan new',
      'bob ghost',
      'gus plain',
    ]);
  });

  it('shows who moved, and nobody else is hot', () => {
    const scene = sceneOf('ladder-climb', 'zset.moved');
    const hot = layoutLadder('rank')(scene, wide, 'en').boxes.filter((box) => box.hot);
    expect(hot.map(({ id }) => id)).toEqual(['rung:bob']);
    expect(hot[0].texts?.[1].text).toBe('▲ 4');
    expect(narrateLadder(scene.step!, scene.view, 'en')).toBe('bob goes from 90 to 260 and climbs 4 rungs.');
  });

  it('keeps the place of a member while the skiplist looks for another one', () => {
    const scene = sceneOf('ladder-climb', 'zset.moved');
    const { rungs } = scene.view;
    const without = rungs.filter(({ member }) => member !== 'bob');
    const removed: Step = {
      type: 'skiplist.remove',
      skiplist: 77,
      node: 1,
      member: 'bob',
      score: 90,
      closed: [],
    };
    const view = { ...scene.view, skiplist: 77, length: without.length, rungs: without };
    const inside = { ...scene, view, step: removed, steps: [removed], phase: 'inside' } as const;
    for (const scale of ['rank', 'score'] as const) {
      const { boxes } = layoutLadder(scale)(inside, wide, 'en');
      const drawn = boxes.filter(({ id }) => id.startsWith('rung:')).sort((a, b) => b.y - a.y);
      expect(drawn.map(({ id }) => id.slice(5))).toEqual(['gus', 'bob', 'dan', 'ann', 'fay', 'cat', 'eve']);
      expect(drawn[1]).toMatchObject({ tone: 'ghost', says: { detail: 'taken out of the order' } });
    }
    expect(narrateLadder(removed, view, 'en')).toBe('bob is taken out of the order.');
    expect(narrateLadder(removed, { ...view, skiplist: 78 }, 'zh')).toBeNull();
    // It is not there any more when the command is over, and another skiplist's member never was.
    for (const other of [
      { ...inside, step: null, phase: 'after' as const },
      { ...inside, view: { ...view, skiplist: 78 } },
    ]) {
      const { boxes } = layoutLadder('rank')(other, wide, 'en');
      expect(boxes.some(({ id }) => id === 'rung:bob')).toBe(false);
    }
  });

  it('puts points at their scores and names beside them without overlap', () => {
    const { boxes } = layoutLadder('score')(sceneOf('ladder-climb'), wide, 'en');
    const point = (member: string) => boxes.find(({ id }) => id === `point:${member}`)!.y;
    // eve 340, cat 210, gus 60.
    expect((point('cat') - point('eve')) / (point('gus') - point('eve'))).toBeCloseTo(130 / 280, 5);
    const rungs = boxes.filter(({ id }) => id.startsWith('rung:')).sort((a, b) => a.y - b.y);
    for (let nth = 1; nth < rungs.length; nth++) {
      expect(rungs[nth].y).toBeGreaterThanOrEqual(rungs[nth - 1].y + rungs[nth - 1].height);
    }
    const band = layoutLadder('score')(sceneOf('ladder-score'), wide, 'en').boxes.find(
      ({ id }) => id === 'band',
    );
    expect(band?.tone).toBe('new');
  });

  it('scrolls to the requested member in a long one', () => {
    const { view } = sceneOf('ladder-long');
    expect(view.rungs).toHaveLength(50);
    expect(view.rungs.some(({ member }) => member === 'p180')).toBe(true);
  });

  it('keeps within the width, however narrow', () => {
    for (const story of Object.keys(recorded) as Story[]) {
      for (const scale of ['rank', 'score'] as const) {
        for (const box of layoutLadder(scale)(sceneOf(story), narrow, 'zh').boxes) {
          expect(box.x + box.width, `${story} ${box.id}`).toBeLessThanOrEqual(narrow.width);
        }
      }
    }
  });
});

it('infinite scores stand at the ends', () => {
  expect(['inf', '-inf', '1.5e3'].map(scoreNumber)).toEqual([
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    1500,
  ]);
  const [low, high] = finiteRange([Number.NEGATIVE_INFINITY, 2, 6, Number.POSITIVE_INFINITY]);
  expect(
    [Number.NEGATIVE_INFINITY, 2, 4, 6, Number.POSITIVE_INFINITY].map((score) => shareOf(score, low, high)),
  ).toEqual([0, 0, 0.5, 1, 1]);
  expect(spread([0, 1, 2, 50], 10, 0, 50)).toEqual([0, 10, 20, 50]);
  expect(spread([48, 49, 50], 10, 0, 50)).toEqual([30, 40, 50]);
});
