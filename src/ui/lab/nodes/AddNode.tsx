import { useState } from 'react';
import { Dialog } from '../../controls/Dialog.tsx';
import { useLanguage, useText } from '../../i18n/index.ts';
import { useSession, useSessionStore } from '../../session/hooks.ts';
import { addressOf, nodesHere, worldHere } from '../../session/nodes.ts';
import { addNode, commandsFor, freeName, nodeKinds, othersFor, startOf, usualKind } from './new-node.ts';
import { nodeWords } from './node-words.ts';

interface AddNodeProps {
  onClose(): void;
  /** A node has joined a cluster and is to find its place there. */
  onJoined(node: number): void;
}

/** Asks what the new node is to be, and says what will be sent to it. */
export function AddNode({ onClose, onJoined }: AddNodeProps) {
  const text = useText();
  const words = nodeWords[useLanguage()];
  const session = useSessionStore();
  const nodes = useSession((state) => worldHere(state)?.nodes) ?? [];
  const [kind, setKind] = useState(() => usualKind(nodes));
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const others = othersFor(kind, nodes);
  const other =
    others.find(({ number }) => number === chosen) ??
    others.find(({ role, isDown }) => role === 'master' && !isDown) ??
    others[0] ??
    null;
  const name = typed ?? freeName(kind, nodes);
  const isTaken = nodes.some((node) => node.name === name && !node.isRemoved);
  const order = { kind, name: name.trim(), other };
  const lines = commandsFor(order);
  return (
    <Dialog title={words.addTitle} onClose={onClose}>
      <form
        className="lab-form servers-add"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          void addNode(session, order).then((isAdded) => {
            const added = nodesHere(session.getState()).findLast((node) => node.name === order.name);
            if (isAdded && kind === 'cluster' && other !== null && added !== undefined)
              onJoined(added.number);
          });
        }}
      >
        <label>
          <span>{words.kind}</span>
          <select value={kind} onChange={({ target }) => setKind(target.value as typeof kind)}>
            {nodeKinds.map((each) => (
              <option
                key={each}
                value={each}
                disabled={each !== 'server' && othersFor(each, nodes).length === 0}
              >
                {words.kinds[each]}
              </option>
            ))}
          </select>
        </label>
        {kind !== 'server' && other !== null && (
          <label>
            <span>{words.of[kind]}</span>
            <select value={other.number} onChange={({ target }) => setChosen(Number(target.value))}>
              {others.map((each) => (
                <option key={each.number} value={each.number}>
                  {each.name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          <span>{words.name}</span>
          <input
            value={name}
            maxLength={32}
            required
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
        {isTaken && <p role="alert">{words.nameTaken}</p>}
        <p>{words.address(addressOf(startOf(order, nodes)))}</p>
        <p>{lines.length === 0 ? words.sendsNothing : words.sends}</p>
        {lines.length > 0 && (
          <ul className="servers-lines">
            {lines.map((line) => (
              <li key={line}>
                <code>{line}</code>
              </li>
            ))}
          </ul>
        )}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {text.cancel}
          </button>
          <button type="submit" className="button is-primary" disabled={isTaken || order.name === ''}>
            {words.addTitle}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
