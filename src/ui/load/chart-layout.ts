/** Where the curves of a load chart lie: pure, from results to places on a sheet of so many pixels. */
import { scaleLinear, scaleLog } from 'd3-scale';
import type { LoadChart, LoadResult } from '../../protocol/load-scenarios.ts';

export interface ChartCurve {
  /** 'before' and 'after' of one curve, or one of several by its place. */
  readonly kind: 'before' | 'after' | number;
  readonly id: string;
  readonly path: string;
}

export interface ChartPlace {
  readonly curves: readonly ChartCurve[];
  readonly yTicks: readonly { readonly y: number; readonly value: number }[];
  readonly xTicks: readonly { readonly x: number; readonly seconds: number }[];
  /** Words of marks that stand close together go below each other. */
  readonly marks: readonly { readonly x: number; readonly id: string; readonly row: number }[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const TOP = 10;
const BELOW = 22;
const LEFT = 46;
/** Half of the last label stands beyond the last instant. */
const RIGHT = 18;
const Y_TICKS = 3;
/** Room for the words of a mark. */
const MARK_WORDS = 80;

export function layoutChart(
  chart: LoadChart,
  before: LoadResult | null,
  after: LoadResult | null,
  size: { readonly width: number; readonly height: number },
): ChartPlace {
  const isPair = chart.curves.length === 1;
  const shown: { kind: ChartCurve['kind']; id: string; result: LoadResult }[] = [];
  if (isPair) {
    const [id] = chart.curves;
    if (before !== null) shown.push({ kind: 'before', id, result: before });
    if (after !== null) shown.push({ kind: 'after', id, result: after });
  } else {
    const result = after ?? before;
    if (result !== null)
      for (const [place, id] of chart.curves.entries()) shown.push({ kind: place, id, result });
  }
  const durationMs = Math.max(1, ...shown.map(({ result }) => result.durationMs));
  const right = size.width - RIGHT;
  const bottom = size.height - BELOW;
  const x = scaleLinear().domain([0, durationMs]).range([LEFT, right]);
  const values = shown.flatMap(({ id, result }) =>
    (result.curves[id] ?? []).flatMap((value) => (value === null ? [] : [value])),
  );
  const isLog = chart.scale === 'log';
  const y = isLog
    ? scaleLog()
        .domain([1, 10 ** Math.max(1, Math.ceil(Math.log10(Math.max(1, ...values))))])
        .range([bottom, TOP])
        .clamp(true)
    : scaleLinear()
        .domain([0, chart.unit === 'percent' ? 100 : Math.max(1, ...values)])
        .nice(Y_TICKS)
        .range([bottom, TOP]);
  const ticks = isLog ? powersOf(y.domain()) : y.ticks(Y_TICKS);
  return {
    curves: shown.map(({ kind, id, result }) => ({
      kind,
      id,
      path: pathOf(result.curves[id] ?? [], result.windowMs, x, (value) =>
        y(isLog ? Math.max(1, value) : value),
      ),
    })),
    yTicks: ticks.map((value) => ({ value, y: y(value) })),
    xTicks: x.ticks(size.width < 420 ? 4 : 8).map((ms) => ({ x: x(ms), seconds: ms / 1000 })),
    marks: inRows((after ?? before)?.marks.map(({ id, atMs }) => ({ id, x: x(atMs) })) ?? []),
    left: LEFT,
    right,
    top: TOP,
    bottom,
  };
}

function inRows<Mark extends { readonly x: number }>(marks: readonly Mark[]): (Mark & { row: number })[] {
  let lastX = Number.NEGATIVE_INFINITY;
  let row = 0;
  return marks.map((mark) => {
    row = mark.x - lastX < MARK_WORDS ? row + 1 : 0;
    lastX = mark.x;
    return { ...mark, row };
  });
}

function powersOf([from, to]: readonly number[]): number[] {
  const powers: number[] = [];
  for (let value = from; value <= to * 1.001; value *= 10) powers.push(value);
  return powers;
}

/** Through the middle of each window; a window without a value leaves a gap. */
function pathOf(
  values: readonly (number | null)[],
  windowMs: number,
  x: (ms: number) => number,
  y: (value: number) => number,
): string {
  let path = '';
  let isDrawing = false;
  for (const [window, value] of values.entries()) {
    if (value === null) {
      isDrawing = false;
      continue;
    }
    path += `${isDrawing ? 'L' : 'M'}${tenth(x((window + 0.5) * windowMs))} ${tenth(y(value))}`;
    isDrawing = true;
  }
  return path;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The greatest value of a curve and when it was there, in seconds; null if it has none. */
export function peakOf(
  result: LoadResult,
  id: string,
): { readonly value: number; readonly seconds: number } | null {
  let best: { value: number; window: number } | null = null;
  for (const [window, value] of (result.curves[id] ?? []).entries()) {
    if (value !== null && (best === null || value > best.value)) best = { value, window };
  }
  return best === null
    ? null
    : { value: best.value, seconds: ((best.window + 0.5) * result.windowMs) / 1000 };
}

/** The smallest, for curves whose fall is the news. */
export function lowestOf(
  result: LoadResult,
  id: string,
): { readonly value: number; readonly seconds: number } | null {
  const negated = (result.curves[id] ?? []).map((value) => (value === null ? null : -value));
  const peak = peakOf({ ...result, curves: { [id]: negated } }, id);
  return peak === null ? null : { value: Math.abs(peak.value), seconds: peak.seconds };
}
