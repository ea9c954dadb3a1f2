import { memo, useEffect, useRef } from 'react';
import { useSessionStore } from '../../session/hooks.ts';
import { createStage, type StageListeners } from './stage.ts';
import type { DictWords } from './words.ts';

/** The elements of the drawing. React makes them once and then leaves their insides to the stage. */
export const DictStage = memo(function DictStage(props: {
  readonly watchId: string;
  readonly words: DictWords;
  readonly listeners: StageListeners;
}) {
  const { watchId, words, listeners } = props;
  const store = useSessionStore();
  const root = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const lane = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const heard = useRef<HTMLTableElement>(null);
  const spoken = useRef<HTMLDivElement>(null);

  useEffect(
    () =>
      createStage(
        {
          root: root.current!,
          drawing: drawing.current!,
          lane: lane.current!,
          tip: tip.current!,
          heard: heard.current!,
          spoken: spoken.current!,
        },
        store,
        watchId,
        listeners,
      ),
    [store, watchId, listeners],
  );

  return (
    <div className="dict-stage">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys walk the buckets, and the cursor is spoken. */}
      <div ref={root} className="dict-scroll" role="application" tabIndex={0} aria-label={words.stage}>
        <svg ref={drawing} className="dict-drawing" aria-hidden="true" />
      </div>
      <div ref={tip} className="panel-tip" hidden />
      <div ref={lane} className="dict-lane" aria-hidden="true" />
      <div className="only-heard">
        <table ref={heard} />
      </div>
      <div ref={spoken} className="only-heard" aria-live="polite" />
    </div>
  );
});
