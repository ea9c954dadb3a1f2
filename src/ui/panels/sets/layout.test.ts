import { describe, expect, it } from 'vitest';
import type { StepType } from '../../../protocol/steps.ts';
import type { SetsView } from '../../../protocol/views.ts';
import recorded from '../../gallery/recorded/sets.json';
import { recordedScene } from '../../gallery/story.ts';
import { accessibleSets } from './describe.ts';
import { layoutSets } from './layout.ts';
import { narrateSets } from './narrate.ts';

type Story = keyof typeof recorded;

const sceneOf = (story: Story, type?: StepType) => recordedScene<SetsView>(recorded[story], type);
const wide = { width: 900, height: 400 };
const narrow = { width: 312, height: 400 };

describe('the sheet of sets', () => {
  it('has every member in the region of exactly the sets that have it', () => {
    const scene = sceneOf('sets-intersection');
    const { boxes } = layoutSets('regions')(scene, wide, 'en');
    const setBoxes = scene.view.sets.map((_, at) => boxes.find(({ id }) => id === `set:${at}`)!);
    expect(scene.view.members).toHaveLength(9);
    for (const { member, mask } of scene.view.members) {
      const pill = boxes.find(({ id }) => id === `member:${member}`)!;
      const inside = setBoxes.map(
        (set) =>
          pill.x >= set.x &&
          pill.y >= set.y &&
          pill.x + pill.width <= set.x + set.width &&
          pill.y + pill.height <= set.y + set.height,
      );
      expect(inside, member).toEqual(scene.view.sets.map((_, at) => (mask & (1 << at)) !== 0));
    }
  });

  it('marks the member and the set of a lookup, and the result as it grows', () => {
    const scene = sceneOf('sets-intersection', 'sets.probe');
    const { boxes } = layoutSets('regions')(scene, wide, 'en');
    const step = scene.step;
    if (step?.type !== 'sets.probe') throw new Error('no lookup was recorded');
    expect(boxes.filter(({ hot }) => hot).map(({ id }) => id)).toEqual([
      `operand:${step.operand}`,
      'probes',
      `member:${step.member}`,
    ]);
    const after = layoutSets('regions')(sceneOf('sets-intersection'), wide, 'en');
    const taken = after.boxes.filter(({ id, tone }) => id.startsWith('member:') && tone === 'new');
    expect(taken.map(({ id }) => id)).toEqual(['member:dan']);
  });

  it('has a column for each set where there are more than three', () => {
    const { boxes } = layoutSets('regions')(sceneOf('sets-difference'), wide, 'en');
    const cells = boxes.filter(({ id }) => id.startsWith('has:'));
    expect(cells).toHaveLength(12 * 4);
    expect(cells.filter(({ tone }) => tone === 'old')).toHaveLength(12 + 1 + 2 + 1);
  });

  it('says how many members are left out, and how many are unknown', () => {
    const overfull = layoutSets('regions')(sceneOf('sets-overfull'), wide, 'en').boxes;
    const left = overfull.filter(({ id }) => id.startsWith('left:'));
    const shown = overfull.filter(({ id }) => id.startsWith('member:'));
    const more = left.reduce((sum, { texts }) => sum + Number(texts![0].text.replace('+ ', '')), 0);
    expect(shown.length + more).toBe(260);
    const huge = layoutSets('regions')(sceneOf('sets-huge'), wide, 'en');
    expect(huge.labels!.map(({ text }) => text).join(' ')).toContain('5,500 members');
  });

  it('keeps within the width, however narrow', () => {
    for (const story of Object.keys(recorded) as Story[]) {
      for (const shape of ['regions', 'matrix'] as const) {
        for (const box of layoutSets(shape)(sceneOf(story), narrow, 'zh').boxes) {
          expect(box.x + box.width, `${story} ${box.id}`).toBeLessThanOrEqual(narrow.width);
        }
      }
    }
  });
});

it('says why a way was chosen', () => {
  const scene = sceneOf('sets-difference', 'sets.plan');
  expect(narrateSets(scene.step!, scene.view, 'en')).toBe(
    '24 > 16: Redis copies all and removes the members of a, b, c from the copy.',
  );
  const limit = sceneOf('sets-limit', 'sets.end');
  expect(narrateSets(limit.step!, limit.view, 'zh')).toContain('LIMIT 2');
  const work = accessibleSets(sceneOf('sets-limit').view, 'en').rows.find(({ id }) => id === 'work');
  expect(work?.text).toMatch(/^members looked up, \d lookups, 2 members in the result$/);
});
