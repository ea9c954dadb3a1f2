import { useEffect, useRef, useState } from 'react';
import { Popover } from '../../controls/Popover.tsx';
import { useLanguage } from '../../i18n/index.ts';
import { NodeControls, PairControls } from '../../panels/topology/NodeControls.tsx';
import { useSession } from '../../session/hooks.ts';
import { type NodeHere, nodesHere } from '../../session/nodes.ts';
import { AddNode } from './AddNode.tsx';
import { nodeWords } from './node-words.ts';
import { PlaceNode } from './PlaceNode.tsx';
import './servers.css';

/** Kills, freezes, cuts and changes the servers of a session, one at a time, and adds others. */
export function NodesControl() {
  const words = nodeWords[useLanguage()];
  const [isAdding, setAdding] = useState(false);
  const [placed, setPlaced] = useState<number | null>(null);
  return (
    <>
      <Popover label={words.nodes} button={words.nodes} buttonClass="button">
        {(close) => (
          <NodesSheet
            onAdd={() => {
              close();
              setAdding(true);
            }}
            onPlace={(node) => {
              close();
              setPlaced(node);
            }}
          />
        )}
      </Popover>
      {isAdding && <AddNode onClose={() => setAdding(false)} onJoined={setPlaced} />}
      {placed !== null && <PlaceNode key={placed} node={placed} onClose={() => setPlaced(null)} />}
    </>
  );
}

interface NodesSheetProps {
  onAdd(): void;
  onPlace(node: number): void;
}

function NodesSheet({ onAdd, onPlace }: NodesSheetProps) {
  const words = nodeWords[useLanguage()];
  const nodes = useSession(nodesHere);
  const [chosen, setChosen] = useState(nodes[0]?.number ?? 0);
  const [way, setWay] = useState<number | null>(null);
  const node = nodes.find(({ number }) => number === chosen) ?? nodes[0];
  const others = nodes.filter(({ number }) => number !== node?.number);
  const picker = useRef<HTMLSelectElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const shown = node?.number;
  const before = useRef(shown);
  // The button that removed a node went with it: the focus goes to the choice of the next one.
  useEffect(() => {
    const isOther = before.current !== shown;
    before.current = shown;
    if (isOther && document.activeElement === document.body) (picker.current ?? adder.current)?.focus();
  }, [shown]);
  const other = others.find(({ number }) => number === way);
  return (
    <div className="lab-form servers-nodes">
      <p className="clock-about">{words.about}</p>
      {node !== undefined && (
        <>
          <label>
            <span>{words.node}</span>
            <select
              ref={picker}
              value={node.number}
              onChange={({ target }) => setChosen(Number(target.value))}
            >
              {nodes.map(({ number, name, isDown, isFrozen }) => (
                <option key={number} value={number}>
                  {`${name}${isDown ? ` – ${words.down}` : isFrozen ? ` – ${words.frozen}` : ''}`}
                </option>
              ))}
            </select>
          </label>
          <div className="servers-buttons">
            <NodeControls key={node.number} node={node.number} />
            {canPlace(node) && (
              <button type="button" className="panel-button" onClick={() => onPlace(node.number)}>
                {words.place.open}
              </button>
            )}
          </div>
          <label>
            <span>{words.other}</span>
            <select
              value={other?.number ?? ''}
              onChange={({ target }) => setWay(target.value === '' ? null : Number(target.value))}
            >
              <option value="">{words.nobody}</option>
              {others.map(({ number, name }) => (
                <option key={number} value={number}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          {other !== undefined && (
            <div className="servers-buttons">
              <PairControls one={node.number} other={other.number} />
            </div>
          )}
        </>
      )}
      <hr className="menu-line" />
      <button ref={adder} type="button" className="menu-item" onClick={onAdd}>
        {words.add}
      </button>
    </div>
  );
}

function canPlace({ isCluster, isDown, isFrozen, role }: NodeHere): boolean {
  return isCluster && role === 'master' && !isDown && !isFrozen;
}
