import { useEffect, useRef, useState } from 'react';
import type { Dial } from '../../../protocol/dial.ts';
import { layoutDial } from './dial-layout.ts';
import type { DialState } from './dial-run.ts';

interface DialPlotProps {
  readonly dial: Dial;
  readonly state: DialState;
  /** For those who cannot see it. */
  readonly name: string;
  readonly label: (value: number) => string;
}

const HEIGHT = 220;

/** The curves as far as the engine has run them. */
export function DialPlot({ dial, state, name, label }: DialPlotProps) {
  const { at, running } = state;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const plot = layoutDial(dial, state, { width, height: HEIGHT }, label);
  const { left, right, top, bottom } = plot;
  return (
    <div className="dial-plot" ref={frame}>
      <svg width={width} height={HEIGHT} role="img" aria-label={name}>
        {plot.ticks.map(({ y, value }) => (
          <g key={value}>
            <line className="dial-grid" x1={left} x2={right} y1={y} y2={y} />
            <text className="dial-label" x={left - 8} y={y} dy="0.32em" textAnchor="end">
              {label(value)}
            </text>
          </g>
        ))}
        <line className="dial-axis" x1={left} x2={right} y1={bottom} y2={bottom} />
        {plot.stops.map(({ x, hasLabel }, stop) => (
          <g key={dial.stops[stop]}>
            <line
              className="dial-stop"
              data-here={stop === at}
              data-running={stop === running}
              x1={x}
              x2={x}
              y1={stop === at || stop === running ? top : bottom - 4}
              y2={bottom}
            />
            {hasLabel && (
              <text className="dial-label" data-here={stop === at} x={x} y={bottom + 16} textAnchor="middle">
                {label(dial.stops[stop])}
              </text>
            )}
          </g>
        ))}
        {plot.lines.map(({ curve, from, to }) => (
          <line
            key={`${curve}.${from.stop}`}
            className="dial-line"
            data-curve={curve}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
          />
        ))}
        {plot.points.toReversed().map(({ curve, stop, x, y }) => (
          <g
            key={`${curve}.${stop}`}
            className="dial-point"
            style={{ transform: `translate(${x}px, ${y}px)` }}
          >
            <CurveMark curve={curve} isLarge={stop === at} />
          </g>
        ))}
      </svg>
    </div>
  );
}

/** Curves differ in shape as well as in colour. Later ones are larger and lie below, so that equal points all show. */
export function CurveMark({
  curve,
  isLarge = false,
}: {
  readonly curve: number;
  readonly isLarge?: boolean;
}) {
  const r = (isLarge ? 5.5 : 4) + (curve % 3);
  const common = { className: 'dial-mark', 'data-curve': curve };
  switch (curve % 3) {
    case 0:
      return <circle {...common} r={r} />;
    case 1:
      return <rect {...common} x={-r} y={-r} width={2 * r} height={2 * r} />;
    default:
      return <path {...common} d={`M0 ${-r - 1}L${r + 1} ${r}H${-r - 1}Z`} />;
  }
}

function useWidth(frame: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(480);
  useEffect(() => {
    const target = frame.current;
    if (target === null) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(200, target.clientWidth)));
    observer.observe(target);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}
