/** The width of the text column, which the reader may choose. It is remembered; null is the page's own choice. */
import { recall, remember } from '../browser/preferences.ts';

export const leastAsidePx = 300;
/** What a drawing beside the text needs; another panel beside it needs more. */
const drawingPx = 440;
const sidePx = 320;
const [stepPx, longStepPx] = [16, 80];
const key = 'aside-width';

/** The widest column that leaves room for the drawings. */
export function mostAsidePx(workbenchPx: number, panels: number): number {
  return Math.max(leastAsidePx, workbenchPx - drawingPx - (panels > 1 ? sidePx : 0));
}

export function fittingAsidePx(widthPx: number, mostPx: number): number {
  return Math.round(Math.max(leastAsidePx, Math.min(widthPx, mostPx)));
}

/** The width that a key asks for; null for the page's own choice, undefined when it is no key of the handle. */
export function widthByKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  widthPx: number,
  mostPx: number,
): number | null | undefined {
  const step = shiftKey ? longStepPx : stepPx;
  switch (key) {
    case 'ArrowLeft':
      return fittingAsidePx(widthPx - step, mostPx);
    case 'ArrowRight':
      return fittingAsidePx(widthPx + step, mostPx);
    case 'Home':
      return leastAsidePx;
    case 'End':
      return mostPx;
    case 'Enter':
      return null;
    default:
      return undefined;
  }
}

export function recallAsidePx(): number | null {
  const kept = Number(recall(key));
  return Number.isFinite(kept) && kept >= leastAsidePx ? kept : null;
}

export function rememberAsidePx(widthPx: number | null): void {
  remember(key, widthPx === null ? '' : String(widthPx));
}
