import { describe, expect, it } from 'vitest';
import type { StepType } from '../../../protocol/steps.ts';
import type { BloomView } from '../../../protocol/views.ts';
import recorded from '../../gallery/recorded/bloom.json';
import { recordedScene } from '../../gallery/story.ts';
import { rateText } from './format.ts';
import { pointedIn } from './item.ts';
import { layoutBloom } from './layout.ts';
import { narrateBloom } from './narrate.ts';

type Story = keyof typeof recorded;

const sceneOf = (story: Story, type?: StepType) => recordedScene<BloomView>(recorded[story], type);
const wide = { width: 900, height: 400 };
const narrow = { width: 300, height: 400 };

const cellsOf = (story: Story, tone: string, type?: StepType) =>
  layoutBloom(sceneOf(story, type), wide, 'en').grids![0].layers.find((layer) => layer.tone === tone)!.cells;

describe('the sheet of a filter', () => {
  it('has a cell for every bit, and as many set ones as the layer says', () => {
    const { view } = sceneOf('bloom-set');
    const [grid] = layoutBloom(sceneOf('bloom-set'), wide, 'en').grids!;
    expect(grid.count).toBe(view.layers[0].bits);
    expect(cellsOf('bloom-set', 'old')).toHaveLength(view.layers[0].bitsSet);
    expect(grid.says(3).head).toBe('Bit 3');
  });

  it('marks the bit that a step sets, and nothing else', () => {
    const scene = sceneOf('bloom-set', 'bloom.set');
    const bit = scene.step?.type === 'bloom.set' ? scene.step.bit : -1;
    expect(cellsOf('bloom-set', 'hot', 'bloom.set')).toEqual([bit]);
    const hot = layoutBloom(scene, wide, 'en').boxes.filter((box) => box.hot);
    expect(hot.map(({ id }) => id)).toEqual(['hash:0']);
  });

  it('highlights a false positive: all its bits are set', () => {
    const scene = sceneOf('bloom-false');
    const pointed = pointedIn(scene)!;
    expect(pointed.item).toMatch(/^stranger:/);
    expect(pointed.layer).toBe(0);
    expect(pointed.bits.every(({ isSet }) => isSet)).toBe(true);
    const { labels = [] } = layoutBloom(scene, wide, 'en');
    expect(labels.find(({ id }) => id === 'verdict')?.text).toMatch(/^Possibly present/);
  });

  it('does not call a bit outside the window unset', () => {
    const scene = sceneOf('bloom-set', 'bloom.hash');
    const blind = { ...scene, view: { ...scene.view, from: 70, bytes: scene.view.bytes.slice(70) } };
    expect(pointedIn(blind)!.bits.map(({ isSet }) => isSet)).toContain(null);
    expect(pointedIn(scene)!.bits.map(({ isSet }) => isSet)).not.toContain(null);
  });

  it('has another layer after the newest was full', () => {
    const scene = sceneOf('bloom-grow', 'bloom.layer');
    const layers = layoutBloom(scene, wide, 'en').boxes.filter(({ id }) => id.startsWith('layer:'));
    expect(layers.map(({ share }) => share)).toEqual([1, 1, 0]);
    expect(layers.map(({ hot }) => hot)).toEqual([false, false, true]);
    expect(narrateBloom(scene.step!, scene.view, 'en')).toBe(
      'The newest layer is full: another one for 40 items, 448 bits, 8 hashes and an error of 0.63%.',
    );
  });

  it('keeps within the width, however narrow, and every box once', () => {
    for (const story of Object.keys(recorded) as Story[]) {
      for (const size of [wide, narrow]) {
        const { boxes } = layoutBloom(sceneOf(story), size, 'zh');
        for (const box of boxes) {
          expect(box.x + box.width, `${story} ${box.id}`).toBeLessThanOrEqual(size.width + 4);
        }
        expect(new Set(boxes.map(({ id }) => id)).size).toBe(boxes.length);
      }
    }
  });
});

it('rates have as many digits as are meaningful', () => {
  expect([0, 0.2, 0.005, 0.000013, 1e-12].map(rateText)).toEqual([
    '0%',
    '20%',
    '0.5%',
    '0.0013%',
    '< 0.000001%',
  ]);
});
