import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Step } from '../../../protocol/steps.ts';
import type { WireView } from '../../../protocol/views.ts';
import { type Recorded, revive } from '../../gallery/story.ts';
import type { Scene, Sheet } from '../stage/sheet.ts';
import { accessibleWire, narrateWire } from './describe.ts';
import { replyElements, requestElements } from './elements.ts';
import { wireLayout } from './layout.ts';
import { typedBytes } from './typed-bytes.ts';

const recorded: Record<string, Recorded> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../gallery/recorded/wire.json'), 'utf8'),
);

function scene(story: string, moment = -1): Scene<WireView> {
  const { views, moments } = recorded[story];
  const { view, step } = moments.at(moment)!;
  return {
    view: revive(views[view]) as WireView,
    before: null,
    step: step as Step | null,
    steps: [],
    phase: step === null ? 'after' : 'inside',
  };
}

const size = { width: 1000, height: 500 };
const cells = (sheet: Sheet, prefix: string) =>
  sheet.boxes.filter(({ id }) => new RegExp(`^${prefix}:\\d+$`).test(id));

test('every byte of request and reply has a cell with its character, its digits and its role', () => {
  const { view } = scene('wire-map');
  const sheet = wireLayout(false)(scene('wire-map'), size, 'en');
  const request = cells(sheet, `in:${view.frame}`);
  expect(request).toHaveLength(view.request!.totalBytes);
  expect(request.map(({ texts }) => texts![1].text).join('')).toBe(
    Buffer.from(view.request!.bytes).toString('hex'),
  );
  expect(request[0]).toMatchObject({ tone: 'meta', says: { head: '0x2a * · type' } });
  expect(cells(sheet, `out:${view.frame}:1`)).toHaveLength(view.replies[0].totalBytes);
  expect(cells(sheet, `out:${view.frame}:1:other`)).toHaveLength(view.replies[0].other!.totalBytes);
});

test('a reply of pairs is an array in one protocol and a map in the other', () => {
  const [reply] = scene('wire-map').view.replies;
  expect(replyElements(reply)[0]).toMatchObject({ kind: 'array', announced: 4 });
  expect(replyElements(reply.other!)[0]).toMatchObject({ kind: 'map', announced: 2 });
  expect(replyElements(reply)[2].value).toBe('"小明"');
});

test('in the middle of the command nothing is written yet', () => {
  const running = scene('wire-running', 2);
  expect(running.view).toMatchObject({ answered: false, replies: [] });
  expect(requestElements(running.view).map(({ value }) => value)).toEqual([null, '"GET"', '"greeting"']);
  expect(narrateWire(running.view, 'en')).toBe(
    'Client 1 has sent 27 bytes: an array of 2 elements. The command is running; the server has written nothing yet.',
  );
});

test('omitted bytes are counted, and all of them can be shown', () => {
  const few = wireLayout(false)(scene('wire-large'), size, 'en');
  const { view } = scene('wire-large');
  expect(few.boxes.find(({ id }) => id === `more:out:${view.frame}:1`)?.picks).toBe('all');
  const all = wireLayout(true)(scene('wire-large'), size, 'en');
  expect(cells(all, `out:${view.frame}:1`)).toHaveLength(view.replies[0].bytes.length);
});

test('nothing leaves the sheet, from a phone to a wide screen, in both languages', () => {
  for (const story of Object.keys(recorded)) {
    for (const width of [300, 420, 700, 1200]) {
      for (const language of ['en', 'zh'] as const) {
        const sheet = wireLayout(false)(scene(story), { width, height: 500 }, language);
        expect(new Set(sheet.boxes.map(({ id }) => id)).size).toBe(sheet.boxes.length);
        for (const mark of sheet.boxes) {
          expect(mark.x + mark.width, mark.id).toBeLessThanOrEqual(width);
          expect(mark.y + mark.height, mark.id).toBeLessThanOrEqual(sheet.height);
        }
      }
    }
  }
});

test('bytes as they are typed, and as screen readers read them', () => {
  expect([...typedBytes('a\\r\\n\\x00\\\\é')]).toEqual([97, 13, 10, 0, 92, 0xc3, 0xa9]);
  const rows = accessibleWire(scene('wire-error').view, 'zh').rows;
  expect(rows.find(({ id }) => id === 'reply-tree:1')?.text).toMatch(/^错误 WRONGTYPE/);
});
