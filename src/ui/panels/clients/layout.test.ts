import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Step } from '../../../protocol/steps.ts';
import type { ChannelsView, ClientsView } from '../../../protocol/views.ts';
import type { Scene, Sheet } from '../stage/sheet.ts';
import { layoutChannels } from './channels-layout.ts';
import { accessibleClients, placeInLine } from './describe.ts';
import { layoutClients } from './layout.ts';
import { narrateClients } from './narrate.ts';

interface Recording {
  readonly views: readonly unknown[];
  readonly moments: readonly { readonly step: Step | null; readonly view: number; readonly beside: number }[];
}

const recorded: Record<string, Recording> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../gallery/recorded/clients.json'), 'utf8'),
);

/** A recorded story of the gallery, at the first moment with a step of this kind. */
function scene<V>(story: string, at: Step['type'] | null, which: 'view' | 'beside' = 'view'): Scene<V> {
  const { views, moments } = recorded[story];
  const moment = at === null ? moments.length - 1 : moments.findIndex(({ step }) => step?.type === at);
  const steps = moments.slice(0, moment + 1).flatMap(({ step }) => step ?? []);
  return {
    view: views[moments[moment][which]] as V,
    before: null,
    step: moments[moment].step,
    steps,
    phase: at === null ? 'after' : 'inside',
  };
}

function box(sheet: Sheet, id: string) {
  return sheet.boxes.find((mark) => mark.id === id);
}

test('a watched key that changes is hot, and the queue of its client is marked as failed', () => {
  const sheet = layoutClients(
    scene<ClientsView>('clients-transaction', 'watch.touched'),
    { width: 800, height: 600 },
    'en',
  );
  expect(box(sheet, 'watch:1:0:stock')?.hot).toBe(true);
  expect(box(sheet, 'queue:1:0')?.tone).toBe('bad');
  expect(sheet.boxes.filter(({ hot }) => hot === true)).toHaveLength(1);
});

test('waiting clients stand in line, in the order of their numbers', () => {
  const { view } = scene<ClientsView>('clients-transaction', null);
  const [four, five] = [4, 5].map((id) => view.rows.find((row) => row.id === id)!);
  expect(placeInLine(view, four, 'jobs')).toEqual({ place: 1, of: 2 });
  expect(placeInLine(view, five, 'jobs')).toEqual({ place: 2, of: 2 });
  expect(accessibleClients(view, 'en').rows.find(({ id }) => id === 'client:5')?.text).toContain(
    'jobs (2 of 2 in line)',
  );
});

test("a message flies from the publisher's card to the receiver's", () => {
  const seen = scene<ClientsView>('clients-message', 'pubsub.delivered');
  const sheet = layoutClients(seen, { width: 700, height: 600 }, 'zh');
  expect(sheet.links?.find(({ id }) => id === 'flight:3')?.hot).toBe(true);
  expect(box(sheet, 'message:1:2')?.texts?.[0].text).toBe('hello');
  expect(narrateClients(seen.step!, seen.view, 'zh')).toBe('消息写给客户端 2。');
});

test('nothing leaves the sheet, from a phone to a wide screen, in both languages', () => {
  for (const story of Object.keys(recorded)) {
    for (const width of [300, 420, 900]) {
      for (const language of ['en', 'zh'] as const) {
        const size = { width, height: 500 };
        const sheets = [
          layoutClients(scene<ClientsView>(story, null), size, language),
          layoutChannels(scene<ChannelsView>(story, null, 'beside'), size, language),
        ];
        for (const sheet of sheets) {
          expect(new Set(sheet.boxes.map(({ id }) => id)).size).toBe(sheet.boxes.length);
          for (const mark of sheet.boxes) {
            expect(mark.x, mark.id).toBeGreaterThanOrEqual(0);
            expect(mark.x + mark.width, mark.id).toBeLessThanOrEqual(width);
            expect(mark.y + mark.height, mark.id).toBeLessThanOrEqual(sheet.height);
          }
        }
      }
    }
  }
});
