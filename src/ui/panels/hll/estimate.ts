/** The estimate beside the truth: a scale around the truth with the band of one standard error. */
import type { Step } from '../../../protocol/steps.ts';
import type { HllView } from '../../../protocol/views.ts';
import type { SheetPen } from '../stage/pen.ts';
import type { HllWords } from './words.ts';

/** 1.04 / √16384. */
export const standardError = 1.04 / Math.sqrt(16384);
const barHeight = 22;

export function errorOf(estimate: number, seen: number): string {
  const percent = seen === 0 ? 0 : ((estimate - seen) / seen) * 100;
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '';
  return `${sign}${Math.abs(percent).toFixed(2)}%`;
}

export function drawEstimate(pen: SheetPen, view: HllView, step: Step | null, words: HllWords): void {
  const { estimate, seen } = view;
  if (estimate === null) {
    pen.title('estimate', words.estimate);
    pen.note('corrupt', words.corrupt, 'bad');
    return;
  }
  pen.title('estimate', words.estimate, seen === null ? '' : words.error(errorOf(Number(estimate), seen)));
  const isCounted = step?.type === 'hyperloglog.count';
  pen.pills(
    [
      {
        id: 'estimate',
        text: words.estimated(Number(estimate).toLocaleString('en-US')),
        look: 'figure',
        tone: 'old',
        hot: isCounted,
        says: { head: words.estimated(estimate) },
        part: 'estimate',
      },
      ...(seen === null
        ? []
        : [
            {
              id: 'seen',
              text: words.seen(seen),
              look: 'figure' as const,
              tone: 'good' as const,
              says: { head: words.seen(seen), detail: words.seenSays },
            },
          ]),
    ],
    pen.left,
    pen.right,
    24,
  );
  pen.y += 8;
  if (seen === null) pen.note('unknown', words.seenUnknown);
  else if (seen > 0) drawScale(pen, Number(estimate), seen, words);
  pen.y += 10;
}

function drawScale(pen: SheetPen, estimate: number, seen: number, words: HllWords): void {
  const sigma = seen * standardError;
  const reach = Math.max(3 * sigma, Math.abs(estimate - seen) * 1.15);
  const xOf = (value: number) => pen.left + ((value - (seen - reach)) / (2 * reach)) * pen.width;
  const top = pen.y;
  pen.boxes.push(
    { id: 'scale', x: pen.left, y: top, width: pen.width, height: barHeight, tone: 'soft' },
    {
      id: 'band',
      x: xOf(seen - sigma),
      y: top,
      width: xOf(seen + sigma) - xOf(seen - sigma),
      height: barHeight,
      tone: 'good',
      says: { head: words.band, detail: words.bandSays(seen - sigma, seen + sigma) },
    },
    mark('truth', xOf(seen), top, 'good', words.seen(seen)),
    mark('guess', xOf(estimate), top, 'old', words.estimated(String(estimate))),
  );
  pen.labels.push({
    id: 'band',
    x: pen.left + pen.width / 2,
    y: top + barHeight + 12,
    text: words.band,
    look: 'note',
    anchor: 'middle',
  });
  pen.y = top + barHeight + 22;
}

function mark(id: string, x: number, top: number, tone: 'good' | 'old', head: string) {
  return { id, x: x - 2, y: top - 4, width: 4, height: barHeight + 8, tone, says: { head } };
}
