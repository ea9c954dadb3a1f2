import type { ReplicationTarget } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentFrame, currentMoment } from '../../session/store.ts';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { accessibleReplication, summariseReplication } from './describe.ts';
import { nodeName } from './families.ts';
import { layoutReplication } from './layout.ts';
import { narrateReplication } from './narrate.ts';
import { replicationWords } from './words.ts';

const target: ReplicationTarget = { kind: 'replication', db: 0 };

/** Masters with their histories and backlogs, and how far each of their replicas is. */
export function ReplicationPanel({ watchId }: PanelProps) {
  const language = useLanguage();
  const words = replicationWords[language];
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'replication' ? picture : null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const at = useSession((state) => currentFrame(state)?.node);
  const named = (address: string) => {
    const node = view?.nodes.find((each) => each.state !== 'removed' && each.address === address);
    return node === undefined ? address : nodeName(node);
  };
  const acting = view?.nodes.find(({ node }) => node === (at ?? view.acting));

  return (
    <PanelFrame
      title={words.title}
      summary={view === null ? undefined : summariseReplication(view, language).join(' · ')}
      state={view === null ? 'loading' : 'ready'}
      narration={
        acting === undefined ? null : narrateReplication(step, { who: nodeName(acting), named }, language)
      }
    >
      {view !== null && (
        <Stage
          watchId={watchId}
          kind="replication"
          label={words.stage}
          layout={layoutReplication}
          accessible={accessibleReplication}
        />
      )}
    </PanelFrame>
  );
}
