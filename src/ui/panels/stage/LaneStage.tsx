import { useEffect, useRef } from 'react';
import { useSessionStore } from '../../session/hooks.ts';
import type { SessionStore } from '../../session/store.ts';
import '../panel-tools.css';

export interface LaneElements {
  /** Takes the focus and scrolls. */
  readonly root: HTMLElement;
  readonly drawing: SVGSVGElement;
  /** A line below the drawing with the calculation of the step. */
  readonly lane: HTMLElement;
  readonly tip: HTMLElement;
  readonly accessible: HTMLTableElement;
  /** A live region that announces the cursor. */
  readonly spoken: HTMLElement;
}

interface LaneStageProps<Listeners> {
  /** The panel's name, with which the classes of the elements begin. */
  readonly name: string;
  readonly watchId: string;
  readonly label: string;
  readonly listeners: Listeners;
  /** Starts a drawing in the elements. The same function and listeners for the whole life of the drawing. */
  readonly create: (
    elements: LaneElements,
    store: SessionStore,
    watchId: string,
    listeners: Listeners,
  ) => () => void;
}

/** A drawing with a lane below it. React makes the elements once and then leaves their insides to the drawing. */
export function LaneStage<Listeners>(props: LaneStageProps<Listeners>) {
  const { name, watchId, label, listeners, create } = props;
  const store = useSessionStore();
  const root = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const lane = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const accessible = useRef<HTMLTableElement>(null);
  const spoken = useRef<HTMLDivElement>(null);

  useEffect(
    () =>
      create(
        {
          root: root.current!,
          drawing: drawing.current!,
          lane: lane.current!,
          tip: tip.current!,
          accessible: accessible.current!,
          spoken: spoken.current!,
        },
        store,
        watchId,
        listeners,
      ),
    [create, store, watchId, listeners],
  );

  return (
    <div className={`${name}-stage`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys walk the drawing, and the cursor is spoken. */}
      <div ref={root} className={`${name}-scroll`} role="application" tabIndex={0} aria-label={label}>
        <svg ref={drawing} className={`${name}-drawing`} aria-hidden="true" />
      </div>
      <div ref={tip} className="panel-tip" hidden />
      <div ref={lane} className={`${name}-lane`} aria-hidden="true" />
      <div className="visually-hidden">
        <table ref={accessible} />
      </div>
      <div ref={spoken} className="visually-hidden" aria-live="polite" />
    </div>
  );
}
