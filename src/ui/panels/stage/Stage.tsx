import { useEffect, useRef } from 'react';
import type { View } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import type { Language } from '../../i18n/language.ts';
import { usePicture, useSessionStore } from '../../session/hooks.ts';
import type { ViewOf } from './scene.ts';
import type { AccessibleTable, Layout } from './sheet.ts';
import { createStage, type Stage as WorkingStage } from './stage.ts';
import '../panel-tools.css';
import './stage.css';

interface StageProps<Kind extends View['kind']> {
  readonly watchId: string;
  readonly kind: Kind;
  /** The accessible name of the drawing. */
  readonly label: string;
  /** Must be the same function in every rendering (module level, or useCallback over the choices). */
  readonly layout: Layout<ViewOf<Kind>>;
  readonly accessible: (view: ViewOf<Kind>, language: Language) => AccessibleTable;
  readonly onPick?: (what: string) => void;
}

/**
 * A drawing with its tip, table and live region. React makes the elements once and then leaves their insides to the
 * stage.
 */
export function Stage<Kind extends View['kind']>(props: StageProps<Kind>) {
  const { watchId, kind, label, layout, accessible, onPick } = props;
  const store = useSessionStore();
  const root = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const spoken = useRef<HTMLDivElement>(null);
  const stage = useRef<WorkingStage<Kind> | null>(null);
  const latest = useRef({ layout, onPick });
  latest.current = { layout, onPick };

  useEffect(() => {
    const made = createStage(
      { root: root.current!, drawing: drawing.current!, tip: tip.current!, spoken: spoken.current! },
      {
        store,
        watchId,
        kind,
        layout: latest.current.layout,
        pick: (what) => latest.current.onPick?.(what),
      },
    );
    stage.current = made;
    return () => {
      stage.current = null;
      made.destroy();
    };
  }, [store, watchId, kind]);
  useEffect(() => stage.current?.relayout(layout), [layout]);

  return (
    <div className="stage">
      <div
        ref={root}
        className="stage-scroll"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys walk over the drawing, and the cursor is spoken.
        tabIndex={0}
        aria-label={label}
        data-watch={watchId}
        data-own-keys
      >
        <svg ref={drawing} className="stage-drawing" aria-hidden="true" />
      </div>
      <div ref={tip} className="panel-tip" hidden />
      <StageTable watchId={watchId} kind={kind} accessible={accessible} />
      <div ref={spoken} className="visually-hidden" aria-live="polite" />
    </div>
  );
}

/** The view as a table of words, for screen readers and tests. */
function StageTable<Kind extends View['kind']>(props: {
  readonly watchId: string;
  readonly kind: Kind;
  readonly accessible: (view: ViewOf<Kind>, language: Language) => AccessibleTable;
}) {
  const language = useLanguage();
  const picture = usePicture(props.watchId);
  if (picture?.kind !== props.kind) return null;
  const { caption, rows } = props.accessible(picture as ViewOf<Kind>, language);
  return (
    <div className="visually-hidden">
      <table>
        <caption>{caption}</caption>
        <tbody>
          {rows.map(({ id, name, text }) => (
            <tr key={id} data-row={id}>
              <th scope="row">{name}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
