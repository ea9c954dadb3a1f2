import { useMemo, useState } from 'react';
import type { WatchTarget } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useSessionShallow, useWatch } from '../../session/hooks.ts';
import { currentFrame, currentMoment } from '../../session/store.ts';
import { DatabaseSummary, useDatabase } from '../DatabaseChoice.tsx';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { useServerNow } from '../server-now.ts';
import { Stage } from '../stage/Stage.tsx';
import { WindowRow } from '../WindowRow.tsx';
import { hearExpiry, summariseExpiry } from './describe.ts';
import { expiryLayout } from './layout.ts';
import { narrateExpiry } from './narrate.ts';
import { expiryWords } from './words.ts';

const page = 60;

/** Who expires when, and how the server comes to notice. */
export function ExpiryPanel({ watchId, db: givenDb = 0 }: PanelProps) {
  const language = useLanguage();
  const words = expiryWords[language];
  const [db, setDb] = useDatabase(givenDb);
  const [from, setFrom] = useState(0);
  const target = useMemo<WatchTarget>(
    () => ({ kind: 'expiry', db, window: { from, count: page } }),
    [db, from],
  );
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'expiry' ? picture : null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const asker = useSessionShallow((state) => {
    const frame = currentFrame(state);
    return frame?.kind === 'command' ? { client: frame.client, command: frame.text } : null;
  });
  const nowMs = useServerNow(view?.nowMs ?? 0, (view?.rows.length ?? 0) > 0);
  const layout = useMemo(() => expiryLayout(nowMs), [nowMs]);
  // What has been expired is worth seeing when no key is left.
  const isEmpty = view === null || (view.volatileKeys === 0 && view.expiredKeys === 0);

  return (
    <PanelFrame
      title={words.title}
      summary={
        <DatabaseSummary
          label={words.database}
          db={db}
          onChange={setDb}
          figures={view === null ? [] : summariseExpiry(view, nowMs, language)}
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
      narration={step === null || view === null ? null : narrateExpiry(step, view, asker, language)}
    >
      {view !== null && !isEmpty && (
        <>
          <Stage watchId={watchId} kind="expiry" label={words.stage} layout={layout} heard={hearExpiry} />
          <WindowRow
            words={words.window}
            from={view.from}
            shown={view.rows.length}
            all={view.volatileKeys}
            page={page}
            onFrom={setFrom}
          />
        </>
      )}
    </PanelFrame>
  );
}
