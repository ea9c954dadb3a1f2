import type { GeoWords } from './words.ts';
import '../panel-tools.css';

interface GeoToolsProps {
  readonly words: GeoWords;
  readonly cuts: number;
  readonly mostCuts: number;
  readonly onCuts: (cuts: number) => void;
  readonly curve: boolean;
  readonly onCurve: (curve: boolean) => void;
  readonly follow: boolean;
  readonly onFollow: (follow: boolean) => void;
}

export function GeoTools(props: GeoToolsProps) {
  const { words, cuts, mostCuts, onCuts, curve, onCurve, follow, onFollow } = props;
  return (
    <div className="geo-tools">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around two buttons. */}
      <span className="geo-group" role="group" aria-label={words.cuts}>
        <button
          type="button"
          className="panel-button"
          aria-label={words.fewerCuts}
          disabled={cuts <= 1}
          onClick={() => onCuts(cuts - 1)}
        >
          −
        </button>
        <output>{words.cutsShown(cuts)}</output>
        <button
          type="button"
          className="panel-button"
          aria-label={words.moreCuts}
          disabled={cuts >= mostCuts}
          onClick={() => onCuts(cuts + 1)}
        >
          +
        </button>
      </span>
      <button
        type="button"
        className="panel-button panel-toggle"
        aria-pressed={curve}
        title={words.curveHint}
        onClick={() => onCurve(!curve)}
      >
        {words.curve}
      </button>
      <button
        type="button"
        className="panel-button panel-toggle"
        aria-pressed={follow}
        title={words.followHint}
        onClick={() => onFollow(!follow)}
      >
        {words.follow}
      </button>
    </div>
  );
}

interface GeoZoomProps {
  readonly words: GeoWords;
  readonly onZoom: (factor: number) => void;
  readonly onWorld: () => void;
}

/** On the map itself, at its edge. */
export function GeoZoom({ words, onZoom, onWorld }: GeoZoomProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around the buttons.
    <span className="geo-zoom" role="group" aria-label={words.zoom}>
      <button type="button" className="panel-button" aria-label={words.zoomIn} onClick={() => onZoom(2)}>
        <ZoomMark sign="M3.5,6.5H9.5M6.5,3.5V9.5" />
      </button>
      <button type="button" className="panel-button" aria-label={words.zoomOut} onClick={() => onZoom(0.5)}>
        <ZoomMark sign="M3.5,6.5H9.5" />
      </button>
      <button
        type="button"
        className="panel-button"
        aria-label={words.whole}
        title={words.whole}
        onClick={onWorld}
      >
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" className="geo-zoom-mark">
          <circle cx="8" cy="8" r="6.5" />
          <path d="M1.5,8H14.5M8,1.5C4.5,5 4.5,11 8,14.5C11.5,11 11.5,5 8,1.5" />
        </svg>
      </button>
    </span>
  );
}

function ZoomMark({ sign }: { readonly sign: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" className="geo-zoom-mark">
      <circle cx="6.5" cy="6.5" r="5.5" />
      <path d={`${sign}M10.6,10.6L15,15`} />
    </svg>
  );
}
