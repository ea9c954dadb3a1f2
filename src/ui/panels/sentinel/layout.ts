/** Wide, the log stands beside what the sentinels think and do; narrow, below it. */
import type { SentinelView } from '../../../protocol/views-sentinel.ts';
import { SheetPen } from '../stage/pen.ts';
import type { Layout, Sheet } from '../stage/sheet.ts';
import { drawLog } from './log.ts';
import { drawMatrix } from './matrix.ts';
import { drawChoice, drawFailover, drawVotes } from './votes.ts';
import type { Filter } from './words.ts';

const wideFrom = 900;
const gap = 28;

export function layoutSentinels(filter: Filter): Layout<SentinelView> {
  return ({ view, step }, size, language): Sheet => {
    const pen = new SheetPen(size.width);
    const isWide = size.width >= wideFrom;
    const left = Math.floor((pen.width - gap) * 0.52);
    const main = isWide ? pen.column(pen.left, left) : pen;
    const beside = isWide ? pen.column(pen.left + left + gap, pen.width - left - gap) : pen;
    drawMatrix(main, view, step, language);
    drawVotes(main, view, step, language);
    drawFailover(isWide ? beside : main, view, step, language);
    const isActive = view.heads.some(({ failoverState }) => failoverState !== 'none');
    if (!isActive) drawChoice(isWide ? beside : main, view, step, language);
    drawLog(beside, view, step, filter, language);
    pen.y = Math.max(main.y, beside.y);
    const focus = step === null ? null : (pen.boxes.findLast(({ hot }) => hot === true) ?? null);
    return pen.sheet(size.width, focus);
  };
}
