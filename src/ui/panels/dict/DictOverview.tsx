import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { DictView } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { themeStore } from '../../theme/theme.ts';
import { JumpField } from '../JumpField.tsx';
import { hitOverview, layoutOverview, type OverviewMarks, overviewHeight } from './overview.ts';
import { paintOverview } from './overview-paint.ts';
import { dictWords } from './words.ts';

/** Moves the window of a table, given its present beginning. */
export type ShowFrom = (table: 0 | 1, next: (from: number) => number) => void;

interface DictOverviewProps {
  readonly view: DictView;
  readonly table: 0 | 1;
  readonly onShowFrom: ShowFrom;
}

/** A table too large to draw whole: the place of the window, the lengths of the chains, and controls to move. */
export function DictOverview({ view, table, onShowFrom }: DictOverviewProps) {
  const words = dictWords[useLanguage()];
  const shown = view.tables[table];
  const rehashIndex = table === 0 ? view.rehashIndex : -1;
  const canvas = useRef<HTMLCanvasElement>(null);
  const marks = useRef<OverviewMarks | null>(null);
  const [tip, setTip] = useState<{ text: string; x: number } | null>(null);
  const count = shown.buckets.length;

  useEffect(() => {
    const element = canvas.current!;
    const paint = () => {
      marks.current = layoutOverview(shown, rehashIndex, element.clientWidth, element.clientHeight);
      paintOverview(element, marks.current, table);
    };
    paint();
    const observer = new ResizeObserver(paint);
    observer.observe(element);
    const unsubscribe = themeStore.subscribe(() => requestAnimationFrame(paint));
    return () => {
      observer.disconnect();
      unsubscribe();
    };
  }, [shown, rehashIndex, table]);

  function hitAt(event: PointerEvent<HTMLCanvasElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const x = event.clientX - box.left;
    return { x, hit: marks.current && hitOverview(marks.current, shown.size, x, event.clientY - box.top) };
  }

  function onPointerMove(event: PointerEvent<HTMLCanvasElement>): void {
    const { x, hit } = hitAt(event);
    if (event.currentTarget.hasPointerCapture(event.pointerId)) {
      const bucket = Math.floor((x / event.currentTarget.clientWidth) * shown.size);
      onShowFrom(table, () => bucket - count / 2);
    }
    if (hit === null) setTip(null);
    else if (hit.kind === 'strip') setTip({ text: words.stripBucket(hit.bucket), x });
    else {
      const share = `${(hit.bar.share * 100).toFixed(1)}%`;
      setTip({ text: words.bar(hit.bar.length, hit.bar.andLonger, hit.bar.buckets, share), x });
    }
  }

  function onPointerDown(event: PointerEvent<HTMLCanvasElement>): void {
    const { hit } = hitAt(event);
    if (hit?.kind !== 'strip') return;
    event.currentTarget.setPointerCapture(event.pointerId);
    onShowFrom(table, () => hit.bucket - count / 2);
  }

  const lengths = shown.chainLengths
    .map((buckets, length) => ({ buckets, length, andLonger: length === shown.chainLengths.length - 1 }))
    .filter((cell) => cell.buckets > 0)
    .map(({ buckets, length, andLonger }) => {
      const share = `${((buckets / Math.max(1, shown.sampledBuckets)) * 100).toFixed(1)}%`;
      return words.bar(length, andLonger, buckets, share);
    });

  return (
    <div className={`dict-overview ${table === 0 ? 'old' : 'new'}`}>
      <div className="dict-window-row">
        <button
          type="button"
          className="panel-button"
          aria-label={words.earlier(table)}
          disabled={shown.from === 0}
          onClick={() => onShowFrom(table, (from) => from - count)}
        >
          ‹
        </button>
        <button
          type="button"
          className="panel-button"
          aria-label={words.later(table)}
          disabled={shown.from + count >= shown.size}
          onClick={() => onShowFrom(table, (from) => from + count)}
        >
          ›
        </button>
        <span>{words.windowBefore}</span>
        <JumpField
          label={words.jump(table)}
          value={shown.from}
          first={0}
          last={shown.size - 1}
          onJump={(from) => onShowFrom(table, () => from)}
        />
        <span className="dict-window-end">{words.windowAfter(shown.from + count - 1, shown.size)}</span>
      </div>
      <div className="dict-canvas-box">
        <canvas
          ref={canvas}
          className="dict-canvas"
          height={overviewHeight}
          role="img"
          aria-label={`${words.overview(table)}: ${lengths.join('; ')}`}
          onPointerMove={onPointerMove}
          onPointerDown={onPointerDown}
          onPointerLeave={() => setTip(null)}
        />
        {tip !== null && (
          <div className="panel-tip dict-canvas-tip" style={{ left: tip.x }}>
            {tip.text}
          </div>
        )}
        <p className="dict-sampled">
          {shown.sampledBuckets < shown.size
            ? words.sampled(shown.sampledBuckets, shown.size)
            : words.counted}
        </p>
      </div>
    </div>
  );
}
