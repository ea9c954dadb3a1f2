import { type RefObject, useEffect, useRef } from 'react';
import { useSessionStore } from '../../session/hooks.ts';
import type { Looking } from './layout.ts';
import { createStage, type Stage, type StageListeners } from './stage.ts';

interface GeoMapProps {
  readonly watchId: string;
  readonly label: string;
  readonly listeners: StageListeners;
  readonly looking: Looking & { readonly follow: boolean };
  /** For the controls beside it. */
  readonly stage: RefObject<Stage | null>;
}

/** The elements of the map. React makes them once and then leaves their insides to the stage. */
export function GeoMap({ watchId, label, listeners, looking, stage }: GeoMapProps) {
  const store = useSessionStore();
  const root = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGSVGElement>(null);

  useEffect(() => {
    const made = createStage({ root: root.current!, drawing: drawing.current! }, store, watchId, listeners);
    stage.current = made;
    return () => {
      stage.current = null;
      made.destroy();
    };
  }, [store, watchId, listeners, stage]);

  useEffect(() => {
    stage.current?.look(looking);
  }, [looking, stage]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map.
    <div ref={root} className="geo-map" role="application" tabIndex={0} aria-label={label}>
      <svg ref={drawing} className="geo-drawing" aria-hidden="true" />
    </div>
  );
}
