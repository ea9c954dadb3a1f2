import { useText } from '../i18n/index.ts';
import { useSession } from '../session/hooks.ts';
import { fileName, offerFile } from './files.ts';
import './message-page.css';
import { useWorld } from './world.ts';

/** The engine has stopped at an assertion: says so, and gives the reader everything that led to it. */
export function Faulted() {
  const text = useText();
  const world = useWorld();
  const fault = useSession((state) => state.fault);
  if (fault === null) return null;
  return (
    <div className="message-page" role="alert">
      <div className="message-page-sheet">
        <h1>{text.fault.title}</h1>
        <p>{text.fault.about}</p>
        <pre className="message-page-detail">{fault.message}</pre>
        <div className="message-page-actions">
          <button
            type="button"
            className="button is-primary"
            onClick={() => offerFile(fault.report, `fault-${fileName(new Date())}`)}
          >
            {text.fault.download}
          </button>
          <button type="button" className="button" onClick={() => world.startFresh()}>
            {text.fault.restart}
          </button>
        </div>
      </div>
    </div>
  );
}
