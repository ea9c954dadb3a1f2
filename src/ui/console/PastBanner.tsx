import { useText } from '../i18n/index.ts';
import { commandNumber } from '../session/frames.ts';
import { useActions, useSession, useSessionShallow } from '../session/hooks.ts';
import { isAtHead } from '../session/store.ts';
import './past-banner.css';

/** Says that the reader looks at the past, and what typing there does. */
export function PastBanner() {
  const text = useText();
  const { last } = useActions();
  const past = useSession((state) => state.status === 'ready' && !isAtHead(state));
  const { here, all } = useSessionShallow(({ frames, position }) => ({
    here: commandNumber(frames, position.frame),
    all: commandNumber(frames, frames.length - 1),
  }));
  return (
    <div className="past-place" role="status">
      {past && (
        <div className="past-banner">
          <p>{text.timeline.past(here, all)}</p>
          <button type="button" className="button past-button" onClick={last}>
            {text.timeline.backToNow}
          </button>
        </div>
      )}
    </div>
  );
}
