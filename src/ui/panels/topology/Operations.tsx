import { useEffect, useRef } from 'react';
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
  const isShown = isWorld && isHere && (kind !== 'pair' || other !== undefined);
  const group = useKeptFocus(isShown ? chosen : null);
  if (!isShown) return null;
  const title = kind === 'pair' ? words.between(nameOf(node), nameOf(other)) : words.on(nameOf(node));
  const others = view.nodes.filter((each) => each.node !== node.node && each.state !== 'removed');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would not lie in one line with its name.
    <div ref={group} className="topology-operations" role="group" aria-label={title} data-not-in-picture="">
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

/**
 * Where the keyboard goes on when the focused button is gone: at the first that came in its place, or at the drawing.
 * `shown` is null when there are none.
 */
function useKeptFocus(shown: string | null) {
  const group = useRef<HTMLDivElement>(null);
  const drawing = useRef<HTMLElement | null>(null);
  const before = useRef(shown);
  useEffect(() => {
    const isOther = before.current !== shown;
    before.current = shown;
    if (group.current !== null) drawing.current = drawingBeside(group.current);
    if (!isOther || document.activeElement !== document.body) return;
    (group.current?.querySelector('button') ?? drawing.current)?.focus();
  }, [shown]);
  // Closed: nothing comes in its place.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) drawing.current?.focus();
    },
    [],
  );
  return group;
}

function drawingBeside(group: HTMLElement): HTMLElement | null {
  return group.closest('.panel-frame')?.querySelector<HTMLElement>('[role="application"]') ?? null;
}
