/** A panel over one database that shows a window of its keys: the common part of expiry and eviction. */
import { useMemo, useState } from 'react';
import type { Step } from '../../protocol/steps.ts';
import type { WatchTarget } from '../../protocol/views.ts';
import { useLanguage } from '../i18n/index.ts';
import type { Language } from '../i18n/language.ts';
import { useSession, useWatch } from '../session/hooks.ts';
import { currentMoment } from '../session/store.ts';
import { DatabaseSummary, useDatabase } from './DatabaseChoice.tsx';
import { usePictureOf } from './KeyedPanel.tsx';
import { PanelFrame } from './PanelFrame.tsx';
import type { PanelProps } from './panel.ts';
import { Stage } from './stage/Stage.tsx';
import type { ViewOf } from './stage/scene.ts';
import type { AccessibleTable, Layout } from './stage/sheet.ts';
import { type CommandHint, TryCommand } from './TryCommand.tsx';
import { type Shown, WindowRow, type WindowWords } from './WindowRow.tsx';

interface DatabasePanelProps<Kind extends 'eviction' | 'expiry'> {
  readonly panel: PanelProps;
  readonly kind: Kind;
  readonly words: {
    readonly title: string;
    readonly stage: string;
    readonly database: string;
    readonly empty: CommandHint;
    readonly window: WindowWords;
  };
  /** How many keys one window holds. */
  readonly page: number;
  readonly layout: Layout<ViewOf<Kind>>;
  readonly accessible: (view: ViewOf<Kind>, language: Language) => AccessibleTable;
  readonly summarise: (view: ViewOf<Kind>, language: Language) => readonly string[];
  readonly narrate: (step: Step, view: ViewOf<Kind>, language: Language) => string | null;
  /** Null when there is nothing to draw. */
  readonly shownOf: (view: ViewOf<Kind>) => Shown | null;
}

export function DatabasePanel<Kind extends 'eviction' | 'expiry'>(props: DatabasePanelProps<Kind>) {
  const { panel, kind, words, page, layout, accessible, summarise, narrate, shownOf } = props;
  const { watchId, db: givenDb = 0 } = panel;
  const language = useLanguage();
  const [db, setDb] = useDatabase(givenDb);
  const [from, setFrom] = useState(0);
  const target = useMemo<WatchTarget>(
    () => ({ kind, db, window: { from, count: page } }),
    [kind, db, from, page],
  );
  useWatch(watchId, target);
  const picture = usePictureOf(watchId, kind);
  const view = picture ?? null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const shown = view === null ? null : shownOf(view);

  return (
    <PanelFrame
      title={words.title}
      summary={
        <DatabaseSummary
          label={words.database}
          db={db}
          onChange={setDb}
          figures={view === null ? [] : summarise(view, language)}
        />
      }
      state={picture === undefined ? 'loading' : shown === null ? 'empty' : 'ready'}
      message={picture === undefined ? undefined : <TryCommand hint={words.empty} />}
      narration={step === null || view === null ? null : narrate(step, view, language)}
    >
      {shown !== null && (
        <>
          <Stage watchId={watchId} kind={kind} label={words.stage} layout={layout} accessible={accessible} />
          <WindowRow {...shown} words={words.window} page={page} onFrom={setFrom} />
        </>
      )}
    </PanelFrame>
  );
}
