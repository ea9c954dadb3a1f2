import { useMemo, useState } from 'react';
import type { WatchTarget } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentMoment } from '../../session/store.ts';
import { DatabaseSummary, useDatabase } from '../DatabaseChoice.tsx';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { WindowRow } from '../WindowRow.tsx';
import { hearEviction, summariseEviction } from './describe.ts';
import { layoutEviction } from './layout.ts';
import { narrateEviction } from './narrate.ts';
import { evictionWords } from './words.ts';

const page = 40;

/** Who has to go when memory is full, and how that is found out. */
export function EvictionPanel({ watchId, db: givenDb = 0 }: PanelProps) {
  const language = useLanguage();
  const words = evictionWords[language];
  const [db, setDb] = useDatabase(givenDb);
  const [from, setFrom] = useState(0);
  const target = useMemo<WatchTarget>(
    () => ({ kind: 'eviction', db, window: { from, count: page } }),
    [db, from],
  );
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'eviction' ? picture : null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const isEmpty = view === null || (view.keys === 0 && view.maxBytes === 0 && view.evictedKeys === 0);

  return (
    <PanelFrame
      title={words.title}
      summary={
        <DatabaseSummary
          label={words.database}
          db={db}
          onChange={setDb}
          figures={view === null ? [] : summariseEviction(view, language)}
        />
      }
      state={picture === undefined ? 'loading' : isEmpty ? 'empty' : 'ready'}
      message={
        picture === undefined ? undefined : (
          <>
            {words.empty.before}
            <code>{words.empty.command}</code>
            {words.empty.after}
          </>
        )
      }
      narration={step === null || view === null ? null : narrateEviction(step, view, language)}
    >
      {view !== null && !isEmpty && (
        <>
          <Stage
            watchId={watchId}
            kind="eviction"
            label={words.stage}
            layout={layoutEviction}
            heard={hearEviction}
          />
          <WindowRow
            words={words.window}
            from={view.from}
            shown={view.rows.length}
            all={view.keys}
            page={page}
            onFrom={setFrom}
          />
        </>
      )}
    </PanelFrame>
  );
}
