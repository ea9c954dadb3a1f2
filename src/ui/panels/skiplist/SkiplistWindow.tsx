import type { SkiplistView } from '../../../protocol/views.ts';
import { JumpField } from '../JumpField.tsx';
import type { SkiplistWords } from './words.ts';

/** Moves the window, given its present beginning. */
export type ShowFrom = (next: (from: number) => number) => void;

interface SkiplistWindowProps {
  readonly view: SkiplistView;
  readonly words: SkiplistWords;
  readonly onShowFrom: ShowFrom;
}

/** A list too long to draw whole: the place of the window, and controls to move it. */
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
        value={from + 1}
        first={1}
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
