import { useText } from '../i18n/index.ts';
import { useActions } from '../session/hooks.ts';
import './message-page.css';
import { useActiveSession } from '../active-session/active-session.ts';

/** The worker had worked and has died: replaces it, with the session or with a new one. */
export function Stopped() {
  const text = useText();
  const active = useActiveSession();
  const { startAgain } = useActions();
  const startFresh = async () => {
    await startAgain(false);
    await active.startFresh();
  };
  return (
    <div className="message-page" role="alert">
      <div className="message-page-sheet">
        <h1>{text.stopped.title}</h1>
        <p>{text.stopped.about}</p>
        <div className="message-page-actions">
          <button type="button" className="button is-primary" onClick={() => void startAgain()}>
            {text.stopped.restart}
          </button>
          <button type="button" className="button" onClick={() => void startFresh()}>
            {text.stopped.fresh}
          </button>
        </div>
      </div>
    </div>
  );
}
