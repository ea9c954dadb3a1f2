import type { TopologyView } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useSession } from '../../session/hooks.ts';
import { NodeControls, PairControls } from './NodeControls.tsx';
import { operationWords } from './operation-words.ts';
import { pairKey } from './pairs.ts';
import { nameOf } from './words.ts';

interface OperationsProps {
  /** `node:2`, or `pair:0:2`. */
  readonly chosen: string;
  readonly view: TopologyView;
  readonly onChoose: (what: string | null) => void;
}

/** What a reader can do to the node or the way that was chosen. A picture that nobody runs offers nothing. */
export function Operations({ chosen, view, onChoose }: OperationsProps) {
  const words = operationWords[useLanguage()];
  const isWorld = useSession(({ start }) => start?.world !== undefined);
  const [kind, first, second] = chosen.split(':');
  const node = view.nodes[Number(first)];
  const other = view.nodes[Number(second)];
  const isHere = node !== undefined && node.state !== 'removed';
  if (!isWorld || !isHere || (kind === 'pair' && other === undefined)) return null;
  const title = kind === 'pair' ? words.between(nameOf(node), nameOf(other)) : words.on(nameOf(node));
  const others = view.nodes.filter((each) => each.node !== node.node && each.state !== 'removed');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would not lie in one line with its name.
    <div className="topology-operations" role="group" aria-label={title} data-not-in-picture="">
      <b>{title}</b>
      {kind === 'pair' ? (
        <PairControls one={node.node} other={other.node} />
      ) : (
        <>
          <NodeControls key={node.node} node={node.node} />
          {others.length > 0 && (
            <label>
              {words.wayTo}
              <select
                value=""
                onChange={({ target: { value } }) => onChoose(`pair:${pairKey(node.node, Number(value))}`)}
              >
                <option value="" disabled>
                  …
                </option>
                {others.map((each) => (
                  <option key={each.node} value={each.node}>
                    {nameOf(each)}
                  </option>
                ))}
              </select>
            </label>
          )}
        </>
      )}
      <button type="button" className="panel-button" onClick={() => onChoose(null)}>
        {words.close}
      </button>
    </div>
  );
}
