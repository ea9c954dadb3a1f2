import { useMemo, useState } from 'react';
import type { TopologyTarget } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentFrame, currentMoment, previousMoment } from '../../session/store.ts';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { accessibleTopology, summariseTopology } from './describe.ts';
import { topologyLayout } from './layout.ts';
import { narrateTopology } from './narrate.ts';
import { Operations } from './Operations.tsx';
import { topologyWords } from './words.ts';

const target: TopologyTarget = { kind: 'topology', db: 0 };

/** All nodes, their connections, and the messages under way between them. */
export function TopologyPanel({ watchId }: PanelProps) {
  const language = useLanguage();
  const words = topologyWords[language];
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'topology' ? picture : null;
  const [chosen, setChosen] = useState<string | null>(null);
  const layout = useMemo(() => topologyLayout(chosen), [chosen]);
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const frame = useSession(currentFrame);
  const before = useSession((state) => previousMoment(state)?.picture[watchId]);
  const choose = (what: string) => setChosen((now) => (now === what ? null : what));

  return (
    <PanelFrame
      title={words.title}
      summary={view === null ? undefined : summariseTopology(view, language).join(' · ')}
      state={view === null ? 'loading' : 'ready'}
      narration={narrateTopology(step, frame, view, before?.kind === 'topology' ? before : null, language)}
    >
      {view !== null && (
        <>
          <Stage
            watchId={watchId}
            kind="topology"
            label={words.stage}
            layout={layout}
            accessible={accessibleTopology}
            onPick={choose}
          />
          {chosen !== null && <Operations chosen={chosen} view={view} onChoose={setChosen} />}
        </>
      )}
    </PanelFrame>
  );
}
