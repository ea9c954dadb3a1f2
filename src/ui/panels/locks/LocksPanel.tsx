import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { LocksView, WatchTarget } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useActions, useSession, useWatch } from '../../session/hooks.ts';
import { lastMoment } from '../../session/store.ts';
import { prefersReducedMotion } from '../../theme/motion.ts';
import { KeySummary, useKeyOfPanel, usePictureOf } from '../KeyedPanel.tsx';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { useServerNow } from '../server-now.ts';
import { TryCommand } from '../TryCommand.tsx';
import { summariseLocks } from './describe.ts';
import { LocksLabels } from './LocksLabels.tsx';
import { LocksTable } from './LocksTable.tsx';
import { asOfNow } from './layout.ts';
import { narrateLocks } from './narrate.ts';
import { createStage, type Stage } from './stage.ts';
import { type LocksWords, locksWords } from './words.ts';
import '../panel-tools.css';
import './locks.css';

const steppedMs = 280;

export function LocksPanel(props: PanelProps) {
  const { watchId } = props;
  const language = useLanguage();
  const words = locksWords[language];
  const keyed = useKeyOfPanel(props);
  const { db, named } = keyed;
  const target = useMemo<WatchTarget>(
    () => ({ kind: 'locks', db, key: named?.keyBytes ?? null }),
    [db, named],
  );
  useWatch(watchId, target);
  const picture = usePictureOf(watchId, 'locks');
  const seen = picture ?? null;
  const nowMs = useServerNow(seen?.nowMs ?? 0, (seen?.events.length ?? 0) > 0);
  const view = useMemo(() => (seen === null ? null : asOfNow(seen, nowMs)), [seen, nowMs]);
  const frame = useSession((state) => state.position.frame);
  const clash = view?.conflicts.find(({ to }) => to === null);
  const empty = view === null || view.events.length === 0;

  return (
    <PanelFrame
      title={words.title}
      summary={
        <KeySummary
          words={words}
          keyed={keyed}
          seen={view}
          figures={view === null || empty ? [] : summariseLocks(view, nowMs, language)}
        >
          {clash !== undefined && (
            <span className="locks-clash">
              {' · '}
              <strong>{`⚠ ${words.holders(clash.clients.length)}`}</strong>
            </span>
          )}
        </KeySummary>
      }
      state={picture === undefined ? 'loading' : empty ? 'empty' : 'ready'}
      message={empty && picture !== undefined ? <Empty lock={view?.key ?? null} words={words} /> : undefined}
      narration={view === null ? null : narrateLocks(view, frame, language)}
    >
      {seen !== null && view !== null && !empty && (
        <>
          <LocksStage view={seen} frame={frame} nowMs={nowMs}>
            <LocksLabels view={view} language={language} />
          </LocksStage>
          {(view.earlierEvents > 0 || view.hiddenClients > 0) && (
            <p className="locks-note">
              {[
                view.earlierEvents > 0 ? words.earlier(view.earlierEvents) : null,
                view.hiddenClients > 0 ? words.moreClients(view.hiddenClients) : null,
              ]
                .filter((note) => note !== null)
                .join(' · ')}
            </p>
          )}
          <LocksTable view={view} nowMs={nowMs} language={language} />
        </>
      )}
    </PanelFrame>
  );
}

function Empty({ lock, words }: { readonly lock: string | null; readonly words: LocksWords }) {
  return <TryCommand hint={lock === null ? words.empty : { ...words.emptyKey, command: lock }} />;
}

/** The elements of the drawing. React makes them once and then leaves their insides to the stage. */
function LocksStage(props: {
  readonly view: LocksView;
  readonly frame: number;
  readonly nowMs: number;
  /** The names beside the rows. */
  readonly children: ReactNode;
}) {
  const { view, frame, nowMs, children } = props;
  const language = useLanguage();
  const words = locksWords[language];
  const { seek } = useActions();
  const rows = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage | null>(null);
  const drawn = useRef<LocksView | null>(null);

  useEffect(() => {
    const made = createStage(
      { rows: rows.current!, root: root.current!, drawing: drawing.current!, tip: tip.current! },
      (to: number) => seek({ frame: to, moment: lastMoment }),
    );
    stage.current = made;
    return () => {
      stage.current = null;
      drawn.current = null;
      made.destroy();
    };
  }, [seek]);

  useEffect(() => {
    // Do not animate the first picture and the mere passing of time.
    const isNews = drawn.current !== null && drawn.current !== view;
    const durationMs = isNews && !prefersReducedMotion() ? steppedMs : 0;
    drawn.current = view;
    stage.current?.draw({ view, frame, nowMs, language, durationMs });
  }, [view, frame, nowMs, language]);

  return (
    <div className="locks">
      <div ref={rows} className="locks-rows">
        {children}
        <div ref={root} className="locks-scroll" data-own-keys>
          {/* biome-ignore lint/a11y/useSemanticElements: a drawing whose parts are buttons. */}
          <svg ref={drawing} className="locks-drawing" role="group" aria-label={words.stage} />
        </div>
      </div>
      <div ref={tip} className="panel-tip locks-tip" hidden />
    </div>
  );
}
