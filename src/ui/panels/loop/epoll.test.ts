import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LoopView } from '../../../protocol/views.ts';
import type { Scene } from '../stage/sheet.ts';
import { accessibleEpoll, epollTurn, layoutEpoll, narrateEpoll } from './epoll.ts';

const recorded: Record<string, { views: readonly LoopView[]; moments: readonly { view: number }[] }> =
  JSON.parse(readFileSync(join(import.meta.dirname, '../../gallery/recorded/loop.json'), 'utf8'));

/** The last moment of a recorded story of the gallery, or the same a few turns earlier. */
function viewOf(story: string, turnsBack = 0): LoopView {
  const { views, moments } = recorded[story];
  const view = views[moments.at(-1)!.view];
  return { ...view, turns: view.turns.slice(0, view.turns.length - turnsBack) };
}

const scene = (view: LoopView): Scene<LoopView> => ({
  view,
  before: null,
  step: null,
  steps: [],
  phase: 'after',
});

test('sockets whose bytes came while the thread was held are ready together', () => {
  const view = viewOf('loop-ready');
  const { sockets, turn } = epollTurn(view)!;
  expect(sockets.map(({ client, state }) => [client, state])).toEqual([
    [1, 'idle'],
    [2, 'ready'],
    [3, 'ready'],
    [4, 'ready'],
    [5, 'waits'],
  ]);
  expect(turn.parts.map(({ client, label }) => `${client} ${label}`)).toEqual([
    '2 SET k 1',
    '3 INCR k',
    '4 GET k',
  ]);
  // Client 1 gets the reply of its DEBUG SLEEP in this turn, too.
  expect(narrateEpoll(view, 'en')).toBe(
    'epoll_wait names 3 of 6 sockets. The thread runs 3 commands and answers 4 clients.',
  );
  const rows = accessibleEpoll(view, 'en').rows.map(({ name, text }) => `${name}: ${text}`);
  expect(rows).toHaveLength(6);
  const { labels } = layoutEpoll(scene(view), { width: 900, height: 500 }, 'en');
  expect(labels?.some(({ text }) => text.includes('the thread is free again'))).toBe(true);
  expect(rows[0]).toContain('client 5: Silent: its client waits in a blocking command.');
  expect(rows[3]).toBe('4  Run: SET k 1 · INCR k · GET k');
});

test('while the thread is held, nobody asks epoll, and bytes pile up', () => {
  const view = viewOf('loop-ready', 1);
  const { sockets, isPolled } = epollTurn(view)!;
  expect(isPolled).toBe(false);
  expect(sockets.filter(({ state }) => state === 'unread').map(({ client }) => client)).toEqual([2, 3, 4]);
  expect(narrateEpoll(view, 'en')).toContain('epoll_wait isn’t called');
  const sheet = layoutEpoll(scene(view), { width: 400, height: 500 }, 'en');
  expect(sheet.boxes.find(({ id }) => id === 'socket:3')?.tone).toBe('bad');
  expect(sheet.boxes.some(({ id }) => id.startsWith('run:'))).toBe(false);
});

test('one client sends: one socket is ready, the others cost nothing', () => {
  const view = viewOf('loop-io-threads');
  const { sockets } = epollTurn(view)!;
  expect(sockets.filter(({ state }) => state === 'ready')).toHaveLength(1);
  expect(sockets.length).toBe(10);
  expect(accessibleEpoll(view, 'en').rows[5].text).toContain('spread across 4 threads');
});

test('the epoll view stays on the sheet, from a phone to a wide screen, in both languages', () => {
  for (const story of Object.keys(recorded)) {
    for (const width of [300, 420, 700, 1200]) {
      for (const language of ['en', 'zh'] as const) {
        const sheet = layoutEpoll(scene(viewOf(story)), { width, height: 500 }, language);
        expect(new Set(sheet.boxes.map(({ id }) => id)).size).toBe(sheet.boxes.length);
        for (const mark of sheet.boxes) {
          expect(mark.x + mark.width, mark.id).toBeLessThanOrEqual(width);
          expect(mark.y + mark.height, mark.id).toBeLessThanOrEqual(sheet.height);
        }
      }
    }
  }
});
