import { useEffect, useRef } from 'react';
import type { Step } from '../../../protocol/steps.ts';
import type { PackedBlockView, PackedLimitView, PackedNodesView } from '../../../protocol/views-packed.ts';
import { formatAddress } from './describe.ts';
import { isOwnStep } from './touch.ts';
import type { PackedWords } from './words.ts';

interface PackedStripProps {
  readonly block: PackedBlockView;
  readonly limits: readonly PackedLimitView[];
  readonly step: Step | null;
  readonly words: PackedWords;
}

/** The address of the bytes, the use of their slot, and the distance of the value from its limits. */
export function PackedStrip({ block, limits, step, words }: PackedStripProps) {
  const { totalBytes, allocationBytes } = block;
  const isMoved = step?.type === 'packed.realloc' && isOwnStep(block, step);
  const spare = allocationBytes - totalBytes;
  return (
    <div className="packed-strip">
      <span className={`packed-slot${isMoved ? ' is-touched' : ''}`}>
        <code title={words.address}>{formatAddress(block.address)}</code>
        <span className="packed-bar" aria-hidden="true">
          <i style={{ width: `${(100 * totalBytes) / allocationBytes}%` }} />
        </span>
        <span>{words.slot(totalBytes, allocationBytes)}</span>
        {spare > 0 && <span className="packed-quiet">{words.slotSpare(spare)}</span>}
      </span>
      {limits.map(({ name, found, limit, of }) => (
        <span key={name} className="packed-limit" data-over={found > limit}>
          <code>{name}</code>
          <span>{words.limit(found, limit, of)}</span>
        </span>
      ))}
    </div>
  );
}

interface PackedNodesProps {
  readonly nodes: PackedNodesView;
  readonly words: PackedWords;
  readonly onChoose: (index: number) => void;
}

/** The nodes of a list in a row; the bytes below are those of the chosen one. */
export function PackedNodes({ nodes, words, onChoose }: PackedNodesProps) {
  const after = nodes.total - nodes.from - nodes.nodes.length;
  const row = useRef<HTMLDivElement>(null);
  const { chosen } = nodes;
  // Keep the node of the shown bytes in sight, also if the row is wider than the panel.
  useEffect(() => {
    const button = row.current?.querySelector<HTMLElement>(`[data-index="${chosen}"]`);
    if (row.current === null || button == null) return;
    const left = button.offsetLeft - row.current.offsetLeft;
    const isCut =
      left < row.current.scrollLeft ||
      left + button.offsetWidth > row.current.scrollLeft + row.current.clientWidth;
    if (isCut) row.current.scrollLeft = left - (row.current.clientWidth - button.offsetWidth) / 2;
  }, [chosen]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around a row of buttons.
    <div ref={row} className="packed-nodes" role="group" aria-label={words.nodes}>
      {nodes.from > 0 && <span className="packed-quiet">{words.moreNodes(nodes.from)}</span>}
      {nodes.nodes.map(({ index, address, format, count, sizeBytes, storedBytes }) => (
        <button
          key={address}
          type="button"
          className="packed-node"
          data-index={index}
          data-format={format}
          aria-pressed={index === nodes.chosen}
          aria-label={words.nodeTitle(index, format, count, sizeBytes, storedBytes)}
          title={words.nodeTitle(index, format, count, sizeBytes, storedBytes)}
          onClick={() => onChoose(index)}
        >
          {words.node(index, count, storedBytes)}
          {format === 'lzf' && <i>lzf</i>}
        </button>
      ))}
      {after > 0 && <span className="packed-quiet">{words.moreNodes(after)}</span>}
    </div>
  );
}
