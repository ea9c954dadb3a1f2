import { expect, test } from 'vitest';
import { columnsOf } from '../label.ts';
import { linesOf, SheetPen, textWidth } from './pen.ts';

test('lines are broken at blanks and between Chinese characters, and nothing is lost', () => {
  const english = 'Whoever began to wait first is served first, and nobody comes in between.';
  const lines = linesOf(english, 120, 'note');
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join(' ')).toBe(english);
  const chinese = '谁先开始等，谁就先得到，中间不会插入别人。';
  const broken = linesOf(chinese, 100, 'note');
  expect(broken.join('')).toBe(chinese);
  for (const line of broken) expect(columnsOf(line)).toBeLessThanOrEqual(18);
});

test('an amount is not separated from its unit', () => {
  const text = 'a node has at most 8\u00a0KB, or 16 of them';
  for (let width = 60; width < 300; width += 7)
    expect(linesOf(text, width, 'note').join('|')).toContain('8\u00a0KB');
});

test('pills go on in the next row and never leave their room', () => {
  for (const width of [200, 300, 900]) {
    const pen = new SheetPen(width);
    pen.pills(
      Array.from({ length: 20 }, (_, nth) => ({ id: `p${nth}`, text: `key:${'x'.repeat(nth * 4)}` })),
      50,
      pen.right,
    );
    expect(pen.boxes).toHaveLength(20);
    for (const { x, width: boxWidth, texts } of pen.boxes) {
      expect(x + boxWidth).toBeLessThanOrEqual(pen.right + 0.01);
      expect(textWidth(texts![0].text)).toBeLessThanOrEqual(boxWidth);
    }
  }
});

test('columns write on the same sheet, from where the pen is', () => {
  const pen = new SheetPen(708);
  pen.title('all', 'All');
  const [left, right] = pen.halves(680, 28);
  left.title('one', 'One');
  right.title('two', 'Two');
  expect(pen.labels.map(({ text, x, y }) => [text, x, y])).toEqual([
    ['All', 4, 14],
    ['One', 4, 40],
    ['Two', 368, 40],
  ]);
  expect([left.width, right.width]).toEqual([336, 336]);
  expect(right.right).toBe(pen.right);
  expect(pen.y).toBe(30);
});

test('a note on a title goes below it in lines on a narrow sheet, and none of it is lost', () => {
  const note = 'none yet; XGROUP CREATE makes one';
  const wide = new SheetPen(600);
  wide.title('groups', 'Consumer groups', note);
  expect(wide.labels[1]).toMatchObject({ id: 'note:groups', text: note, x: wide.right, anchor: 'end' });
  const narrow = new SheetPen(160);
  narrow.title('groups', 'Consumer groups', note);
  const [, first, ...others] = narrow.labels;
  expect(first).toMatchObject({ id: 'note:groups', x: narrow.left });
  expect([first, ...others].map(({ text }) => text).join(' ')).toBe(note);
  expect(narrow.y).toBeGreaterThan(others.at(-1)!.y);
});

test('where it is narrow both columns are the pen itself', () => {
  const pen = new SheetPen(687);
  expect(pen.halves(680, 28)).toEqual([pen, pen]);
});

test('a note on a heading goes below it rather than being cut', () => {
  const note = 'the next to go first';
  const wide = new SheetPen(600);
  wide.heading('keys', 'Keys', note);
  expect(wide.labels[1]).toMatchObject({ text: note, y: 14.5 });
  expect(wide.y).toBe(28);
  const narrow = new SheetPen(120);
  narrow.heading('keys', 'Keys', note);
  expect(narrow.labels[1]).toMatchObject({ text: note, x: narrow.left, y: 32 });
  expect(narrow.y).toBe(44);
});
