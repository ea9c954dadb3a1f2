import { useEffect, useState } from 'react';
import { Question } from '../controls/Dialog.tsx';
import { Icon } from '../controls/Icon.tsx';
import { useText } from '../i18n/index.ts';
import { hasActed } from '../session/frames.ts';
import { useActions, useSession } from '../session/hooks.ts';
import { CommandInput } from './CommandInput.tsx';
import { PastBanner } from './PastBanner.tsx';
import './console.css';
import { ReplyLog } from './ReplyLog.tsx';
import { UnreadBadge } from './UnreadBadge.tsx';

/** Consoles, one tab for each client. */
export function Console() {
  const text = useText();
  const clients = useSession((state) => state.clients);
  const { openClient, closeClient } = useActions();
  const [chosen, setChosen] = useState(1);
  const [closing, setClosing] = useState<number | null>(null);
  const active = clients.some(({ id }) => id === chosen) ? chosen : (clients[0]?.id ?? null);

  useEffect(() => {
    if (active !== null && active !== chosen) setChosen(active);
  }, [active, chosen]);

  const open = async () => {
    const client = await openClient();
    if (client !== null) setChosen(client);
  };
  const panelId = 'console-panel';

  return (
    <section className="console" aria-label={text.console.title}>
      <div className="console-tabs">
        <div className="console-tablist" role="tablist" aria-label={text.console.clients}>
          {clients.map(({ id }) => (
            <button
              key={id}
              id={`console-tab-${id}`}
              type="button"
              role="tab"
              aria-selected={id === active}
              aria-controls={panelId}
              tabIndex={id === active ? 0 : -1}
              onClick={() => setChosen(id)}
              onKeyDown={(event) => {
                const to = neighbour(clients, id, event.key);
                if (to === null) return;
                event.preventDefault();
                setChosen(to);
                document.getElementById(`console-tab-${to}`)?.focus();
              }}
            >
              {text.console.client(id)}
              <UnreadBadge client={id} isOpen={id === active} />
            </button>
          ))}
        </div>
        {active !== null && clients.length > 1 && (
          <button
            type="button"
            className="console-tab-button"
            aria-label={text.console.closeClient(active)}
            title={text.console.closeClient(active)}
            onClick={() => setClosing(active)}
          >
            <Icon name="close" size={14} />
          </button>
        )}
        <button
          type="button"
          className="console-tab-button"
          aria-label={text.console.openClient}
          title={text.console.openClient}
          onClick={open}
        >
          <Icon name="plus" size={15} />
        </button>
        <PastBanner />
      </div>
      {active === null ? (
        <div className="console-empty">
          <p>{text.console.noClient}</p>
          <button type="button" className="button" onClick={open}>
            {text.console.openClient}
          </button>
        </div>
      ) : (
        <div className="console-body" role="tabpanel" id={panelId} aria-labelledby={`console-tab-${active}`}>
          <ReplyLog client={active}>
            <CommandInput key={active} client={active} onExit={() => setClosing(active)} />
          </ReplyLog>
        </div>
      )}
      {closing !== null && (
        <CloseClient
          client={closing}
          onDone={(close) => {
            setClosing(null);
            if (close) void closeClient(closing);
          }}
        />
      )}
    </section>
  );
}

/** Ask before closing a client that has done something; close an idle one at once. */
function CloseClient({ client, onDone }: { client: number; onDone(close: boolean): void }) {
  const text = useText();
  const used = useSession((state) => hasActed(state.frames, client));
  useEffect(() => {
    if (!used) onDone(true);
  }, [used, onDone]);
  if (!used) return null;
  return (
    <Question
      title={text.console.closeClient(client)}
      text={text.console.closeQuestion}
      yes={text.console.close}
      no={text.cancel}
      onYes={() => onDone(true)}
      onNo={() => onDone(false)}
    />
  );
}

function neighbour(clients: readonly { readonly id: number }[], id: number, key: string): number | null {
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return null;
  const at = clients.findIndex((client) => client.id === id);
  return clients[(at + step + clients.length) % clients.length].id;
}
