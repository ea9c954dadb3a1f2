import { memo, useEffect, useRef } from 'react';
import { useSessionStore } from '../../session/hooks.ts';
import { createStage, type Stage, type StageListeners, type StageOptions } from './stage.ts';
import type { PackedWords } from './words.ts';

interface PackedStageProps {
  readonly watchId: string;
  readonly words: PackedWords;
  readonly options: StageOptions;
  readonly listeners: StageListeners;
}

/** The elements of the drawing. React makes them once and then leaves their insides to the stage. */
export const PackedStage = memo(function PackedStage({
  watchId,
  words,
  options,
  listeners,
}: PackedStageProps) {
  const store = useSessionStore();
  const around = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const lane = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const caption = useRef<HTMLTableCaptionElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const more = useRef<HTMLParagraphElement>(null);
  const spoken = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage | null>(null);
  const latest = useRef(options);
  latest.current = options;

  useEffect(() => {
    const created = createStage(
      {
        around: around.current!,
        root: root.current!,
        drawing: drawing.current!,
        lane: lane.current!,
        tip: tip.current!,
        caption: caption.current!,
        body: body.current!,
        more: more.current!,
        spoken: spoken.current!,
      },
      store,
      watchId,
      latest.current,
      listeners,
    );
    stage.current = created;
    return () => {
      stage.current = null;
      created.stop();
    };
  }, [store, watchId, listeners]);
  useEffect(() => stage.current?.setOptions(options), [options]);

  const { columns } = words;
  return (
    <div ref={around} className="packed-stage">
      <div className="packed-sheet">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys walk the bytes, and the cursor is spoken. */}
        <div ref={root} className="packed-scroll" role="application" tabIndex={0} aria-label={words.stage}>
          <svg ref={drawing} className="packed-drawing" aria-hidden="true" />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <section className="packed-entries" aria-label={words.entries} tabIndex={0} data-own-keys>
          <table>
            <caption ref={caption} className="visually-hidden" />
            <thead>
              <tr>
                <th scope="col">{columns.index}</th>
                <th scope="col">{columns.value}</th>
                <th scope="col">{columns.encoding}</th>
                <th scope="col">{columns.bytes}</th>
              </tr>
            </thead>
            <tbody ref={body} />
          </table>
          <p ref={more} className="packed-more" hidden />
        </section>
      </div>
      <div ref={tip} className="panel-tip packed-tip" hidden />
      <div ref={lane} className="packed-lane" aria-hidden="true" />
      <div ref={spoken} className="visually-hidden" aria-live="polite" />
    </div>
  );
});
