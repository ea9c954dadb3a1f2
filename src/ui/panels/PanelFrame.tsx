import { type ReactNode, useContext, useEffect, useId, useRef } from 'react';
import { Icon } from '../controls/Icon.tsx';
import { useText } from '../i18n/index.ts';
import { PictureMenu } from '../picture/PictureMenu.tsx';
import { useActions, useSessionShallow } from '../session/hooks.ts';
import { currentDetail, currentFrame, isOpening, momentIndex } from '../session/store.ts';
import { PanelChoiceContext, PanelLabelContext } from './panel-label.ts';
import './panel-frame.css';

export interface PanelFrameProps {
  readonly title: string;
  /** A short line of figures beside the title. */
  readonly summary?: ReactNode;
  /** Controls at the right end of the header. */
  readonly tools?: ReactNode;
  readonly state?: 'ready' | 'loading' | 'empty' | 'error';
  /** The words, and perhaps an offer, if there is nothing to draw or it failed. */
  readonly message?: ReactNode;
  /** A sentence for the step looked at; null between steps. Omit it for a panel without narration. */
  readonly narration?: string | null;
  readonly children?: ReactNode;
}

/** The frame of every panel: a named region with a header, a body and a narrating line. */
export function PanelFrame({
  title,
  summary,
  tools,
  state = 'ready',
  message,
  narration,
  children,
}: PanelFrameProps) {
  const text = useText();
  const titleId = useId();
  const label = useContext(PanelLabelContext);
  const choice = useContext(PanelChoiceContext);
  const frame = useRef<HTMLElement>(null);
  return (
    <section ref={frame} className="panel-frame" aria-labelledby={titleId} data-state={state}>
      <header className="panel-frame-header">
        <h3 id={titleId}>
          {label !== null && <span className="panel-frame-label">{label} · </span>}
          {title}
        </h3>
        {summary !== undefined && <p className="panel-frame-summary">{summary}</p>}
        <div className="panel-frame-tools" data-not-in-picture="">
          {choice}
          {tools}
          {state === 'ready' && <PictureMenu target={frame} name={title} />}
        </div>
      </header>
      <div className="panel-frame-body" aria-busy={state === 'loading'}>
        {state === 'ready' ? (
          children
        ) : (
          <div className="panel-frame-message" role={state === 'error' ? 'alert' : undefined}>
            {message ?? (state === 'error' ? text.panel.failed : text.panel.loading)}
          </div>
        )}
      </div>
      {narration !== undefined && <Narration sentence={narration} />}
    </section>
  );
}

/** "Step k of n" and its sentence; screen readers announce it. */
function Narration({ sentence }: { sentence: string | null }) {
  const text = useText();
  const { addCaption, play } = useActions();
  const { step, steps, dropped, loaded, command, waiting } = useSessionShallow((state) => {
    const detail = currentDetail(state);
    const frame = currentFrame(state);
    return {
      command: frame?.kind === 'command' ? frame.text : null,
      // A server that was set up has no command to speak of yet.
      loaded: detail !== null && !isOpening(state),
      step: momentIndex(state),
      steps: detail === null ? 0 : detail.moments.length - 2,
      dropped: detail?.droppedSteps ?? 0,
      waiting: state.waiting,
    };
  });
  const line = useRef<HTMLParagraphElement>(null);
  const latest = useRef(sentence);
  latest.current = sentence;
  useEffect(() => {
    // A panel behind another tab says nothing that could be read.
    const isSeen = () => (line.current?.getClientRects().length ?? 0) > 0;
    return addCaption(() => (isSeen() ? latest.current : null));
  }, [addCaption]);
  let label = '';
  const isInside = step > 0 && step <= steps;
  if (loaded && steps > 0) {
    if (isInside) label = text.panel.step(step, steps);
    // What the server did by itself has no name that could follow.
    else if (sentence !== null || command !== null) label = step === 0 ? text.panel.before : text.panel.after;
  }
  return (
    <p ref={line} className="panel-frame-narration" aria-live="polite" aria-atomic="true">
      {label !== '' && <b>{label}</b>}
      {sentence !== null && <span>{sentence}</span>}
      {sentence === null && command !== null && loaded && !isInside && <code>{command}</code>}
      {dropped > 0 && loaded && step > steps && <span>{text.panel.dropped(dropped)}</span>}
      {waiting && sentence !== null && (
        <button type="button" className="panel-frame-go-on" title={text.timeline.goOnKeys} onClick={play}>
          {text.timeline.goOn}
          <Icon name="arrow" size={13} />
        </button>
      )}
    </p>
  );
}
