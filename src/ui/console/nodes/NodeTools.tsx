import { useState } from 'react';
import { useStore } from 'zustand';
import { Dialog } from '../../controls/Dialog.tsx';
import { Icon } from '../../controls/Icon.tsx';
import { usePair } from '../../i18n/index.ts';
import { useSession } from '../../session/hooks.ts';
import { nodesHere } from '../../session/nodes.ts';
import { clientsHere } from '../../session/store.ts';
import { consoleMemory } from '../local-entries.ts';
import { nodeConsoleWords } from './words.ts';
import './nodes.css';

interface NodeToolsProps {
  readonly active: number | null;
  onOpen(node: number): void;
}

/** Where there are several servers: a new console asks which, and one in a cluster may follow redirections. */
export function NodeTools({ active, onOpen }: NodeToolsProps) {
  const words = usePair(nodeConsoleWords);
  const nodes = useSession(nodesHere);
  const [isOpen, setOpen] = useState(false);
  const isInCluster = useSession((state) => {
    const node = clientsHere(state).find(({ id }) => id === active)?.node;
    return nodesHere(state).some(({ number, isCluster }) => number === node && isCluster);
  });
  return (
    <>
      <button
        type="button"
        className="console-tab-button"
        aria-haspopup="dialog"
        aria-label={words.open}
        title={words.open}
        onClick={() => setOpen(true)}
      >
        <Icon name="plus" size={15} />
      </button>
      {isOpen && (
        <Dialog title={words.openAt} onClose={() => setOpen(false)}>
          <ul className="console-nodes">
            {nodes.map(({ number, name, role, isDown, isFrozen }) => {
              const state = isDown ? words.states.down : isFrozen ? words.states.frozen : words.roles[role];
              return (
                <li key={number}>
                  <button
                    type="button"
                    className="menu-item"
                    disabled={isDown || isFrozen}
                    onClick={() => {
                      setOpen(false);
                      onOpen(number);
                    }}
                  >
                    {name} <small>{state}</small>
                  </button>
                </li>
              );
            })}
          </ul>
        </Dialog>
      )}
      {active !== null && isInCluster && <FollowSwitch client={active} />}
    </>
  );
}

function FollowSwitch({ client }: { readonly client: number }) {
  const words = usePair(nodeConsoleWords);
  const follows = useStore(consoleMemory, ({ followers }) => followers.includes(client));
  return (
    <button
      type="button"
      className="console-follow"
      aria-pressed={follows}
      aria-label={words.followAbout}
      title={words.followAbout}
      onClick={() => {
        const { followers } = consoleMemory.getState();
        const others = followers.filter((each) => each !== client);
        consoleMemory.setState({ followers: follows ? others : [...others, client] });
      }}
    >
      {words.follow}
    </button>
  );
}
