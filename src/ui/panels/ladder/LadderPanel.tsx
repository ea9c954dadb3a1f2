import { useMemo, useState } from 'react';
import { encodeUtf8 } from '../../../protocol/utf8.ts';
import type { LadderTarget, LadderView } from '../../../protocol/views.ts';
import { Segmented } from '../../controls/Segmented.tsx';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentMoment } from '../../session/store.ts';
import { DatabaseSummary, useDatabase } from '../DatabaseChoice.tsx';
import { KeyChoice } from '../KeyChoice.tsx';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { WindowRow } from '../WindowRow.tsx';
import { hearLadder, summariseLadder } from './describe.ts';
import { layoutLadder } from './layout.ts';
import { narrateLadder } from './narrate.ts';
import { ladderWords } from './words.ts';

type Scale = 'rank' | 'score';
interface NamedKey {
  readonly key: string;
  readonly keyBytes: Uint8Array;
}

const page = 50;
const layouts = { rank: layoutLadder('rank'), score: layoutLadder('score') };

/** A sorted set as a ladder: who stands where, what was asked for, who climbs and who falls. */
export function LadderPanel({ watchId, db: givenDb = 0, watchedKey }: PanelProps) {
  const language = useLanguage();
  const words = ladderWords[language];
  const [db, setDb] = useDatabase(givenDb);
  /** Null for the sorted set that the latest command worked on. */
  const [named, setNamed] = useState<NamedKey | null>(() =>
    watchedKey === undefined ? null : { key: watchedKey, keyBytes: encodeUtf8(watchedKey) },
  );
  const [scale, setScale] = useState<Scale>('rank');
  /** Null while the window goes along with the steps. */
  const [from, setFrom] = useState<number | null>(null);
  const target = useMemo<LadderTarget>(
    () => ({
      kind: 'ladder',
      db,
      key: named?.keyBytes ?? null,
      window: { from: from ?? 0, count: page },
      follow: from === null,
    }),
    [db, named, from],
  );
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'ladder' ? picture : null;
  const isThere = view !== null && view.encoding !== null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const isLong = view !== null && view.length > page;

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
          {isThere && ` · ${summariseLadder(view, language).join(' · ')}`}
        </>
      }
      tools={
        isThere ? (
          <>
            {isLong && (
              <button
                type="button"
                className="panel-button panel-toggle"
                aria-pressed={from === null}
                onClick={() => setFrom(from === null ? view.from : null)}
              >
                {words.follow}
              </button>
            )}
            <Segmented<Scale>
              label={words.scale}
              value={scale}
              choices={(['rank', 'score'] as const).map((value) => ({ value, label: words.scales[value] }))}
              onChange={setScale}
            />
          </>
        ) : undefined
      }
      state={picture === undefined ? 'loading' : isThere ? 'ready' : 'empty'}
      message={picture === undefined ? undefined : <Nothing view={view} />}
      narration={step === null || view === null ? null : narrateLadder(step, view, language)}
    >
      {isThere && (
        <>
          <Stage
            watchId={watchId}
            kind="ladder"
            label={words.stage}
            layout={layouts[scale]}
            heard={hearLadder}
          />
          <WindowRow
            words={words.window}
            from={view.from}
            shown={view.rungs.length}
            all={view.length}
            page={page}
            onFrom={setFrom}
          />
        </>
      )}
    </PanelFrame>
  );
}

function Nothing({ view }: { readonly view: LadderView | null }) {
  const { gone, empty } = ladderWords[useLanguage()];
  const lookedFor = view?.key ?? null;
  return (
    <>
      {lookedFor === null ? empty.before : gone.before}
      <code>{lookedFor ?? empty.command}</code>
      {lookedFor === null ? empty.after : gone.after}
    </>
  );
}
