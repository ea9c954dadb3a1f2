import { type ReactNode, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { consoleMemory } from '../console/local-entries.ts';
import { Select } from '../controls/Select.tsx';
import { usePair } from '../i18n/index.ts';
import { useSession, WatchedServer } from '../session/hooks.ts';
import { nodesHere } from '../session/nodes.ts';
import { clientsHere, sessionName } from '../session/store.ts';
import { panelGroups } from './groups.ts';
import { PanelChoiceContext } from './panel-label.ts';

interface Chosen {
  /** The session in which it was chosen: another one has other servers. */
  readonly session: string | null;
  /** By watch. */
  readonly nodes: Readonly<Record<string, number>>;
}

const none: Chosen = { session: null, nodes: {} };
const chosenServers = createStore<Chosen>(() => none);

/** What is drawn of all servers at once. */
const ofAllServers: ReadonlySet<string> = new Set(
  panelGroups.filter(({ group }) => group === 'world').flatMap(({ panels }) => panels),
);

const words = {
  en: {
    server: 'Server shown',
    front: (name: string) => `${name} (console)`,
  },
  zh: {
    server: '显示哪台服务器',
    front: (name: string) => `${name}（控制台）`,
  },
};

interface PanelServerProps {
  readonly panel: string;
  readonly watchId: string;
  readonly children: ReactNode;
}

/**
 * Where there are several servers, a panel looks at the one that the reader has chosen in its header, or else at the one
 * whose console is in front.
 */
export function PanelServer({ panel, watchId, children }: PanelServerProps) {
  const text = usePair(words);
  const nodes = useSession(nodesHere);
  const session = useSession(sessionName);
  const front = useStore(consoleMemory, (state) => state.front);
  const ofConsole = useSession((state) => clientsHere(state).find(({ id }) => id === front)?.node);
  const chosen = useStore(chosenServers, (state) =>
    state.session === session ? state.nodes[watchId] : undefined,
  );
  const isThere = (number: number | undefined) => nodes.some((node) => node.number === number);
  const usual = isThere(ofConsole) ? ofConsole : nodes[0]?.number;
  const shown = isThere(chosen) ? chosen : usual;
  const hasChoice = nodes.length > 0 && !ofAllServers.has(panel);
  const choice = useMemo(() => {
    if (!hasChoice) return null;
    const name = nodes.find(({ number }) => number === usual)?.name ?? '';
    const choose = (value: string) => {
      const before = chosenServers.getState();
      const { [watchId]: _, ...others } = before.session === session ? before.nodes : {};
      chosenServers.setState({
        session,
        nodes: value === '' ? others : { ...others, [watchId]: Number(value) },
      });
    };
    return (
      <Select
        label={text.server}
        value={chosen === undefined || chosen !== shown ? '' : String(chosen)}
        choices={[
          { value: '', label: text.front(name) },
          ...nodes.map((node) => ({ value: String(node.number), label: node.name })),
        ]}
        onChange={choose}
      />
    );
  }, [hasChoice, nodes, usual, chosen, shown, session, watchId, text]);
  return (
    <WatchedServer value={hasChoice ? shown : undefined}>
      <PanelChoiceContext value={choice}>{children}</PanelChoiceContext>
    </WatchedServer>
  );
}
