import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Question } from '../controls/Dialog.tsx';
import { Icon } from '../controls/Icon.tsx';
import { Segmented } from '../controls/Segmented.tsx';
import { useText } from '../i18n/index.ts';
import { lazily } from '../loading/lazily.tsx';
import { QuietBoundary } from '../loading/QuietBoundary.tsx';
import { hasActed, nodeName, strandedAt } from '../session/frames.ts';
import { useActions, useSession, useSessionShallow } from '../session/hooks.ts';
import { clientsHere, isAtHead, isServerDown } from '../session/store.ts';
import { CommandInput } from './CommandInput.tsx';
import { toneOf } from './client-tone.ts';
import { Instead } from './Instead.tsx';
import { chooseLogScope, consoleMemory, logScope } from './local-entries.ts';
import { PastBanner } from './PastBanner.tsx';
import './console.css';
import { ReplyLog } from './ReplyLog.tsx';
import { UnreadBadge } from './UnreadBadge.tsx';

const NodeTools = lazily(async () => (await import('./nodes/NodeTools.tsx')).NodeTools);
const Stranded = lazily(async () => (await import('./nodes/Stranded.tsx')).Stranded);

const NEAREST = { block: 'nearest', inline: 'nearest' } as const;

/** One log of all clients, or of one; the tabs choose whose prompt it has. */
export function Console() {
  const text = useText();
  const present = useSession((state) => state.clients);
  const here = useSession(clientsHere);
  const isDown = useSession((state) => isServerDown(state));
  const isWorld = useSession((state) => state.start?.world !== undefined);
  const { frames, lastFrame } = useSessionShallow((state) => ({
    frames: state.frames,
    lastFrame: isAtHead(state) ? state.frames.length - 1 : state.position.frame,
  }));
  const stranded = useMemo(
    () => (isWorld ? strandedAt(frames, lastFrame) : []),
    [isWorld, frames, lastFrame],
  );
  const { moving, wanted } = useStore(consoleMemory);
  const isShared = useSession(
    ({ frames, clients }) =>
      clients.length > 1 || frames.some(({ kind, client }) => kind === 'connect' && client > 1),
  );
  const { scope } = useStore(logScope);
  const { openClient, closeClient, restart } = useActions();
  const [chosen, setChosen] = useState(1);
  const [closing, setClosing] = useState<number | null>(null);
  const section = useRef<HTMLElement>(null);
  // In the past there may be clients that are gone since, and none yet of those that came later.
  const ids = useMemo(() => {
    const all = [...present, ...here, ...stranded].map(({ id }) => id);
    return [...new Set(moving === null ? all : [...all, moving])].sort((a, b) => a - b);
  }, [present, here, stranded, moving]);
  const active = ids.includes(chosen) ? chosen : (here[0]?.id ?? ids[0] ?? null);
  const isHere = here.some(({ id }) => id === active) || (moving !== null && active === moving);
  const lost = isHere ? undefined : stranded.find(({ id }) => id === active);
  const isNamed = isShared && scope === 'all';

  useEffect(() => {
    if (wanted === null) return;
    setChosen(wanted);
    consoleMemory.setState({ wanted: null });
  }, [wanted]);

  // There may be more tabs than there is room for.
  useEffect(() => {
    consoleMemory.setState({ front: active });
    if (active !== null) document.getElementById(`console-tab-${active}`)?.scrollIntoView(NEAREST);
  }, [active]);

  /** What was pressed is gone when its work is done: the prompt takes the focus. */
  const toPrompt = () =>
    requestAnimationFrame(() =>
      section.current?.querySelector<HTMLInputElement>('.console-input-field input')?.focus(),
    );
  const open = async (node?: number) => {
    const client = await openClient(node);
    if (client !== null) setChosen(client);
  };
  const panelId = 'console-panel';

  return (
    <section className="console" aria-label={text.console.title} ref={section}>
      <div className="console-tabs">
        <div className="console-tablist" role="tablist" aria-label={text.console.clients}>
          {ids.map((id) => (
            <button
              key={id}
              id={`console-tab-${id}`}
              type="button"
              role="tab"
              aria-selected={id === active}
              aria-controls={panelId}
              tabIndex={id === active ? 0 : -1}
              data-tone={isShared ? toneOf(id) : undefined}
              data-absent={!here.some((client) => client.id === id)}
              title={here.some((client) => client.id === id) ? undefined : text.console.notHere(id)}
              onClick={() => setChosen(id)}
              onKeyDown={(event) => {
                const to = neighbour(ids, id, event.key);
                if (to === null) return;
                event.preventDefault();
                setChosen(to);
                document.getElementById(`console-tab-${to}`)?.focus();
              }}
            >
              {text.console.client(id)}
              <NodeOf node={[...here, ...stranded, ...present].find((each) => each.id === id)?.node} />
              <UnreadBadge client={id} isOpen={id === active || scope === 'all'} />
            </button>
          ))}
        </div>
        {active !== null && isHere && ids.length > 1 && (
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
        {isWorld ? (
          <QuietBoundary>
            <NodeTools active={active} onOpen={open} />
          </QuietBoundary>
        ) : (
          <button
            type="button"
            className="console-tab-button"
            aria-label={text.console.openClient}
            title={text.console.openClient}
            onClick={() => void open()}
          >
            <Icon name="plus" size={15} />
          </button>
        )}
        {isShared && (
          <Segmented
            label={text.console.logOf}
            value={scope}
            choices={[
              { value: 'all', label: text.console.logOfAll },
              { value: 'one', label: text.console.logOfOne },
            ]}
            onChange={chooseLogScope}
          />
        )}
        <PastBanner />
      </div>
      <div
        className="console-body"
        id={panelId}
        {...(active === null ? {} : { role: 'tabpanel', 'aria-labelledby': `console-tab-${active}` })}
      >
        <ReplyLog client={active} scope={scope} isNamed={isNamed}>
          {isDown ? (
            <Instead
              about={text.console.serverDown}
              act={text.console.startFromDisk}
              onAct={() => void restart().then(toPrompt)}
            />
          ) : active !== null && isHere ? (
            <CommandInput key={active} client={active} isNamed={isNamed} onExit={() => setClosing(active)} />
          ) : lost?.node !== undefined ? (
            <QuietBoundary>
              <Stranded node={lost.node} onStarted={toPrompt} />
            </QuietBoundary>
          ) : (
            <Instead
              about={active === null ? text.console.noClient : text.console.notHere(active)}
              act={text.console.openClient}
              onAct={() => void open().then(toPrompt)}
            />
          )}
        </ReplyLog>
      </div>
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

/** Of several servers: which one a console is connected to, or was before that one died. */
function NodeOf({ node }: { readonly node: number | undefined }) {
  const name = useSession((state) => nodeName(state, node));
  return name === null ? null : <small className="console-node">{name}</small>;
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

function neighbour(ids: readonly number[], id: number, key: string): number | null {
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return null;
  return ids[(ids.indexOf(id) + step + ids.length) % ids.length];
}
