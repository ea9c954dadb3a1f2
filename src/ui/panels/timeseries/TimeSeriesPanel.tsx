import { useCallback, useMemo, useState } from 'react';
import { encodeUtf8 } from '../../../protocol/utf8.ts';
import type { ModuleKeyName, TimeSeriesTarget, TimeSeriesView } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentMoment } from '../../session/store.ts';
import { DatabaseSummary, useDatabase } from '../DatabaseChoice.tsx';
import { KeyChoice } from '../KeyChoice.tsx';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { hearSeries, summariseSeries } from './describe.ts';
import { layoutSeries } from './layout.ts';
import { narrateSeries } from './narrate.ts';
import { seriesWords } from './words.ts';

const page = 20;

/** Which chunk and which of its samples; -1 and the end are where samples arrive. */
interface Looking {
  readonly chunk: number;
  readonly from: number;
}

const newest: Looking = { chunk: -1, from: Number.MAX_SAFE_INTEGER };

export function TimeSeriesPanel({ watchId, db: givenDb = 0, watchedKey }: PanelProps) {
  const language = useLanguage();
  const words = seriesWords[language];
  const [db, setDb] = useDatabase(givenDb);
  /** Null for the series that the latest command worked on. */
  const [named, setNamed] = useState<ModuleKeyName | null>(() =>
    watchedKey === undefined ? null : { key: watchedKey, keyBytes: encodeUtf8(watchedKey) },
  );
  const [looking, setLooking] = useState(newest);
  const target = useMemo<TimeSeriesTarget>(
    () => ({
      kind: 'timeseries',
      db,
      key: named?.keyBytes ?? null,
      chunk: looking.chunk,
      window: { from: looking.from, count: page },
    }),
    [db, named, looking],
  );
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'timeseries' ? picture : null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const isThere = view !== null && view.address !== 0;
  const pick = useCallback(
    (what: string) => {
      if (view !== null) setLooking((old) => picked(old, what, view));
    },
    [view],
  );

  return (
    <PanelFrame
      title={words.title}
      summary={
        <>
          <DatabaseSummary label={words.database} db={db} onChange={setDb} figures={[]} />
          {' · '}
          {view !== null && (
            <KeyChoice
              label={words.key}
              latest={(named === null ? view.key : null) ?? words.latestKey}
              chosen={named}
              names={view.names}
              onChange={(next) => {
                setNamed(next);
                setLooking(newest);
              }}
            />
          )}
          {isThere && ` · ${summariseSeries(view, language)}`}
        </>
      }
      tools={
        isThere ? (
          <button
            type="button"
            className="panel-button panel-toggle"
            aria-pressed={looking === newest}
            title={words.latestChunkHint}
            onClick={() =>
              setLooking(
                looking === newest ? { chunk: view.shown, from: view.samples[0]?.index ?? 0 } : newest,
              )
            }
          >
            {words.latestChunk}
          </button>
        ) : undefined
      }
      state={picture === undefined ? 'loading' : isThere ? 'ready' : 'empty'}
      message={picture === undefined ? undefined : <Nothing lookedFor={view?.key ?? null} />}
      narration={step === null || view === null ? null : narrateSeries(step, view, language)}
    >
      {isThere && (
        <Stage
          watchId={watchId}
          kind="timeseries"
          label={words.stage}
          layout={layoutSeries}
          heard={hearSeries}
          onPick={pick}
        />
      )}
    </PanelFrame>
  );
}

/** What is to be seen after a box was picked. */
function picked(old: Looking, what: string, view: TimeSeriesView): Looking {
  const [kind, name] = what.split(':');
  const from = view.samples[0]?.index ?? 0;
  if (kind === 'chunk') return { chunk: Number(name), from: 0 };
  if (kind !== 'samples') return old;
  return { chunk: view.shown, from: Math.max(0, from + (name === 'later' ? page : -page)) };
}

function Nothing({ lookedFor }: { readonly lookedFor: string | null }) {
  const { gone, empty } = seriesWords[useLanguage()];
  return (
    <>
      {lookedFor !== null && (
        <p>
          {gone.before}
          <code>{lookedFor}</code>
          {gone.after}
        </p>
      )}
      <p>
        {empty.before}
        <code>{empty.command}</code>
        {empty.after}
      </p>
    </>
  );
}
