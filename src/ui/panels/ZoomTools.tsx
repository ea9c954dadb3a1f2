import './panel-tools.css';
import { nextZoom, type ZoomLevel, zoomLevels } from './zoom.ts';

interface ZoomToolsProps {
  readonly words: {
    readonly follow: string;
    readonly followHint: string;
    readonly fewer: string;
    readonly more: string;
  };
  /** The unit. */
  readonly label: string;
  readonly count: number;
  readonly onCount: (count: ZoomLevel) => void;
  readonly following: boolean;
  readonly onFollowing: (following: boolean) => void;
}

/** For a drawing with a window: whether it follows the steps, and how much it shows. */
export function ZoomTools({ words, label, count, onCount, following, onFollowing }: ZoomToolsProps) {
  return (
    <>
      <button
        type="button"
        className="panel-button panel-toggle"
        aria-pressed={following}
        title={words.followHint}
        onClick={() => onFollowing(!following)}
      >
        {words.follow}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around two buttons. */}
      <span className="panel-zoom" role="group" aria-label={label}>
        <button
          type="button"
          className="panel-button"
          aria-label={words.fewer}
          disabled={count <= zoomLevels[0]}
          onClick={() => onCount(nextZoom(count, -1))}
        >
          −
        </button>
        <output>{count}</output>
        <button
          type="button"
          className="panel-button"
          aria-label={words.more}
          disabled={count >= zoomLevels[zoomLevels.length - 1]}
          onClick={() => onCount(nextZoom(count, 1))}
        >
          +
        </button>
      </span>
    </>
  );
}
