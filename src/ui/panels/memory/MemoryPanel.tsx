import { useMemo, useState } from 'react';
import type { MemoryMapTarget } from '../../../protocol/views.ts';
import { Segmented } from '../../controls/Segmented.tsx';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentMoment } from '../../session/store.ts';
import { DatabaseSummary, useDatabase } from '../DatabaseChoice.tsx';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { accessibleMemory, summariseMemory } from './describe.ts';
import { layoutMemory } from './layout.ts';
import { MemoryTables } from './MemoryTables.tsx';
import { narrateMemory } from './narrate.ts';
import { memoryWords } from './words.ts';
import './memory.css';

type Show = 'map' | 'classes' | 'past' | 'types';

/** Keys with an area of their own. */
const mostKeys = 60;

/** Where the memory goes: by key, by part, by size class. */
export function MemoryPanel({ watchId, db: givenDb = 0 }: PanelProps) {
  const language = useLanguage();
  const words = memoryWords[language];
  const [db, setDb] = useDatabase(givenDb);
  const [show, setShow] = useState<Show>('map');
  const [opened, setOpened] = useState<string | null>(null);
  const target = useMemo<MemoryMapTarget>(() => ({ kind: 'memory', db, count: mostKeys }), [db]);
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'memory' ? picture : null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const layout = useMemo(() => layoutMemory(show === 'types' ? 'map' : show, opened), [show, opened]);
  const isOpened = opened !== null && (view?.rows.some(({ key }) => key === opened) ?? false);

  return (
    <PanelFrame
      title={words.title}
      summary={
        <DatabaseSummary
          label={words.database}
          db={db}
          onChange={(next) => {
            setOpened(null);
            setDb(next);
          }}
          figures={view === null ? [] : summariseMemory(view, language)}
        />
      }
      tools={
        <>
          {show === 'map' && isOpened && (
            <button type="button" className="panel-button" onClick={() => setOpened(null)}>
              {words.back}
            </button>
          )}
          <Segmented<Show>
            label={words.show}
            value={show}
            choices={(['map', 'classes', 'past', 'types'] as const).map((value) => ({
              value,
              label: words.shows[value],
            }))}
            onChange={setShow}
          />
        </>
      }
      state={view === null ? 'loading' : 'ready'}
      narration={step === null || view === null ? null : narrateMemory(step, view, language)}
    >
      {view !== null && show === 'types' && <MemoryTables view={view} words={words} />}
      {view !== null && show !== 'types' && (
        <Stage
          watchId={watchId}
          kind="memory"
          label={words.stage}
          layout={layout}
          accessible={accessibleMemory}
          onPick={setOpened}
        />
      )}
    </PanelFrame>
  );
}
