/** Drawn from recorded pictures of an engine, those of the gallery. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StepType } from '../../../protocol/steps.ts';
import type { ClusterView } from '../../../protocol/views-cluster.ts';
import { type Recorded, recordedScene } from '../../gallery/story.ts';
import { textWidth } from '../stage/pen.ts';
import type { Sheet } from '../stage/sheet.ts';
import { accessibleCluster, summariseCluster } from './describe.ts';
import { saysOf } from './grid.ts';
import { layoutCluster } from './layout.ts';
import { narrateCluster } from './narrate.ts';
import { keysOf, ownerOf } from './nodes.ts';

const recorded: Record<string, Recorded> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../gallery/recorded/cluster.json'), 'utf8'),
);
const stories = Object.keys(recorded);
const widths = [320, 358, 520, 760, 1000, 1400];
const sceneOf = (story: string, type?: StepType) => recordedScene<ClusterView>(recorded[story], type);
const all = layoutCluster({ from: null });
const sheetOf = (story: string, type?: StepType, width = 1000): Sheet =>
  all(sceneOf(story, type), { width, height: 600 }, 'en');

function boxOf({ boxes }: Sheet, id: string) {
  const found = boxes.find((box) => box.id === id);
  if (found === undefined) throw new Error(`no box ${id}`);
  return found;
}

const textOf = (sheet: Sheet, id: string) => (boxOf(sheet, id).texts ?? []).map(({ text }) => text).join(' ');

it.each(stories)('%s fits every width, with each thing drawn once and no text beyond its box', (story) => {
  for (const width of widths) {
    for (const language of ['en', 'zh'] as const) {
      for (const layout of [all, layoutCluster({ from: 12_288 })]) {
        const sheet = layout(sceneOf(story), { width, height: 500 }, language);
        for (const box of sheet.boxes) {
          expect(box.x + box.width, `${width} ${box.id}`).toBeLessThanOrEqual(width);
          expect(box.y + box.height, `${width} ${box.id}`).toBeLessThanOrEqual(sheet.height);
          for (const { x, text, look, anchor } of box.texts ?? []) {
            const half = anchor === 'middle' ? 0.5 : 1;
            expect(x + textWidth(text, look) * half, `${width} ${box.id} ${text}`).toBeLessThan(
              box.width + 8,
            );
          }
        }
        for (const { id, x, columns, count, cell } of sheet.grids ?? []) {
          expect(x + Math.min(columns, count) * cell.width, id).toBeLessThanOrEqual(width);
        }
        const ids = [...sheet.boxes, ...(sheet.labels ?? [])].map(({ id }) => id);
        expect(new Set(sheet.boxes.map(({ id }) => id)).size).toBe(sheet.boxes.length);
        expect(new Set((sheet.labels ?? []).map(({ id }) => id)).size).toBe(sheet.labels?.length);
        expect(ids.length).toBeGreaterThan(0);
      }
    }
  }
});

describe('the slots', () => {
  it('have the colour and the letter of their owners', () => {
    const { view } = sceneOf('cluster-slots');
    const sheet = sheetOf('cluster-slots');
    const grid = sheet.grids?.find(({ id }) => id === 'slots');
    expect([grid?.columns, grid?.count]).toEqual([128, 16_384]);
    const owners = grid?.layers.filter(({ tone }) => tone.startsWith('owner-'));
    expect(owners?.map(({ tone, cells }) => [tone, cells.length, cells[0]])).toEqual([
      ['owner-1', 5461, 0],
      ['owner-2', 5462, 5461],
      ['owner-3', 5461, 10_923],
    ]);
    const letters = sheet.labels?.filter(({ id }) => id.startsWith('letter:')).map(({ text }) => text);
    expect(letters).toEqual(['A', 'B', 'C']);
    const shaded = grid?.layers.filter(({ tone }) => tone.startsWith('keys-')).flatMap(({ cells }) => cells);
    expect(shaded?.length).toBe(view.keyCounts.length / 2);
    expect(saysOf(view, 2780, 'en')).toMatchObject({ head: 'Slot 2780: A node-1', detail: '2 keys' });
    expect(ownerOf(view, 16_383)).toBe(view.nodes.find(({ name }) => name === 'node-3')?.id);
    expect(keysOf(view, 1)).toBe(0);
  });

  it('on their way have a frame, and both nodes are named', () => {
    const grid = sheetOf('cluster-ask').grids?.find(({ id }) => id === 'slots');
    expect(grid?.layers.find(({ tone }) => tone === 'moving')?.cells).toEqual([2780, 2780]);
    expect(grid?.says(2780).detail).toContain('node-1 is migrating it to node-2');
    expect(grid?.says(2780).detail).toContain('node-2 is importing it from node-1');
  });

  it('that nodes disagree about are hatched, and each belief is told', () => {
    const sheet = sheetOf('cluster-stale');
    const grid = sheet.grids?.find(({ id }) => id === 'slots');
    expect(grid?.layers.find(({ tone }) => tone === 'disagree')?.cells).toHaveLength(10 * 128);
    expect(textOf(sheet, 'server:0')).toContain('another owner for 5,461 slots');
    expect(grid?.says(16_000).detail).toContain('node-1 believes that node-6 has it');
  });

  it('can be looked at in part, with numbers of keys', () => {
    const { grids, labels } = layoutCluster({ from: 2048 })(
      sceneOf('cluster-slots'),
      { width: 1000, height: 600 },
      'en',
    );
    expect(grids?.find(({ id }) => id === 'slots')).toMatchObject({ columns: 32, count: 1024 });
    expect(labels?.find(({ id }) => id === 'count:2780')?.text).toBe('2');
    expect(grids?.find(({ id }) => id === 'slots')?.says(2780 - 2048).head).toBe('Slot 2780: A node-1');
  });
});

describe('the way of a key', () => {
  it('leads to the slot that CLUSTER KEYSLOT names, and each node answers for itself', () => {
    const sheet = sheetOf('cluster-moved', 'cluster.redirected');
    expect(textOf(sheet, 'mod:0')).toBe('44950 mod 16384 = 12182');
    expect(textOf(sheet, 'slot:0')).toBe('Slot 12182 · owner C node-3');
    expect(textOf(sheet, 'answer:0')).toBe('node-1 MOVED 12182 10.0.0.3:6379');
    expect(boxOf(sheet, 'answer:0').hot).toBe(true);
    expect(textOf(sheet, 'answer:2')).toBe('node-3 runs here');
  });

  it('hashes only the tag in braces', () => {
    const { boxes } = sheetOf('cluster-ask');
    const bytes = boxes.filter(({ id }) => id.startsWith('byte:0:'));
    expect(bytes.map(({ tone, texts }) => [tone, texts?.[0].text]).slice(0, 8)).toEqual([
      ['soft', '{'],
      ['meta', 'u'],
      ['meta', 's'],
      ['meta', 'e'],
      ['meta', 'r'],
      ['meta', ':'],
      ['meta', '7'],
      ['soft', '}'],
    ]);
    expect(textOf(sheetOf('cluster-ask'), 'answer:0')).toContain('ASK 2780 10.0.0.2:6379');
    expect(textOf(sheetOf('cluster-ask'), 'answer:1')).toContain('after ASKING: runs here');
  });
});

it('every step of the recorded failover has a sentence in both languages', () => {
  const { moments } = recorded['cluster-vote'];
  const { view } = sceneOf('cluster-vote');
  const steps = moments.flatMap(({ step }) => (step === null ? [] : [step as never]));
  const told = steps.map((step) => narrateCluster(step, view, 'en'));
  expect(told.filter((text) => text !== null).length).toBeGreaterThan(30);
  for (const [n, step] of steps.entries()) {
    const zh = narrateCluster(step, view, 'zh');
    expect(zh === null).toBe(told[n] === null);
    expect(`${told[n]}${zh}`).not.toMatch(/undefined|NaN|\?\?/);
  }
  expect(told.join(' ')).toMatch(/node-6 gets the vote of node-[12]: 2 of 2\./);
});

it('the table says what the drawing shows', () => {
  const { view } = sceneOf('cluster-slots');
  expect(summariseCluster(view, 'en').join(' · ')).toBe(
    'seen by node-1 · cluster ok · epoch 6 · 16,384 of 16,384 slots served',
  );
  const { rows } = accessibleCluster(view, 'en');
  expect(rows.find(({ name }) => name === 'A node-1')?.text).toContain('0-5460');
  expect(rows.filter(({ id }) => id.startsWith('answer:'))).toHaveLength(6);
});
