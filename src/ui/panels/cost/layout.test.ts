import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Step } from '../../../protocol/steps.ts';
import type { CostRow, CostView } from '../../../protocol/views.ts';
import type { Recorded } from '../../gallery/story.ts';
import type { Scene, Sheet } from '../stage/sheet.ts';
import { predict, valueOfFormula } from './complexity.ts';
import { accessibleCost, figuresOf, looksOf, termsOf, timesMedian } from './describe.ts';
import { layoutCost } from './layout.ts';
import { narrateCost } from './narrate.ts';
import { costWords } from './words.ts';

const recorded: Record<string, Recorded> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../gallery/recorded/cost.json'), 'utf8'),
);

function scene(story: string, moment = -1): Scene<CostView> {
  const { views, moments } = recorded[story];
  const at = moment < 0 ? moments.length + moment : moment;
  const step = moments[at].step as Step | null;
  return {
    view: views[moments[at].view] as CostView,
    before: at === 0 ? null : (views[moments[at - 1].view] as CostView),
    step,
    steps: [],
    phase: step === null ? 'after' : 'inside',
  };
}

const size = { width: 900, height: 500 };
const box = (sheet: Sheet, id: string) => sheet.boxes.find((mark) => mark.id === id);

test('formulas of the documentation have a value if all their letters have one', () => {
  const value = (formula: string) => valueOfFormula(formula, { N: 7, M: 3 });
  expect(value('O(1)')).toBe(1);
  expect(value('O(N)')).toBe(7);
  expect(value('O(N*M)')).toBe(21);
  expect(value('O(log(N)+M)')).toBe(6);
  expect(value('O(log(N)*M)')).toBe(9);
  expect(value('O(N)+O(M*log(M))')).toBe(13);
  expect(value('O(S+N)')).toBeNull();
  expect(value('that of the script')).toBeNull();
  expect(value('O(N) in the modules')).toBeNull();
});

test('letters are figures of the run', () => {
  const [row] = scene('cost-rank').view.rows;
  expect(row.command).toBe('ZRANK z member:150');
  expect(predict(row).variables).toEqual([{ letter: 'N', measure: 'size', value: 200 }]);
  expect(predict(row).value).toBeCloseTo(Math.log2(201));
  const range = scene('cost-rank').view.rows.find(({ command }) => command === 'ZRANGE z 0 9')!;
  expect(predict(range).variables.map(({ value }) => value)).toEqual([200, 10]);
  const paired: CostRow = { ...range, command: 'ZRANGE z 0 9 WITHSCORES', replyElements: 20 };
  expect(predict(paired).variables.map(({ value }) => value)).toEqual([200, 10]);
});

test('the terms of the model add up to its microseconds', () => {
  for (const story of ['cost-rank', 'cost-free', 'cost-script']) {
    for (const row of scene(story).view.rows) {
      const own = termsOf(row, costWords.en).filter(({ id }) => id !== 'inside');
      const work = own.slice(1).reduce((sum, { microseconds }) => sum + microseconds, 0);
      expect(row.terms.base + Math.floor(work), row.command).toBe(row.microseconds);
    }
  }
});

test('during the count, the counter that the step raises is hot and nothing else', () => {
  const { moments } = recorded['cost-counting'];
  const at = moments.findIndex(({ step }) => (step as Step | null)?.type === 'packed.walk') + 1;
  const seen = scene('cost-counting', at);
  const sheet = layoutCost(seen, size, 'en');
  expect(sheet.boxes.filter(({ hot }) => hot === true).map(({ id }) => id)).toEqual(['count:walked']);
  expect(box(sheet, 'count:walked')?.texts?.[1].text).toBe('2');
  expect(narrateCost(seen.step, seen.view, 'en')).toMatch(/^So far \d+ steps: /);
});

test('the rest of a big key is counted in slots of each size', () => {
  const { view } = scene('cost-free');
  const [row] = view.rows;
  const freed = figuresOf(row).find(({ name }) => name === 'freed')!;
  expect(freed.count).toBeGreaterThan(400);
  expect(predict(row).variables).toEqual([{ letter: 'N', measure: 'contents', value: 201 }]);
  expect(timesMedian(view.rows)).toBeGreaterThan(1);
  expect(accessibleCost(view, 'en').rows.filter(({ id }) => id.startsWith('class:'))).toHaveLength(
    row.classes.length,
  );
  expect(looksOf(row)).toBeGreaterThan(0);
});

test('nothing leaves the sheet, from a phone to a wide screen, in both languages', () => {
  for (const story of Object.keys(recorded)) {
    for (const width of [300, 420, 800, 1200]) {
      for (const language of ['en', 'zh'] as const) {
        const sheet = layoutCost(scene(story), { width, height: 500 }, language);
        expect(new Set(sheet.boxes.map(({ id }) => id)).size).toBe(sheet.boxes.length);
        for (const mark of sheet.boxes) {
          expect(mark.x + mark.width, mark.id).toBeLessThanOrEqual(width);
          expect(mark.y + mark.height, mark.id).toBeLessThanOrEqual(sheet.height);
        }
      }
    }
  }
});
