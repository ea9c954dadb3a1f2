/** Places on the scale of a number: 0 at its beginning, 1 at its end. */
import type { NumberScale } from '../../protocol/exercise.ts';

/** As fine as the slider goes. */
export const SLIDER_STEPS = 1000;

/** A number beyond an end is put at that end. */
export function placeOf({ from, to, spacing }: NumberScale, number: number): number {
  const within = Math.min(Math.max(number, from), to);
  if (spacing === 'log') return Math.log(within / from) / Math.log(to / from);
  return (within - from) / (to - from);
}

/** The roundest number at a place: as few digits as the scale needs to tell its steps apart. */
export function atPlace({ from, to, spacing }: NumberScale, place: number): number {
  if (place <= 0) return from;
  if (place >= 1) return to;
  if (spacing === 'log') return rounded(from * (to / from) ** place, 2, from);
  const number = from + place * (to - from);
  const step = (to - from) / SLIDER_STEPS;
  return step >= 1 || Number.isInteger(from) ? Math.round(number) : Number(number.toPrecision(3));
}

/** Two digits are enough on a scale that spans powers of ten; whole numbers stay whole. */
function rounded(number: number, digits: number, from: number): number {
  const round = Number(number.toPrecision(digits));
  return Number.isInteger(from) ? Math.round(round) : round;
}
