import { fileName, offerFile } from '../browser/files.ts';
import { useText } from '../i18n/index.ts';
import { useActions, useSession } from '../session/hooks.ts';
import './message-page.css';
import { useActiveSession } from '../active-session/active-session.ts';

/**
 * The engine has stopped: names the input, offers to go on from before it, and gives the reader the log that led to it.
 */
export function Faulted() {
  const text = useText();
  const active = useActiveSession();
  const { goOn } = useActions();
  const fault = useSession((state) => state.fault);
  if (fault === null) return null;
  const { message, kind, report } = fault;
  return (
    <div className="message-page" role="alert">
      <div className="message-page-sheet">
        <h1>{text.fault.title}</h1>
        <p>{text.fault.about}</p>
        <p>{text.fault.stoppedAt}</p>
        <pre className="message-page-detail">
          {fault.text === '' ? text.fault.otherInput[kind] : fault.text}
          {'\n'}
          {message}
        </pre>
        <p>{text.fault.goOnAbout}</p>
        <div className="message-page-actions">
          <button type="button" className="button is-primary" onClick={() => void goOn()}>
            {text.fault.goOn}
          </button>
          {report !== null && (
            <button
              type="button"
              className="button"
              onClick={() => offerFile(report, `fault-${fileName(new Date())}`)}
            >
              {text.fault.download}
            </button>
          )}
          <button type="button" className="button" onClick={() => active.startFresh()}>
            {text.fault.restart}
          </button>
        </div>
      </div>
    </div>
  );
}
