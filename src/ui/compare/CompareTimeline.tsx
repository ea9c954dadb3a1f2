import { type CSSProperties, useEffect, useState } from 'react';
import type { FrameSummary } from '../../protocol/messages.ts';
import { Icon } from '../controls/Icon.tsx';
import { usePair } from '../i18n/index.ts';
import type { Pair } from './align.ts';
import { type CompareWords, compareWords } from './words.ts';

const playEveryMs = 700;

/** One timeline for both runs, moment by moment, with a mark wherever commands or replies differ. */
export function CompareTimeline(props: {
  readonly pairs: readonly Pair[];
  readonly at: number;
  onSeek(at: number): void;
}) {
  const { pairs, at, onSeek } = props;
  const words = usePair(compareWords);
  const [isPlaying, setPlaying] = useState(false);
  const last = pairs.length - 1;
  useEffect(() => {
    if (!isPlaying) return;
    if (at >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => onSeek(at + 1), playEveryMs);
    return () => clearTimeout(timer);
  }, [isPlaying, at, last, onSeek]);
  const seek = (to: number) => {
    setPlaying(false);
    onSeek(Math.max(0, Math.min(last, to)));
  };
  const firstDifference = pairs.findIndex(differs);
  const here = pairs[at];
  const place = here === undefined ? '' : nameOf(here.frame, words);
  return (
    <div className="compare-timeline">
      <button type="button" className="icon-button" aria-label={words.earlier} onClick={() => seek(at - 1)}>
        <Icon name="back" size={16} />
      </button>
      <button
        type="button"
        className="icon-button is-primary"
        aria-label={isPlaying ? words.pause : words.play}
        onClick={() => {
          if (!isPlaying && at >= last) onSeek(0);
          setPlaying(!isPlaying);
        }}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} size={16} />
      </button>
      <button type="button" className="icon-button" aria-label={words.later} onClick={() => seek(at + 1)}>
        <Icon name="forward" size={16} />
      </button>
      <span className="compare-place">
        {words.place(at, Math.max(0, last))} · <code>{place}</code>
      </span>
      <span className="compare-track">
        <input
          type="range"
          aria-label={words.timeline}
          aria-valuetext={place}
          min={0}
          max={Math.max(0, last)}
          value={at}
          onChange={({ target }) => seek(Number(target.value))}
        />
        {pairs.map(
          (pair, nth) =>
            differs(pair) && (
              <i
                key={`${pair.one}.${pair.other}`}
                className="compare-tick"
                style={{ '--at': nth / Math.max(1, last) } as CSSProperties}
              />
            ),
        )}
      </span>
      <button
        type="button"
        className="button is-quiet"
        disabled={firstDifference < 0}
        onClick={() => seek(firstDifference)}
      >
        {words.firstDifference}
      </button>
    </div>
  );
}

function differs({ repliesDiffer, commandsDiffer }: Pair): boolean {
  return repliesDiffer || commandsDiffer;
}

export function nameOf(frame: FrameSummary, words: CompareWords): string {
  switch (frame.kind) {
    case 'command':
      return frame.text;
    case 'start':
      return words.started;
    case 'connect':
    case 'disconnect':
      return words.connection;
    default:
      return words.byItself;
  }
}
