import { describe, expect, it } from 'vitest';
import type { StepType } from '../../../protocol/steps.ts';
import type { StreamView } from '../../../protocol/views.ts';
import recorded from '../../gallery/recorded/stream.json';
import { recordedScene } from '../../gallery/story.ts';
import { compareIds, duration } from './ids.ts';
import { layoutStream } from './layout.ts';
import { narrateStream } from './narrate.ts';

type Story = keyof typeof recorded;

const sceneOf = (story: Story, type?: StepType) => recordedScene<StreamView>(recorded[story], type);
const wide = { width: 900, height: 400 };
const narrow = { width: 300, height: 400 };
const hotIds = (story: Story, type: StepType) =>
  layoutStream(sceneOf(story, type), wide, 'en')
    .boxes.filter(({ hot }) => hot)
    .map(({ id }) => id);

describe('the sheet of a stream', () => {
  it('spells every key by the nodes of the tree in its row', () => {
    const scene = sceneOf('stream-split');
    const { boxes } = layoutStream(scene, wide, 'en');
    const bytes = boxes
      .filter(({ id }) => id.startsWith('rax:'))
      .flatMap(({ x, y, texts = [] }) =>
        texts.map((each) => ({ x: x + each.x, y: y + each.y, text: each.text })),
      );
    // The common prefix of keys stands once, in the first row; the other row has its own bytes.
    const [first, second] = [...new Set(bytes.map(({ y }) => y))].sort((a, b) => a - b);
    const spelt = (row: number) =>
      bytes
        .filter(({ y }) => y === row)
        .sort((a, b) => a.x - b.x)
        .map(({ text }) => text)
        .join('');
    expect(spelt(first)).toBe('00000000000003e90000000000000000');
    expect('000000000000'.concat(spelt(second))).toBe('00000000000005140000000000000000');
  });

  it('marks what a step touches and nothing else', () => {
    expect(hotIds('stream-append', 'stream.append').filter((id) => !id.startsWith('cell:1301-0:'))).toEqual([
      'node:1300-0',
    ]);
    const split = sceneOf('stream-split', 'rax.split');
    const branch = split.step?.type === 'rax.split' ? split.step.branch : 0;
    expect(hotIds('stream-split', 'rax.split')).toEqual([`rax:${branch}`]);
    const claim = hotIds('stream-claim', 'group.deliver');
    expect(claim).toHaveLength(2);
    expect(claim[0]).toBe('pel:1001-0');
    expect(claim[1]).toMatch(/^nack:/);
    expect(hotIds('stream-trim', 'stream.keep')).toEqual(['node:1300-0']);
    // The counter of the master entry, and the listpack it is in.
    expect(hotIds('stream-append', 'packed.replace')).toEqual(['node:1300-0', 'cell:master:count']);
  });

  it('moves a pending entry to the lane of the consumer that claimed it', () => {
    const before = sceneOf('stream-claim', 'dict.hash');
    const after = sceneOf('stream-claim', 'group.deliver');
    const laneOf = (scene: typeof after) => {
      const { boxes } = layoutStream(scene, wide, 'en');
      const { address } = scene.view.shown!.pending.find(({ id }) => id === '1001-0')!;
      const { y } = boxes.find(({ id }) => id === `nack:${address}`)!;
      return boxes.find(({ id, y: top }) => id.startsWith('consumer:') && top === y)?.id;
    };
    expect(laneOf(before)).toBe('consumer:alice');
    expect(laneOf(after)).toBe('consumer:bob');
  });

  it('puts the groups first where there are any: they are what a reader of a queue looks for', () => {
    const titles = (story: Story) =>
      [...(layoutStream(sceneOf(story), wide, 'en').labels ?? [])]
        .filter(({ id }) => id.startsWith('title:'))
        .sort((a, b) => a.y - b.y)
        .map(({ id }) => id);
    expect(titles('stream-claim')).toEqual(['title:groups', 'title:tree', 'title:open']);
    expect(titles('stream-append')).toEqual(['title:tree', 'title:open', 'title:groups']);
  });

  it('keeps a consumer and what it has in one row on a phone, where every row counts', () => {
    const { boxes } = layoutStream(sceneOf('stream-claim'), { width: 358, height: 200 }, 'en');
    const names = boxes.filter(({ id }) => id.startsWith('consumer:'));
    expect(names.length).toBeGreaterThan(1);
    for (const { id, y } of names) {
      expect(
        boxes.some((box) => box.id.startsWith('nack:') && box.y === y),
        id,
      ).toBe(true);
    }
  });

  it('lets a delivered entry come from where it lies in the listpack', () => {
    const { boxes } = layoutStream(sceneOf('stream-claim', 'group.deliver'), wide, 'en');
    const flags = boxes.find(({ id }) => id === 'cell:1001-0:flags')!;
    const claimed = boxes.find(({ id, hot }) => id.startsWith('nack:') && hot === true)!;
    expect(claimed.enters?.y).toBe(flags.y);
  });

  it('keeps within the width, however narrow, and every box once', () => {
    for (const story of Object.keys(recorded) as Story[]) {
      for (const size of [wide, narrow]) {
        const { boxes } = layoutStream(sceneOf(story), size, 'zh');
        for (const box of boxes) {
          expect(box.x + box.width, `${story} ${box.id}`).toBeLessThanOrEqual(size.width + 4);
        }
        expect(new Set(boxes.map(({ id }) => id)).size).toBe(boxes.length);
      }
    }
  });

  it('says what is left out, and how to get there', () => {
    const more = layoutStream(sceneOf('stream-many'), wide, 'en').boxes.filter(({ id }) =>
      id.startsWith('more:'),
    );
    expect(more.map(({ picks, says }) => [picks, says?.head])).toEqual([
      ['nodes:earlier', '▲ 21 listpacks before'],
    ]);
  });
});

describe('words', () => {
  it('say why a new listpack begins, and what an approximate trim leaves', () => {
    const split = sceneOf('stream-split', 'stream.node');
    expect(narrateStream(split.step!, split.view, 'en')).toBe(
      'The last listpack has its 3 entries, deleted ones included: a new one starts at 1300-0.',
    );
    const keep = sceneOf('stream-trim', 'stream.keep');
    expect(narrateStream(keep.step!, keep.view, 'zh')).toBe(
      'listpack 1300-0 只需要删一部分。带 ~ 就整个保留：留下 3 条。',
    );
  });

  it('compare ids as numbers of 64 bits and format waiting times', () => {
    expect(compareIds('9-1', '10-0')).toBeLessThan(0);
    expect(compareIds('18446744073709551615-2', '18446744073709551615-1')).toBeGreaterThan(0);
    expect(compareIds('5-5', '5-5')).toBe(0);
    expect([duration(900, 'en'), duration(61_000, 'en'), duration(7_300_000, 'zh')]).toEqual([
      '900 ms',
      '61 s',
      '2 小时',
    ]);
  });
});
