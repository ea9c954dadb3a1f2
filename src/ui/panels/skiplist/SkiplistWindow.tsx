import { type CSSProperties, useState } from 'react';
import type { SkiplistView } from '../../../protocol/views.ts';
import type { SkiplistWords } from './words.ts';

/** Moves the window, given where it begins now. */
export type ShowFrom = (next: (from: number) => number) => void;

interface SkiplistWindowProps {
  readonly view: SkiplistView;
  readonly words: SkiplistWords;
  readonly onShowFrom: ShowFrom;
}

/** A list too long to draw whole: where the window is, and the way to elsewhere. */
export function SkiplistWindow({ view, words, onShowFrom }: SkiplistWindowProps) {
  const { length, skiplist } = view;
  const from = skiplist?.from ?? 0;
  const count = skiplist?.nodes.length ?? 0;
  const last = Math.max(0, length - count);
  return (
    <div className="skiplist-window">
      <button
        type="button"
        className="panel-button"
        aria-label={words.earlier}
        disabled={from === 0}
        onClick={() => onShowFrom((old) => old - count)}
      >
        ‹
      </button>
      <button
        type="button"
        className="panel-button"
        aria-label={words.later}
        disabled={from >= last}
        onClick={() => onShowFrom((old) => old + count)}
      >
        ›
      </button>
      <span>{words.windowBefore}</span>
      <JumpField
        label={words.jump}
        rank={from + 1}
        last={length}
        onJump={(rank) => onShowFrom(() => rank - 1)}
      />
      <span className="skiplist-window-end">{words.windowAfter(from + count, length)}</span>
      <input
        type="range"
        className="skiplist-slider"
        aria-label={words.slider}
        min={0}
        max={last}
        value={from}
        onChange={(event) => onShowFrom(() => Number(event.target.value))}
        data-own-keys
      />
    </div>
  );
}

/** The first rank shown: read it, or type another and press Enter. */
function JumpField(props: {
  readonly label: string;
  readonly rank: number;
  readonly last: number;
  readonly onJump: (rank: number) => void;
}) {
  const { label, rank, last, onJump } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const jump = () => {
    const wanted = draft === null ? Number.NaN : Number.parseInt(draft, 10);
    setDraft(null);
    if (Number.isFinite(wanted)) onJump(Math.min(Math.max(1, wanted), last));
  };
  return (
    <input
      className="panel-jump"
      inputMode="numeric"
      aria-label={label}
      style={{ '--digits': String(last).length } as CSSProperties}
      value={draft ?? String(rank)}
      onChange={(event) => setDraft(event.target.value.replace(/\D/g, ''))}
      onFocus={(event) => event.target.select()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') jump();
        if (event.key === 'Escape') setDraft(null);
      }}
      onBlur={jump}
    />
  );
}
