import { useMemo, useState } from 'react';
import type { WatchTarget } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentMoment } from '../../session/store.ts';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { WindowRow } from '../WindowRow.tsx';
import { layoutChannels } from './channels-layout.ts';
import { accessibleChannels, accessibleClients, summariseClients } from './describe.ts';
import { layoutClients } from './layout.ts';
import { narrateClients } from './narrate.ts';
import { clientsWords } from './words.ts';
import './clients.css';

const page = 40;
const allChannels: WatchTarget = { kind: 'channels', db: 0, window: { from: 0, count: 60 } };

/** Every connection with the server's data for it; below, the channels and their subscribers. */
export function ClientsPanel({ watchId }: PanelProps) {
  const language = useLanguage();
  const words = clientsWords[language];
  const channelsId = `${watchId}:channels`;
  const [from, setFrom] = useState(0);
  const target = useMemo<WatchTarget>(
    () => ({ kind: 'clients', db: 0, window: { from, count: page } }),
    [from],
  );
  useWatch(watchId, target);
  useWatch(channelsId, allChannels);
  const picture = usePicture(watchId);
  const beside = usePicture(channelsId);
  const view = picture?.kind === 'clients' ? picture : null;
  const channels = beside?.kind === 'channels' && (beside.rows.length > 0 || beside.messages.length > 0);
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const empty = (view === null || view.clients === 0) && !channels;

  return (
    <PanelFrame
      title={words.title}
      summary={view === null ? undefined : summariseClients(view, language).join(' · ')}
      state={picture === undefined ? 'loading' : empty ? 'empty' : 'ready'}
      message={picture === undefined ? undefined : words.empty}
      narration={step === null ? null : narrateClients(step, view, language)}
    >
      <div className="clients">
        {view !== null && view.clients > 0 && (
          <Stage
            watchId={watchId}
            kind="clients"
            label={words.stage}
            layout={layoutClients}
            accessible={accessibleClients}
          />
        )}
        {view !== null && (
          <WindowRow
            words={words.window}
            from={view.from}
            shown={view.rows.length}
            all={view.clients}
            page={page}
            onFrom={setFrom}
          />
        )}
        {channels && (
          <div className="clients-channels">
            <Stage
              watchId={channelsId}
              kind="channels"
              label={words.channelsStage}
              layout={layoutChannels}
              accessible={accessibleChannels}
            />
          </div>
        )}
      </div>
    </PanelFrame>
  );
}
