import { useStore } from 'zustand';
import type { NodePicture, Position } from '../../protocol/explore.ts';
import { usePair } from '../i18n/index.ts';
import type { Exploration } from './exploration.ts';
import { LsmParts } from './LsmParts.tsx';
import { shortTime } from './numbers.ts';
import { exploreWords } from './words.ts';

/** Keys with their remaining times, and rows: what the servers hold now, with what the last event changed. */
export function Nodes({ exploration }: { readonly exploration: Exploration }) {
  const words = usePair(exploreWords);
  const position = useStore(exploration, (state) => state.position);
  const before = useStore(exploration, (state) => state.before);
  if (position === null) return null;
  return (
    <section className="nodes" aria-labelledby="explore-nodes">
      <h2 id="explore-nodes">{words.nodes}</h2>
      {position.nodes.some(({ facts }) => facts.length > 0) && (
        <p className="explore-note">{words.worldAbout}</p>
      )}
      <div className="node-boxes">
        {position.nodes.map((node) => (
          <NodeBox key={node.name} node={node} before={pictureIn(before, node.name)} />
        ))}
      </div>
    </section>
  );
}

function pictureIn(position: Position | null, name: string): NodePicture | null {
  return position?.nodes.find((node) => node.name === name) ?? null;
}

function NodeBox({ node, before }: { readonly node: NodePicture; readonly before: NodePicture | null }) {
  const words = usePair(exploreWords);
  const gone = (before?.entries ?? []).filter(
    ({ name }) => !node.entries.some((entry) => entry.name === name),
  );
  return (
    <div className="node" data-down={node.isDown}>
      <h3>
        <code>{node.name}</code>
        {node.isDown && <span className="node-down">{words.down}</span>}
      </h3>
      {node.facts.length > 0 && (
        <ul className="node-facts">
          {node.facts.map((fact) => {
            const text = words.fact(fact);
            const isNew = before !== null && !before.facts.some((each) => words.fact(each) === text);
            return (
              <li key={text} data-changed={isNew}>
                {text}
              </li>
            );
          })}
        </ul>
      )}
      {node.kind !== 'sentinel' && node.entries.length === 0 && gone.length === 0 && (
        <p className="node-empty">{words.empty}</p>
      )}
      <ul>
        {node.entries.map(({ name, value, remainingMs }) => {
          const was = before?.entries.find((entry) => entry.name === name);
          const isNew = before !== null && was?.value !== value;
          return (
            <li key={name} data-changed={isNew}>
              <code>{name}</code>
              <code className="node-value">{value}</code>
              {node.kind === 'redis' && (
                <small>{remainingMs === null ? words.noExpiry : words.left(shortTime(remainingMs))}</small>
              )}
            </li>
          );
        })}
        {gone.map(({ name, value }) => (
          <li key={name} data-gone="true">
            <code>{name}</code>
            <code className="node-value">
              <s>{value}</s>
            </code>
            <small>{words.gone}</small>
          </li>
        ))}
      </ul>
      {node.lsm !== undefined && <LsmParts picture={node.lsm} before={before?.lsm ?? node.lsm} />}
    </div>
  );
}
