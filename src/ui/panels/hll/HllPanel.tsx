import { useMemo, useState } from 'react';
import { encodeUtf8 } from '../../../protocol/utf8.ts';
import type { HllTarget, HllView } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentMoment } from '../../session/store.ts';
import { DatabaseSummary, useDatabase } from '../DatabaseChoice.tsx';
import { KeyChoice } from '../KeyChoice.tsx';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { WindowRow } from '../WindowRow.tsx';
import { firstShown } from './bytes.ts';
import { hearHll, summariseHll } from './describe.ts';
import { layoutHll, runsPage } from './layout.ts';
import { narrateHll } from './narrate.ts';
import { runsOf } from './read.ts';
import { hllWords } from './words.ts';
import './hll.css';

interface NamedKey {
  readonly key: string;
  readonly keyBytes: Uint8Array;
}

/** A HyperLogLog from the hash of an element to the estimate. */
export function HllPanel({ watchId, db: givenDb = 0, watchedKey }: PanelProps) {
  const language = useLanguage();
  const words = hllWords[language];
  const [db, setDb] = useDatabase(givenDb);
  /** Null for the one that the latest PF command worked on. */
  const [named, setNamed] = useState<NamedKey | null>(() =>
    watchedKey === undefined ? null : { key: watchedKey, keyBytes: encodeUtf8(watchedKey) },
  );
  /** The first run drawn; null goes along with the steps. */
  const [runsFrom, setRunsFrom] = useState<number | null>(null);
  const target = useMemo<HllTarget>(() => ({ kind: 'hll', db, key: named?.keyBytes ?? null }), [db, named]);
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'hll' ? picture : null;
  const isThere = view !== null && view.encoding !== null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const layout = useMemo(() => layoutHll(runsFrom), [runsFrom]);
  const runs = useMemo(() => (view === null ? [] : runsOf(view)), [view]);
  const from = Math.min(runsFrom ?? firstShown(runs, step, runsPage), Math.max(0, runs.length - 1));

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
              names={view.keys}
              onChange={setNamed}
            />
          )}
          {isThere && ` · ${summariseHll(view, language).join(' · ')}`}
        </>
      }
      state={picture === undefined ? 'loading' : isThere ? 'ready' : 'empty'}
      message={picture === undefined ? undefined : <Nothing view={view} />}
      narration={step === null || view === null ? null : narrateHll(step, view, language)}
    >
      {isThere && (
        <div className="hll-panel">
          <Stage watchId={watchId} kind="hll" label={words.stage} layout={layout} heard={hearHll} />
          <WindowRow
            words={words.window}
            from={from}
            shown={Math.min(runsPage, runs.length - from)}
            all={runs.length}
            page={runsPage}
            onFrom={setRunsFrom}
          />
        </div>
      )}
    </PanelFrame>
  );
}

function Nothing({ view }: { readonly view: HllView | null }) {
  const { gone, empty } = hllWords[useLanguage()];
  const lookedFor = view?.key ?? null;
  return (
    <>
      {lookedFor === null ? empty.before : gone.before}
      <code>{lookedFor ?? empty.command}</code>
      {lookedFor === null ? empty.after : gone.after}
    </>
  );
}
