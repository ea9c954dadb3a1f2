import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../i18n/index.ts';
import { fittingAsidePx, leastAsidePx, mostAsidePx, rememberAsidePx, widthByKey } from './aside-width.ts';

interface AsideHandleProps {
  readonly panels: number;
  /** Null for the page's own choice. */
  readonly widthPx: number | null;
  onChange(widthPx: number | null): void;
}

/** The edge between the text and the drawings: pulled, or moved with the arrow keys. */
export function AsideHandle({ panels, widthPx, onChange }: AsideHandleProps) {
  const text = useText();
  const handle = useRef<HTMLDivElement>(null);
  const [measured, setMeasured] = useState({ widthPx: 0, mostPx: 0 });

  function choose(next: number | null): void {
    rememberAsidePx(next);
    onChange(next);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice gives another width.
  useEffect(() => {
    const workbench = handle.current!.parentElement!;
    const aside = workbench.querySelector('.workbench-aside')!;
    const measure = () =>
      setMeasured({
        widthPx: Math.round(aside.getBoundingClientRect().width),
        mostPx: mostAsidePx(workbench.clientWidth, panels),
      });
    const observer = new ResizeObserver(measure);
    observer.observe(workbench);
    observer.observe(aside);
    return () => observer.disconnect();
  }, [panels, widthPx]);

  const pull = ({ currentTarget, clientX, pointerId }: PointerEvent<HTMLDivElement>) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const { left } = currentTarget.parentElement!.getBoundingClientRect();
    choose(fittingAsidePx(clientX - left, measured.mostPx));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved.
    <div
      ref={handle}
      className="workbench-handle"
      role="separator"
      aria-orientation="vertical"
      aria-label={text.workbench.handle}
      title={text.workbench.handleHint}
      aria-valuenow={measured.widthPx}
      aria-valuemin={leastAsidePx}
      aria-valuemax={measured.mostPx}
      aria-valuetext={text.workbench.handleWidth(measured.widthPx)}
      tabIndex={0}
      data-own-keys=""
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus({ preventScroll: true });
      }}
      onPointerMove={pull}
      onDoubleClick={() => choose(null)}
      onKeyDown={(event) => {
        const next = widthByKey(event, measured.widthPx, measured.mostPx);
        if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        choose(next);
      }}
    />
  );
}
