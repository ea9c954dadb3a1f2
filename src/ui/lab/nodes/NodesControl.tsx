import { useState } from 'react';
import { Popover } from '../../controls/Popover.tsx';
import { useLanguage } from '../../i18n/index.ts';
import { NodeControls, PairControls } from '../../panels/topology/NodeControls.tsx';
import { useSession } from '../../session/hooks.ts';
import { nodesHere } from '../../session/nodes.ts';
import { AddNode } from './AddNode.tsx';
import { nodeWords } from './node-words.ts';
import './servers.css';

/** Kills, freezes, cuts and changes the servers of a session, one at a time, and adds others. */
export function NodesControl() {
  const words = nodeWords[useLanguage()];
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <Popover label={words.nodes} button={words.nodes} buttonClass="button">
        {(close) => (
          <NodesSheet
            onAdd={() => {
              close();
              setAdding(true);
            }}
          />
        )}
      </Popover>
      {isAdding && <AddNode onClose={() => setAdding(false)} />}
    </>
  );
}

function NodesSheet({ onAdd }: { onAdd(): void }) {
  const words = nodeWords[useLanguage()];
  const nodes = useSession(nodesHere);
  const [chosen, setChosen] = useState(nodes[0]?.number ?? 0);
  const [way, setWay] = useState<number | null>(null);
  const node = nodes.find(({ number }) => number === chosen) ?? nodes[0];
  const others = nodes.filter(({ number }) => number !== node?.number);
  const other = others.find(({ number }) => number === way);
  return (
    <div className="lab-form servers-nodes">
      <p className="clock-about">{words.about}</p>
      {node !== undefined && (
        <>
          <label>
            <span>{words.node}</span>
            <select value={node.number} onChange={({ target }) => setChosen(Number(target.value))}>
              {nodes.map(({ number, name, isDown, isFrozen }) => (
                <option key={number} value={number}>
                  {`${name}${isDown ? ` – ${words.down}` : isFrozen ? ` – ${words.frozen}` : ''}`}
                </option>
              ))}
            </select>
          </label>
          <div className="servers-buttons">
            <NodeControls key={node.number} node={node.number} />
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
      <button type="button" className="menu-item" onClick={onAdd}>
        {words.add}
      </button>
    </div>
  );
}
