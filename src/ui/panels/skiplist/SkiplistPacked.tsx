import type { SkiplistView } from '../../../protocol/views.ts';
import type { SkiplistWords } from './words.ts';

/** A sorted set that is no skiplist yet: the pairs of its one block, and what will turn it into a skiplist. */
export function SkiplistPacked(props: { readonly view: SkiplistView; readonly words: SkiplistWords }) {
  const { view } = props;
  const words = props.words.packed;
  const { packed, limits, length } = view;
  if (packed === null || view.encoding === null) return null;
  const isOver = length > limits.entries;
  const hidden = length - packed.pairs.length;
  return (
    <div className="skiplist-packed">
      <h4>{words.title(view.encoding, packed.totalBytes)}</h4>
      <ol className="skiplist-pairs" aria-label={words.pairs}>
        {packed.pairs.map(({ member, score }, nth) => (
          // A cut member may look like another one: pairs are distinguished by their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a pair is.
          <li key={nth} data-member={member} data-score={score}>
            <span className="skiplist-member">{member}</span>
            <span className="skiplist-score">{score}</span>
          </li>
        ))}
        {hidden > 0 && <li className="skiplist-pairs-more">{words.more(hidden)}</li>}
      </ol>
      <p>{words.why(view.encoding)}</p>
      {isOver ? (
        <p>{words.never(limits.entries, limits.entriesName)}</p>
      ) : (
        <>
          <p className="skiplist-meter">
            <meter min={0} max={limits.entries} value={length} aria-label={limits.entriesName} />
            <span>{words.meter(length, limits.entries)}</span>
          </p>
          <p>{words.until(limits.entries, limits.entriesName, limits.valueBytes, limits.valueName)}</p>
          <p>
            {words.tryBefore}
            <code>{`CONFIG SET ${limits.entriesName} ${Math.max(0, length - 1)}`}</code>
            {words.tryAfter}
          </p>
        </>
      )}
    </div>
  );
}
