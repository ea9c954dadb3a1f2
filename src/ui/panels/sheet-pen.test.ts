import { expect, test } from 'vitest';
import { columnsOf } from './label.ts';
import { linesOf, SheetPen, textWidth } from './sheet-pen.ts';

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
