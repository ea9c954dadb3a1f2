import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../../controls/Dialog.tsx';
import { useLanguage, useText } from '../../i18n/index.ts';
import { useSession, useSessionStore } from '../../session/hooks.ts';
import { nodesHere } from '../../session/nodes.ts';
import { nodeWords } from './node-words.ts';
import { evenShare, giveSlots, mastersWithSlots, replicate } from './place-node.ts';

interface PlaceNodeProps {
  readonly node: number;
  onClose(): void;
}

/** Asks what a node of a cluster is to be: a replica, or a master with slots. */
export function PlaceNode({ node: number, onClose }: PlaceNodeProps) {
  const text = useText();
  const words = nodeWords[useLanguage()].place;
  const session = useSessionStore();
  const nodes = useSession(nodesHere);
  const [what, setWhat] = useState<'replica' | 'slots'>('replica');
  const [chosen, setChosen] = useState<number | null>(null);
  const [count, setCount] = useState(() => evenShare(nodes, number));
  const [state, setState] = useState<'asking' | 'joining' | number | { readonly refused: string }>('asking');
  const ending = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    ending.current = controller;
    return () => controller.abort();
  }, []);
  const node = nodes.find((each) => each.number === number);
  const masters = mastersWithSlots(nodes, number);
  const master = masters.find((each) => each.number === chosen) ?? masters[0];
  if (node === undefined) return null;
  const share = evenShare(nodes, number);
  const isBusy = state === 'joining' || typeof state === 'number';
  const canReplicate = node.slots === 0;
  const isReplica = what === 'replica' && canReplicate;
  const go = async () => {
    setState('joining');
    const { signal } = ending.current;
    const refused = isReplica
      ? await replicate(session, number, master, signal)
      : await giveSlots(session, number, count, setState, signal);
    if (refused === null) onClose();
    else setState({ refused });
  };
  return (
    <Dialog title={words.title(node.name)} onClose={onClose}>
      <form
        className="lab-form servers-add"
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        <p>{words.about(node.name, node.slots)}</p>
        {master === undefined ? (
          <p>{words.nobody}</p>
        ) : (
          <>
            <label>
              <span>{words.what}</span>
              <select
                value={isReplica ? 'replica' : 'slots'}
                disabled={isBusy}
                onChange={({ target }) => setWhat(target.value as typeof what)}
              >
                <option value="replica" disabled={!canReplicate}>
                  {words.replica}
                </option>
                <option value="slots">{words.slots}</option>
              </select>
            </label>
            {isReplica ? (
              <label>
                <span>{words.master}</span>
                <select
                  value={master.number}
                  disabled={isBusy}
                  onChange={({ target }) => setChosen(Number(target.value))}
                >
                  {masters.map((each) => (
                    <option key={each.number} value={each.number}>
                      {each.name}
                    </option>
                  ))}
                </select>
              </label>
            ) : (
              <label>
                <span>{words.count}</span>
                <input
                  type="number"
                  min={1}
                  max={share}
                  required
                  value={Number.isNaN(count) ? '' : count}
                  disabled={isBusy}
                  onChange={({ target }) => setCount(target.valueAsNumber)}
                />
              </label>
            )}
            <p>{isReplica ? words.replicaSends(master.name) : words.slotsSend(share)}</p>
          </>
        )}
        <p role="status">
          {state === 'joining' ? words.joining : typeof state === 'number' ? words.moved(state, count) : ''}
        </p>
        {typeof state === 'object' && <p role="alert">{words.refused(state.refused)}</p>}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {isBusy ? words.stop : text.cancel}
          </button>
          <button type="submit" className="button is-primary" disabled={isBusy || master === undefined}>
            {isReplica ? words.follow : words.move}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
