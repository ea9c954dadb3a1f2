import type { PointerEvent } from 'react';
import { useText } from '../i18n/index.ts';
import { largestShare, limitShare, shareAfterKey, smallestShare } from './share.ts';

interface ShareHandleProps {
  readonly share: number;
  onShare(share: number): void;
  /** Back to what it was at first. */
  onReset(): void;
}

/** The edge between the stage and the sheet below it, on a phone: dragged, or moved with the arrow keys. */
export function ShareHandle({ share, onShare, onReset }: ShareHandleProps) {
  const text = useText();
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const bench = event.currentTarget.parentElement;
    const stage = bench?.querySelector('.workbench-stage')?.getBoundingClientRect();
    const sheet = bench?.querySelector('.workbench-part.is-chosen')?.getBoundingClientRect();
    if (stage === undefined || sheet === undefined) return;
    onShare(limitShare(((event.clientY - stage.top) / (stage.height + sheet.height)) * 100));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no rule between paragraphs.
    <div
      className="workbench-share"
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={text.workbench.shareHandle}
      aria-valuemin={smallestShare}
      aria-valuemax={largestShare}
      aria-valuenow={share}
      aria-valuetext={text.workbench.share(share)}
      data-own-keys
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={onReset}
      onKeyDown={(event) => {
        const next = shareAfterKey(share, event.key);
        if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        onShare(next);
      }}
    />
  );
}
