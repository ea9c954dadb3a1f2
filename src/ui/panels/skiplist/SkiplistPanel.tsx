import { useCallback, useMemo, useRef, useState } from 'react';
import type { SkiplistView, SortedSetName, WatchTarget } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentMoment, previousMoment, type SessionState } from '../../session/store.ts';
import { useDatabase } from '../DatabaseChoice.tsx';
import { KeySummary } from '../KeyedPanel.tsx';
import { keyInSentence } from '../label.ts';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { LaneStage } from '../stage/LaneStage.tsx';
import type { Size } from '../stage/sheet.ts';
import { TryCommand } from '../TryCommand.tsx';
import { ZoomTools } from '../ZoomTools.tsx';
import { nextZoom } from '../zoom.ts';
import { summariseSkiplist } from './describe.ts';
import { fittingCount } from './geometry.ts';
import { narrateSkiplist } from './narrate.ts';
import { SkiplistPacked } from './SkiplistPacked.tsx';
import { type ShowFrom, SkiplistWindow } from './SkiplistWindow.tsx';
import { createStage, type StageListeners } from './stage.ts';
import { type SkiplistWords, skiplistWords } from './words.ts';
import '../panel-tools.css';
import './skiplist.css';
import './drawing.css';

function viewBefore(state: SessionState, watchId: string): SkiplistView | null {
  const view = previousMoment(state)?.picture[watchId];
  return view?.kind === 'skiplist' ? view : null;
}

export function SkiplistPanel({ watchId, db: givenDb = 0, watchedKey }: PanelProps) {
  const language = useLanguage();
  const words = skiplistWords[language];
  const [db, setDb] = useDatabase(givenDb);
  /** The sorted set the reader has chosen; null while the panel follows the commands. */
  const [chosen, setChosen] = useState<SortedSetName | null>(() =>
    watchedKey === undefined ? null : { key: watchedKey, keyBytes: new TextEncoder().encode(watchedKey) },
  );
  /** Where the reader has put the window; null while it follows the action. */
  const [from, setFrom] = useState<number | null>(null);
  const [zoom, setZoom] = useState<number | null>(null);
  const [stageSize, setStageSize] = useState<Size>({ width: 0, height: 0 });

  const picture = usePicture(watchId);
  const view = picture?.kind === 'skiplist' ? picture : null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const before = useSession((state) => viewBefore(state, watchId));
  const count = zoom ?? fittingCount(stageSize, view?.length ?? 0);

  // Data for the drawing's listeners, which stay the same for its whole life.
  const seen = useRef({ from: 0, length: 0, count });
  seen.current = { from: view?.skiplist?.from ?? 0, length: view?.length ?? 0, count };
  const placed = useRef<number | null>(null);

  const key = chosen?.keyBytes ?? null;
  const target = useMemo<WatchTarget>(
    () => ({
      kind: 'skiplist',
      db,
      key,
      // A following window is not where the reader last put it: a change starts from the shown one.
      window: { from: from ?? seen.current.from, count },
      follow: from === null,
    }),
    [db, key, from, count],
  );
  useWatch(watchId, target);

  const showFrom = useCallback<ShowFrom>((next) => {
    // Panning may be faster than the pictures: it continues from the last requested place.
    const { length, count: shown, from: now } = seen.current;
    const wanted = Math.round(next(placed.current ?? now));
    placed.current = Math.max(0, Math.min(wanted, length - shown));
    // A reader who looks elsewhere must not be carried back by the next step.
    setFrom(placed.current);
  }, []);
  const follow = useCallback((wanted: boolean) => {
    placed.current = wanted ? null : seen.current.from;
    setFrom(placed.current);
  }, []);
  const listeners = useMemo<StageListeners>(
    () => ({
      pan: (nodes) => showFrom((old) => old + nodes),
      zoom: (direction) => setZoom(nextZoom(seen.current.count, direction)),
      resized: setStageSize,
    }),
    [showFrom],
  );

  const list = view?.skiplist ?? null;
  const windowed = list !== null && list.nodes.length < (view?.length ?? 0);
  const empty = view === null || view.encoding === null;

  return (
    <PanelFrame
      title={words.title}
      summary={
        <KeySummary
          words={words}
          keyed={{
            db,
            setDb(next) {
              setChosen(null);
              setDb(next);
            },
            named: chosen,
            setNamed: setChosen,
          }}
          seen={view}
          figures={view === null ? [] : summariseSkiplist(view, language)}
        />
      }
      tools={
        list !== null && (windowed || zoom !== null) ? (
          <div className="panel-tools">
            <ZoomTools
              words={words}
              label={words.nodes}
              count={count}
              onCount={setZoom}
              following={from === null}
              onFollowing={follow}
            />
          </div>
        ) : undefined
      }
      state={picture === undefined ? 'loading' : empty ? 'empty' : 'ready'}
      message={picture === undefined || !empty ? undefined : <EmptyMessage view={view} words={words} />}
      narration={step === null || view === null ? null : narrateSkiplist(step, view, before, language)}
    >
      {view !== null && list === null && <SkiplistPacked view={view} words={words} />}
      {list !== null && (
        <LaneStage
          name="skiplist"
          watchId={watchId}
          label={words.stage}
          listeners={listeners}
          create={createStage}
        />
      )}
      {windowed && view !== null && <SkiplistWindow view={view} words={words} onShowFrom={showFrom} />}
    </PanelFrame>
  );
}

function EmptyMessage(props: { readonly view: SkiplistView | null; readonly words: SkiplistWords }) {
  const { view, words } = props;
  return (
    <>
      {view !== null && view.key !== null && <p>{words.gone(keyInSentence(view.key))}</p>}
      <p>
        <TryCommand hint={words.empty} />
      </p>
    </>
  );
}
