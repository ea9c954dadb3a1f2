import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Step } from '../../../protocol/steps.ts';
import type { LoopView } from '../../../protocol/views.ts';
import type { Scene, Sheet } from '../stage/sheet.ts';
import { timeText } from '../times.ts';
import { accessibleLoop, readsOf, summariseLoop } from './describe.ts';
import { placeOf } from './jobs.ts';
import { layoutLoop } from './layout.ts';
import { narrateLoop } from './narrate.ts';

const recorded: Record<
  string,
  { views: readonly LoopView[]; moments: readonly { step: Step | null; view: number }[] }
> = JSON.parse(readFileSync(join(import.meta.dirname, '../../gallery/recorded/loop.json'), 'utf8'));

/** The last moment of a recorded story of the gallery. */
function scene(story: string): Scene<LoopView> {
  const { views, moments } = recorded[story];
  return { view: views[moments.at(-1)!.view], before: null, step: null, steps: [], phase: 'after' };
}

const box = (sheet: Sheet, id: string) => sheet.boxes.find((mark) => mark.id === id);

test('a client that sends while the thread is held is unread, and the thread is red meanwhile', () => {
  const seen = scene('loop-blocked');
  const sheet = layoutLoop(seen, { width: 900, height: 500 }, 'en');
  const unread = seen.view.turns.filter((turn) => turn.unread);
  expect(unread.length).toBeGreaterThan(1);
  for (const { turn } of unread) expect(box(sheet, `turn:${turn}`)?.tone).toBe('bad');
  // Up to the end of the sleep nobody says that the thread slept by itself.
  const last = seen.view.turns.at(-1)!;
  expect(box(sheet, `gap:${last.turn}`)?.says).toBeUndefined();
  expect(box(sheet, `part:${last.turn}:runs:0`)?.texts?.[0].text).toBe('GET k');
});

test('input that came while the thread was held is read by the turn that runs it', () => {
  const { view } = scene('loop-blocked');
  const reads = readsOf(view);
  expect(reads.at(-1)).toEqual([
    { client: 2, bytes: 20, isLate: true },
    { client: 3, bytes: 21, isLate: true },
  ]);
  expect(accessibleLoop(view, 'en').rows.at(-1)?.text).toContain('reads client 2 · 20 B');
});

test('a script holds the thread for all its slices', () => {
  const { view } = scene('loop-script');
  expect(summariseLoop(view, 'en').slice(2)).toEqual([
    '5.01 ms of work counted',
    'longest 15 ms: EVAL "local x =… end return x" 0',
  ]);
});

test('columns have names where they stand side by side', () => {
  const headsAt = (width: number) =>
    layoutLoop(scene('loop-beside'), { width, height: 500 }, 'en').heads?.labels.map(({ text }) => text);
  expect(headsAt(900)).toEqual(['wakes', 'reads', 'runs', 'own work', 'writes', 'save', 'free']);
  expect(headsAt(400)).toEqual(['save', 'free']);
});

test('writing is spread over threads from two clients a thread on', () => {
  const seen = scene('loop-io-threads');
  const turn = seen.view.turns.at(-1)!;
  expect(turn.writes).toHaveLength(10);
  const sheet = layoutLoop(seen, { width: 900, height: 500 }, 'en');
  expect(box(sheet, `threads:${turn.turn}`)?.tone).toBe('good');
  expect(box(sheet, `threads:${turn.turn - 1}`)?.tone).toBe('meta');
});

test('a job lasts from the turn that began it to the one that found it done', () => {
  const seen = scene('loop-beside');
  const sheet = layoutLoop(seen, { width: 900, height: 500 }, 'en');
  expect(seen.view.jobs.map(({ job, state }) => [job, state])).toEqual([
    ['rdb-save', 'done'],
    ['lazy-free', 'done'],
  ]);
  const [save] = seen.view.jobs;
  const bar = box(sheet, `job:rdb-save:${save.id}`)!;
  const begun = seen.view.turns.find(({ parts }) => parts.some(({ label }) => label === 'BGSAVE'))!;
  const found = seen.view.turns.find(({ parts }) =>
    parts.some(({ part, label }) => part === 'job-done' && label === 'dump.rdb'),
  )!;
  const [from, to] = [begun, found].map(({ turn }) => box(sheet, `turn:${turn}`)!);
  expect(bar.y).toBeGreaterThanOrEqual(from.y);
  expect(bar.y + bar.height).toBeLessThanOrEqual(to.y + to.height);
  expect(bar.y + bar.height).toBeGreaterThan(from.y + from.height);
});

test('an instant lies in its turn, or between two', () => {
  const stretches = [
    { fromMs: 100, untilMs: 200, top: 10, bottom: 30 },
    { fromMs: 400, untilMs: 400, top: 50, bottom: 70 },
  ];
  expect([50, 100, 150, 200, 300, 400, 900].map((at) => placeOf(stretches, at, 0))).toEqual([
    0, 10, 20, 30, 40, 70, 70,
  ]);
});

test('nothing leaves the sheet, from a phone to a wide screen, in both languages', () => {
  for (const story of Object.keys(recorded)) {
    for (const width of [300, 420, 700, 1200]) {
      for (const language of ['en', 'zh'] as const) {
        const sheet = layoutLoop(scene(story), { width, height: 500 }, language);
        expect(new Set(sheet.boxes.map(({ id }) => id)).size).toBe(sheet.boxes.length);
        for (const mark of sheet.boxes) {
          expect(mark.x + mark.width, mark.id).toBeLessThanOrEqual(width);
          expect(mark.y + mark.height, mark.id).toBeLessThanOrEqual(sheet.height);
        }
      }
    }
  }
});

test('words: durations, the latest turn, and the figures beside the title', () => {
  expect([0, 999, 1500, 2_000_000, 600_000_000].map((us) => timeText(us, 'en'))).toEqual([
    '0 µs',
    '999 µs',
    '1.5 ms',
    '2 s',
    '10 min',
  ]);
  const { view } = scene('loop-turns');
  expect(narrateLoop(view, 'en')).toBe(
    'The loop wakes: client 1 sends. The thread does: LRANGE queue 0 -1. After 3 µs by the model it sleeps again.',
  );
  expect(summariseLoop(view, 'zh')[0]).toBe(`${view.turns.length} 轮`);
  expect(accessibleLoop(view, 'en').rows.at(-1)?.text).toContain('LRANGE queue 0 -1 3 µs');
});
