import { describe, expect, it } from 'vitest';
import type { StepType } from '../../../protocol/steps.ts';
import type { ObjectView } from '../../../protocol/views.ts';
import recorded from '../../gallery/recorded/object.json';
import { recordedScene } from '../../gallery/story.ts';
import { explainEncoding } from './explain.ts';
import { layoutObject } from './layout.ts';
import { narrateObject } from './narrate.ts';

type Story = keyof typeof recorded;

const sceneOf = (story: Story, type?: StepType) => recordedScene<ObjectView>(recorded[story], type);

const wide = { width: 900, height: 400 };
const narrow = { width: 320, height: 400 };

describe('the sheet of a value', () => {
  it('has a box for every byte, in the order of memory, and the final zero', () => {
    const { boxes } = layoutObject(sceneOf('object-embstr'), wide, 'en');
    const bytes = boxes.filter(({ id }) => id.startsWith('byte:'));
    expect(bytes.map(({ texts }) => texts?.[0].text).join('')).toBe('hello');
    const row = boxes.filter(({ id }) => /^(header|byte|terminator)/.test(id));
    expect(row.map(({ x }) => x)).toEqual([...row.map(({ x }) => x)].sort((a, b) => a - b));
    expect(boxes.some(({ id }) => id === 'allocation')).toBe(true);
  });

  it('marks what a step touches and nothing else', () => {
    const scene = sceneOf('object-append', 'sds.write');
    const hot = layoutObject(scene, wide, 'en').boxes.filter((box) => box.hot);
    expect(scene.step).toMatchObject({ type: 'sds.write', offset: 5, count: 13 });
    expect(hot.filter(({ id }) => id.startsWith('byte:'))).toHaveLength(13);
    expect(hot.filter(({ id }) => !id.startsWith('byte:')).map(({ id }) => id)).toEqual(['header:length']);
  });

  it('keeps within the width, however narrow', () => {
    for (const story of Object.keys(recorded) as Story[]) {
      for (const size of [wide, narrow]) {
        for (const box of layoutObject(sceneOf(story), size, 'zh').boxes) {
          expect(box.x + box.width, `${story} ${box.id}`).toBeLessThanOrEqual(size.width + 4);
        }
      }
    }
  });

  it('keeps the number in the pointer', () => {
    const { boxes, links } = layoutObject(sceneOf('object-integer'), wide, 'en');
    expect(boxes.find(({ id }) => id === 'field:pointer')?.texts?.[1].text).toBe('1234567');
    expect(links).toEqual([]);
  });
});

describe('words', () => {
  it('say how a string grew', () => {
    const scene = sceneOf('object-append', 'sds.room');
    expect(narrateObject(scene.step!, scene.view, 'en')).toBe(
      'The string needs more room: its capacity grows from 5 to 44 characters. The header becomes sdshdr8 instead of sdshdr5. It moved to another place in memory.',
    );
  });

  it('say why', () => {
    const why = (story: Story) => explainEncoding(sceneOf(story).view.value!, 'en')[0];
    expect(why('object-embstr')).toContain('5 of at most 44');
    expect(why('object-append')).toContain('a command changed it in place');
    expect(why('object-long')).toContain('643 bytes');
    expect(why('object-shared')).toContain('64-bit integer');
    expect(explainEncoding(sceneOf('object-hash').view.value!, 'zh')[1]).toContain(
      'hash-max-listpack-entries',
    );
  });
});
