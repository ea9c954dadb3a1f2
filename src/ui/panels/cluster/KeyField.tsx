import { useId } from 'react';
import type { ClusterWords } from './words.ts';

/** Where the reader types keys; what is typed there counts until the panel follows the commands again. */
export function KeyField(props: {
  readonly words: ClusterWords;
  /** Null while the panel follows the commands. */
  readonly typed: string | null;
  readonly isBad: boolean;
  readonly onTyped: (typed: string | null) => void;
}) {
  const { words, typed, isBad, onTyped } = props;
  const id = useId();
  return (
    <div className="cluster-key" data-not-in-picture="">
      <label htmlFor={id}>{words.key}</label>
      <input
        id={id}
        value={typed ?? ''}
        placeholder={words.keyHint}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isBad}
        onChange={(event) => onTyped(event.target.value)}
      />
      <button
        type="button"
        className="panel-button panel-toggle"
        aria-pressed={typed === null}
        title={words.latestHint}
        onClick={() => onTyped(null)}
      >
        {words.latest}
      </button>
      {isBad && <span role="status">{words.badKeys}</span>}
    </div>
  );
}
