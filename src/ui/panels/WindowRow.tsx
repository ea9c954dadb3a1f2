import { JumpField } from './JumpField.tsx';
import './panel-tools.css';

export interface WindowWords {
  readonly earlier: string;
  readonly later: string;
  readonly jump: string;
  /** The words before and after the number of the first one shown. */
  readonly before: string;
  readonly after: (last: number, all: number) => string;
}

/** The shown part, in the units of its window. */
export interface Shown {
  /** The first one shown, from 0, how many are shown, and how many there are. */
  readonly from: number;
  readonly shown: number;
  readonly all: number;
}

/** Says which part is shown, with controls for the others. Empty if everything is shown. */
export function WindowRow(
  props: Shown & {
    readonly words: WindowWords;
    /** The size of a page. */
    readonly page: number;
    readonly onFrom: (from: number) => void;
  },
) {
  const { words, from, shown, all, page, onFrom } = props;
  if (shown >= all) return null;
  const end = from + shown;
  return (
    <p className="panel-window">
      <button
        type="button"
        className="panel-button"
        aria-label={words.earlier}
        disabled={from === 0}
        onClick={() => onFrom(Math.max(0, from - page))}
      >
        ‹
      </button>
      <button
        type="button"
        className="panel-button"
        aria-label={words.later}
        disabled={end >= all}
        onClick={() => onFrom(end)}
      >
        ›
      </button>
      <span>{words.before}</span>
      <JumpField
        label={words.jump}
        value={from + 1}
        first={1}
        last={all}
        onJump={(wanted) => onFrom(wanted - 1)}
      />
      <span>{words.after(end, all)}</span>
    </p>
  );
}
