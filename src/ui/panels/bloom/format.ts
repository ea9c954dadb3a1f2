/** Rates as text. */

/** `0.5%`, `0.013%`, `12%`; below a millionth of a percent `< 0.000001%`. */
export function rateText(rate: number): string {
  if (rate === 0) return '0%';
  const percent = rate * 100;
  if (percent < 0.000001) return '< 0.000001%';
  return `${Number(percent.toPrecision(percent < 1 ? 2 : 3))}%`;
}
