import { useEffect, useRef, useState } from 'react';
import type { LoadChart as Chart, LoadResult } from '../../protocol/load-scenarios.ts';
import { useLanguage, usePair } from '../i18n/index.ts';
import { layoutChart, lowestOf, peakOf } from './chart-layout.ts';
import { amountText, scenarioWords } from './scenario-words.ts';

interface LoadChartProps {
  readonly chart: Chart;
  readonly before: LoadResult | null;
  readonly after: LoadResult | null;
}

const HEIGHT = 150;
/** What is below these is the news: everything else is told by its peak. */
const TOLD_BY_LOWEST = new Set(['hitRate']);

/** One chart: before and after over each other, or several curves of one run. */
export function LoadChart({ chart, before, after }: LoadChartProps) {
  const words = usePair(scenarioWords);
  const language = useLanguage();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const place = layoutChart(chart, before, after, { width, height: HEIGHT });
  const { left, right, top, bottom } = place;
  const title = words.charts[chart.id];
  const sentences = describe(chart, before, after, words, language);
  return (
    <figure className="load-chart">
      <figcaption>
        <b>{title}</b>
        {chart.curves.length > 1 && (
          <span className="load-keys">
            {chart.curves.map((id, index) => (
              <span key={id}>
                <i className="load-key" data-curve={index} />
                {words.curves[id]}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      <div className="load-chart-frame" ref={frame}>
        <svg width={width} height={HEIGHT} role="img" aria-label={[title, ...sentences].join(' ')}>
          {place.yTicks.map(({ y, value }) => (
            <g key={value}>
              <line className="load-grid" x1={left} x2={right} y1={y} y2={y} />
              <text className="load-label" x={left - 6} y={y} dy="0.32em" textAnchor="end">
                {shortAmount(value, chart.unit)}
              </text>
            </g>
          ))}
          <line className="load-axis" x1={left} x2={right} y1={bottom} y2={bottom} />
          {place.xTicks.map(({ x, seconds }) => (
            <text key={seconds} className="load-label" x={x} y={bottom + 15} textAnchor="middle">
              {words.second(String(seconds))}
            </text>
          ))}
          {place.marks.map(({ x, id, row }) => (
            <g key={`${id}.${x}`}>
              <line className="load-mark" x1={x} x2={x} y1={top} y2={bottom} />
              <text className="load-mark-label" x={x + 4} y={top + 8 + 13 * row}>
                {words.marks[id]}
              </text>
            </g>
          ))}
          {place.curves.map(({ kind, id, path }) => (
            <path
              key={`${kind}.${id}`}
              className="load-curve"
              data-kind={typeof kind === 'string' ? kind : undefined}
              data-curve={typeof kind === 'number' ? kind : undefined}
              d={path}
            />
          ))}
        </svg>
      </div>
    </figure>
  );
}

function describe(
  chart: Chart,
  before: LoadResult | null,
  after: LoadResult | null,
  words: (typeof scenarioWords)['en'],
  language: 'en' | 'zh',
): string[] {
  const sentences: string[] = [];
  const tell = (result: LoadResult | null, id: string, which: string) => {
    if (result === null) return;
    const isLow = TOLD_BY_LOWEST.has(id);
    const found = isLow ? lowestOf(result, id) : peakOf(result, id);
    if (found === null) return;
    const amount = amountText(found.value, chart.unit, language);
    const seconds = found.seconds.toFixed(1);
    const curve = words.curves[id] ?? words.charts[chart.id];
    sentences.push(
      isLow
        ? words.describedLow(curve, which, amount, seconds)
        : words.described(curve, which, amount, seconds),
    );
  };
  if (chart.curves.length === 1) {
    tell(before, chart.curves[0], words.before);
    tell(after, chart.curves[0], words.after);
  } else
    for (const id of chart.curves) tell(after ?? before, id, after === null ? words.before : words.after);
  return sentences;
}

function shortAmount(value: number, unit: string): string {
  if (unit === 'percent') return `${value}%`;
  return value >= 10_000 ? `${value / 1000}k` : String(value);
}

function useWidth(frame: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(480);
  useEffect(() => {
    const target = frame.current;
    if (target === null) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(220, target.clientWidth)));
    observer.observe(target);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}
