/** A HyperLogLog: its figures, how an element is added, its bytes, its registers. */
import type { Step } from '../../../protocol/steps.ts';
import type { HllView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { SheetPen } from '../stage/pen.ts';
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

/** The runs from `runsFrom` on are drawn; null follows the step. */
export function layoutHll(runsFrom: number | null) {
  return (scene: Scene<HllView>, size: Size, language: Language): Sheet => {
    const { view, step, steps } = scene;
    const words = hllWords[language];
    const width = Math.min(size.width - 4, most);
    const registers = registersOf(view);
    const isWide = width >= twoColumns;
    const sideWidth = Math.floor(width * 0.52);
    const pen = new SheetPen(width);
    const gridX = sideWidth + between + pen.left;
    const side = isWide ? pen.column(pen.left, sideWidth - 2 * pen.left) : pen;
    const grid = isWide ? pen.column(gridX, pen.right - gridX) : pen;
    drawEstimate(side, view, step, words);
    const hash = hashOf(steps);
    if (hash !== null) drawHash(side, hash, steps, step, words);
    drawHeader(side, view, step, words);
    drawBytes(side, view, step, runsFrom, runsPage, words);
    if (!isWide) pen.y += 8;
    drawRegisters(grid, registers, touchedRegister(step, hash), words);
    drawHistogram(grid, histogramOf(registers), words);
    pen.y = Math.max(side.y, grid.y);
    const focus = pen.boxes.find(({ hot }) => hot === true) ?? null;
    return pen.sheet(width, focus);
  };
}

/** The register of the step: its own, or that of the element that changed the runs. */
function touchedRegister(step: Step | null, hash: ReturnType<typeof hashOf>): number | null {
  switch (step?.type) {
    case 'hyperloglog.register':
    case 'hyperloglog.hash':
      return step.register;
    case 'hyperloglog.split':
    case 'hyperloglog.merge':
    case 'hyperloglog.promote':
      return hash?.register ?? null;
    default:
      return null;
  }
}
