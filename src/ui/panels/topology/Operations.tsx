import type { TopologyNode, TopologyView } from '../../../protocol/views.ts';
import type { Path } from '../../../protocol/world.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useActions, useSession } from '../../session/hooks.ts';
import { operationWords } from './operation-words.ts';
import { pairKey } from './pairs.ts';
import { nameOf } from './words.ts';
import './operations.css';

interface OperationsProps {
  /** `node:2`, or `pair:0:2`. */
  readonly chosen: string;
  readonly view: TopologyView;
  readonly onChoose: (what: string | null) => void;
}

/** What a slowed path takes. */
const SLOW_MS = 500;

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
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would not lie in one line with its name.
    <div className="topology-operations" role="group" aria-label={title} data-not-in-picture="">
      <b>{title}</b>
      {kind === 'pair' ? (
        <>
          <PathOperations view={view} path={{ from: node.node, to: other.node }} />
          <PathOperations view={view} path={{ from: other.node, to: node.node }} />
        </>
      ) : (
        <NodeOperations node={node} view={view} onChoose={onChoose} />
      )}
      <button type="button" className="panel-button" onClick={() => onChoose(null)}>
        {words.close}
      </button>
    </div>
  );
}

function NodeOperations({
  node,
  view,
  onChoose,
}: {
  readonly node: TopologyNode;
  readonly view: TopologyView;
  readonly onChoose: (what: string) => void;
}) {
  const words = operationWords[useLanguage()];
  const { changeWorld, crashNode, openClient, restartNode } = useActions();
  const { node: number, state } = node;
  const others = view.nodes.filter((each) => each.node !== number && each.state !== 'removed');
  const isDown = state === 'down';
  return (
    <>
      {isDown ? (
        <Operation name={words.restart} run={() => restartNode(number)} />
      ) : (
        <Operation name={words.kill} run={() => crashNode(number, 'nothing')} />
      )}
      {!isDown &&
        (state === 'frozen' ? (
          <Operation name={words.thaw} run={() => changeWorld({ type: 'thaw', node: number })} />
        ) : (
          <Operation name={words.freeze} run={() => changeWorld({ type: 'freeze', node: number })} />
        ))}
      {state === 'up' && <Operation name={words.console} run={() => openClient(number)} />}
      {others.length > 0 && (
        <label>
          {words.wayTo}
          <select
            value=""
            onChange={({ target: { value } }) => onChoose(`pair:${pairKey(number, Number(value))}`)}
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
  );
}

function PathOperations({ view, path }: { readonly view: TopologyView; readonly path: Path }) {
  const words = operationWords[useLanguage()];
  const { changeWorld } = useActions();
  const { from, to } = path;
  const changed = view.paths.find((each) => each.from === from && each.to === to);
  const names = [from, to].map((node) => nameOf(view.nodes[node])) as [string, string];
  const isSlow = changed?.isSlow === true;
  const latency = isSlow ? { ms: view.latencyMs, jitterMs: view.jitterMs } : { ms: SLOW_MS, jitterMs: 0 };
  const cut = changed?.isCut === true ? 'mend' : 'cut';
  return (
    <>
      <Operation name={words[cut](...names)} run={() => changeWorld({ type: cut, ...path })} />
      <Operation
        name={words[isSlow ? 'usual' : 'slow'](...names)}
        run={() => changeWorld({ type: 'slow', ...path, latency })}
      />
    </>
  );
}

function Operation({ name, run }: { readonly name: string; readonly run: () => Promise<unknown> }) {
  return (
    <button type="button" className="panel-button" onClick={() => void run()}>
      {name}
    </button>
  );
}
