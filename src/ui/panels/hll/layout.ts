/** A HyperLogLog: what it says, how an element gets in, its bytes, its registers. */
import type { Step } from '../../../protocol/steps.ts';
import type { HllView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { SheetPen } from '../sheet-pen.ts';
import type { Scene, Sheet, Size } from '../stage/sheet.ts';
import { drawBytes, drawHeader } from './bytes.ts';
import { drawEstimate } from './estimate.ts';
import { drawHash } from './hash.ts';
import { hashOf, histogramOf, registersOf } from './read.ts';
import { drawHistogram, drawRegisters } from './registers.ts';
import { hllWords } from './words.ts';

/** Runs drawn at once. */
export const runsPage = 120;
const twoColumns = 720;
const most = 1240;
const between = 28;

/** From `runsFrom` on the runs are drawn; null goes to where the step is. */
export function layoutHll(runsFrom: number | null) {
  return (scene: Scene<HllView>, size: Size, language: Language): Sheet => {
    const { view, step, steps } = scene;
    const words = hllWords[language];
    const width = Math.min(size.width - 4, most);
    const registers = registersOf(view);
    const isWide = width >= twoColumns;
    const sideWidth = isWide ? Math.floor(width * 0.52) : width;
    const pen = new SheetPen(sideWidth);
    drawEstimate(pen, view, step, words);
    const hash = hashOf(steps);
    if (hash !== null) drawHash(pen, hash, steps, step, words);
    drawHeader(pen, view, step, words);
    drawBytes(pen, view, step, runsFrom, runsPage, words);
    const grid = new SheetPen(isWide ? width - sideWidth - between : width);
    const touched = touchedRegister(step);
    if (!isWide) grid.y = 0;
    drawRegisters(grid, registers, touched, words);
    drawHistogram(grid, histogramOf(registers), words);
    const shift = isWide ? { x: sideWidth + between, y: 0 } : { x: 0, y: pen.y + 8 };
    join(pen, grid, shift);
    const focus = pen.boxes.find(({ hot }) => hot === true) ?? null;
    return pen.sheet(width, focus);
  };
}

function touchedRegister(step: Step | null): number | null {
  return step?.type === 'hyperloglog.register' || step?.type === 'hyperloglog.hash' ? step.register : null;
}

/** Puts one sheet beside or below another. */
function join(pen: SheetPen, other: SheetPen, { x, y }: { x: number; y: number }): void {
  const moved = <Mark extends { readonly x: number; readonly y: number }>(mark: Mark): Mark => ({
    ...mark,
    x: mark.x + x,
    y: mark.y + y,
  });
  pen.boxes.push(...other.boxes.map(moved));
  pen.labels.push(...other.labels.map(moved));
  pen.grids.push(...other.grids.map(moved));
  pen.y = Math.max(pen.y, other.y + y);
}
