import { describe, expect, it } from 'vitest';
import type { StepType } from '../../../protocol/steps.ts';
import type { HllView } from '../../../protocol/views.ts';
import recorded from '../../gallery/recorded/hll.json';
import { recordedScene } from '../../gallery/story.ts';
import { accessibleHll } from './describe.ts';
import { errorOf, standardError } from './estimate.ts';
import { layoutHll } from './layout.ts';
import { narrateHll } from './narrate.ts';
import { hashOf, histogramOf, registersOf, runsOf } from './read.ts';

type Story = keyof typeof recorded;

const sceneOf = (story: Story, type?: StepType) => recordedScene<HllView>(recorded[story], type);
const wide = { width: 1000, height: 500 };
const narrow = { width: 312, height: 500 };
const layout = layoutHll(null);

describe('what the bytes say', () => {
  it('runs follow each other over all registers', () => {
    const runs = runsOf(sceneOf('hll-sparse').view);
    expect(runs.length).toBeGreaterThan(300);
    const last = runs.at(-1)!;
    expect(last.first + last.run.count).toBe(16384);
    expect(runs[0].offset).toBe(16);
  });

  it('bits of a hash are the index, the run and the rest', () => {
    const { steps } = sceneOf('hll-add', 'hyperloglog.register');
    const hash = hashOf(steps)!;
    expect(hash.rest.length + hash.run.length + hash.index.length).toBe(64);
    expect(Number.parseInt(hash.index, 2)).toBe(hash.register);
    expect(hash.run).toMatch(/^10*$/);
    expect(hash.run).toHaveLength(hash.rank);
  });
});

describe('the sheet of a HyperLogLog', () => {
  it('has all registers, coloured by value', () => {
    const { view } = sceneOf('hll-dense');
    const counts = histogramOf(registersOf(view));
    const grid = layout(sceneOf('hll-dense'), wide, 'en').grids!.find(({ id }) => id === 'registers')!;
    expect(grid.count).toBe(16384);
    const coloured = grid.layers.map(({ cells }) => cells.length);
    expect(coloured).toEqual([
      counts[1] + counts[2],
      counts[3] + counts[4] + counts[5],
      counts.slice(6, 10).reduce((sum, count) => sum + count, 0),
      counts.slice(10).reduce((sum, count) => sum + count, 0),
      0,
    ]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(16384);
  });

  it('marks the runs that replaced one', () => {
    const scene = sceneOf('hll-add', 'hyperloglog.split');
    const all = layout(scene, wide, 'en').boxes.filter((box) => box.hot);
    const hot = all.filter(({ id }) => !id.startsWith('set:'));
    if (scene.step?.type !== 'hyperloglog.split') throw new Error('no run was split');
    expect(hot.map(({ id }) => id.startsWith('run:'))).toEqual(scene.step.to.map(() => true));
    // And the register of the step.
    const [ring, ...others] = all.filter(({ id }) => id.startsWith('set:'));
    expect([ring.id, others.length]).toEqual([`set:${hashOf(scene.steps)!.register}`, 0]);
  });

  it('rings the set registers while they are few', () => {
    const rings = (story: Story) =>
      layout(sceneOf(story), wide, 'en').boxes.filter(({ id }) => id.startsWith('set:')).length;
    expect([rings('hll-unknown'), rings('hll-dense')]).toEqual([3, 0]);
  });

  it('shows the estimate beside the truth and its band, or that the truth is not known', () => {
    const { boxes } = layout(sceneOf('hll-dense'), wide, 'en');
    const box = (id: string) => boxes.find((one) => one.id === id)!;
    const { view } = sceneOf('hll-dense');
    expect(view.seen).toBe(20_000);
    const inBand = Math.abs(Number(view.estimate) - 20_000) <= 20_000 * standardError;
    const guess = box('guess').x + 2;
    expect(guess >= box('band').x && guess <= box('band').x + box('band').width).toBe(inBand);
    const unknown = layout(sceneOf('hll-unknown'), wide, 'en');
    expect(unknown.boxes.some(({ id }) => id === 'seen' || id === 'band')).toBe(false);
    expect(accessibleHll(sceneOf('hll-unknown').view, 'en').rows.find(({ id }) => id === 'seen')?.text).toBe(
      'unknown',
    );
  });

  it('keeps within the width, however narrow', () => {
    for (const story of Object.keys(recorded) as Story[]) {
      if (sceneOf(story).view.encoding === null) continue;
      const sheet = layout(sceneOf(story), narrow, 'zh');
      for (const box of sheet.boxes) {
        expect(box.x + box.width, `${story} ${box.id}`).toBeLessThanOrEqual(narrow.width);
      }
    }
  });
});

it('narrates the conversion, and errors with their sign', () => {
  const scene = sceneOf('hll-promote', 'hyperloglog.promote');
  expect(scene.view.encoding).toBe('dense');
  expect(narrateHll(scene.step!, scene.view, 'en')).toMatch(
    /^One more run .* from 59 to 12,304 bytes with its header\.$/,
  );
  expect([errorOf(101, 100), errorOf(99, 100), errorOf(100, 100)]).toEqual(['+1.00%', '−1.00%', '0.00%']);
});
