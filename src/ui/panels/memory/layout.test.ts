import { describe, expect, it } from 'vitest';
import type { StepType } from '../../../protocol/steps.ts';
import type { MemoryMapView } from '../../../protocol/views.ts';
import recorded from '../../gallery/recorded/memory.json';
import { recordedScene } from '../../gallery/story.ts';
import { formatExactBytes } from '../../i18n/amounts.ts';
import { textWidth } from '../stage/pen.ts';
import { layoutMemory } from './layout.ts';
import { narrateMemory } from './narrate.ts';

type Story = keyof typeof recorded;

const sceneOf = (story: Story, type?: StepType) => recordedScene<MemoryMapView>(recorded[story], type);
const wide = { width: 1000, height: 600 };
const narrow = { width: 312, height: 600 };
const map = layoutMemory('map', null);

describe('the map of memory', () => {
  it('has an area for every key, and its parts inside of it', () => {
    const scene = sceneOf('memory-map');
    const { boxes } = map(scene, wide, 'en');
    for (const { key, parts } of scene.view.rows) {
      const area = boxes.find(({ id }) => id === `key:${key}`)!;
      for (const { name } of parts) {
        const part = boxes.find(({ id }) => id === `part:${key}:${name}`)!;
        expect(part.x, `${key} ${name}`).toBeGreaterThanOrEqual(area.x);
        expect(part.x + part.width, `${key} ${name}`).toBeLessThanOrEqual(area.x + area.width + 1);
      }
    }
  });

  it('gives more room to larger keys', () => {
    const scene = sceneOf('memory-map');
    const { boxes } = map(scene, wide, 'en');
    const areas = scene.view.rows.map(({ key }) => {
      const { width, height } = boxes.find(({ id }) => id === `key:${key}`)!;
      return width * height;
    });
    expect(areas[0]).toBeGreaterThan(areas[1]);
    expect(areas[0]).toBeGreaterThan(4 * areas.at(-1)!);
  });

  it('sums up the keys that have no area of their own', () => {
    const { view } = sceneOf('memory-many');
    expect([view.rows.length, view.lookedAt]).toEqual([60, 150]);
    const { boxes } = map(sceneOf('memory-many'), wide, 'en');
    const shown = view.rows.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
    expect(boxes.find(({ id }) => id === 'others')?.says?.head).toBe(
      `90 other keys · ${formatExactBytes(view.lookedAtBytes - shown)}`,
    );
  });

  it('opens one key: a line for each part', () => {
    const sheet = layoutMemory('map', 'greeting')(sceneOf('memory-map'), wide, 'en');
    const lines = sheet
      .labels!.filter(({ id }) => id.startsWith('bytes:'))
      .map(({ text }) => Number.parseInt(text, 10));
    const row = sceneOf('memory-map').view.rows.find(({ key }) => key === 'greeting')!;
    expect(lines.reduce((sum, bytes) => sum + bytes, 0)).toBe(row.memoryBytes);
  });

  it('shows classes with what is in use, freed and never used', () => {
    const scene = sceneOf('memory-map');
    const { boxes } = layoutMemory('classes', null)(scene, wide, 'en');
    for (const { slotBytes, slabs, slotsPerSlab, liveSlots, freedSlots } of scene.view.classes) {
      const width = (name: string) => boxes.find(({ id }) => id === `${name}:${slotBytes}`)?.width ?? 0;
      expect(width('live') > 0, String(slotBytes)).toBe(liveSlots > 0);
      expect(width('freed') > 0, String(slotBytes)).toBe(freedSlots > 0);
      expect(width('untouched') > 0, String(slotBytes)).toBe(slabs * slotsPerSlab > liveSlots + freedSlots);
    }
  });

  it('draws each slab of a class that has freed slots, filled as far as it is in use', () => {
    const scene = sceneOf('memory-fragmented');
    const { boxes } = layoutMemory('classes', null)(scene, wide, 'en');
    const torn = scene.view.classes.filter(({ freedSlots, fills }) => freedSlots > 0 && fills.length > 1);
    expect(torn.length).toBeGreaterThan(0);
    for (const { slotBytes, slotsPerSlab, fills } of torn) {
      for (const [nth, live] of fills.entries()) {
        const slab = boxes.find(({ id }) => id === `slab:${slotBytes}:${nth}`)!;
        const fill = boxes.find(({ id }) => id === `fill:${slotBytes}:${nth}`);
        expect((fill?.height ?? 0) / slab.height, `${slotBytes} ${nth}`).toBeCloseTo(live / slotsPerSlab);
      }
    }
  });

  it('shows the past of all classes and of the largest, to scale', () => {
    const scene = sceneOf('memory-fragmented');
    const { past } = scene.view;
    const { boxes } = layoutMemory('past', null)(scene, wide, 'en');
    const height = (id: string) => boxes.find((box) => box.id === id)!.height;
    const most = Math.max(...past.map(({ slabBytes }) => slabBytes));
    for (const [nth, { usedBytes, slabBytes }] of past.entries()) {
      expect(height(`pages:all:${nth}`) / height(`pages:all:${past.length - 1}`)).toBeCloseTo(
        slabBytes / most,
      );
      expect(height(`live:all:${nth}`)).toBeLessThanOrEqual(height(`pages:all:${nth}`));
      expect(height(`live:all:${nth}`) / height(`pages:all:${nth}`)).toBeCloseTo(usedBytes / slabBytes);
    }
    const now = past[past.length - 1];
    expect(now.usedBytes).toBe(scene.view.figures.usedBytes);
    // Half of the values are gone; their pages are not.
    const values = now.classes.find(({ slotBytes }) => slotBytes === 64)!;
    expect(boxes.find(({ id }) => id === `live:64:${past.length - 1}`)?.says?.detail).toBe(
      `${values.liveSlots} of ${values.slots} slots of 64 B in use`,
    );
  });

  it('leaves room for what is in use now, on a phone too', () => {
    const { labels } = layoutMemory('past', null)(sceneOf('memory-fragmented'), narrow, 'en');
    const notes = labels!.filter(({ id }) => id.startsWith('now:'));
    expect(notes.length).toBeGreaterThan(1);
    for (const { x, text } of notes) expect(x + textWidth(text, 'note')).toBeLessThanOrEqual(narrow.width);
  });

  it('keeps within the width, however narrow', () => {
    for (const story of Object.keys(recorded) as Story[]) {
      for (const layout of [
        map,
        layoutMemory('classes', null),
        layoutMemory('past', null),
        layoutMemory('map', 'tags'),
      ]) {
        for (const box of layout(sceneOf(story), narrow, 'zh').boxes) {
          expect(box.x + box.width, `${story} ${box.id}`).toBeLessThanOrEqual(narrow.width + 1);
        }
      }
    }
  });
});

it('shows values that wait for the thread', () => {
  const scene = sceneOf('memory-lazy', 'lazyfree.queued');
  expect(narrateMemory(scene.step!, scene.view, 'en')).toBe(
    'big waits for the thread to free it: 800 pieces, too many to free inline.',
  );
  const hot = map(scene, wide, 'en').boxes.filter((box) => box.hot);
  expect(hot.map(({ id }) => id)).toEqual([expect.stringMatching(/^job:/)]);
});

it('still says how many were freed when none waits any more', () => {
  const scene = sceneOf('memory-lazy', 'lazyfree.queued');
  const { view } = scene;
  const done = {
    ...view,
    lazy: { ...view.lazy, jobs: [], waitingJobs: 0, pendingObjects: 0, freedObjects: 1 },
  };
  const texts = JSON.stringify(map({ ...scene, view: done, step: null }, wide, 'en'));
  expect(texts).toContain('0 objects pending, 1 freed so far');
});

it('says that a removed entry leaves its slab behind', () => {
  const scene = sceneOf('memory-fragmented', 'dict.remove');
  expect(narrateMemory(scene.step!, scene.view, 'en')).toBe(
    'The entry of session:398 is removed: its slots are free again, their slab stays.',
  );
});
