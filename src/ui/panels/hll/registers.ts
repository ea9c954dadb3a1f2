/** All registers as a grid of cells, the darker the higher, and how often each value occurs. */
import { REGISTERS } from '../../../protocol/hyperloglog-bytes.ts';
import { grouped } from '../../i18n/amounts.ts';
import type { SheetPen } from '../stage/pen.ts';
import { cellBox, type GridMark, gridSize, type Tone } from '../stage/sheet.ts';
import type { HllWords } from './words.ts';

/** Values that look alike; the tones stand for shades of one colour here (hll.css). */
export const shades: readonly { readonly tone: Tone; readonly from: number; readonly to: number }[] = [
  { tone: 'plain', from: 1, to: 2 },
  { tone: 'old', from: 3, to: 5 },
  { tone: 'meta', from: 6, to: 9 },
  { tone: 'new', from: 10, to: 63 },
];

/** Up to this many set registers get a ring. */
const fewSet = 64;

export function drawRegisters(
  pen: SheetPen,
  registers: Uint8Array,
  touched: number | null,
  words: HllWords,
): void {
  const set = registers.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0);
  pen.title('registers', words.registers, words.registersNote(set));
  drawLegend(pen, words);
  const columns = pen.width >= 384 ? 128 : 64;
  const pitch = Math.max(3, Math.floor((pen.width / columns) * 4) / 4);
  const gap = pitch >= 4.5 ? 1 : 0.5;
  const grid: GridMark = {
    id: 'registers',
    x: pen.left,
    y: pen.y,
    columns,
    count: REGISTERS,
    cell: { width: pitch - gap, height: pitch - gap },
    gap,
    layers: [
      ...shades.map(({ tone, from, to }) => ({
        tone,
        cells: cellsWhere(registers, (value) => value >= from && value <= to),
      })),
      { tone: 'hot' as const, cells: touched === null ? [] : [touched] },
    ],
    says: (register) => ({
      head: words.register(register),
      detail: words.cellSays(registers[register]),
    }),
  };
  pen.grids.push(grid);
  const ringed = set <= fewSet ? cellsWhere(registers, (value) => value > 0) : [];
  if (touched !== null && !ringed.includes(touched)) ringed.push(touched);
  for (const register of ringed) ring(pen, grid, register, register === touched);
  pen.y += gridSize(grid).height + 14;
}

/** A cell is a speck among thousands: a ring leads the eye to it. */
function ring(pen: SheetPen, grid: GridMark, register: number, hot: boolean): void {
  const { x, y, width, height } = cellBox(grid, register);
  const around = hot ? 5 : 3;
  pen.boxes.push({
    id: `set:${register}`,
    x: Math.max(pen.left, x - around),
    y: y - around,
    width: Math.min(width + 2 * around, pen.right - x + around),
    height: height + 2 * around,
    shape: 'pill',
    hot,
  });
}

function cellsWhere(registers: Uint8Array, holds: (value: number) => boolean): number[] {
  const cells: number[] = [];
  for (let register = 0; register < REGISTERS; register++)
    if (holds(registers[register])) cells.push(register);
  return cells;
}

function drawLegend(pen: SheetPen, words: HllWords): void {
  const steps = [{ tone: 'soft' as const, from: 0, to: 0 }, ...shades];
  pen.labels.push({ id: 'legend', x: pen.left, y: pen.y + 8, text: words.legend, look: 'note' });
  let x = pen.left + 44;
  for (const { tone, from, to } of steps) {
    const text = from === to ? String(from) : to === 63 ? `${from}+` : `${from}–${to}`;
    pen.grids.push({
      id: `registers:legend:${from}`,
      x,
      y: pen.y + 3,
      columns: 1,
      count: 1,
      cell: { width: 10, height: 10 },
      gap: 0,
      layers: [{ tone, cells: [0] }],
      says: () => ({ head: `${words.legend} ${text}` }),
    });
    pen.labels.push({ id: `legend:${from}`, x: x + 15, y: pen.y + 8, text, look: 'note' });
    x += 52;
  }
  pen.y += 22;
}

export function drawHistogram(pen: SheetPen, counts: readonly number[], words: HllWords): void {
  pen.title('histogram', words.histogram);
  const most = Math.max(...counts);
  const room = 72;
  const width = Math.min(46, pen.width / Math.max(8, counts.length));
  const base = pen.y + 16 + room;
  for (const [value, amount] of counts.entries()) {
    const height = amount === 0 ? 0 : Math.max(2, (room * amount) / most);
    const x = pen.left + value * width;
    pen.boxes.push({
      id: `value:${value}`,
      x: x + 1,
      y: base - height,
      width: width - 3,
      height,
      tone: value === 0 ? 'soft' : 'old',
      says: { head: words.histogramSays(value, amount) },
    });
    if (width >= 14 || value % 2 === 0) {
      pen.labels.push({
        id: `value:${value}`,
        x: x + width / 2,
        y: base + 11,
        text: String(value),
        look: 'note',
        anchor: 'middle',
      });
    }
    if (width >= 34 && amount > 0) {
      pen.labels.push({
        id: `amount:${value}`,
        x: x + width / 2,
        y: base - height - 8,
        text: grouped.en(amount),
        look: 'note',
        anchor: 'middle',
      });
    }
  }
  pen.y = base + 24;
}
