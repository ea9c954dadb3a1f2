/** Where a score stands between the lowest and the highest. */

/** A score as ZSCORE prints it, as a number. */
export function scoreNumber(text: string): number {
  if (text === 'inf' || text === '+inf') return Number.POSITIVE_INFINITY;
  return text === '-inf' ? Number.NEGATIVE_INFINITY : Number(text);
}

/** From 0, the lowest, to 1, the highest; infinite ones stand at the ends. */
export function shareOf(score: number, low: number, high: number): number {
  if (score >= high) return 1;
  if (score <= low) return 0;
  return (score - low) / (high - low);
}

/** The lowest and the highest finite score. */
export function finiteRange(scores: readonly number[]): readonly [number, number] {
  const finite = scores.filter(Number.isFinite);
  return finite.length === 0 ? [0, 0] : [Math.min(...finite), Math.max(...finite)];
}

/** Places for labels of one height near their wanted places, in the given order, from `top` to `bottom`. */
export function spread(wanted: readonly number[], height: number, top: number, bottom: number): number[] {
  const places: number[] = [];
  let least = top;
  for (const place of wanted) {
    const at = Math.max(place, least);
    places.push(at);
    least = at + height;
  }
  let most = bottom;
  for (let nth = places.length - 1; nth >= 0; nth--) {
    if (places[nth] <= most) break;
    places[nth] = most;
    most -= height;
  }
  return places;
}
