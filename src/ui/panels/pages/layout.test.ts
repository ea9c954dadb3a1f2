import { describe, expect, it } from 'vitest';
import type { StepType } from '../../../protocol/steps.ts';
import type { PagesView } from '../../../protocol/views-pages.ts';
import recorded from '../../gallery/recorded/pages.json';
import { recordedScene } from '../../gallery/story.ts';
import { accessiblePages } from './describe.ts';
import { layoutPages } from './layout.ts';
import { narratePages } from './narrate.ts';

type Story = keyof typeof recorded;

const sceneOf = (story: Story, type?: StepType) => recordedScene<PagesView>(recorded[story], type);
const wide = { width: 900, height: 400 };
const narrow = { width: 300, height: 400 };

const cellsOf = (story: Story, tone: string, type?: StepType) =>
  layoutPages(sceneOf(story, type), wide, 'en').grids!.flatMap(
    ({ layers }) => layers.find((layer) => layer.tone === tone)!.cells,
  );

describe('the pages of parent and child', () => {
  it('are nobody else’s before a fork', () => {
    expect(cellsOf('pages-alone', 'old')).toEqual([]);
    expect(cellsOf('pages-alone', 'bad')).toEqual([]);
    expect(sceneOf('pages-alone').view.hasForked).toBe(false);
  });

  it('are all shared at the fork, and none is copied', () => {
    const { view } = sceneOf('pages-forked');
    expect(cellsOf('pages-forked', 'old')).toHaveLength(view.sharedAtFork);
    expect(view.copiedPages).toBe(0);
  });

  it('are copied where the parent writes, and the page of the step is marked', () => {
    const scene = sceneOf('pages-copied', 'pages.copy');
    expect(cellsOf('pages-copied', 'hot', 'pages.copy')).toHaveLength(1);
    const { view } = sceneOf('pages-copied');
    expect(cellsOf('pages-copied', 'bad')).toHaveLength(view.copiedPages);
    expect(view.copiedPages).toBeGreaterThan(2);
    expect(view.copiedPages).toBeLessThan(view.sharedAtFork);
    expect(narratePages(scene.step, 'en')).toMatch(/^The parent writes to page 0x7f/);
  });

  it('tell afterwards what the child cost: new memory is not copied', () => {
    const { view } = sceneOf('pages-ended');
    expect(view.child).toBeNull();
    expect(view.newPages).toBeGreaterThanOrEqual(5);
    expect(cellsOf('pages-ended', 'new')).toHaveLength(view.newPages);
    expect(accessiblePages(view, 'en').rows[1].text).toMatch(/^\d+ pages?, /);
  });

  it('keep within the width', () => {
    for (const story of Object.keys(recorded) as Story[]) {
      for (const size of [wide, narrow]) {
        const { grids = [] } = layoutPages(sceneOf(story), size, 'zh');
        for (const { x, columns, cell, gap } of grids) {
          expect(x + columns * (cell.width + gap) - gap).toBeLessThanOrEqual(size.width);
        }
      }
    }
  });
});
