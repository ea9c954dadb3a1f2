/** Drawn from recorded pictures of an engine, those of the gallery. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Step } from '../../../protocol/steps.ts';
import type { DiskView } from '../../../protocol/views-disk.ts';
import { type Recorded, revive } from '../../gallery/story.ts';
import type { Scene, Sheet } from '../stage/sheet.ts';
import { bytesPerRow, layoutBytes } from './bytes.ts';
import { lossesOf } from './losses.ts';
import { narrateDisk } from './narrate.ts';
import { layoutPlaces } from './places.ts';
import { piecesOf, segmentsOf } from './segments.ts';

const recorded: Record<string, Recorded> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../gallery/recorded/disk.json'), 'utf8'),
);

function sceneOf(story: string, type?: Step['type']): Scene<DiskView> {
  const { views, moments } = recorded[story];
  const steps = moments.map(({ step }) => step as Step | null);
  const at = type === undefined ? moments.length - 1 : steps.findIndex((step) => step?.type === type);
  return {
    view: revive(views[moments[at].view]) as DiskView,
    before: null,
    step: steps[at],
    steps: steps.slice(0, at + 1).flatMap((step) => step ?? []),
    phase: steps[at] === null ? 'after' : 'inside',
  };
}

const stories = Object.keys(recorded);
const widths = [300, 520, 900, 1400];

function expectInside(sheet: Sheet): void {
  for (const { x, y, width, height, id } of sheet.boxes) {
    expect(x, id).toBeGreaterThanOrEqual(0);
    expect(x + width, id).toBeLessThanOrEqual(sheet.width);
    expect(y + height, id).toBeLessThanOrEqual(sheet.height);
  }
  expect(new Set(sheet.boxes.map(({ id }) => id)).size).toBe(sheet.boxes.length);
}

it.each(stories)('the way of bytes of %s is not cut short where it turns from a column to a row', (story) => {
  for (const width of [358, 520, 839, 840]) {
    for (const language of ['en', 'zh'] as const) {
      const { boxes, labels = [] } = layoutPlaces(sceneOf(story), { width, height: 400 }, language);
      const texts = [...boxes.flatMap(({ texts }) => texts ?? []), ...labels].map(({ text }) => text);
      expect(
        texts.filter((text) => text.includes('…')),
        `${width} ${language}`,
      ).toEqual([]);
    }
  }
});

describe('bytes', () => {
  it.each(stories)('of %s lie side by side at every width, each drawn once', (story) => {
    const scene = sceneOf(story);
    for (const width of widths) {
      const sheet = layoutBytes(scene, { width, height: 400 }, 'en');
      expectInside(sheet);
      const hex = sheet.boxes.flatMap(({ texts }) => texts ?? []).filter(({ y }) => y === 12);
      const bytes = [...(scene.view.shown?.bytes ?? [])].map((byte) => byte.toString(16).padStart(2, '0'));
      expect(hex.map(({ text }) => text)).toEqual(bytes);
    }
  });

  it('that are not fsynced are dashed, and a line shows what a power failure would cut off', () => {
    const sheet = layoutBytes(sceneOf('disk-append', 'disk.append'), { width: 900, height: 400 }, 'en');
    const offsetOf = (id: string) => Number(id.split(':').at(-1));
    for (const { id, tone } of sheet.boxes) expect(tone === 'ghost', id).toBe(offsetOf(id) >= 61);
    expect(sheet.links?.map(({ id }) => id)).toEqual(['cut']);
    // The step has written the last command and nothing else.
    expect(sheet.boxes.filter(({ hot }) => hot).every(({ id }) => offsetOf(id) >= 87)).toBe(true);
    expect(sheet.boxes.some(({ hot }) => hot)).toBe(true);
  });

  it('are in eights where there is room', () => {
    expect(bytesPerRow(900, 1000) % 8).toBe(0);
    expect(bytesPerRow(300, 1000)).toBe(8);
    expect(bytesPerRow(150, 1000)).toBe(4);
  });

  it('belong to the innermost span; pieces end at rows and at the end of the safe bytes', () => {
    const shown = {
      from: 10,
      bytes: new Uint8Array(10),
      spans: [
        { from: 8, to: 18, role: 'command', depth: 0, text: 'SET a' },
        { from: 8, to: 12, role: 'header', depth: 1, text: '*2' },
        { from: 12, to: 18, role: 'argument', depth: 1, text: 'SET' },
      ],
    } as const;
    const segments = segmentsOf(shown);
    expect(segments.map(({ from, to, span }) => [from, to, span?.text])).toEqual([
      [10, 12, '*2'],
      [12, 18, 'SET'],
      [18, 20, undefined],
    ]);
    expect(segments[0].around?.text).toBe('SET a');
    expect(piecesOf(segments, 10, 4, 15).map(({ from, to }) => [from, to])).toEqual([
      [10, 12],
      [12, 14],
      [14, 15],
      [15, 18],
      [18, 20],
    ]);
  });
});

describe('places', () => {
  it.each(stories)('of %s fit at every width', (story) => {
    for (const width of widths) {
      const sheet = layoutPlaces(sceneOf(story), { width, height: 100 }, 'zh');
      expectInside(sheet);
      expect(sheet.boxes).toHaveLength(3);
    }
  });

  it('say what a kill and what a power failure would take', () => {
    const texts = (story: string) =>
      layoutPlaces(sceneOf(story), { width: 1400, height: 100 }, 'en')
        .labels?.filter(({ id }) => id.startsWith('loses:'))
        .map(({ text }) => text);
    expect(texts('disk-append')).toEqual([
      'kill -9 now loses nothing',
      'power failure now loses 74 B, 2 commands',
    ]);
    expect(texts('disk-fsync')).toEqual(['kill -9 now loses nothing', 'power failure now loses nothing']);
    expect(texts('disk-child')).toEqual(['kill -9 now loses 3 changes', 'power failure now loses 3 changes']);
  });

  it('say which fsync runs, and else when the next one is due', () => {
    const { view } = sceneOf('disk-append');
    const cacheOf = (view: DiskView) =>
      layoutPlaces({ ...sceneOf('disk-append'), view }, { width: 1400, height: 100 }, 'en')
        .boxes.find(({ id }) => id.endsWith('cache'))
        ?.texts?.map(({ text }) => text);
    expect(cacheOf(view)).toContain('fsync in 0.5 s');
    const job = { id: 1, job: 'aof-fsync', subject: 'x', amount: 74, progress: 0 } as const;
    const running = [{ ...job, startedAtMs: view.nowMs, endsAtMs: view.nowMs + 5000 }];
    expect(cacheOf({ ...view, jobs: { ...view.jobs, running } })).toContain('fsync running, 5.0 s left');
  });

  it('count commands only if all unsafe bytes are in sight', () => {
    const { view } = sceneOf('disk-append');
    expect(lossesOf(view)).toMatchObject({ unsyncedBytes: 74, unsyncedCommands: 2 });
    const shown = { ...view.shown!, from: 100, bytes: view.shown!.bytes.slice(100) };
    expect(lossesOf({ ...view, shown })).toMatchObject({ unsyncedCommands: null });
  });
});

describe('sentences', () => {
  it.each(['en', 'zh'] as const)('in %s for every step of the disk', (language) => {
    for (const story of stories) {
      for (const { step } of recorded[story].moments) {
        const sentence = narrateDisk(step as Step | null, language);
        expect(sentence !== null, JSON.stringify(step)).toBe(
          (step as Step | null)?.type.startsWith('disk.') === true,
        );
      }
    }
  });
});
