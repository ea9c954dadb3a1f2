/** Where the points of a dial lie: pure, from its values to places on a sheet of so many pixels. */
import { scaleLinear, scaleLog } from 'd3-scale';
import type { Dial } from '../../../protocol/dial.ts';
import type { DialState } from './dial-run.ts';

export interface DialPoint {
  /** Places of its curve and of its stop. */
  readonly curve: number;
  readonly stop: number;
  readonly x: number;
  readonly y: number;
}

export interface DialPlot {
  readonly points: readonly DialPoint[];
  /** Between neighbouring stops that were both run. */
  readonly lines: readonly { readonly curve: number; readonly from: DialPoint; readonly to: DialPoint }[];
  /** One for each stop. */
  readonly stops: readonly { readonly x: number; readonly hasLabel: boolean }[];
  readonly ticks: readonly { readonly y: number; readonly value: number }[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const TOP = 14;
const BELOW = 24;
/** Of a digit of the labels. */
const DIGIT = 7;
const TICKS = 4;

export function layoutDial(
  dial: Pick<Dial, 'stops' | 'axis' | 'values'>,
  { values, at }: Pick<DialState, 'values' | 'at'>,
  size: { readonly width: number; readonly height: number },
  label: (value: number) => string,
): DialPlot {
  const { stops } = dial;
  const known = values.flat().filter((value) => value !== undefined && value !== null);
  const heights = heightScale(dial.values, known);
  const ticks = known.length === 0 ? [] : ticksOf(dial.values, heights);
  const left = 14 + DIGIT * Math.max(3, ...ticks.map((value) => label(value).length));
  // Half of the last label stands beyond the last stop.
  const right = size.width - 6 - (DIGIT * label(stops[stops.length - 1]).length) / 2;
  const bottom = size.height - BELOW;
  const places = dial.axis === 'log' ? scaleLog() : scaleLinear();
  places.domain([stops[0], stops[stops.length - 1]]).range([left, right]);
  heights.range([bottom, TOP]);

  const points = values.flatMap((row, curve) =>
    row.flatMap((value, stop) =>
      value === undefined || value === null
        ? []
        : [{ curve, stop, x: places(stops[stop]), y: heights(drawable(dial.values, value)) }],
    ),
  );
  const lines = points.flatMap((from) => {
    const to = points.find(({ curve, stop }) => curve === from.curve && stop === from.stop + 1);
    return to === undefined ? [] : [{ curve: from.curve, from, to }];
  });
  return {
    points,
    lines,
    stops: labelled(
      stops.map((stop) => ({ x: places(stop), label: label(stop) })),
      at,
    ),
    ticks: ticks.map((value) => ({ value, y: heights(value) })),
    left,
    right,
    top: TOP,
    bottom,
  };
}

type HeightScale = ReturnType<typeof scaleLinear<number>> | ReturnType<typeof scaleLog<number>>;

/** From 0 on a linear scale; on a logarithmic one in whole powers of ten, from 1 unless something is smaller. */
function heightScale(spacing: Dial['values'], known: readonly number[]): HeightScale {
  const highest = Math.max(...known, 1e-9);
  if (spacing === 'linear')
    return scaleLinear()
      .domain([Math.min(0, ...known), known.length === 0 ? 1 : highest])
      .nice(TICKS);
  const lowest = Math.min(1, ...known.filter((value) => value > 0));
  const power = (value: number, round: (exponent: number) => number) => 10 ** round(Math.log10(value));
  return scaleLog().domain([power(lowest, Math.floor), Math.max(10, power(highest, Math.ceil))]);
}

/** Nothing has no place on a logarithmic scale: it lies at its lower end. */
function drawable(spacing: Dial['values'], value: number): number {
  return spacing === 'log' ? Math.max(value, 1) : value;
}

function ticksOf(spacing: Dial['values'], scale: HeightScale): readonly number[] {
  if (spacing === 'linear') return scale.ticks(TICKS);
  const [from, to] = scale.domain();
  const powers: number[] = [];
  for (let value = from; value <= to * 1.001; value *= 10) powers.push(value);
  // Every second or third power, so that labels do not touch.
  const apart = Math.ceil(powers.length / (TICKS + 2));
  return powers.filter((_, nth) => nth % apart === 0);
}

/** Labels that would touch another are left out: first comes the stop it stands at, then the last, then the others. */
function labelled(stops: readonly { readonly x: number; readonly label: string }[], at: number) {
  const half = (stop: number) => (stops[stop].label.length * DIGIT) / 2 + 4;
  const chosen: number[] = [];
  for (const stop of [at, stops.length - 1, ...stops.keys()]) {
    const isFree = chosen.every(
      (other) => Math.abs(stops[other].x - stops[stop].x) >= half(other) + half(stop),
    );
    if (isFree) chosen.push(stop);
  }
  return stops.map(({ x }, stop) => ({ x, hasLabel: chosen.includes(stop) }));
}
