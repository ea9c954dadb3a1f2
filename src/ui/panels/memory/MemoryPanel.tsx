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

const shows = ['map', 'classes', 'past', 'types'] as const;
type Show = (typeof shows)[number];

/** Keys with an area of their own. */
const mostKeys = 60;

/** Where the memory goes: by key, by part, by size class. */
export function MemoryPanel({ watchId, db: givenDb = 0, show: givenShow }: PanelProps) {
  const language = useLanguage();
  const words = memoryWords[language];
  const [db, setDb] = useDatabase(givenDb);
  const [show, setShow] = useShow(givenShow);
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
            choices={shows.map((value) => ({
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

/** The drawing the panel was given, until the reader chooses another; a newly given one wins again. */
function useShow(given: string | undefined): [Show, (show: Show) => void] {
  const first = () => shows.find((show) => show === given) ?? 'map';
  const [state, setState] = useState(() => ({ given, show: first() }));
  if (state.given !== given) setState({ given, show: first() });
  return [state.given === given ? state.show : first(), (show) => setState({ given, show })];
}
