/** Drawn from recorded pictures of an engine, those of the gallery. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StepType } from '../../../protocol/steps.ts';
import type { SentinelView } from '../../../protocol/views-sentinel.ts';
import { type Recorded, recordedScene } from '../../gallery/story.ts';
import { textWidth } from '../stage/pen.ts';
import type { Sheet } from '../stage/sheet.ts';
import { accessibleSentinels, summariseSentinels } from './describe.ts';
import { layoutSentinels } from './layout.ts';
import { kindOf } from './log.ts';
import { narrateSentinels } from './narrate.ts';

const recorded: Record<string, Recorded> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../gallery/recorded/sentinel.json'), 'utf8'),
);
const stories = Object.keys(recorded);
const widths = [320, 358, 520, 900, 1400];
const sceneOf = (story: string, type?: StepType) => recordedScene<SentinelView>(recorded[story], type);
const sheetOf = (story: string, type?: StepType, width = 1000): Sheet =>
  layoutSentinels('all')(sceneOf(story, type), { width, height: 600 }, 'en');

function textOf({ boxes }: Sheet, id: string): string {
  const found = boxes.find((box) => box.id === id);
  if (found === undefined) throw new Error(`no box ${id}`);
  return (found.texts ?? []).map(({ text }) => text).join(' ');
}

it.each(stories)('%s fits every width, with each thing drawn once and no text beyond its box', (story) => {
  for (const width of widths) {
    for (const language of ['en', 'zh'] as const) {
      const sheet = layoutSentinels('all')(sceneOf(story), { width, height: 500 }, language);
      for (const box of sheet.boxes) {
        expect(box.width, `${width} ${box.id}`).toBeGreaterThan(20);
        expect(box.x + box.width, `${width} ${box.id}`).toBeLessThanOrEqual(width);
        expect(box.y + box.height, `${width} ${box.id}`).toBeLessThanOrEqual(sheet.height);
        for (const { x, text, look, anchor } of box.texts ?? []) {
          const half = anchor === 'middle' ? 0.5 : 1;
          expect(x + textWidth(text, look) * half, `${width} ${box.id} ${text}`).toBeLessThan(box.width + 8);
        }
      }
      expect(new Set(sheet.boxes.map(({ id }) => id)).size).toBe(sheet.boxes.length);
      expect(new Set((sheet.labels ?? []).map(({ id }) => id)).size).toBe(sheet.labels?.length);
    }
  }
});

describe('opinions', () => {
  it('are one cell for each sentinel and server', () => {
    const { boxes } = sheetOf('sentinel-calm');
    expect(boxes.filter(({ id }) => id.startsWith('opinion:'))).toHaveLength(18);
    expect(textOf(sheetOf('sentinel-calm'), 'answer:3')).toContain('→ master');
  });

  it('differ where only one sentinel is cut off', () => {
    const { view } = sceneOf('sentinel-alone');
    const down = view.opinions.filter(({ sDownForMs }) => sDownForMs !== null);
    expect(down.map(({ of, address }) => [of, address])).toEqual([[3, '10.0.0.1:6379']]);
    const sheet = sheetOf('sentinel-alone');
    expect(textOf(sheet, 'opinion:3:10.0.0.1:6379')).toContain('sdown');
    expect(textOf(sheet, 'opinion:4:10.0.0.1:6379')).toContain('ok');
    expect(summariseSentinels(view, 'en')).toContain('master down for 1 of 3');
  });
});

it('votes are counted as each sentinel knows them', () => {
  const sheet = sheetOf('sentinel-vote');
  const counts = sheet.boxes.filter(({ id }) => id.startsWith('count:'));
  expect(counts.some(({ tone }) => tone === 'good')).toBe(true);
});

it('the chosen replica comes first, with the reason', () => {
  const sheet = sheetOf('sentinel-choice', 'sentinel.selected');
  expect(textOf(sheet, 'candidate:10.0.0.3:6379')).toContain('priority 10');
  expect(sheet.boxes.find(({ id }) => id === 'candidate:10.0.0.3:6379')?.hot).toBe(true);
  const notes = sheet.labels?.map(({ text }) => text) ?? [];
  expect(notes).toContain('The lowest replica-priority decides.');
});

it('after the switch all three name the new master, and the log has a filter', () => {
  const sheet = sheetOf('sentinel-switched');
  for (const node of [3, 4, 5]) expect(textOf(sheet, `answer:${node}`)).toContain('→ replica-2');
  const scene = sceneOf('sentinel-switched');
  const filtered = layoutSentinels('down')(scene, { width: 1000, height: 600 }, 'en');
  const events = filtered.boxes.filter(({ id }) => id.startsWith('event:'));
  expect(events.length).toBeGreaterThan(0);
  expect(events.length).toBe(scene.view.events.filter(({ event }) => kindOf(event) === 'down').length);
});

it('every step of the recorded failover has a sentence in both languages', () => {
  const told: string[] = [];
  for (const story of ['sentinel-vote', 'sentinel-choice']) {
    const { view } = sceneOf(story);
    for (const { step } of recorded[story].moments) {
      if (step === null) continue;
      const [en, zh] = (['en', 'zh'] as const).map((language) =>
        narrateSentinels(step as never, view, language),
      );
      expect(zh === null).toBe(en === null);
      expect(`${en}${zh}`).not.toMatch(/undefined|NaN/);
      if (en !== null) told.push(en);
    }
  }
  expect(told.length).toBeGreaterThan(20);
  expect(told).toContain('sentinel-2 has enough votes: it leads the failover.');
});

it('the table says what the drawing shows', () => {
  const { view } = sceneOf('sentinel-calm');
  expect(summariseSentinels(view, 'en')).toEqual(['3 sentinels', 'mymaster is master']);
  const { rows } = accessibleSentinels(view, 'en');
  expect(rows.find(({ name }) => name === 'sentinel-1 → replica-1')?.text).toContain('replica · ok');
});
